"""Books made of results, proved again, and shouted at where they are wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from levels.book import BookEntry, format_book, pushes_hash, read_book, shipped_book
from levels.files import shipped_packs
from solver.__main__ import main
from solver.batch.book import disagreements
from solver.batch.finding import Finding
from solver.batch.results import Dossier, ResultsFile
from solver.messages import Metric
from solver.result import Verdict
from tests.solver.batch.test_results import FOUND, GAVE_UP, LEVEL, SUBJECT

MOVES = Finding(Metric.MOVES, Verdict.GAVE_UP, "time", bound=2)


def _results(path: Path, *findings: Finding) -> Path:
    with ResultsFile(path, writes=True) as results:
        results.keep(Dossier(SUBJECT, [], list(findings)))
    return path


def test_a_book_holds_optima_and_bounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my.book"
    first = _results(tmp_path / "one", GAVE_UP)
    assert main(["book", "build", str(first), "-o", str(path)]) == 0
    assert read_book(path).of(LEVEL) == (BookEntry(2, None), None)
    second = _results(tmp_path / "two", FOUND, MOVES)
    assert main(["book", "build", str(second), "-o", str(path), "--book", str(path)]) == 0
    assert read_book(path).of(LEVEL) == (BookEntry(3, 3), BookEntry(2, 3))
    assert "1 optima and 0 bounds of pushes; 0 optima and 1 bounds" in capsys.readouterr().out
    level = tmp_path / "level.xsb"
    level.write_text(f"{LEVEL}\n\n#####\n#@$.#\n#####\n")
    assert main(["book", "show", str(level), "--book", str(path)]) == 0
    out = capsys.readouterr().out
    assert "proved 3 pushes" in out and "at least 2, done in 3 moves" in out
    assert "1 level is not in the book" in out


def test_results_that_contradict_make_no_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [
        _results(tmp_path / "one", FOUND),
        _results(tmp_path / "two", replace(GAVE_UP, bound=4)),
    ]
    path = tmp_path / "my.book"
    assert main(["book", "build", *map(str, files), "-o", str(path)]) == 1
    assert not path.exists() and "a bug in one of the solvers" in capsys.readouterr().err


@pytest.mark.parametrize(
    "pushes, expected", [(3, None), (2, "a proof of at least 3"), (4, "a solution with 3")]
)
def test_verifying_proves_again_or_says_what_is_wrong(
    pushes: int, expected: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book, level = tmp_path / "my.book", tmp_path / "level.xsb"
    book.write_bytes(format_book({pushes_hash(SUBJECT.board): BookEntry(pushes, pushes)}, {}))
    level.write_text(str(LEVEL))
    code = main(["book", "verify", str(level), "--book", str(book)])
    out = capsys.readouterr().out
    assert code == (0 if expected is None else 1)
    assert "proved 3 pushes, again" in out if expected is None else "contradicts the book" in out
    found = list(disagreements(read_book(book), SUBJECT, FOUND))
    assert not found if expected is None else expected in found[0]


def test_solving_shouts_at_a_book_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, level = tmp_path / "my.book", tmp_path / "level.xsb"
    path.write_bytes(format_book({pushes_hash(SUBJECT.board): BookEntry(4, 4)}, {}))
    level.write_text(str(LEVEL))
    monkeypatch.setattr("levels.book.SHIPPED", path)
    shipped_book.cache_clear()
    try:
        assert main(["solve", str(level)]) == 0
        assert "contradicts the book, a bug in one of them: proved 4" in capsys.readouterr().err
    finally:
        shipped_book.cache_clear()


@pytest.mark.parametrize("name", ["none.book", "level.xsb"])
def test_what_is_no_book_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "level.xsb").write_text(str(LEVEL))
    path = str(shipped_packs()[0])
    assert main(["book", "show", path, "--book", str(tmp_path / name)]) == 2
    assert name in capsys.readouterr().err
