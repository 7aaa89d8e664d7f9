"""Small pictures of levels: drawn when they come into sight, a few per frame, and kept."""

from __future__ import annotations

import itertools
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from typing import NamedTuple

import pygame
from pygame import SRCALPHA, Rect, Surface

from game.board.pieces import DETAIL_FROM
from game.board.sprites import Sprites
from game.board.wall_tiles import FRONT, RADIUS
from game.looks.theme import Color, Theme
from game.widgets.canvas import Canvas, put
from game.widgets.layout import SCALING
from levels.level import Direction, FloorPlan, Level

LARGEST_SQUARE = DETAIL_FROM - 1
"""Points, for each whole unit of the scale: a thumbnail has the pieces of a small board, and where
everything is drawn twice as large, all of them are larger."""

LEAST_FOR_PIECES = 4
"""Pixels per square below which pieces are plain dots."""

KEPT = 1500
"""How many thumbnails are kept: at some 60 kB each, less than 100 MB. Fewer if they are larger."""

FRAME_SECONDS = 0.005
"""How much of a frame may go into new thumbnails."""

_OUTSIDE, _FLOOR_A, _FLOOR_B, _WALL = range(4)


class PictureWish(NamedTuple):
    """A thumbnail that is wanted: what it is kept under, and how large it may be."""

    key: Hashable
    size: tuple[int, int]
    load: Callable[[], Level | None]
    scale: float = 1.0
    """pixels per unit of the interface"""


class Thumbnails:
    """The pictures that have been drawn, in one theme."""

    def __init__(self, theme: Theme, clock: Callable[[], float] = time.perf_counter) -> None:
        self._theme = theme
        self._clock = clock
        self._kept: OrderedDict[Hashable, Surface] = OrderedDict()
        self._sprites: dict[int, Sprites] = {}
        self._wishes: dict[Hashable, PictureWish] = {}

    def get(self, wish: PictureWish) -> Surface | None:
        """The picture, or None if it is still to be drawn: it is then wished for."""
        key = (wish.key, wish.size)
        found = self._kept.get(key)
        if found is None:
            self._wishes[key] = wish
        else:
            self._kept.move_to_end(key)
        return found

    @property
    def is_waiting(self) -> bool:
        """Whether there is something to draw."""
        return bool(self._wishes)

    def forget(self) -> None:
        """Draw all of them anew: what they are kept under may stand for other levels now."""
        self._kept.clear()

    def forget_wishes(self) -> None:
        """What was wished for may have gone out of sight."""
        self._wishes.clear()

    def draw_some(self, seconds: float = FRAME_SECONDS) -> bool:
        """Draw wishes until the time is up; whether there were any."""
        has_drawn = False
        end = self._clock() + seconds
        while self._wishes and (not has_drawn or self._clock() < end):
            key = next(iter(self._wishes))
            wish = self._wishes.pop(key)
            level = wish.load()
            picture = self._paint(level, wish) if level else Surface((1, 1), SRCALPHA)
            self._kept[key] = picture
            has_drawn = True
            while len(self._kept) > KEPT / max(wish.scale, SCALING.display) ** 2:
                self._kept.popitem(last=False)
        return has_drawn

    def _paint(self, level: Level, wish: PictureWish) -> Surface:
        size = wish.size
        largest = round(LARGEST_SQUARE * max(SCALING.display, int(wish.scale)))
        square = min(size[0] // level.width, size[1] // level.height, largest)
        if square < 1:
            return _shrunk(self._picture(level, 2), size)
        return self._picture(level, square)

    def _picture(self, level: Level, square: int) -> Surface:
        picture = paint_room(level, self._theme, square)
        if square < LEAST_FOR_PIECES:
            _paint_dots(picture, level, self._theme, square)
            return picture
        if square not in self._sprites:
            self._sprites[square] = Sprites(self._theme, square)
        _paint_pieces(picture, level, self._sprites[square])
        return picture


def _shrunk(picture: Surface, size: tuple[int, int]) -> Surface:
    """A board with more squares than there are pixels."""
    share = min(size[0] / picture.get_width(), size[1] / picture.get_height())
    width, height = (max(1, int(side * share)) for side in picture.get_size())
    return pygame.transform.smoothscale(picture.convert_alpha(), (width, height))


# --- the room --------------------------------------------------------------------------------


def paint_room(plan: FloorPlan, theme: Theme, square: int) -> Surface:
    """Walls and floor alone: every square is one byte at first, so that large rooms are fast."""
    rows = _rows(plan)
    flat = pygame.image.frombytes(b"".join(rows), (plan.width, plan.height), "P")
    palette: list[Color] = [(0, 0, 0), theme.floor_a, theme.floor_b, theme.wall_top]
    flat.set_palette([color[:3] for color in palette])
    flat.set_colorkey(_OUTSIDE)
    picture = Surface((plan.width * square, plan.height * square), SRCALPHA)
    picture.blit(pygame.transform.scale(flat, picture.get_size()), (0, 0))
    if theme.is_flat:
        _paint_edges(picture, rows, theme, square)
    else:
        _paint_faces(picture, rows, theme, square)
    return picture


def _rows(plan: FloorPlan) -> list[bytes]:
    squares = bytearray(plan.width * plan.height)
    for square in plan.floor:
        row, column = divmod(square, plan.width)
        squares[square] = _FLOOR_A if (row + column) % 2 == 0 else _FLOOR_B
    for square in plan.walls:
        squares[square] = _WALL
    return [
        bytes(squares[start : start + plan.width]) for start in range(0, len(squares), plan.width)
    ]


def _paint_faces(picture: Surface, rows: list[bytes], theme: Theme, square: int) -> None:
    """The front face where no wall lies below, the lit edge where none lies above, and corners."""
    nothing = bytes(len(rows[0]))
    front = max(1, round(FRONT * square))
    for number, row in enumerate(rows):
        above = rows[number - 1] if number else nothing
        below = rows[number + 1] if number + 1 < len(rows) else nothing
        for start, length in _runs(row, below):
            place = Rect(start * square, (number + 1) * square - front, length * square, front)
            picture.fill(theme.wall_front, place)
        for start, length in _runs(row, above):
            picture.fill(theme.wall_lit, (start * square, number * square, length * square, 1))
    if square >= 2 * LEAST_FOR_PIECES:
        _round_corners(picture, rows, square)


def _runs(row: bytes, other: bytes) -> Iterator[tuple[int, int]]:
    """The runs of walls in a row that meet no walls in the other row."""
    bare = bytes(mine == _WALL and its != _WALL for mine, its in zip(row, other, strict=True))
    start = 0
    for is_bare, run in itertools.groupby(bare):
        length = len(list(run))
        if is_bare:
            yield start, length
        start += length


def _round_corners(picture: Surface, rows: list[bytes], square: int) -> None:
    """Round off the outer corners of the walls."""
    radius = max(1, round(RADIUS * square))
    bites = _bites(radius)
    air = bytes(len(rows[0]) + 2)
    wide = [air, *(b"\0" + row + b"\0" for row in rows), air]
    for y, (above, here, below) in enumerate(zip(wide, wide[1:], wide[2:], strict=False)):
        for x in range(1, len(here) - 1):
            if here[x] != _WALL:
                continue
            for down, other in enumerate((above, below)):
                for right, beside in enumerate((x - 1, x + 1)):
                    if here[beside] == other[x] == other[beside] == _OUTSIDE:
                        place = (
                            (x - 1) * square + right * (square - radius),
                            y * square + down * (square - radius),
                        )
                        mode = pygame.BLEND_RGBA_MULT
                        picture.blit(bites[down][right], place, special_flags=mode)


def _bites(radius: int) -> list[list[Surface]]:
    """What is left of a corner, top left first: rows of two, white in a quarter of a circle."""
    canvas = Canvas((2 * radius, 2 * radius), 1)
    canvas.circle((radius, radius), radius, (255, 255, 255))
    disk = canvas.picture()
    return [
        [disk.subsurface((right * radius, down * radius, radius, radius)) for right in (0, 1)]
        for down in (0, 1)
    ]


def _paint_edges(picture: Surface, rows: list[bytes], theme: Theme, square: int) -> None:
    """High contrast: an outline wherever wall meets something else."""
    edge = theme.wall_edge
    if edge is None or square < LEAST_FOR_PIECES:
        return
    columns = [bytes(column) for column in zip(*rows, strict=True)]
    for lines, is_row in ((rows, True), (columns, False)):
        nothing = bytes(len(lines[0]))
        for number, line in enumerate(lines):
            before = lines[number - 1] if number else nothing
            after = lines[number + 1] if number + 1 < len(lines) else nothing
            for other, at in ((before, 0), (after, square - 1)):
                for start, length in _runs(line, other):
                    along, across = start * square, number * square + at
                    picture.fill(
                        edge,
                        (along, across, length * square, 1)
                        if is_row
                        else (across, along, 1, length * square),
                    )


# --- the pieces ------------------------------------------------------------------------------


def _paint_pieces(picture: Surface, level: Level, sprites: Sprites) -> None:
    def draw(square: int, sprite: Surface) -> None:
        x, y = level.column_and_row(square)
        put(picture, sprite, (x * sprites.square - sprites.pad, y * sprites.square - sprites.pad))

    for goal in level.goals - level.boxes:
        draw(goal, sprites.goal(goal == level.pusher))
    for box in sorted(level.boxes):
        draw(box, sprites.box(float(box in level.goals)))
    draw(level.pusher, sprites.pusher(Direction.DOWN))


def _paint_dots(picture: Surface, level: Level, theme: Theme, square: int) -> None:
    kinds = (
        (level.goals - level.boxes, theme.goal),
        (level.boxes - level.goals, theme.box_top),
        (level.boxes & level.goals, theme.seat_top),
        (frozenset((level.pusher,)), theme.pusher_body),
    )
    for squares, color in kinds:
        for each in squares:
            x, y = level.column_and_row(each)
            picture.fill(color, (x * square, y * square, square, square))
