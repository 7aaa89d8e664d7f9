"""The pieces at one size of a square: each drawn when first wanted, and kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from pygame import Surface

from game.theme import Color, Theme
from game.view.canvas import Canvas
from game.view.pieces import paint_box, paint_goal, paint_seat
from game.view.pusher import paint_pusher
from levels.level import Direction

PAD = 0.25
"""Squares around a piece for its shadow."""

SEAT_STEPS, STRIDE_STEPS = 8, 3

LEAST_SQUARE = 4
"""Pixels: pieces of smaller squares are plain dots, for a huge board seen as a whole."""


class Sprites:
    """Pictures with `pad` pixels around the square on each side, for canvas.put."""

    def __init__(self, theme: Theme, square: int) -> None:
        self.theme = theme
        self.square = square
        self.pad = math.ceil(PAD * square)
        self._kept: dict[Hashable, Surface] = {}

    def goal(self, stood_on: bool = False) -> Surface:
        theme = self.theme
        return self._sprite(
            ("goal", stood_on), theme.goal, lambda canvas: paint_goal(canvas, theme, stood_on))

    def box(self, seat: float = 0.0) -> Surface:
        """A box, or one that has turned so far into a box on its goal."""
        step, theme = round(seat * SEAT_STEPS), self.theme
        if step == 0:
            return self._sprite(
                ("box", 0), theme.box_top, lambda canvas: paint_box(canvas, theme))
        turned = step / SEAT_STEPS
        return self._sprite(
            ("box", step), theme.seat_rim, lambda canvas: paint_seat(canvas, theme, turned))

    def pusher(self, facing: Direction, stride: float = 0.0) -> Surface:
        step, theme = round(stride * STRIDE_STEPS), self.theme
        return self._sprite(
            ("pusher", facing, step), theme.pusher_body,
            lambda canvas: paint_pusher(canvas, theme, facing, step / STRIDE_STEPS))

    def _sprite(self, key: Hashable, dot: Color, paint: Callable[[Canvas], None]) -> Surface:
        """A picture that is painted once; a plain dot where there is no room for more."""
        if key not in self._kept:
            side = self.square + 2 * self.pad
            canvas = Canvas((side, side), self.square, (self.pad, self.pad))
            if self.square < LEAST_SQUARE:
                canvas.rect(0, 0, 1, 1, dot)
            else:
                paint(canvas)
            self._kept[key] = canvas.picture()
        return self._kept[key]
