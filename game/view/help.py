"""The overlay that shows all keys."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Surface

from game.theme import Theme
from game.view.buttons import CALM, Attention, Hits
from game.view.layout import PlayLayout


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
    return {}
