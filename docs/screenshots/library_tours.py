"""The library: what is listed, arranged, proved and added."""

from __future__ import annotations

import tempfile
from pathlib import Path
from unittest.mock import patch

import pygame

from docs.screenshots.desk import Desk, desk, pack
from docs.screenshots.solver_shots import YARD
from docs.screenshots.tour import Shown, Steps, answer, tour
from game.browser.proving import Proving
from game.browser.proving_task import ProvingState
from game.browser.scene import BrowserScene
from game.input.clipboard import write_clipboard


def browser(game: Desk) -> BrowserScene:
    """The library, which is seen."""
    assert isinstance(game.app.scene, BrowserScene)
    return game.app.scene


def wait_for_lists(game: Desk, title: str) -> None:
    """Wait until a collection is shown, and nothing is read or measured any more."""

    def is_there() -> bool:
        browsing = browser(game).browsing
        shown = browsing.collection.title if browsing.collection else ""
        return shown == title and bool(browsing.shown) and not browser(game).is_reading

    game.wait(is_there)
    game.settle()
    game.wait(lambda: game.app.link.measuring.running is None)
    game.settle()


def open_library(game: Desk) -> None:
    """Open the library at the collection that is played."""
    game.open("l", scene="BrowserScene")
    wait_for_lists(game, game.app.features.course.title)


@tour
def library() -> Steps:
    with desk(pack("foundry"), 3) as game:
        lurd = game.solve()
        game.press("escape", "escape")
        game.play(lurd)
        game.wait_for("Solved")
        game.settle()
        yield "solved"
        open_library(game)
        yield Shown("arrange", ("f9",), ("escape",))
        write_clipboard("")
        for name, key, words in (
            ("export", "ctrl+e", "Saved to"), ("records", "ctrl+b", "The records of"),
            ("short", "shift+ctrl+c", "copied as a short text"), ("picture", "f12", "Picture of"),
            ("none-hidden", "ctrl+h", "No collection is hidden."),
            ("delete", "delete", "This level came with Pushwise."),
            ("rename-pack", "shift+f3", "keeps its name"),
            ("order-kept", "shift+ctrl+page up", "keep their order"),
            ("known", "ctrl+k", "already in your library"),
            ("hide-pack", "shift+delete", "is hidden."),
            ("shown-again", "ctrl+h", "is back."),
            ("undone", "ctrl+z", "Undone: "),
        ):  # fmt: skip
            game.ask(key, says=words)
            yield f"library-{name}"
        write_clipboard("")
        game.ask("ctrl+v", says="no text on the clipboard")
        yield "library-nothing-pasted"
        game.press("home")
        for name in ("unsolved", "not optimal"):
            game.press("ctrl+f")
            game.settle()
            yield f"library-{name.replace(' ', '-')}"
        game.press("ctrl+f", "ctrl+r")
        game.settle()
        yield "library-by-boxes"
        game.press("ctrl+r", "ctrl+r", *["ctrl+page up"] * 4)
        game.settle()
        yield "library-all"
        game.type("nothing is called that")
        game.wait(lambda: not (browser(game).browsing.is_finding or browser(game).browsing.shown))
        game.settle()
        yield "library-nothing-found"
        game.press("escape")
        yield Shown("copy-level", ("ctrl+d",), ("escape",))


YARDS = "\n".join(
    YARD.replace("#  ## # #   $ $ #", row)
    for row in ("#  ## # #   $ $ #", "#  #  # #   $ $ #", "#  ## # # # $ $ #", "# ### # #   $ $ #")
)
"""Four levels that take a while."""


@tour
def background() -> Steps:
    with desk(pack("foundry"), 3) as game:
        game.play(answer(game))
        game.wait_for("Solved")
        open_library(game)
        proving = game.app.features.proving
        assert proving is not None
        with patch.object(proving, "poll", lambda: None):
            game.ask("f5", says="in the background.")
            yield "proving-listing"
            game.ask("shift+f5", says="is no longer being proved.")
            game.ask("f8", says="Reviewing your games")
            yield "reviewing-begun"
        game.wait_for("reviewed")
        game.settle()
        yield "reviewed-all"
        with patch.object(
            game.app.link.measuring, "want", lambda levels: None
        ):  # it may prove them
            yield from prove_yards(game, proving)


def prove_yards(game: Desk, proving: Proving) -> Steps:
    """Have levels proved that nothing is known of, and pause and stop that."""
    write_clipboard(YARDS)
    game.ask("ctrl+v", says="4 levels were added to")
    wait_for_lists(game, "Pasted")
    game.press("f5")
    game.wait(lambda: proving._side and proving._side.is_running)
    game.ask("f6", says="Proving is paused.")
    game.wait(lambda: proving.progress and proving.progress.state is ProvingState.PAUSED)
    yield "proving-paused"
    with patch.object(proving, "poll", lambda: None):
        game.ask("f8", says="will be reviewed too")
        yield "proving-waiting"
    yield Shown("arrange-while-proving", ("f9",), ("escape",))
    game.press("f6")
    game.wait(lambda: proving._side and proving._side.is_running)
    with patch.object(proving, "poll", lambda: None):
        yield "proving-begun"
        game.ask("f5", says="already being proved")
        yield "proving-again"
        game.ask("shift+f5", says="no longer being proved")
        yield "proving-stopped"


@tour
def proved_all() -> Steps:
    with desk(pack("first-steps"), 1) as game:
        open_library(game)
        game.press("f5")
        game.wait_for("Every level of")
        game.settle()
        yield "proving-finished"


OWN = """
#####
#@$.#
#####
Title: First

######
#@ $.#
######
Title: Second
"""


@tour
def own_levels() -> Steps:
    with desk(pack("first-steps"), 1) as game:
        open_library(game)
        write_clipboard(OWN)
        game.ask("ctrl+v", says="2 levels were added to")
        wait_for_lists(game, "Pasted")
        yield "own-pasted"
        yield Shown("own-menu", ("f9",), ("escape",))
        for name, key, scene in (
            ("rename", "f3", "NamingScene"), ("move", "ctrl+x", "ChoiceScene"),
            ("rename-all", "shift+f3", "NamingScene"),
        ):  # fmt: skip
            yield Shown(f"own-{name}", (key,), ("escape",))
            game.open(key, scene=scene)
            game.open("escape", scene="BrowserScene")
        for name, key, words in (
            ("first", "shift+ctrl+page up", "is already first."),
            ("last", "shift+ctrl+page down", "is already last."),
            ("deleted", "delete", "was deleted."),
            ("undone", "ctrl+z", "Undone: "),
            ("redone", "ctrl+y", "Redone: "),
            ("removed", "shift+delete", "was removed."),
            ("back", "ctrl+z", "Undone: "),
        ):  # fmt: skip
            game.ask(key, says=words)
            game.wait(lambda: not browser(game).is_reading)
            game.settle()
            yield f"own-{name}"
        game.open("shift+f3", scene="NamingScene")
        game.type(" too")
        game.ask("enter", says="is now called")
        yield "own-renamed"


@tour
def files() -> Steps:
    with desk(pack("first-steps"), 1) as game, tempfile.TemporaryDirectory() as folder:
        open_library(game)
        game.app.features.stock.dialog.is_missing = True
        yield Shown("file-chooser", ("ctrl+o",), ("escape",))
        yield Shown("folder-chooser", ("shift+ctrl+o",), ("escape",))
        for number in range(3):
            floor = " " * number
            Path(folder, f"mine-{number}.xsb").write_text(f"#####\n#@$.#\n#{floor:3}#\n#####\n")
        drop(game, folder)
        game.wait_for("to your library?")
        game.settle()
        yield "folder-question"
        game.ask("escape", says="Nothing was added.")
        yield "folder-not-added"
        faulty, empty = Path(folder, "faulty.xsb"), Path(folder, "empty.xsb")
        faulty.write_text("#####\n#@$ #\n#####\n")
        drop(game, str(faulty))
        game.wait_for("faulty.xsb, line")
        wait_for_lists(game, "First Steps")
        yield "file-at-fault"
        empty.write_text("Nothing that could be played.\n")
        drop(game, str(empty))
        game.wait_for("empty.xsb")
        wait_for_lists(game, "First Steps")
        yield "file-without-levels"
        drop(game, str(Path(folder, "mine-1.xsb")))
        game.wait_for("was opened")
        wait_for_lists(game, "mine-1")
        yield "file-opened"
        yield Shown("arrange-opened", ("f9",), ("escape",))
        game.ask("ctrl+k", says="was added")
        game.wait(lambda: not browser(game).is_reading)
        game.settle()
        yield "file-kept"


def drop(game: Desk, path: str) -> None:
    """Drop a file or a folder on the window."""
    pygame.event.post(pygame.Event(pygame.DROPFILE, file=path))
    game.turn(3)
