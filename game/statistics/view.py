"""The page of statistics: figures at the top, the chart below them, the collections beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from game.language.words import Words
from game.looks.theme import mix
from game.statistics.chart import Bar, draw_bars
from game.statistics.days import Span
from game.statistics.layout import StatisticsLayout
from game.statistics.overview import CollectionShare
from game.statistics.parts import Parts
from game.widgets.brush import Box, Brush
from game.widgets.buttons import (
    Attention,
    Clickable,
    Hit,
    Hits,
    ToolButton,
    button_width,
    draw_button,
)
from game.widgets.head import Head, draw_head
from game.widgets.layout import reach
from game.widgets.text import BODY, CAPTION, NUMBER, SMALL, TITLE
from levels.language import _, pgettext, retold

WIDE = 560
"""The width, in units, from which the buttons of the chart have room for their keys."""
GAP = 6
"""Between two of them."""


@dataclass(frozen=True)
class SpanChip(Clickable):
    """Chooses how much time a bar stands for."""

    span: Span


@dataclass(frozen=True)
class CountChip(Clickable):
    """Chooses what the bars count."""

    is_lost: bool
    """pushes lost, instead of levels solved"""


@dataclass(frozen=True)
class Figure:
    """A number with its name, and what puts it into proportion."""

    label: str
    value: str
    note: str


@dataclass(frozen=True)
class StatisticsView:
    """Everything that is shown."""

    head: Head
    figures: Sequence[Figure]
    span: Span
    span_key: str
    is_lost: bool
    """whether the bars count pushes lost"""
    lost_key: str
    bars: Sequence[Bar]
    chosen: int
    collections: Sequence[CollectionShare]
    first: int
    """the number of the collection that is listed first"""
    empty: Words | None
    """what is said instead of all that, as long as there is nothing to show"""
    sentence: Words


def show_statistics(parts: Parts, view: StatisticsView, attention: Attention) -> Hits:
    """Show the whole page."""
    layout, compact = parts.layout, parts.layout.compact
    hits = show_head(parts, view.head, attention)
    if view.empty is not None:
        parts.show("empty", layout.below_head, partial(draw_empty, words=view.empty), view.empty)
        return hits
    figures = partial(draw_figures, figures=view.figures, compact=compact)
    parts.show("figures", layout.figures, figures, view.figures)
    hits |= parts.show(
        "chart", layout.left, partial(_draw_chart, layout=layout, view=view, attention=attention),
        view.bars, view.span, view.span_key, view.is_lost, view.lost_key, view.chosen, attention,
    )  # fmt: skip
    collections = partial(_draw_collections, layout=layout, view=view)
    parts.show("collections", layout.right, collections, view.collections, view.first)
    show_sentence(parts, view.sentence)
    return hits


def show_head(parts: Parts, head: Head, attention: Attention) -> Hits:
    """Show the head of a page."""
    compact = parts.layout.compact
    draw = partial(draw_head, head=head, attention=attention, compact=compact)
    return parts.show("head", parts.layout.head, draw, head, attention)


def show_sentence(parts: Parts, words: Words) -> None:
    """Show the line at the foot of a page."""
    parts.show("sentence", parts.layout.sentence, partial(draw_sentence, words=words), words)


def draw_empty(brush: Brush, words: Words) -> None:
    """What is said in the middle of a page that has nothing to show."""
    middle, center = brush.height / 2, brush.width / 2
    brush.text((center, middle - 16), words[0], TITLE, brush.theme.text, "Bold", "center")
    lines = brush.wrapped(words[1], BODY, "Medium", min(520.0, brush.width - 48))
    for number, line in enumerate(lines):
        place = (center, middle + 16 + 22 * number)
        brush.text(place, line, BODY, brush.theme.text_2, "Medium", "center")


def draw_figures(brush: Brush, figures: Sequence[Figure], *, compact: bool) -> None:
    """Numbers side by side, each on a card of its own."""
    theme, gap = brush.theme, 8.0 if compact else 16.0
    width = (brush.width - gap * (len(figures) - 1)) / len(figures)
    edge, size = (10.0, BODY) if compact else (18.0, NUMBER)
    rows = (14.0, 32.0, 49.0) if compact else (22.0, 48.0, 73.0)
    for number, figure in enumerate(figures):
        left = number * (width + gap)
        brush.card((left, 0, width, brush.height))
        room = width - 2 * edge
        label = figure.label if brush.measure_caption(figure.label) <= room else ""
        brush.caption((left + edge, rows[0]), label or figure.label.split()[0])
        value = brush.fitted(figure.value, size, "Bold", room)
        brush.text((left + edge, rows[1]), value, size, theme.text, "Bold")
        note = brush.fitted(figure.note, CAPTION if compact else SMALL, "Medium", room)
        brush.text((left + edge, rows[2]), note, CAPTION if compact else SMALL, theme.text_2)


def draw_sentence(brush: Brush, words: Words) -> None:
    """One line at the foot of a page."""
    brush.sentence((24, brush.height / 2), words, brush.width - 48, "Bold", 6)


# --- the chart -----------------------------------------------------------------------------------


def _draw_chart(
    brush: Brush, layout: StatisticsLayout, view: StatisticsView, attention: Attention
) -> Hits:
    brush.card((0, 0, brush.width, brush.height))
    high = reach(28 if layout.compact else 34)
    edge = 8.0 if layout.compact else 14.0
    hits, left, right = _draw_choices(brush, view, (edge, high), attention)
    if not view.is_lost:
        _draw_legend(brush, (left + 8, edge + high / 2), right - 12)
    top = 2 * edge + high
    box = (edge, top, brush.width - 2 * edge, brush.height - top - edge)
    return hits | draw_bars(brush, box, view.bars, view.chosen, attention)


def _draw_choices(
    brush: Brush, view: StatisticsView, place: tuple[float, float], attention: Attention
) -> tuple[Hits, float, float]:
    """What the bars count on the left, days, weeks or months on the right; from where to where
    there is room between them. Where not all have room, one button leads from each to the next."""
    edge, high = place
    span_key, lost_key = (view.span_key, view.lost_key) if brush.width >= WIDE else ("", "")
    counts = [
        _choice(CountChip(is_lost), words, lost_key, is_chosen=is_lost == view.is_lost)
        for is_lost, words in ((False, pgettext("figure", "Solved")), (True, _("Pushes lost")))
    ]
    keys = {view.span.following: span_key}
    spans = [
        _choice(SpanChip(span), _(span.value), keys.get(span, ""), is_chosen=span is view.span)
        for span in Span
    ]
    widths = [_width(brush, each) for each in (*counts, *spans)]
    if sum(widths) + GAP * len(widths) > brush.width - 2 * edge:
        spans = [_choice(SpanChip(view.span.following), _(view.span.value), "", is_chosen=False)]
    hits: Hits = {}
    left, right = edge, brush.width - edge
    for button in counts:
        width = _width(brush, button)
        hits[button.hit] = draw_button(brush, (left, edge, width, high), button, attention)
        left += width + GAP
    for button in reversed(spans):
        width = _width(brush, button)
        hits[button.hit] = draw_button(brush, (right - width, edge, width, high), button, attention)
        right -= width + GAP
    return hits, left, right


def _choice(hit: Hit, words: str, key: str, *, is_chosen: bool) -> ToolButton:
    """A button for one of several things, with its key unless it is the one that is shown."""
    if is_chosen:
        return ToolButton(hit, "", words, state="active")
    return ToolButton(hit, "", words, key)


def _width(brush: Brush, button: ToolButton) -> float:
    """What a button above the chart takes."""
    return button_width(brush, button) - 16


def _draw_legend(brush: Brush, place: tuple[float, float], end: float) -> None:
    theme, (x, y) = brush.theme, place
    words = _("At par")
    if x + 16 + brush.measure(words, SMALL) <= end:
        brush.rounded((x, y - 5, 10, 10), theme.proof, 3)
        brush.text((x + 16, y), words, SMALL, theme.text_2)


# --- the collections -----------------------------------------------------------------------------


def _draw_collections(brush: Brush, layout: StatisticsLayout, view: StatisticsView) -> None:
    edge = 10.0 if layout.compact else 18.0
    brush.card((0, 0, brush.width, brush.height))
    brush.caption((edge, 20), _("By collection"))
    for number, each in enumerate(view.collections[view.first : view.first + layout.rows]):
        top = 36 + number * layout.row
        _draw_share(brush, (edge, top, brush.width - 2 * edge, layout.row), each)
    if len(view.collections) > layout.rows:
        track = (brush.width - 7, 36, 4, brush.height - 44)
        brush.thumb(track, view.first, layout.rows, len(view.collections))


def _draw_share(brush: Brush, box: Box, share: CollectionShare) -> None:
    theme, (x, y, width, height) = brush.theme, box
    middle, track = y + height * 0.36, y + height * 0.72
    figures = _("{solved} of {levels}", solved=share.solved, levels=share.levels)
    used = brush.measure(figures, SMALL) + 10
    brush.text((x + width, middle), figures, SMALL, theme.text_2, "Medium", "right")
    title = brush.fitted(retold(share.title), SMALL, "SemiBold", width - used)
    brush.text((x, middle), title, SMALL, theme.text, "SemiBold")
    brush.rounded((x, track, width, 6), mix(theme.panel, theme.text, 0.14), 3)
    for part, color, high in ((share.solved, theme.accent, 6), (share.at_par, theme.proof, 10)):
        if part:
            done = max(6.0, width * part / share.levels)
            brush.rounded((x, track + 3 - high / 2, done, high), color, high / 2)
