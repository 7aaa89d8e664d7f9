"""What never moves on a board: background, floor, walls, and the shadows of the room."""

from __future__ import annotations

import math

import pygame
from pygame import SRCALPHA, Rect, Surface

from game.theme import Theme, with_alpha
from game.view.canvas import premultiplied, put
from game.view.pieces import DETAIL_FROM
from game.view.wall_tiles import CORNERS, Surroundings, WallTiles
from levels.level import Level

WIDE_BLUR, WIDE_DOWN, WIDE_STRENGTH = 0.30, 0.22, 0.55
"""The wide shadow that lifts the room off the background, in squares."""

COARSE = 8
"""Pixels a square at which the wide shadow is computed."""


def draw_room(
    surface: Surface, level: Level, theme: Theme, tiles: WallTiles, origin: tuple[int, int]
) -> None:
    """Fill a surface with the part of a room that it shows; the grid begins at `origin`."""
    surface.fill(theme.outside)
    if not theme.is_flat and tiles.square >= DETAIL_FROM:
        _wide_shadow(surface, level, theme, tiles.square, origin)
    for column, row in _seen(surface, level, tiles.square, origin):
        place = (origin[0] + column * tiles.square, origin[1] + row * tiles.square)
        _draw_square(surface, level, theme, tiles, (column, row), place)


def _seen(
    surface: Surface, level: Level, square: int, origin: tuple[int, int]
) -> list[tuple[int, int]]:
    """Columns and rows of the squares that lie on the surface, one more all round for fillets."""
    columns = range(max(-1, -origin[0] // square - 1),
                    min(level.width + 1, (surface.get_width() - origin[0]) // square + 1))
    rows = range(max(-1, -origin[1] // square - 1),
                 min(level.height + 1, (surface.get_height() - origin[1]) // square + 1))
    return [(column, row) for row in rows for column in columns]


def _draw_square(
    surface: Surface, level: Level, theme: Theme, tiles: WallTiles,
    at: tuple[int, int], place: tuple[int, int],
) -> None:
    column, row = at
    here = _is_wall(level, column, row)
    floored = _is_floor(level, column, row)
    color = theme.floor_a if (column + row) % 2 == 0 else theme.floor_b
    if floored:
        surface.fill(color, (*place, tiles.square, tiles.square))
    for corner, (dx, dy) in enumerate(CORNERS):
        beside = _is_wall(level, column + dx, row)
        along = _is_wall(level, column, row + dy)
        across = _is_wall(level, column + dx, row + dy)
        x, y = tiles.place(corner)
        shaded = floored
        if here and not (beside or along or across):
            shaded = _is_floor(level, column + dx, row + dy)
        if not (here or floored or (beside and along)):
            continue
        quarter = tiles.quarter(Surroundings(here, beside, along, across, shaded), corner)
        spot = (place[0] + x, place[1] + y)
        if here and shaded:  # floor shows at the round corner of a wall that stands in a room
            surface.fill(color, Rect(spot, quarter.get_size()))
        put(surface, quarter, spot)


def _is_wall(level: Level, column: int, row: int) -> bool:
    inside = 0 <= column < level.width and 0 <= row < level.height
    return inside and row * level.width + column in level.walls


def _is_floor(level: Level, column: int, row: int) -> bool:
    inside = 0 <= column < level.width and 0 <= row < level.height
    return inside and row * level.width + column in level.floor


def _wide_shadow(
    surface: Surface, level: Level, theme: Theme, square: int, origin: tuple[int, int]
) -> None:
    """Drawn coarsely for the part that is seen, blurred, and scaled up."""
    pad = 2
    view = surface.get_rect().move(-origin[0], -origin[1])
    left, top = (math.floor(side / square) - pad for side in view.topleft)
    columns = math.ceil(view.right / square) + pad - left
    rows = math.ceil(view.bottom / square) + pad - top
    coarse = Surface((columns * COARSE, rows * COARSE), SRCALPHA)
    for row in range(max(0, top), min(level.height, top + rows)):
        for column in range(max(0, left), min(level.width, left + columns)):
            if _is_wall(level, column, row) or _is_floor(level, column, row):
                place = ((column - left) * COARSE, (row - top) * COARSE, COARSE, COARSE)
                coarse.fill((255, 255, 255, 255), place)
    coarse = pygame.transform.gaussian_blur(coarse, round(WIDE_BLUR * COARSE))
    dark = premultiplied(with_alpha(theme.shadow, WIDE_STRENGTH))
    coarse.fill(dark, special_flags=pygame.BLEND_RGBA_MULT)
    shadow = pygame.transform.smoothscale(coarse, (columns * square, rows * square))
    put(surface, shadow, (origin[0] + left * square,
                          origin[1] + top * square + round(WIDE_DOWN * square)))
