"""From pushes to LURD: shortest walks between them, replayed before they are believed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager

from levels.language import _
from levels.level import Direction, Level, Square
from levels.lurd import LurdError, end_of, lurd_of, replay_lurd
from levels.position import IllegalStepError, Position
from levels.solution import Solution


class WrongSolutionError(AssertionError):
    """A search gave pushes that do not solve the level: a bug, never to be shown as a solution."""


def solution_of(level: Level, pushes: Iterable[tuple[Square, Direction]]) -> Solution:
    """Dress pushes (box square, direction) with walks and replay them.

    Raises WrongSolutionError if they cannot be played or do not solve the level.
    """
    return replayed(level, lurd_with_walks(level, pushes))


def lurd_with_walks(level: Level, pushes: Iterable[tuple[Square, Direction]]) -> str:
    """The LURD of pushes (box square, direction) with shortest walks between them, to be replayed.

    Raises WrongSolutionError for a push that cannot be reached.
    """
    boxes, pusher = set(level.boxes), level.pusher
    letters = []
    for number, (box, direction) in enumerate(pushes, start=1):
        walk = _walk(level, boxes, pusher, level.neighbor(box, direction.opposite))
        if walk is None or box not in boxes:
            raise WrongSolutionError(_("push {number} cannot be reached", number=number))
        letters += [walk, direction.letter.upper()]
        boxes.remove(box)
        boxes.add(level.neighbor(box, direction))
        pusher = box
    return "".join(letters)


def _walk(level: Level, boxes: Set[Square], start: Square, end: Square) -> str | None:
    """A shortest walk of the pusher in lowercase letters, None if boxes or walls are in the way."""
    # Not by neighbor(): dressing solutions would take a tenth of a one-second search.
    walls, ways = level.walls, [(way.letter, level.neighbor(0, way)) for way in Direction]
    walked = {start: ""}
    todo = deque([start])
    while todo and end not in walked:
        square = todo.popleft()
        for letter, offset in ways:
            ahead = square + offset
            if ahead not in walked and ahead not in walls and ahead not in boxes:
                walked[ahead] = walked[square] + letter
                todo.append(ahead)
    return walked.get(end)


def replayed(level: Level, lurd: str) -> Solution:
    """The solution that a LURD from elsewhere describes.

    Raises WrongSolutionError if it is not one.
    """
    return Solution(lurd_of(solving_positions(level, lurd)))


def check_solution(level: Level, lurd: str) -> None:
    """Replay a solution from elsewhere. Raises WrongSolutionError if it is not one."""
    with _as_wrong_solution():
        end = end_of(Position.start(level), lurd)
    _check_solved(end)


def solving_positions(level: Level, lurd: str) -> list[Position]:
    """The positions of a solution from elsewhere, the start included.

    Raises WrongSolutionError if it is not one.
    """
    with _as_wrong_solution():
        positions = replay_lurd(Position.start(level), lurd)
    _check_solved(positions[-1])
    return positions


@contextmanager
def _as_wrong_solution() -> Iterator[None]:
    try:
        yield
    except (LurdError, IllegalStepError) as error:
        raise WrongSolutionError(str(error)) from error


def _check_solved(end: Position) -> None:
    if not end.is_solved:
        raise WrongSolutionError(_("the steps do not solve the level"))
