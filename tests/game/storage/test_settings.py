"""Settings survive everything: older and newer games, nonsense, and folders that refuse them."""

from __future__ import annotations

import json
import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.storage.settings import (
    ANIMATIONS,
    CHECKS,
    DEADLOCK_AIDS,
    DEFAULTS,
    JOURNEYS,
    METRICS,
    UNDO_UNITS,
    Settings,
    SettingsError,
    format_settings,
    parse_settings,
)
from game.storage.settings_file import SettingsFile

PAIRS = st.none() | st.tuples(st.integers(1, 9999), st.integers(1, 9999))
BINDS = st.dictionaries(st.text(max_size=8), st.lists(st.text(max_size=5), max_size=3).map(tuple))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
SETTINGS = st.builds(
    Settings,
    theme=st.text(min_size=1, max_size=8),
    animation=st.sampled_from(ANIMATIONS),
    reduce_motion=st.sampled_from((None, False, True)),
    volume=st.integers(0, 100),
    is_muted=st.booleans(),
    repeat_delay=st.integers(100, 1000),
    repeat_rate=st.integers(2, 50),
    journeys=st.sampled_from(JOURNEYS),
    undo_unit=st.sampled_from(UNDO_UNITS),
    metrics=st.sets(st.sampled_from(METRICS)).map(
        lambda names: tuple(name for name in METRICS if name in names)
    ),
    deadlock_aid=st.sampled_from(DEADLOCK_AIDS),
    window_size=PAIRS,
    window_place=PAIRS,
    is_maximized=st.booleans(),
    is_full_screen=st.booleans(),
    keys=BINDS,
    gamepad=BINDS,
    unknown=st.dictionaries(st.text(max_size=5).map("x-{}".format), JSON, max_size=3),
)


def test_the_file_holds_every_setting() -> None:
    assert set(CHECKS) == {field.name for field in fields(Settings)} - {"unknown"}


@given(SETTINGS)
def test_what_was_written_is_read(settings: Settings) -> None:
    assert parse_settings(format_settings(settings)) == (settings, [])


@given(st.dictionaries(st.sampled_from([*CHECKS, "version", "later"]), JSON))
def test_any_object_is_read_and_what_is_sound_in_it_is_kept(found: dict[str, Any]) -> None:
    settings, faults = parse_settings(json.dumps(found))
    again, _ = parse_settings(format_settings(settings))
    assert again == replace(settings, unknown=again.unknown)
    for fault in faults:
        name, _, words = fault.partition(": ")
        assert getattr(settings, name) == getattr(Settings(), name)
        assert " was expected, not " in words


@given(st.text())
def test_other_text_is_refused_in_one_way(text: str) -> None:
    try:
        parse_settings(text)
    except SettingsError as error:
        assert str(error) in ("is not JSON", "must be one object of settings")


def test_what_a_newer_game_has_chosen_is_kept() -> None:
    newer = {"version": 9, "theme": "paper", "animation": "liquid", "smell": {"pine": 3}}
    settings, faults = parse_settings(json.dumps(newer))
    assert not faults
    assert (settings.theme, settings.animation) == ("paper", "smooth")
    written = json.loads(format_settings(replace(settings, volume=7)))
    assert written["volume"] == 7
    assert {name: written[name] for name in newer} == newer
    chosen = json.loads(format_settings(replace(settings, animation="off")))
    assert chosen["animation"] == "off"


# --- the file --------------------------------------------------------------------------------


def kept(folder: Path, **changes: object) -> SettingsFile:
    file = SettingsFile(folder)
    file.read()
    file.choose(**changes)
    file.close()
    return file


def test_choices_are_there_the_next_time(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "config"
    kept(folder, theme="paper", volume=5)
    kept(folder, volume=6)
    assert SettingsFile(folder).read() == Settings(theme="paper", volume=6)
    assert [file.name for file in folder.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"{", "is not JSON"), (b"[1]", "must be one object"), (b"\xff\xfe\x00", "is not text")],
)
def test_a_broken_file_is_set_aside(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "settings.json").write_bytes(content)
    file = SettingsFile(tmp_path)
    assert file.read() == Settings()
    (notice,) = file.notices
    assert f"settings.json: {reason}" in notice.lead
    (aside,) = tmp_path.iterdir()
    assert str(aside) in notice.rest and aside.read_bytes() == content
    assert "-damaged-20" in aside.name
    file.choose(theme="paper")
    file.close()
    assert SettingsFile(tmp_path).read().theme == "paper"


def test_one_wrong_value_costs_only_itself(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"theme": "paper", "volume": "loud"}')
    file = SettingsFile(tmp_path)
    assert file.read() == Settings(theme="paper")
    (notice,) = file.notices
    expected = 'volume: a whole number from 0 to 100 was expected, not "loud".'
    assert notice.lead == f"settings.json: {expected}"
    file.close()
    assert SettingsFile(tmp_path).read() == Settings(theme="paper")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_cannot_be_made_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    file = SettingsFile(tmp_path / "file")
    file.read()
    file.notices.clear()
    file.choose(theme="paper")
    file.choose(theme="okabe")
    file.close()
    assert file.settings.theme == "okabe"
    assert (tmp_path / "file").read_text() == "in the way"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_file_is_neither_waited_for_nor_replaced(tmp_path: Path, kind: str) -> None:
    file = SettingsFile(tmp_path)
    match kind:
        case "pipe":
            os.mkfifo(file.path)
        case "device":
            file.path.symlink_to("/dev/zero")
        case "folder":
            file.path.mkdir()
    assert file.read() == Settings()
    (told,) = file.notices
    assert "settings.json is not a regular file" in told.lead
    file.choose(volume=5)
    file.close()
    assert not file.path.is_file()


def test_an_endless_file_is_set_aside(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    with file.path.open("wb") as stream:
        stream.truncate(10**10)
    assert file.read() == Settings()
    (told,) = file.notices
    assert "larger than 1024 KiB" in told.lead


def test_half_a_surrogate_pair_is_kept(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.path.write_text('{"version": 2, "new": "\\ud800"}')
    file.read()
    file.choose(volume=5)
    file.close()
    assert not file.notices
    found = SettingsFile(tmp_path).read()
    assert (found.volume, found.unknown) == (5, {"new": "\ud800", "version": 2})


def test_what_cannot_be_read_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    file = SettingsFile(tmp_path)
    assert file.read() == Settings()
    (notice,) = file.notices
    assert "cannot be read" in notice.lead
    file.choose(theme="paper")
    file.close()
    assert (tmp_path / "settings.json").is_dir()
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("metrics", ['["moves", "luck"]', '"moves"', '[["moves"]]', "3", "[null]"])
def test_counters_that_there_are_not_are_named_and_left_as_they_were(metrics: str) -> None:
    settings, faults = parse_settings(f'{{"metrics": {metrics}, "volume": 10}}')
    assert settings.metrics == DEFAULTS.metrics and settings.volume == 10
    assert len(faults) == 1 and faults[0].startswith("metrics: a list of moves, pushes")


def test_counters_stand_in_the_order_of_the_bar_and_once() -> None:
    settings, faults = parse_settings('{"metrics": ["time", "pushes", "time"]}')
    assert (settings.metrics, list(faults)) == (("pushes", "time"), [])
