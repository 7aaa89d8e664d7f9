"""Rings that several squares share, and lines that lead from square to square."""

from __future__ import annotations

import itertools

from game.board.square_marks import AROUND, NOWHERE
from game.looks.theme import Color, Theme
from game.widgets.canvas import Canvas, Point

RING, RING_RADIUS = 0.07, 0.20
LINE, HEAD, GAP = 0.07, 0.24, 0.24
BADGE = 0.17

PULSE_STEPS, SWELLING = 4, 0.06
"""How many widths a ring swells through, and how much it grows to either side, in squares."""

_SIDES = (0, 2, 4, 6)
"""The bits of the neighbors above, right, below and left."""


def paint_shared_ring(canvas: Canvas, color: Color, beside: int, swelling: int = 0) -> None:
    """The part of a ring that lies on one square; ``beside``: a bit for each neighbor in it."""
    grown = SWELLING * swelling / PULSE_STEPS
    line = max(canvas.thick(RING), 2 / canvas.unit) + 2 * grown
    if not beside:
        side = 1 + 2 * grown
        canvas.ring((-grown, -grown, side, side), color, RING_RADIUS + grown, line)
        return
    near = line / 2 - grown
    for turn, bit in enumerate(_SIDES):
        if not beside >> bit & 1:
            start = 0.0 if beside >> (bit + 6) % 8 & 1 else near + RING_RADIUS
            end = 1.0 if beside >> (bit + 2) % 8 & 1 else 1 - near - RING_RADIUS
            canvas.path([_turned((start, near), turn), _turned((end, near), turn)], color, line)
        _paint_corner(canvas, color, turn, beside, (near, line))


def _paint_corner(
    canvas: Canvas, color: Color, turn: int, beside: int, measures: tuple[float, float]
) -> None:
    """The corner after a side, clockwise: round where the ring turns, square where it bends in."""
    near, line = measures
    bit = _SIDES[turn]
    here, following = beside >> bit & 1, beside >> (bit + 2) % 8 & 1
    if not here and not following:
        center = _turned((1 - near - RING_RADIUS, near + RING_RADIUS), turn)
        start = -90 + 90 * turn
        canvas.arc(center, RING_RADIUS, (start, start + 90), color, line)
    elif here and following and not beside >> (bit + 1) % 8 & 1:
        bend = [(1 - near, 0.0), (1 - near, near), (1.0, near)]
        canvas.path([_turned(point, turn) for point in bend], color, line)


def _turned(point: Point, quarters: int) -> Point:
    """A point of the square after this many quarter turns clockwise around its middle."""
    x, y = point
    for _ in range(quarters):
        x, y = 1 - y, x
    return x, y


def paint_badge(canvas: Canvas, theme: Theme) -> None:
    """An exclamation mark at the upper right corner."""
    center = (0.93, 0.07)
    canvas.circle(center, BADGE, theme.danger)
    ink = theme.outside
    canvas.path([(0.93, -0.02), (0.93, 0.08)], ink, canvas.thick(0.05))
    canvas.circle((0.93, 0.155), max(0.03, 0.7 / canvas.unit), ink)


def paint_broken_ring(canvas: Canvas, color: Color) -> None:
    """A ring around one square with a gap in each side, for what was wrong."""
    line = max(canvas.thick(RING), 2 / canvas.unit)
    near, far = line / 2, 1 - line / 2
    for turn in range(len(_SIDES)):
        for start, end in ((near + RING_RADIUS, 0.5 - GAP / 2), (0.5 + GAP / 2, far - RING_RADIUS)):
            canvas.path([_turned((start, near), turn), _turned((end, near), turn)], color, line)
        center = _turned((far - RING_RADIUS, near + RING_RADIUS), turn)
        canvas.arc(center, RING_RADIUS, (-90 + 90 * turn, 90 * turn), color, line)


def paint_way(canvas: Canvas, color: Color, code: int, *, is_broken: bool = False) -> None:
    """A piece of a line from the square before to the square after, with a head at the end."""
    before, after = divmod(code, NOWHERE + 1)
    middle = (0.5, 0.5)
    if after == NOWHERE:
        if before != NOWHERE:
            _paint_head(canvas, color, before)
        return
    points = [middle, _edge(after)]
    if before != NOWHERE:
        points.insert(0, _edge(before))
    if is_broken:
        for (x, y), (to_x, to_y) in itertools.pairwise(points):
            part = (to_x - x) * GAP, (to_y - y) * GAP
            ends = [(x + part[0], y + part[1]), (to_x - part[0], to_y - part[1])]
            canvas.path(ends, color, canvas.thick(LINE, 1.5))
        return
    canvas.path(points, color, canvas.thick(LINE, 1.5))


def _edge(way: int) -> Point:
    dx, dy = AROUND[way]
    return 0.5 + dx / 2, 0.5 + dy / 2


def _paint_head(canvas: Canvas, color: Color, before: int) -> None:
    """The arrow that comes from the square before and ends at the rim of the ghost."""
    dx, dy = AROUND[before]
    tip = (0.5 + dx * 0.18, 0.5 + dy * 0.18)
    foot = (tip[0] + dx * HEAD, tip[1] + dy * HEAD)
    canvas.path([_edge(before), foot], color, canvas.thick(LINE, 1.5))
    across, down = -dy * HEAD * 0.62, dx * HEAD * 0.62
    sides = [(foot[0] + way * across, foot[1] + way * down) for way in (1, -1)]
    canvas.polygon([tip, *sides], color)
