"""The calendar: a month of small pictures, and the chosen day beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from pygame import Surface

from game.board.difficulty import draw_difficulty
from game.days.layout import CalendarLayout
from game.language.dates import short_weekday
from game.language.words import Words
from game.looks.theme import Color, Theme, mix, tint
from game.widgets.brush import Box, Brush, Mark
from game.widgets.buttons import (
    Attention,
    Clickable,
    Hits,
    ToolButton,
    draw_button,
    draw_icon_button,
    keyed_alike,
)
from game.widgets.head import Head, draw_head
from game.widgets.layout import reach
from game.widgets.text import BODY, CAPTION, SMALL, TITLE, Weight
from levels.language import _, pgettext

DOTS = 7
"""How many dots the ribbon has under a day that is forgiven."""
SUNDAY = 6

Ribbon = Literal["", "solved", "forgiven"]
"""What a day adds to a streak."""


@dataclass(frozen=True)
class DayHit(Clickable):
    """A day of the calendar."""

    is_button = False
    day: date


@dataclass(frozen=True)
class DayEntry:
    """A day as it is seen in the month."""

    day: date
    is_of_month: bool
    is_today: bool
    is_open: bool
    is_chosen: bool
    mark: Mark | None
    ribbon: Ribbon
    leads_on: bool
    """whether the ribbon goes on to the next day"""
    picture: Surface | None


@dataclass(frozen=True)
class DayCard:
    """The chosen day."""

    caption: str
    title: str
    marks: int
    """of difficulty; 0: none to be shown"""
    picture: Surface | None
    is_hidden: bool
    """whether its level is not to be seen yet"""
    lines: tuple[str, ...]
    mark: Mark | None
    buttons: tuple[ToolButton, ...]
    streak: Words


@dataclass(frozen=True)
class CalendarView:
    """Everything that is shown."""

    head: Head
    month: str
    arrows: tuple[ToolButton, ToolButton]
    entries: Sequence[DayEntry]
    card: DayCard
    sentence: Words


def draw_calendar(
    surface: Surface, layout: CalendarLayout, theme: Theme, view: CalendarView,
    attention: Attention,
) -> Hits:  # fmt: skip
    """Draw everything."""
    surface.fill(theme.outside)
    hits = _draw_month(Brush(surface, theme, layout.scale, layout.month), layout, view, attention)
    head = Brush(surface, theme, layout.scale, layout.head)
    hits |= draw_head(head, view.head, attention, compact=layout.compact)
    panel = Brush(surface, theme, layout.scale, layout.panel)
    hits |= _draw_card(panel, layout, view.card, attention)
    foot = Brush(surface, theme, layout.scale, layout.sentence)
    edge = 12 if layout.compact else 24
    foot.sentence((edge, foot.height / 2), view.sentence, foot.width - 2 * edge, "Bold", 8)
    return hits


# --- the month -----------------------------------------------------------------------------------


def _draw_month(
    brush: Brush, layout: CalendarLayout, view: CalendarView, attention: Attention
) -> Hits:
    theme, compact = brush.theme, layout.compact
    hits: Hits = {}
    middle = layout.title_height / 2 + (3 if compact else 2)
    side = reach(26 if compact else 34)
    size = BODY if compact else TITLE
    width = brush.measure(view.month, size, "Bold")
    center = brush.width / 2
    brush.text((center, middle), view.month, size, theme.text, "Bold", "center")
    for way, button in zip((-1, 1), view.arrows, strict=True):
        x = center + way * (max(width, 150) / 2 + 26) - side / 2
        place = (x, middle - side / 2, side, side)
        hits[button.hit] = draw_icon_button(brush, place, button, attention)
    weeks = len(view.entries) // 7
    for number, entry in enumerate(view.entries):
        box = layout.day_box(number, weeks)
        if number < 7:
            head = (box[0] + box[2] / 2, layout.top - (9 if compact else 13))
            brush.caption(head, short_weekday(number), align="center")
        hit = DayHit(entry.day)
        hits[hit] = brush.rect(box)
        _draw_entry(brush, box, entry, layout, attention.hover == hit)
    return hits


def _draw_entry(
    brush: Brush, box: Box, entry: DayEntry, layout: CalendarLayout, is_hovered: bool
) -> None:
    theme, (x, y, width, height) = brush.theme, box
    radius = 8 if layout.compact else 12
    ground = _ground(theme, entry, is_hovered)
    if ground is not None:
        brush.rounded(box, ground, radius)
    if entry.is_chosen:
        brush.rounded(box, theme.accent, radius, 2.5)
    elif entry.is_today:
        brush.rounded(box, theme.accent, radius, 1.5)
    elif ground is not None:
        brush.rounded(box, theme.line, radius, 1)
    if entry.picture is not None:
        above, below = (16, 6) if layout.compact else (28, 12)
        middle = (x, y + above, width, height - above - below)
        place = brush.rect(middle)
        brush.surface.blit(entry.picture, entry.picture.get_rect(center=place.center))
    edge, line = (7, 10) if layout.compact else (12, 17)
    ink = theme.text if entry.is_of_month and entry.is_open else theme.text_3
    size = CAPTION if layout.compact else BODY
    weight: Weight = "Bold" if entry.is_today else "SemiBold"
    used = brush.text((x + edge, y + line), str(entry.day.day), size, ink, weight)
    if entry.is_today and not layout.compact:
        begins = edge + used + 7
        # Translators: short for "Today", where that has no room in a square of the calendar.
        for today in (_("Today"), pgettext("short", "Today")):
            if begins + brush.measure(today, SMALL, "Bold") < width - edge - 18:
                brush.text((x + begins, y + line), today, SMALL, theme.accent, "Bold")
                break
    if entry.mark is not None and ground is not None:
        mark_size = 10 if layout.compact else 14
        brush.mark(entry.mark, (x + width - edge - 3, y + line), mark_size, ground)
    _draw_ribbon(brush, box, entry, layout)


def _ground(theme: Theme, entry: DayEntry, is_hovered: bool) -> Color | None:
    if not entry.is_open or not entry.is_of_month:
        return mix(theme.outside, theme.raised, 0.6) if is_hovered else None
    if entry.is_today:
        return tint(theme.panel, theme.accent, 0.16)
    return theme.raised if is_hovered else theme.panel


def _draw_ribbon(brush: Brush, box: Box, entry: DayEntry, layout: CalendarLayout) -> None:
    """A line under the days of a streak, from each to the next; dotted where one was missed."""
    if not entry.ribbon or not entry.is_of_month:
        return
    x, y, width, height = box
    color, thick = brush.theme.accent, 2.5 if layout.compact else 3.5
    line = y + height - (4 if layout.compact else 7)
    start, end = x, x + width
    if entry.leads_on and entry.day.weekday() < SUNDAY:
        end += layout.gap
    if entry.ribbon == "solved":
        brush.fill((start, line - thick / 2, end - start, thick), color)
        return
    for number in range(DOTS):
        center = start + (end - start) * (number + 0.5) / DOTS
        brush.circle((center, line), thick / 2, color)


# --- the chosen day ------------------------------------------------------------------------------


def _draw_card(
    brush: Brush, layout: CalendarLayout, card: DayCard, attention: Attention
) -> Hits:  # fmt: skip
    theme, compact = brush.theme, layout.compact
    brush.panel((0, 0, brush.width, brush.height))
    edge = 10 if compact else 20
    room = brush.width - 2 * edge
    brush.caption((edge, 18 if compact else 30), card.caption)
    if card.marks:
        corner = (brush.width - edge, 18 if compact else 30)
        draw_difficulty(brush, corner, card.marks, align_right=True)
    size = BODY if compact else TITLE
    title = brush.fitted(card.title, size, "Bold", room)
    brush.text((edge, 42 if compact else 62), title, size, theme.text, "Bold")
    box = layout.large_box
    brush.rounded(box, theme.outside, 12)
    place = brush.rect(box)
    if card.picture is not None:
        brush.surface.blit(card.picture, card.picture.get_rect(center=place.center))
    elif card.is_hidden:
        brush.text(
            (box[0] + box[2] / 2, box[1] + box[3] / 2), "?", TITLE, theme.text_3, "Bold", "center"
        )
    return _draw_below(brush, layout, card, attention)


def _draw_below(
    brush: Brush, layout: CalendarLayout, card: DayCard, attention: Attention
) -> Hits:  # fmt: skip
    theme, compact = brush.theme, layout.compact
    edge, pitch = (10, 18) if compact else (20, 24)
    box = layout.large_box
    line = box[1] + box[3] + (16 if compact else 30)
    left = edge
    if card.mark is not None:
        brush.mark(card.mark, (edge + 7, line), 14, theme.panel)
        left += 22
    room = brush.width - left - edge
    for words in card.lines[:1]:
        brush.text((left, line), words, SMALL, theme.text, "SemiBold")
    told = [row for words in card.lines[1:] for row in brush.wrapped(words, SMALL, "Medium", room)]
    for number, words in enumerate(told, start=1):
        brush.text((left, line + number * pitch), words, SMALL, theme.text_2)
    hits: Hits = {}
    height, gap = (reach(30), 6) if compact else (44, 10)
    top = line + max(2, 1 + len(told)) * pitch - (4 if compact else 2)
    width = (brush.width - 2 * edge - gap * (len(card.buttons) - 1)) / max(1, len(card.buttons))
    for number, button in enumerate(keyed_alike(brush, card.buttons, width)):
        place = (edge + number * (width + gap), top, width, height)
        hits[button.hit] = draw_button(brush, place, button, attention)
    top += height + (14 if compact else 26)
    brush.hairline((edge, top, brush.width - 2 * edge, 1), theme.line)
    size = SMALL if compact else BODY
    brush.text((edge, top + (16 if compact else 28)), card.streak[0], size, theme.text, "Bold")
    rest = brush.wrapped(card.streak[1], SMALL, "Medium", brush.width - 2 * edge)
    for number, words in enumerate(rest):
        brush.text((edge, top + (34 if compact else 52) + 18 * number), words, SMALL, theme.text_2)
    return hits
