"""A short list over the browser, beside the mouse or in the middle: what it looks like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from pygame import Rect, Surface

from game.browser.layout import lay_out_browser
from game.looks.theme import Theme, mix
from game.widgets.brush import Brush
from game.widgets.buttons import Attention, Clickable, Hits
from game.widgets.text import BODY

WIDTH, ROW, HEAD, EDGE, MARGIN = 340, 40, 40, 8, 12
ICON, WORDS = 22, 46


@dataclass(frozen=True)
class ChoiceRow(Clickable):
    """Takes an entry of the list, by its number."""

    is_button = False
    number: int


@dataclass(frozen=True)
class Choice:
    """An entry of the list; `hint` is the key that does the same."""

    words: str
    icon: str
    hint: str = ""


@dataclass(frozen=True)
class ChoiceList:
    """All that is to be seen: the entries from `first` on, as many as there is room for."""

    heading: str
    choices: Sequence[Choice]
    chosen: int
    first: int
    corner: tuple[int, int] | None
    """where the mouse asked for it; None: in the middle of the window"""


def list_place(size: tuple[int, int], found: ChoiceList) -> Rect:
    """Where the list is, in physical pixels."""
    layout = lay_out_browser(size)
    scale, window = layout.scale, layout.window
    rows = rows_seen(size, len(found.choices))
    place = Rect(
        0, 0, round(min(WIDTH * scale, window.width)), ceil((HEAD + rows * ROW + EDGE) * scale)
    )
    if found.corner is None:
        place.center = window.center
    else:
        place.topleft = found.corner
    return place.clamp(window.inflate(-round(MARGIN * scale), -round(MARGIN * scale)))


def rows_seen(size: tuple[int, int], count: int) -> int:
    """How many entries of so many are seen at once."""
    layout = lay_out_browser(size)
    room = layout.window.height / layout.scale - 2 * MARGIN - HEAD - EDGE
    return max(1, min(count, int(room // ROW)))


def draw_choices(surface: Surface, theme: Theme, found: ChoiceList, attention: Attention) -> Hits:
    """Draw the list; what can be clicked."""
    size = surface.get_size()
    brush = Brush(surface, theme, lay_out_browser(size).scale, list_place(size, found))
    brush.panel((0, 0, brush.width, brush.height))
    heading = brush.fitted(found.heading, BODY, "Bold", brush.width - 2 * WORDS / 2)
    brush.text((ICON - 8, HEAD / 2 + 1), heading, BODY, theme.text, "Bold")
    hits: Hits = {}
    seen = rows_seen(size, len(found.choices))
    for place, number in enumerate(range(found.first, found.first + seen)):
        box = (EDGE, HEAD + place * ROW, brush.width - 2 * EDGE, ROW - 2)
        hits[ChoiceRow(number)] = brush.rect(box)
        _draw_row(brush, box, found, number, attention)
    if seen < len(found.choices):
        length = max(24.0, seen * ROW * seen / len(found.choices))
        top = HEAD + (seen * ROW - length) * found.first / (len(found.choices) - seen)
        color = mix(theme.panel, theme.text, 0.30)
        brush.rounded((brush.width - 6, top, 4, length), color, 2)
    return hits


def _draw_row(
    brush: Brush, box: tuple[float, float, float, float], found: ChoiceList, number: int,
    attention: Attention,
) -> None:  # fmt: skip
    theme, choice = brush.theme, found.choices[number]
    left, top, width, height = box
    is_chosen = number == found.chosen
    if is_chosen:
        brush.rounded(box, theme.accent_fill, 8)
    elif attention.hover == ChoiceRow(number):
        brush.rounded(box, theme.raised, 8)
    ink = theme.on_accent if is_chosen else theme.text
    middle = top + height / 2
    brush.icon(choice.icon, (left + ICON - 4, middle), 18, ink)
    key = brush.key_width(choice.hint) if choice.hint else 0
    words = brush.fitted(choice.words, BODY, "SemiBold", width - WORDS - key - 16)
    brush.text((left + WORDS - 8, middle), words, BODY, ink, "SemiBold")
    if choice.hint:
        brush.key((left + width - key - 8, middle), choice.hint, ink if is_chosen else None)
