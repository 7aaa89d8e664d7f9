"""What is wrong with a level, and on which square."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from levels.language import N_, _, ngettext
from levels.level import Direction, Level, Square

_MISSING_WALL = {
    Direction.UP: N_("column has no closing wall at the top"),
    Direction.LEFT: N_("row has no closing wall at the left"),
    Direction.DOWN: N_("column has no closing wall at the bottom"),
    Direction.RIGHT: N_("row has no closing wall at the right"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A reason why a level cannot be played; ``square`` is None where no square is to blame."""

    reason: str
    square: Square | None = None


def find_fault(level: Level) -> Fault | None:
    """The first fault of a level, the most telling kind first; None if it can be played.

    Boxes and goals may lie in other closed rooms, as ornaments do, if those boxes stand on goals
    from the start. They count like all others.
    """
    return next(_faults(level), None)


def _faults(level: Level) -> Iterator[Fault]:
    """All faults, one by one: a check may rely on those before it having found nothing."""
    outline = _Outline(level)
    if not level.boxes:
        yield Fault(_("there is no box"))
    if len(outline.open_sides(level.pusher)) > 1:
        yield Fault(_("pusher is outside the walls"), level.pusher)
    gap = outline.gap_around(level.pusher)
    if gap is not None:
        yield gap
    for box in sorted(level.boxes - level.floor):
        if outline.gap_around(box) is not None:
            yield Fault(_("box is outside the walls"), box)
    yield from _miscount(level)
    yield from _out_of_reach(level)


def _miscount(level: Level) -> Iterator[Fault]:
    boxes, goals = len(level.boxes), len(level.goals)
    if boxes != goals:
        yield Fault(
            # Translators: {boxes} and {goals} are numbers of them: 2 boxes but 1 goal.
            _(
                "{boxes} but {goals}",
                boxes=ngettext("{n} box", "{n} boxes", boxes),
                goals=ngettext("{n} goal", "{n} goals", goals),
            )
        )


def _out_of_reach(level: Level) -> Iterator[Fault]:
    for box in sorted(level.boxes - level.goals - level.floor):
        yield Fault(_("box is not on a goal, and the pusher cannot get to it"), box)
    for goal in sorted(level.goals - level.boxes - level.floor):
        yield Fault(_("goal has no box, and the pusher cannot get to it"), goal)


@dataclass(frozen=True)
class _Outline:
    """The outermost walls of each row and column.

    A room leaks exactly where one of its squares has no wall at all on some side: from there the
    pusher could walk straight out. So the flood never has to leave the grid.
    """

    level: Level

    @cached_property
    def _rows(self) -> dict[int, tuple[int, int]]:
        return _extents(self._walls)

    @cached_property
    def _columns(self) -> dict[int, tuple[int, int]]:
        return _extents((column, row) for row, column in self._walls)

    @cached_property
    def _walls(self) -> list[tuple[int, int]]:
        """Their rows and columns, in reading order."""
        width = self.level.width
        return [divmod(square, width) for square in sorted(self.level.walls)]

    def open_sides(self, square: Square) -> list[Direction]:
        """The directions in which no wall stands between the square and the rim of the grid."""
        column, row = self.level.column_and_row(square)
        left, right = self._rows.get(row, (column, column))
        top, bottom = self._columns.get(column, (row, row))
        is_open = {
            Direction.UP: row <= top,
            Direction.LEFT: column <= left,
            Direction.DOWN: row >= bottom,
            Direction.RIGHT: column >= right,
        }
        return [direction for direction in Direction if is_open[direction]]

    def gap_around(self, start: Square) -> Fault | None:
        """The leak nearest to a square in the room around it, or None if that room is closed."""
        seen = {start}
        queue = deque([start])
        walls, width, is_open = self.level.walls, self.level.width, self._open
        while queue:
            square = queue.popleft()
            if square in is_open:
                return Fault(_(_MISSING_WALL[self.open_sides(square)[0]]), square)
            for offset in (-width, -1, width, 1):
                ahead = square + offset
                if ahead not in walls and ahead not in seen:
                    seen.add(ahead)
                    queue.append(ahead)
        return None

    @cached_property
    def _open(self) -> frozenset[Square]:
        """The squares with no wall at all on some side: few, but looked up for every square."""
        width, height = self.level.width, self.level.height
        found: set[Square] = set()
        for row in range(height):
            left, right = self._rows.get(row, (width, width))
            start = row * width
            found.update(range(start, start + left), range(start + right + 1, start + width))
        for column in range(width):
            top, bottom = self._columns.get(column, (height, height))
            found.update(range(column, top * width, width))
            found.update(range(column + (bottom + 1) * width, height * width, width))
        return frozenset(found)


def _extents(pairs: Iterable[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """For each first number, the least and the greatest second number that goes with it. Those of
    each first number must come in ascending order."""
    least: dict[int, int] = {}
    greatest: dict[int, int] = {}
    for line, place in pairs:
        least.setdefault(line, place)
        greatest[line] = place
    return {line: (place, greatest[line]) for line, place in least.items()}
