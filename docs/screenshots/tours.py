"""Sittings for what is on no picture of the docs: each leads the game to something to look at."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pygame

from docs.screenshots.desk import Desk, desk, drawn, pack
from docs.screenshots.take import DETOURS, LAYERS, show_layer
from game.browser.scene import BrowserScene
from game.input.clipboard import write_clipboard
from game.input.gamepad import Gamepads
from game.storage.database import open_database
from game.storage.rows import put_solution
from game.widgets.layout import SCALING
from levels.level import Level
from solver import solve


class Turning(NamedTuple):
    """Something that is turned over with page down, from its first page to its last."""

    name: str
    keys: tuple[str, ...] = ()
    """what leads to it"""
    back: tuple[str, ...] = ()
    """what leads away again"""


Steps = Generator[str | tuple[str, ...] | Turning, None, None]
"""A sitting: it names what the window shows, or what it will show after some keys, if that is kept
in the language of the moment, or what has pages."""

TOURS: list[Callable[[], Steps]] = []


def tour(steps: Callable[[], Steps]) -> Callable[[], Steps]:
    """Enter a sitting in the list."""
    TOURS.append(steps)
    return steps


def balance() -> int:
    """The number of the level for which there is a game with detours."""
    return [level.title for level in pack("warehouse").levels].index("Balance") + 1


# --- menus, keys and settings ----------------------------------------------------------------


class PressedLast(Gamepads):
    """A gamepad that stays in use, whatever the keyboard does."""

    is_used = property(lambda _: True, lambda _, is_used: None)  # type: ignore[assignment]


@tour
def menus() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        yield "lesson"
        yield "menu", "escape", "f10"
        for name, number in (("history", 9), ("more", 10)):
            yield f"menu-{name}", "escape", "escape", "f10", *["down"] * number, "enter"
        game.press("escape", "escape")


@tour
def menus_elsewhere() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        game.solve()
        for name, *keys in (
            ("replay", "f5"), ("reverse", "escape", "escape", "v"), ("levels", "escape", "l"),
            ("generator", "escape", "ctrl+g"), ("editor", "escape", "f4"),
            ("calendar", "escape", "t"), ("statistics", "escape", "shift+i"),
        ):  # fmt: skip
            game.press(*keys)
            game.settle()
            yield f"menu-of-{name}", "escape", *keys[-1:], "f10"
            game.press("escape")
            game.settle()
            yield Turning(f"keys-of-{name}", ("escape", *keys[-1:], "f1"), ("escape",))


@tour
def keys() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        yield Turning("keys", ("f1",), ("escape",))
        SCALING.by_finger = True
        yield Turning("keys-of-fingers", ("f1",), ("escape",))
        SCALING.by_finger = False
        game.app.stage.gamepads = PressedLast()
        yield Turning("keys-of-gamepad", ("f1",), ("escape",))


@tour
def settings() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        game.press("f2")
        for name in ("play", "look", "solver", "sound"):
            game.settle()
            yield f"settings-{name}"
            game.press(*["down"] * 20)
            game.settle()
            yield f"settings-{name}-end"
            game.press("tab")
        game.settle()
        yield Turning("settings-keys", ("home",))
        game.press("enter")
        game.settle()
        yield "settings-key-asked"


# --- playing ---------------------------------------------------------------------------------


@tour
def said() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        for name, key in (
            ("pasted-nothing", "ctrl+v"), ("aid", "f6"), ("muted", "ctrl+m"),
            ("copied", "ctrl+c"), ("copied-short", "c"), ("picture", "f12"), ("snapshot", "ctrl+s"),
            ("no-best", "f7"), ("no-review", "f8"), ("solvable", "shift+u"), ("other-way", "b"),
            ("no-result", "shift+t"), ("no-snapshot", "ctrl+l"),
            ("unsolved", "ctrl+n"), ("copied-game", "shift+ctrl+c"), ("solved-short", "shift+c"),
        ):  # fmt: skip
            yield f"said-{name}", key
        game.press("v")
        game.settle()
        yield "reverse-start"
        yield "reverse-elsewhere", "o"
        yield "reverse-picture", "f12"


@tour
def solved_levels() -> Steps:
    with desk(pack("first-steps"), 2) as game:
        game.press("ctrl+s", "right", "ctrl+s", "r")
        game.play(solve(game.app.features.course.level).solution.lurd)  # type: ignore[union-attr]
        game.wait_for("Solved")
        yield "solved-alone"
        yield "compared-with-nothing", "f7", "c"
        game.press("escape")
        yield "hint-when-solved", "h"
        game.press("r", "h", "h", "h", "h")
        game.solve()
        game.press("escape", "escape", "r")
        game.play(solve(game.app.features.course.level).solution.lurd)  # type: ignore[union-attr]
        game.settle()
        yield "solved-and-proved"
        game.press("f7")
        game.settle()
        yield "replay-best"
        yield "replay-copied", "ctrl+c"
        yield "replay-strip", "f12"
        game.press("ctrl+e")
        game.wait(lambda: not game.app.features.export.progress)
        game.settle()
        yield "replay-gif"


@tour
def lists() -> Steps:
    with desk(pack("warehouse"), balance()) as game:
        session = game.app.features.course.session
        for at, lurd in ((0, DETOURS[:96]), (54, "ruulldrRdrU"), (38, "ddlluRRR"), (85, "rdLLuu")):
            session.go_to(at)
            session.go(lurd, as_one=False)
        game.settle()
        yield "list-of-ways", "escape", "shift+b"
        game.press("escape")
        yield "no-snapshots", "escape", "shift+ctrl+s"
        game.press("escape", "ctrl+s", "u", "u", "ctrl+s")
        game.settle()
        yield "list-of-snapshots", "escape", "shift+ctrl+s"


@tour
def last_level() -> Steps:
    with desk(pack("first-steps"), 12) as game:
        course = game.app.features.course
        levels = [entry for entry in pack("first-steps").entries if isinstance(entry, Level)]
        assert course.records is not None
        with closing(open_database(course.records.path)) as database:
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            for level in levels[:-1]:
                put_solution(database, level, solve(level).solution.lurd, now)  # type: ignore[union-attr]
        game.play(solve(course.level).solution.lurd)  # type: ignore[union-attr]
        game.wait_for("all 12 solved")
        game.settle()
        yield "solved-last"


@tour
def layers() -> Steps:
    with desk(pack("warehouse"), balance()) as game:
        game.solve()
        show_layer(game, "distance")
        yield "xray-with-proof"
        for number in range(2, 9):
            game.press(str(number))
            game.settle()
        yield "xray-everything"


@tour
def one_layer() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        for layer in LAYERS:
            show_layer(game, layer)
            yield f"xray-alone-{layer}"


@tour
def better_ways() -> Steps:
    with desk(pack("warehouse"), balance()) as game:
        game.play(DETOURS)
        game.settle()
        game.press("f8")
        game.wait_for("You lost 8 pushes.")
        game.settle()
        yield "review-summary"
        yield Turning("menu-of-review", ("f10",), ("escape",))
        yield Turning("keys-of-review", ("f1",), ("escape",))
        game.press("n", "c")
        game.settle()
        yield "compare-in-review"
        yield Turning("menu-of-compare", ("f10",), ("escape",))
        yield Turning("keys-of-compare", ("f1",), ("escape",))
        game.press("escape", "n", "enter")
        game.settle()
        yield "find-start"
        yield "find-elsewhere", "l"
        game.press("h")
        game.settle()
        for _ in range(40):
            game.press("h")
            game.settle()
            if "Found" in game.said:
                break
        yield "find-found"


@tour
def review_by_moves() -> Steps:
    with desk(pack("warehouse"), balance()) as game:
        game.play(DETOURS[:60])
        game.press("f8")
        game.settle()
        yield "review-running"
        game.press("m")
        game.settle()
        yield "review-by-moves"


# --- the library -----------------------------------------------------------------------------


def open_library(game: Desk) -> None:
    """Open the library, and wait until nothing is read or measured any more."""
    game.press("l")
    game.settle()
    game.wait(lambda: game.app.link.measuring.running is None)
    game.settle()


@tour
def library() -> Steps:
    with desk(pack("foundry"), 3) as game:
        lurd = game.solve()
        game.press("escape", "escape")
        game.play(lurd)
        game.settle()
        yield "solved"
        open_library(game)
        yield "proving-begun", "f5"
        game.press("shift+f5")
        yield "reviewing-begun", "shift+f5", "f8"
        game.wait_for("reviewed")
        game.settle()
        yield "reviewed-all"
        game.press("ctrl+page up")
        game.settle()
        yield "proving", "shift+f5", "f5"
        yield "proving-again", "f5"
        yield "proving-paused", "shift+f5", "f5", "f6"
        yield "proving-stopped", "shift+f5", "f5", "shift+f5"
        game.press("ctrl+page down")
        game.settle()
        yield "arrange", "escape", "escape", "l", "f9"
        game.press("escape")
        for name, key in (
            ("export", "ctrl+e"), ("records", "ctrl+b"), ("short", "shift+ctrl+c"),
            ("hidden", "ctrl+h"), ("filter", "ctrl+f"), ("order", "ctrl+r"), ("delete", "delete"),
            ("rename-pack", "shift+f3"), ("nothing-pasted", "ctrl+v"), ("known", "ctrl+k"),
            ("hide-pack", "shift+delete"), ("undone", "ctrl+z"),
        ):  # fmt: skip
            yield f"library-{name}", key
            game.settle()
        game.type("nothing is called that")
        yield "library-nothing-found"
        game.press("escape", "f3")
        game.settle()
        yield "rename-pack-level"
        yield "copy-level", "escape", "escape", "l", "ctrl+d"


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
        game.press("ctrl+v")
        browser = game.app.scene
        assert isinstance(browser, BrowserScene)
        game.wait(lambda: not browser.is_reading and browser.browsing.shown)
        game.settle()
        yield "own-pasted"
        for name, key in (
            ("menu", "f9"), ("rename", "f3"), ("move", "ctrl+x"), ("rename-all", "shift+f3"),
        ):  # fmt: skip
            yield Turning(f"own-{name}", (key,), ("escape",))
        for name, key in (
            ("first", "shift+ctrl+page up"), ("down", "shift+ctrl+page down"),
            ("deleted", "delete"), ("undone", "ctrl+z"), ("removed", "shift+delete"),
            ("back", "ctrl+z"),
        ):  # fmt: skip
            yield f"own-{name}", key
            game.settle()


@tour
def files() -> Steps:
    with desk(pack("first-steps"), 1) as game, tempfile.TemporaryDirectory() as folder:
        open_library(game)
        game.app.features.stock.dialog.is_missing = True
        yield "file-chooser", "escape", "l", "ctrl+o"
        yield "folder-chooser", "escape", "l", "shift+ctrl+o"
        game.press("escape")
        for number in range(3):
            Path(folder, f"mine-{number}.xsb").write_text("#####\n#@$.#\n#####\n")
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=folder))
        game.turn(3)
        game.wait_for("to your library?")
        game.settle()
        yield "folder-question"


# --- making levels ---------------------------------------------------------------------------


@tour
def drawing() -> Steps:
    with desk(drawn("Plain", "#######\n#  .  #\n# @$  #\n#     #\n#######\nTitle: Plain")) as game:
        game.press("f4")
        game.settle()
        yield "editor-plain"
        game.press("n")
        game.settle()
        yield "editor-name"
        game.press("escape", "6", "shift+right", "shift+down")
        game.settle()
        yield "editor-area"
        game.press("4", "space")
        game.settle()
        yield "editor-fault"
        for name, *keys in (
            ("no-solving", "f5"), ("no-trial", "f6"), ("not-saved", "ctrl+s"),
            ("unsaved", "r", "escape"),
        ):  # fmt: skip
            yield f"editor-{name}", *keys
        game.press("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "f5")
        game.wait(lambda: game.app.link.proof is not None and game.app.link.proof.is_final)
        game.settle()
        yield "editor-proved"
        game.press("f6")
        game.settle()
        yield "trial"
        yield "trial-elsewhere", "l"
        game.press("escape")
        yield "editor-saved", "ctrl+s"


@tour
def generator_empty() -> Steps:
    with desk(pack("first-steps"), 1) as game:
        game.press("ctrl+g")
        game.settle()
        yield "generator-empty"
        yield "generator-nothing-kept", "ctrl+s"
        game.press("f5")
        game.wait(lambda: len(game.app.features.making.made) > 2)
        game.settle()
        yield "generator-running"
        yield "generator-stopped", "escape"
        game.press("tab", "space")
        game.settle()
        yield "generator-kept"
        yield "generator-warned", "f5"
        game.press("enter")
        game.settle()
        yield "generator-trial"


# --- days and figures ------------------------------------------------------------------------


@tour
def days() -> Steps:
    with desk(pack("first-steps"), 9) as game:
        game.app.features.days.now = lambda: datetime(2026, 11, 22, 12)
        game.press("t")
        game.settle()
        yield "calendar-empty"
        yield "calendar-not-solved", "ctrl+c"
        game.press("right")
        game.settle()
        yield "calendar-tomorrow"
        game.press("end", "enter")
        game.settle()
        yield "day"
        yield "day-unsolved", "ctrl+n"
        game.play(solve(game.app.features.course.level).solution.lurd)  # type: ignore[union-attr]
        game.wait_for("Solved")
        game.settle()
        yield "day-solved"
        yield "day-copied", "shift+t"
        game.press("t")
        game.settle()
        yield "calendar-solved"


@tour
def figures() -> Steps:
    with desk(pack("first-steps"), 9) as game:
        game.press("i")
        game.settle()
        yield "level-page-unplayed"
        game.press("escape", "shift+i")
        game.settle()
        yield "statistics-empty"
        game.press("escape")
        game.play(solve(game.app.features.course.level).solution.lurd)  # type: ignore[union-attr]
        game.press("shift+i")
        game.settle()
        yield "statistics-begun"
