"""Files that are written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_native_id


@contextmanager
def whole(place: Path) -> Iterator[Path]:
    """A file to be written in place of another, whose place it takes once all is written.

    Its folder is made if there is none. Raises OSError.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    # Hidden, so that nobody reads half of it. Every thread of every process writes one of its own,
    # and 50 characters of the name keep it short enough for any system.
    part = place.with_name(f".{place.name[:50]}.{get_native_id()}.part")
    try:
        yield part
        part.replace(place)
    finally:
        # Gone already if all went well; otherwise nobody has a use for it.
        with suppress(OSError):
            part.unlink()
