"""Walls and their shadows, in quarters of a square.

What a quarter of a square looks like depends only on the square itself and on the three
neighbors at that corner: beside, above or below, and across. So one picture for each of these
few cases builds a room of any size, and two that meet always fit.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pygame
from pygame import BLEND_RGBA_MIN, BLEND_RGBA_SUB, SRCALPHA, Rect, Surface

from game.board.pieces import DETAIL_FROM
from game.looks.theme import Color, Theme, mix, with_alpha
from game.widgets.canvas import premultiplied, put

RADIUS, FILLET, FRONT, LIT, RIM = 0.18, 0.10, 0.17, 0.040, 0.14
SHADOW_DOWN, SHADOW_RIGHT, SHADOW_BLUR = 0.13, 0.05, 0.11
SHADOW_GRAIN = 36
"""Pixels per square at which shadows are blurred, at most."""

FLAT_STROKE = 1 / 16
REACH = 0.5
"""How far around a square its shadows and edges depend on others, in squares."""

CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
"""The quarters of a square: which way each one lies from the middle."""

WHITE = (255, 255, 255, 255)


def _samples(square: int) -> int:
    """How many times as large walls are drawn; large squares need it less."""
    return 4 if square <= 64 else 3


class Surroundings(NamedTuple):
    """Which squares at a corner are wall: the square itself, beside, above or below, across."""

    here: bool
    beside: bool
    along: bool
    across: bool
    shaded: bool
    """Whether walls cast their shadow here: on the floor, never outside the room."""


class WallTiles:
    """The quarters at one size of a square, each drawn when first wanted."""

    def __init__(self, theme: Theme, square: int) -> None:
        self.theme = theme
        self.square = square
        self.squares: dict[tuple[bytes, int], Surface] = {}
        """whole squares, by what they and their neighbors are and which of two floors they have"""
        self._kept: dict[Surroundings, tuple[Surface, ...]] = {}
        half = square // 2
        self._quarters = [
            Rect(
                0 if dx < 0 else half,
                0 if dy < 0 else half,
                half if dx < 0 else square - half,
                half if dy < 0 else square - half,
            )
            for dx, dy in CORNERS
        ]

    def place(self, corner: int) -> tuple[int, int]:
        """Where in its square the quarter lies."""
        return self._quarters[corner].topleft

    def quarter(self, around: Surroundings, corner: int) -> Surface:
        if around not in self._kept:
            whole = (_flat_square if self.theme.is_flat else _lit_square)(
                self.theme, self.square, around
            )
            self._kept[around] = tuple(whole.subsurface(part) for part in self._quarters)
        return self._kept[around][corner]


def _lit_square(theme: Theme, square: int, around: Surroundings) -> Surface:
    """A square that looks the same from all four corners; only its quarters are used."""
    detailed = square >= DETAIL_FROM
    mask = _mask(square, around, detailed)
    layers = [*_shapes(theme, mask, square, detailed)]
    picture = Surface(mask.get_size(), SRCALPHA)
    if detailed and around.shaded:
        put(picture, _shadow(theme, mask, square), (0, 0))
    for layer, color in layers:
        layer.fill(premultiplied(color), special_flags=pygame.BLEND_RGBA_MULT)
        put(picture, layer, (0, 0))
    samples = _samples(square)
    edge, side = round(REACH * square) * samples, square * samples
    middle = picture.subsurface(Rect(edge, edge, side, side))
    return pygame.transform.smoothscale(middle, (square, square))


def _mask(square: int, around: Surroundings, detailed: bool) -> Surface:
    """White where there is wall: outer corners rounded, inner corners filleted."""
    large = square * _samples(square)
    edge = round(REACH * square) * _samples(square)
    mask = Surface((large + 2 * edge, large + 2 * edge), SRCALPHA)
    for x, y in product((-1, 0, 1), repeat=2):
        if _is_wall(around, x, y):
            box = Rect(edge + x * large, edge + y * large, large, large)
            radii = [_radius(around, x, y, corner, large) for corner in CORNERS]
            pygame.draw.rect(mask, WHITE, box, 0, 0, *radii)
    if detailed:
        for x, y in product((-1, 0, 1), repeat=2):
            for corner in CORNERS:
                _fillet(mask, around, (x, y), corner, edge)
    return mask


def _is_wall(around: Surroundings, x: int, y: int) -> bool:
    """Whether a square is wall, in a neighborhood that all four corners see alike."""
    x, y = abs(x), abs(y)
    if x > 1 or y > 1:
        return _is_wall(around, min(x, 1), min(y, 1))
    return (around.here, around.beside, around.along, around.across)[x + 2 * y]


def _radius(around: Surroundings, x: int, y: int, corner: tuple[int, int], large: int) -> int:
    dx, dy = corner
    meets = any(_is_wall(around, x + i, y + j) for i, j in ((dx, 0), (0, dy), (dx, dy)))
    return 0 if meets else round(RADIUS * large)


def _fillet(
    mask: Surface, around: Surroundings, at: tuple[int, int], corner: tuple[int, int], edge: int
) -> None:
    """Fill the corner of a free square between two walls."""
    (x, y), (dx, dy) = at, corner
    if _is_wall(around, x, y) or not (_is_wall(around, x + dx, y) and _is_wall(around, x, y + dy)):
        return
    large = mask.get_width() - 2 * edge
    side = round(FILLET * large)
    piece = Surface((side, side), SRCALPHA)
    piece.fill(WHITE)
    pygame.draw.circle(piece, (0, 0, 0, 0), (side if dx < 0 else 0, side if dy < 0 else 0), side)
    left = edge + x * large + (0 if dx < 0 else large - side)
    top = edge + y * large + (0 if dy < 0 else large - side)
    mask.blit(piece, (left, top))


def _shapes(
    theme: Theme, mask: Surface, square: int, detailed: bool
) -> list[tuple[Surface, Color]]:
    """The front faces, the flat top over them, its deeper middle, and its lit edges."""
    samples = _samples(square)
    large = square * samples
    top = _both(mask, [(0, -round(FRONT * square) * samples)])
    thick = max(samples, round(LIT * large))
    side = _without(top, (thick // 2, thick // 2))
    lit = _without(top, (0, thick))
    shapes: list[tuple[Surface, Color]] = [(mask, theme.wall_front), (top, theme.wall_top)]
    if detailed:
        rim = round(RIM * large)
        inner = _both(_both(top, [(-rim, 0), (rim, 0)]), [(0, -rim), (0, rim)])
        shapes.append((inner, mix(theme.wall_top, theme.wall_front, 0.30)))
    shapes.append((side, with_alpha(theme.wall_lit, 0.45)))
    shapes.append((lit, theme.wall_lit))
    return shapes


def _both(mask: Surface, ways: list[tuple[int, int]]) -> Surface:
    """Where there is wall, both as it is and after moving it each of these ways.

    Moving leaves a seam at the picture's edge, which is cut off in the end.
    """
    result = mask.copy()
    for way in ways:
        result.blit(mask, way, special_flags=BLEND_RGBA_MIN)
    return result


def _without(mask: Surface, way: tuple[int, int]) -> Surface:
    """Where there is wall, but not after moving it that way."""
    result = mask.copy()
    result.blit(mask, way, special_flags=BLEND_RGBA_SUB)
    return result


def _shadow(theme: Theme, mask: Surface, square: int) -> Surface:
    """Blurred at a moderate size: it is smooth anyway."""
    grain = min(square, SHADOW_GRAIN)
    size = round(mask.get_width() / (square * _samples(square)) * grain)
    small = pygame.transform.smoothscale(mask, (size, size))
    small = pygame.transform.gaussian_blur(small, max(1, round(SHADOW_BLUR * grain)))
    small.fill(premultiplied(theme.shadow), special_flags=pygame.BLEND_RGBA_MULT)
    shadow = Surface(mask.get_size(), SRCALPHA)
    large = square * _samples(square)
    shadow.blit(
        pygame.transform.smoothscale(small, mask.get_size()),
        (round(SHADOW_RIGHT * large), round(SHADOW_DOWN * large)),
    )
    return shadow


def _flat_square(theme: Theme, square: int, around: Surroundings) -> Surface:
    """High contrast: gray masses with an outline wherever wall meets something else."""
    picture = Surface((square, square), SRCALPHA)
    if not around.here or theme.wall_edge is None:
        return picture
    picture.fill(theme.wall_top)
    line = max(2, round(square * FLAT_STROKE))
    for dx, dy in CORNERS:
        left, top = (0 if way < 0 else square - line for way in (dx, dy))
        if not around.beside:
            picture.fill(theme.wall_edge, (left, 0, line, square))
        if not around.along:
            picture.fill(theme.wall_edge, (0, top, square, line))
        if not around.across:
            picture.fill(theme.wall_edge, (left, top, line, line))
    return picture
