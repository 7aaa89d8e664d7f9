"""What goes out: a collection with its solutions, a level as a picture, and all records."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from pathlib import Path

import pygame
from pygame import Rect, Surface

from game.board.board import BoardView
from game.board.picture import still
from game.language.words import Words
from game.looks.theme import Theme
from game.storage.files import advice_of, free_name, reason_of, shown
from game.storage.folders import exports_folder
from game.storage.records import Records
from game.work.inquiry import Inquiry
from levels.collection import Collection
from levels.formats.detect import Format
from levels.language import _, ngettext
from levels.level import Level
from levels.position import Position
from levels.saved import Saved, verify_game
from levels.whole_file import whole

PICTURE_SQUARE = 64
"""Pixels per square of a level's picture."""

LARGEST_PICTURE = 8192
"""Pixels per side: a level that would need more has smaller squares."""

PICTURE_AIR = 0.5
"""Squares around the level."""


class Exporting:
    """Writes collections in a thread of its own; `poll` hears how it went."""

    def __init__(self) -> None:
        self._writing: list[Inquiry[Words]] = []

    def begin(
        self, title: str, levels: Mapping[int, Level], records: Records | None, form: Format
    ) -> None:
        """Write a collection with the best solutions that the person has found."""
        self._writing.append(Inquiry(partial(export_collection, title, levels, records, form)))

    def begin_records(self, records: Records) -> None:
        """Write all records into one file."""
        self._writing.append(Inquiry(partial(export_all, records)))

    @property
    def is_running(self) -> bool:
        """Whether something is being written."""
        return bool(self._writing)

    def poll(self) -> Words | None:
        """What there is to say of an export that is done."""
        done = next((each for each in self._writing if each.is_over), None)
        if done is None:
            return None
        self._writing.remove(done)
        return nothing_saved(done.error) if done.error else done.answer


def export_collection(
    title: str, levels: Mapping[int, Level], records: Records | None, form: Format
) -> Words:
    """Write the levels and their best solutions into a file; what to say of it."""
    entries = tuple(level for number in levels if (level := levels.get(number)) is not None)
    saved = tuple(_best_games(level, records) for level in entries)
    collection = Collection(title=title, entries=entries, saved=saved)
    try:
        place = free_place(title, form.suffix)
        with whole(place) as part:
            part.write_text(form.format(collection), encoding="utf-8")
    except OSError as error:
        return nothing_saved(error)
    solutions = sum(map(len, saved))
    # Translators: {levels} and {solutions} are numbers of them: 12 levels with 3 solutions.
    done = _(
        "{collection}: {levels} with {solutions}.",
        collection=title,
        levels=ngettext("{n} level", "{n} levels", len(entries)),
        solutions=ngettext("{n} solution", "{n} solutions", solutions),
    )
    return done, _("Saved to {place}", place=shown(place))


def _best_games(level: Level, records: Records | None) -> tuple[Saved, ...]:
    """The best solution by pushes, and that by moves if it is another one."""
    best = records.best_of(level) if records else None
    if best is None:
        return ()
    games = dict.fromkeys((best.by_pushes.lurd, best.by_moves.lurd))
    return tuple(verify_game(level, lurd, "Solution") for lurd in games)


def export_all(records: Records) -> Words:
    """Write all records into one file; what to say of it."""
    try:
        place = free_place(_("Pushwise records"), ".jsonl")
        done = records.export_to(place)
    except (OSError, sqlite3.Error) as error:
        return nothing_saved(error)
    what = ngettext("The records of {n} level.", "The records of {n} levels.", done.levels)
    if done.faults:
        left_out = len(done.faults)
        return what, ngettext(
            "Saved to {place}. Unreadable, and left out: {fault}.",
            "Saved to {place}. Unreadable, and left out: {fault} and {others} more.",
            left_out,
            place=shown(place),
            fault=done.faults[0],
            others=left_out - 1,
        )
    return what, _("Saved to {place}", place=shown(place))


def export_picture(title: str, position: Position, theme: Theme) -> Words:
    """Write a picture of a position into a file; what to say of it."""
    try:
        place = free_place(title, ".png")
        picture = BytesIO()
        pygame.image.save(draw_picture(position, theme), picture, place.name)
        with whole(place) as part:
            part.write_bytes(picture.getvalue())
    except (OSError, pygame.error) as error:
        return nothing_saved(error)
    return _("Picture of “{title}” saved.", title=title), shown(place)


def draw_picture(position: Position, theme: Theme) -> Surface:
    """A position as the board view draws it, 64 pixels per square."""
    level = position.level
    columns, rows = level.width + 2 * PICTURE_AIR, level.height + 2 * PICTURE_AIR
    square = min(PICTURE_SQUARE, int(LARGEST_PICTURE / max(columns, rows)))
    surface = Surface((round(columns * square), round(rows * square)))
    area = Rect(0, 0, level.width * square, level.height * square)
    area.center = surface.get_rect().center
    BoardView(theme).draw(surface, area, still(position), surface.get_rect())
    return surface


def free_place(title: str, suffix: str) -> Path:
    """A name in the folder of exports that nothing has yet."""
    folder = exports_folder()
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r'[<>:"/\\|?*\x00-\x1f]+', " ", title).strip(" .")[:80] or _("Levels")
    return free_name(folder / f"{name}{suffix}")


def nothing_saved(error: Exception) -> Words:
    """What to say of a file that could not be written."""
    advice = advice_of(error, exports_folder()) if isinstance(error, OSError) else ""
    return _("Nothing was saved: {reason}.", reason=reason_of(error)), advice
