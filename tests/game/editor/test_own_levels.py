"""Own levels: what was saved is never lost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from game.browser.library import Library
from game.editor.drawing import Kept
from game.editor.own_levels import save_level
from game.storage.made_here import GENERATED_FILE, OWN_FILE
from levels.files import read
from tests.conftest import ROOT
from tests.game.boards import level_of

HALL = level_of("########\n#@ $  .#\n########", "Hall")
ROOM = level_of("######\n#@$. #\n######", "Room")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path, tmp_path / "packs")


def saved(library: Library) -> list[str]:
    return [level.title for level in read(library.folder / OWN_FILE).levels]


def test_levels_are_saved_one_after_the_other_and_again_in_their_place(library: Library) -> None:
    first = save_level(library, HALL)
    second = save_level(library, ROOM)
    assert (first, second) == (Kept(OWN_FILE, 1), Kept(OWN_FILE, 2))
    assert save_level(library, replace(HALL, title="Longer Hall"), first) == first
    assert saved(library) == ["Longer Hall", "Room"]


def test_what_a_person_wrote_into_the_file_stays(library: Library) -> None:
    kept = save_level(library, HALL)
    place = library.folder / OWN_FILE
    place.write_text(place.read_text() + "\n#####\n#@$ #\n#####\nTitle: Broken\n")
    before = place.read_text().rstrip()
    assert save_level(library, ROOM, kept) == Kept(OWN_FILE, 3)
    assert place.read_text().startswith(before)


def test_a_kill_in_the_middle_of_saving_loses_nothing(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = save_level(library, HALL)

    class Killed(BaseException):
        pass

    def die(self: Path, content: bytes) -> int:
        with self.open("wb") as stream:
            stream.write(content[: len(content) // 2])
        raise Killed

    monkeypatch.setattr(Path, "write_bytes", die)
    for other in (None, kept):
        with pytest.raises(Killed):
            save_level(library, ROOM, other)
    assert saved(library) == ["Hall"]


SAVING = """
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from game.browser.library import Library
from game.editor.own_levels import save_generated, save_level
from tests.game.editor.test_own_levels import HALL
library = Library(Path(sys.argv[1]), Path(sys.argv[1]) / "packs")
for number in count():
    level = replace(HALL, title=str(number))
    save_level(library, level)
    save_generated(library, [level, level])
    print(number, flush=True)
"""


def test_a_process_that_is_killed_while_it_saves_loses_nothing_saved_before(
    library: Library, tmp_path: Path
) -> None:
    for seconds in (0.003, 0.02, 0.05):
        for name in (OWN_FILE, GENERATED_FILE):
            (library.folder / name).unlink(missing_ok=True)
        command = [sys.executable, "-c", SAVING, str(tmp_path)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        ) as saver:
            assert saver.stdout is not None
            told = [saver.stdout.readline()]
            time.sleep(seconds)
            saver.kill()
            told += saver.stdout.readlines()
        titles = [line.strip() for line in told if line.endswith("\n")]
        assert titles and saved(library)[: len(titles)] == titles
        made = read(library.folder / GENERATED_FILE)
        assert not made.faults
        twice = [title for title in titles for _ in range(2)]
        assert [level.title for level in made.levels][: len(twice)] == twice


def test_a_disk_that_is_full_is_an_error_and_no_loss(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_level(library, HALL)
    monkeypatch.setattr(Path, "write_bytes", _full)
    with pytest.raises(OSError, match="full"):
        save_level(library, ROOM)
    assert saved(library) == ["Hall"]


def _full(self: Path, content: bytes) -> int:
    raise OSError("the disk is full")
