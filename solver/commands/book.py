"""make a book of proved pars, look levels up in one, or prove its entries again

A book records how few pushes and moves levels are proved to need. Levels are found in it by a hash;
the levels themselves are not in it. One book ships with the program, and the game and `solve` use
it.

`build` makes a book from files of results. `show` prints what a book knows about the levels in a
file. `verify` solves them again, by both metrics, and compares. Both use the book that ships unless
--book names another.

Exit code: 0; 1 if results contradict each other, or something could not be proved again; 2 if a
file could not be used.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from levels.language import N_, _, figures, ngettext, said_of
from levels.level import Level
from levels.refusals import words_of
from solver.commands.attempt import Attempt, attempt, warm_up
from solver.commands.interrupt import Interrupt
from solver.commands.tasks import Task, add_limits, limits_of, positive_integer, read_tasks
from solver.messages import Metric
from solver.result import Verdict

if TYPE_CHECKING:
    from levels.book import Book, BookEntry

_METRICS = (Metric.PUSHES, Metric.MOVES)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do with a book."""
    actions = parser.add_subparsers(required=True, metavar="ACTION", dest="action")
    build = actions.add_parser("build", help=_("make a book from files of results"))
    build.add_argument("results", nargs="+", type=Path, metavar="RESULTS")
    build.add_argument("-o", "--output", type=Path, required=True, metavar="PATH")
    build.add_argument("--book", type=Path, metavar="BOOK", help=_("add to this book's entries"))
    for name, text in (
        ("show", _("look up the levels of a file")),
        ("verify", _("prove their entries again")),
    ):
        action = actions.add_parser(name, help=text)
        action.add_argument("files", nargs="+", metavar="FILE", help=_("a file with levels"))
        action.add_argument("--level", type=positive_integer, metavar="N", help=_("only level N"))
        action.add_argument(
            "--book", type=Path, metavar="BOOK", help=_("default: the one that ships")
        )
        if name == "verify":
            add_limits(action)


def run(options: argparse.Namespace) -> int:
    """Do it; returns the exit code."""
    from levels.book import BookError
    from solver.batch.results import ResultsError

    try:
        if options.action == "build":
            return _build(options)
        return _look(options)
    except BookError as error:
        print(said_of(options.book, error), file=sys.stderr)
    except OSError as error:
        print(said_of(error.filename, words_of(error)), file=sys.stderr)
    except ResultsError as error:
        print(error, file=sys.stderr)
    return 2


def _build(options: argparse.Namespace) -> int:
    from levels.book import Book, read_book
    from solver.batch.book import BookMaker, ContradictionError
    from solver.batch.results import ResultsFile

    maker = BookMaker()
    path: Path = options.output
    try:
        if options.book:
            maker.add_book(read_book(options.book))
        for source in options.results:
            with ResultsFile(source) as results:
                maker.add_results(results)
    except ContradictionError as error:
        print(error, file=sys.stderr)
        return 1
    content = maker.content()
    beside = path.with_name(f"{path.name[:50]}.new")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    print(
        _(
            "{path}: {contents}, {number} bytes",
            path=path,
            contents=_counts(Book(content)),
            number=figures(len(content)),
        )
    )
    return 0


def _counts(book: Book) -> str:
    texts = []
    for name, entries in (("pushes", book.all_pushes()), ("moves", book.all_moves())):
        found = [entry for _, entry in entries]
        proved = sum(entry.optimum is not None for entry in found)
        words = N_("{proved} optima and {bounds} bounds of pushes")
        if name == "moves":
            words = N_("{proved} optima and {bounds} bounds of moves")
        bounds = figures(len(found) - proved)
        texts.append(_(words, proved=figures(proved), bounds=bounds))
    return "; ".join(texts)


class _Claim(NamedTuple):
    """What a book says of a level by a metric."""

    task: Task
    metric: Metric
    entry: BookEntry


def _look(options: argparse.Namespace) -> int:
    from levels.book import read_book, shipped_book

    book = read_book(options.book) if options.book else shipped_book()
    tasks, is_usable = read_tasks(options.files, options.level)
    claims = list(_claims(book, tasks))
    unknown = sum(isinstance(task.entry, Level) for task in tasks) - len({c.task for c in claims})
    is_sound = _verify(claims, options) if options.action == "verify" else _show(claims)
    if unknown:
        words = ngettext(
            "{n} level is not in the book",
            "{n} levels are not in the book",
            unknown,
            n=figures(unknown),
        )
        print(words)
    if not is_usable:
        return 2
    return 0 if is_sound else 1


def _claims(book: Book, tasks: list[Task]) -> Iterator[_Claim]:
    for task in tasks:
        if isinstance(task.entry, Level):
            for metric, entry in zip(_METRICS, book.of(task.entry), strict=True):
                if entry is not None:
                    yield _Claim(task, metric, entry)


def _entry(claim: _Claim) -> str:
    """``proved 97 pushes``."""
    # Translators: {entry} is what is proved: "proved 97"; {counted} are pushes or moves.
    return _("{entry} {counted}", entry=claim.entry, counted=_(claim.metric))


def _show(claims: list[_Claim]) -> bool:
    for claim in claims:
        print(said_of(_name(claim), _entry(claim)))
    return True


def _verify(claims: list[_Claim], options: argparse.Namespace) -> bool:
    """Whether everything is proved again."""
    interrupt = Interrupt()
    is_sound = True
    for metric in {claim.metric for claim in claims}:
        warm_up(metric)
    with interrupt.listening():
        for claim in claims:
            found = attempt(claim.task, limits_of(options), claim.metric, interrupt)
            text = _compared(claim.entry, found, claim.metric)
            is_sound = is_sound and text is None
            again = _("{entry}, again", entry=_entry(claim))
            print(said_of(_name(claim), text or again), flush=True)
            if interrupt.is_requested:
                return False
    return is_sound


def _compared(entry: BookEntry, found: Attempt, metric: Metric) -> str | None:
    """What is not as the book says; None if all of it was proved again."""
    done = None
    if found.lurd is not None:
        done = found.moves if metric is Metric.MOVES else found.pushes
    least = found.lower_bound or 0
    if found.status is Verdict.UNSOLVABLE:
        return _("contradicts the book ({entry}): there is no solution", entry=entry)
    if done is not None and done < entry.least:
        return _("contradicts the book ({entry}): a solution with {done}", entry=entry, done=done)
    if entry.done is not None and least > entry.done:
        return _("contradicts the book ({entry}): at least {least}", entry=entry, least=least)
    if least < entry.least:
        return _(
            "{entry} {counted}, but now only at least {least} ({cause})",
            entry=entry,
            counted=_(metric),
            least=least,
            cause=_(str(found.cause)),
        )
    return None


def _name(claim: _Claim) -> str:
    return f"{claim.task.file} {claim.task.number}"
