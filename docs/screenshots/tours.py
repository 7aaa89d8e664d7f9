"""Sittings for what is on no picture of the docs: each leads the game to something to look at."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pygame

import levels.language
from docs.screenshots.desk import Desk, desk, drawn, pack
from docs.screenshots.take import DETOURS, LAYERS, YARD, show_layer
from game.browser.proving import Proving
from game.browser.proving_task import ProvingState
from game.browser.scene import BrowserScene
from game.editor.scene import EditorScene
from game.input.clipboard import write_clipboard
from game.input.controls import Scope
from game.input.gamepad import Gamepads
from game.menu.scene import OF_SCOPE
from game.proof.choice_fields import ChoiceField
from game.storage.database import open_database
from game.storage.rows import put_solution
from game.widgets.layout import SCALING
from solver import solve


class Shown(NamedTuple):
    """Something to look at, and the keys that lead to it in the language of the moment: what they
    do is done again for each picture, so what must happen once is done by the sitting itself."""

    name: str
    keys: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    """what leads away again"""
    says: str = ""
    """what the game says there, in English"""
    has_pages: bool = False
    """whether it is turned over with page down, from its first page to its last"""


Steps = Generator[str | Shown, None, None]
"""A sitting: it names what the window shows, or what it will show after some keys."""

TOURS: list[Callable[[], Steps]] = []


def tour(steps: Callable[[], Steps]) -> Callable[[], Steps]:
    """Enter a sitting in the list."""
    TOURS.append(steps)
    return steps


def balance() -> int:
    """The number of the level for which there is a game with detours."""
    return [level.title for level in pack("warehouse").levels].index("Balance") + 1


def answer(game: Desk) -> str:
    """A shortest solution of the level before the player, as LURD."""
    return solve(game.app.features.course.level).solution.lurd  # type: ignore[union-attr]


# --- menus, keys and settings ----------------------------------------------------------------


def menu_and_keys(place: str) -> Steps:
    """The menu and the table of keys over the scene that is seen."""
    yield Shown(f"menu-of-{place}", ("f10",), ("escape",))
    yield Shown(f"keys-of-{place}", ("f1",), ("escape",), has_pages=True)


@tour
def menus() -> Steps:
    with desk(pack("first-steps"), 5):
        yield "lesson"
        yield Shown("menu", ("f10",), ("escape",))
        yield Shown("menu-end", ("f10", "up"), ("escape",))
        entries = [action for action, *_ in OF_SCOPE[Scope.PLAY]]
        for page in ("history", "more"):
            down = ["down"] * entries.index(page)
            yield Shown(f"menu-{page}", ("f10", *down, "enter"), ("escape", "escape"))


@tour
def menus_elsewhere() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        game.solve()
        game.press("escape", "right", "ctrl+s")
        for place, key, scene in (
            ("replay", "f5", "ReplayScene"), ("reverse", "v", "ReverseScene"),
            ("levels", "l", "BrowserScene"), ("generator", "ctrl+g", "GeneratorScene"),
            ("editor", "f4", "EditorScene"), ("calendar", "t", "CalendarScene"),
            ("statistics", "shift+i", "StatisticsScene"), ("level-page", "i", "LevelScene"),
            ("snapshots", "shift+ctrl+s", "SnapshotsScene"), ("ways", "shift+b", "WaysScene"),
        ):  # fmt: skip
            if place == "replay":
                game.press("home")
            game.open(key, scene=scene)
            yield from menu_and_keys(place)
            game.open("escape", scene="PlayScene")


class PressedLast(Gamepads):
    """A gamepad that stays in use, whatever the keyboard does."""

    is_used = property(lambda _: True, lambda _, is_used: None)  # type: ignore[assignment]


@tour
def keys() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        yield Shown("keys", ("f1",), ("escape",), has_pages=True)
        game.app.stage.gamepads = PressedLast()
        yield "play-by-gamepad"
        yield Shown("keys-of-gamepad", ("f1",), ("escape",), has_pages=True)


@tour
def fingers() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        SCALING.by_finger = True
        game.app._use_fingers = lambda *, is_so: None  # whatever the keyboard does
        yield "play-by-finger"
        yield Shown("keys-of-fingers", ("f1",), ("escape",), has_pages=True)
        yield Shown("menu-by-finger", ("f10",), ("escape",))
        for place, key, scene in (
            ("levels", "l", "BrowserScene"), ("generator", "ctrl+g", "GeneratorScene"),
            ("editor", "f4", "EditorScene"), ("settings", "f2", "SettingsScene"),
            ("calendar", "t", "CalendarScene"), ("reverse", "v", "ReverseScene"),
        ):  # fmt: skip
            game.open(key, scene=scene)
            yield f"{place}-by-finger"
            game.open("escape", scene="PlayScene")
        game.solve()
        game.open("f5", scene="ReplayScene")
        yield "replay-by-finger"
        SCALING.by_finger = False


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
        yield Shown("settings-keys", ("page up",) * 20, has_pages=True)
        yield Shown("settings-key-asked", ("enter",), ("escape",))


@contextmanager
def damaged(code: str) -> Iterator[None]:
    """A catalogue that cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, code, "LC_MESSAGES", "pushwise.mo")
        file.parent.mkdir(parents=True)
        file.write_bytes(b"no catalogue")
        with patch.object(levels.language, "FOLDER", Path(folder)):
            yield


@tour
def catalogue() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        with damaged("de"):
            words = levels.language.choose("de")
        assert words is not None
        game.app.stage.notices[0].append(words)
        game.wait_for(words[0])
        yield "catalogue-damaged"


# --- playing ---------------------------------------------------------------------------------


@tour
def said() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        write_clipboard("")
        for name, key, words in (
            ("pasted-nothing", "ctrl+v", "There is no text on the clipboard."),
            ("aid", "f6", "Stuck boxes are ringed and explained."),
            ("muted", "ctrl+m", "Sound is off."),
            ("copied", "ctrl+c", "Level copied as XSB."),
            ("copied-short", "c", "Copied as a short text"),
            ("copied-game", "shift+ctrl+c", "Level and game copied"),
            ("solved-short", "shift+c", "You have not solved this level yet."),
            ("picture", "f12", "Picture of"),
            ("no-snapshot", "ctrl+l", "No snapshots yet."),
            ("snapshot", "ctrl+s", "Snapshot taken"),
            ("no-best", "f7", "You have not solved this level yet."),
            ("no-review", "f8", "There is nothing to review."),
            ("solvable", "shift+u", "Nothing was taken back."),
            ("other-way", "b", "No other way branches off here."),
            ("no-result", "shift+t", "There is no result of the day to copy."),
        ):  # fmt: skip
            game.ask(key, says=words)
            yield f"said-{name}"
        game.press("left")
        game.ask("r", says="Restarted.")
        yield "said-restarted"
        game.press("right", "home")
        game.ask("b", says="The other way from here")
        yield "said-switched"


TWO_ROOMS = """
#########
#   #   #
# $ . @ #
#   #   #
#########
Title: Two Rooms
"""


@tour
def in_reverse() -> Steps:
    with desk(drawn("Two rooms", TWO_ROOMS)) as game:
        game.open("v", scene="ReverseScene")
        game.wait_for("pull the boxes back")
        yield "reverse-start"
        game.ask("o", says="The pusher starts here.")
        yield "reverse-elsewhere"
        game.ask("f12", says="Picture of")
        yield "reverse-picture"
        game.press("escape")
    with desk(drawn("Corridor", "########\n#@ $ . #\n########\nTitle: Corridor")) as game:
        game.open("v", scene="ReverseScene")
        game.press("ctrl+right", "right", "left", "left")
        game.wait_for("Back at the start")
        game.settle()
        yield "reverse-solved"
        game.ask("enter", says="Reversed into a solution.")
        yield "reverse-turned"


@tour
def solved_levels() -> Steps:
    with desk(pack("first-steps"), 2) as game:
        game.press("ctrl+s", "right", "ctrl+s", "r")
        game.play(answer(game))
        game.wait_for("Solved")
        yield "solved-alone"
        yield Shown("hint-when-solved", ("h",), says="This level is solved.")
        game.open("f7", scene="ReplayScene")
        game.ask("c", says="Nobody can do better than your best solution")
        yield "compared-with-nothing"
        game.open("escape", scene="PlayScene")
        game.press("r", "h", "h", "h", "h")
        game.solve()
        game.press("escape", "escape", "r")
        game.play(answer(game))
        game.wait_for("Solved")
        yield "solved-and-proved"
        game.open("f7", scene="ReplayScene")
        yield "replay-best"
        game.ask("ctrl+c", says="Copied as LURD")
        yield "replay-copied"
        game.ask("f12", says="replay.png")
        yield "replay-strip"
        game.press("ctrl+e")
        game.wait(lambda: not game.app.features.export.progress)
        game.wait_for("replay.gif")
        yield "replay-gif"


@tour
def lists() -> Steps:
    with desk(pack("warehouse"), balance()) as game:
        session = game.app.features.course.session
        yield Shown("no-ways", ("shift+b",), ("escape",), "No other ways yet.")
        for at, lurd in ((0, DETOURS[:96]), (54, "ruulldrRdrU"), (38, "ddlluRRR"), (85, "rdLLuu")):
            session.go_to(at)
            session.go(lurd, as_one=False)
        game.settle()
        yield Shown("list-of-ways", ("shift+b",), ("escape",))
        yield Shown("no-snapshots", ("shift+ctrl+s",), ("escape",), "No snapshots yet.")
        game.press("ctrl+s", "u", "u", "ctrl+s")
        game.settle()
        yield Shown("list-of-snapshots", ("shift+ctrl+s",), ("escape",))


@tour
def last_level() -> Steps:
    with desk(pack("first-steps"), 12) as game:
        course = game.app.features.course
        assert course.records is not None
        with closing(open_database(course.records.path)) as database:
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            for level in pack("first-steps").levels[:-1]:
                put_solution(database, level, solve(level).solution.lurd, now)  # type: ignore[union-attr]
        game.play(answer(game))
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
def proof_choices() -> Steps:
    with desk(drawn("Hard levels", YARD), search_minutes=1) as game:
        game.press("f5")
        game.wait(lambda: game.app.link.is_running)
        game.press("escape")
        game.wait_for("Stopped")
        for field in [hit for hit in game.app.hits if isinstance(hit, ChoiceField)]:
            game.click(field)
            game.settle()
            yield f"proof-choices-{field.setting.replace('_', '-')}"
            game.click(field)
            game.settle()


def climb(game: Desk) -> bool:
    """Take a hint; whether that has led to the better way."""
    game.press("h")
    game.settle()
    return "Found" in game.said


@tour
def better_ways() -> Steps:
    with desk(pack("warehouse"), balance()) as game:
        game.play(DETOURS)
        game.settle()
        game.press("f8")
        game.wait_for("You lost 8 pushes.")
        game.settle()
        yield "review-summary"
        yield from menu_and_keys("review")
        game.press("n")
        game.open("c", scene="CompareScene")
        yield "compare-in-review"
        yield from menu_and_keys("compare")
        game.open("escape", scene="ReviewScene")
        game.press("n")
        game.wait_for("costs")
        game.open("enter", scene="RetryScene")
        yield "find-start"
        yield from menu_and_keys("find")
        game.ask("l", says="You are only trying out this level.")
        yield "find-elsewhere"
        game.wait(lambda: climb(game))
        yield "find-found"


@tour
def review_by_moves() -> Steps:
    with desk(pack("warehouse"), balance()) as game:
        game.play(DETOURS[:60])
        game.open("f8", scene="ReviewScene")
        reviewer = game.app.features.reviewer
        game.wait(lambda: not reviewer.is_running)
        game.settle()
        yield "review-unsolved"
        game.press("m")
        game.wait_for("Reviewing your game")
        yield "review-running"
        game.wait(lambda: not reviewer.is_running)
        game.settle()
        yield "review-by-moves"
        game.press("n")
        game.settle()
        yield "review-loss-of-moves"


# --- the library -----------------------------------------------------------------------------


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


# --- making levels ---------------------------------------------------------------------------


@tour
def drawing() -> Steps:
    with desk(drawn("Plain", "#######\n#  .  #\n# @$  #\n#     #\n#######\nTitle: Plain")) as game:
        game.open("f4", scene="EditorScene")
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
        for name, keys, words in (
            ("no-solving", ["f5"], ""), ("no-trial", ["f6"], "Only a finished level"),
            ("not-saved", ["ctrl+s"], ""), ("unsaved", ["r", "escape"], "is not saved"),
        ):  # fmt: skip
            game.ask(*keys, says=words)
            yield f"editor-{name}"
        yield Shown("quit-question", ("ctrl+q",), ("escape",), "Quit without saving?")
        editor = game.app.scene
        assert isinstance(editor, EditorScene)
        while editor.drawing.can_undo:
            game.press("ctrl+z")
        game.press("f5")
        game.wait(lambda: game.app.link.proof is not None and game.app.link.proof.is_final)
        game.settle()
        yield "editor-proved"
        game.open("f6", scene="TrialScene")
        yield "trial"
        game.ask("l", says="You are only trying out this level.")
        yield "trial-elsewhere"
        game.open("escape", scene="EditorScene")
        game.press("m")
        game.ask("ctrl+s", says="aved")
        yield "editor-saved"


@tour
def new_level() -> Steps:
    with desk(pack("first-steps"), 1) as game:
        game.open("shift+ctrl+n", scene="EditorScene")
        yield "editor-new"


@tour
def generator_empty() -> Steps:
    with desk(pack("first-steps"), 1) as game:
        game.open("ctrl+g", scene="GeneratorScene")
        yield "generator-empty"
        game.ask("ctrl+s", says="Nothing to save.")
        yield "generator-nothing-kept"
        making = game.app.features.making
        usual = making.wish
        making.wish = replace(usual, columns=4, rows=4, boxes=9)
        game.ask("f5", says="No such level is possible")
        yield "generator-impossible"
        making.wish = usual
        making.choose("count", 60)
        game.press("f5")
        game.wait(lambda: len(making.made) > 2)
        with patch.object(making.generating, "poll", lambda: False):
            game.settle()
            assert making.generating.is_running
            yield "generator-running"
        game.press("escape")
        game.wait(lambda: not making.generating.is_running)
        game.settle()
        yield "generator-stopped"
        game.press("tab", "space")
        game.settle()
        assert making.kept
        yield "generator-kept"
        game.ask("f5", says="1 level not saved yet.")
        yield "generator-warned"
        yield Shown("quit-question-of-generator", ("ctrl+q",), ("escape",), "Quit without saving?")
        game.open("enter", scene="TrialScene")
        yield "generator-trial"
        game.open("escape", scene="GeneratorScene")
        game.ask("ctrl+s", says="1 level saved to")
        yield "generator-saved"


# --- days and figures ------------------------------------------------------------------------


@tour
def days() -> Steps:
    with desk(pack("first-steps"), 9) as game:
        game.app.features.days.now = lambda: datetime(2026, 11, 22, 12)
        game.open("t", scene="CalendarScene")
        yield "calendar-empty"
        game.ask("ctrl+c", says="not")
        yield "calendar-not-solved"
        game.press("right")
        game.settle()
        yield "calendar-tomorrow"
        game.press("end", "enter")
        game.wait(lambda: game.place_name == "PlayScene")
        game.settle()
        yield "day"
        game.ask("ctrl+n", says="This is the level of the day.")
        yield "day-unsolved"
        game.play(answer(game))
        game.wait_for("Solved")
        game.settle()
        yield "day-solved"
        yield Shown("day-copied", ("shift+t",), says="Copied.")
        game.open("t", scene="CalendarScene")
        yield "calendar-solved"


@tour
def figures() -> Steps:
    with desk(pack("first-steps"), 9) as game:
        game.open("i", scene="LevelScene")
        yield "level-page-unplayed"
        game.open("escape", scene="PlayScene")
        game.open("shift+i", scene="StatisticsScene")
        game.wait(lambda: "Counting" not in game.said)
        game.settle()
        yield "statistics-empty"
        game.open("escape", scene="PlayScene")
        game.play(answer(game))
        game.open("shift+i", scene="StatisticsScene")
        game.wait(lambda: "Counting" not in game.said)
        game.settle()
        yield "statistics-begun"
