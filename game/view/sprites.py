"""The pieces at one size of a square: each drawn when first wanted, and kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from pygame import Surface

from game.theme import Theme
from game.view.canvas import Canvas
from game.view.pieces import paint_box, paint_goal, paint_seat
from game.view.pusher import paint_pusher
from levels.level import Direction

PAD = 0.25
"""Squares around a piece for its shadow."""

SEAT_STEPS, STRIDE_STEPS = 8, 3


class Sprites:
    """Pictures with `pad` pixels around the square on each side, for canvas.put."""

    def __init__(self, theme: Theme, square: int) -> None:
        self.theme = theme
        self.square = square
        self.pad = math.ceil(PAD * square)
        self._kept: dict[Hashable, Surface] = {}

    def goal(self, stood_on: bool = False) -> Surface:
        return self._sprite(
            ("goal", stood_on), lambda canvas: paint_goal(canvas, self.theme, stood_on))

    def box(self, seat: float = 0.0) -> Surface:
        """A box, or one that has turned so far into a box on its goal."""
        step = round(seat * SEAT_STEPS)
        if step == 0:
            return self._sprite(("box", 0), lambda canvas: paint_box(canvas, self.theme))
        turned = step / SEAT_STEPS
        return self._sprite(
            ("box", step), lambda canvas: paint_seat(canvas, self.theme, turned))

    def pusher(self, facing: Direction, stride: float = 0.0) -> Surface:
        step = round(stride * STRIDE_STEPS)
        return self._sprite(("pusher", facing, step), lambda canvas: paint_pusher(
            canvas, self.theme, facing, step / STRIDE_STEPS))

    def _sprite(self, key: Hashable, paint: Callable[[Canvas], None]) -> Surface:
        if key not in self._kept:
            side = self.square + 2 * self.pad
            canvas = Canvas((side, side), self.square, (self.pad, self.pad))
            paint(canvas)
            self._kept[key] = canvas.picture()
        return self._kept[key]
