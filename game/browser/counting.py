"""How much there is in folders before anything of it is added: counted in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from game.storage.files import files_in, reason_of
from game.work.errand import Errand
from levels.collection import Collection
from levels.files import read
from levels.formats.detect import FORMATS
from levels.language import _, said_of
from levels.level import LevelError
from levels.regular_file import open_regular

LEVEL_SUFFIXES = tuple(form.suffix for form in FORMATS if form.suffix != ".txt")
"""Names of files that can only be meant as levels: an error in one is worth reporting."""

SUFFIXES = (*LEVEL_SUFFIXES, ".txt", ".jsonl")
"""What dialogs show of a folder: level files, and files of records."""

MOST_FILES = 5_000
"""Level files that are added at once; whoever has more does not mean all of them."""

REPORT_SECONDS = 0.1
HEAD = 4096
"""Bytes of a file that show whether it is text."""

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Count:
    """What has been found so far."""

    looked_at: int = 0
    """files of any kind"""
    levels: int = 0
    files: int = 0
    """those that hold levels"""


@dataclass(frozen=True, slots=True)
class FolderContents:
    """All that there is."""

    count: Count
    files: tuple[str, ...]
    """paths, as text: thousands of them are taken in within a turn"""
    reason: str = ""
    """why a folder could not be read, if one could not"""
    are_too_many: bool = False
    """whether there are more than may be added at once; then none is named"""


class Counting:
    """Counts what is in folders; `poll` hears how far it is."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        """Raises OSError."""
        self.count = Count()
        self.found: FolderContents | None = None
        self._errand: Errand[Count | FolderContents] = Errand(run, folders, gives_way=True)

    def poll(self) -> bool:
        """Whether there is anything new."""
        if self._errand.is_over:
            return False
        reports = self._errand.hear()
        for report in reports:
            if isinstance(report, FolderContents):
                self.found, self.count = report, report.count
            else:
                self.count = report
        if self._errand.failure and self.found is None:
            self.found = FolderContents(self.count, (), _("counting stopped unexpectedly"))
        return bool(reports) or self._errand.is_over

    def stop(self) -> None:
        """Count no further."""
        self._errand.stop()


# --- in the other process --------------------------------------------------------------------


def run(folders: tuple[Path, ...], tell: Callable[[Count | FolderContents], None]) -> None:
    """What the process does: look through the folders, and report as it goes."""
    reasons: list[str] = []
    looked_at = levels = 0
    files: list[str] = []
    told_at = time.monotonic()
    # What cannot be read further down is passed over: it was not chosen by name.
    found = (files_in(folder, partial(_note, reasons, folder)) for folder in folders)
    for file in chain.from_iterable(found):
        looked_at += 1
        number = _levels_in(file)
        if number is not None:
            levels += number
            files.append(str(file))
        if len(files) > MOST_FILES:
            tell(FolderContents(Count(looked_at, levels, len(files)), (), are_too_many=True))
            return
        if time.monotonic() - told_at >= REPORT_SECONDS:
            told_at = time.monotonic()
            tell(Count(looked_at, levels, len(files)))
    tell(FolderContents(Count(looked_at, levels, len(files)), tuple(files), "; ".join(reasons)))


def _note(reasons: list[str], folder: Path, error: OSError) -> None:
    """Keep why a folder that was chosen cannot be read."""
    if Path(error.filename or "") == folder:
        reasons.append(said_of(folder.name, reason_of(error)))


def _levels_in(file: Path) -> int | None:
    """How many levels of a file can be played; None if it is no level file."""
    is_meant = file.suffix.lower() in LEVEL_SUFFIXES
    try:
        collection = read(file) if _is_text(file) else Collection()
    except (LevelError, OSError):
        return 0 if is_meant else None
    levels = len(collection.levels)
    return levels if levels or is_meant else None


def _is_text(file: Path) -> bool:
    """Whether a file begins as text does: little is read of films and pictures."""
    with open_regular(file) as stream:
        head = stream.read(HEAD) or b""
    return b"\0" not in head or head.startswith(_UTF_16)
