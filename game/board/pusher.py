"""The pusher, drawn on a canvas whose unit is one square: a circle that looks where it goes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from game.board.pieces import BLACK, DETAIL_FROM, WHITE
from game.looks.theme import Theme, mix, with_alpha
from game.widgets.canvas import Canvas, Point
from levels.level import Direction

BODY_RADIUS, HEAD_RADIUS, HAND_RADIUS = 0.315, 0.215, 0.085
CENTER = (0.5, 0.48)
STRIDE = 0.15

Local: TypeAlias = Callable[[float, float], Point]
"""A place this far ahead of the pusher's center and this far to its right."""


def paint_pusher(canvas: Canvas, theme: Theme, facing: Direction, stride: float = 0.0) -> None:
    """Light stays above; hands, eyes and cap turn. `stride` from -1 to 1 puts a foot forward."""

    def local(ahead: float, across: float) -> Point:
        return (
            CENTER[0] + facing.dx * ahead - facing.dy * across,
            CENTER[1] + facing.dy * ahead + facing.dx * across,
        )

    detailed = canvas.unit >= DETAIL_FROM
    if detailed:
        _ground(canvas, theme, local, stride)
    _body(canvas, theme, detailed)
    if detailed:
        _hands(canvas, theme, local)
        _head(canvas, theme, local)
    else:
        canvas.circle(local(0.10, 0), 0.17, BLACK if theme.is_flat else theme.pusher_head)


def _ground(canvas: Canvas, theme: Theme, local: Local, stride: float) -> None:
    """The shadow, and the feet that show in the step cycle."""
    if not theme.is_flat:
        dark = with_alpha(theme.shadow, 1.15)
        canvas.soft((CENTER[0] - 0.28, CENTER[1] - 0.16, 0.62, 0.56), dark, 0.28, 0.06)
    for side in (-1, 1):
        x, y = local(STRIDE * stride * side - 0.07, 0.15 * side)
        canvas.circle((x, y + 0.12), 0.095, theme.pusher_eye)


def _body(canvas: Canvas, theme: Theme, detailed: bool) -> None:
    x, y = CENTER
    if theme.pusher_edge and not theme.is_flat:
        canvas.circle((x, y + 0.035), BODY_RADIUS + canvas.thick(0.045, 1.0), theme.pusher_edge)
    canvas.circle((x, y + 0.065), BODY_RADIUS, theme.pusher_shade)
    canvas.circle((x, y), BODY_RADIUS, theme.pusher_body)
    if detailed and not theme.is_flat:
        lit = mix(theme.pusher_body, WHITE, 0.38)
        canvas.arc((x, y), BODY_RADIUS - 0.028, (215, 325), lit, 0.032)


def _hands(canvas: Canvas, theme: Theme, local: Local) -> None:
    for side in (-1, 1):
        x, y = local(0.255, 0.225 * side)
        if theme.pusher_edge and not theme.is_flat:  # or pale hands are lost on a pale floor
            canvas.circle((x, y + 0.01), HAND_RADIUS + canvas.thick(0.02, 0.8), theme.pusher_edge)
        canvas.circle((x, y + 0.02), HAND_RADIUS, BLACK if theme.is_flat else theme.pusher_shade)
        canvas.circle((x, y), HAND_RADIUS - (0.02 if theme.is_flat else 0), theme.pusher_head)


def _head(canvas: Canvas, theme: Theme, local: Local) -> None:
    """A face with two eyes ahead, and a cap on the half that looks back."""
    x, y = local(0.035, 0)
    if theme.is_flat:
        canvas.circle((x, y + 0.035), HEAD_RADIUS, BLACK)
        canvas.circle((x, y), HEAD_RADIUS + 0.02, BLACK)
    else:
        canvas.circle((x, y + 0.035), HEAD_RADIUS, with_alpha(theme.pusher_shade, 0.75))
    canvas.circle((x, y), HEAD_RADIUS, theme.pusher_head)
    if not theme.is_flat:
        turns = (math.radians(angle) for angle in range(98, 264, 4))
        cap = [
            local(0.035 + HEAD_RADIUS * math.cos(turn), HEAD_RADIUS * math.sin(turn))
            for turn in turns
        ]
        canvas.polygon(cap, mix(theme.pusher_body, theme.pusher_shade, 0.35))
    for side in (-1, 1):
        canvas.circle(local(0.14, 0.082 * side), 0.034, theme.pusher_eye)
