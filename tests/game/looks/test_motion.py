"""Motion is reduced where the person wants it, or else where the system was told so."""

from __future__ import annotations

import ctypes
from pathlib import Path
from threading import Event

import pytest

from game.looks.motion import SYSTEM, SystemMotion, system_reduces_motion
from game.scene.board_scene import speed_of
from game.scene.stage import reduces_motion
from game.shell.app import App
from game.storage.settings import Settings, format_settings, parse_settings
from tests.game.driven import Clock, Driven
from tests.game.language.stages import opened
from tests.game.waiting import wait_until


class Person(Driven):
    def __init__(self, app: App) -> None:
        self.app = app


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system that says nothing about motion: the folder of its programs and settings."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def put_program(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)


def test_a_system_that_says_nothing_lets_things_move(system: Path) -> None:
    assert not system_reduces_motion()


@pytest.mark.parametrize(("script", "is_reduced"), [
    ("echo false", True), ("echo true", False), ("echo 'No such schema' >&2; exit 1", False),
])  # fmt: skip
def test_gnome_is_asked(system: Path, script: str, is_reduced: bool) -> None:
    put_program(system, "gsettings", script)
    assert system_reduces_motion() is is_reduced


def test_gnome_is_asked_about_animations(system: Path) -> None:
    put_program(
        system, "gsettings", '[ "$*" = "get org.gnome.desktop.interface enable-animations" ] '
        "&& echo false",
    )  # fmt: skip
    assert system_reduces_motion()


@pytest.mark.parametrize(("factor", "is_reduced"), [
    ("0", True), ("0.0", True), ("1", False), ("0.5", False), ("fast", False),
])  # fmt: skip
def test_plasma_says_it_in_a_file(system: Path, factor: str, is_reduced: bool) -> None:
    text = f"[General]\nName=x\n\n[KDE]\nAnimationDurationFactor={factor}\nSingleClick=false\n"
    (system / "kdeglobals").write_text(text, encoding="utf-8")
    assert system_reduces_motion() is is_reduced


@pytest.mark.parametrize(("answer", "is_reduced"), [("1", True), ("0", False)])
def test_macos_is_asked(
    system: Path, monkeypatch: pytest.MonkeyPatch, answer: str, is_reduced: bool
) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    put_program(system, "defaults", f"echo {answer}")
    assert system_reduces_motion() is is_reduced


@pytest.mark.parametrize("moves", [0, 1])
def test_windows_is_asked(system: Path, monkeypatch: pytest.MonkeyPatch, moves: int) -> None:
    class User32:
        """What Windows has, as far as it is asked."""

        def SystemParametersInfoW(  # noqa: N802 - its name
            self, what: int, _number: int, answer: object, _flags: int
        ) -> int:
            assert what == 0x1042
            ctypes.cast(answer, ctypes.POINTER(ctypes.c_int))[0] = moves  # type: ignore[arg-type]
            return 1

    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("ctypes.WinDLL", lambda _name: User32(), raising=False)
    assert system_reduces_motion() is (moves == 0)


def test_a_windows_that_does_not_know_the_question_lets_things_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def load(name: str) -> object:
        raise OSError(f"there is no {name}")

    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("ctypes.WinDLL", load, raising=False)
    assert not system_reduces_motion()


def test_the_game_does_not_wait_for_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, asked = Event(), SystemMotion()
    monkeypatch.setattr("game.looks.motion.system_reduces_motion", lambda: answer.wait(60))
    asked.ask()
    assert not asked.is_reduced
    answer.set()
    wait_until(lambda: asked.is_reduced)


def test_what_the_person_chooses_counts_more_than_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for said in (False, True):
        monkeypatch.setattr(SYSTEM, "is_reduced", said)
        assert reduces_motion(Settings()) is said
        assert reduces_motion(Settings(reduce_motion=True))
        assert not reduces_motion(Settings(reduce_motion=False))
    assert speed_of(Settings()) == 0


def test_the_choice_is_kept() -> None:
    for chosen in (None, False, True):
        settings, faults = parse_settings(format_settings(Settings(reduce_motion=chosen)))
        assert (settings.reduce_motion, list(faults)) == (chosen, [])
    assert parse_settings('{"reduce_motion": "little"}')[1]


@pytest.mark.parametrize(("name", "keys"), [
    ("play", ("right", "left", "u", "home", "end", "0")), ("stuck", ("u", "left", "r")),
    ("solved", ("u", "y")),
    ("review", ("n", "n", "p")), ("library", ("page down", "down", "end", "home")),
    ("key settings", ("page down", "down", "end")), ("menu", ("down", "end")),
])  # fmt: skip
def test_nothing_moves_where_motion_is_reduced(
    name: str, keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SYSTEM, "is_reduced", True)
    # What moves goes on for as long as the clock stands. Work that is done in slices, which may
    # take several turns on a busy machine, does come to an end.
    with opened(name, (1280, 800), Clock()) as app:
        person = Person(app)
        person.turn(2)
        for key in keys:
            person.press(key)
            person.settle(lambda: not app.scene.is_moving)
