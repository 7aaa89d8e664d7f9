"""Which lines of a text are boards, and which are text between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from levels.formats.board import CHARACTERS, Row
from levels.language import _, figures
from levels.level import LevelError

_SURELY_TEXT = re.compile(r";|::|[a-z ]+:", re.IGNORECASE)
LINE_END = re.compile(r"\r\n|\r|\n")

FEWEST_ROWS = 3
FEWEST_OWN = 3 / 4
"""The share of board characters that makes a line with others a row and not text."""
MOST_LINES = 1_000_000
"""Per file: as many as 50,000 levels of the usual size have."""


def rows_of(text: str, file: str | None = None) -> list[Row]:
    """The lines of a text without the spaces at their ends."""
    if text.count("\n") + text.count("\r") > MOST_LINES:
        raise LevelError(
            _("more than {most} lines. Split it into smaller files", most=figures(MOST_LINES)),
            file=file,
        )
    return [Row(number, line.rstrip()) for number, line in enumerate(LINE_END.split(text), start=1)]


def find_blocks(rows: Sequence[Row]) -> Iterator[Row | Sequence[Row]]:
    """Boards as rows, and each line between them as text."""
    for may_be_board, run in groupby(rows, lambda row: _may_be_row(row.text)):
        block = list(run)
        first, end = _extent(block) if may_be_board else (0, 0)
        yield from block[:first]
        if end > first:
            yield block[first:end]
        yield from block[end:]


def _extent(block: Sequence[Row]) -> tuple[int, int]:
    """Where in a block a board begins and ends; an empty range if there is none."""
    starts = (index for index, row in enumerate(block) if _may_start_board(row.text))
    first = next(starts, len(block))
    end = max((index + 1 for index, row in enumerate(block) if "#" in row.text), default=0)
    has_pieces = any(set("@$+").intersection(row.text) for row in block[first:end])
    return (first, end) if end - first >= FEWEST_ROWS or has_pieces else (0, 0)


def _may_be_row(text: str) -> bool:
    return bool(text) and (_is_pure(text) or _is_damaged_row(text.strip()))


def _may_start_board(text: str) -> bool:
    """Stricter than for other rows: above a board, text is as likely as a damaged row."""
    return "#" in text and (_is_pure(text) or " " not in text.strip())


def _is_pure(text: str) -> bool:
    """Whether these are all board characters, or tabs where floor should be."""
    return CHARACTERS.issuperset(text.replace("\t", " "))


def _is_damaged_row(text: str) -> bool:
    if _SURELY_TEXT.match(text):
        return False
    own = sum(character in CHARACTERS for character in text)
    return "#" in (text[0], text[-1]) and own >= FEWEST_OWN * len(text)
