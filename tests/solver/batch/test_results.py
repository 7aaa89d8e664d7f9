"""Results of batches: kept, found again, merged, exported, and refused where they are wrong."""

from __future__ import annotations

import csv
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from levels.files import parse
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from solver.__main__ import main
from solver.batch.finding import Finding, contradictions, merged
from solver.batch.merging import merge
from solver.batch.results import Dossier, ResultsError, ResultsFile, Spot
from solver.batch.subject import subject_of
from solver.messages import Metric
from solver.result import Verdict

LEVEL = parse("########\n#.  $@ #\n########")
TURNED = parse("###\n#.#\n# #\n# #\n#$#\n#@#\n# #\n###")
SUBJECT, LAYOUT = subject_of(LEVEL)
PROOF = Finding(Metric.PUSHES, Verdict.OPTIMAL, lurd="llL", bound=3, version="1+a", machine="m")


def _solved(finding: Finding = PROOF) -> Finding:
    """The finding with the solution of the canonical level."""
    walks = {"left": "LLL", "right": "RRR", "up": "UUU", "down": "DDD"}
    for lurd in walks.values():
        try:
            if replay_lurd(Position.start(SUBJECT.level()), lurd)[-1].is_solved:
                return replace(finding, lurd=lurd)
        except ValueError:
            continue
    raise AssertionError("the canonical level is another one")


FOUND = _solved()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of results with one level."""
    path = tmp_path / "results.sqlite"
    with ResultsFile(path, writes=True) as results:
        results.place("mine.xsb", [(Spot("mine.xsb", 1, "One", LAYOUT), SUBJECT)])
        results.record([(SUBJECT, FOUND)])
    return path


def test_what_was_recorded_is_found_again(path: Path) -> None:
    with ResultsFile(path) as results:
        assert results.findings(Metric.PUSHES) == {SUBJECT: FOUND}
        assert results.findings(Metric.MOVES) == {}
        spots = [Spot("mine.xsb", 1, "One", LAYOUT)]
        assert list(results.dossiers()) == [Dossier(SUBJECT, spots, [FOUND])]
    assert [each.name for each in path.parent.iterdir()] == [path.name], "all is in one file"


def test_a_turned_level_is_the_same_and_gets_its_own_lurd() -> None:
    subject, layout = subject_of(TURNED)
    assert subject == SUBJECT and FOUND.lurd is not None
    for level, lies in ((LEVEL, LAYOUT), (TURNED, layout)):
        assert replay_lurd(Position.start(level), lies.as_given(FOUND.lurd))[-1].is_solved


def test_the_pushers_place_belongs_to_what_is_solved() -> None:
    moved: Level = LEVEL.with_pieces(LEVEL.boxes, LEVEL.pusher + 1)
    subject, _ = subject_of(moved)
    assert subject.board == SUBJECT.board and subject.pusher != SUBJECT.pusher


def test_only_one_may_write_and_anybody_may_read(path: Path) -> None:
    with ResultsFile(path, writes=True) as writer:
        with pytest.raises(ResultsError, match="another batch is writing to this file"):
            ResultsFile(path, writes=True)
        with ResultsFile(path) as reader:
            writer.record([(SUBJECT, replace(FOUND, nodes=7))])
            assert reader.findings(Metric.PUSHES)[SUBJECT].nodes == 7
    with ResultsFile(path, writes=True):
        pass


def test_a_solution_that_is_none_is_never_kept(path: Path) -> None:
    wrong = replace(FOUND, lurd="lll")
    with (
        ResultsFile(path, writes=True) as results,
        pytest.raises(ResultsError, match="a solution that is none"),
    ):
        results.record([(SUBJECT, replace(FOUND, nodes=9)), (SUBJECT, wrong)])
    with ResultsFile(path) as results:
        assert results.findings(Metric.PUSHES) == {SUBJECT: FOUND}, "all or none"


def _edit(path: Path, statement: str) -> None:
    database = sqlite3.connect(path)
    database.execute(statement)
    database.commit()
    database.close()


@pytest.mark.parametrize(
    "statement, reason",
    [
        ("PRAGMA user_version = 99", "a newer Pushwise wrote this file"),
        ("PRAGMA application_id = 1", "this is not a file of results"),
        ("DROP TABLE findings", "the file is damaged"),
        ("UPDATE findings SET metric = 'miles', status = 'fine'", "the file is damaged"),
    ],
)
def test_files_that_cannot_be_used_are_refused_in_words(
    path: Path, statement: str, reason: str
) -> None:
    _edit(path, statement)
    with pytest.raises(ResultsError, match=reason), ResultsFile(path) as results:
        list(results.dossiers())


@pytest.mark.parametrize("writes", [False, True])
def test_damage_and_other_files_are_refused_in_words(path: Path, writes: bool) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:4000] + b"\xff" * 4000 + content[8000:])
    with pytest.raises(ResultsError, match="damaged"):
        ResultsFile(path, writes=writes)
    path.write_text("#####\n#@$.#\n#####\n" * 100)
    with pytest.raises(ResultsError, match="this is not a file of results"):
        ResultsFile(path, writes=writes)
    with pytest.raises(ResultsError, match="this is a folder"):
        ResultsFile(path.parent, writes=writes)


def test_a_file_that_is_not_there_and_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="there is no such file"):
        ResultsFile(tmp_path / "none.sqlite")
    with pytest.raises(ResultsError, match="cannot be opened"):
        ResultsFile(tmp_path / "none" / "results.sqlite", writes=True)


def test_a_full_disk_is_reported_and_loses_nothing(path: Path) -> None:
    with ResultsFile(path, writes=True) as results:
        pages = results._database.execute("PRAGMA page_count").fetchone()[0]
        results._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(ResultsError, match="the disk is full; what was recorded before"):
            results.record([(SUBJECT, replace(FOUND, machine="m" * 100_000))])
    with ResultsFile(path) as results:
        assert results.findings(Metric.PUSHES) == {SUBJECT: FOUND}


# --- contradictions --------------------------------------------------------------------------

GAVE_UP = Finding(Metric.PUSHES, Verdict.GAVE_UP, "time", bound=2, seconds=9.0, version="2+b")


@pytest.mark.parametrize(
    "others, reason",
    [
        ([replace(GAVE_UP, bound=4)], "proved at least 4 pushes"),
        ([replace(GAVE_UP, bound=4, metric=Metric.PUSHES_MOVES)], "proved at least 4 pushes"),
        ([replace(GAVE_UP, bound=5, metric=Metric.MOVES)], "proved at least 5 moves"),
        ([Finding(Metric.MOVES, Verdict.UNSOLVABLE)], "proved that there is no solution"),
        (
            [
                Finding(Metric.MOVES, Verdict.OPTIMAL, lurd="llL", bound=3),
                Finding(Metric.MOVES, Verdict.OPTIMAL, lurd="lLL", bound=3),
            ],
            "proved 1 to be fewest beside 3 moves",
        ),
    ],
)
def test_what_cannot_both_be_true_is_a_bug_of_somebody(others: list[Finding], reason: str) -> None:
    known = others if others[0].status is Verdict.OPTIMAL else [FOUND, *others]
    assert reason in "\n".join(contradictions(known))


def test_what_can_be_true_is_no_contradiction() -> None:
    longer = replace(FOUND, metric=Metric.MOVES)
    assert not list(contradictions([FOUND, GAVE_UP, longer]))


def test_merging_keeps_proofs_and_of_two_searches_the_best_of_each() -> None:
    assert merged(GAVE_UP, FOUND) == FOUND == merged(FOUND, GAVE_UP)
    better = replace(GAVE_UP, bound=1, lurd=FOUND.lurd, seconds=1.0)
    assert merged(GAVE_UP, better) == replace(GAVE_UP, lurd=FOUND.lurd)


def test_files_merge_and_what_contradicts_stays_as_it_was(path: Path, tmp_path: Path) -> None:
    other, both = tmp_path / "other.sqlite", tmp_path / "both.sqlite"
    spots = [Spot("yours.xsb", 3, "", LAYOUT)]
    with ResultsFile(other, writes=True) as results:
        results.keep(Dossier(SUBJECT, spots, [replace(GAVE_UP, bound=4)]))
    assert main(["results", str(path), "--merge", str(both)]) == 0
    assert main(["results", str(other), "--merge", str(both)]) == 1
    with ResultsFile(both) as results:
        assert results.findings(Metric.PUSHES) == {SUBJECT: FOUND}
    with ResultsFile(other, writes=True) as results:
        results.record([(SUBJECT, GAVE_UP)])
    with ResultsFile(other) as source, ResultsFile(both, writes=True) as destination:
        assert not list(merge(source, destination))
        assert len(destination.dossier(SUBJECT).spots) == 2
        assert destination.findings(Metric.PUSHES) == {SUBJECT: FOUND}


def test_the_command_exports_and_counts(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, lines = tmp_path / "all.csv", tmp_path / "all.jsonl"
    assert main(["results", str(path), "--csv", str(table), "--json", str(lines)]) == 0
    assert "1 level\n  by pushes: 1 optimal" in capsys.readouterr().out
    with table.open(encoding="utf-8", newline="") as stream:
        (row,) = csv.DictReader(stream)
    assert (row["file"], row["number"], row["pushes"], row["lurd"]) == ("mine.xsb", "1", "3", "LLL")
    found = json.loads(lines.read_text())
    assert found["moves"] == 3 and found["canonical"] == SUBJECT.board
    assert main(["results", str(tmp_path / "none")]) == 2
    assert "there is no such file" in capsys.readouterr().err
