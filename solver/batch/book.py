"""Makes a book from results."""

from __future__ import annotations

from collections.abc import Iterator

from levels.book import Book, BookEntry, format_book, moves_hash, pushes_hash
from levels.language import _
from solver.batch.finding import Finding
from solver.batch.results import Dossier, ResultsFile
from solver.batch.subject import Subject
from solver.result import Verdict


class ContradictionError(Exception):
    """Two results contradict each other, so no book can be made from them."""


class BookMaker:
    """Collects proved results: pushes for each canonical level, moves for each starting square as
    well."""

    def __init__(self) -> None:
        self._pushes: dict[bytes, BookEntry] = {}
        self._moves: dict[bytes, BookEntry] = {}

    def add_results(self, results: ResultsFile) -> None:
        """Add everything proved in a file of results. Raises ResultsError and
        ContradictionError."""
        for dossier in results.dossiers():
            self._add_dossier(dossier)

    def add_book(self, book: Book) -> None:
        """Add the entries of another book. Raises ContradictionError."""
        for found_by, entry in book.all_pushes():
            self._add(self._pushes, found_by, entry)
        for found_by, entry in book.all_moves():
            self._add(self._moves, found_by, entry)

    def add_pushes(self, board: str, pushes: int) -> None:
        """Add the proved pushes of a canonical level. Raises ContradictionError."""
        self._add(self._pushes, pushes_hash(board), BookEntry(pushes, pushes))

    def content(self) -> bytes:
        """The book as bytes."""
        return format_book(self._pushes, self._moves)

    def _add_dossier(self, dossier: Dossier) -> None:
        board, pusher = dossier.subject
        for entries, found_by, entry in (
            (self._pushes, pushes_hash(board), _entry(dossier, "pushes")),
            (self._moves, moves_hash(board, pusher), _entry(dossier, "moves")),
        ):
            if entry.least:  # solutions alone prove nothing
                self._add(entries, found_by, entry)

    def _add(self, entries: dict[bytes, BookEntry], found_by: bytes, entry: BookEntry) -> None:
        known = entries.get(found_by, BookEntry(0, None))
        least = max(known.least, entry.least)
        done = min((each for each in (known.done, entry.done) if each is not None), default=None)
        if done is not None and done < least:
            raise ContradictionError(
                _(
                    "one result proves at least {least} pushes or moves where another has "
                    "{done}: a bug in one of the solvers. The command results names the level",
                    least=least,
                    done=done,
                )
            )
        entries[found_by] = BookEntry(least, done)


def _entry(dossier: Dossier, counts: str) -> BookEntry:
    findings = dossier.findings
    bounds = (each.bound or 0 for each in findings if each.metric.counts == counts)
    solutions = (each.solution for each in findings)
    done = (getattr(each, counts) for each in solutions if each is not None)
    return BookEntry(max(bounds, default=0), min(done, default=None))


def disagreements(book: Book, subject: Subject, finding: Finding) -> Iterator[str]:
    """Says where a finding contradicts the book."""
    board, pusher = subject
    for counts, entry in (
        ("pushes", book.pushes(pushes_hash(board))),
        ("moves", book.moves(moves_hash(board, pusher))),
    ):
        if entry is None:
            continue
        done = None if finding.solution is None else getattr(finding.solution, counts)
        least = finding.bound if finding.metric.counts == counts else None
        if finding.status is Verdict.UNSOLVABLE and entry.done is not None:
            yield _(
                "contradicts the book, a bug in one of them: {claim}, but now a proof that there "
                "is no solution",
                claim=_claim(entry, counts),
            )
        elif done is not None and done < entry.least:
            yield _(
                "contradicts the book, a bug in one of them: {claim}, but now a solution with "
                "{done}",
                claim=_claim(entry, counts),
                done=done,
            )
        elif least is not None and entry.done is not None and entry.done < least:
            yield _(
                "contradicts the book, a bug in one of them: {claim}, but now a proof of at "
                "least {least}",
                claim=_claim(entry, counts),
                least=least,
            )


def _claim(entry: BookEntry, counts: str) -> str:
    return _("{entry} {counted}", entry=entry, counted=_(counts))
