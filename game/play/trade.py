"""Levels in and out of the play screen: the browser, the clipboard, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from game.browser.exporting import export_picture
from game.input.actions import Action
from game.input.clipboard import game_text, level_text, read_clipboard, write_clipboard
from game.language.words import Words
from game.scene.base import Actions, Scene
from game.scene.stage import Stage
from game.session.course import Course
from game.session.pasting import is_lurd, pasting, unchanged
from game.session.session import Session
from levels.formats.short import short_word
from levels.language import N_, _, ngettext
from solver.messages import Metric

if TYPE_CHECKING:
    from game.browser.scene import BrowserScene


NOT_COPIED = N_("Could not copy to the clipboard.")


class Browse(Protocol):
    """Opens the browser over a scene."""

    def __call__(self, below: Scene, *, adding: Action | None = None) -> BrowserScene: ...


class Trade:
    """What comes into the play screen and goes out of it."""

    def __init__(self, stage: Stage, course: Course, browse: Browse) -> None:
        self._stage = stage
        self._course = course
        self._browse = browse

    def actions(self, below: Scene) -> Actions:
        """What is done over the scene in which the course is played."""
        return {
            Action.LEVELS: partial(self._browse, below),
            Action.ADD_LEVELS: partial(self._browse, below, adding=Action.ADD_LEVELS),
            Action.ADD_FOLDER: partial(self._browse, below, adding=Action.ADD_FOLDER),
            Action.KEEP: lambda: self._browse(below).act(Action.KEEP),
            Action.PASTE: partial(self._paste, below),
            Action.COPY: partial(self._copy, with_game=False),
            Action.COPY_GAME: partial(self._copy, with_game=True),
            Action.COPY_SHORT: self._copy_short,
            Action.COPY_SHORT_SOLVED: self._copy_solved,
            Action.SAVE_PICTURE: self._save_picture,
        }

    def drop(self, below: Scene, paths: tuple[Path, ...]) -> Scene:
        """The browser, while it takes in what was dropped on the window."""
        return self._browse(below).drop(paths)

    def _save_picture(self) -> Words:
        course = self._course
        title = f"{course.title} {course.number}"
        return export_picture(title, course.session.position, self._stage.theme)

    def _copy(self, *, with_game: bool) -> Words:
        level, session = self._course.level, self._course.session
        text = game_text(level, session.lurd) if with_game else level_text(level)
        if not write_clipboard(text):
            return _(NOT_COPIED), ""
        if with_game:
            return _("Level and game copied: {length}.", length=_length(session)), ""
        return _("Level copied as XSB."), _("{copy_game} copies it with the game.")

    def _copy_short(self) -> Words:
        text = short_word(self._course.level)
        if not write_clipboard(text):
            return _(NOT_COPIED), ""
        return (
            ngettext(
                "Copied as a short text of {n} character.",
                "Copied as a short text of {n} characters.",
                len(text),
            ),
            _("{copy_short_solved} adds your solution."),
        )

    def _copy_solved(self) -> Words:
        """The level with the current solution, or else with the player's best."""
        course, session = self._course, self._course.session
        lurd = session.lurd if session.is_solved else ""
        best = course.records.best_of(course.level) if course.records and not lurd else None
        lurd = best.by_pushes.lurd if best is not None else lurd
        if not lurd:
            return _("You have not solved this level yet."), _("{copy_short} copies it alone.")
        text = short_word(course.level, lurd)
        if not write_clipboard(text):
            return _(NOT_COPIED), ""
        copied = ngettext(
            "Copied with your solution: a short text of {n} character.",
            "Copied with your solution: a short text of {n} characters.",
            len(text),
        )
        return copied, ""

    def _paste(self, below: Scene) -> Scene | Words | None:
        """Play a LURD from the start of the level, if every step of it can be done; levels go to
        the browser.

        The message about a game is shown once it is known: a long one takes its time.
        """
        text = read_clipboard()
        if not text.strip():
            return _("There is no text on the clipboard."), ""
        if not is_lurd(text):
            return self._browse(below).act(Action.PASTE)
        self._course.fetch(self._pasting(text, below.resume))
        return None

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
        lead = _("Pasted: {length}.", length=_length(course.session))
        tell((lead, _("{undo} at its start returns to your own game.")))


def _length(session: Session) -> str:
    return _(
        "{pushes}, {moves}",
        pushes=Metric.PUSHES.amount(session.pushes),
        moves=Metric.MOVES.amount(session.moves),
    )
