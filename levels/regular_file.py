"""Files that others name: opened only if they are regular files, and without ever waiting."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from levels.language import _

_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY")
)
"""Some kernel files look regular but read like a pipe that nobody writes to."""


class NotRegularError(OSError):
    """What a path leads to is a pipe, a device or a socket."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, _("not a regular file"), str(path))


def check_regular(path: Path) -> None:
    """Raises NotRegularError or IsADirectoryError for what exists but is not a regular file, and
    OSError if that cannot be determined. Nothing is opened: opening some devices waits."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise NotRegularError(path)


def open_regular(path: Path) -> BinaryIO:
    """A regular file, open to be read. Raises OSError, as `check_regular` does."""
    check_regular(path)
    stream = os.fdopen(os.open(path, _FLAGS), "rb")
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise NotRegularError(path)
    return stream


def read_at_most(path: Path, most: int) -> bytes | None:
    """The content of a regular file, None if there are more than ``most`` bytes in it. Raises
    OSError, as `open_regular` does."""
    with open_regular(path) as stream:
        if os.fstat(stream.fileno()).st_size > most:
            return None
        # None: a kernel file that has nothing to report yet.
        content: bytes | None = stream.read(most + 1)
    if content is None:
        raise NotRegularError(path)
    return content if len(content) <= most else None
