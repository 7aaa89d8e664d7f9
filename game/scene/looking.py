"""Zooming and panning: what keys, wheel and the middle button do to the part that is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame
from pygame.event import Event

from game.board.camera import Camera, Place
from game.input.actions import Action
from game.input.touch import Pan, Pinch
from game.scene.base import Actions

ZOOMS: Mapping[Action, int] = {Action.ZOOM_IN: 1, Action.ZOOM_OUT: -1}

PANS: Mapping[Action, tuple[int, int]] = {
    Action.LOOK_UP: (0, -1),
    Action.LOOK_LEFT: (-1, 0),
    Action.LOOK_DOWN: (0, 1),
    Action.LOOK_RIGHT: (1, 0),
}


class Looking:
    """The player looks around on a board without playing on."""

    def __init__(self, camera: Callable[[], Camera]) -> None:
        """``camera``: what looks at the board; another theme has another one."""
        self._look = camera
        self._dragged: tuple[int, int] | None = None
        """where the mouse was last, while it holds the board"""
        self._pinched: Place | None = None
        """where the board was when two fingers took hold of it"""

    @property
    def _camera(self) -> Camera:
        return self._look()

    @property
    def actions(self) -> Actions:
        """What keys do with the view."""
        return {action: partial(self.act, action) for action in (*ZOOMS, *PANS, Action.SHOW_ALL)}

    def act(self, action: Action, point: tuple[int, int] | None = None) -> bool:
        """Look closer, from further away or elsewhere, if that is what the action asks for."""
        if action in ZOOMS:
            self._camera.zoom(ZOOMS[action], point)
        elif action in PANS:
            self._camera.pan_by_squares(*PANS[action])
        elif action is Action.SHOW_ALL:
            self._camera.fit()
        else:
            return False
        return True

    def pan(self, pan: Pan) -> bool:
        """Move the board along with a finger."""
        self._camera.pan(pan.dx, pan.dy)
        return True

    def pinch(self, pinch: Pinch) -> bool:
        """Move and stretch it with two."""
        if pinch.begins or self._pinched is None:
            self._pinched = self._camera.place
        self._camera.stretch(self._pinched, pinch.start, pinch.place, pinch.factor)
        return True

    def hear(self, event: Event) -> bool:
        """Move the board along with the mouse while the middle button is down."""
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_MIDDLE:
                self._dragged = event.pos
            case pygame.MOUSEMOTION if self._dragged is not None:
                x, y = self._dragged
                self._dragged = event.pos
                self._camera.pan(event.pos[0] - x, event.pos[1] - y)
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_MIDDLE:
                self._dragged = None
            case pygame.WINDOWFOCUSLOST if self._dragged is not None:
                self._dragged = None
            case _:
                return False
        return True
