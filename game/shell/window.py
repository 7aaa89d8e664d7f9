"""The window: how large it is and where, whether it fills the screen, and what of it is kept."""

from __future__ import annotations

import os
import sys
import time
import warnings

import pygame
from pygame import Rect, Surface

from game.looks.display import display_scale
from game.shell import desktop
from game.shell.desktop import Frame
from game.storage.settings import Settings
from game.storage.settings_file import SettingsFile
from game.widgets.layout import LEAST, SCALING
from levels.language import _

FIRST_SIZE = (1280, 800)
"""In points: the size of the design."""

FIRST_SHARE = 0.6
"""Of the width and of the height of a screen that is much larger than that."""

LIKELY_FRAME = Frame(top=32, left=4, bottom=8, right=4)
"""Until a window is seen, nobody says what its frame will be. Room for it is left at once: some
window managers give none to a window as large as the screen, which they take for full screen."""

FRAME_SECONDS = 0.15
"""How long a window manager is given to put its frame around a new window."""


UNSEEN = ("offscreen", "dummy", "evdev")
"""What SDL falls back on where there is no screen: programs that nobody can see or play."""


def prepare_display() -> None:
    """What SDL has to know before the first window is opened."""
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "pushwise")
    # The game itself knows what fingers do; SDL would have a mouse do the same once more.
    os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
    # Windows draws in pixels only for programs that ask for it, and enlarges what others draw.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    if sys.platform == "linux":
        # Showing a drawn surface through OpenGL costs 10 to 15 ms a frame where that is done in
        # software; through shared memory it takes less than one everywhere.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def find_display() -> None:
    """Have SDL find a screen. Raises pygame.error if there is none."""
    pygame.display.init()
    if pygame.display.get_driver() in UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
        raise pygame.error(_("there is no display to open a window on"))


def open_window(settings: Settings) -> Surface:
    """The window where and as large as it was, hidden until it appears; raises pygame.error."""
    SCALING.display, SCALING.chosen = display_scale(), settings.scale
    pygame.display.set_caption("Pushwise")
    place = usual_place(settings, desktop.usable_areas())
    if settings.is_full_screen:
        return _fill_screen(place)
    os.environ["SDL_VIDEO_WINDOW_POS"] = f"{place.x},{place.y}"
    surface = pygame.display.set_mode(place.size, pygame.RESIZABLE | pygame.HIDDEN)
    os.environ.pop("SDL_VIDEO_WINDOW_POS", None)
    return surface


def usual_place(settings: Settings, areas: list[Rect]) -> Rect:
    """Where the window was when it did not fill the screen; a first one is in the middle."""
    area = areas[0]
    size = settings.window_size or (
        max(round(FIRST_SIZE[0] * SCALING.display), round(area.w * FIRST_SHARE)),
        max(round(FIRST_SIZE[1] * SCALING.display), round(area.h * FIRST_SHARE)),
    )
    place = Rect((0, 0), size)
    place.center = area.center
    if settings.window_place is not None:
        place.topleft = settings.window_place
    if any(each.contains(place) and each.size != place.size for each in areas):
        return place
    kept = kept_in(place, LIKELY_FRAME, areas)
    is_cut = kept.w < LEAST[0] or kept.h < LEAST[1]
    return kept_in(place, Frame(), areas) if is_cut else kept


def kept_in(place: Rect, frame: Frame, areas: list[Rect]) -> Rect:
    """The nearest place for a window at which its whole frame is on a screen."""
    outside = frame.around(place)
    # The screen that shows most of it, or else the one that is nearest to its middle.
    area = max(areas, key=lambda each: (_shared(each, outside), -_distance(each, outside)))
    if area.contains(outside):
        return place
    room = frame.within(area)
    fitting = Rect(place.topleft, (min(place.w, room.w), min(place.h, room.h)))
    return fitting.clamp(room)


def _shared(one: Rect, other: Rect) -> int:
    """How many pixels both have."""
    both = one.clip(other)
    return both.w * both.h


def _distance(one: Rect, other: Rect) -> float:
    return pygame.Vector2(one.center).distance_to(other.center)


def _fill_screen(place: Rect) -> Surface:
    """Make the window fill the screen on which a place lies, now or in the future."""
    areas, sizes = desktop.usable_areas(), pygame.display.get_desktop_sizes()
    screen = max(range(len(areas)), key=lambda each: _shared(areas[each], place))
    return pygame.display.set_mode(sizes[screen], pygame.FULLSCREEN, display=screen)


class Window:
    """The open window. Its size and place are kept in the settings when it closes."""

    def __init__(self, surface: Surface, settings_file: SettingsFile) -> None:
        self.surface = surface
        self._file = settings_file
        self._places = [usual_place(settings_file.settings, desktop.usable_areas())]
        """Where it was when it did not fill the screen, the latest place last."""
        self._frame = Frame()
        """what a window manager had drawn around it when it was brought to its place"""

    def appear(self) -> None:
        """Show the window, with the first picture in it, where it was when it was closed."""
        settings = self._file.settings
        if settings.is_full_screen:
            return
        desktop.show()
        pygame.display.flip()
        self._settle(self._places[-1])
        if settings.is_maximized:
            desktop.maximize()

    def _settle(self, place: Rect) -> None:
        """Bring the window to a place once it has its frame, which is to be on the screen, too.

        Window managers place a new window by the corner of its frame, SDL by its own.
        """
        end = time.perf_counter() + FRAME_SECONDS
        while desktop.window_frame() == Frame() and time.perf_counter() < end:
            pygame.event.pump()
            time.sleep(0.005)
        self._frame = desktop.window_frame()
        place = kept_in(place, self._frame, desktop.usable_areas())
        if self.surface.get_size() != place.size:
            self.surface = pygame.display.set_mode(place.size, pygame.RESIZABLE)
        pygame.display.set_window_position(place.topleft)
        self._places = [place]

    def refresh(self) -> None:
        """Its size has changed, and with it the surface to draw on."""
        self.surface = pygame.display.get_surface() or self.surface
        self.follow()

    def follow(self) -> None:
        """It may have been moved or resized: remember where it was before it filled the screen.

        A window manager may say that a window is maximized only after it has made it that large.
        """
        place = Rect(pygame.display.get_window_position(), self.surface.get_size())
        if self._file.settings.is_full_screen:
            return
        if self._frame == Frame() != desktop.window_frame():
            self._settle(self._places[-1])  # a busy window manager took its time
        elif desktop.is_maximized():
            self._places = [each for each in self._places if each.size != place.size] or [place]
        elif place != self._places[-1]:
            self._places = [*self._places[-3:], place]

    def look_at_display(self) -> None:
        """It may be on another screen, with other pixels."""
        SCALING.display = display_scale()

    def toggle_full_screen(self) -> None:
        """Fill the screen, or return to the size that it had before."""
        settings = self._file.settings
        if settings.is_full_screen:
            self._leave_full_screen()
        else:
            self.remember()
            if pygame.display.get_num_displays() == 1:
                # A window manager does that; without one the window would stay where it is.
                pygame.display.set_window_position((0, 0))
            self.surface = _fill_screen(self._places[-1])
        self._file.choose(is_full_screen=not settings.is_full_screen)

    def _leave_full_screen(self) -> None:
        settings = self._file.settings
        place = usual_place(settings, desktop.usable_areas())
        with warnings.catch_warnings():
            # Without a window manager the window comes back in two steps.
            warnings.simplefilter("ignore", RuntimeWarning)
            self.surface = pygame.display.set_mode(place.size, pygame.RESIZABLE)
        self._settle(place)
        if settings.is_maximized:
            desktop.maximize()

    def remember(self) -> None:
        """Keep size and place, unless the window fills the screen."""
        if self._file.settings.is_full_screen or not pygame.display.get_init():
            return
        self.follow()
        place = self._places[-1]
        self._file.choose(
            window_size=place.size, window_place=place.topleft, is_maximized=desktop.is_maximized()
        )
