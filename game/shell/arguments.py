"""What `python3 main.py` was called with, checked before anything else is loaded."""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from game.looks.assets import asset
from levels.collection import Collection
from levels.days import PACK, day_of
from levels.files import read, shipped_packs
from levels.language import _
from levels.level import Level, LevelError
from levels.version import __version__


@dataclass(frozen=True, slots=True)
class LevelAddress:
    """A level file, and the number of a level in it if one was given."""

    file: Path
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Arguments:
    """What to open and how."""

    theme: str | None
    place: LevelAddress | None = None


_log = logging.getLogger(__name__)


class UnusableError(ValueError):
    """Nothing can be opened: the message says why."""


def parse_arguments(words: Sequence[str]) -> Arguments:
    """The arguments of the command line; ends the program for --help, --version and mistakes."""
    names = sorted(path.stem for path in asset("themes").glob("*.json"))
    parser = argparse.ArgumentParser(
        prog="pushwise", description=_("Sokoban with a solver that proves its answers.")
    )
    parser.add_argument(
        "place",
        nargs="?",
        metavar="FILE[:N]",
        help=_("a level file, and which of its levels to open"),
    )
    parser.add_argument("--theme", choices=names, help=_("the theme for this run"))
    parser.add_argument("--version", action="version", version=f"Pushwise {__version__}")
    chosen = parser.parse_args(words)
    return Arguments(chosen.theme, split_place(chosen.place) if chosen.place else None)


def split_place(text: str) -> LevelAddress:
    """``levels.xsb:12`` is level 12, unless that is the name of a file.

    Other colons belong to the name: ``C:\\levels.xsb`` is a file on Windows.
    """
    file, colon, number = text.rpartition(":")
    if colon and file and number.isascii() and number.isdigit() and not os.path.exists(text):
        return LevelAddress(Path(file), int(number))
    return LevelAddress(Path(text))


def open_place(place: LevelAddress | None) -> tuple[Path, Collection, int]:
    """A file, its levels, and the number of the one to begin with."""
    path = place.file if place else shipped_packs()[0]
    try:
        collection = read(path)
    except LevelError as error:
        raise UnusableError(str(error)) from error
    return path, collection, first_number(collection, path, place)


def open_last(last: tuple[str, int] | None) -> tuple[Path, Collection, int]:
    """The level that was played last, or the first of all if that one cannot be found again."""
    if last is not None:
        file, number = last
        day = day_of(file)
        if day is not None and day <= date.today() and PACK.is_file():
            from game.days.days import day_collection

            return Path(file), day_collection(day), 1
        try:
            return open_place(LevelAddress(Path(file), number))
        except UnusableError as error:
            _log.info("the level that was played last: %s", error)
    return open_place(None)


def first_number(collection: Collection, path: Path, place: LevelAddress | None) -> int:
    """The number of the level to begin with: the one given, else the first that can be played."""
    entries = dict(collection.numbered())
    playable = [number for number, entry in entries.items() if isinstance(entry, Level)]
    if not playable:
        raise UnusableError(str(collection.faults[0]))
    if place is None or place.number is None:
        return playable[0]
    if place.number not in entries:
        raise UnusableError(
            _(
                "{path}: there is no level {number}, only 1 to {last}",
                path=path,
                number=place.number,
                last=len(entries),
            )
        )
    if place.number not in playable:
        raise UnusableError(
            _("level {number}: {reason}", number=place.number, reason=entries[place.number])
        )
    return place.number
