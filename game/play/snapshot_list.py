"""The panel that lists the snapshots of a game."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from game.looks.theme import Theme
from game.widgets.bars import Sentence, draw_sentence
from game.widgets.brush import Brush
from game.widgets.buttons import PANEL_EDGE as EDGE
from game.widgets.buttons import Attention, Clickable, Hits, PanelClosing, draw_panel_head
from game.widgets.layout import PlayLayout
from game.widgets.text import BODY, SMALL

HEAD, ROW, ROW_STEP, FOOT = 60, 52, 56, 48


@dataclass(frozen=True)
class SnapshotLine(Clickable):
    """Goes to a snapshot, which its game tells from the others."""

    lurd: str


@dataclass(frozen=True)
class SnapshotRow:
    """One snapshot: "Step 44", and what is to be said about it."""

    lurd: str
    title: str
    note: str


@dataclass(frozen=True)
class SnapshotList:
    """What the panel shows."""

    rows: tuple[SnapshotRow, ...]
    chosen: int
    sentence: Sentence
    keys: tuple[tuple[str, str], ...]
    """at the foot: (("Enter", "go there"),)"""


def draw_snapshot_list(
    surface: Surface, layout: PlayLayout, theme: Theme, found: SnapshotList, attention: Attention
) -> Hits:
    """Draw the panel, and the sentence beside it."""
    if layout.panel is None:
        return {}
    before = surface.get_clip()
    surface.set_clip(layout.stage.clip(before))
    hits = draw_sentence(surface, layout, theme, found.sentence, attention)
    brush = Brush(surface, theme, layout.scale, layout.panel)
    hits |= draw_panel_head(brush, "Snapshots", PanelClosing(), attention)
    count = rows_in_sight(layout)
    first = max(0, min(found.chosen - count // 2, len(found.rows) - count))
    for number, row in list(enumerate(found.rows))[first : first + count]:
        y = HEAD + (number - first) * ROW_STEP
        hit = SnapshotLine(row.lurd)
        is_touched = hit in (attention.hover, attention.pressed)
        hits[hit] = _draw_row(brush, y, row, number == found.chosen, is_touched)
    _draw_keys(brush, found)
    surface.set_clip(before)
    return hits


def rows_in_sight(layout: PlayLayout) -> int:
    """How many snapshots the panel has room for, one at least."""
    height = layout.panel.height / layout.scale if layout.panel else 0
    return max(1, int((height - HEAD - FOOT) // ROW_STEP))


def _draw_row(brush: Brush, y: float, row: SnapshotRow, is_chosen: bool, is_touched: bool) -> Rect:
    theme = brush.theme
    box = (EDGE - 8, y, brush.width - 2 * EDGE + 16, ROW)
    brush.choice(box, is_chosen=is_chosen, is_touched=is_touched)
    brush.diamond((EDGE + 10, y + ROW / 2), 6, theme.info)
    ink = theme.accent if is_chosen else theme.text
    brush.text((EDGE + 32, y + 17), row.title, BODY, ink, "SemiBold")
    brush.small((EDGE + 32, y + 36), row.note)
    return brush.rect(box)


def _draw_keys(brush: Brush, found: SnapshotList) -> None:
    """What the keys do, with as much air between them as there is room for."""
    x, y = float(EDGE), brush.height - 26
    widths = [
        brush.key_width(key) + brush.measure(words, SMALL, "Medium") + 6
        for key, words in found.keys
    ]
    rest = brush.width - 2 * EDGE - sum(widths)
    air = max(4.0, min(18.0, rest / max(1, len(widths) - 1)))
    for (key, words), width in zip(found.keys, widths, strict=True):
        used = brush.key((x, y), key) + 6
        brush.small((x + used, y), words)
        x += width + air
