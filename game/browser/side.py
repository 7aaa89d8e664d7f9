"""The list of collections at the left of the browser, each with how much of it is solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Surface

from game.browser.layout import BrowserLayout
from game.browser.proving_strip import draw_proving, strip_height
from game.browser.proving_task import ProvingProgress
from game.input.actions import Action
from game.looks.theme import Theme, mix
from game.widgets.brush import Box, Brush
from game.widgets.buttons import (
    Attention,
    Clickable,
    Hits,
    ToolButton,
    draw_bare_icon,
    draw_button,
    draw_icon_button,
)
from game.widgets.layout import reach
from game.widgets.text import BODY, CAPTION, SMALL, TITLE, Weight
from levels.language import N_, _

HEADING = 36
NARROW = 240
"""Units below which buttons have no room for icons."""


@dataclass(frozen=True)
class CollectionTab(Clickable):
    """Shows a collection, by its number in the index; None: all of them."""

    is_button = False
    collection: int | None


@dataclass(frozen=True)
class StopReading(Clickable):
    """Adds no more of the files that are being added."""

    @property
    def tip(self) -> str:
        return _("Stop adding these files")


@dataclass(frozen=True)
class Tab:
    """A collection in the list. `heading` begins a new group above it."""

    collection: int | None
    """its number in the index; None for all of them"""
    title: str
    count: str
    solved: float = 0.0
    """the share of its levels that are solved, and of those that are solved at par"""
    optimal: float = 0.0
    heading: str = ""
    is_faulty: bool = False


@dataclass(frozen=True)
class SidePanel:
    """Everything that is shown at the left."""

    tabs: Sequence[Tab]
    chosen: int | None
    scroll: float = 0.0
    progress: tuple[str, float] | None = None
    """what is read now, and how far"""
    can_stop: bool = False
    """whether that can be stopped"""
    proving: ProvingProgress | None = None
    """how far the proving of a collection is"""


def side_foot(layout: BrowserLayout, view: SidePanel) -> float:
    """The height of what is below the list, with the air around it."""
    return _buttons(layout) + (_strip(layout) if view.proving else 0)


def _buttons(layout: BrowserLayout) -> float:
    return 20 + 2 * reach(34) if layout.compact else 124


def _strip(layout: BrowserLayout) -> float:
    return strip_height(is_compact=layout.compact)


def side_head(layout: BrowserLayout) -> float:
    """The height of what is above the list."""
    return 46 if layout.compact else 64


def longest_side_scroll(layout: BrowserLayout, view: SidePanel) -> float:
    """How far the list can be scrolled, in units."""
    headings = sum(1 for tab in view.tabs if tab.heading)
    wanted = len(view.tabs) * layout.measures.tab + headings * HEADING
    room = layout.side.height / layout.scale - side_head(layout) - side_foot(layout, view)
    return max(0.0, wanted - room)


def tab_scroll(layout: BrowserLayout, view: SidePanel, scroll: float) -> float:
    """The scroll nearest to the present one with which the chosen collection is in sight."""
    room = layout.side.height / layout.scale - side_head(layout) - side_foot(layout, view)
    top = 0.0
    for tab in view.tabs:
        top += HEADING if tab.heading else 0
        if tab.collection == view.chosen:
            break
        top += layout.measures.tab
    return max(0.0, min(max(scroll, top + layout.measures.tab - room), top))


def draw_side(
    surface: Surface, layout: BrowserLayout, theme: Theme, view: SidePanel, attention: Attention
) -> Hits:
    """The list between its head and the button that adds levels."""
    brush = Brush(surface, theme, layout.scale, layout.side)
    left = 12 if layout.compact else 24
    brush.fill((0, 0, brush.width, brush.height), theme.bar)
    hits = _draw_tabs(brush, layout, view, attention)
    foot, head = side_foot(layout, view), side_head(layout)
    brush.fill((0, 0, brush.width, head), theme.bar)
    brush.fill((0, brush.height - foot, brush.width, foot), theme.bar)
    brush.hairline((brush.width - 1, 0, 1, brush.height), theme.line)
    center, side = ((22, 20), 36) if layout.compact else ((36, 32), 44)
    hits[Action.BACK] = draw_bare_icon(brush, Action.BACK, "back", center, attention, side)
    size = BODY if layout.compact else TITLE
    brush.text(
        (center[0] + (22 if layout.compact else 32), center[1]),
        _("Levels"),
        size,
        theme.text,
        "Bold",
    )
    height, margin = (reach(34), 8) if layout.compact else (44, 16)
    box = (margin, brush.height - margin - height, brush.width - 2 * margin, height)
    gap = 6 if layout.compact else 8
    workshop = (margin, brush.height - _buttons(layout) + gap, box[2], height)
    if view.proving:
        strip = (margin, brush.height - foot, box[2], _strip(layout))
        hits |= draw_proving(brush, strip, view.proving, attention, is_compact=layout.compact)
    hits |= _draw_pair(brush, workshop, _WORKSHOP, attention)
    if view.progress:
        room = brush.width - 2 * left - (height if view.can_stop else 0)
        _draw_progress(brush, (left, box[1], room, height), view.progress)
        if view.can_stop:
            stop = ToolButton(StopReading(), "close", "")
            corner = (brush.width - left - height + 8, box[1], height, height)
            hits[stop.hit] = draw_icon_button(brush, corner, stop, attention)
        return hits
    return hits | _draw_pair(brush, box, _ADDING, attention)


_WORKSHOP = (
    (Action.NEW_LEVEL, "edit", N_("New level"), N_("New")),
    (Action.GENERATOR, "generate", N_("Generate"), N_("Generate")),
)
"""The ways to new levels: drawn by hand, or made."""

_ADDING = (
    (Action.ADD_LEVELS, "add", N_("Add file…"), N_("Add file…")),
    (Action.ADD_FOLDER, "folder", N_("Folder…"), N_("Folder…")),
)


def _draw_pair(
    brush: Brush, box: Box, pair: Sequence[tuple[Action, str, str, str]], attention: Attention
) -> Hits:
    """Two buttons side by side: their icons, and their names, in full and short."""
    x, y, width, height = box
    is_narrow = brush.width < NARROW
    gap = 6 if is_narrow else 8
    half = (width - gap) / 2
    all_four = (*_WORKSHOP, *_ADDING)
    names = [_(short if is_narrow else label) for _action, _icon, label, short in all_four]
    room = half - (0 if is_narrow else 28) - 16
    has_room = all(brush.measure(name, BODY, "SemiBold") <= room for name in names)
    hits: Hits = {}
    for index, (action, icon, label, short) in enumerate(pair):
        place = (x + index * (half + gap), y, half, height)
        button = ToolButton(action, "" if is_narrow else icon, _(short if is_narrow else label))
        hits[action] = draw_button(brush, place, button, attention, BODY if has_room else SMALL)
    return hits


def _draw_progress(brush: Brush, box: Box, progress: tuple[str, float]) -> None:
    """Levels are being read: which file, and how far it is."""
    x, y, width, height = box
    words, share = progress
    label = brush.fitted(words, SMALL, "Medium", width)
    brush.text((x, y + height / 2 - 8), label, SMALL, brush.theme.text_2)
    brush.rounded((x, y + height / 2 + 8, width, 4), brush.theme.line, 2)
    if share * width >= 2:
        brush.rounded((x, y + height / 2 + 8, share * width, 4), brush.theme.accent, 2)


def _draw_tabs(brush: Brush, layout: BrowserLayout, view: SidePanel, attention: Attention) -> Hits:
    hits: Hits = {}
    height, top = layout.measures.tab, side_head(layout)
    bottom = brush.height - side_foot(layout, view)
    room = brush.rect((0, top, brush.width, bottom - top))
    y = top - view.scroll
    for tab in view.tabs:
        if tab.heading:
            if top - HEADING < y < bottom:
                left = 12 if layout.compact else 24
                brush.caption((left, y + 20), tab.heading, width=brush.width - left - 8)
            y += HEADING
        if top - height < y < bottom:
            box = (8, y, brush.width - 16, height - 4)
            hit = CollectionTab(tab.collection)
            hits[hit] = brush.rect(box).clip(room)
            is_chosen = tab.collection == view.chosen
            _draw_tab(brush, box, tab, is_chosen, attention.hover == hit)
        y += height
    return hits


def _draw_tab(brush: Brush, box: Box, tab: Tab, is_chosen: bool, is_hovered: bool) -> None:
    theme, (x, y, width, height) = brush.theme, box
    compact = height < 44
    if is_chosen or is_hovered:
        brush.rounded(box, theme.raised if is_chosen else theme.panel, 10)
    if is_chosen:
        brush.rounded((x, y + 10, 3, height - 20), theme.accent, 1.5)
        if theme.is_flat:
            brush.rounded(box, theme.line, 10, 1.5)
    inset = 6 if compact else 16
    left, right, middle = x + inset, x + width - inset, y + (13 if compact else 18)
    ink = theme.text_2 if is_chosen or not theme.is_flat else theme.text
    count = brush.text(
        (right, middle), tab.count, CAPTION if compact else SMALL, ink, align="right"
    )
    size = SMALL if compact else BODY
    weight: Weight = "SemiBold" if is_chosen else "Medium"
    title = brush.fitted(tab.title, size, weight, right - left - count - 8)
    brush.text((left, middle), title, size, theme.text, weight)
    if tab.is_faulty:
        return
    track, foot = right - left, y + height - (10 if compact else 14)
    brush.rounded((left, foot, track, 4), mix(theme.bar, theme.text, 0.18), 2)
    for share, color, high in ((tab.solved, theme.accent, 4), (tab.optimal, theme.proof, 8)):
        if share > 0:
            brush.rounded((left, foot + 2 - high / 2, max(4, share * track), high), color, high / 2)
