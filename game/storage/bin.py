"""The bin: what was removed or replaced in a session stays until the next one begins.

Each session has a folder of its own in it, locked as long as the game runs, so that no other game
takes it for one from the past.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from game.storage.files import free_name
from levels.whole_file import whole

FOLDER_NAME = "bin"
_LOCK = "in-use"


class Bin:
    """What this session has put there. The folder is made when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._session: Path | None = None
        self._lock: sqlite3.Connection | None = None

    def session_folder(self) -> Path:
        """Where this session keeps what it removes. Raises OSError."""
        if self._session is None:
            name = f"{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}"
            place = self._folder / name
            place.mkdir(parents=True, exist_ok=True)
            try:
                self._lock = _locked(place)
            except sqlite3.Error as error:
                raise OSError(str(error)) from error
            self._session = place
        return self._session

    def close(self) -> None:
        """End the session: what is there belongs to the past from now on."""
        if self._lock is not None:
            self._lock.close()
        self._session = self._lock = None


def empty_bin(folder: Path) -> None:
    """Remove what sessions that have ended left there. What cannot be removed stays."""
    with suppress(OSError):
        for place in sorted(folder.iterdir()):
            with suppress(OSError, sqlite3.Error):
                _locked(place).close()  # fails while that session lasts
                shutil.rmtree(place, ignore_errors=True)


def _locked(place: Path) -> sqlite3.Connection:
    """A lock on a folder: SQLite has one that works on every system and ends with its process."""
    lock = sqlite3.connect(place / _LOCK, timeout=0.0, isolation_level=None)
    try:
        lock.execute("PRAGMA journal_mode = MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        lock.close()
        raise
    return lock


# --- files and what is kept of them ----------------------------------------------------------


def keep(place: Path, folder: Path) -> Path | None:
    """Keep a file as it is now in a folder of the bin; where, or None if there is no such file.

    Raises OSError.
    """
    if not place.exists():
        return None
    kept = free_name(folder / place.name)
    try:
        # Files are replaced, never written into: what has this name then is what the file was.
        os.link(place, kept)
    except OSError:
        with whole(kept) as part:
            shutil.copy2(place, part)
    return kept


def exchange(place: Path, kept: Path | None, folder: Path) -> Path | None:
    """Put back what was kept of a file, or take it away if nothing was; what it was in between is
    kept in turn. Returns where. Raises OSError, and then has changed nothing.
    """
    before = keep(place, folder)
    try:
        if kept is None:
            place.unlink(missing_ok=True)
        else:
            _put_back(place, kept)
    except OSError:
        if before is not None:
            before.unlink(missing_ok=True)
        raise
    return before


def _put_back(place: Path, kept: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        kept.replace(place)
    except OSError:  # the bin may be on another disk
        with whole(place) as part:
            shutil.copy2(kept, part)
        with suppress(OSError):
            kept.unlink()
