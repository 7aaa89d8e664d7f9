"""What never moves on a board: background, floor, walls, and the shadows of the room."""

from __future__ import annotations

import math

import pygame
from pygame import SRCALPHA, Rect, Surface

from game.board.camera import SMALLEST_SQUARE, Place
from game.board.glyphs import WALL, glyph
from game.board.pieces import DETAIL_FROM
from game.board.thumbnails import paint_room
from game.board.wall_tiles import CORNERS, Surroundings, WallTiles
from game.looks.theme import Theme, with_alpha
from game.widgets.canvas import premultiplied, put
from levels.level import FloorPlan

WIDE_BLUR, WIDE_DOWN, WIDE_STRENGTH = 0.30, 0.22, 0.55
"""The wide shadow that lifts the room off the background, in squares."""

COARSE = 8
"""Pixels per square at which the wide shadow is computed."""

SHADOW_REACH = 2
"""How far from what is drawn a square can be and cast its wide shadow there, in squares."""

_OUTSIDE, _FLOOR, _WALL = range(3)
_CORNER_OF_NINE = {(-1, -1): 0, (1, -1): 2, (-1, 1): 6, (1, 1): 8}
"""Where the square across each corner is, among a square and its neighbors in reading order."""


class RoomPlan:
    """A level as one byte per square: outside, floor or wall. Beyond its edges all is outside."""

    def __init__(self, plan: FloorPlan) -> None:
        kinds = bytearray(plan.width * plan.height)
        for squares, kind in ((plan.floor, _FLOOR), (plan.walls, _WALL)):
            for square in squares:
                kinds[square] = kind
        width = plan.width
        self._width = width
        self._rows = [bytes(kinds[start : start + width]) for start in range(0, len(kinds), width)]

    def window(self, left: int, top: int, columns: int, rows: int) -> list[bytes]:
        """A rectangle of the plan, which may reach beyond its edges."""
        before = bytes(max(0, min(columns, -left)))
        after = bytes(max(0, min(columns, left + columns - self._width)))
        first, last = max(0, left), max(0, left + columns)
        air = bytes(columns)
        return [
            before + self._rows[row][first:last] + after if 0 <= row < len(self._rows) else air
            for row in range(top, top + rows)
        ]


class RoomDrawing:
    """Draws a room at one size of its squares.

    What a square looks like depends on its neighbors alone, so the few different pictures are
    kept with those of walls, for other rooms as well.
    """

    def __init__(self, plan: FloorPlan, theme: Theme, tiles: WallTiles) -> None:
        self._theme = theme
        self.tiles = tiles
        self._square = tiles.square
        self._plan = RoomPlan(plan)
        self._kept = tiles.squares
        self._small = None
        if self._square < SMALLEST_SQUARE:
            self._small = paint_room(plan, theme, self._square)

    def draw(self, surface: Surface, origin: tuple[int, int]) -> None:
        """Fill a surface with the part of the room that it shows; the grid begins at `origin`."""
        theme, square = self._theme, self._square
        surface.fill(theme.outside)
        if self._small is not None:
            surface.blit(self._small, origin)
            return
        # One more all around for fillets, and one for what they depend on.
        left, top = (-start // square - 2 for start in origin)
        columns = (surface.get_width() - 1 - origin[0]) // square + 3 - left
        rows = (surface.get_height() - 1 - origin[1]) // square + 3 - top
        window = self._plan.window(left, top, columns, rows)
        if not theme.is_flat and not theme.characters and square >= DETAIL_FROM:
            self._draw_wide_shadow(surface, origin)
        for y, (above, here, below) in enumerate(zip(window, window[1:], window[2:], strict=False)):
            row = top + 1 + y
            for x in range(columns - 2):
                nine = above[x : x + 3] + here[x : x + 3] + below[x : x + 3]
                if any(nine):
                    column = left + 1 + x
                    place = (origin[0] + column * square, origin[1] + row * square)
                    self._put_square(surface, nine, (column + row) % 2, place)

    def _put_square(
        self, surface: Surface, nine: bytes, parity: int, place: tuple[int, int]
    ) -> None:
        picture = self._kept.get((nine, parity))
        if picture is None:
            picture = self._paint_square(nine, parity)
            is_inside = _OUTSIDE not in nine and not self._theme.characters
            if is_inside or nine[4] == _FLOOR:  # then nothing shines through
                solid = Surface(picture.get_size(), 0, surface)
                put(solid, picture, (0, 0))
                picture = solid
            self._kept[nine, parity] = picture
        if picture.get_flags() & SRCALPHA:
            put(surface, picture, place)
        else:
            surface.blit(picture, place)

    def _paint_square(self, nine: bytes, parity: int) -> Surface:
        """A square, given it and its neighbors in reading order."""
        theme, square = self._theme, self._square
        picture = Surface((square, square), SRCALPHA)
        is_wall, is_floor = nine[4] == _WALL, nine[4] == _FLOOR
        color = theme.floor_b if parity else theme.floor_a
        if is_floor:
            picture.fill(color)
        if theme.characters:
            if is_wall:
                put(picture, glyph(WALL, square, theme.wall_top), (0, 0))
            return picture
        for corner, (dx, dy) in enumerate(CORNERS):
            diagonal = nine[_CORNER_OF_NINE[dx, dy]]
            beside, along = nine[4 + dx] == _WALL, nine[4 + 3 * dy] == _WALL
            across = diagonal == _WALL
            shaded = is_floor
            if is_wall and not (beside or along or across):
                shaded = diagonal == _FLOOR
            if not (is_wall or is_floor or (beside and along)):
                continue
            around = Surroundings(is_wall, beside, along, across, shaded)
            quarter, place = self.tiles.quarter(around, corner), self.tiles.place(corner)
            if is_wall and shaded:  # floor shows at the round corner of a wall in a room
                picture.fill(color, Rect(place, quarter.get_size()))
            put(picture, quarter, place)
        return picture

    def _draw_wide_shadow(self, surface: Surface, origin: tuple[int, int]) -> None:
        """Drawn coarsely for the part that is seen, blurred, and scaled up."""
        square, theme = self._square, self._theme
        view = surface.get_rect().move(-origin[0], -origin[1])
        left, top = (math.floor(side / square) - SHADOW_REACH for side in view.topleft)
        columns = math.ceil(view.right / square) + SHADOW_REACH - left
        rows = math.ceil(view.bottom / square) + SHADOW_REACH - top
        window = b"".join(self._plan.window(left, top, columns, rows))
        if _OUTSIDE not in window:
            return
        flat = pygame.image.frombytes(window, (columns, rows), "P")
        flat.set_palette([(0, 0, 0), (255, 255, 255), (255, 255, 255)])
        flat.set_colorkey(_OUTSIDE)
        coarse = Surface((columns * COARSE, rows * COARSE), SRCALPHA)
        coarse.blit(pygame.transform.scale(flat, coarse.get_size()), (0, 0))
        coarse = pygame.transform.gaussian_blur(coarse, round(WIDE_BLUR * COARSE))
        dark = premultiplied(with_alpha(theme.shadow, WIDE_STRENGTH))
        coarse.fill(dark, special_flags=pygame.BLEND_RGBA_MULT)
        shadow = pygame.transform.smoothscale(coarse, (columns * square, rows * square))
        down = round(WIDE_DOWN * square)
        put(surface, shadow, (origin[0] + left * square, origin[1] + top * square + down))


class RoomPicture:
    """The part of a room that a stage shows, kept: if it moves a little, only its edges are new."""

    def __init__(self, room: RoomDrawing, stage: Rect, place: Place, like: Surface) -> None:
        self.room = room
        self._stage = stage
        self._place = place
        self.surface = Surface((max(1, stage.width), max(1, stage.height)), 0, like)
        self._draw(self.surface.get_rect())

    def shows(self, room: RoomDrawing, stage: Rect) -> bool:
        """Whether it is a picture of that room, for that stage."""
        return room is self.room and stage == self._stage

    def go_to(self, place: Place) -> None:
        """Show the part that is seen when the first square begins elsewhere."""
        dx, dy = place.left - self._place.left, place.top - self._place.top
        if not dx and not dy:
            return
        self._place = place
        whole = self.surface.get_rect()
        if abs(dx) >= whole.width or abs(dy) >= whole.height:
            self._draw(whole)
            return
        self.surface.scroll(dx, dy)
        if dx:
            self._draw(Rect(0 if dx > 0 else whole.width + dx, 0, abs(dx), whole.height))
        if dy:
            self._draw(Rect(0, 0 if dy > 0 else whole.height + dy, whole.width, abs(dy)))

    def _draw(self, part: Rect) -> None:
        origin = (
            self._place.left - self._stage.left - part.left,
            self._place.top - self._stage.top - part.top,
        )
        self.room.draw(self.surface.subsurface(part), origin)
