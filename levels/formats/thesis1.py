"""The levels of Horváth's thesis (Debrecen, 2009): boards below a line with their size.

``Parameters (1) : 9 9 0 2`` gives the number of the level, its columns and rows, and two numbers
about how the level was made, which are ignored. The rows are XSB. A row may end early where
nothing but the outside of the room follows; a row shorter than rows above *and* below it has lost
squares and is not guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from levels.collection import Collection
from levels.formats.amount import check_amount
from levels.formats.blocks import rows_of
from levels.formats.board import Row, format_board, parse_board
from levels.language import _
from levels.level import LARGEST_SIDE, Level, LevelError

HEADER = re.compile(r"\s*Parameters\s*\(\s*(\d{1,9})\s*\)\s*:\s*(\d{1,9})\s+(\d{1,9})[\s\d]*")


def parse_thesis1(text: str, file: str | None = None) -> Collection:
    """The levels of a file of the thesis. Text above the first one is notes."""
    rows = rows_of(text, file)
    starts = [index for index, row in enumerate(rows) if HEADER.fullmatch(row.text)]
    notes = "\n".join(row.text for row in rows[: starts[0] if starts else None]).strip("\n")
    parts = [rows[start:end] for start, end in zip(starts, [*starts[1:], None], strict=False)]
    check_amount((part[1:] for part in parts), file)
    entries = [_entry(part, number, file) for number, part in enumerate(parts, start=1)]
    return Collection(notes=notes, entries=tuple(entries))


def format_thesis1(collection: Collection) -> str:
    """The boards with their numbers. The format has no place for titles, notes and games."""
    parts = [_part(level, number) for number, level in enumerate(collection.levels, start=1)]
    return "\n\n".join(parts) + "\n"


def _entry(part: Sequence[Row], place: int, file: str | None) -> Level | LevelError:
    header, *below = part
    found = HEADER.fullmatch(header.text)
    number, columns, row_count = (int(digits) for digits in (found.groups() if found else ()))
    try:
        level = parse_board(_board_rows(header, below, columns, row_count, file), file)
    except LevelError as fault:
        return fault.with_traceback(None)
    # The place of a level is its number anyway; only a different number says something.
    return level if number == place else replace(level, title=str(number))


def _board_rows(
    header: Row, below: Sequence[Row], columns: int, row_count: int, file: str | None
) -> list[Row]:
    if row_count > LARGEST_SIDE:
        reason = _(
            "the header says {rows_said} rows, but at most {most} are allowed",
            rows_said=row_count,
            most=LARGEST_SIDE,
        )
        raise LevelError(reason, file=file, line=header.line)
    filled = [index for index, row in enumerate(below) if row.text]
    rows = list(below[filled[0] : filled[-1] + 1]) if filled else []
    if len(rows) != row_count:
        reason = _(
            "the header says {rows_said} rows, but {rows} follow",
            rows_said=row_count,
            rows=len(rows),
        )
        raise LevelError(reason, file=file, line=header.line)
    lengths = [len(row.text) for row in rows]
    for index, row in enumerate(rows):
        above, below_it = lengths[:index], lengths[index + 1 :]
        has_lost = lengths[index] < min(max(above, default=0), max(below_it, default=0))
        if lengths[index] > columns or has_lost:
            raise LevelError(_length_reason(index, row, columns), file=file, line=row.line)
    return [Row(row.line, row.text or "-") for row in rows]


def _length_reason(index: int, row: Row, columns: int) -> str:
    """What is wrong with a row of the wrong length, and what to do."""
    number, found = index + 1, len(row.text)
    if len(row.text) > columns:
        return _(
            "row {number} has {found} squares, but the header says {columns} columns",
            number=number,
            found=found,
            columns=columns,
        )
    return _(
        "row {number} has {found} squares instead of {columns}: pad it with spaces",
        number=number,
        found=found,
        columns=columns,
    )


def _part(level: Level, number: int) -> str:
    # The mark at its end keeps a short row as long as it is: editors strip spaces.
    rows = [
        row if len(row) == level.width else f"{row.ljust(level.width - 1)}-"
        for row in format_board(level)
    ]
    digits = level.title if re.fullmatch(r"[1-9]\d{0,8}", level.title) else str(number)
    header = f"Parameters ({digits}) : {level.width} {level.height} 0 2"
    return "\n".join([header, *rows])
