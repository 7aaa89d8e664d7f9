"""The overlay that shows all keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pygame import Surface

from game.theme import Theme
from game.view.brush import Brush
from game.view.buttons import CALM, Attention, Hits, draw_bare_icon
from game.view.layout import PlayLayout
from game.view.text import SMALL, TITLE

EDGE = 24
COLUMN, COLUMN_GAP = 296, 40
VEIL = 0.72


class Rhythm(NamedTuple):
    """Heights in units: of the head, a row, a group's heading, and the gap between groups."""

    head: float
    row: float
    heading: float
    gap: float


WIDE, DENSE = Rhythm(72, 28, 28, 24), Rhythm(56, 19, 20, 12)
"""Rows move closer together before anything is cut off."""


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
    count = max(1, min(3, int((window.width - 24) // (COLUMN + 8))))
    rhythm = WIDE
    if _height(_columns(groups, count, WIDE), WIDE) > window.height - 16:
        rhythm = DENSE
    columns = _columns(groups, count, rhythm)
    width = min(window.width - 16, 2 * EDGE + count * COLUMN + (count - 1) * COLUMN_GAP)
    height = min(window.height - 16, _height(columns, rhythm))
    box = ((window.width - width) / 2, (window.height - height) / 2, width, height)
    window.panel(box)
    table = Brush(surface, theme, layout.scale, window.rect(box))
    return _draw_table(table, columns, rhythm, attention)


def _draw_table(
    brush: Brush, columns: list[list[KeyGroup]], rhythm: Rhythm, attention: Attention
) -> Hits:
    middle = rhythm.head / 2 - 4
    brush.text((EDGE, middle), "Keys", TITLE, brush.theme.text, "Bold")
    close = draw_bare_icon(
        brush, "close_help", "close", (brush.width - 34, middle), attention)
    brush.key((brush.width - 62 - brush.key_width("Esc"), middle), "Esc")
    step = (brush.width - 2 * EDGE + COLUMN_GAP) / len(columns)
    for index, column in enumerate(columns):
        y = rhythm.head
        for group in column:
            _draw_group(brush, (EDGE + index * step, y), step - COLUMN_GAP, group, rhythm)
            y += _group_height(group, rhythm)
    return {"close_help": close}


def _draw_group(
    brush: Brush, place: tuple[float, float], width: float, group: KeyGroup, rhythm: Rhythm
) -> None:
    """A heading, and what each key does with the keys at the right."""
    x, y = place
    brush.caption((x, y), group.title)
    for index, (keys, words) in enumerate(group.rows):
        middle = y + rhythm.heading + index * rhythm.row
        right = x + width
        for key in reversed(keys):
            right -= brush.key_width(key)
            brush.key((right, middle), key)
            right -= 5
        short = brush.fitted(words, SMALL, "Medium", right - x)
        brush.small((x, middle), short, brush.theme.text)


def _group_height(group: KeyGroup, rhythm: Rhythm) -> float:
    return rhythm.heading + len(group.rows) * rhythm.row + rhythm.gap


def _height(columns: list[list[KeyGroup]], rhythm: Rhythm) -> float:
    """Of the whole panel."""
    longest = max(sum(_group_height(group, rhythm) for group in column) for column in columns)
    return rhythm.head + longest - rhythm.row / 2


def _columns(groups: tuple[KeyGroup, ...], count: int, rhythm: Rhythm) -> list[list[KeyGroup]]:
    """The groups in order, in columns that are as even as their order allows."""
    total = sum(_group_height(group, rhythm) for group in groups)
    columns: list[list[KeyGroup]] = [[]]
    filled = 0.0
    for group in groups:
        height = _group_height(group, rhythm)
        if columns[-1] and filled + height / 2 > total / count * len(columns):
            columns.append([])
        columns[-1].append(group)
        filled += height
    return columns
