"""Rooms that nobody has opened are imported while nothing else happens, and not when opened."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from game.shell.preloading import Preloading
from tests.game.waiting import wait_until

ROOT = Path(__file__).resolve().parents[3]

OPEN_EVERYTHING = """
import sys
from importlib import import_module

from game.input.actions import Action
from game.shell.features import OPENINGS
from game.shell.preloading import later_modules
from tests.game.driven import app_with
from tests.game.files_touched import LEVEL

with app_with(LEVEL) as app:
    for name in later_modules():
        import_module(name)
    before = set(sys.modules)
    play = app.scene
    scenes = [opening(app.features, play) for opening in OPENINGS.values()]
    scenes += [play.act(each) for each in (Action.LEVELS, Action.REVERSE, Action.SNAPSHOTS)]
    scenes += [scene.act(Action.TRY_OUT) for scene in scenes]
    late = sorted(set(sys.modules) - before)
    assert not late, late
"""


class Quiet:
    """Whether nothing happens, and how often somebody wanted to know."""

    def __init__(self) -> None:
        self.is_so = False
        self.asked = 0

    def __call__(self) -> bool:
        self.asked += 1
        return self.is_so


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Makes modules of such code; their names."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(*codes: str) -> list[str]:
        names = [f"{tmp_path.name}_{number}" for number in range(len(codes))]
        for name, code in zip(names, codes, strict=True):
            (tmp_path / f"{name}.py").write_text(code)
        return names

    return make


def test_nothing_is_imported_while_something_happens(modules: Callable[..., list[str]]) -> None:
    quiet, ended = Quiet(), list[bool]()
    first, second = modules("", "")
    preloading = Preloading([first, second], quiet, lambda: ended.append(quiet.is_so))
    preloading.start()
    wait_until(lambda: quiet.asked > 2)
    assert first not in sys.modules
    quiet.is_so = True
    preloading.join(60)
    assert first in sys.modules and second in sys.modules
    assert ended == [True]


def test_what_cannot_be_imported_is_left_to_whoever_opens_it(
    modules: Callable[..., list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    before = sys.getswitchinterval()
    broken, sound = modules("1 / 0", "")
    preloading = Preloading([broken, sound], lambda: True, lambda: None)
    preloading.start()
    preloading.join(60)
    assert "ZeroDivisionError" in caplog.text
    assert sound not in sys.modules
    assert sys.getswitchinterval() == before


def test_what_is_opened_after_preloading_imports_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OPEN_EVERYTHING], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
