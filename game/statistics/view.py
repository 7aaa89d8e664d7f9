"""The page of statistics: figures at the top, the chart below them, the collections beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.language.words import Words
from game.looks.theme import Theme, mix
from game.statistics.chart import Bar, draw_bars
from game.statistics.days import Span
from game.statistics.overview import CollectionShare
from game.widgets.brush import Box, Brush
from game.widgets.buttons import Attention, Clickable, Hits, ToolButton, draw_button
from game.widgets.head import Head, draw_head
from game.widgets.layout import lay_out
from game.widgets.text import BODY, CAPTION, NUMBER, SMALL, TITLE

COLLECTION_ROW, LOW_ROW = 46.0, 36.0


@dataclass(frozen=True)
class SpanChip(Clickable):
    """Chooses how much time a bar stands for."""

    span: Span


@dataclass(frozen=True)
class Figure:
    """A number with its name, and what puts it into proportion."""

    label: str
    value: str
    note: str


@dataclass(frozen=True)
class StatisticsView:
    """All that is to be seen."""

    head: Head
    figures: Sequence[Figure]
    span: Span
    span_key: str
    bars: Sequence[Bar]
    chosen: int
    collections: Sequence[CollectionShare]
    first: int
    """the number of the collection that is listed first"""
    empty: Words | None
    """what is said instead of all that, as long as there is nothing to show"""
    sentence: Words


@dataclass(frozen=True)
class StatisticsLayout:
    """The rectangles of a page of figures, in physical pixels."""

    scale: float
    compact: bool
    window: Rect
    head: Rect
    figures: Rect
    left: Rect
    right: Rect
    sentence: Rect

    @property
    def row(self) -> float:
        """The height of a collection in the list, in units."""
        return LOW_ROW if self.compact else COLLECTION_ROW

    @property
    def rows(self) -> int:
        """How many collections are listed at once."""
        return max(1, int((self.right.height / self.scale - 40) // self.row))


def lay_out_statistics(size: tuple[int, int], *, left_share: float = 0.64) -> StatisticsLayout:
    """The page in a window of that many physical pixels."""
    play = lay_out(size)
    scale, compact = play.scale, play.compact
    width, height = play.window.size

    def px(units: float) -> int:
        return round(units * scale)

    air = px(8 if compact else 16)
    foot = px(32 if compact else 52)
    figures = Rect(air, play.top_bar.bottom + air, width - 2 * air, px(62 if compact else 92))
    top, end = figures.bottom + air, height - foot
    wide = round((width - 3 * air) * left_share)
    left = Rect(air, top, wide, end - top)
    right = Rect(left.right + air, top, width - 2 * air - left.right, end - top)
    sentence = Rect(0, end, width, foot)
    return StatisticsLayout(
        scale, compact, play.window, play.top_bar, figures, left, right, sentence
    )


def draw_statistics(
    surface: Surface, layout: StatisticsLayout, theme: Theme, view: StatisticsView,
    attention: Attention,
) -> Hits:  # fmt: skip
    """Draw the whole page."""
    surface.fill(theme.outside)

    def brush(part: Rect) -> Brush:
        return Brush(surface, theme, layout.scale, part)

    hits = draw_head(brush(layout.head), view.head, attention, compact=layout.compact)
    if view.empty is not None:
        draw_empty(brush(layout.window), view.empty)
        return hits
    draw_figures(brush(layout.figures), view.figures, compact=layout.compact)
    hits |= _draw_chart(brush(layout.left), layout, view, attention)
    _draw_collections(brush(layout.right), layout, view)
    draw_sentence(brush(layout.sentence), view.sentence)
    return hits


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
        brush.rounded((left, 0, width, brush.height), theme.panel, 12)
        brush.rounded((left, 0, width, brush.height), theme.line, 12, 1)
        room = width - 2 * edge
        label = figure.label if brush.measure_caption(figure.label) <= room else ""
        brush.caption((left + edge, rows[0]), label or figure.label.split()[0])
        value = brush.fitted(figure.value, size, "Bold", room)
        brush.text((left + edge, rows[1]), value, size, theme.text, "Bold")
        note = brush.fitted(figure.note, CAPTION if compact else SMALL, "Medium", room)
        brush.text((left + edge, rows[2]), note, CAPTION if compact else SMALL, theme.text_2)


def draw_sentence(brush: Brush, words: Words) -> None:
    """One line at the foot of a page: the first part is bolder."""
    left, middle = 24.0, brush.height / 2
    lead, rest = words
    room = brush.width - 2 * left
    lead = brush.fitted(lead, SMALL, "Bold", room)
    used = brush.text((left, middle), lead, SMALL, brush.theme.text, "Bold") + 6
    rest = brush.fitted(rest, SMALL, "Medium", room - used)
    brush.text((left + used, middle), rest, SMALL, brush.theme.text_2)


# --- the chart -----------------------------------------------------------------------------------


def _draw_chart(
    brush: Brush, layout: StatisticsLayout, view: StatisticsView, attention: Attention
) -> Hits:
    brush.rounded((0, 0, brush.width, brush.height), brush.theme.panel, 12)
    brush.rounded((0, 0, brush.width, brush.height), brush.theme.line, 12, 1)
    high = 28.0 if layout.compact else 34.0
    edge = 8.0 if layout.compact else 14.0
    key = "" if layout.compact else view.span_key
    hits, right = _draw_spans(brush, (view.span, key), (edge, edge, high), attention)
    _draw_legend(brush, (edge + 6, edge + high / 2), right - 12)
    top = 2 * edge + high
    box = (edge, top, brush.width - 2 * edge, brush.height - top - edge)
    return hits | draw_bars(brush, box, view.bars, view.chosen, attention)


def _draw_spans(
    brush: Brush, chosen: tuple[Span, str], place: tuple[float, float, float], attention: Attention
) -> tuple[Hits, float]:
    """The choice of days, weeks or months at the right, with the key; where it begins."""
    hits: Hits = {}
    edge, top, high = place
    right = brush.width - edge
    for span in reversed(Span):
        key = chosen[1] if span is chosen[0].following else ""
        state = "active" if span is chosen[0] else "normal"
        button = ToolButton(SpanChip(span), "", span.value, key, state)  # type: ignore[arg-type]
        width = brush.measure(span.value, BODY, "SemiBold") + 24
        width += 10 + brush.key_width(key) if key else 0
        box = (right - width, top, width, high)
        hits[button.hit] = draw_button(brush, box, button, attention)
        right -= width + 6
    return hits, right


def _draw_legend(brush: Brush, place: tuple[float, float], end: float) -> None:
    theme, (x, y) = brush.theme, place
    for color, words in ((theme.accent_fill, "Solved"), (theme.proof, "At par")):
        if x + 16 + brush.measure(words, SMALL) > end:
            return
        brush.rounded((x, y - 5, 10, 10), color, 3)
        x += 16 + brush.text((x + 16, y), words, SMALL, theme.text_2) + 16


# --- the collections -----------------------------------------------------------------------------


def _draw_collections(brush: Brush, layout: StatisticsLayout, view: StatisticsView) -> None:
    theme, edge = brush.theme, 10.0 if layout.compact else 18.0
    brush.rounded((0, 0, brush.width, brush.height), theme.panel, 12)
    brush.rounded((0, 0, brush.width, brush.height), theme.line, 12, 1)
    brush.caption((edge, 20), "By collection")
    for number, each in enumerate(view.collections[view.first : view.first + layout.rows]):
        top = 36 + number * layout.row
        _draw_share(brush, (edge, top, brush.width - 2 * edge, layout.row), each)
    if len(view.collections) > layout.rows:
        track = brush.height - 44
        length = max(24.0, track * layout.rows / len(view.collections))
        most = len(view.collections) - layout.rows
        place = 36 + (track - length) * view.first / most
        color = mix(theme.panel, theme.text, 0.30)
        brush.rounded((brush.width - 7, place, 4, length), color, 2)


def _draw_share(brush: Brush, box: Box, share: CollectionShare) -> None:
    theme, (x, y, width, height) = brush.theme, box
    middle, track = y + height * 0.36, y + height * 0.72
    figures = f"{share.solved} of {share.levels}"
    used = brush.measure(figures, SMALL) + 10
    brush.text((x + width, middle), figures, SMALL, theme.text_2, "Medium", "right")
    title = brush.fitted(share.title, SMALL, "SemiBold", width - used)
    brush.text((x, middle), title, SMALL, theme.text, "SemiBold")
    brush.rounded((x, track, width, 6), mix(theme.panel, theme.text, 0.14), 3)
    for part, color in ((share.solved, theme.accent_fill), (share.at_par, theme.proof)):
        if part:
            brush.rounded((x, track, max(6.0, width * part / share.levels), 6), color, 3)
