"""Run-length rows: XSB text whose boards are shortened, as in ``5#|#@$.#|5#``.

``3#`` is ``###``, groups in brackets may be nested, ``|`` separates rows that share a line, and
floor is written ``-``. The line of a fault is that in the file; the column is that in the row when
spelled out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from levels.collection import Collection
from levels.formats.amount import MOST_SQUARES
from levels.formats.blocks import rows_of
from levels.formats.board import CHARACTERS, FLOOR, Row, format_board
from levels.formats.drafts import collection_of, draft_levels
from levels.formats.paragraphs import head_lines, join_paragraphs, level_lines
from levels.formats.runs import RunsError, expand_runs, shorten_runs
from levels.language import _, figures
from levels.level import LARGEST_SIDE, Level, LevelError

_RUNS = frozenset("0123456789()|")
SHORTENED = CHARACTERS | _RUNS
"""The characters of a shortened row."""


def parse_rle(text: str, file: str | None = None) -> Collection:
    """The levels of a text with run-length rows, read by the customs of XSB."""
    rows = expand_rows(rows_of(text, file), file)
    return collection_of(*draft_levels(rows, file))


def format_rle(collection: Collection) -> str:
    """The collection with each board on one line. Faulty entries are left out."""
    levels = [
        level_lines(level, [_board_line(level)], games) for level, games in collection.with_saved()
    ]
    return join_paragraphs([head_lines(collection), *levels])


def is_shortened(line: str) -> bool:
    """Whether a line is one or several rows of a board with counts, groups or bars."""
    return "#" in line and bool(_spelled_out(line))


def expand_rows(rows: Sequence[Row], file: str | None = None) -> list[Row]:
    """The lines of a text with the shortened rows among them spelled out, all else as it is."""
    expanded = []
    squares = 0
    for row in _with_floor_between_walls(rows):
        texts = _spelled_out(row.text) if "#" in row.text else []
        squares += sum(map(len, texts))
        if squares > MOST_SQUARES:
            reason = _("its boards have more than {most} squares", most=figures(MOST_SQUARES))
            raise LevelError(reason, file=file, line=row.line)
        expanded += [Row(row.line, text) for text in texts] or [row]
    return expanded


def _with_floor_between_walls(rows: Sequence[Row]) -> Iterator[Row]:
    """The lines with ``8-`` spelled out where it is a row, and not a number of the text."""
    shortened = [Row(0, ""), *rows, Row(0, "")]
    for (before, row), (_row, after) in pairwise(pairwise(shortened)):
        is_floor = re.fullmatch(r"\d+[-_]", row.text) and "#" in before.text and "#" in after.text
        yield Row(row.line, "-") if is_floor else row


def _spelled_out(line: str) -> list[str]:
    """The rows of a shortened line; none if it is not such a line."""
    if _RUNS.isdisjoint(line) or not SHORTENED.issuperset(line):
        return []
    # One row more than any board has is enough to tell that there are too many.
    shortened = line.strip().strip("|").split("|")[: LARGEST_SIDE + 1]
    try:
        texts = [expand_runs(text, LARGEST_SIDE) for text in shortened]
    except RunsError:
        return []
    is_drawn = all(CHARACTERS.issuperset(text) for text in texts)
    return [text.rstrip(FLOOR) or "-" for text in texts] if is_drawn else []


def _board_line(level: Level) -> str:
    rows = (row.replace(" ", "-") for row in format_board(level))
    return "|".join(map(shorten_runs, rows))
