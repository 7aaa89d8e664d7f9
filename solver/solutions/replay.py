"""From pushes to LURD: shortest walks between them, replayed before they are believed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence, Set

from levels.language import _
from levels.level import Direction, Level, Square
from levels.lurd import LurdError, played_to_end
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
    # Not by neighbor(): dressing solutions would take a tenth of a one-second search.
    offsets = {way: level.neighbor(0, way) for way in Direction}
    ways = [(way.letter, offset) for way, offset in offsets.items()]
    letters = []
    for number, (box, direction) in enumerate(pushes, start=1):
        offset = offsets[direction]
        walk = _walk(level.walls, boxes, ways, pusher, box - offset)
        if walk is None or box not in boxes:
            raise WrongSolutionError(_("push {number} cannot be reached", number=number))
        letters += [walk, direction.letter.upper()]
        boxes.remove(box)
        boxes.add(box + offset)
        pusher = box
    return "".join(letters)


def _walk(
    walls: Set[Square],
    boxes: Set[Square],
    ways: Sequence[tuple[str, int]],
    start: Square,
    end: Square,
) -> str | None:
    """A shortest walk of the pusher in lowercase letters, None if boxes or walls are in the way.
    ``ways``: the letter of each direction, and how far it leads."""
    if start == end:
        return ""
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
    try:
        letters, end = played_to_end(Position.start(level), lurd)
    except (LurdError, IllegalStepError) as error:
        raise WrongSolutionError(str(error)) from error
    if not end.is_solved:
        raise WrongSolutionError(_("the steps do not solve the level"))
    return Solution(letters)
