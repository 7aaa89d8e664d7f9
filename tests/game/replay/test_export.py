"""Replays as files: whole or not at all, and never in the way of the game."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from unittest.mock import Mock

import psutil
import pytest
from PIL import Image

from game.looks.theme import load_theme
from game.replay.export import Form, Recording, ReplayExport, _Teller, key_positions, write_file
from game.storage.folders import exports_folder
from levels.lurd import replay_lurd
from levels.position import Position
from tests.game.boards import level_of

HALL = level_of("##########\n#@ $ $ ..#\n#        #\n##########")
SOLUTION = "rdrruRRRdlllllurrrr"
PATIENCE = 120.0


def recording(lurd: str = SOLUTION) -> Recording:
    return Recording("Hall 1 replay", HALL, lurd, load_theme("dusk"))


def saved(export: ReplayExport) -> tuple[str, str]:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        said = export.poll()
        if said is not None:
            return said
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def files() -> list[Path]:
    return sorted(exports_folder().iterdir())


def test_a_moving_picture_has_a_frame_for_each_position() -> None:
    export = ReplayExport()
    assert export.begin(recording(), Form.GIF) is None
    assert export.progress is not None
    assert saved(export)[0] == "Replay saved."
    assert export.progress is None
    (file,) = files()
    with Image.open(file) as picture:
        assert picture.format == "GIF"
        shown = sum(_duration(picture, number) for number in range(picture.n_frames))
    assert shown == len(SOLUTION) * 110 + 1500


def _duration(picture: Image.Image, number: int) -> int:
    picture.seek(number)
    return int(picture.info["duration"])


def test_a_strip_shows_where_another_box_is_taken() -> None:
    positions = replay_lurd(Position.start(HALL), SOLUTION)
    assert key_positions(positions) == [0, 8, 19]
    export = ReplayExport()
    export.begin(recording(), Form.STRIP)
    assert saved(export)[0] == "Replay saved."
    (file,) = files()
    with Image.open(file) as picture:
        assert picture.format == "PNG"
        assert picture.width > 2 * picture.height


def test_a_solution_without_pushes_is_no_trouble() -> None:
    assert key_positions(replay_lurd(Position.start(HALL), "")) == [0]
    assert key_positions(replay_lurd(Position.start(HALL), "d")) == [0, 1]


def test_what_is_stopped_leaves_nothing() -> None:
    export = ReplayExport()
    export.begin(recording(SOLUTION[:5] + "lrlr" * 300), Form.GIF)
    assert export.stop()
    assert export.progress is None and export.poll() is None
    assert not files()
    assert not export.stop()


def test_a_process_that_dies_is_reported_and_the_next_one_saves() -> None:
    export = ReplayExport()
    export.begin(recording("lrlr" * 300), Form.GIF)
    process = export.process_id
    assert process is not None
    os.kill(process, signal.SIGTERM)
    assert saved(export) == ("The file could not be created: its process ended unexpectedly.", "")
    assert not files()
    export.begin(recording(), Form.STRIP)
    assert saved(export)[0] == "Replay saved."


@pytest.mark.skipif(os.name == "nt", reason="no process can be halted there")
def test_a_process_that_hangs_can_be_stopped() -> None:
    export = ReplayExport()
    export.begin(recording("lrlr" * 300), Form.GIF)
    process = export.process_id
    assert process is not None
    os.kill(process, signal.SIGSTOP)
    assert export.poll() is None and export.progress is not None
    assert export.stop()
    assert not psutil.pid_exists(process) and not files()


@pytest.mark.skipif(os.name == "nt", reason="no process can be halted there")
def test_a_process_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.replay.export.SILENT_SECONDS", 0.1)
    export = ReplayExport()
    export.begin(recording("lrlr" * 300), Form.GIF)
    process = export.process_id
    assert process is not None
    os.kill(process, signal.SIGSTOP)
    assert saved(export) == ("The file could not be created: its process did not respond.", "")
    assert not psutil.pid_exists(process) and not files()


def test_another_one_waits_until_the_first_is_saved() -> None:
    export = ReplayExport()
    export.begin(recording(), Form.STRIP)
    process = export.process_id
    assert export.begin(recording(), Form.GIF) is None
    assert export.process_id == process
    assert saved(export)[0] == "Replay saved."
    assert [file.suffix for file in files()] == [".png"]


def test_a_game_that_is_at_something_else_does_not_hold_up_the_process() -> None:
    teller, told = _Teller(tells := Mock()), 100_000
    for done in range(1, told + 1):
        teller.tell(done, told)
    assert tells.call_count < 100
    assert tells.call_args.args == ((told, told),)


def test_a_process_without_memory_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("game.replay.export._write_gif", fail)
    told: list[object] = []
    write_file(recording(), Form.GIF, exports_folder() / "Hall.gif", told.append)
    assert told == ["Nothing was saved: there is not enough memory."]


def test_a_folder_that_cannot_be_written_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def deny(title: str, suffix: str) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("game.replay.export.free_place", deny)
    said = ReplayExport().begin(recording(), Form.GIF)
    assert said is not None and "permission denied" in said[0].lower()
