"""show, merge and export what batches have found

Without options: how many levels each file holds, and how many have which status by each metric.

--merge adds all files to another, which is created if it does not exist. If two files contradict
each other about a level, one of the two solvers has a bug: the contradiction is reported, and
nothing about that level is merged.

Exit code: 0, 1 if there are contradictions, 2 if a file could not be used.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from levels.language import _, figures, ngettext

if TYPE_CHECKING:
    from solver.batch.results import ResultsFile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files, and what to make of them."""
    parser.add_argument(
        "results", nargs="+", type=Path, metavar="RESULTS", help=_("a results file")
    )
    parser.add_argument("--merge", type=Path, metavar="PATH", help=_("add all files to this one"))
    parser.add_argument("--csv", type=Path, metavar="PATH", help=_("write them as CSV"))
    parser.add_argument("--json", type=Path, metavar="PATH", help=_("write them as JSON lines"))


def run(options: argparse.Namespace) -> int:
    """Do what is asked for; returns the exit code."""
    from solver.batch.results import ResultsError

    if (options.csv or options.json) and len(options.results) > 1 and not options.merge:
        print(_("--csv and --json are for one file: --merge the others first"), file=sys.stderr)
        return 2
    try:
        if options.merge:
            is_sound = _merge(options.results, options.merge)
        else:
            is_sound = all([_show(path) for path in options.results])
        _export(options)
    except ResultsError as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if is_sound else 1


def _merge(sources: list[Path], path: Path) -> bool:
    """Whether nothing contradicts."""
    from solver.batch.merging import merge
    from solver.batch.results import ResultsFile

    is_sound = True
    with ResultsFile(path, writes=True) as destination:
        for source in sources:
            with ResultsFile(source) as results:
                for contradiction in merge(results, destination):
                    print(f"{source}: {contradiction}", file=sys.stderr)
                    is_sound = False
        _show_counts(destination)
    return is_sound


def _show(path: Path) -> bool:
    """Whether nothing contradicts."""
    from solver.batch.merging import clashes
    from solver.batch.results import ResultsFile

    with ResultsFile(path) as results:
        _show_counts(results)
        found = list(clashes(results))
    for contradiction in found:
        print(f"{path}: {contradiction}", file=sys.stderr)
    return not found


def _show_counts(results: ResultsFile) -> None:
    levels = 0
    counts: Counter[tuple[str, str]] = Counter()
    for known in results.dossiers():
        levels += 1
        counts.update((finding.metric, finding.status) for finding in known.findings)
    words = ngettext("{n} level", "{n} levels", levels, n=figures(levels))
    print(f"{results.path}: {words}")
    for (metric, status), count in sorted(counts.items()):
        print(
            _(
                "  by {metric}: {count} {status}",
                metric=_(metric),
                count=figures(count),
                status=_(status),
            )
        )


def _export(options: argparse.Namespace) -> None:
    from solver.batch.exporting import export, write_csv, write_json_lines
    from solver.batch.results import ResultsFile

    for path, write in ((options.csv, write_csv), (options.json, write_json_lines)):
        if path:
            with ResultsFile(options.merge or options.results[0]) as results:
                export(results, path, write)
