"""The levels of Klančar's thesis (Ljubljana, 2016): ``XX YY DD``, then rows of its own letters.

The first line gives columns, rows and boxes. ``X`` is a wall, ``M`` the pusher, ``G`` a goal,
``J`` a box and ``.`` floor, not a goal as in XSB; ``*`` and ``+`` are as in XSB. Every row has all
its squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from levels.collection import Collection
from levels.formats.amount import check_amount
from levels.formats.blocks import rows_of
from levels.formats.board import Row, format_board, parse_board
from levels.language import N_, _
from levels.level import Level, LevelError

HEADER = re.compile(r"\s*(\d{1,9})[ \t]+(\d{1,9})[ \t]+(\d{1,9})\s*")
LETTERS = frozenset("XMGJ.*+")
_TO_XSB = str.maketrans("XMGJ.", "#@.$ ")
_FROM_XSB = str.maketrans("#@.$ -", "XMGJ..")


def parse_thesis3(text: str, file: str | None = None) -> Collection:
    """The levels of a file of the thesis, one or several, one below the other."""
    parts = list(_parts(rows_of(text, file)))
    check_amount((part[1:] for part in parts), file)
    entries = [_entry(part, file) for part in parts]
    return Collection(entries=tuple(entries))


def format_thesis3(collection: Collection) -> str:
    """The boards. The format has no place for titles, notes and games."""
    return "\n".join(map(_part, collection.levels))


def _parts(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The lines of each level, its header first. Text above the first is not among them."""
    part: list[Row] = []
    for row in rows:
        if HEADER.fullmatch(row.text):
            if part:
                yield part
            part = [row]
        elif part and row.text:
            part.append(row)
    if part:
        yield part


def _entry(part: Sequence[Row], file: str | None) -> Level | LevelError:
    header, *rows = part
    found = HEADER.fullmatch(header.text)
    columns, row_count, box_count = (int(digits) for digits in (found.groups() if found else ()))
    try:
        _check_lengths(header, rows, columns, row_count, file)
        level = parse_board([_translated(row, file) for row in rows], file)
    except LevelError as fault:
        return fault.with_traceback(None)
    if len(level.boxes) != box_count:
        reason = _(
            "the header says {said} boxes, but {boxes} are drawn",
            said=box_count,
            boxes=len(level.boxes),
        )
        return LevelError(reason, file=file, line=header.line)
    return level


def _check_lengths(
    header: Row, rows: Sequence[Row], columns: int, row_count: int, file: str | None
) -> None:
    for number, row in enumerate(rows, start=1):
        length = len(row.text)
        if length != columns:
            words = N_("row {number} is too short: {length} squares instead of {columns}")
            if length > columns:
                words = N_("row {number} is too long: {length} squares instead of {columns}")
            reason = _(words, number=number, length=length, columns=columns)
            raise LevelError(reason, file=file, line=row.line)
    if len(rows) != row_count:
        reason = _(
            "the header says {rows_said} rows, but {rows} follow",
            rows_said=row_count,
            rows=len(rows),
        )
        raise LevelError(reason, file=file, line=header.line)


def _translated(row: Row, file: str | None) -> Row:
    for column, character in enumerate(row.text, start=1):
        if character not in LETTERS:
            reason = _("{character} is not one of X M G J . * +", character=f"{character!r}")
            raise LevelError(reason, file=file, line=row.line, column=column)
    return Row(row.line, row.text.translate(_TO_XSB))


def _part(level: Level) -> str:
    rows = [row.translate(_FROM_XSB).ljust(level.width, ".") for row in format_board(level)]
    header = f"{level.width:02} {level.height:02} {len(level.boxes):02}"
    return "\n".join([header, *rows]) + "\n"
