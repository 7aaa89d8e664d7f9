"""Levels in and out of the play screen: the browser, the clipboard, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from game.browser.exporting import export_picture
from game.browser.importing import Pasted
from game.browser.scene import BrowserScene
from game.input.actions import Action
from game.input.clipboard import game_text, level_text, read_clipboard, write_clipboard
from game.language.words import Words, count
from game.scene.base import Scene
from game.scene.stage import Stage
from game.session.course import Course
from game.session.pasting import is_lurd, pasting, unchanged
from game.session.session import Session


class Browse(Protocol):
    """Opens the browser over a scene."""

    def __call__(self, below: Scene, *, adding: Action | None = None) -> BrowserScene: ...


class Trade:
    """What comes into the play screen and goes out of it."""

    def __init__(self, stage: Stage, course: Course, browse: Browse) -> None:
        self._stage = stage
        self._course = course
        self._browse = browse

    def open(self, below: Scene, action: Action) -> Scene | None:
        """The browser, if it is what an action asks for."""
        if action is Action.LEVELS:
            return self._browse(below)
        if action in (Action.ADD_LEVELS, Action.ADD_FOLDER):
            return self._browse(below, adding=action)
        if action is Action.KEEP:
            return self._browse(below).act(action)
        if action is Action.PASTE:
            text = read_clipboard()
            if text.strip() and not is_lurd(text):
                return self._browse(below).take_in(Pasted(text))
        return None

    def drop(self, below: Scene, paths: tuple[Path, ...]) -> Scene:
        """The browser, while it takes in what was dropped on the window."""
        return self._browse(below).drop(paths)

    def act(self, action: Action) -> Words | None:
        """Do what an action asks for, and say so; None if it is for others."""
        match action:
            case Action.COPY | Action.COPY_GAME:
                return self._copy(with_game=action is Action.COPY_GAME)
            case Action.SAVE_PICTURE:
                course = self._course
                title = f"{course.title} {course.number}"
                return export_picture(title, course.session.position, self._stage.theme)
        return None

    def _copy(self, *, with_game: bool) -> Words:
        level, session = self._course.level, self._course.session
        text = game_text(level, session.lurd) if with_game else level_text(level)
        if not write_clipboard(text):
            return "Could not copy to the clipboard.", ""
        if with_game:
            return f"Level and game copied: {_length(session)}.", ""
        return "Level copied as XSB.", "{copy_game} copies it with the game."

    def paste(self, tell: Callable[[Words], object]) -> None:
        """Play a LURD from the start of the level, if every step of it can be done.

        What there is to say is told when that is known: a long game takes its time.
        """
        text = read_clipboard()
        if text.strip():
            self._course.fetch(self._pasting(text, tell))
        else:
            tell(("There is no text on the clipboard.", ""))

    def _pasting(self, text: str, tell: Callable[[Words], object]) -> Iterator[None]:
        course = self._course
        try:
            line = yield from pasting(course.level, text)
        except ValueError as error:
            tell(unchanged(error))
            return
        line.help = course.help_in(course.number, line.lurd)
        course.session.begin(line)
        if course.session.is_solved:
            course.note_solved()
        lead = f"Pasted: {_length(course.session)}."
        tell((lead, "{undo} at its start returns to your own game."))


def _length(session: Session) -> str:
    return f"{count(session.pushes, 'push')}, {count(session.moves, 'move')}"
