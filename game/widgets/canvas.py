"""A small supersampled canvas: fractions of a unit in, a crisp picture out.

Shapes are drawn several times as large as they will be and then scaled down. All pictures have
premultiplied alpha, or scaling them would darken every edge: `put` blits them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import pygame
from pygame import BLEND_PREMULTIPLIED, SRCALPHA, Rect, Surface

from game.looks.theme import Color

Point: TypeAlias = tuple[float, float]
Paint: TypeAlias = tuple[int, int, int, int]
Draw: TypeAlias = Callable[[Surface, tuple[int, int], Paint], object]
"""Puts a shape on a surface whose top left corner is at the given place."""

SAMPLES = 4


def put(surface: Surface, picture: Surface, place: tuple[int, int] | Rect) -> None:
    """Blit a picture that came from a canvas."""
    surface.blit(picture, place, special_flags=BLEND_PREMULTIPLIED)


def premultiplied(color: Color) -> Paint:
    """The color with its red, green and blue scaled by its opacity."""
    alpha = color[3] if len(color) == 4 else 255
    red, green, blue = (round(part * alpha / 255) for part in color[:3])
    return red, green, blue, alpha


class Canvas:
    """A picture of `size` pixels on which one unit is `unit` pixels long.

    `origin` says at which pixel the point 0, 0 of all shapes is.
    """

    def __init__(
        self,
        size: tuple[int, int],
        unit: float,
        origin: tuple[int, int] = (0, 0),
        samples: int = SAMPLES,
    ) -> None:
        self.size = (max(1, size[0]), max(1, size[1]))
        self.unit = unit
        self._k = unit * samples
        self._origin = (origin[0] * samples, origin[1] * samples)
        self._surface = Surface((self.size[0] * samples, self.size[1] * samples), SRCALPHA)

    def picture(self) -> Surface:
        """The finished picture."""
        return pygame.transform.smoothscale(self._surface, self.size)

    def thick(self, stroke: float, least: float = 1.2) -> float:
        """A stroke in units that is never thinner than `least` physical pixels."""
        return max(stroke, least / self.unit)

    # --- shapes ----------------------------------------------------------------------------
    def rect(
        self, x: float, y: float, width: float, height: float, color: Color, radius: float = 0.0
    ) -> None:
        box = self._box(x, y, width, height)
        corner = round(radius * self._k) or -1
        self._paint(
            box,
            color,
            lambda on, at, paint: pygame.draw.rect(
                on, paint, box.move(-at[0], -at[1]), border_radius=corner
            ),
        )

    def ring(
        self, box: tuple[float, float, float, float], color: Color, radius: float, stroke: float
    ) -> None:
        """The outline of a rounded rectangle, inside it."""
        frame = self._box(*box)
        line = max(1, round(stroke * self._k))
        corner = round(radius * self._k) or -1
        self._paint(
            frame,
            color,
            lambda on, at, paint: pygame.draw.rect(
                on, paint, frame.move(-at[0], -at[1]), line, corner
            ),
        )

    def circle(self, center: Point, radius: float, color: Color, stroke: float = 0.0) -> None:
        """Filled, or an outline whose middle runs along the radius."""
        x, y = self._at(center)
        reach = (radius + stroke / 2) * self._k
        line = max(1, round(stroke * self._k)) if stroke else 0
        bounds = _bounds([(x - reach, y - reach), (x + reach, y + reach)])
        self._paint(
            bounds,
            color,
            lambda on, at, paint: pygame.draw.circle(
                on, paint, (x - at[0], y - at[1]), reach, line
            ),
        )

    def polygon(self, points: Iterable[Point], color: Color) -> None:
        corners = [self._at(point) for point in points]
        self._paint(
            _bounds(corners),
            color,
            lambda on, at, paint: pygame.draw.polygon(
                on, paint, [(x - at[0], y - at[1]) for x, y in corners]
            ),
        )

    def path(
        self, points: Sequence[Point], color: Color, stroke: float, closed: bool = False
    ) -> None:
        """A line through all points with round joints and ends."""
        stops = [self._at(point) for point in points]
        if closed:
            stops.append(stops[0])
        half = stroke * self._k / 2
        bounds = _bounds(stops).inflate(2 * math.ceil(half) + 2, 2 * math.ceil(half) + 2)

        def draw(on: Surface, at: tuple[int, int], paint: Paint) -> None:
            local = [(x - at[0], y - at[1]) for x, y in stops]
            for start, end in itertools.pairwise(local):
                if start != end:
                    pygame.draw.polygon(on, paint, _bar(start, end, half))
            for stop in local:
                pygame.draw.circle(on, paint, stop, half)

        self._paint(bounds, color, draw)

    def arc(
        self, center: Point, radius: float, angles: tuple[float, float], color: Color, stroke: float
    ) -> None:
        """Part of a circle, angles in degrees from the right, clockwise."""
        start, end = angles
        count = max(8, int(abs(end - start) / 5))
        turns = (math.radians(start + (end - start) * i / count) for i in range(count + 1))
        points = [
            (center[0] + radius * math.cos(t), center[1] + radius * math.sin(t)) for t in turns
        ]
        self.path(points, color, stroke)

    def diamond(self, center: Point, half: float, color: Color, stroke: float = 0.0) -> None:
        x, y = center
        points = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
        if stroke:
            self.path(points, color, stroke, closed=True)
        else:
            self.polygon(points, color)

    def soft(
        self, box: tuple[float, float, float, float], color: Color, radius: float, blur: float
    ) -> None:
        """A blurred rounded rectangle: every shadow is one."""
        pad = 3 * blur
        grain = 4 / blur  # pixels a unit while blurring: smooth anyway, so it can be coarse
        size = (math.ceil((box[2] + 2 * pad) * grain), math.ceil((box[3] + 2 * pad) * grain))
        layer = Surface(size, SRCALPHA)
        pygame.draw.rect(
            layer,
            (255, 255, 255, 255),
            Rect(
                round(pad * grain), round(pad * grain), round(box[2] * grain), round(box[3] * grain)
            ),
            border_radius=round(radius * grain),
        )
        layer = pygame.transform.gaussian_blur(layer, max(1, round(blur * grain)))
        layer.fill(premultiplied(color), special_flags=pygame.BLEND_RGBA_MULT)
        large = (round(size[0] * self._k / grain), round(size[1] * self._k / grain))
        left, top = self._at((box[0] - pad, box[1] - pad))
        put(self._surface, pygame.transform.smoothscale(layer, large), (round(left), round(top)))

    def _at(self, point: Point) -> Point:
        return point[0] * self._k + self._origin[0], point[1] * self._k + self._origin[1]

    def _box(self, x: float, y: float, width: float, height: float) -> Rect:
        left, top = (round(part) for part in self._at((x, y)))
        right, bottom = (round(part) for part in self._at((x + width, y + height)))
        return Rect(left, top, right - left, bottom - top)

    def _paint(self, bounds: Rect, color: Color, draw: Draw) -> None:
        """Draw straight, or through a layer if the color is translucent."""
        paint = premultiplied(color)
        if paint[3] == 255:
            draw(self._surface, (0, 0), paint)
        elif paint[3]:
            around = bounds.inflate(4, 4)
            layer = Surface(around.size, SRCALPHA)
            draw(layer, around.topleft, paint)
            put(self._surface, layer, around)


def _bounds(points: Sequence[Point]) -> Rect:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = math.floor(min(xs)), math.floor(min(ys))
    return Rect(left, top, math.ceil(max(xs)) - left + 1, math.ceil(max(ys)) - top + 1)


def _bar(start: Point, end: Point, half: float) -> list[Point]:
    """The rectangle of a line that is twice `half` thick."""
    length = math.dist(start, end)
    dx = -(end[1] - start[1]) / length * half
    dy = (end[0] - start[0]) / length * half
    return [
        (start[0] + dx, start[1] + dy),
        (end[0] + dx, end[1] + dy),
        (end[0] - dx, end[1] - dy),
        (start[0] - dx, start[1] - dy),
    ]
