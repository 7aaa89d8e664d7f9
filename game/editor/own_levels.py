"""The person's own levels: a collection in the library, written whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.browser.library import Library
from game.editor.drawing import Kept
from game.storage.made_here import GENERATED_FILE, GENERATED_TITLE, OWN_FILE, OWN_TITLE
from levels.collection import Collection
from levels.files import read
from levels.formats.sok import format_sok
from levels.level import Level


def save_level(library: Library, level: Level, kept: Kept | None = None) -> Kept:
    """Save a level among the person's own: in its place if it was there, else after the others.

    Whatever else the file holds stays as it is, faulty levels included. Raises OSError, or
    ValueError if the file cannot be read.
    """
    place = library.folder / (kept.file if kept else OWN_FILE)
    collection = Collection(title=OWN_TITLE)
    if place.exists():
        collection = read(place)
    is_there = kept is not None and kept.number <= len(collection.entries)
    if collection.faults or not is_there or kept is None:
        text = format_sok(Collection(entries=(level,)))
        library.append(place.name, OWN_TITLE, text)
        return Kept(place.name, len(collection.entries) + 1)
    entries = list(collection.entries)
    entries[kept.number - 1] = level
    saved = [collection.saved_of(number) for number in range(1, len(entries) + 1)]
    saved[kept.number - 1] = ()
    library.rewrite(
        place.name, format_sok(replace(collection, entries=tuple(entries), saved=tuple(saved)))
    )
    return kept


def save_generated(library: Library, levels: Sequence[Level]) -> None:
    """Save levels after the generated ones that are there. Raises OSError."""
    text = format_sok(Collection(entries=tuple(levels)))
    library.append(GENERATED_FILE, GENERATED_TITLE, text)
