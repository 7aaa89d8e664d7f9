"""What is recorded of a level, as values: games, solutions and proofs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import TypeAlias

from game.storage.tree import WrittenBranch, check_ways, merged_ways
from levels.language import _
from levels.level import Level
from levels.lurd import spelled_out
from levels.saved import solving_part
from levels.solution import Solution
from solver.messages import Difficulty, Metric

Units: TypeAlias = tuple[tuple[int, int], ...]
"""Walks and journeys of a line that undo takes back at once: from which step to which, in order."""

Help: TypeAlias = tuple[tuple[int, int], ...]
"""The stretches of a line that the solver played: from which step to which, in order."""


def clipped(help_: Help, index: int) -> Help:
    """The stretches of help up to a step of a line."""
    return tuple((start, min(end, index)) for start, end in help_ if start < index)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position that the player has saved: the game that leads there, under a heading."""

    heading: str
    lurd: str
    help: Help = ()


class Origin(Enum):
    """Whose a solution is. What the solver itself has found is kept with its proofs."""

    OWN = "own"
    ASSISTED = "assisted"
    """The player has solved the level with steps of the solver's."""
    IMPORTED = "imported"
    """It came with a level file."""


@dataclass(frozen=True, slots=True)
class Game:
    """The running game of a level: every line of play, including what can be redone.

    The player is at line number ``line``, and in each line at the step that ``steps`` says: there
    undo and redo resume when they come to that line.
    """

    lines: tuple[str, ...] = ("",)
    line: int = 0
    steps: tuple[int, ...] = (0,)
    snapshots: tuple[Snapshot, ...] = ()
    seconds: float = 0.0
    """how long it has been played"""
    units: tuple[Units, ...] = ()
    """those of each line; empty if there are none at all"""
    help: tuple[Help, ...] = ()
    """likewise"""
    ways: tuple[WrittenBranch, ...] = ()
    """all ways that it has gone, as a tree; empty as long as the lines are all of them"""

    @property
    def is_new(self) -> bool:
        """Whether nothing has been played."""
        return self.lines == ("",) and not self.snapshots

    def after(self, earlier: Game) -> Game:
        """This game with the lines of another one before it, which undo leads to.

        Lines that this game has, or goes on from, are not repeated.
        """
        others = [
            (line, step, units, help_)
            for line, step, units, help_ in zip(
                earlier.lines, earlier.steps, _units_of(earlier), _help_of(earlier), strict=True
            )
            if not any(own.startswith(line) for own in self.lines)
        ]
        return replace(
            self,
            lines=(*(each[0] for each in others), *self.lines),
            line=self.line + len(others),
            steps=(*(each[1] for each in others), *self.steps),
            units=(*(each[2] for each in others), *_units_of(self))
            if self.units or earlier.units
            else (),
            help=(*(each[3] for each in others), *_help_of(self))
            if self.help or earlier.help
            else (),
            snapshots=tuple(dict.fromkeys(earlier.snapshots + self.snapshots)),
            ways=merged_ways(earlier.ways, self.ways),
            seconds=max(earlier.seconds, self.seconds),
        )


@dataclass(frozen=True, slots=True)
class Best:
    """The best solutions of a level by either metric, ties broken by the other."""

    by_pushes: Solution
    by_moves: Solution


@dataclass(frozen=True, slots=True)
class Proved:
    """What the solver has proved of a level in one metric."""

    lower_bound: int = 0
    solution: Solution | None = None
    """the best that the solver has found"""
    is_unsolvable: bool = False
    difficulty: Difficulty | None = None
    """measured from a solution with proved fewest pushes"""
    is_tie_proved: bool = False
    """whether no solution that costs as much is better in what breaks ties"""

    def is_optimal(self, metric: Metric) -> bool:
        """Whether its solution is proved the best there is."""
        if self.solution is None or self.lower_bound != metric.cost(self.solution)[0]:
            return False
        return self.is_tie_proved or metric is not Metric.PUSHES_MOVES


def _units_of(game: Game) -> tuple[Units, ...]:
    return game.units or ((),) * len(game.lines)


def _help_of(game: Game) -> tuple[Help, ...]:
    return game.help or ((),) * len(game.lines)


def check_steps(game: Game) -> None:
    """Raise ValueError or TypeError if a game stands where it never was, or has units or stretches
    of help that its lines do not have, or ways that are no tree."""
    check_ways(game.ways)
    marked = [*zip(game.lines, _units_of(game), strict=True)]
    marked += zip(game.lines, _help_of(game), strict=True)
    marked += [(each.lurd, each.help) for each in game.snapshots]
    for line, units in marked:
        ends = [0, *(step for unit in units for step in unit)]
        if ends != sorted(ends) or ends[-1] > len(line):
            raise ValueError(_("a unit of undo or a stretch of help is none of its line"))
    places = zip(game.lines, game.steps, strict=True)
    is_sound = 0 <= game.line < len(game.lines)
    if not is_sound or any(not 0 <= step <= len(line) for line, step in places):
        raise ValueError(_("the running game stands where it never was"))


class UnprovenError(ValueError):
    """A game that is said to solve a level, but does not."""


@lru_cache(maxsize=16)
def solution_of(level: Level, lurd: str) -> Solution:
    """The solution that a LURD describes, replayed, up to the step that solves the level.

    The last ones are remembered: each metric of a level asks for the same. Raises UnprovenError,
    LurdError or IllegalStepError if it is none.
    """
    text = solving_part(level, spelled_out(lurd))
    if text is None:
        raise UnprovenError(_("the game does not end with every box on a goal"))
    return Solution(text)
