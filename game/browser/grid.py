"""The browser: collections at the left, the levels of one as a grid of small pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from pygame import Surface

from game.board.difficulty import draw_difficulty
from game.browser.entries import Order
from game.browser.layout import (
    SCROLL_BAR,
    SOURCE_LINE,
    WIDE,
    BrowserLayout,
    scroll_bar,
    search_frame,
)
from game.browser.side import SidePanel, draw_side
from game.input.actions import Action
from game.looks.theme import Theme, mix, tint
from game.widgets.brush import Box, Brush, Mark
from game.widgets.buttons import (
    CALM,
    Attention,
    Clickable,
    Hit,
    Hits,
    ToolButton,
    draw_button,
    draw_icon_button,
)
from game.widgets.layout import reach
from game.widgets.text import BODY, CAPTION, SMALL, TITLE
from levels.language import N_, _


@dataclass(frozen=True)
class SearchField(Clickable):
    """The entry field: whatever is typed goes there anyway."""

    is_button = False


@dataclass(frozen=True)
class SearchEverywhere(Clickable):
    """Searches all collections, where nothing is found in one."""


@dataclass(frozen=True)
class ScrollHandle(Clickable):
    """The scroll bar of the grid."""

    is_button = False


@dataclass(frozen=True)
class FilterChip(Clickable):
    """Shows only the levels that pass a filter."""

    filter: str


@dataclass(frozen=True)
class OrderChip(Clickable):
    """Sorts the levels."""

    order: Order


@dataclass(frozen=True)
class LevelCard(Clickable):
    """A level of the grid, by its place in its file: the list may change before the click."""

    is_button = False
    collection: int
    number: int
    marks: str = field(default="", compare=False)
    """what its marks mean"""

    @property
    def tip(self) -> str:
        return self.marks


MARKS: dict[Mark, str] = {
    "unsolved": N_("Unsolved"), "begun": N_("In progress"), "assisted": N_("Solved with help"),
    "solved": N_("Solved"), "optimal": N_("Solved at par"),
}  # fmt: skip
"""What the mark of a level means."""


@dataclass(frozen=True)
class Chip:
    """A filter or an order."""

    hit: Hit
    label: str
    is_on: bool = False
    count: str = ""
    """how many levels it shows, where there is room for that"""

    @property
    def counted(self) -> str:
        """The label with the count."""
        return f"{self.label} {self.count}".rstrip()


@dataclass(frozen=True)
class Card:
    """A level. `best` is what the player has done, `par` what is proved, or at least known."""

    hit: LevelCard
    title: str
    number: str
    mark: Mark
    best: tuple[str, ...]
    """in full, and shorter where there is no room"""
    par: str = ""
    marks: int | None = None
    """for the difficulty, 1 to 5; None: not measured"""
    picture: Surface | None = None
    is_chosen: bool = False
    collection: str = ""
    """where it is from, where levels of several collections are shown"""


@dataclass(frozen=True)
class BrowserView:
    """Everything that is shown."""

    title: str
    subtitle: str
    side: SidePanel
    chips: tuple[Chip, ...]
    cards: tuple[tuple[int, Card], ...]
    count: int
    scroll: float = 0.0
    sentence: tuple[str, str] = ("", "")
    empty: tuple[str, str] = ("", "")
    can_search_all: bool = False
    can_keep: bool = False
    """whether the chosen level is of a collection that is not in the library"""
    keys: Mapping[Action, str] = field(default_factory=dict)
    """the key that is shown beside each action; empty where there is none"""


def draw_browser(
    surface: Surface,
    layout: BrowserLayout,
    theme: Theme,
    view: BrowserView,
    attention: Attention = CALM,
) -> Hits:
    """Draw everything but the entry field and the dialog; what can be clicked."""
    surface.fill(theme.outside)
    hits = _draw_grid(Brush(surface, theme, layout.scale, layout.grid), layout, view, attention)
    hits |= _draw_head(Brush(surface, theme, layout.scale, layout.head), layout, view, attention)
    hits |= _draw_foot(Brush(surface, theme, layout.scale, layout.foot), layout, view, attention)
    return hits | draw_side(surface, layout, theme, view.side, attention)


# --- the head --------------------------------------------------------------------------------


def _draw_head(
    brush: Brush, layout: BrowserLayout, view: BrowserView, attention: Attention
) -> Hits:
    theme, margin = brush.theme, layout.measures.margin
    brush.fill((0, 0, brush.width, brush.height), theme.outside)
    frame = search_frame(layout)
    middle = frame[1] + frame[3] / 2
    room = frame[0] - margin - 16
    size = BODY if layout.compact else TITLE
    title = brush.fitted(view.title, size, "Bold", room)
    used = brush.text((margin, middle), title, size, theme.text, "Bold") + 16
    subtitle = brush.fitted_parts(view.subtitle, room - used)
    brush.text((margin + used, middle), subtitle, SMALL, theme.text_2)
    brush.rounded(frame, theme.field, 10)
    brush.rounded(frame, theme.line, 10, 1)
    brush.icon("search", (frame[0] + 20, middle), 16, theme.text_2)
    hits: Hits = {SearchField(): brush.rect(frame)}
    top, height = (44, reach(26)) if layout.compact else (70, reach(30))
    chips = _draw_chips(brush, (margin, top, height), view, attention)
    end = max(chip.right for chip in chips.values()) - brush.part.left
    room = brush.width - margin - end / layout.scale
    if layout.compact:
        return hits | chips
    return hits | chips | _draw_unsolved(brush, layout, (top, height, room), view, attention)


def _draw_unsolved(
    brush: Brush,
    layout: BrowserLayout,
    place: tuple[float, float, float],
    view: BrowserView,
    attention: Attention,
) -> Hits:
    """What leads to the next unsolved level and to the one before, to the right of the filters."""
    top, height, room = place
    theme, middle, side = brush.theme, top + height / 2, 38
    right = brush.width - layout.measures.margin
    label, key = _("Next unsolved"), view.keys.get(Action.NEXT_UNSOLVED, "")
    width = brush.measure(label, BODY) + (brush.key_width(key) + 12 if key else 0)
    is_short = room < width + side + 40
    if is_short:
        width = side - 16
    boxes: dict[Action, Box] = {
        Action.PREVIOUS_UNSOLVED: (right - width - 12 - side, middle - side / 2, side, side),
        Action.NEXT_UNSOLVED: (right - width - 8, middle - side / 2, width + 16, side),
    }
    for action, box in boxes.items():
        if attention.hover is action:
            brush.rounded(box, theme.raised, 10)
        if attention.focus is action:
            brush.focus_ring(box, 10)
    brush.icon("left", (right - width - 12 - side / 2, middle), 18, theme.text_2)
    if is_short:
        brush.icon("right", (right - width / 2, middle), 18, theme.text_2)
        return {action: brush.rect(box) for action, box in boxes.items()}
    brush.text((right, middle), label, BODY, theme.text_2, align="right")
    if key:
        brush.key((right - width, middle), key)
    return {action: brush.rect(box) for action, box in boxes.items()}


def _draw_chips(
    brush: Brush, place: tuple[float, float, float], view: BrowserView, attention: Attention
) -> Hits:
    theme, (x, top, height) = brush.theme, place
    hits: Hits = {}
    usual = (SMALL, 7, 5) if brush.height < WIDE.head else (SMALL, 11, 9)
    small, counted = (CAPTION, 5, 4), [chip.counted for chip in view.chips]
    bare = [chip.counted if chip.is_on else chip.label for chip in view.chips]
    for (size, air, gap), labels in ((usual, counted), (small, counted), (small, bare)):
        room = brush.width - 2 * x - len(view.chips) * 2 * air - (len(view.chips) - 1) * gap
        least = reach(0) - 2 * air
        wanted = [max(least, brush.measure(label, size, "SemiBold")) for label in labels]
        if sum(wanted) <= room:
            break
    most = _most_each(wanted, room)
    for chip, full, own in zip(view.chips, labels, wanted, strict=True):
        width = min(own, most) + 2 * air
        label = brush.fitted(full, size, "SemiBold", width - 2 * air + 0.5)
        box = (x, top, width, height)
        if chip.is_on:
            brush.rounded(box, tint(theme.outside, theme.accent, 0.18), height / 2)
        elif attention.hover == chip.hit:
            brush.rounded(box, theme.raised, height / 2)
        edge = theme.accent if chip.is_on else theme.line
        brush.rounded(box, edge, height / 2, 1.5 if chip.is_on else 1)
        if attention.focus == chip.hit:
            brush.focus_ring(box, height / 2)
        ink = theme.accent if chip.is_on else theme.text_2
        brush.text((x + width / 2, top + height / 2), label, size, ink, "SemiBold", "center")
        hits[chip.hit] = brush.rect(box)
        x += width + gap
    return hits


def _most_each(wanted: list[float], room: float) -> float:
    """How wide each may be so that all have room: the longest labels are shortened first."""
    left = room
    for number, width in enumerate(sorted(wanted)):
        most = left / (len(wanted) - number)
        if width > most:
            return most
        left -= width
    return room


# --- the grid --------------------------------------------------------------------------------


def _draw_grid(
    brush: Brush, layout: BrowserLayout, view: BrowserView, attention: Attention
) -> Hits:
    hits: Hits = {}
    before = brush.surface.get_clip()
    brush.surface.set_clip(layout.grid.clip(before))
    forms = _forms(brush, layout, [card for _, card in view.cards])
    for index, card in view.cards:
        box = layout.box(index, view.scroll)
        hits[card.hit] = brush.rect(box).clip(layout.grid)
        _draw_card(brush, layout, box, card, forms, attention.hover == card.hit)
    if view.empty[0]:
        hits |= _draw_empty(brush, view, attention)
    bar = scroll_bar(layout, view.scroll, view.count)
    if bar:
        brush.surface.set_clip(before)
        share = 0.55 if attention.hover == ScrollHandle() else 0.30
        color = mix(brush.theme.outside, brush.theme.text, share)
        brush.rounded(bar, color, SCROLL_BAR / 2)
        hits[ScrollHandle()] = brush.rect((bar[0] - 4, 0, 16, brush.height)).clip(layout.grid)
    brush.surface.set_clip(before)
    return hits


def _draw_empty(brush: Brush, view: BrowserView, attention: Attention) -> Hits:
    lead, rest = view.empty
    x, y = 24.0, 40.0
    brush.text((x, y), lead, BODY, brush.theme.text, "SemiBold")
    for line in brush.wrapped(rest, BODY, "Medium", brush.width - 2 * x):
        y += 26
        brush.text((x, y), line, BODY, brush.theme.text_2)
    if not view.can_search_all:
        return {}
    button = ToolButton(SearchEverywhere(), "search", _("Search all levels"))
    return {button.hit: draw_button(brush, (x, y + 26, 212, 44), button, attention)}


INDENT = 26
"""Units at the left of a card for its mark."""


def _forms(brush: Brush, layout: BrowserLayout, cards: Sequence[Card]) -> dict[int, int]:
    """Which form of its state each card shows: the longest that fits on all, so that neighbors say
    equally much. The keys are how many forms a card has."""
    forms: dict[int, int] = {}
    for card in cards:
        room = layout.card[0] - 2 * _air(layout) - INDENT - _par_width(brush, card)
        fitting = (n for n, words in enumerate(card.best) if brush.measure(words, SMALL) <= room)
        number = len(card.best)
        forms[number] = max(forms.get(number, 0), next(fitting, number))
    return forms


def _air(layout: BrowserLayout) -> float:
    """The space between the rim of a card and what is in it."""
    return 10 if layout.compact else 14


def _par_width(brush: Brush, card: Card) -> float:
    return brush.measure(card.par, SMALL) + 10 if card.par else 0


def _draw_card(
    brush: Brush,
    layout: BrowserLayout,
    box: Box,
    card: Card,
    forms: Mapping[int, int],
    is_hovered: bool,
) -> None:
    theme, (x, y, width, _) = brush.theme, box
    fill = theme.raised if is_hovered else theme.panel
    brush.rounded(box, fill, 14)
    edge = theme.accent if card.is_chosen else theme.line
    brush.rounded(box, edge, 14, 2 if card.is_chosen else 1)
    if card.picture:
        place = brush.rect((x, y, width, layout.measures.picture))
        brush.surface.blit(card.picture, card.picture.get_rect(center=place.center))
    compact = layout.compact
    left, right = x + _air(layout), x + width - _air(layout)
    top = y + layout.measures.picture + (10 if compact else 12)
    brush.mark(card.mark, (left + 8, top + 1), 16, fill)
    indent = left + INDENT
    free = right
    if card.marks is not None and not compact:
        free -= draw_difficulty(brush, (right, top), card.marks, align_right=True) + 10
    number = brush.measure(card.number, SMALL) + 8 if card.number else 0
    room = free - indent - number
    sizes = (each for each in (BODY, SMALL) if brush.measure(card.title, each, "SemiBold") <= room)
    size = next(sizes, CAPTION)
    title = brush.fitted(card.title, size, "SemiBold", room)
    brush.text((indent, top), title, size, theme.text, "SemiBold")
    brush.text((free, top), card.number, SMALL, theme.text_2, align="right")
    is_proved = card.mark == "optimal"
    ink = theme.proof if is_proved else theme.text_2
    best = "".join(card.best[forms[len(card.best)] :][:1])
    brush.text((indent, top + 22), best, SMALL, ink)
    brush.text((right, top + 22), card.par, SMALL, ink, align="right")
    if card.collection:
        name = brush.fitted(card.collection, SMALL, "Medium", right - indent)
        brush.text((indent, top + 22 + SOURCE_LINE), name, SMALL, theme.text_2)


# --- the foot --------------------------------------------------------------------------------


def _draw_foot(
    brush: Brush, layout: BrowserLayout, view: BrowserView, attention: Attention
) -> Hits:
    theme, middle = brush.theme, brush.height / 2
    brush.fill((0, 0, brush.width, brush.height), theme.bar)
    brush.hairline((0, 0, brush.width, 1), theme.line)
    right, hits = _draw_foot_keys(brush, layout, view, attention)
    left: float = layout.measures.margin
    if any(view.sentence):
        brush.sentence((left, middle), view.sentence, right - left - 16)
        return hits
    left = _draw_marks(brush, left, right, frozenset(card.mark for _, card in view.cards))
    if not layout.compact and left + 230 <= right:
        used = draw_difficulty(brush, (left, middle), 3) + 10
        brush.text((left + used, middle), _("Difficulty, measured"), SMALL, theme.text_2)
    return hits


def _draw_marks(brush: Brush, left: float, right: float, seen: Set[Mark]) -> float:
    """What the marks mean: in two lines if one is too short, and only those of the levels in sight
    if two are; where they end."""
    for marks, size, lines in (
        (MARKS, SMALL, 1), (MARKS, CAPTION, 2), (seen, SMALL, 1), (seen, CAPTION, 2)
    ):  # fmt: skip
        ends, places = [left] * lines, []
        line = 0
        for mark in (each for each in MARKS if each in marks):
            label = _(MARKS[mark])
            width = 24 + brush.measure(label, size)
            if ends[line] + width > right and line + 1 < lines:
                line += 1
            places.append(
                (mark, label, ends[line], brush.height / 2 + (14 * line - 7 * (lines - 1)))
            )
            ends[line] += width + (24 if lines == 1 else 14)
        if max(ends) - 14 <= right:
            break
    for mark, label, x, y in places:
        if x + 24 + brush.measure(label, size) <= right:
            brush.mark(mark, (x + 8, y), 14 if lines == 1 else 12, brush.theme.bar)
            brush.text((x + 24, y), label, size, brush.theme.text_2)
    return max(ends)


_FOOT_ICONS = (
    (Action.PLAY_CHOSEN, "play"), (Action.EXPORT, "export"), (Action.NEXT_UNSOLVED, "right"),
    (Action.PREVIOUS_UNSOLVED, "left"),
)  # fmt: skip


def _draw_foot_keys(
    brush: Brush, layout: BrowserLayout, view: BrowserView, attention: Attention
) -> tuple[float, Hits]:
    """Keys with what they do, from the right; each can be clicked too."""
    hits: Hits = {}
    right, middle = brush.width - layout.measures.margin, brush.height / 2
    box: Box
    if layout.compact:
        for action, icon in (*_FOOT_ICONS, *(((Action.KEEP, "add"),) if view.can_keep else ())):
            box = (right - 36, 35 - reach(34), 36, reach(34))
            hits[action] = draw_icon_button(brush, box, ToolButton(action, icon, ""), attention)
            right -= 40
        return right, hits
    entries = [(Action.PLAY_CHOSEN, _("Play")), (Action.EXPORT, _("Export"))]
    if view.can_keep:
        entries.append((Action.KEEP, _("Keep in library")))
    for action, label in entries:
        key = view.keys.get(action, "")
        width = brush.measure(label, SMALL, "SemiBold") + (brush.key_width(key) + 8 if key else 0)
        box = (right - width - 8, 4, width + 16, brush.height - 8)
        if attention.hover is action:
            brush.rounded(box, brush.theme.raised, 10)
        if attention.focus is action:
            brush.focus_ring((box[0], box[1] + 4, box[2], box[3] - 8), 10)
        if key:
            brush.key((right - width, middle), key)
        brush.text((right, middle), label, SMALL, brush.theme.text, "SemiBold", "right")
        hits[action] = brush.rect(box)
        right -= width + 28
    return right, hits
