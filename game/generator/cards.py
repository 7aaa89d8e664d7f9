"""The generator: what is wanted at the left, what was found as cards at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Surface

from game.board.difficulty import draw_difficulty
from game.generator.layout import BUTTON, LABEL, GeneratorLayout
from game.input.actions import Action
from game.looks.theme import Theme, mix
from game.widgets.brush import Box, Brush
from game.widgets.buttons import Attention, Clickable, Hits, ToolButton, draw_button
from game.widgets.head import Head, draw_head
from game.widgets.layout import reach
from game.widgets.text import BODY, SMALL
from levels.language import _

KEEP = 28
"""Units: the corner of a card that keeps it."""


@dataclass(frozen=True)
class WishRow:
    """A row of the wish, without its widgets."""

    label: str
    value: str
    share: float | None = None
    """how far its slider is, from 0 to 1; None where there is none"""
    is_at: bool = False


@dataclass(frozen=True)
class MadeCard(Clickable):
    """A level that was made."""

    is_button = False
    number: int


@dataclass(frozen=True)
class KeepMark(Clickable):
    """Keeps a level that was made, or drops it."""

    is_button = False

    @property
    def tip(self) -> str:
        return _("Keep this level, or drop it")

    action = Action.KEEP
    number: int


@dataclass(frozen=True)
class WishLine(Clickable):
    """A row of the wish."""

    is_button = False
    number: int


@dataclass(frozen=True)
class FoundCard:
    """A level that was made. Names in the hits: card:NUMBER and keep:NUMBER."""

    number: int
    pushes: str
    figure: str
    """how many they are, where there is no room for the word"""
    marks: int
    picture: Surface | None
    is_kept: bool
    is_saved: bool
    is_chosen: bool


@dataclass(frozen=True)
class GeneratorView:
    """Everything that is shown. Names in the hits: back, the head's, generate, wish:NUMBER."""

    head: Head
    rows: tuple[WishRow, ...]
    button: ToolButton
    progress: tuple[str, float] | None
    cards: Sequence[tuple[int, FoundCard]]
    empty: tuple[str, str]
    sentence: tuple[str, str]
    scroll: float
    longest: float


def draw_generator(
    surface: Surface,
    layout: GeneratorLayout,
    theme: Theme,
    view: GeneratorView,
    attention: Attention,
) -> Hits:
    """Draw everything but the widgets of the wish."""
    surface.fill(theme.outside)
    hits = _draw_grid(Brush(surface, theme, layout.scale, layout.grid), layout, view, attention)
    head = Brush(surface, theme, layout.scale, layout.head)
    hits |= draw_head(head, view.head, attention, compact=layout.compact)
    hits |= _draw_panel(Brush(surface, theme, layout.scale, layout.panel), layout, view, attention)
    foot = Brush(surface, theme, layout.scale, layout.sentence)
    foot.sentence((24, foot.height / 2), view.sentence, foot.width - 48, "Bold", 8)
    return hits


# --- the wish ------------------------------------------------------------------------------------


def _draw_panel(
    brush: Brush, layout: GeneratorLayout, view: GeneratorView, attention: Attention
) -> Hits:
    brush.panel((0, 0, brush.width, brush.height))
    hits: Hits = {}
    for number, row in enumerate(view.rows):
        box = layout.wish_box(number)
        hits[WishLine(number)] = brush.rect((0, box[1], brush.width, box[3]))
        _draw_row(brush, layout, box, row)
    edge, height = layout.edge, reach(34) if layout.compact else BUTTON
    top = brush.height - edge - height
    width = brush.width - 2 * edge
    hits[Action.GENERATE] = draw_button(brush, (edge, top, width, height), view.button, attention)
    if view.progress and not layout.compact:
        words, share = view.progress
        brush.text(
            (edge, top - 28), brush.fitted(words, SMALL, "Medium", width), SMALL, brush.theme.text_2
        )
        brush.rounded((edge, top - 14, width, 4), brush.theme.line, 2)
        if share * width >= 2:
            brush.rounded((edge, top - 14, share * width, 4), brush.theme.accent, 2)
    return hits


def _draw_row(brush: Brush, layout: GeneratorLayout, box: Box, row: WishRow) -> None:
    theme, (x, y, width, height) = brush.theme, box
    if row.is_at:
        air = 6 if layout.compact else 12
        brush.rounded((x - air, y, width + 2 * air, height - 2), theme.raised, 10)
        brush.rounded((x - air, y + 10, 3, height - 22), theme.accent, 1.5)
    label, control = layout.wish_heights
    middle = y + (18 if label == LABEL else label / 2 + 0.5)
    size = SMALL if layout.compact else BODY
    brush.text((x, middle), row.label, size, theme.text, "SemiBold")
    brush.number((x + width, middle), row.value, size, theme.text, "right")
    if row.share is None:
        return
    track = (x, y + label + control / 2 - 2, width, 4)
    brush.rounded(track, mix(theme.panel, theme.text, 0.22), 2)
    brush.rounded((*track[:2], 10 + row.share * (width - 20), 4), theme.accent, 2)


# --- what was found ------------------------------------------------------------------------------


def _draw_grid(
    brush: Brush, layout: GeneratorLayout, view: GeneratorView, attention: Attention
) -> Hits:
    hits: Hits = {}
    before = brush.surface.get_clip()
    brush.surface.set_clip(layout.grid.clip(before))
    for index, card in view.cards:
        box = layout.box(index, view.scroll)
        hit = MadeCard(card.number)
        hits[hit] = brush.rect(box).clip(layout.grid)
        keep = KeepMark(card.number)
        _draw_card(brush, layout, box, card, attention.hover in (hit, keep))
        corner = (box[0] + box[2] - KEEP - 6, box[1] + 6, KEEP, KEEP)
        _draw_keep(brush, corner, card, attention.hover == keep)
        air = (reach(KEEP + 8) - KEEP) / 2
        around = (corner[0] - air, corner[1] - air, KEEP + 2 * air, KEEP + 2 * air)
        hits[keep] = brush.rect(around).clip(layout.grid)
    if not view.cards:
        brush.text((layout.gap + 8, 40), view.empty[0], BODY, brush.theme.text, "SemiBold")
        room = brush.width - 2 * layout.gap - 16
        for number, line in enumerate(brush.wrapped(view.empty[1], BODY, "Medium", room)):
            brush.text((layout.gap + 8, 66 + 24 * number), line, BODY, brush.theme.text_2)
    if view.longest > 0:
        track = (brush.width - 9, 0, 5, brush.height)
        whole = brush.height + view.longest
        brush.thumb(track, min(view.scroll, view.longest), brush.height, whole)
    brush.surface.set_clip(before)
    return hits


def _draw_card(
    brush: Brush, layout: GeneratorLayout, box: Box, card: FoundCard, is_hovered: bool
) -> None:
    theme, (x, y, width, _) = brush.theme, box
    brush.rounded(box, theme.raised if is_hovered else theme.panel, 14)
    edge = theme.accent if card.is_chosen else theme.line
    brush.rounded(box, edge, 14, 2 if card.is_chosen else 1)
    if card.picture:
        place = brush.rect((x, y, width, layout.picture))
        brush.surface.blit(card.picture, card.picture.get_rect(center=place.center))
    air, middle = (10, 12) if layout.compact else (14, 16)
    line = y + layout.picture + middle
    used = brush.text((x + air, line), str(card.number + 1), BODY, theme.text, "SemiBold")
    dots = draw_difficulty(brush, (x + width - air, line), card.marks, align_right=True)
    left, right = x + air + used + 10, x + width - air - dots - 6
    has_room = brush.measure(card.pushes, SMALL) <= right - left
    brush.text((left, line), card.pushes if has_room else card.figure, SMALL, theme.text_2)


def _draw_keep(brush: Brush, box: Box, card: FoundCard, is_hovered: bool) -> None:
    """A round place in the corner: filled if the level is kept, green once it is saved."""
    theme, center = brush.theme, (box[0] + KEEP / 2, box[1] + KEEP / 2)
    if card.is_kept:
        brush.circle(center, 11, theme.proof if card.is_saved else theme.accent)
        if not card.is_saved:
            brush.circle(center, 9.5, theme.accent_fill)
        ink = theme.panel if card.is_saved else theme.on_accent
        brush.icon("check", center, 15, ink, 2.6)
        return
    brush.circle(center, 11, theme.panel)
    brush.circle(center, 10, theme.text if is_hovered else theme.text_3, 1.5)
    if is_hovered:
        brush.icon("check", center, 15, theme.text, 2.4)
