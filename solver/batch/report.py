"""A report: one self-contained page with charts, a table, pictures and replays.

Charts are drawn by Vega-Lite, which adds 0.9 MB to the page; the rows are compressed. Text from
level files is only ever inserted as text.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from solver.batch.charts import charts_of
from solver.batch.finding import Finding
from solver.batch.foreign import read_foreign
from solver.batch.results import Dossier, ResultsError, ResultsFile, Spot
from solver.result import Verdict

Row: TypeAlias = dict[str, Any]


def report_of(results: Sequence[ResultsFile], tables: Sequence[Path] = ()) -> str:
    """The page for some files of results, and CSV files of other solvers for the same levels.
    Raises ResultsError, and ImportError if the chart library is missing."""
    from vl_convert import javascript_bundle

    names = _names([*(each.path for each in results), *tables])
    known = [list(each.dossiers()) for each in results]
    rows = [
        row
        for place, (name, dossiers) in enumerate(zip(names, known, strict=False))
        for dossier in dossiers
        for row in _rows_of(dossier, place, name)
    ]
    standing = {spot: each for dossiers in known for each in dossiers for spot in _spots(each)}
    for place, (name, path) in enumerate(zip(names[len(known) :], tables, strict=True), len(known)):
        rows += _foreign_rows(path, standing, place, name)
    numbers = {what: number for number, what in enumerate(dict.fromkeys(map(_what, rows)))}
    for row in rows:
        row["search"] = numbers[_what(row)]
    content = {
        "summary": _summary(rows),
        "rows": rows,
        "charts": charts_of(rows),
        "differences": list(_differences(rows)) if len(names) == 2 else [],
    }
    return _filled(
        "report.html",
        TITLE=escape("Pushwise: " + ", ".join(names)),
        STYLE=_part("report.css"),
        LIBRARY=_harmless(javascript_bundle()),  # type: ignore[call-arg]  # of a stub that errs
        CONTENT=base64.b64encode(gzip.compress(json.dumps(content).encode(), mtime=0)).decode(),
        PROGRAM=_harmless(_part("report.js")),
    )


def _names(paths: Sequence[Path]) -> list[str]:
    """Short names for files: their stems, or whole paths if those clash."""
    stems = [path.stem for path in paths]
    return stems if len(set(stems)) == len(stems) else [str(path) for path in paths]


def _rows_of(dossier: Dossier, place: int, source: str) -> Iterator[Row]:
    for finding in dossier.findings:
        yield {**_level(dossier), "source": source, "place": place, **_figures(finding)}


def _level(dossier: Dossier) -> Row:
    board, pusher = dossier.subject
    spot = dossier.spots[0] if dossier.spots else None
    return {
        "name": _name(spot) if spot else "?",
        "board": board,
        "pusher": pusher,
        "squares": sum(board.count(each) for each in "-.$*@+"),
        "boxes": board.count("$") + board.count("*"),
    }


def _name(spot: Spot) -> str:
    title = "" if spot.title == str(spot.number) else spot.title
    return f"{Path(spot.file).stem} {spot.number} {title}".strip()


def _spots(dossier: Dossier) -> list[tuple[str, int]]:
    return [(Path(spot.file).stem, spot.number) for spot in dossier.spots]


def _foreign_rows(
    path: Path, standing: Mapping[tuple[str, int], Dossier], place: int, source: str
) -> Iterator[Row]:
    """The rows of another solver, matched to levels by file and number."""
    files_there = {file for file, _ in standing}
    for found in read_foreign(path):
        if not found.file and len(files_there) > 1:
            raise ResultsError(
                f"{path}: the results are from several level files: it needs a column file as well"
            )
        file = found.file or next(iter(files_there), "")
        dossier = standing.get((file, found.number))
        if dossier is None:
            continue
        is_proved = found.status is Verdict.OPTIMAL
        counts = {"pushes": None, "moves": None, found.metric.counts: found.cost}
        yield {
            **_level(dossier), **counts, "source": source, "place": place,
            "metric": str(found.metric), "status": str(found.status), "best": found.cost,
            "bound": found.cost if is_proved else None, "nodes": None, "seconds": found.seconds,
            "lurd": None,
        }  # fmt: skip


def _figures(finding: Finding) -> Row:
    solution = finding.solution
    return {
        "metric": str(finding.metric),
        "status": str(finding.status),
        "pushes": None if solution is None else solution.pushes,
        "moves": None if solution is None else solution.moves,
        "best": None if solution is None else getattr(solution, finding.metric.counts),
        "bound": finding.bound,
        "nodes": finding.nodes,
        "seconds": round(finding.seconds, 3),
        "lurd": finding.lurd,
    }


def _summary(rows: Sequence[Row]) -> str:
    levels = len({(row["board"], row["pusher"]) for row in rows})
    seconds = sum(row["seconds"] or 0.0 for row in rows)
    return f"{levels:,} levels, {len(rows):,} searches, {seconds / 3600:.1f} hours of searching"


def _differences(rows: Sequence[Row]) -> Iterator[list[str]]:
    """Levels that two files disagree on: only one has decided it, or they found different bests. A
    missing bound is no difference."""
    first = {_what(row): row for row in rows if row["place"] == 0}
    second = {_what(row): row for row in rows if row["place"] == 1}
    for what, one in first.items():
        other = second.get(what)
        if other is None:
            continue
        is_same = one["bound"] == other["bound"] or None in (one["bound"], other["bound"])
        if not is_same or any(one[key] != other[key] for key in ("status", "best")):
            yield [one["name"], one["metric"], _words(one), _words(other)]


def _what(row: Row) -> tuple[str, int, str]:
    return row["board"], row["pusher"], row["metric"]


def _words(row: Row) -> str:
    best = "" if row["best"] is None else f", {row['best']}"
    bound = "" if row["bound"] is None else f", at least {row['bound']}"
    return f"{row['status']}{best}{bound}"


def _filled(name: str, **parts: str) -> str:
    """A part of the page with its placeholders filled in."""
    before, *places = _part(name).split("@")
    # Every second piece is the name of a place: the page itself has no other @.
    pieces = [before]
    for number, piece in enumerate(places):
        pieces.append(piece if number % 2 else parts[piece])
    return "".join(pieces)


def _part(name: str) -> str:
    return (files("solver.batch") / "page" / name).read_text(encoding="utf-8")


def _harmless(program: str) -> str:
    """JavaScript that cannot close the element it is in."""
    return program.replace("</script", r"<\/script").replace("<!--", r"<\!--")
