"""The page of a level: its picture, what was done with it, and its best solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.language.words import Words
from game.looks.theme import Theme, mix
from game.statistics.view import (
    Figure,
    StatisticsLayout,
    draw_empty,
    draw_figures,
    draw_sentence,
)
from game.widgets.brush import Box, Brush
from game.widgets.buttons import Attention, Clickable, Hits
from game.widgets.head import Head, draw_head
from game.widgets.text import BODY, CAPTION, SMALL

TOP = 40.0
"""Units above the list."""


@dataclass(frozen=True)
class SolutionLine(Clickable):
    """A solution in the list."""

    is_button = False
    number: int


@dataclass(frozen=True)
class SolutionRow:
    """What is said of a solution."""

    pushes: str
    moves: str
    whose: str
    day: str
    praise: str
    """what it is the best in"""
    is_par: bool


@dataclass(frozen=True)
class LevelPageView:
    """All that is to be seen."""

    head: Head
    picture: Surface | None
    figures: Sequence[Figure]
    rows: Sequence[SolutionRow]
    chosen: int
    empty: Words | None
    """what is said instead of the list if there is none"""
    sentence: Words


def draw_level_page(
    surface: Surface, layout: StatisticsLayout, theme: Theme, view: LevelPageView,
    attention: Attention,
) -> Hits:  # fmt: skip
    """Draw the whole page."""
    surface.fill(theme.outside)

    def brush(part: Rect) -> Brush:
        return Brush(surface, theme, layout.scale, part)

    hits = draw_head(brush(layout.head), view.head, attention, compact=layout.compact)
    draw_figures(brush(layout.figures), view.figures, compact=layout.compact)
    card = brush(layout.left)
    card.rounded((0, 0, card.width, card.height), theme.line, 12, 1)
    if view.picture is not None:
        surface.blit(view.picture, view.picture.get_rect(center=layout.left.center))
    hits |= _draw_list(brush(layout.right), layout, view, attention)
    draw_sentence(brush(layout.sentence), view.sentence)
    return hits


def picture_size(layout: StatisticsLayout) -> tuple[int, int]:
    """How large the picture may be, in pixels."""
    air = round(8 * layout.scale)
    return layout.left.width - 2 * air, layout.left.height - 2 * air


def _draw_list(
    brush: Brush, layout: StatisticsLayout, view: LevelPageView, attention: Attention
) -> Hits:
    theme, edge = brush.theme, 10.0 if layout.compact else 18.0
    brush.rounded((0, 0, brush.width, brush.height), theme.panel, 12)
    brush.rounded((0, 0, brush.width, brush.height), theme.line, 12, 1)
    if view.empty is not None:
        draw_empty(brush, view.empty)
        return {}
    brush.caption((edge, 20), "Best solutions")
    hits: Hits = {}
    shown = max(1, int((brush.height - TOP) // layout.row))
    first = max(0, view.chosen - shown + 1)
    for number, row in list(enumerate(view.rows))[first : first + shown]:
        box = (
            edge - 6,
            TOP + (number - first) * layout.row,
            brush.width - 2 * edge + 12,
            layout.row,
        )
        hit = SolutionLine(number)
        hits[hit] = brush.rect(box)
        light = 0.12 if number == view.chosen else 0.06 if hit == attention.hover else 0.0
        if light:
            brush.rounded(box, mix(theme.panel, theme.text, light), 8)
        _draw_row(brush, box, row, compact=layout.compact)
    return hits


def _draw_row(brush: Brush, box: Box, row: SolutionRow, *, compact: bool) -> None:
    theme, (x, y, width, height) = brush.theme, box
    upper, lower, size = y + height * 0.32, y + height * 0.72, SMALL if compact else BODY
    left, right = x + 8, x + width - 8
    figures = f"{row.pushes}, {row.moves}"
    color = theme.proof if row.is_par else theme.text
    used = brush.text((left, upper), figures, size, color, "SemiBold")
    praise = brush.fitted(row.praise, CAPTION, "SemiBold", right - left - used - 12)
    brush.text((right, upper), praise, CAPTION, theme.text_2, "SemiBold", "right")
    brush.text((left, lower), row.whose, SMALL, theme.text_2)
    brush.text((right, lower), row.day, SMALL, theme.text_3, "Medium", "right")
