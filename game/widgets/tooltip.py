"""Tooltips: what a thing without words is called, and the key that does the same."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from game.looks.theme import Theme, mix
from game.widgets.brush import KEY_HEIGHT, Brush
from game.widgets.text import SMALL

EDGE, LINE, GAP, MARGIN = 12, 19, 8, 6
"""Units: around the words, from line to line, to what is named, and to the sides of the window."""

KEY_GAP = 10
WIDEST = 300
RADIUS = 8


@dataclass(frozen=True)
class Tip:
    """What is said about something."""

    words: str
    key: str = ""


def tip_place(window: Rect, place: Rect, size: tuple[int, int], scale: float) -> Rect | None:
    """Where a tooltip of that size lies beside what it names, in pixels: below it, or above, or at
    one of its sides. None if the window has room for it only over what it names."""
    gap, margin = round(GAP * scale), round(MARGIN * scale)
    room = window.inflate(-2 * margin, -2 * margin)
    below = Rect((0, 0), size)
    below.midtop = place.centerx, place.bottom + gap
    beside = Rect((0, 0), size)
    beside.midleft = place.right + gap, place.centery
    ways = (
        below,
        below.move(0, place.top - gap - below.bottom),
        beside,
        beside.move(place.left - gap - beside.right, 0),
    )
    for way in ways:
        if way.width <= room.width and way.height <= room.height:
            inside = way.clamp(room)
            if not inside.colliderect(place):
                return inside
    return None


def tip_size(brush: Brush, tip: Tip) -> tuple[int, int]:
    """The width and the height of a tooltip in pixels."""
    lines = _lines(brush, tip)
    key = KEY_GAP + brush.key_width(tip.key) if tip.key else 0
    words = max(brush.measure(line, SMALL, "SemiBold") for line in lines)
    last = brush.measure(lines[-1], SMALL, "SemiBold") + key
    height = max(LINE * len(lines), KEY_HEIGHT) + EDGE
    return brush.rect((0, 0, max(words, last) + 2 * EDGE, height)).size


def draw_tip(surface: Surface, theme: Theme, scale: float, place: Rect, tip: Tip) -> None:
    """Draw a tooltip of `tip_size` there."""
    brush = Brush(surface, theme, scale, place)
    brush.rounded((0, 0, brush.width, brush.height), theme.panel, RADIUS)
    edge = theme.text_3 if theme.is_flat else mix(theme.line, theme.text_3, 0.4)
    brush.rounded((0, 0, brush.width, brush.height), edge, RADIUS, 1)
    lines = _lines(brush, tip)
    y = brush.height / 2 - LINE * (len(lines) - 1) / 2
    for line in lines:
        end = EDGE + brush.text((EDGE, y), line, SMALL, theme.text, "SemiBold")
        y += LINE
    if tip.key:
        brush.key((end + KEY_GAP, y - LINE), tip.key)


def _lines(brush: Brush, tip: Tip) -> list[str]:
    return brush.wrapped(tip.words, SMALL, "SemiBold", WIDEST)
