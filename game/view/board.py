"""A board on the screen: the picture of a position, drawn as large as its place allows."""

from __future__ import annotations

from typing import NamedTuple

from pygame import Rect, Surface

from game.theme import Theme
from game.view.canvas import put
from game.view.layout import LARGEST_SQUARE
from game.view.marks import DEPTHS, MarkSprites
from game.view.picture import BoardPicture
from game.view.room import draw_room
from game.view.sprites import Sprites
from game.view.wall_tiles import WallTiles
from levels.level import Level, Square

SMALLEST_SQUARE = 12
"""Physical pixels: a level that would need smaller squares is shown in part."""

ZOOMED_SQUARE = 32
"""Units a square where only a part of a level is shown."""

LOOK_AHEAD = 3
"""Squares between the pusher and the edge of the part that is shown, at least."""


class Place(NamedTuple):
    """Where a board is: pixels a square, and where its first square begins in the window."""

    square: int
    left: int
    top: int


class _Mark(NamedTuple):
    """One piece as it was drawn: enough to see whether it has changed."""

    depth: float
    picture: Surface
    left: int
    top: int


class BoardView:
    """Draws boards in one theme and knows which square is where.

    Sprites and the room are drawn once for each size of a square and kept; a frame is a few
    blits. A new theme is a new BoardView.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.place = Place(SMALLEST_SQUARE, 0, 0)
        self._level: Level | None = None
        self._area = Rect(0, 0, 0, 0)
        self._stage = Rect(0, 0, 0, 0)
        self._scale = 1.0
        self._sprites = Sprites(theme, 1)
        self._mark_sprites = MarkSprites(theme, 1)
        self._tiles = WallTiles(theme, 1)
        self._room: Surface | None = None
        self._room_key: object = None
        self._drawn: list[_Mark] = []

    def draw(
        self, surface: Surface, area: Rect, picture: BoardPicture,
        stage: Rect | None = None, scale: float = 1.0,
    ) -> None:
        """Draw the whole board, fitted into `area`, on a fresh background that fills `stage`.

        With a PlayLayout: draw(surface, layout.board, picture, layout.stage, layout.scale).
        """
        self._level, self._area, self._scale = picture.level, area, scale
        self._stage = (stage or area).clip(surface.get_rect())
        self.place = self._find_place(picture)
        room = self._prepared_room(surface)
        surface.blit(room, self._stage)
        self._drawn = self._marks(picture)
        self._put(surface, self._drawn, self._stage)

    def draw_changes(self, surface: Surface, picture: BoardPicture) -> list[Rect] | None:
        """Redraw only what differs from the last picture, and say where.

        Whatever else lies over these rectangles (a sentence in a compact window, a drawer) has
        to be drawn again. Draws nothing and returns None if the level or the view has changed:
        then everything has to be drawn.
        """
        if self._room is None or not self._same_board(picture):
            return None
        marks = self._marks(picture)
        old, new = set(self._drawn), set(marks)
        changed = [
            Rect(mark.left, mark.top, *mark.picture.get_size()).clip(self._stage)
            for mark in old ^ new
        ]
        self._drawn = marks
        changed = _merged([rect for rect in changed if rect.size != (0, 0)])
        for rect in changed:
            surface.blit(self._room, rect, rect.move(-self._stage.left, -self._stage.top))
            self._put(surface, marks, rect)
        return changed

    def clear(self, surface: Surface, part: Rect) -> None:
        """Draw the background again where a part of the window lies upon it."""
        if self._room is not None:
            part = part.clip(self._stage)
            surface.blit(self._room, part, part.move(-self._stage.left, -self._stage.top))

    def square_at(self, point: tuple[int, int]) -> Square | None:
        """The square under a point of the window, None beside the board."""
        if self._level is None or not self._stage.collidepoint(point):
            return None
        column = (point[0] - self.place.left) // self.place.square
        row = (point[1] - self.place.top) // self.place.square
        if 0 <= column < self._level.width and 0 <= row < self._level.height:
            return row * self._level.width + column
        return None

    def square_rect(self, square: Square) -> Rect:
        """Where a square lies in the window."""
        width = self._level.width if self._level else 1
        row, column = divmod(square, width)
        size, left, top = self.place
        return Rect(left + column * size, top + row * size, size, size)

    # --- where the board is ------------------------------------------------------------------
    def _same_board(self, picture: BoardPicture) -> bool:
        return (
            self._level is not None and _same_room(self._level, picture.level)
            and self._find_place(picture) == self.place
        )

    def _find_place(self, picture: BoardPicture) -> Place:
        level, area = picture.level, self._area
        fit = min(area.width // level.width, area.height // level.height)
        if fit >= SMALLEST_SQUARE:
            square = min(fit, round(LARGEST_SQUARE * self._scale))
            return Place(square, area.left + (area.width - square * level.width) // 2,
                         area.top + (area.height - square * level.height) // 2)
        square = round(ZOOMED_SQUARE * self._scale)
        x, y = picture.pusher
        return Place(
            square,
            area.left + _scroll(area.width, square, level.width, x, self.place.left - area.left),
            area.top + _scroll(area.height, square, level.height, y, self.place.top - area.top),
        )

    # --- what never moves ----------------------------------------------------------------------
    def _prepared_room(self, surface: Surface) -> Surface:
        square, left, top = self.place
        level = self._level
        assert level is not None
        if self._tiles.square != square:
            self._tiles = WallTiles(self.theme, square)
            self._sprites = Sprites(self.theme, square)
            self._mark_sprites = MarkSprites(self.theme, square)
        key = (level.width, level.walls, level.floor, self.place, tuple(self._stage))
        if self._room is None or key != self._room_key:
            size = (max(1, self._stage.width), max(1, self._stage.height))
            self._room = Surface(size, 0, surface)
            origin = (left - self._stage.left, top - self._stage.top)
            draw_room(self._room, level, self.theme, self._tiles, origin)
            self._room_key = key
        return self._room

    # --- what moves ------------------------------------------------------------------------------
    def _marks(self, picture: BoardPicture) -> list[_Mark]:
        """All pieces from back to front."""
        level, sprites = picture.level, self._sprites
        px, py = picture.pusher
        marks = []
        left, top, right, bottom = self._seen()
        for goal in level.goals:
            x, y = level.column_and_row(goal)
            if left < x < right and top < y < bottom:
                stood_on = abs(x - px) < 0.5 and abs(y - py) < 0.5
                marks.append(self._mark(x, y, -1, sprites.goal(stood_on)))
        for box in picture.boxes:
            if left < box.x < right and top < box.y < bottom:
                marks.append(self._mark(box.x, box.y, box.y, sprites.box(box.seat)))
        for mark in picture.marks:
            if left < mark.column < right and top < mark.row < bottom:
                sprite = self._mark_sprites.picture(mark)
                if sprite is not None:
                    marks.append(self._mark(mark.column, mark.row, DEPTHS[mark.kind], sprite))
        lean = picture.lean
        marks.append(self._mark(
            px + picture.facing.dx * lean, py + picture.facing.dy * lean, py + 0.01,
            sprites.pusher(picture.facing, picture.stride),
        ))
        return sorted(marks, key=lambda mark: (mark.depth, mark.left))

    def _seen(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of what the stage shows, in squares, with air around."""
        square, left, top = self.place
        return ((self._stage.left - left) / square - 2, (self._stage.top - top) / square - 2,
                (self._stage.right - left) / square + 1, (self._stage.bottom - top) / square + 1)

    def _mark(self, x: float, y: float, depth: float, picture: Surface) -> _Mark:
        square, left, top = self.place
        pad = self._sprites.pad
        return _Mark(depth, picture, left + round(x * square) - pad, top + round(y * square) - pad)

    def _put(self, surface: Surface, marks: list[_Mark], part: Rect) -> None:
        """Draw the pieces as far as they lie in a part of the window."""
        before = surface.get_clip()
        surface.set_clip(part.clip(before))
        for mark in marks:
            if part.colliderect((mark.left, mark.top, *mark.picture.get_size())):
                put(surface, mark.picture, (mark.left, mark.top))
        surface.set_clip(before)


def _same_room(one: Level, other: Level) -> bool:
    return one is other or (one.width == other.width and one.walls == other.walls
                            and one.goals == other.goals)


def _scroll(space: int, square: int, count: int, pusher: float, current: int) -> int:
    """Where the first of `count` squares begins so that the pusher is seen with air around it.

    The view stays where it is as long as it can, and then moves so that the pusher is in the
    middle: a room that moved with every step would be hard to read.
    """
    if count * square <= space:
        return (space - count * square) // 2
    air = min(LOOK_AHEAD * square, space // 2 - square)
    seen = current + round(pusher * square)
    if not air <= seen <= space - air - square:
        current = round(space / 2 - (pusher + 0.5) * square)
    return max(space - count * square, min(0, current))


def _merged(rects: list[Rect]) -> list[Rect]:
    """The same area in rectangles that do not overlap."""
    merged: list[Rect] = []
    for rect in rects:
        hit = rect.collidelist(merged)
        while hit >= 0:
            rect = rect.union(merged.pop(hit))
            hit = rect.collidelist(merged)
        merged.append(rect)
    return merged
