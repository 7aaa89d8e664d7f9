"""Files that are written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_native_id


@contextmanager
def whole(place: Path) -> Iterator[Path]:
    """A file to be written in place of another one: it takes its place when all is written.

    Its folder is made if there is none. Raises OSError.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    # Hidden, so that nobody reads half of it. Every thread of every process writes into one of its
    # own, and with 50 characters of the name it is no longer than any name may be.
    part = place.with_name(f".{place.name[:50]}.{get_native_id()}.part")
    try:
        yield part
        part.replace(place)
    finally:
        # Gone already if all went well; otherwise nobody has a use for it.
        with suppress(OSError):
            part.unlink()
