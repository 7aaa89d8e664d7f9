"""From pushes to LURD: shortest walks between them, replayed before they are believed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from levels.language import _, ngettext
from levels.level import Direction, Level, Square
from levels.lurd import LurdError, lurd_of, replay_lurd
from levels.position import IllegalStepError, Position
from levels.solution import Solution


class WrongSolutionError(AssertionError):
    """A search gave pushes that do not solve the level: a bug, never to be shown as a solution."""


def walk(position: Position, end: Square) -> list[Direction] | None:
    """The shortest walk of the pusher to ``end``, None if boxes or walls are in the way."""
    level, boxes = position.level, position.boxes
    came: dict[Square, Direction] = {}
    todo = deque([position.pusher])
    while todo:
        square = todo.popleft()
        if square == end:
            break
        for direction in Direction:
            ahead = level.neighbor(square, direction)
            free = ahead not in level.walls and ahead not in boxes
            if free and ahead not in came and ahead != position.pusher:
                came[ahead] = direction
                todo.append(ahead)
    else:
        return None
    steps = []
    while square != position.pusher:
        steps.append(came[square])
        square = level.neighbor(square, came[square].opposite)
    return steps[::-1]


def solution_of(level: Level, pushes: Iterable[tuple[Square, Direction]]) -> Solution:
    """Dress pushes (box square, direction) with walks and replay them.

    Raises WrongSolutionError if they cannot be played or do not solve the level.
    """
    positions = [Position.start(level)]
    pushed = 0
    for box, direction in pushes:
        steps = walk(positions[-1], level.neighbor(box, direction.opposite))
        if steps is None or box not in positions[-1].boxes:
            raise WrongSolutionError(_("push {number} cannot be reached", number=pushed + 1))
        for step in [*steps, direction]:
            following = positions[-1].step(step)
            if following is None:
                raise WrongSolutionError(_("push {number} cannot be played", number=pushed + 1))
            positions.append(following)
        pushed += 1
    if not positions[-1].is_solved:
        raise WrongSolutionError(
            ngettext(
                "{n} push does not solve the level", "{n} pushes do not solve the level", pushed
            )
        )
    return Solution(lurd_of(positions))


def replayed(level: Level, lurd: str) -> Solution:
    """The solution that a LURD from elsewhere describes.

    Raises WrongSolutionError if it is not one.
    """
    return Solution(lurd_of(solving_positions(level, lurd)))


def solving_positions(level: Level, lurd: str) -> list[Position]:
    """The positions of a solution from elsewhere, the start included.

    Raises WrongSolutionError if it is not one.
    """
    try:
        positions = replay_lurd(Position.start(level), lurd)
    except (LurdError, IllegalStepError) as error:
        raise WrongSolutionError(str(error)) from error
    if not positions[-1].is_solved:
        raise WrongSolutionError(_("the steps do not solve the level"))
    return positions
