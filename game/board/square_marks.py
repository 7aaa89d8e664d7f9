"""The marks that show something on the board: rings around boxes, the way of a box, areas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from game.board.picture import HEAT_BUCKETS, MarkKind, SquareMark
from levels.level import Level, Square
from levels.lurd import parse_lurd

AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Columns and rows from a square to its eight neighbors, clockwise from above: a bit each."""

NOWHERE = 8
"""Stands for the missing square before the first of a way, and after the last."""


def ring_marks(
    level: Level, squares: Set[Square], kind: MarkKind, swelling: int = 0
) -> tuple[SquareMark, ...]:
    """Rings around all squares; those that touch share one."""
    return tuple(
        SquareMark(
            kind, *level.column_and_row(square), _beside(level, square, squares) | swelling << 8
        )
        for square in sorted(squares)
    )


def _beside(level: Level, square: Square, squares: Set[Square]) -> int:
    """Which of the eight neighbors belong to the same ring."""
    around = (square + dx + dy * level.width for dx, dy in AROUND)
    return sum(1 << bit for bit, neighbor in enumerate(around) if neighbor in squares)


def stuck_marks(
    level: Level, boxes: Set[Square], swelling: int = 0, cut_off: Set[Square] = frozenset()
) -> tuple[SquareMark, ...]:
    """A ring around stuck boxes, with a badge at its upper right, and broken ones around what they
    cut off."""
    if not boxes:
        return ()
    rings = ring_marks(level, boxes, MarkKind.STUCK, swelling)
    top, right = min((row, -column) for _, column, row, _ in rings)
    broken = ring_marks(level, cut_off, MarkKind.CUT_OFF)
    return (*rings, SquareMark(MarkKind.ALERT, -right, top), *broken)


def next_box_mark(level: Level, box: Square) -> tuple[SquareMark, ...]:
    """A ring around the box that a hint is about."""
    return ring_marks(level, {box}, MarkKind.NEXT_BOX)


def heat_marks(level: Level, square: Square, number: int, share: float) -> Iterator[SquareMark]:
    """A square of a heat map: its number, and how far it is from near to far, 0 to 1."""
    place = level.column_and_row(square)
    figure = number * HEAT_BUCKETS + int(share * (HEAT_BUCKETS - 1))
    if square in level.goals:
        yield SquareMark(MarkKind.GOAL_HEAT, *place, figure)
        yield SquareMark(MarkKind.GOAL_COUNT, *place, figure)
    else:
        yield SquareMark(MarkKind.HEAT, *place, figure)


def traffic_marks(level: Level, counts: Mapping[Square, int]) -> tuple[SquareMark, ...]:
    """A heat map of counts, the highest in the color of what is near."""
    most = max(counts.values(), default=1)
    return tuple(
        mark
        for square, number in sorted(counts.items())
        for mark in heat_marks(level, square, number, 1 - number / most)
    )


def walk_marks(level: Level, start: Square, steps: str) -> tuple[SquareMark, ...]:
    """The squares that the pusher walks over, by the LURD of its walk."""
    marks = []
    for direction in parse_lurd(steps):
        start = level.neighbor(start, direction)
        marks.append(SquareMark(MarkKind.STEP, *level.column_and_row(start)))
    return tuple(marks)


def journey_marks(level: Level, path: Sequence[Square]) -> tuple[SquareMark, ...]:
    """The box, the line along which it goes, and the ghost of it where it ends."""
    return (*next_box_mark(level, path[0]), *way_marks(level, path))


def mistake_marks(level: Level, path: Sequence[Square]) -> tuple[SquareMark, ...]:
    """The box, the line along which it was pushed for nothing, and a ghost where it went."""
    ring = ring_marks(level, {path[0]}, MarkKind.MISTAKE)
    return (*ring, *way_marks(level, path, MarkKind.MISTAKE_WAY))


def way_marks(
    level: Level, path: Sequence[Square], kind: MarkKind = MarkKind.WAY
) -> tuple[SquareMark, ...]:
    """The line alone, and the ghost; nothing for an empty way."""
    places = [level.column_and_row(square) for square in path]
    marks = []
    for index, (column, row) in enumerate(places):
        before = _way(places, index, index - 1) if index else NOWHERE
        after = _way(places, index, index + 1) if index + 1 < len(places) else NOWHERE
        marks.append(SquareMark(kind, column, row, before * (NOWHERE + 1) + after))
    marks += [SquareMark(MarkKind.GHOST, *place) for place in places[-1:]]
    return tuple(dict.fromkeys(marks))


def _way(places: Sequence[tuple[int, int]], here: int, there: int) -> int:
    """In which of the eight directions from one square of a way another one lies."""
    (x, y), (to_x, to_y) = places[here], places[there]
    return AROUND.index((to_x - x, to_y - y))
