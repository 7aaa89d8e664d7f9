"""The start of the game: its settings, its language and its window; then it runs."""

from __future__ import annotations

import signal
import sys
from collections import deque
from pathlib import Path

import pygame

from game.looks.locales import language_of_system
from game.looks.motion import SYSTEM as SYSTEM_MOTION
from game.looks.theme import usable_theme
from game.session.course import Course
from game.shell.app import App
from game.shell.app_icon import app_icon
from game.shell.window import find_display, open_window, prepare_display
from game.storage.records import Records
from game.storage.settings_file import SettingsFile
from levels.collection import Collection
from levels.language import choose
from solver.client import SolverClient


def run(opened: tuple[Path, Collection, int], theme_name: str | None, records: Records) -> int:
    """Play a collection until the player has had enough; the exit code."""
    file, collection, number = opened
    settings_file = SettingsFile()
    settings = settings_file.read()
    SYSTEM_MOTION.ask()
    unread = choose(settings.language or language_of_system())
    prepare_display()
    try:
        find_display()
        pygame.font.init()
        theme, fault = usable_theme(theme_name or settings.theme)
        pygame.display.set_icon(app_icon(theme))
        surface = open_window(settings)
    except (pygame.error, ValueError) as error:
        print(f"pushwise: {error}", file=sys.stderr)
        return 2
    course = Course(collection.title, collection, number, records, str(file.absolute()))
    app = App(surface, theme, course, SolverClient(), settings_file)
    app.companion.employ(SolverClient())
    said = filter(None, (app.features.opened(file, collection), fault, unread))
    app.stage.notices.insert(0, deque(said))
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, app.end_on_signal)
    try:
        app.run()
    finally:
        pygame.quit()
    return 0
