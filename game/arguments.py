"""What `python3 main.py` was called with, checked before anything else is loaded."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from levels.collection import Collection
from levels.files import read_collection, shipped_packs
from levels.level import Level, LevelError

VERSION = "0.1.0"

THEMES = Path(__file__).resolve().parent.parent / "assets" / "themes"


@dataclass(frozen=True, slots=True)
class Place:
    """A level file, and the number of a level in it if one was given."""

    file: Path
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Arguments:
    """What to open and how."""

    theme: str
    place: Place | None = None


class UnusableError(ValueError):
    """Nothing can be opened: the message says why."""


def parse_arguments(words: Sequence[str]) -> Arguments:
    """The arguments of the command line; ends the program for --help, --version and mistakes."""
    names = sorted(path.stem for path in THEMES.glob("*.json"))
    parser = argparse.ArgumentParser(
        prog="pushwise", description="Sokoban with an optimal solver inside."
    )
    parser.add_argument(
        "place", nargs="?", metavar="FILE[:N]", help="a level file, and the level to begin with"
    )
    parser.add_argument("--theme", choices=names, default="dusk", help="how it looks")
    parser.add_argument("--version", action="version", version=f"Pushwise {VERSION}")
    chosen = parser.parse_args(words)
    return Arguments(chosen.theme, split_place(chosen.place) if chosen.place else None)


def split_place(text: str) -> Place:
    """``levels.xsb:12`` is level 12, unless that is the name of a file.

    Other colons belong to the name: ``C:\\levels.xsb`` is a file on Windows.
    """
    file, colon, number = text.rpartition(":")
    if colon and file and number.isascii() and number.isdigit() and not Path(text).exists():
        return Place(Path(file), int(number))
    return Place(Path(text))


def open_place(place: Place | None) -> tuple[str, Collection, int]:
    """The name of a file, its levels, and the number of the one to begin with."""
    path = place.file if place else shipped_packs()[0]
    try:
        collection = read_collection(path)
    except LevelError as error:
        raise UnusableError(str(error)) from error
    return path.name, collection, first_number(collection, path, place)


def first_number(collection: Collection, path: Path, place: Place | None) -> int:
    """The number of the level to begin with: the one given, else the first that can be played."""
    entries = dict(collection.numbered())
    playable = [number for number, entry in entries.items() if isinstance(entry, Level)]
    if not playable:
        raise UnusableError(str(collection.faults[0]))
    if place is None or place.number is None:
        return playable[0]
    if place.number not in entries:
        raise UnusableError(f"{path}: there is no level {place.number}, only 1 to {len(entries)}")
    if place.number not in playable:
        raise UnusableError(f"level {place.number}: {entries[place.number]}")
    return place.number
