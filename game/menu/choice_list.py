"""A short list over a scene, beside the mouse or in the middle: what it looks like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from pygame import Rect, Surface

from game.looks.theme import Theme
from game.widgets.brush import Brush
from game.widgets.buttons import Attention, Clickable, Hits
from game.widgets.layout import SCALING, PlayLayout, lay_out, reach
from game.widgets.text import BODY

WIDTH, HEAD, EDGE, MARGIN = 360, 40, 8, 12
ROW, LEAST_ROW = 40, 26
"""Rows move closer together before the list has to be scrolled."""
ICON, WORDS = 22, 46


@dataclass(frozen=True)
class ChoiceRow(Clickable):
    """Takes an entry of the list, by its number."""

    is_button = False
    number: int


@dataclass(frozen=True)
class ListEntry:
    """An entry of the list; `hint` is the key that does the same."""

    words: str
    icon: str
    hint: str = ""
    leads_on: bool = False
    """to another list"""


@dataclass(frozen=True)
class ChoiceList:
    """Everything that is shown: the entries from `first` on, as many as there is room for."""

    heading: str
    choices: Sequence[ListEntry]
    chosen: int
    first: int
    corner: tuple[int, int] | None
    """where the mouse asked for it; None: in the middle of the window"""


def list_place(size: tuple[int, int], found: ChoiceList) -> Rect:
    """Where the list is, in physical pixels."""
    layout = lay_out(size)
    scale, window = layout.scale, layout.window
    height = HEAD + rows_seen(size, found) * _row_height(layout, found) + EDGE
    place = Rect(0, 0, round(min(WIDTH * scale, window.width)), ceil(height * scale))
    if found.corner is None:
        place.center = window.center
    else:
        place.topleft = found.corner
    below = Rect(window.left, layout.top_bar.bottom, window.width, window.height)
    return place.clamp(below.clip(window).inflate(-round(MARGIN * scale), -round(MARGIN * scale)))


def rows_seen(size: tuple[int, int], found: ChoiceList) -> int:
    """How many entries are seen at once."""
    layout = lay_out(size)
    fitting = _room(layout) / _row_height(layout, found)
    return max(1, min(len(found.choices), int(fitting + 1e-6)))


def row_pixels(size: tuple[int, int], found: ChoiceList) -> float:
    """How high an entry is, in physical pixels."""
    layout = lay_out(size)
    return _row_height(layout, found) * layout.scale


def _room(layout: PlayLayout) -> float:
    """What the window has for entries below its bar, in units."""
    below = layout.window.height - layout.top_bar.height
    return below / layout.scale - MARGIN - HEAD - EDGE - 1


def _row_height(layout: PlayLayout, found: ChoiceList) -> float:
    return max(reach(LEAST_ROW), min(ROW, _room(layout) / len(found.choices)))


def draw_choices(surface: Surface, theme: Theme, found: ChoiceList, attention: Attention) -> Hits:
    """Draw the list; what can be clicked."""
    size = surface.get_size()
    brush = Brush(surface, theme, lay_out(size).scale, list_place(size, found))
    brush.panel((0, 0, brush.width, brush.height))
    heading = brush.fitted(found.heading, BODY, "Bold", brush.width - WORDS)
    brush.text((ICON - 8, HEAD / 2 + 1), heading, BODY, theme.text, "Bold")
    hits: Hits = {}
    seen, row = rows_seen(size, found), _row_height(lay_out(size), found)
    first = min(found.first, len(found.choices) - seen)  # the window may have grown since
    for place, number in enumerate(range(first, first + seen)):
        box = (EDGE, HEAD + place * row, brush.width - 2 * EDGE, row - 2)
        hits[ChoiceRow(number)] = brush.rect((*box[:3], row))
        _draw_row(brush, box, found, number, attention)
    if seen < len(found.choices):
        track = (brush.width - 6, HEAD, 4, seen * row)
        brush.thumb(track, first, seen, len(found.choices))
    return hits


def _draw_row(
    brush: Brush, box: tuple[float, float, float, float], found: ChoiceList, number: int,
    attention: Attention,
) -> None:  # fmt: skip
    theme, choice = brush.theme, found.choices[number]
    left, top, width, height = box
    is_chosen = number == found.chosen
    if is_chosen:
        brush.picked(box, 8)
    elif attention.hover == ChoiceRow(number):
        brush.rounded(box, theme.raised, 8)
    ink = theme.on_accent if is_chosen else theme.text
    middle = top + height / 2
    brush.icon(choice.icon, (left + ICON - 4, middle), 18, ink)
    hint = "" if SCALING.by_finger else choice.hint
    key = brush.key_width(hint) if hint else 0
    words = brush.fitted(choice.words, BODY, "SemiBold", width - WORDS - key - 16)
    brush.text((left + WORDS - 8, middle), words, BODY, ink, "SemiBold")
    if hint:
        brush.key((left + width - key - 8, middle), hint, ink if is_chosen else None)
    elif choice.leads_on:
        brush.icon("right", (left + width - 18, middle), 14, ink)
