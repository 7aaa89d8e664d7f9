"""The page of settings around its widgets: sections on the left, rows, and a sentence below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from game.input.actions import Action
from game.looks.theme import Theme, mix
from game.settings.choices import PLAY
from game.settings.layout import SettingsLayout
from game.settings.options import OptionChoice, Options, draw_options
from game.widgets.brush import Box, Brush
from game.widgets.buttons import Attention, Clickable, Hits, draw_bare_icon
from game.widgets.layout import reach
from game.widgets.text import BODY, SMALL, TITLE
from levels.language import N_, _

VALUE, LINE = 104, 20
"""Units before a slider, for its number."""

SECTION_ICONS = {
    PLAY: "play", N_("Look"): "xray", N_("Solver"): "solve", N_("Sound"): "sound",
    N_("Keys"): "keyboard",
}  # fmt: skip


@dataclass(frozen=True)
class RowView:
    """A row but for its slider. ``value`` is a number in words, before its slider."""

    label: str
    note: str
    value: str = ""
    share: float = 0.0
    """how far its slider is, from 0 to 1"""
    options: Options | None = None
    """what is chosen in it, if it has no slider"""
    is_at: bool = False

    def lines(self, layout: SettingsLayout) -> int:
        """How many lines its controls take."""
        return self.options.lines(layout) if self.options else 1


@dataclass(frozen=True)
class SectionTab(Clickable):
    """Shows a section."""

    is_button = False
    section: str


@dataclass(frozen=True)
class SettingRow(Clickable):
    """A row of a section."""

    is_button = False
    section: str
    number: int


@dataclass(frozen=True)
class SettingsView:
    """Everything that is shown."""

    sections: Sequence[str]
    chosen: str
    rows: tuple[RowView, ...]
    scroll: float = 0.0
    sentence: tuple[str, str] = ("", "")
    hints: tuple[tuple[str, str], ...] = ()
    """keys, and what each does on this page"""


def row_boxes(layout: SettingsLayout, rows: Sequence[RowView], scroll: float) -> list[Box]:
    """Where each row is, in units of the page."""
    boxes, y = [], (8.0 if layout.compact else 24.0) - scroll
    for row in rows:
        height = layout.row_height(row.lines(layout))
        boxes.append((layout.left, y, layout.width, height))
        y += height
    return boxes


def rows_height(layout: SettingsLayout, rows: Sequence[RowView]) -> float:
    """The height of all rows with the air around them, in units."""
    air = 16 if layout.compact else 48
    return air + sum(layout.row_height(row.lines(layout)) for row in rows)


def slider_places(
    layout: SettingsLayout, rows: Sequence[RowView], scroll: float
) -> list[tuple[Rect, ...]]:
    """Where the sliders are, in pixels of the window: one for each row that has one."""
    places: list[tuple[Rect, ...]] = []
    for row, box in zip(rows, row_boxes(layout, rows, scroll), strict=True):
        if row.value:
            ((x, y, width, height),) = layout.control_boxes(box[1], 1)
            high = reach(20)
            slider = (x + VALUE, y + (height - high) / 2, width - VALUE, high)
            places.append((_pixels(layout, slider),))
    return places


def _pixels(layout: SettingsLayout, box: Box) -> Rect:
    left, top, width, height = (round(part * layout.scale) for part in box)
    return Rect(layout.page.left + left, layout.page.top + top, width, height)


def draw_settings(
    surface: Surface, layout: SettingsLayout, theme: Theme, view: SettingsView, attention: Attention
) -> Hits:
    """Draw everything but sliders and bars: what `draw_settings_bars` draws lies over them."""
    surface.fill(theme.outside)
    brush = Brush(surface, theme, layout.scale, layout.page)
    hits: Hits = {}
    surface.set_clip(layout.page)
    for number, (row, box) in enumerate(
        zip(view.rows, row_boxes(layout, view.rows, view.scroll), strict=True)
    ):
        hits[SettingRow(view.chosen, number)] = brush.rect(box).clip(layout.page)
        _draw_row(brush, layout, box, row)
        if row.options is not None:
            hit_of = partial(OptionChoice, view.chosen, number)
            hits |= draw_options(brush, layout, row.options, box[1], hit_of, attention)
    surface.set_clip(None)
    return hits


def draw_settings_bars(
    surface: Surface, layout: SettingsLayout, theme: Theme, view: SettingsView, attention: Attention
) -> Hits:
    """Draw what the page scrolls under: its head, the sections and the sentence."""
    head = Brush(surface, theme, layout.scale, layout.head)
    head.fill((0, 0, head.width, head.height), theme.bar)
    head.hairline((0, head.height - 1, head.width, 1), theme.line)
    place, side, size = ((22, 20), 36, BODY) if layout.compact else ((36, 32), 44, TITLE)
    hits: Hits = {Action.BACK: draw_bare_icon(head, Action.BACK, "back", place, attention, side)}
    head.text((place[0] * 2, place[1]), _("Settings"), size, theme.text, "Bold")
    hits |= _draw_sections(surface, layout, theme, view, attention)
    _draw_foot(Brush(surface, theme, layout.scale, layout.foot), layout, view)
    return hits


def _draw_row(brush: Brush, layout: SettingsLayout, box: Box, row: RowView) -> None:
    theme, (x, y, width, height) = brush.theme, box
    if row.is_at:
        air = 10 if layout.compact else 20
        brush.rounded((x - air, y + 2, width + 2 * air, height - 4), theme.panel, 14)
        brush.rounded((x - air, y + 16, 3, height - 32), theme.accent, 1.5)
    middle = y + layout.row / 2
    has_note = bool(row.note) and not layout.compact
    room = width - layout.controls - 16
    lines = brush.wrapped(row.label, BODY, "SemiBold", room)
    if has_note:
        lines = [brush.fitted(row.label, BODY, "SemiBold", room)]
    top = middle - 11 if has_note else middle - LINE / 2 * (len(lines) - 1)
    for number, line in enumerate(lines):
        brush.text((x, top + LINE * number), line, BODY, theme.text, "SemiBold")
    if has_note:
        brush.text(
            (x, middle + 12), brush.fitted(row.note, SMALL, "Medium", room), SMALL, theme.text_2
        )
    if row.value:
        boxes = layout.control_boxes(y, 1)
        brush.number((boxes[0][0] + VALUE - 16, middle), row.value, SMALL, theme.text, "right")
        track = (boxes[0][0] + VALUE, middle - 2, boxes[0][2] - VALUE, 4)
        brush.rounded(track, mix(theme.outside, theme.text, 0.22), 2)
        knob = 10 + row.share * (track[2] - 20)
        brush.rounded((*track[:2], knob, 4), theme.accent, 2)


def _draw_sections(
    surface: Surface, layout: SettingsLayout, theme: Theme, view: SettingsView, attention: Attention
) -> Hits:
    brush = Brush(surface, theme, layout.scale, layout.side)
    brush.fill((0, 0, brush.width, brush.height), theme.bar)
    brush.hairline((brush.width - 1, 0, 1, brush.height), theme.line)
    hits: Hits = {}
    height, margin, indent = (40, 4, 10) if layout.compact else (52, 8, 16)
    for number, name in enumerate(view.sections):
        box = (margin, 8 + number * height, brush.width - 2 * margin, height - 4)
        hit = SectionTab(name)
        hits[hit] = brush.rect(box)
        is_chosen = name == view.chosen
        if is_chosen or attention.hover == hit:
            brush.rounded(box, theme.raised if is_chosen else theme.panel, 10)
        if is_chosen:
            brush.rounded((box[0], box[1] + 10, 3, box[3] - 20), theme.accent, 1.5)
            if theme.is_flat:
                brush.rounded(box, theme.line, 10, 1.5)
        middle = box[1] + box[3] / 2
        left = box[0] + indent
        if not layout.compact:
            ink = theme.accent if is_chosen else theme.text_2
            brush.icon(SECTION_ICONS[name], (left + 10, middle), 20, ink)
            left += 34
        brush.text((left, middle), _(name), BODY, theme.text, "SemiBold" if is_chosen else "Medium")
    return hits


def _draw_foot(brush: Brush, layout: SettingsLayout, view: SettingsView) -> None:
    theme, middle = brush.theme, brush.height / 2
    brush.fill((0, 0, brush.width, brush.height), theme.bar)
    brush.hairline((0, 0, brush.width, 1), theme.line)
    right = brush.width - 16.0
    for key, words in () if layout.compact else reversed(view.hints):
        width = brush.key_width(key) + 8 + brush.measure(words, SMALL, "SemiBold")
        brush.key((right - width, middle), key)
        brush.text((right, middle), words, SMALL, theme.text_2, "SemiBold", "right")
        right -= width + 24
    left = 12.0 if layout.compact else 24.0
    brush.sentence((left, middle), view.sentence, right - left)
