"""Menus, tables of keys and settings, over every scene."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import levels.language
from docs.screenshots.desk import desk, pack
from docs.screenshots.tour import Shown, Steps, menu_and_keys, tour
from game.input.controls import Scope
from game.input.gamepad import Gamepads
from game.menu.scene import OF_SCOPE
from game.widgets.layout import SCALING


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
