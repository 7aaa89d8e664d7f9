"""The panel that lists games to go to: snapshots, or ways that were left."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Surface

from game.looks.theme import Theme
from game.widgets.brush import Brush
from game.widgets.buttons import PANEL_EDGE as EDGE
from game.widgets.buttons import Attention, Clickable, Hits, PanelClosing, draw_panel_head
from game.widgets.layout import PlayLayout
from game.widgets.sentence import Sentence, draw_sentence
from game.widgets.text import BODY, SMALL

HEAD, ROW, ROW_STEP, FOOT = 60, 52, 56, 48


@dataclass(frozen=True)
class GameLine(Clickable):
    """Goes to one of the games, by its number in the list."""

    number: int


@dataclass(frozen=True)
class GameRow:
    """One game: "Step 44", and what is to be said about it."""

    title: str
    note: str


@dataclass(frozen=True)
class GameList:
    """What the panel shows."""

    heading: str
    rows: tuple[GameRow, ...]
    """those in sight"""
    first: int
    """the number of the first of them"""
    chosen: int
    sentence: Sentence
    keys: tuple[tuple[str, str], ...]
    """at the foot: (("Enter", "go there"),)"""
    is_of_ways: bool = False
    """whether a fork stands before each, and not the diamond of a snapshot"""


def draw_game_list(
    surface: Surface, layout: PlayLayout, theme: Theme, found: GameList, attention: Attention
) -> Hits:
    """Draw the panel, and the sentence beside it."""
    if layout.panel is None:
        return {}
    before = surface.get_clip()
    surface.set_clip(layout.stage.clip(before))
    hits = draw_sentence(surface, layout, theme, found.sentence, attention)
    brush = Brush(surface, theme, layout.scale, layout.panel)
    hits |= draw_panel_head(brush, found.heading, PanelClosing(), attention)
    for place, row in enumerate(found.rows):
        number = found.first + place
        hit = GameLine(number)
        is_touched = hit in (attention.hover, attention.pressed)
        box = (EDGE - 8, HEAD + place * ROW_STEP, brush.width - 2 * EDGE + 16, ROW)
        brush.choice(box, is_chosen=number == found.chosen, is_touched=is_touched)
        _draw_row(brush, box[1], row, found, is_chosen=number == found.chosen)
        hits[hit] = brush.rect(box)
    _draw_keys(brush, found)
    surface.set_clip(before)
    return hits


def rows_in_sight(layout: PlayLayout) -> int:
    """How many games the panel has room for, at least one."""
    height = layout.panel.height / layout.scale if layout.panel else 0
    return max(1, int((height - HEAD - FOOT) // ROW_STEP))


def _draw_row(brush: Brush, y: float, row: GameRow, found: GameList, *, is_chosen: bool) -> None:
    theme = brush.theme
    if found.is_of_ways:
        brush.icon("fork", (EDGE + 10, y + ROW / 2), 20, theme.text_2)
    else:
        brush.diamond((EDGE + 10, y + ROW / 2), 6, theme.info)
    ink = theme.accent if is_chosen else theme.text
    room = brush.width - 2 * EDGE - 32
    size = BODY if brush.measure(row.title, BODY, "SemiBold") <= room else SMALL
    title = brush.fitted(row.title, size, "SemiBold", room)
    brush.text((EDGE + 32, y + 17), title, size, ink, "SemiBold")
    brush.small((EDGE + 32, y + 36), brush.fitted(row.note, SMALL, "Medium", room))


def _draw_keys(brush: Brush, found: GameList) -> None:
    """What the keys do, with as much air between them as there is room for; if there is none, the
    last one is dropped first, as the cross above closes the panel too."""
    x, y = float(EDGE), brush.height - 26
    keys, room = [each for each in found.keys if each[0]], brush.width - 2 * EDGE
    widths = [
        brush.key_width(key) + brush.measure(words, SMALL, "Medium") + 6 for key, words in keys
    ]
    while len(keys) > 2 and sum(widths) + 4 * (len(keys) - 1) > room:
        del keys[-1], widths[-1]
    rest = room - sum(widths)
    air = max(4.0, min(18.0, rest / max(1, len(widths) - 1)))
    for (key, words), width in zip(keys, widths, strict=True):
        used = brush.key((x, y), key) + 6
        brush.small((x + used, y), words)
        x += width + air
