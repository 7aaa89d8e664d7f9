"""The menu at the left edge of the window: a column of buttons of pygame_gui."""

from __future__ import annotations

from dataclasses import dataclass

import pygame_gui
from pygame import Rect, Surface
from pygame.event import Event
from pygame_gui.elements import UIButton

from game.looks.theme import Theme
from game.widgets.brush import Brush
from game.widgets.layout import lay_out
from game.widgets.text import BODY
from game.widgets.widget_theme import widget_theme

WIDTH, ROW, EDGE = 312, 44, 8
ICON = 30
"""Units from the left of an entry to the middle of its icon."""

WORDS = 56


@dataclass(frozen=True)
class MenuEntry:
    """What is written in an entry."""

    words: str
    icon: str
    hint: str


def key_of(theme: Theme, size: tuple[int, int]) -> tuple[str, float, tuple[int, int]]:
    """What menus have to have in common for the widgets of one to serve for the other."""
    return theme.name, lay_out(size).scale, size


class MenuWidgets:
    """The entries in one window and theme. They are made anew for another."""

    def __init__(self, theme: Theme, size: tuple[int, int], entries: tuple[MenuEntry, ...]) -> None:
        self.key = key_of(theme, size)
        self._theme = theme
        layout = lay_out(size)
        self._scale = layout.scale
        self._row = min(ROW, (layout.window.height / layout.scale - 16) / len(entries) - 2)
        height = 2 * EDGE + self._row * len(entries)
        top = min(
            layout.top_bar.height + 8 * layout.scale,
            layout.window.height - (height + 8) * layout.scale,
        )
        self._panel = Rect(
            round(12 * layout.scale), round(max(8 * layout.scale, top)),
            round(WIDTH * layout.scale), round(height * layout.scale),
        )  # fmt: skip
        self._gui = pygame_gui.UIManager(
            size, widget_theme(theme, layout.scale), starting_language="en"
        )
        self._buttons = [
            UIButton(self._place(number), "", self._gui, object_id="#entry")
            for number in range(len(entries))
        ]

    def _place(self, number: int) -> Rect:
        scale = self._scale
        top = self._panel.top + round((EDGE + number * self._row) * scale)
        return Rect(
            self._panel.left + round(EDGE * scale), top,
            self._panel.width - round(2 * EDGE * scale), round((self._row - 2) * scale),
        )  # fmt: skip

    def take(self, event: Event) -> int | None:
        """Let the buttons have an event; the number of the one that was pressed by it."""
        self._gui.process_events(event)
        if event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self._buttons:
            return self._buttons.index(event.ui_element)
        return None

    def contains(self, point: tuple[int, int]) -> bool:
        """Whether a point of the window is on the menu."""
        return self._panel.collidepoint(point)

    def entry_at(self, point: tuple[int, int]) -> int | None:
        """The number of the entry under the mouse."""
        places = (
            number for number, each in enumerate(self._buttons) if each.rect.collidepoint(point)
        )
        return next(places, None)

    def draw(self, surface: Surface, entries: tuple[MenuEntry, ...], chosen: int) -> None:
        """Draw the menu over what is there; the chosen entry is the one that Enter takes."""
        theme = self._theme
        panel = Brush(surface, theme, self._scale, self._panel)
        panel.panel((0, 0, panel.width, panel.height))
        for number, button in enumerate(self._buttons):
            if button.is_selected != (number == chosen):
                (button.select if number == chosen else button.unselect)()
        for _ in range(2):  # what the first update finds changed, the second one draws
            self._gui.update(0.0)
        self._gui.draw_ui(surface)
        for number, (entry, button) in enumerate(zip(entries, self._buttons, strict=True)):
            brush = Brush(surface, theme, self._scale, button.rect)
            ink = theme.on_accent if number == chosen else theme.text
            middle = brush.height / 2
            brush.icon(entry.icon, (ICON - EDGE, middle), 20, ink)
            width = brush.key_width(entry.hint) if entry.hint else 0
            room = brush.width - WORDS + EDGE - width - 16
            words = brush.fitted(entry.words, BODY, "SemiBold", room)
            brush.text((WORDS - EDGE, middle), words, BODY, ink, "SemiBold")
            if entry.hint:
                own = ink if number == chosen else None
                brush.key((brush.width - width - 10, middle), entry.hint, own)
