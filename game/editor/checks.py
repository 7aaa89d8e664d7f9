"""Whether a sketch is a level already, and which squares are at fault if not."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from game.editor.sketch import Sketch, Spot
from levels.language import _, ngettext
from levels.level import Level, Square
from levels.validation import find_fault


@dataclass(frozen=True)
class Check:
    """Something that has to be so. ``spots`` are to be ringed if it is not."""

    text: str
    is_fine: bool
    detail: str = ""
    spots: frozenset[Spot] = frozenset()


@dataclass(frozen=True)
class Findings:
    """All that can be said about a sketch as it is."""

    checks: tuple[Check, ...]
    floor: frozenset[Square]
    """what would be inside if all gaps were closed, in squares of the sketch"""
    gap: Spot | None
    """where the pusher could walk out of the room"""
    level: Level | None
    """the sketch as a level, if it is one"""

    @property
    def faulty(self) -> frozenset[Spot]:
        """All squares to be ringed."""
        return frozenset().union(*(check.spots for check in self.checks if not check.is_fine))


def looking_at(sketch: Sketch) -> Generator[None, None, Findings]:
    """Check a sketch in small pieces: a huge one takes many frames."""
    floor, gap = yield from _room(sketch)
    checks: tuple[Check, ...] = (
        _one_pusher(sketch),
        _as_many_goals(sketch),
        _within_reach(sketch, floor),
        _closed(sketch, gap),
    )
    yield
    level = None
    if all(check.is_fine for check in checks):
        level = yield from _drawn(sketch, floor)
        # What was checked is not checked again, unless there are ornaments in closed rooms.
        fault = find_fault(level) if level.boxes - level.floor else None
        if fault is not None:
            spots = frozenset() if fault.square is None else frozenset({_spot(level, fault.square)})
            checks = (*checks, Check(_("It cannot be played"), False, fault.reason, spots))
            level = None
    return Findings(checks, floor, gap, level)


def _one_pusher(sketch: Sketch) -> Check:
    if sketch.pusher is None:
        return Check(_("There is no pusher"), False, _("Place one with {tool_pusher}"))
    return Check(_("One pusher"), True)


def _as_many_goals(sketch: Sketch) -> Check:
    boxes, goals = len(sketch.boxes), len(sketch.goals)
    words = _(
        "{boxes}, {goals}",
        boxes=ngettext("{n} box", "{n} boxes", boxes),
        goals=ngettext("{n} goal", "{n} goals", goals),
    )
    if boxes == 0:
        return Check(words, False, _("A level has at least one box"))
    if boxes != goals:
        if goals < boxes:
            missing = ngettext("{n} goal missing", "{n} goals missing", boxes - goals)
        else:
            missing = ngettext("{n} box missing", "{n} boxes missing", goals - boxes)
        return Check(words, False, missing)
    return Check(words, True)


def _within_reach(sketch: Sketch, floor: frozenset[Square]) -> Check:
    if sketch.pusher is None:
        return Check(_("Every box can be reached"), True)
    lost = frozenset(
        (x, y) for x, y in sketch.boxes ^ sketch.goals if y * sketch.width + x not in floor
    )
    if lost:
        column, row = min(lost)
        where = _("Outside the pusher's room at {column}, {row}", column=column + 1, row=row + 1)
        return Check(_("Something cannot be reached"), False, where, lost)
    return Check(_("Every box can be reached"), True)


def _closed(sketch: Sketch, gap: Spot | None) -> Check:
    if gap is None:
        return Check(_("The room is closed"), True)
    where = _("Gap in the wall at {column}, {row}", column=gap[0] + 1, row=gap[1] + 1)
    return Check(_("The room is open"), False, where, frozenset({gap}))


# --- the room ------------------------------------------------------------------------------------

_MOST_GAPS = 12
"""Gaps closed at most, one after another, to see what the room is meant to be."""

_AT_ONCE = 256
"""Squares between two looks at the clock."""

_NO_WALL, _WALL, _RIM, _CLOSED = range(4)


class _Grid:
    """A sketch as a byte per square, with a rim all around it, so that nothing leads off it."""

    def __init__(self, sketch: Sketch) -> None:
        self.width = width = sketch.width + 2
        self.kinds = bytearray(width * (sketch.height + 2))
        rim = bytes((_RIM,)) * width
        self.kinds[:width] = self.kinds[-width:] = rim
        self.kinds[::width] = self.kinds[width - 1 :: width] = bytes((_RIM,)) * (sketch.height + 2)
        for x, y in sketch.walls:
            self.kinds[(y + 1) * width + x + 1] = _WALL
        self.around = (-width, -1, width, 1)

    def at(self, spot: Spot) -> int:
        """The square of a spot."""
        return (spot[1] + 1) * self.width + spot[0] + 1

    def spot(self, square: int) -> Spot:
        row, column = divmod(square, self.width)
        return column - 1, row - 1

    def inner(self, squares: Iterable[int], width: int) -> frozenset[Square]:
        """Squares of a grid of that width without the rim."""
        return frozenset(
            (square // self.width - 1) * width + square % self.width - 1 for square in squares
        )


_Room: TypeAlias = tuple[frozenset[Square], Spot | None]


def _room(sketch: Sketch) -> Generator[None, None, _Room]:
    """The floor of the pusher's room, and its first gap; without a pusher, of all closed rooms."""
    grid = _Grid(sketch)
    yield
    if sketch.pusher is None:
        inside = yield from _enclosed(grid)
        return grid.inner(inside, sketch.width), None
    start = grid.at(sketch.pusher)
    first = None
    for _attempt in range(_MOST_GAPS):
        way_out, reached = yield from _way_out(grid, start)
        if not way_out:
            return grid.inner(reached, sketch.width), first
        gap = _gap_on(grid, way_out)
        first = first or grid.spot(gap)
        if gap == start:
            break
        grid.kinds[gap] = _CLOSED
    return grid.inner([start], sketch.width), first


def _way_out(grid: _Grid, start: int) -> Generator[None, None, tuple[list[int], list[int]]]:
    """The shortest way to the rim of the drawing, and all that is reached if there is none."""
    kinds, around = grid.kinds, grid.around
    came = array("i", bytes(4 * len(kinds)))
    came[start] = start
    reached = [start]
    for number, square in enumerate(reached):
        if not number % _AT_ONCE:
            yield
        for offset in around:
            ahead = square + offset
            if kinds[ahead] == _RIM:
                way = [square]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return way[::-1], []
            if kinds[ahead] == _NO_WALL and not came[ahead]:
                came[ahead] = square
                reached.append(ahead)
    return [], reached


def _gap_on(grid: _Grid, way: list[int]) -> int:
    """Where a way out leaves the room: the last door on it, or its last spot next to a wall."""
    kinds, width = grid.kinds, grid.width
    doors = [
        square for square in way
        if kinds[square - 1] == kinds[square + 1] == _WALL
        or kinds[square - width] == kinds[square + width] == _WALL
    ]  # fmt: skip
    if doors:
        return doors[-1]
    beside = [
        square for square in way if any(kinds[square + each] == _WALL for each in grid.around)
    ]
    return beside[-1] if beside else way[-1]


def _enclosed(grid: _Grid) -> Generator[None, None, list[int]]:
    """All squares that are neither wall nor open to the rim."""
    kinds = bytearray(grid.kinds)
    todo = [
        square for square, kind in enumerate(kinds) if kind == _NO_WALL
        and any(kinds[square + offset] == _RIM for offset in grid.around)
    ]  # fmt: skip
    for square in todo:
        kinds[square] = _RIM
    count = 0
    while todo:
        square = todo.pop()
        count += 1
        if not count % _AT_ONCE:
            yield
        for offset in grid.around:
            if kinds[square + offset] == _NO_WALL:
                kinds[square + offset] = _RIM
                todo.append(square + offset)
    return [square for square, kind in enumerate(kinds) if kind == _NO_WALL]


# --- as a level ----------------------------------------------------------------------------------


def _drawn(sketch: Sketch, floor: frozenset[Square]) -> Generator[None, None, Level]:
    """A sketch with walls and a pusher as a level, cut to what is drawn; it may have faults.

    ``floor``: the squares of the sketch that are floor.
    """
    assert sketch.pusher is not None
    parts = (sketch.walls, sketch.goals, sketch.boxes, frozenset({sketch.pusher}))
    left, top = (min(spot[axis] for part in parts for spot in part) for axis in (0, 1))
    yield
    right, bottom = (max(spot[axis] for part in parts for spot in part) for axis in (0, 1))
    width = right - left + 1
    squares = []
    for part in parts:
        yield
        squares.append(frozenset((y - top) * width + x - left for x, y in part))
    walls, goals, boxes, (pusher,) = squares
    level = Level(
        width=width,
        height=bottom - top + 1,
        walls=walls,
        goals=goals,
        boxes=boxes,
        pusher=pusher,
        title=sketch.title.strip(),
        author=sketch.author.strip(),
    )
    yield
    # To walk through all of it again would take several frames.
    return level.with_floor(
        frozenset(
            (square // sketch.width - top) * width + square % sketch.width - left
            for square in floor
        )
    )


def _spot(level: Level, square: int) -> Spot:
    return level.column_and_row(square)
