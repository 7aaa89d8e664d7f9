"""The statistics as a table for spreadsheets: a row for each level that was played."""

from __future__ import annotations

import csv
import sqlite3
from pathlib import Path

from game.browser.exporting import free_place, nothing_saved
from game.language.words import Words
from game.storage.files import shown
from game.storage.records import Records
from game.storage.statistics import COLUMNS, level_rows
from levels.language import _, ngettext
from levels.whole_file import whole

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text that a spreadsheet would take for a formula begins."""


def export_statistics(records: Records) -> Words:
    """Write them into a new file of the folder of exports; what to say about it."""
    try:
        place = free_place(_("Pushwise statistics"), ".csv")
        rows = write_statistics(records, place)
    except (OSError, sqlite3.Error) as error:
        return nothing_saved(error)
    return ngettext("The statistics of {n} level.", "The statistics of {n} levels.", rows), _(
        "Saved to {place}", place=shown(place)
    )


def write_statistics(records: Records, place: Path) -> int:
    """Write them whole or not at all; the number of levels. Raises OSError or sqlite3.Error."""
    rows = records.ask(lambda database: [*level_rows(database)])
    with whole(place) as part, part.open("w", encoding="utf-8-sig", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(COLUMNS)
        table.writerows([_plain(value) for value in row] for row in rows)
    return len(rows)


def _plain(value: object) -> object:
    """A title as text, whatever it begins with; seconds without a fraction."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return int(value) if isinstance(value, float) else value
