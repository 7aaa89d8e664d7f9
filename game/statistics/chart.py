"""The chart of what was solved or lost: a bar for each day, week or month."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from game.looks.theme import mix
from game.widgets.brush import Box, Brush
from game.widgets.buttons import Attention, Clickable, Hits
from game.widgets.text import CAPTION

LINES = 4
STEPS = 1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000
"""Round numbers of levels from one line to the next."""

LEFT, RIGHT, TOP, FOOT = 40.0, 14.0, 16.0, 28.0
"""Units around the bars."""

GAP = 0.28
"""How much of the room of a bar is between it and the next."""

CHOSEN, HOVERED = 0.14, 0.06
"""How much of the text's color lights up the ground of a bar."""


@dataclass(frozen=True)
class ChartBar(Clickable):
    """A bar, by how many periods ago it was."""

    is_button = False
    back: int


@dataclass(frozen=True)
class Bar:
    """What a bar shows."""

    back: int
    whole: float
    """levels solved, or pushes lost in a game on average"""
    at_par: int
    """how many of those levels"""
    label: str


def draw_bars(
    brush: Brush, box: Box, bars: Sequence[Bar], chosen: int, attention: Attention
) -> Hits:
    """The bars, the earliest first, over lines with their numbers."""
    theme = brush.theme
    brush.rounded(box, theme.field, 8)
    if theme.is_flat:
        brush.rounded(box, theme.line, 8, 1)
    x, y, width, height = box
    plot = (x + LEFT, y + TOP, width - LEFT - RIGHT, height - TOP - FOOT)
    step = _step(max((bar.whole for bar in bars), default=0))
    hits: Hits = {}
    room = plot[2] / len(bars)
    for number, bar in enumerate(bars):
        hit, band = ChartBar(bar.back), (plot[0] + number * room, y + 6, room, height - 12)
        hits[hit] = brush.rect(band)
        light = CHOSEN if bar.back == chosen else HOVERED if hit == attention.hover else 0.0
        if light:
            brush.rounded(band, mix(theme.field, theme.text, light), 4)
    _draw_lines(brush, plot, step)
    for number, bar in enumerate(bars):
        left = plot[0] + number * room
        place = (left + room * GAP / 2, plot[1], room * (1 - GAP), plot[3])
        _draw_bar(brush, place, bar, LINES * step)
        middle = min(max(left + room / 2, plot[0] + 14), x + width - 20)
        under = (middle, y + height - 13)
        brush.text(under, bar.label, CAPTION, theme.text_2, "SemiBold", "center")
    return hits


def _step(most: float) -> int:
    """A round number from one line to the next, so that the highest bar fits."""
    step = next((each for each in STEPS if each * LINES >= most), None)
    return step or ceil(most / (LINES * 10_000)) * 10_000


def _draw_lines(brush: Brush, plot: Box, step: int) -> None:
    theme, (left, top, width, height) = brush.theme, plot
    for number in range(LINES + 1):
        y = top + height * (1 - number / LINES)
        brush.hairline((left, y, width, 1 / brush.scale), mix(theme.field, theme.line, 0.7))
        brush.text((left - 8, y), str(number * step), CAPTION, theme.text_3, "SemiBold", "right")


def _draw_bar(brush: Brush, place: Box, bar: Bar, full: int) -> None:
    theme, (left, top, width, height) = brush.theme, place
    whole, at_par = (height * part / full for part in (bar.whole, bar.at_par))
    if not bar.whole:
        return
    foot = top + height
    whole = max(whole, 2.0)
    radius = min(3.0, width / 3)
    brush.rounded((left, foot - whole, width, whole), theme.accent, radius)
    if at_par:
        brush.rounded((left, foot - max(at_par, 2.0), width, max(at_par, 2.0)), theme.proof, radius)
