"""A saved search: its arrays and a description of them, so that it can be resumed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from levels.formats.board import format_board
from levels.language import _
from levels.level import Level
from levels.refusals import words_of
from levels.solution import Solution
from solver.messages import Metric
from solver.saving.files import (
    Arrays,
    ArraysFile,
    DamagedFileError,
    SavedArrays,
    SavingError,
    source_hash,
    write_whole,
)


def drawing_of(level: Level) -> str:
    """The level in XSB."""
    return "\n".join(format_board(level))


@dataclass(frozen=True, slots=True)
class About:
    """What a saved search is a search of, and how far it had come."""

    level: str
    """in XSB"""
    metric: Metric
    without: tuple[str, ...]
    """names of prunings, sorted"""
    memory: int
    """bytes that it was allowed"""
    lower_bound: int
    best: Solution | None
    nodes: int
    seconds: float
    done: tuple[bool, ...]
    """for each line of attack whether it has come to its end"""
    source: str

    @classmethod
    def read(cls, found: Any) -> About:
        """Raises ValueError, TypeError or KeyError for what `asdict` did not make."""
        best = found["best"]
        about = cls(
            **{
                **found,
                "metric": Metric(found["metric"]),
                "best": None if best is None else Solution(**best),
                "without": tuple(found["without"]),
                "done": tuple(found["done"]),
            }
        )
        if about.best is not None and not isinstance(about.best.lurd, str):
            raise TypeError("no LURD")
        # These are reported to whoever resumes something else, and anybody may have written them.
        if not all(isinstance(name, str) and name.isprintable() for name in about.without):
            raise TypeError("no names of prunings")
        return about


def save(path: Path, about: About, arrays: Arrays, *, is_lasting: bool = True) -> Iterator[None]:
    """Write a search, as `write_whole` writes arrays."""
    yield from write_whole(path, asdict(about), arrays, is_lasting=is_lasting)


class SavedSearch:
    """A file of a saved search, open to be read; its user closes it."""

    def __init__(self, path: Path) -> None:
        """Raises SavingError if it is not a saved search."""
        try:
            self._file = ArraysFile(path)
        except FileNotFoundError:
            raise SavingError(_("there is no such file")) from None
        except IsADirectoryError:
            raise SavingError(_("this is a folder, not a saved search")) from None
        except PermissionError:
            raise SavingError(_("this file may not be read")) from None
        except OSError as error:
            raise SavingError(_("it cannot be read: {reason}", reason=words_of(error))) from None
        try:
            self.about = About.read(self._file.about)
        except Exception:
            # Whatever damage its reader stumbles over.
            self.close()
            raise DamagedFileError(_("this is not a saved search, or it is damaged")) from None

    def close(self) -> None:
        """Close the file; nothing can be read any more."""
        self._file.close()

    @property
    def doubt(self) -> str:
        """Why it cannot be resumed, though its solution may be sound; empty if it can be."""
        if not self._file.is_sealed:
            return _("damaged, or not saved by you on this machine: only its solution is believed")
        if self.about.source != source_hash():
            return _("it was saved by another version of the solver")
        return ""

    def arrays_of(self, line: int) -> SavedArrays | None:
        """Those of a line of attack, None if there are none."""
        part = self._file.arrays().part(f"{line}.")
        return part if "numbers" in part else None

    def is_done(self, line: int) -> bool:
        """Whether a line of attack has come to its end."""
        return line < len(self.about.done) and self.about.done[line]

    def check_fits(self, level: Level, metric: Metric, without: frozenset[str]) -> None:
        """Raises SavingError if it is a search of something else."""
        about = self.about
        if about.level != drawing_of(level):
            raise SavingError(_("it is the search of another level"))
        if about.metric is not metric:
            raise SavingError(_("it is a search with --metric {metric}", metric=about.metric))
        if about.without != tuple(sorted(without)):
            if not about.without:
                raise SavingError(_("it is a search with no --without"))
            names = f"--without {','.join(about.without)}"
            raise SavingError(_("it is a search with {options}", options=names))
