"""A small panel over the browser that asks for a title."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.browser.layout import lay_out_browser
from game.input.actions import Action
from game.input.controls import Scope
from game.scene.base import Actions, Scene
from game.scene.over_thumbnails import OverThumbnails
from game.scene.stage import Stage
from game.widgets.brush import Brush
from game.widgets.buttons import Attention, Hits, ToolButton, ToolState, button_width, draw_button
from game.widgets.text import TITLE
from game.widgets.widgets import Widgets
from levels.language import _

WIDTH, HEIGHT, EDGE = 460, 172, 24
FIELD, FIELD_TOP = 40, 56
BUTTON = 120, 40
LONGEST = 80
"""Characters of a title."""

LEFT_TO_THE_TABLE = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE)
"""Keys that are not typed."""


class NamingScene(OverThumbnails):
    """Enter takes the title, Esc leaves everything as it is."""

    scope = Scope.BROWSER

    def __init__(
        self, stage: Stage, below: Scene, heading: str, text: str, take: Callable[[str], Scene]
    ) -> None:
        super().__init__(stage, below)
        self._heading = heading
        self._text = text
        self._take = take
        self._widgets: Widgets | None = None

    @property
    def title(self) -> str:
        return self._heading

    @property
    def text(self) -> str:
        """What has been typed, no longer than a title may be."""
        return " ".join((self._widgets.text if self._widgets else self._text).split())[:LONGEST]

    @property
    def actions(self) -> Actions:
        take = (lambda: self._take(self.text)) if self.text else None
        return {Action.BACK: self._leave, Action.PLAY_CHOSEN: take}

    def hear(self, event: Event) -> Scene | None:
        if self._widgets is None:
            return None
        match event.type:
            case pygame.KEYDOWN if event.key in LEFT_TO_THE_TABLE:
                return None
            case pygame.KEYDOWN | pygame.KEYUP | pygame.TEXTINPUT:
                self._widgets.take(event)
                return self
        return None

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        self._below.draw(surface, Attention())
        theme, layout = self._stage.theme, lay_out_browser(surface.get_size())
        scale = layout.scale
        panel = Rect(
            0, 0, min(round(WIDTH * scale), layout.window.width - 16), round(HEIGHT * scale)
        )
        panel.center = layout.window.center
        brush = Brush(surface, theme, scale, panel)
        brush.panel((0, 0, brush.width, brush.height))
        heading = brush.fitted(self._heading, TITLE, "Bold", brush.width - 2 * EDGE)
        brush.text((EDGE, 30), heading, TITLE, theme.text, "Bold")
        field = (EDGE, FIELD_TOP, brush.width - 2 * EDGE, FIELD)
        brush.rounded(field, theme.bar, 10)
        brush.rounded(field, theme.accent, 10, 1.5)
        self._draw_field(surface, brush.rect(field).inflate(round(-16 * scale), round(-8 * scale)))
        top = brush.height - BUTTON[1] - 18
        cancel = ToolButton(
            Action.BACK, "", _("Cancel"), self._stage.label(Action.BACK, self.scope)
        )
        label = self._stage.label(Action.PLAY_CHOSEN, self.scope)
        state: ToolState = "primary" if self.can(Action.PLAY_CHOSEN) else "disabled"
        take = ToolButton(Action.PLAY_CHOSEN, "", _("OK"), label, state)
        width = max(BUTTON[0], *(button_width(brush, button) for button in (cancel, take)))
        width = min(width, (brush.width - 2 * EDGE - 10) / 2)
        left = brush.width - EDGE - width
        boxes = (left - width - 10, top, width, BUTTON[1]), (left, top, width, BUTTON[1])
        return {
            Action.BACK: draw_button(brush, boxes[0], cancel, attention),
            Action.PLAY_CHOSEN: draw_button(brush, boxes[1], take, attention),
        }

    def _draw_field(self, surface: Surface, place: Rect) -> None:
        size, scale = surface.get_size(), lay_out_browser(surface.get_size()).scale
        if self._widgets is None or (self._widgets.size, self._widgets.scale) != (size, scale):
            text = self._widgets.text if self._widgets else self._text
            self._widgets = Widgets(self._stage.theme, size, scale)
            self._widgets.begin_entry(place, text, _("Title"))
        self._widgets.draw(surface)
