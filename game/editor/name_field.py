"""The entry field in which a drawing is given its title, or its author."""

from __future__ import annotations

from typing import Literal, TypeAlias

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.editor.layout import EditorLayout
from game.looks.theme import Theme
from game.widgets.brush import Brush
from game.widgets.widgets import Widgets

LONGEST = 80
"""Characters of a title."""

INSET = 10, 4
"""Units between the frame of a field and its entry: the text stays where it stood."""

ROUND = 8
"""The corners of that frame, in units."""

Answer: TypeAlias = Literal["typed", "next", "end", "leave", ""]
"""What an event means: typed, on to the other field, the end by a key, or by a click elsewhere."""


class NameField:
    """Has all keys until it is ended."""

    def __init__(
        self, theme: Theme, layout: EditorLayout, name: str, frame: Rect, text: str,
        *, is_by_key: bool = False,
    ) -> None:  # fmt: skip
        """``is_by_key``: what that key types comes next, and is not part of the name."""
        self.name = name
        self._theme, self._scale, self._frame = theme, layout.scale, frame
        self._awaits_own_key = is_by_key
        beside, above = (round(-2 * side * layout.scale) for side in INSET)
        self._widgets = Widgets(theme, layout.window.size, layout.scale)
        self._widgets.begin_entry(frame.inflate(beside, above), text, name.capitalize())

    @property
    def text(self) -> str:
        """What has been typed, no longer than a name may be."""
        return self._widgets.text[:LONGEST]

    def take(self, event: Event) -> Answer:
        """Let it have an event; "" if that means nothing to it."""
        match event.type:
            case pygame.KEYDOWN if event.key in (
                pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE
            ):  # fmt: skip
                return "end"
            case pygame.KEYDOWN if event.key == pygame.K_TAB:
                return "next"
            case pygame.MOUSEBUTTONDOWN:
                return "leave"
            case pygame.TEXTINPUT if self._awaits_own_key:
                self._awaits_own_key = False
                return "typed"
            case pygame.KEYDOWN | pygame.KEYUP | pygame.TEXTINPUT:
                self._awaits_own_key = False
                self._widgets.take(event)
                return "typed"
        return ""

    def draw(self, surface: Surface) -> None:
        """Draw it over its frame, which is lit: it has the keys."""
        brush = Brush(surface, self._theme, self._scale, self._frame)
        brush.rounded((0, 0, brush.width, brush.height), self._theme.accent, ROUND, 1.5)
        self._widgets.draw(surface)
