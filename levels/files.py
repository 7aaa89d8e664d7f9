"""Level files: from bytes to a collection."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from levels.collection import Collection
from levels.formats.xsb import parse_xsb
from levels.level import LevelError

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes. The largest collections that people pass around are a tenth of it."""

NO_LEVEL = (
    "there is no level in it. "
    "A level is drawn with # for walls, @ for the pusher, $ for boxes and . for goals"
)

PACKS = Path(__file__).parent / "packs"
"""The folder of the level files that ship with the game."""


def shipped_packs() -> tuple[Path, ...]:
    """The level files that ship with the game, in the order of their names."""
    return tuple(sorted(PACKS.glob("*.xsb")))


def read_collection(path: str | Path) -> Collection:
    """The levels of a file. One without a title of its own is called by the name of the file.

    Raises LevelError, naming the file, if nothing in it is a level.
    """
    path = Path(path)
    collection = parse_xsb(decode(_read_bytes(path), str(path)), file=str(path))
    if not collection.entries:
        raise LevelError(NO_LEVEL, file=str(path))
    return replace(collection, title=collection.title or path.stem)


def decode(content: bytes, file: str | None = None) -> str:
    """Text of unknown encoding: UTF-8 if it can be, else Latin-1, which old level files are in."""
    if b"\0" in content:
        raise LevelError("not a text file. Choose a file with levels in XSB format", file=file)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise LevelError(f"cannot be read: {reason}", file=str(path)) from error
    if len(content) > LARGEST_FILE:
        limit = LARGEST_FILE // 1024**2
        raise LevelError(f"larger than {limit} MiB. Split it into smaller files", file=str(path))
    return content
