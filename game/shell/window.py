"""The window: how large it is and where, whether it fills the screen, and what of it is kept."""

from __future__ import annotations

import os
import sys
import warnings

import pygame
from pygame import Surface

from game.looks.display import display_scale
from game.storage.settings import Settings
from game.storage.settings_file import SettingsFile
from game.widgets.layout import SCALING

FIRST_SIZE = (1280, 800)

GRIP = 64
"""Pixels of a window that have to be on a screen, so that it can be moved by its bar."""


def prepare_display() -> None:
    """What SDL has to know before the first window is opened."""
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "pushwise")
    # Windows draws in pixels only for those who ask for it, and enlarges what others have drawn.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    if sys.platform == "linux":
        # Showing a drawn surface through OpenGL costs 10 to 15 ms a frame where that is done in
        # software; through shared memory it takes less than one everywhere.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def open_window(settings: Settings) -> Surface:
    """The window as it was left, or in the size of the design; raises pygame.error."""
    SCALING.display, SCALING.chosen = display_scale(), settings.scale
    screens = pygame.display.get_desktop_sizes()
    if settings.is_full_screen:
        return pygame.display.set_mode(screens[0], pygame.FULLSCREEN)
    place = settings.window_place
    is_seen = place is not None and _is_on_a_screen(place, screens)
    if place is not None and is_seen:
        os.environ["SDL_VIDEO_WINDOW_POS"] = f"{place[0]},{place[1]}"
    surface = pygame.display.set_mode(_size(settings, screens[0]), pygame.RESIZABLE)
    os.environ.pop("SDL_VIDEO_WINDOW_POS", None)
    return surface


def _size(settings: Settings, screen: tuple[int, int]) -> tuple[int, int]:
    """The size it had, or the first one, as far as the screen has room for it."""
    width, height = settings.window_size or (
        round(FIRST_SIZE[0] * SCALING.display), round(FIRST_SIZE[1] * SCALING.display)
    )  # fmt: skip
    return min(width, screen[0]), min(height, screen[1])


def _is_on_a_screen(place: tuple[int, int], screens: list[tuple[int, int]]) -> bool:
    """Whether its bar can be reached: screens may stand side by side, in any order."""
    x, y = place
    width, height = sum(size[0] for size in screens), max(size[1] for size in screens)
    least = 0 if len(screens) == 1 else GRIP - width
    return least <= x <= width - GRIP and 0 <= y <= height - GRIP


class Window:
    """The open window. Its size and place are kept in the settings when it closes."""

    def __init__(self, surface: Surface, settings_file: SettingsFile) -> None:
        self.surface = surface
        self._file = settings_file

    def refresh(self) -> None:
        """Its size has changed, and with it the surface to draw on."""
        self.surface = pygame.display.get_surface() or self.surface

    def look_at_display(self) -> None:
        """It may be on another screen, with other pixels."""
        SCALING.display = display_scale()

    def toggle_full_screen(self) -> None:
        """Fill the screen, or go back to the size from before."""
        settings = self._file.settings
        screens = pygame.display.get_desktop_sizes()
        if settings.is_full_screen:
            size = _size(settings, screens[0])
            with warnings.catch_warnings():
                # Without a window manager the window comes back in two steps.
                warnings.simplefilter("ignore", RuntimeWarning)
                self.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
            if self.surface.get_size() != size:
                self.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
            if settings.window_place and _is_on_a_screen(settings.window_place, screens):
                pygame.display.set_window_position(settings.window_place)
        else:
            self.remember()
            if len(screens) == 1:
                # A window manager does that; without one the window would stay where it is.
                pygame.display.set_window_position((0, 0))
            self.surface = pygame.display.set_mode(screens[0], pygame.FULLSCREEN)
        self._file.choose(is_full_screen=not settings.is_full_screen)

    def remember(self) -> None:
        """Keep size and place, unless the window fills the screen."""
        if self._file.settings.is_full_screen or not pygame.display.get_init():
            return
        self._file.choose(
            window_size=self.surface.get_size(), window_place=pygame.display.get_window_position()
        )
