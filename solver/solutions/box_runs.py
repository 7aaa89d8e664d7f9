"""A solution as runs of pushes of one box each, and the same pushes in fewer runs.

A search for the fewest pushes does not care in which order boxes that do not meet are pushed, and
switches between them at random. A person pushes one box as far as it will go.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from levels.level import Direction, Level, Square
from levels.position import Position

_MOST_WALKED = 200_000
"""Floor squares times pushes. Beyond that, playing the runs again and again takes too long."""


@dataclass(frozen=True, slots=True)
class Run:
    """Pushes of one box without a push of another."""

    box: Square
    """where the box stood at the start of the level"""
    start: Square
    """where it stands before the run"""
    directions: tuple[Direction, ...]


@dataclass(frozen=True, slots=True)
class _Pieces:
    boxes: frozenset[Square]
    pusher: Square


def runs_of(line: Sequence[Position]) -> list[Run]:
    """The runs of a game, given all its positions one step apart."""
    runs: list[Run] = []
    origin = {box: box for box in line[0].boxes}
    for before, after in pairwise(line):
        if after.pusher not in before.boxes:
            continue
        start = after.pusher
        (end,) = after.boxes - before.boxes
        direction = next(each for each in Direction if after.level.neighbor(start, each) == end)
        box = origin[end] = origin.pop(start)
        if runs and runs[-1].box == box:
            runs[-1] = Run(box, runs[-1].start, (*runs[-1].directions, direction))
        else:
            runs.append(Run(box, start, (direction,)))
    return runs


def join_runs(level: Level, runs: Sequence[Run]) -> list[Run]:
    """Reorder the pushes of all boxes into fewer runs; each box is pushed as before.

    A run is moved up to the previous one of the same box, or that one put off to join it, wherever
    the pusher ends in the same area; fewer still may be possible. In a huge level the runs stay as
    they are. Raises ValueError if they cannot be played.
    """
    joined = list(runs)
    if len(level.floor) * sum(len(run.directions) for run in runs) > _MOST_WALKED:
        return joined
    place = _Pieces(level.boxes, level.pusher)
    index = 0
    while index < len(joined):
        shorter = _joined_at(level, place, joined, index)
        if shorter is not None:
            joined = shorter
            continue
        following = _play(level, place, joined[index : index + 1])
        if following is None:
            raise ValueError("the runs cannot be played")
        place = following
        index += 1
    return joined


def _joined_at(level: Level, place: _Pieces, runs: list[Run], index: int) -> list[Run] | None:
    """The runs, that at ``index`` joined to the next of its box; None if neither way works."""
    run = runs[index]
    later = next((n for n in range(index + 1, len(runs)) if runs[n].box == run.box), None)
    if later is None:
        return None
    between, after = runs[index + 1 : later], runs[later + 1 :]
    one = Run(run.box, run.start, run.directions + runs[later].directions)
    end = _play(level, place, runs[index : later + 1])
    if end is None:
        raise ValueError("the runs cannot be played")
    for order in ([one, *between], [*between, one]):
        other = _play(level, place, order)
        if other is not None and _can_walk(level, other, end.pusher):
            return runs[:index] + order + after
    return None


def _play(level: Level, place: _Pieces, runs: Iterable[Run]) -> _Pieces | None:
    """Where the runs lead; None if the pusher cannot get to one of the pushes."""
    boxes, pusher = set(place.boxes), place.pusher
    for run in runs:
        box = run.start
        for direction in run.directions:
            ahead = level.neighbor(box, direction)
            behind = level.neighbor(box, direction.opposite)
            if ahead in boxes or ahead in level.walls:
                return None
            if not _can_walk(level, _Pieces(frozenset(boxes), pusher), behind):
                return None
            boxes.remove(box)
            boxes.add(ahead)
            pusher, box = box, ahead
    return _Pieces(frozenset(boxes), pusher)


def _can_walk(level: Level, place: _Pieces, end: Square) -> bool:
    """Whether the pusher can get to ``end`` without a push."""
    if end == place.pusher:
        return True
    barred = level.walls | place.boxes
    offsets = (-level.width, -1, level.width, 1)
    seen = {place.pusher}
    todo = [place.pusher]
    while todo:
        square = todo.pop()
        for offset in offsets:
            ahead = square + offset
            if ahead == end:
                return ahead not in barred
            if ahead not in seen and ahead not in barred:
                seen.add(ahead)
                todo.append(ahead)
    return False
