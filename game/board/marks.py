"""Marks on squares: rings, ways, where a box can go and at what cost, dead squares."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping

from pygame import Surface

from game.board.celebration import FLASH_STEPS
from game.board.heat import heat_color, heat_ink
from game.board.picture import HEAT_BUCKETS, MarkKind, SquareMark
from game.board.pieces import (
    BOX_HEIGHT,
    BOX_LEFT,
    BOX_LID,
    BOX_RADIUS,
    BOX_TOP,
    BOX_WIDTH,
    paint_flash,
)
from game.board.rings import paint_badge, paint_broken_ring, paint_shared_ring, paint_way
from game.board.sprites import PAD
from game.looks.theme import Color, Theme, contrast, mix, with_alpha
from game.widgets.canvas import Canvas, Point, put
from game.widgets.text import Style, draw_text, measure

RING, HOVER_RING, RING_RADIUS = 0.07, 0.035, 0.20
HATCH, HATCH_INSET = 0.036, 0.16
HATCHES = (-0.48, -0.24, 0.0, 0.24, 0.48)
"""How far each of the five strokes lies from the diagonal."""

FIGURE, LEAST_FIGURE = 0.27, 11
"""The size of figures in squares, and the pixels below which there are none."""

BADGE, TAG, TICKET = 0.27, 0.22, 0.29
"""The radius of the disc around a figure, on a box and in a corner, and half of the side of a
ticket, whose figures may have two digits."""

_FIELD, FIELD_RADIUS = (0.03, 0.03, 0.94, 0.94), 0.10
DOT = 0.07
CROSS, CROSSED = 0.085, (0.79, 0.79)
"""Half of the side of a cross, and where it stands."""
MIDDLE, KIND = (0.5, 0.5), (0.21, 0.20)
"""Where most figures stand, and where the kind of a corral does: a goal may be in the middle."""
CORNER, TAGGED, TICKETED = (0.18, 0.82), (0.75, 0.25), (0.33, 0.67)
"""Where a dot stands beside a number, and where a price and a toll do: a goal may have both."""
GOAL_GROUND = 0.44
"""Half of the diamond of plain floor under a goal in a heat map."""
GHOST, GHOST_STROKE, DASHES, DASHED = 0.34, 0.045, 16, 0.58

_NUMBERS = (MarkKind.FIGURE, MarkKind.GOAL_FIGURE, MarkKind.BADGE, MarkKind.PRICE, MarkKind.TOLL)
"""Marks whose figure is their number."""
_WRITTEN_ONLY = (*_NUMBERS, MarkKind.GOAL_COUNT)
"""Marks that are nothing without their number."""

_DISCS = {MarkKind.BADGE: BADGE, MarkKind.PRICE: TAG, MarkKind.TOLL: TICKET}
"""Half of the size of the discs and tickets that figures stand in."""

_WHERE = {MarkKind.CORRAL: KIND, MarkKind.PRICE: TAGGED, MarkKind.TOLL: TICKETED}
"""Where figures stand, if not in the middle."""

_UNDER_GOALS, _UNDER_FIGURES, _UNDER_PIECES, _OVER_ALL = -2.0, -0.75, -0.5, 1e6

DEPTHS = {
    MarkKind.REACH: _UNDER_GOALS,
    MarkKind.DEAD: _UNDER_GOALS,
    MarkKind.FIGURE: _UNDER_PIECES,
    MarkKind.GOAL_FIGURE: _UNDER_PIECES,
    MarkKind.STEP: _UNDER_PIECES,
    MarkKind.END: _UNDER_PIECES,
    MarkKind.GHOST: _UNDER_FIGURES,
    MarkKind.HOVER: _OVER_ALL,
    MarkKind.HELD: _OVER_ALL,
    MarkKind.WAY: _UNDER_PIECES,
    MarkKind.MISTAKE: _OVER_ALL,
    MarkKind.MISTAKE_WAY: _UNDER_PIECES,
    MarkKind.ROOM: _UNDER_GOALS,
    MarkKind.TUNNEL: _UNDER_GOALS,
    MarkKind.CORRAL: _UNDER_GOALS,
    MarkKind.ZONE: _UNDER_GOALS,
    MarkKind.HEAT: _UNDER_GOALS,
    MarkKind.GOAL_HEAT: _UNDER_GOALS,
    MarkKind.GOAL_COUNT: _UNDER_PIECES,
    MarkKind.ENTRANCE: _UNDER_PIECES,
    MarkKind.FENCE: _OVER_ALL,
    MarkKind.FROZEN: _OVER_ALL,
    MarkKind.BADGE: _OVER_ALL + 1,
    MarkKind.PRICE: _OVER_ALL + 1,
    MarkKind.TOLL: _OVER_ALL + 1,
    MarkKind.NEXT_BOX: _OVER_ALL,
    MarkKind.FLASH: _OVER_ALL,
    MarkKind.STUCK: _OVER_ALL,
    MarkKind.ALERT: _OVER_ALL + 1,
    MarkKind.CUT_OFF: _OVER_ALL,
}
"""Where marks lie between goals at -1 and pieces at their row."""


class MarkSprites:
    """Marks at one size of a square, each drawn when first wanted, and kept."""

    def __init__(self, theme: Theme, square: int, *, always_writes: bool = False) -> None:
        """Figures are left out where they would be small, unless it ``always_writes``."""
        self._theme = theme
        self._square = square
        self._always_writes = always_writes
        self._pad = math.ceil(PAD * square)
        self._kept: dict[tuple[MarkKind, int], Surface | None] = {}

    def picture(self, mark: SquareMark) -> Surface | None:
        """The mark with the same air around its square as a piece; None if it is too small."""
        key = (mark.kind, mark.figure)
        if key not in self._kept:
            self._kept[key] = self._painted(mark)
        return self._kept[key]

    def _painted(self, mark: SquareMark) -> Surface | None:
        words, ink = _written(mark, self._theme)
        can_write = self._always_writes or self._has_room(mark.kind, words)
        if mark.kind in _WRITTEN_ONLY and not can_write:
            return None
        side = self._square + 2 * self._pad
        canvas = Canvas((side, side), self._square, (self._pad, self._pad))
        paint = _PAINTERS.get(mark.kind)
        if paint is not None:
            paint(canvas, self._theme, mark.figure)
        picture = canvas.picture()
        if words and can_write:
            self._write(picture, words, ink, _WHERE.get(mark.kind, MIDDLE))
        return picture

    def _has_room(self, kind: MarkKind, words: str) -> bool:
        """Whether figures can be read; those in a disc may be larger than the square asks for."""
        if kind in _DISCS:
            inside = 2 * _DISCS[kind] * self._square - 2
            return measure(words, self._style) <= inside and inside >= LEAST_FIGURE
        return FIGURE * self._square >= LEAST_FIGURE

    @property
    def _style(self) -> Style:
        return Style(max(LEAST_FIGURE, FIGURE * self._square), "SemiBold", tabular=True)

    def _write(self, picture: Surface, figures: str, ink: Color, where: Point) -> None:
        layer = Surface(picture.get_size(), picture.get_flags(), picture)
        layer.fill((*ink[:3], 0))
        place = (self._pad + where[0] * self._square, self._pad + where[1] * self._square)
        draw_text(layer, place, figures, self._style, ink, "center")
        put(picture, layer.premul_alpha(), (0, 0))


def _written(mark: SquareMark, theme: Theme) -> tuple[str, Color]:
    """What is written on a mark, and in which color."""
    if mark.kind in _NUMBERS:
        return str(mark.figure), theme.text
    match mark.kind:
        case MarkKind.HEAT | MarkKind.GOAL_COUNT:
            pushes, bucket = divmod(mark.figure, HEAT_BUCKETS)
            return str(pushes), heat_ink(theme, bucket / (HEAT_BUCKETS - 1))
        case MarkKind.CORRAL:
            return ("", "I", "PI")[mark.figure], theme.text
    return "", theme.text


def _heat(theme: Theme, figure: int) -> Color:
    return heat_color(theme, figure % HEAT_BUCKETS / (HEAT_BUCKETS - 1))


def _paint_heat(canvas: Canvas, theme: Theme, figure: int) -> None:
    canvas.rect(*_FIELD, _heat(theme, figure), FIELD_RADIUS)


def _paint_goal_heat(canvas: Canvas, theme: Theme, figure: int) -> None:
    """The goal keeps its own ground, so that it stands out from every color of the map."""
    _paint_heat(canvas, theme, figure)
    canvas.diamond((0.5, 0.5), GOAL_GROUND, theme.floor_a)


def _paint_goal_count(canvas: Canvas, theme: Theme, figure: int) -> None:
    canvas.circle((0.5, 0.5), 0.22, _heat(theme, figure))


def _paint_badge(canvas: Canvas, theme: Theme, _: int) -> None:
    canvas.circle((0.5, 0.48), BADGE, theme.field)
    canvas.circle((0.5, 0.48), BADGE, theme.text, canvas.thick(0.035))


def _paint_price(canvas: Canvas, theme: Theme, _: int) -> None:
    canvas.circle(TAGGED, TAG, theme.field)
    canvas.circle(TAGGED, TAG, theme.proof, canvas.thick(0.035))


def _paint_toll(canvas: Canvas, theme: Theme, _: int) -> None:
    left, top, side = TICKETED[0] - TICKET, TICKETED[1] - TICKET, 2 * TICKET
    canvas.rect(left, top, side, side, theme.field, FIELD_RADIUS)
    canvas.ring((left, top, side, side), theme.info, FIELD_RADIUS, canvas.thick(0.035))


def _paint_area(canvas: Canvas, color: Color, share: float) -> None:
    canvas.rect(*_FIELD, with_alpha(color, share), FIELD_RADIUS)


def _paint_outlined(canvas: Canvas, color: Color, share: float) -> None:
    """An area whose squares stand out from floor of any color."""
    _paint_area(canvas, color, share)
    canvas.ring(_FIELD, color, FIELD_RADIUS, canvas.thick(HOVER_RING))


def _paint_corral(canvas: Canvas, theme: Theme, kind: int) -> None:
    _paint_outlined(canvas, (theme.text_3, theme.info, theme.proof)[kind], 0.35)


def _paint_field(canvas: Canvas, theme: Theme, _: int) -> None:
    _paint_area(canvas, theme.accent, 0.20)
    if theme.is_flat:
        _paint_ring(canvas, theme.accent, HOVER_RING)
    elif FIGURE * canvas.unit < LEAST_FIGURE:  # no figure on it says so
        canvas.circle((0.5, 0.5), max(DOT, 1.5 / canvas.unit), theme.accent)


def _paint_step(canvas: Canvas, theme: Theme, is_beside: int) -> None:
    """A dot; where numbers stand in the middle, in a corner and on a ground of its own."""
    radius = max(DOT, 1.5 / canvas.unit)
    if is_beside:
        canvas.circle(CORNER, 1.5 * radius, theme.field)
    canvas.circle(CORNER if is_beside else (0.5, 0.5), radius, theme.info)


def _paint_end(canvas: Canvas, theme: Theme, _: int) -> None:
    _paint_ring(canvas, theme.info, HOVER_RING)
    _paint_step(canvas, theme, 0)


def _paint_goal_figure(canvas: Canvas, theme: Theme, _: int) -> None:
    """Only a ground for the figure, so that the goal does not show through."""
    canvas.circle((0.5, 0.5), 0.2, mix(theme.floor_a, theme.accent, 0.2))


def _paint_ring(canvas: Canvas, color: tuple[int, ...], stroke: float) -> None:
    red, green, blue = color[:3]
    line = max(canvas.thick(stroke), 2 / canvas.unit if stroke == RING else 0)
    canvas.ring((0, 0, 1, 1), (red, green, blue), RING_RADIUS, line)


def _paint_hatch(canvas: Canvas, theme: Theme, _: int) -> None:
    """Five strokes, on lines x + y = 1 - k clipped to the square less its margin."""
    color = with_alpha(theme.danger, 0.75)
    for shift in HATCHES:
        start = max(HATCH_INSET, HATCH_INSET - shift)
        end = min(1 - HATCH_INSET, 1 - HATCH_INSET - shift)
        ends = [(start, 1 - start - shift), (end, 1 - end - shift)]
        canvas.path(ends, color, canvas.thick(HATCH))


def _paint_frozen(canvas: Canvas, theme: Theme, beside: int) -> None:
    """A ring, and a cross at the lower right, which no other ring has."""
    paint_shared_ring(canvas, theme.info, beside)
    x, y = CROSSED
    canvas.circle(CROSSED, 2 * CROSS, theme.field)
    for way in (1, -1):
        ends = [(x - CROSS, y - way * CROSS), (x + CROSS, y + way * CROSS)]
        canvas.path(ends, theme.info, canvas.thick(RING))


def _paint_ghost(canvas: Canvas, theme: Theme, _: int) -> None:
    """A box that is not there yet: a dashed outline and a third of its color."""
    x, y, width, height = BOX_LEFT, BOX_TOP, BOX_WIDTH, BOX_LID + BOX_HEIGHT
    canvas.rect(x, y, width, height, with_alpha(theme.box_top, GHOST), BOX_RADIUS)
    outline = _outline(x, y, width, height)
    ink = max(theme.box_rim, theme.box_front, key=lambda color: contrast(color, theme.floor_a))
    dash = len(outline) // DASHES
    for first in range(0, dash * DASHES, dash):
        stops = outline[first : first + round(dash * DASHED) + 1]
        canvas.path(stops, ink, canvas.thick(GHOST_STROKE, 1.4))


def _outline(x: float, y: float, width: float, height: float) -> list[Point]:
    """Points along a rectangle with round corners, evenly spaced."""
    radius, count = BOX_RADIUS, 16 * DASHES
    corners = (
        (x + width - radius, y + radius, -90), (x + width - radius, y + height - radius, 0),
        (x + radius, y + height - radius, 90), (x + radius, y + radius, 180),
    )  # fmt: skip
    rough: list[Point] = []
    for center_x, center_y, start in corners:
        for angle in range(start, start + 91, 10):
            turn = math.radians(angle)
            rough.append((center_x + radius * math.cos(turn), center_y + radius * math.sin(turn)))
    rough.append(rough[0])
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(rough)]
    spacing = sum(lengths) / count
    points: list[Point] = []
    left = 0.0
    for (start_at, end_at), length in zip(itertools.pairwise(rough), lengths, strict=True):
        while left < length and len(points) < count:
            share = left / length
            points.append(
                (
                    start_at[0] + (end_at[0] - start_at[0]) * share,
                    start_at[1] + (end_at[1] - start_at[1]) * share,
                )
            )
            left += spacing
        left -= length
    return points


_PAINTERS: Mapping[MarkKind, Callable[[Canvas, Theme, int], None]] = {
    MarkKind.REACH: _paint_field,
    MarkKind.GOAL_FIGURE: _paint_goal_figure,
    MarkKind.DEAD: _paint_hatch,
    MarkKind.STEP: _paint_step,
    MarkKind.END: _paint_end,
    MarkKind.HOVER: lambda canvas, theme, _: _paint_ring(canvas, theme.text, HOVER_RING),
    MarkKind.HELD: lambda canvas, theme, _: _paint_ring(canvas, theme.text, RING),
    MarkKind.GHOST: _paint_ghost,
    MarkKind.HEAT: _paint_heat,
    MarkKind.GOAL_HEAT: _paint_goal_heat,
    MarkKind.GOAL_COUNT: _paint_goal_count,
    MarkKind.BADGE: _paint_badge,
    MarkKind.PRICE: _paint_price,
    MarkKind.TOLL: _paint_toll,
    MarkKind.CORRAL: _paint_corral,
    MarkKind.ZONE: lambda canvas, theme, _: _paint_outlined(canvas, theme.accent, 0.24),
    MarkKind.ROOM: lambda canvas, theme, odd: _paint_area(
        canvas, theme.text if odd else theme.accent, 0.16
    ),
    MarkKind.TUNNEL: lambda canvas, theme, _: _paint_outlined(canvas, theme.info, 0.40),
    MarkKind.ENTRANCE: lambda canvas, theme, _: _paint_ring(canvas, theme.info, RING),
    MarkKind.FENCE: lambda canvas, theme, beside: paint_shared_ring(canvas, theme.proof, beside),
    MarkKind.FROZEN: _paint_frozen,
    MarkKind.STUCK: lambda canvas, theme, figure: paint_shared_ring(
        canvas, theme.danger, figure & 0xFF, figure >> 8
    ),
    MarkKind.NEXT_BOX: lambda canvas, theme, beside: paint_shared_ring(canvas, theme.proof, beside),
    MarkKind.ALERT: lambda canvas, theme, _: paint_badge(canvas, theme),
    MarkKind.CUT_OFF: lambda canvas, theme, _: paint_broken_ring(canvas, theme.danger),
    MarkKind.FLASH: lambda canvas, theme, steps: paint_flash(canvas, theme, steps / FLASH_STEPS),
    MarkKind.WAY: lambda canvas, theme, ways: paint_way(canvas, theme.proof, ways),
    MarkKind.MISTAKE: lambda canvas, theme, _: paint_broken_ring(canvas, theme.danger),
    MarkKind.MISTAKE_WAY: lambda canvas, theme, ways: paint_way(
        canvas, theme.danger, ways, is_broken=True
    ),
}
"""How each kind is drawn; the last number is the figure of the mark."""
