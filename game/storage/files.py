"""Names that no other file has, what a folder holds, and what is wrong with a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import date
from errno import EDQUOT, ENOSPC
from pathlib import Path
from tempfile import TemporaryFile

from levels.language import _
from levels.refusals import words_of
from levels.regular_file import NotRegularError


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
    """Every file in a folder and in those inside it, except hidden ones.

    ``note`` gets each folder that cannot be read.
    """
    for parent, names, file_names in os.walk(folder, onerror=note):
        names[:] = sorted(name for name in names if not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(file_names) if not name.startswith("."))


def reason_of(error: Exception) -> str:
    """Why a file cannot be read or written, as a part of a sentence."""
    if isinstance(error, IsADirectoryError | NotRegularError):
        return _("{name} is not a regular file", name=Path(error.filename).name)
    if isinstance(error, NotADirectoryError | FileExistsError) and error.filename:
        return _("{name} is not a folder", name=_file_above(Path(error.filename)))
    if isinstance(error, OSError):
        return words_of(error)
    reason = str(error)
    return f"{reason[:1].lower()}{reason[1:].rstrip('.')}"


def advice_of(error: OSError, folder: Path) -> str:
    """What can be done so that something can be written into a folder, as a sentence."""
    if error.errno in (ENOSPC, EDQUOT):
        return _("Free some space, then try again.")
    return _("Check that you can write to {folder}.", folder=shown(folder))


def shown(path: Path) -> str:
    """A path as the person knows it: ``~/Documents`` where that is how it is written."""
    home = Path.home()
    if os.name == "posix" and home != path and path.is_relative_to(home):
        return f"~/{path.relative_to(home)}"
    return str(path)


def _file_above(path: Path) -> Path:
    """What stands on the way to a path where a folder is needed."""
    places = (path, *path.parents)
    return next((each for each in places if each.exists() and not each.is_dir()), path)


def check_writable(folder: Path) -> None:
    """Raise OSError with the reason if a folder cannot be made, or nothing written into it."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=folder) as stream:
        stream.write(b"\0")
