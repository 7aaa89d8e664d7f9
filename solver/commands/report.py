"""turn results into a page: charts, a table, pictures and replays, all in one file

The page needs no network and no other files. It shows what was solved and proved over time, the
gaps that are left, nodes and seconds against size, and a table that can be sorted and filtered,
with a picture and a replay of every level. Given two files, it compares them: results of two
versions of the solver, or a CSV file from another solver, with the columns level and pushes (or
moves), and file if there are several level files; status and seconds are shown if they are there.

The charts need an extra: pip install "pushwise[report]".

Exit code: 0, or 2 if a file could not be used.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from levels.language import _, decimal
from levels.regular_file import check_regular


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files, and where the page goes."""
    parser.add_argument(
        "results", nargs="+", type=Path, metavar="RESULTS", help=_("a results file")
    )
    parser.add_argument("--html", type=Path, required=True, metavar="PATH", help=_("the page"))


def run(options: argparse.Namespace) -> int:
    """Write the page; returns the exit code."""
    from solver.batch.report import report_of
    from solver.batch.results import ResultsError, ResultsFile

    try:
        with ExitStack() as stack:
            tables = [path for path in options.results if path.suffix.lower() == ".csv"]
            paths = [path for path in options.results if path not in tables]
            results = [stack.enter_context(ResultsFile(path)) for path in paths]
            page = report_of(results, tables).encode()
    except ResultsError as error:
        print(error, file=sys.stderr)
        return 2
    except ImportError:
        needed = 'python3 -m pip install "pushwise[report]"'
        print(_("the charts of a report need an extra: {command}", command=needed), file=sys.stderr)
        return 2
    _write(options.html, page)
    print(f"{options.html}: {decimal(len(page) / 1024**2, 2)} MiB")
    return 0


def _write(path: Path, page: bytes) -> None:
    check_regular(path)
    beside = path.with_name(f"{path.name[:50]}.new")
    try:
        beside.write_bytes(page)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
