"""The overlay that shows keys."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import NamedTuple, TypeAlias

from pygame import Surface

from game.input.actions import Action
from game.looks.theme import Theme
from game.widgets.brush import Brush, veil
from game.widgets.buttons import CALM, Attention, Hits, draw_bare_icon
from game.widgets.layout import PlayLayout
from game.widgets.text import SMALL, TITLE

EDGE = 24
COLUMN, COLUMN_GAP, KEY_GAP = 296, 40, 5


class Rhythm(NamedTuple):
    """Heights in units: of the head, a row, a group's heading, and the gap between groups."""

    head: float
    row: float
    heading: float
    gap: float


WIDE, DENSE = Rhythm(72, 28, 28, 24), Rhythm(56, 19, 20, 12)
"""Rows move closer together before anything is cut off."""


KeyRow: TypeAlias = tuple[tuple[str, ...], str]
"""Keys, and what they do."""


@dataclass(frozen=True)
class KeyGroup:
    """A heading and what its keys do: (("Ctrl Z", "U"), "Undo")."""

    title: str
    rows: tuple[KeyRow, ...]


Groups: TypeAlias = tuple[KeyGroup, ...]


class KeySheet(NamedTuple):
    """All that is shown: what it is called, keys or buttons, and its groups."""

    title: str
    groups: Groups


def draw_help(
    surface: Surface,
    layout: PlayLayout,
    theme: Theme,
    shown: KeySheet,
    attention: Attention = CALM,
    scroll: float = 0.0,
) -> Hits:
    """Draw the table of keys over the whole window, ``scroll`` units further down than its start.

    Name in the hits: "close_help".
    """
    window = Brush(surface, theme, layout.scale, layout.window)
    veil(surface, theme)
    columns, rhythm, total = _arranged(window, shown.groups)
    count = len(columns)
    width = min(window.width - 16, 2 * EDGE + count * COLUMN + (count - 1) * COLUMN_GAP)
    height = min(window.height - 16, total)
    box = ((window.width - width) / 2, (window.height - height) / 2, width, height)
    window.panel(box)
    table = Brush(surface, theme, layout.scale, window.rect(box))
    hits = _draw_head(table, shown.title, rhythm, attention)
    below = table.rect((0, rhythm.head - rhythm.row / 2, width, height - rhythm.head))
    surface.set_clip(below.clip(layout.window))
    _draw_columns(table, columns, rhythm, scroll)
    surface.set_clip(None)
    if total > height:
        track = (table.width - 11, rhythm.head, 5, table.height - rhythm.head - 12)
        table.thumb(track, scroll, height, total)
    return hits


def most_scroll(surface: Surface, layout: PlayLayout, theme: Theme, groups: Groups) -> float:
    """How far the table of keys can be scrolled, in units; 0 if all of it is in sight."""
    window = Brush(surface, theme, layout.scale, layout.window)
    return max(0.0, _arranged(window, groups)[2] - (window.height - 16))


def _arranged(window: Brush, groups: Groups) -> tuple[list[list[KeyGroup]], Rhythm, float]:
    """The columns, how close their rows are, and the height that the panel should have."""
    groups = tuple(_in_rows(window, group) for group in groups)
    most = max(1, int((window.width - 24) // (COLUMN + 8)))
    ways = [(min(3, most), WIDE), (min(3, most), DENSE), (most, DENSE)]
    for (count, rhythm), parted in product(ways, (False, True)):
        columns = _columns(_parted(groups, count) if parted else groups, count, rhythm)
        fits = _height(columns, rhythm) <= window.height - 16
        if fits and (parted or not _is_lopsided(columns, rhythm)):
            break
    return columns, rhythm, _height(columns, rhythm)


def _in_rows(brush: Brush, group: KeyGroup) -> KeyGroup:
    """The group with as many keys in a row as leave room for its words; the others stand below."""
    rows: list[KeyRow] = []
    for keys, words in group.rows:
        rows.append((keys[:1], words))
        for key in keys[1:]:
            before, beside = rows[-1]
            used = sum(brush.key_width(each) + KEY_GAP for each in (*before, key))
            fits = used + brush.measure(beside, SMALL) <= COLUMN
            rows[-1:] = [((*before, key), beside)] if fits else [rows[-1], ((key,), "")]
    return KeyGroup(group.title, tuple(rows))


def _is_lopsided(columns: list[list[KeyGroup]], rhythm: Rhythm) -> bool:
    """Whether one column is more than twice as high as all others."""
    heights = sorted(_height([column], rhythm) for column in columns)
    return len(heights) > 1 and heights[-1] > 2 * heights[-2]


def _parted(groups: Groups, count: int) -> Groups:
    """The groups, long ones in parts; a continued part has no heading of its own."""
    longest = -(-sum(len(group.rows) + 2 for group in groups) // count)
    parts: list[KeyGroup] = []
    for group in groups:
        pieces = -(-len(group.rows) // longest)
        size = -(-len(group.rows) // pieces)
        for first in range(0, len(group.rows), size):
            title = "" if first else group.title
            parts.append(KeyGroup(title, group.rows[first : first + size]))
    return tuple(parts)


def _draw_head(brush: Brush, title: str, rhythm: Rhythm, attention: Attention) -> Hits:
    middle = rhythm.head / 2 - 4
    brush.text((EDGE, middle), title, TITLE, brush.theme.text, "Bold")
    close = draw_bare_icon(brush, Action.BACK, "close", (brush.width - 34, middle), attention)
    return {Action.BACK: close}


def _draw_columns(
    brush: Brush, columns: list[list[KeyGroup]], rhythm: Rhythm, scroll: float
) -> None:
    step = (brush.width - 2 * EDGE + COLUMN_GAP) / len(columns)
    for index, column in enumerate(columns):
        y = rhythm.head - scroll
        for group in column:
            _draw_group(brush, (EDGE + index * step, y), step - COLUMN_GAP, group, rhythm)
            y += _group_height(group, rhythm)


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
            right -= KEY_GAP
        short = brush.fitted(words, SMALL, "Medium", right - x)
        brush.small((x, middle), short, brush.theme.text)


def _group_height(group: KeyGroup, rhythm: Rhythm) -> float:
    return rhythm.heading + len(group.rows) * rhythm.row + rhythm.gap


def _height(columns: list[list[KeyGroup]], rhythm: Rhythm) -> float:
    """The height of the whole panel."""
    longest = max(sum(_group_height(group, rhythm) for group in column) for column in columns)
    return rhythm.head + longest - rhythm.row / 2


def _columns(groups: Groups, count: int, rhythm: Rhythm) -> list[list[KeyGroup]]:
    """The groups in order, in columns of which the longest is as short as it can be.

    Of ways that are alike in this, the one whose other columns differ least.
    """
    ways = combinations(range(1, len(groups)), min(count, len(groups)) - 1)
    arranged = (
        [list(groups[start:end]) for start, end in pairwise((0, *breaks, len(groups)))]
        for breaks in ways
    )

    def heights(columns: list[list[KeyGroup]]) -> list[float]:
        return sorted((_height([column], rhythm) for column in columns), reverse=True)

    return min(arranged, key=heights)
