"""A search that is saved in a file and resumed later: --save and --resume."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from levels.language import _
from levels.refusals import words_of
from levels.regular_file import check_regular
from solver.messages import Metric

if TYPE_CHECKING:
    from solver.saving.saved_search import SavedSearch
    from solver.search import Search

_EVERY = 600.0
"""Seconds between two savings of a running search: a power cut costs no more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The two files."""
    parser.add_argument(
        "--save", type=Path, metavar="PATH", help=_("save the search, to resume it later")
    )
    parser.add_argument("--resume", type=Path, metavar="PATH", help=_("resume a saved search"))


class Saves:
    """Where a search is saved, and which one it resumes. What goes wrong with either is reported on
    standard error and ends no search."""

    def __init__(self, save: Path | None = None, resume: Path | None = None) -> None:
        self._save, self._resume = save, resume
        self._saved: SavedSearch | None = None
        self._due = time.monotonic() + _EVERY

    def fault(self, levels: int, metric: Metric) -> str | None:
        """Why they cannot be used with so many levels, or with such a search."""
        if self._save is None and self._resume is None:
            return None
        if levels != 1:
            return _("--save and --resume are for a single level: choose it with --level")
        if metric is Metric.ANY:
            return _("--save and --resume cannot be used with --metric any")
        if self._save is not None:
            reason = _unwritable(self._save)
            return reason and _(
                "--save {path}: cannot write a file there: {reason}", path=self._save, reason=reason
            )
        return None

    def begin(self, search: Search) -> None:
        """Let a search that has not begun resume what was saved, if that can be done."""
        if self._resume is None:
            return
        from solver.saving.files import SavingError
        from solver.saving.saved_search import SavedSearch

        try:
            self._saved = SavedSearch(self._resume)
            search.resume(self._saved)
        except SavingError as error:
            self._tell_anew(str(error))

    def now_and_then(self, search: Search) -> None:
        """Save a search that is running, when it is time again."""
        if self._save is not None and time.monotonic() >= self._due:
            self._write(search)
            self._due = time.monotonic() + _EVERY

    def end(self, search: Search) -> None:
        """Save a search that was given up."""
        if search.resume_fault:
            self._tell_anew(search.resume_fault)
        if self._save is not None and search.cause is not None and self._write(search):
            _tell(_("saved; continue with --resume {path}", path=self._save))

    def _write(self, search: Search) -> bool:
        """Whether it could be saved."""
        from solver.saving.saved_search import save

        assert self._save is not None
        found = search.saved()
        if found is None:
            _tell(_("not saved: it had not yet caught up with {path}", path=self._resume))
            return False
        if self._saved is not None:
            self._saved.close()  # on some systems an open file cannot be replaced
        try:
            for _step in save(self._save, *found):
                pass
        except OSError as error:
            _tell(_("{path}: not saved: {reason}", path=self._save, reason=words_of(error)))
            return False
        return True

    def _tell_anew(self, reason: str) -> None:
        _tell(_("{path}: {reason}; the search starts over", path=self._resume, reason=reason))


NOWHERE = Saves()


def _unwritable(path: Path) -> str | None:
    """Why no file can be written to ``path``, as far as that is known beforehand."""
    try:
        check_regular(path)
        if path.parent.is_dir():
            return None
    except OSError as error:
        return words_of(error)
    return _("there is no such folder")


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
