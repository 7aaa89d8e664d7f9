"""Results for other programs: CSV, and JSON lines."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TextIO, TypeAlias

from levels.regular_file import check_regular
from solver.batch.finding import Finding
from solver.batch.results import Dossier, ResultsFile, Spot

COLUMNS = (
    "file", "number", "title", "metric", "status", "cause", "pushes", "moves", "bound", "nodes",
    "seconds", "peak_mib", "version", "machine", "lurd", "canonical",
)  # fmt: skip

Row: TypeAlias = dict[str, object]
Format: TypeAlias = Callable[[TextIO, Iterable[Row]], None]


def rows_of(results: ResultsFile) -> Iterator[Row]:
    """One row for each metric of each level, at each place where the level occurs. Raises
    ResultsError."""
    for known in results.dossiers():
        for spot in known.spots:
            for finding in known.findings:
                yield _row(known, spot, finding)


def _row(known: Dossier, spot: Spot, finding: Finding) -> Row:
    solution = finding.solution
    lurd = None if finding.lurd is None else spot.layout.as_given(finding.lurd)
    values = (
        spot.file, spot.number, spot.title, str(finding.metric), str(finding.status),
        finding.cause, solution and solution.pushes, solution and solution.moves, finding.bound,
        finding.nodes, round(finding.seconds, 3), round(finding.peak_mib, 1), finding.version,
        finding.machine, lurd, known.subject.board,
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def write_csv(stream: TextIO, rows: Iterable[Row]) -> None:
    """Write a CSV table with a header."""
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def write_json_lines(stream: TextIO, rows: Iterable[Row]) -> None:
    """Write one JSON object to a line."""
    for row in rows:
        stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def export(results: ResultsFile, path: Path, write: Format) -> None:
    """Write all results to a file, whole or not at all. Raises ResultsError, and OSError if it
    cannot be written."""
    check_regular(path)
    beside = path.with_name(f"{path.name[:50]}.new")
    try:
        with beside.open("w", encoding="utf-8", newline="") as stream:
            write(stream, rows_of(results))
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
