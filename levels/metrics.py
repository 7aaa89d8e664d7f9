"""How long a game is, in the six ways that players compare solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from levels.level import Direction, Square
from levels.position import Position, moved_box, way_between


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics of a game."""

    moves: int = 0
    """all steps"""
    pushes: int = 0
    """steps that push a box"""
    box_lines: int = 0
    """straight lines that boxes are pushed along, however often the pusher lets go on the way"""
    box_changes: int = 0
    """times that the pusher turns to a different box than the last one; the first box counts"""
    pushing_sessions: int = 0
    """runs of pushes without a step that does not push"""
    player_lines: int = 0
    """straight lines that the pusher walks"""


@dataclass(frozen=True, slots=True)
class Tally:
    """The metrics of a game so far, and what at its end decides how they continue."""

    metrics: Metrics = Metrics()
    step: Direction | None = None
    """the last one"""
    push: Direction | None = None
    """the last one that pushed"""
    box: Square | None = None
    """the box pushed last, where it is now"""
    is_pushing: bool = False
    """whether the last step pushed"""

    def after(self, before: Position, after: Position) -> Tally:
        """The tally of a game that is one step longer."""
        old, step = self.metrics, way_between(before, after)
        moved = moved_box(before, after)
        player_lines = old.player_lines + (step is not self.step)
        if moved is None:
            metrics = Metrics(
                old.moves + 1, old.pushes, old.box_lines, old.box_changes,
                old.pushing_sessions, player_lines,
            )  # fmt: skip
            return Tally(metrics, step, self.push, self.box)
        is_other_box = moved[0] != self.box
        metrics = Metrics(
            old.moves + 1,
            old.pushes + 1,
            old.box_lines + (is_other_box or step is not self.push),
            old.box_changes + is_other_box,
            old.pushing_sessions + (not self.is_pushing),
            player_lines,
        )
        return Tally(metrics, step, step, moved[1], True)


def tallies(positions: Sequence[Position]) -> list[Tally]:
    """The tally at each position of a game, given all of them one step apart."""
    found = [Tally()]
    for before, after in pairwise(positions):
        found.append(found[-1].after(before, after))
    return found


def count_pushes(positions: Sequence[Position]) -> int:
    """Only the pushes of a game, in a thirtieth of the time: a step without a push passes its
    boxes, the very same object, on to the next position."""
    boxes = [each.boxes for each in positions]
    return sum(before is not after and before != after for before, after in pairwise(boxes))
