"""The table of keys in the settings: what each action is called, and its keys as they are now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Surface

from game.looks.theme import Theme
from game.settings.layout import SettingsLayout
from game.widgets.brush import Box, Brush
from game.widgets.buttons import Attention, Clickable, Hits
from game.widgets.layout import reach
from game.widgets.text import CAPTION, SMALL
from levels.language import _

LINE = 15
"""Between the lines of words that do not fit on one."""
HEADING = 52
CAP, CAP_GAP = 28, 6
ADD, WAITING = "+", "· · ·"
KEYS, GAMEPAD = 0.34, 0.72
"""Where the columns begin, as shares of the width."""


@dataclass(frozen=True)
class Slot(Clickable):
    """A place for a key of a row: that of one it has, or the one after the last."""

    is_button = False
    row: int
    device: str
    index: int

    @property
    def tip(self) -> str:
        return {"keys": _("Set a key"), "gamepad": _("Set a button")}.get(self.device, "")


@dataclass(frozen=True)
class KeySlot:
    """A key of a row, or the place for one more if it has no label."""

    hit: Slot
    label: str
    is_of_gamepad: bool
    is_at: bool = False
    is_awaited: bool = False
    clashes: bool = False


@dataclass(frozen=True)
class KeyRow:
    """A row of the table."""

    text: str
    slots: tuple[KeySlot, ...]


@dataclass(frozen=True)
class KeyRows:
    """All rows, each of which is made only where it is seen: there are more than a hundred."""

    headings: tuple[str, ...]
    """what stands above each row, if it is the first of its kind"""
    row: Callable[[int], KeyRow]


def row_height(layout: SettingsLayout) -> float:
    """The height of a row without a heading, in units."""
    return reach(34) if layout.compact else 40


def row_tops(layout: SettingsLayout, rows: KeyRows) -> list[float]:
    """Where each row begins, and lastly where the table ends, in units from its top."""
    tops, y = [], 8.0 if layout.compact else 24.0
    for heading in rows.headings:
        y += HEADING if heading else 0
        tops.append(y)
        y += row_height(layout)
    return [*tops, y]


def draw_key_table(
    surface: Surface,
    layout: SettingsLayout,
    theme: Theme,
    rows: KeyRows,
    scroll: float,
    attention: Attention,
) -> Hits:
    """Draw as much of the table as the page shows."""
    brush = Brush(surface, theme, layout.scale, layout.page)
    before = surface.get_clip()
    surface.set_clip(layout.page.clip(before))
    hits: Hits = {}
    height = row_height(layout)
    tops = row_tops(layout, rows)[:-1]
    for number, (heading, top) in enumerate(zip(rows.headings, tops, strict=True)):
        y = top - scroll
        if heading and -HEADING < y < brush.height + HEADING:
            brush.caption((layout.left, y - 14), heading)
            for share, device in ((KEYS, _("Keyboard")), (GAMEPAD, _("Gamepad"))):
                brush.caption((layout.left + layout.width * share, y - 14), device)
            brush.hairline((layout.left, y - 1, layout.width, 1), theme.line)
        if -height < y < brush.height:
            hits |= _draw_row(brush, layout, y, rows.row(number), attention)
    surface.set_clip(before)
    return {hit: place.clip(layout.page) for hit, place in hits.items()}


def _draw_row(
    brush: Brush, layout: SettingsLayout, y: float, row: KeyRow, attention: Attention
) -> Hits:
    theme, height = brush.theme, row_height(layout)
    middle = y + height / 2
    at = any(slot.is_at for slot in row.slots)
    if at:
        brush.rounded((layout.left - 10, y, layout.width + 20, height), theme.panel, 10)
    text_room = layout.width * KEYS
    lines = brush.wrapped(row.text, SMALL, "Medium", text_room - 10)
    ink = theme.text if at else theme.text_2
    for number, line in enumerate(lines):
        brush.text((layout.left, middle + LINE * (number - (len(lines) - 1) / 2)), line, SMALL, ink)
    hits: Hits = {}
    x, pads = layout.left + text_room, layout.left + layout.width * GAMEPAD
    for slot in row.slots:
        x = max(x, pads) if slot.is_of_gamepad else x
        width = max(reach(CAP + 4) - 4, brush.measure(slot.label or ADD, CAPTION, "SemiBold") + 16)
        box = (x, middle - CAP / 2, width, CAP)
        _draw_slot(brush, box, slot, attention)
        hits[slot.hit] = brush.rect((x - 2, y, width + 4, height))
        x += width + CAP_GAP
    return hits


def _draw_slot(brush: Brush, box: Box, slot: KeySlot, attention: Attention) -> None:
    theme = brush.theme
    x, y, width, height = box
    is_hovered = slot.hit in (attention.hover, attention.pressed)
    fill = theme.raised if is_hovered else theme.field
    ink = theme.text if slot.label else theme.text_2
    edge = theme.line
    if slot.clashes:
        ink = edge = theme.danger
    if slot.is_awaited:
        fill, ink, edge = theme.accent_fill, theme.on_accent, theme.accent
    if slot.label or is_hovered or slot.is_at or slot.is_awaited:
        brush.rounded(box, fill, 7)
        brush.rounded(box, edge, 7, 1.5 if slot.clashes else 1)
    if slot.is_at and not slot.is_awaited:
        brush.rounded((x - 3, y - 3, width + 6, height + 6), theme.text, 10, 2)
    words = WAITING if slot.is_awaited else slot.label or ADD
    if not slot.label and not (is_hovered or slot.is_at or slot.is_awaited):
        ink = theme.text_3
    center = (x + width / 2, y + height / 2)
    brush.text(center, words, CAPTION, ink, "SemiBold", "center")
