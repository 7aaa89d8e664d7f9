"""The pieces at one size of a square: each drawn when first wanted, and kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import NamedTuple

from pygame import Surface

from game.board.glyphs import BOX, GOAL, PUSHER, PUSHER_ON_GOAL, SEAT, glyph
from game.board.glyphs import LEAST_SQUARE as LEAST_GLYPH
from game.board.pieces import paint_box, paint_goal, paint_seat
from game.board.pusher import paint_pusher
from game.looks.theme import Color, Theme
from game.widgets.canvas import Canvas
from levels.level import Direction

PAD = 0.25
"""Squares around a piece for its shadow."""

SEAT_STEPS, STRIDE_STEPS = 8, 3

LEAST_SQUARE = 4
"""Pixels: pieces of smaller squares are plain dots, for a huge board seen as a whole."""


class Dot(NamedTuple):
    """What stands for a piece where it is not drawn: its character in XSB, and its color."""

    character: str
    color: Color


class Sprites:
    """Pictures with `pad` pixels around the square on each side, for canvas.put."""

    def __init__(self, theme: Theme, square: int) -> None:
        self.theme = theme
        self.square = square
        self.pad = math.ceil(PAD * square)
        self._kept: dict[Hashable, Surface] = {}

    def goal(self, stood_on: bool = False) -> Surface:
        theme = self.theme
        dot = Dot(GOAL if not stood_on else " ", theme.goal)
        return self._sprite(
            ("goal", stood_on), dot, lambda canvas: paint_goal(canvas, theme, stood_on)
        )

    def box(self, seat: float = 0.0) -> Surface:
        """A box, or one that has turned this far into a box on its goal."""
        step, theme = round(seat * SEAT_STEPS), self.theme
        if step == 0:
            return self._sprite(
                ("box", 0), Dot(BOX, theme.box_top), lambda canvas: paint_box(canvas, theme)
            )
        turned, dot = step / SEAT_STEPS, Dot(SEAT, theme.seat_rim)
        return self._sprite(("box", step), dot, lambda canvas: paint_seat(canvas, theme, turned))

    def pusher(self, facing: Direction, stride: float = 0.0, *, on_goal: bool = False) -> Surface:
        """The pusher; only in type does it look different where it stands on a goal."""
        step, theme = round(stride * STRIDE_STEPS), self.theme
        dot = Dot(PUSHER_ON_GOAL if on_goal else PUSHER, theme.pusher_body)
        return self._sprite(
            ("pusher", facing, step, on_goal and theme.characters),
            dot,
            lambda canvas: paint_pusher(canvas, theme, facing, step / STRIDE_STEPS),
        )

    def _sprite(self, key: Hashable, dot: Dot, paint: Callable[[Canvas], None]) -> Surface:
        """A picture that is painted once; a plain dot where there is no room for more."""
        if key not in self._kept:
            self._kept[key] = self._painted(dot, paint)
        return self._kept[key]

    def _painted(self, dot: Dot, paint: Callable[[Canvas], None]) -> Surface:
        if self.theme.characters and self.square >= LEAST_GLYPH:
            return glyph(dot.character, self.square, dot.color, self.pad)
        side = self.square + 2 * self.pad
        canvas = Canvas((side, side), self.square, (self.pad, self.pad))
        if self.square < LEAST_SQUARE:
            canvas.rect(0, 0, 1, 1, dot.color)
        else:
            paint(canvas)
        return canvas.picture()
