"""Records as one file: what goes out comes in again, is merged, and is not believed unseen."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from game.browser import exporting
from game.browser.exporting import export_all
from game.storage.exchange import (
    ExchangeError,
    Exported,
    _proved_content,
    export_records,
    import_records,
)
from game.storage.identity import identify
from game.storage.records import Records
from game.storage.values import Game, Proved, Snapshot
from levels.canonical import Symmetry, lay, transform_lurd
from levels.seal import KEY_NAME, seal_of
from levels.solution import Solution
from solver.messages import Metric
from tests.game.boards import level_of
from tests.game.record_player import ROOM
from tests.game.waiting import wait_until

CORRIDOR = level_of(
    """
#######
#@ $ .#
#     #
#######
"""
)
FEWEST_PUSHES = "lrlrRR"
FEWEST_MOVES = "RR"
GAME = Game(("RurrdL", "lr"), line=0, steps=(3, 1), snapshots=(Snapshot("half of it", "R"),))


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """The folder of another machine to which the user has copied the key."""
    folder = tmp_path / "second"
    folder.mkdir()
    (folder / KEY_NAME).write_bytes(key_at(tmp_path / "first").read_bytes())
    return folder


def key_at(folder: Path) -> Path:
    """The file of the key in a folder of records."""
    seal_of(b"", folder / KEY_NAME)
    return folder / KEY_NAME


def opened(folder: Path) -> Records:
    records = Records(folder)
    records.open()
    return records


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """The file that a first machine has made."""
    file = tmp_path / "all.jsonl"
    with closing(opened(tmp_path / "first")) as records:
        records.keep_game(ROOM, GAME)
        records.keep_solution(ROOM, FEWEST_MOVES)
        records.keep_solution(ROOM, FEWEST_PUSHES)
        records.keep_solution(CORRIDOR, "rRR")
        records.keep_proof(ROOM, Metric.PUSHES, Proved(2, Solution("RR")))
        assert records.export_to(file) == Exported(levels=2)
    return file


def rewritten(file: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """The file with something changed in the records of its first level."""
    head, first, *others = file.read_text().splitlines()
    entry = json.loads(first)
    change(entry)
    file.write_text("\n".join([head, json.dumps(entry), *others]) + "\n")
    return file


def test_all_records_move_to_another_machine(exported: Path, second: Path) -> None:
    with closing(opened(second)) as records:
        merged = import_records(records.path, exported)
        assert (merged.levels, merged.solutions, merged.faults, merged.foreign) == (2, 3, [], 0)
        assert records.game_of(ROOM) == GAME
        best = records.best_of(ROOM)
        assert best and best.by_moves == Solution(FEWEST_MOVES)
        assert records.proof_of(ROOM) == Proved(2, Solution("RR"))
        assert records.best_of(CORRIDOR)
        again = import_records(records.path, exported)
        assert (again.levels, again.solutions, again.faults) == (2, 0, [])
        assert records.game_of(ROOM) == GAME


def test_importing_twice_exports_the_same(exported: Path, second: Path, tmp_path: Path) -> None:
    with closing(opened(second)) as records:
        import_records(records.path, exported)
        import_records(records.path, exported)
        export_records(records.path, tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_text() == exported.read_text()


def test_of_two_running_games_neither_is_lost(exported: Path, tmp_path: Path) -> None:
    with closing(opened(tmp_path / "second")) as records:
        records.keep_game(ROOM, Game(("d",), steps=(1,)))
        records.flush()
        import_records(records.path, exported)
        for line in ("dr", "drr"):
            records.keep_game(ROOM, Game((line,), steps=(len(line),)))
            records.flush()
    with closing(opened(tmp_path / "second")) as records:
        game = records.game_of(ROOM)
        assert game is not None
        assert (game.lines[game.line], game.steps[game.line]) == ("drr", 3)
        assert set(game.lines) == {"RurrdL", "lr", "drr"}
        assert game.snapshots == GAME.snapshots


def damage_solution(entry: dict[str, Any]) -> None:
    entry["solutions"][0]["lurd"] = "lllll"


def damage_game(entry: dict[str, Any]) -> None:
    entry["games"][0]["steps"] = [99, 0]


def claim_too_much(entry: dict[str, Any]) -> None:
    entry["proofs"][0]["lower_bound"] = 3


def claim_unsolvable(entry: dict[str, Any]) -> None:
    entry["proofs"][0]["unsolvable"] = 1


def put_pusher_into_wall(entry: dict[str, Any]) -> None:
    entry["games"][0]["pusher"] = 0


@pytest.mark.parametrize(
    "damage", [damage_solution, damage_game, claim_too_much, claim_unsolvable, put_pusher_into_wall]
)
def test_what_replay_refutes_is_left_out_and_reported(
    exported: Path, second: Path, damage: Callable[[dict[str, Any]], object]
) -> None:
    def damage_and_seal(entry: dict[str, Any]) -> None:
        damage(entry)
        entry["seal"] = seal_of(_proved_content(entry), key_at(second)).hex()

    with closing(opened(second)) as records:
        merged = import_records(records.path, rewritten(exported, damage_and_seal))
        assert merged.levels == 2 and not merged.foreign
        assert len(merged.faults) == 1
        assert merged.faults[0].startswith("line 2: ")


def claim_optimal(entry: dict[str, Any]) -> None:
    """That a detour is a shortest solution: no other one is known to refute it."""
    entry["solutions"] = []
    detour = identify(ROOM).to_canonical("drruLdlluRRR")
    entry["proofs"][0] |= {"lurd": detour, "lower_bound": 4, "is_tie_proved": 1}


def claim_unsolvable_unrefuted(entry: dict[str, Any]) -> None:
    entry["solutions"] = []
    entry["proofs"][0] |= {"lurd": None, "lower_bound": 0, "unsolvable": 1}


def leave_the_seal_out(entry: dict[str, Any]) -> None:
    claim_optimal(entry)
    del entry["seal"]


def seal_with_another_key(entry: dict[str, Any]) -> None:
    claim_optimal(entry)
    with TemporaryDirectory() as folder:
        entry["seal"] = seal_of(_proved_content(entry), Path(folder, KEY_NAME)).hex()


def take_the_seal_to_another_board(entry: dict[str, Any]) -> None:
    entry["board"] = [row.replace("$ ", " $") for row in entry["board"]]
    entry["solutions"] = entry["games"] = []
    entry["proofs"][0] |= {"lurd": None}


@pytest.mark.parametrize("seal", [None, 1, [], "", "no", "00", "é"])
def test_a_seal_that_is_none_seals_nothing(exported: Path, second: Path, seal: object) -> None:
    with closing(opened(second)) as records:
        file = rewritten(exported, lambda entry: entry.update(seal=seal))
        assert import_records(records.path, file).foreign == 1
        assert records.proof_of(ROOM) == Proved(solution=Solution("RR"))


@pytest.mark.parametrize(
    "forge",
    [
        claim_optimal,
        claim_unsolvable_unrefuted,
        leave_the_seal_out,
        seal_with_another_key,
        take_the_seal_to_another_board,
    ],
)
def test_nobody_elses_word_makes_an_optimum(
    exported: Path, second: Path, forge: Callable[[dict[str, Any]], object]
) -> None:
    with closing(opened(second)) as records:
        merged = import_records(records.path, rewritten(exported, forge))
        assert (merged.levels, merged.foreign, merged.faults) == (2, 1, [])
        proved = records.proof_of(ROOM)
        assert (proved.lower_bound, proved.is_unsolvable, proved.is_tie_proved) == (0, False, False)
        assert not proved.is_optimal(Metric.PUSHES)
    with closing(sqlite3.connect(records.path)) as database:
        claims = "lower_bound OR unsolvable OR is_tie_proved"
        assert not database.execute(f"SELECT * FROM proofs WHERE {claims}").fetchall()


def test_an_export_without_a_key_has_no_seal(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as records:
        records.keep_proof(ROOM, Metric.PUSHES, Proved(2, Solution("RR")))
        (tmp_path / KEY_NAME).mkdir()
        done = records.export_to(tmp_path / "all.jsonl")
        assert done == Exported(1, ["the key that seals proofs"])
        assert import_records(records.path, tmp_path / "all.jsonl").foreign == 1
        assert records.proof_of(ROOM) == Proved(solution=Solution("RR"))


@pytest.mark.parametrize("name", ["board", "solutions", "games", "proofs"])
@pytest.mark.parametrize("nonsense", [None, 1, "text", [1], [[[]]], {"a": 1}, [{"pusher": []}]])
def test_nonsense_is_reported_and_the_other_levels_are_taken(
    exported: Path, tmp_path: Path, name: str, nonsense: object
) -> None:
    with closing(opened(tmp_path / "second")) as records:
        file = rewritten(exported, lambda entry: entry.update({name: nonsense}))
        assert import_records(records.path, file).faults
        assert records.best_of(CORRIDOR)


@pytest.mark.parametrize(
    "content",
    [b"", b"{}\n", b"\xff\xfe\x00", b"[" * 100_000, b'{"format": "pushwise records"}\n', b"#####"],
)
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other").write_bytes(content)
    with closing(opened(tmp_path)) as records, pytest.raises(ExchangeError):
        import_records(records.path, tmp_path / "other")


def test_a_folder_that_cannot_be_written_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(
        "game.browser.exporting.exports_folder", lambda: tmp_path / "file" / "folder"
    )
    with closing(opened(tmp_path)) as records:
        reason, advice = export_all(records)
        assert reason == f"Nothing was saved: {tmp_path / 'file'} is not a folder."
        assert advice.startswith("Check that you can write to ")


def test_what_cannot_be_read_is_left_out_of_an_export_and_named(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as records:
        for level in (ROOM, CORRIDOR):
            records.keep_game(level, Game(("r",), steps=(1,)))
        records.keep_solution(CORRIDOR, "rRR")
        records.flush()
        with closing(sqlite3.connect(records.path)) as database:
            database.execute("UPDATE games SET lines = 'rRRR' WHERE level = 1")
            database.execute("UPDATE games SET steps = 'rRRR', units = '1' WHERE level = 2")
            database.commit()
        done = records.export_to(tmp_path / "all.jsonl")
    assert done == Exported(1, ["level 1: the lines of a stored game cannot be read"])
    with closing(opened(tmp_path / "second")) as records:
        assert import_records(records.path, tmp_path / "all.jsonl").faults == []
        assert records.game_of(CORRIDOR) == Game(("r",), steps=(1,))
        assert records.best_of(CORRIDOR)


def test_an_export_that_breaks_down_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "free_place", lambda *_: 1 / 0)
    export = exporting.Exporting()
    with closing(opened(tmp_path)) as records:
        export.begin_records(records)
        said: list[str] = []
        wait_until(lambda: said, lambda: said.extend(export.poll() or ()))
    assert said[0].startswith("Nothing was saved: ")


# --- levels that are the same ------------------------------------------------------------------


@pytest.mark.parametrize("symmetry", [Symmetry(mirrored=True), Symmetry(transposed=True)])
def test_a_mirrored_level_has_the_same_records(tmp_path: Path, symmetry: Symmetry) -> None:
    other = lay(CORRIDOR, symmetry)
    with closing(opened(tmp_path)) as records:
        records.keep_solution(CORRIDOR, "durRR")
        records.keep_game(CORRIDOR, Game(("dru", "rR"), line=1, steps=(3, 2)))
        records.flush()
        best, game = records.best_of(other), records.game_of(other)
    assert best and best.by_pushes.lurd == transform_lurd("durRR", symmetry)
    assert game and game.lines == tuple(transform_lurd(line, symmetry) for line in ("dru", "rR"))


def test_a_level_that_begins_elsewhere_has_the_same_best_pushes(tmp_path: Path) -> None:
    elsewhere = replace(CORRIDOR, pusher=CORRIDOR.pusher + 1)
    with closing(opened(tmp_path)) as records:
        records.keep_solution(CORRIDOR, "rRR")
        records.keep_game(CORRIDOR, Game(("rR",), steps=(2,)))
        records.flush()
        best = records.best_of(elsewhere)
        assert best and best.by_pushes == Solution("RR")
        assert records.game_of(elsewhere) is None
