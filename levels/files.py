"""Level files: from bytes to a collection."""

from __future__ import annotations

import codecs
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from levels.collection import Collection
from levels.formats.detect import detect
from levels.language import N_, _, pgettext, retold
from levels.level import Level, LevelError
from levels.refusals import words_of
from levels.regular_file import read_at_most

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes. The largest collections that people pass around are half that size."""

_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NO_TEXT = N_("not a text file. Choose a file with levels")

NO_LEVEL = N_(
    "there are no levels in this file. A level is drawn with # for walls, @ for "
    "the pusher, $ for boxes and . for goals"
)

PACKS = Path(str(files("levels"))) / "packs"
"""The folder of the level files that ship with the game."""

PACK_ORDER = ("first-steps.xsb", "warehouse.xsb", "foundry.xsb")
"""From the easiest pack to the hardest."""


def shipped_packs() -> tuple[Path, ...]:
    """The level files that ship with the game, the easiest first."""
    return tuple(PACKS / name for name in PACK_ORDER)


def is_shipped(path: str | Path) -> bool:
    """Whether a level file is one of those that ship with the game."""
    return Path(path).parent == PACKS


def pack_words(text: str) -> str:
    """A title or a note of a pack that ships, in the chosen language."""
    return pgettext("pack", retold(text)) if text else ""


def parse(text: str) -> Level:
    """The one level that a text draws, in any format that Pushwise reads.

    Raises LevelError if there is no level, if there are several, or if it has an error.

    >>> parse("#####\\n#@$.#\\n#####").boxes
    frozenset({7})
    >>> parse("#####\\n#@$ #\\n#####")
    Traceback (most recent call last):
    ...
    levels.level.LevelError: line 1: 1 box but 0 goals
    """
    collection = parse_collection(text)
    if len(collection) > 1:
        raise LevelError(
            _(
                "{number} levels where one was expected: use parse_collection",
                number=len(collection),
            )
        )
    return collection[0]


def read(path: str | Path) -> Collection:
    """The levels of a file in any format that Pushwise reads. A collection without a title of its
    own takes the name of the file.

    Raises LevelError, naming the file, if it cannot be read or nothing in it is a level.

    >>> collection = read(shipped_packs()[0])
    >>> collection.title, len(collection), collection[0].title
    ('First Steps', 12, 'Push')
    """
    path = Path(path)
    return collection_of(read_bytes(path), path)


def collection_of(content: bytes, path: Path) -> Collection:
    """The levels in the content of a file, as `read` reads them."""
    collection = parse_collection(decode(content, str(path)), str(path))
    return replace(collection, title=collection.title or path.stem)


def parse_collection(text: str, file: str | None = None) -> Collection:
    """The levels of a text in any format, from a file or the clipboard.

    Raises LevelError if nothing in it is a level.
    """
    if len(text) > LARGEST_FILE:
        raise _too_large(file)
    collection = detect(text).parse(text, file)
    if not collection.entries:
        raise LevelError(_(NO_LEVEL), file=file)
    return collection


def decode(content: bytes, file: str | None = None) -> str:
    """Text of unknown encoding: UTF-16 if a byte order mark says so, UTF-8 if it can be, else
    Latin-1, which old level files are in.

    Raises LevelError if it is not text.
    """
    if content.startswith(_UTF_16_MARKS):
        text = _decode_utf_16(content, file)
    else:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("latin-1")
    if "\0" in text:
        raise LevelError(_(_NO_TEXT), file=file)
    return text


def _decode_utf_16(content: bytes, file: str | None) -> str:
    try:
        return content.decode("utf-16")
    except UnicodeDecodeError as error:
        lines = content[: error.start].decode("utf-16", "replace").splitlines()
        reason = _("starts like UTF-16, but is cut off or damaged")
        raise LevelError(reason, file=file, line=max(1, len(lines))) from error


def read_bytes(path: Path) -> bytes:
    """The content of a file; raises LevelError if it cannot be read, is too large or not a file."""
    try:
        content = read_at_most(path, LARGEST_FILE)
    except OSError as error:
        reason = _("cannot be read: {reason}", reason=words_of(error))
        raise LevelError(reason, file=str(path)) from error
    if content is None:
        raise _too_large(str(path))
    return content


def _too_large(file: str | None) -> LevelError:
    limit = LARGEST_FILE // 1024**2
    return LevelError(
        _("larger than {limit} MiB. Split it into smaller files", limit=limit), file=file
    )
