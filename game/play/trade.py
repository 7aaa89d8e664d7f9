"""Levels in and out of the play screen: the browser, the clipboard, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from game.browser.browsing import Browsing
from game.browser.exporting import export_picture
from game.browser.importing import Files, Pasted
from game.browser.scene import BrowserScene
from game.input.actions import Action
from game.input.clipboard import game_text, level_text, read_clipboard, write_clipboard
from game.play.reverse import ReverseScene
from game.play.snapshots import SnapshotsScene
from game.proof.words import Words, count
from game.scene.base import Scene, Services
from game.session.pasting import is_lurd, pasting, unchanged
from game.session.session import Session


def browse(services: Services, below: Scene, action: Action) -> Scene | None:
    """The browser or the list of snapshots, if it is what an action asks for."""
    if action is Action.LEVELS:
        return BrowserScene(services, below)
    if action is Action.REVERSE:
        return ReverseScene(services, below)
    if action is Action.SNAPSHOTS:
        return SnapshotsScene(services, below)
    if action is Action.ADD_LEVELS:
        return BrowserScene(services, below, is_adding=True)
    if action is Action.PASTE:
        text = read_clipboard()
        if text.strip() and not is_lurd(text):
            return BrowserScene(services, below).take_in(Pasted(text))
    return None


def drop(services: Services, below: Scene, paths: tuple[Path, ...]) -> Scene:
    """The browser, while it takes in what was dropped on the window."""
    return BrowserScene(services, below).take_in(Files(paths))


def trade(services: Services, action: Action) -> Words | None:
    """Do what an action asks for without leaving the game, and say so; None if it is no such."""
    match action:
        case Action.COPY | Action.COPY_GAME:
            return _copy(services, with_game=action is Action.COPY_GAME)
        case Action.SAVE_PICTURE:
            course = services.course
            title = f"{course.title} {course.number}"
            return export_picture(title, course.session.position, services.theme)
        case Action.NEXT_UNSOLVED | Action.PREVIOUS_UNSOLVED:
            return _go_to_unsolved(services, 1 if action is Action.NEXT_UNSOLVED else -1)
    return None


def _copy(services: Services, *, with_game: bool) -> Words:
    level, session = services.course.level, services.course.session
    text = game_text(level, session.lurd) if with_game else level_text(level)
    if not write_clipboard(text):
        return "Could not copy to the clipboard.", ""
    if with_game:
        return f"Level and game copied: {_length(session)}.", ""
    return "Level copied as XSB.", "{copy_game} copies it with the game."


def paste_game(services: Services, tell: Callable[[Words], object]) -> None:
    """Play a LURD from the start of the level, if every step of it can be done.

    What there is to say is told when that is known: a long game takes its time.
    """
    text = read_clipboard()
    if text.strip():
        services.course.fetch(_pasting(services, text, tell))
    else:
        tell(("There is no text on the clipboard.", ""))


def _pasting(services: Services, text: str, tell: Callable[[Words], object]) -> Iterator[None]:
    course = services.course
    try:
        line = yield from pasting(course.level, text)
    except ValueError as error:
        tell(unchanged(error))
        return
    course.session.begin(line)
    if course.session.is_solved:
        course.note_solved()
    lead = f"Pasted: {_length(course.session)}."
    tell((lead, "{undo} at its start returns to your own game."))


def _go_to_unsolved(services: Services, way: int) -> Words:
    course = services.course
    browsing = Browsing(services.library, Path(course.file), course.number)
    if browsing.collection is None:
        return "This collection is not in your library.", "Drop its file on the window to add it."
    if not browsing.choose_unsolved(way):
        where = "after" if way > 0 else "before"
        return f"There is no unsolved level {where} this one.", ""
    chosen = browsing.chosen
    if chosen is not None and chosen.number in course.numbers:
        course.go_to(chosen.number)
    return "", ""


def _length(session: Session) -> str:
    return f"{count(session.pushes, 'push')}, {count(session.moves, 'move')}"
