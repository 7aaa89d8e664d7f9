"""Events of the mouse on the board, as what they mean there."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame.event import Event

from game.paths.pathfinding import Steps
from game.play.box_drag import BoardMouse
from levels.level import Square


def hear_board(
    mouse: BoardMouse, event: Event, square_at: Callable[[tuple[int, int]], Square | None]
) -> tuple[bool, Steps | None]:
    """Take an event: whether there is something new to see, and the steps it asks for."""
    match event.type:
        case pygame.MOUSEMOTION:
            return mouse.point(square_at(event.pos)), None
        case pygame.WINDOWLEAVE:
            return mouse.point(None), None
        case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
            square = square_at(event.pos)
            mouse.point(square)
            return (False, None) if square is None else (True, mouse.press(square))
        case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
            return True, mouse.release(square_at(event.pos))
        case pygame.WINDOWFOCUSLOST:
            return True, mouse.release(None)
    return False, None
