"""The overlay that shows all keys."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Surface

from game.theme import Theme
from game.view.brush import Brush
from game.view.buttons import CALM, Attention, Hits, draw_bare_icon
from game.view.layout import PlayLayout
from game.view.text import SMALL, TITLE

EDGE, HEAD = 24, 72
COLUMN, COLUMN_GAP = 296, 40
ROW, GROUP_GAP, GROUP_HEAD = 28, 20, 26
LOW_ROW = 21
"""Rows move closer together before anything is left out."""

VEIL = 0.72


@dataclass(frozen=True)
class KeyGroup:
    """A heading and what its keys do: (("Ctrl Z", "U"), "Undo")."""

    title: str
    rows: tuple[tuple[tuple[str, ...], str], ...]


def draw_help(
    surface: Surface, layout: PlayLayout, theme: Theme, groups: tuple[KeyGroup, ...],
    attention: Attention = CALM,
) -> Hits:
    """Draw the table of keys over the whole window. Name in the hits: "close_help"."""
    window = Brush(surface, theme, layout.scale, layout.window)
    veil = Surface(surface.get_size())
    veil.fill(theme.outside)
    veil.set_alpha(round(255 * VEIL))
    surface.blit(veil, (0, 0))
    count = max(1, min(3, int((window.width - 32 - 2 * EDGE + COLUMN_GAP) // (COLUMN + 24))))
    row = ROW
    columns = _columns(groups, count, row)
    if _height(columns, row) + HEAD + EDGE > window.height - 16:
        row = LOW_ROW
    width = min(window.width - 16, 2 * EDGE + count * COLUMN + (count - 1) * COLUMN_GAP)
    height = min(window.height - 16, _height(columns, row) + HEAD + EDGE)
    box = ((window.width - width) / 2, (window.height - height) / 2, width, height)
    window.panel(box)
    return _draw_table(Brush(surface, theme, layout.scale, window.rect(box)), columns, row,
                       attention)


def _draw_table(
    brush: Brush, columns: list[list[KeyGroup]], row: float, attention: Attention
) -> Hits:
    theme = brush.theme
    brush.text((EDGE, 34), "Keys", TITLE, theme.text, "Bold")
    close = draw_bare_icon(brush, "close_help", "close", (brush.width - 34, 34), attention)
    brush.key((brush.width - 62 - brush.key_width("Esc"), 34), "Esc")
    step = (brush.width - 2 * EDGE + COLUMN_GAP) / len(columns)
    for index, column in enumerate(columns):
        y = float(HEAD)
        for group in column:
            y = _draw_group(brush, (EDGE + index * step, y), step - COLUMN_GAP, group, row)
            y += GROUP_GAP
    return {"close_help": close}


def _draw_group(
    brush: Brush, place: tuple[float, float], width: float, group: KeyGroup, row: float
) -> float:
    """A heading, and what each key does with the keys at the right; returns its foot."""
    x, y = place
    brush.caption((x, y), group.title)
    y += GROUP_HEAD - row / 2
    for keys, words in group.rows:
        y += row
        right = x + width
        for key in reversed(keys):
            right -= brush.key_width(key)
            brush.key((right, y), key)
            right -= 5
        brush.small((x, y), brush.fitted(words, SMALL, "Medium", right - x), brush.theme.text)
    return y + row / 2


def _group_height(group: KeyGroup, row: float) -> float:
    return GROUP_HEAD + len(group.rows) * row + GROUP_GAP


def _height(columns: list[list[KeyGroup]], row: float) -> float:
    return max(sum(_group_height(group, row) for group in column) for column in columns)


def _columns(groups: tuple[KeyGroup, ...], count: int, row: float) -> list[list[KeyGroup]]:
    """The groups in order, in columns that are as even as their order allows."""
    total = sum(_group_height(group, row) for group in groups)
    columns: list[list[KeyGroup]] = [[]]
    filled = 0.0
    for group in groups:
        height = _group_height(group, row)
        if columns[-1] and filled + height / 2 > total / count * len(columns):
            columns.append([])
        columns[-1].append(group)
        filled += height
    return columns
