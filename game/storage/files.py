"""Files that are written whole or not at all, under names that no other file has."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from levels.regular_file import NotRegularError


@contextmanager
def whole(place: Path) -> Iterator[Path]:
    """A file to be written in place of another one: it takes its place when all is written.

    Raises OSError.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    # Hidden, so that nobody reads half of it; a second game writes into one of its own.
    part = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)


def free_name(place: Path) -> Path:
    """The name, or one like it that no file has yet."""
    free, number = place, 2
    while free.exists():
        free, number = place.with_name(f"{place.stem} {number}{place.suffix}"), number + 1
    return free


def damaged_name(path: Path) -> Path:
    """A name that no file has yet, to set a damaged one aside: ``records-damaged-2026-11-21``."""
    return free_name(path.with_stem(f"{path.stem}-damaged-{date.today().isoformat()}"))


def files_in(folder: Path, note: Callable[[OSError], None] | None = None) -> Iterator[Path]:
    """Every file in a folder and in those inside it, but hidden ones.

    ``note`` is told of each folder that cannot be read.
    """
    for parent, names, file_names in os.walk(folder, onerror=note):
        names[:] = sorted(name for name in names if not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(file_names) if not name.startswith("."))


def reason_of(error: Exception) -> str:
    """Why a file cannot be read or written, as a part of a sentence."""
    if isinstance(error, IsADirectoryError | NotRegularError):
        return f"{Path(error.filename).name} is not a regular file"
    reason = str(getattr(error, "strerror", None) or error)
    return f"{reason[:1].lower()}{reason[1:].rstrip('.')}"
