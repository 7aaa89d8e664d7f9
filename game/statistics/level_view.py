"""The page of a level: its picture, what was done with it, and its best solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Surface

from game.language.words import Words
from game.looks.theme import mix
from game.statistics.layout import StatisticsLayout
from game.statistics.parts import Parts
from game.statistics.view import Figure, draw_empty, draw_figures, show_head, show_sentence
from game.widgets.brush import Box, Brush
from game.widgets.buttons import Attention, Clickable, Hits
from game.widgets.head import Head
from game.widgets.text import BODY, CAPTION, SMALL
from levels.language import _

TOP, ROW = 40.0, 46.0
"""Units above the list, and of each row: it may have two lines."""

CHOSEN, HOVERED = 0.08, 0.05
"""How much of the ink of words goes into the ground of a row."""


@dataclass(frozen=True)
class SolutionLine(Clickable):
    """A solution in the list."""

    is_button = False
    number: int


@dataclass(frozen=True)
class SolutionRow:
    """What is said about a solution."""

    pushes: str
    moves: str
    whose: str
    day: str
    praise: str
    """what it is the best in"""
    is_par: bool


@dataclass(frozen=True)
class LevelPageView:
    """Everything that is shown."""

    head: Head
    picture: Surface | None
    figures: Sequence[Figure]
    rows: Sequence[SolutionRow]
    chosen: int
    empty: Words | None
    """what is said instead of the list if there is none"""
    sentence: Words


def show_level_page(parts: Parts, view: LevelPageView, attention: Attention) -> Hits:
    """Show the whole page."""
    layout = parts.layout
    hits = show_head(parts, view.head, attention)
    figures = partial(draw_figures, figures=view.figures, compact=layout.compact)
    parts.show("figures", layout.figures, figures, view.figures)
    parts.show("picture", layout.left, partial(_draw_picture, picture=view.picture), view.picture)
    hits |= parts.show(
        "list", layout.right, partial(_draw_list, layout=layout, view=view, attention=attention),
        view.rows, view.chosen, view.empty, attention,
    )  # fmt: skip
    show_sentence(parts, view.sentence)
    return hits


def _draw_picture(card: Brush, picture: Surface | None) -> None:
    card.rounded((0, 0, card.width, card.height), card.theme.line, 12, 1)
    if picture is not None:
        card.surface.blit(picture, picture.get_rect(center=card.part.center))


def picture_size(layout: StatisticsLayout) -> tuple[int, int]:
    """How large the picture may be, in pixels."""
    air = round(20 * layout.scale)
    return layout.left.width - 2 * air, layout.left.height - 2 * air


def _draw_list(
    brush: Brush, layout: StatisticsLayout, view: LevelPageView, attention: Attention
) -> Hits:
    theme, edge = brush.theme, 10.0 if layout.compact else 18.0
    brush.card((0, 0, brush.width, brush.height))
    if view.empty is not None:
        draw_empty(brush, view.empty)
        return {}
    brush.caption((edge, 20), _("Best solutions"))
    hits: Hits = {}
    shown = max(1, int((brush.height - TOP) // ROW))
    first = max(0, view.chosen - shown + 1)
    for number, row in list(enumerate(view.rows))[first : first + shown]:
        box = (edge - 6, TOP + (number - first) * ROW, brush.width - 2 * edge + 12, ROW)
        hit = SolutionLine(number)
        hits[hit] = brush.rect(box)
        light = CHOSEN if number == view.chosen else HOVERED if hit == attention.hover else 0.0
        if light:
            brush.rounded(box, mix(theme.panel, theme.text, light), 8)
        if number == view.chosen:
            brush.rounded(box, theme.accent, 8, 1.5)
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
    brush.text((right, lower), row.day, SMALL, theme.text_2, "Medium", "right")
