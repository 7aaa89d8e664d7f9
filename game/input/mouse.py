"""From events of the mouse to the names of keys that the table of controls uses."""

from __future__ import annotations

import pygame
from pygame.event import Event

from game.input.actions import Action
from game.input.bindings import Bindings
from game.input.controls import Scope

_BUTTONS = {
    pygame.BUTTON_RIGHT: "right click",
    pygame.BUTTON_X1: "mouse back",
    pygame.BUTTON_X2: "mouse forward",
}


def mouse_keys(event: Event) -> tuple[str, ...]:
    """What was pressed or turned, as names of keys: a wheel turned by three clicks is three."""
    match event.type:
        case pygame.MOUSEWHEEL:
            return _turned(event.x, event.y)
        case pygame.MOUSEBUTTONDOWN if event.button in _BUTTONS:
            return (_BUTTONS[event.button],)
    return ()


def _turned(x: float, y: float) -> tuple[str, ...]:
    """The wheel, with the keys held beside it; some can be turned sideways as well."""
    held = pygame.key.get_mods()
    beside = "ctrl+" if held & pygame.KMOD_CTRL else "shift+" if held & pygame.KMOD_SHIFT else ""
    upward = (f"{beside}wheel up" if y > 0 else f"{beside}wheel down",) * abs(int(y))
    return upward + ("wheel right" if x > 0 else "wheel left",) * abs(int(x))


def mouse_actions(event: Event, scope: Scope, bindings: Bindings) -> tuple[Action, ...]:
    """What buttons and wheel ask for, by the same table as the keys."""
    controls = (bindings.find(key, scope) for key in mouse_keys(event))
    return tuple(control.action for control in controls if control)
