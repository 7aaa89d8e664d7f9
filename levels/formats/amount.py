"""How much there may be in one file: enough for every collection, and quickly read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from levels.formats.board import Row
from levels.language import _, figures
from levels.level import LARGEST_SIDE, LevelError

MOST_LEVELS = 50_000
MOST_SQUARES = 8_000_000
"""In all boards of a file together: twice as many as 20,000 levels have."""


def check_amount(boards: Iterable[Sequence[Row]], file: str | None) -> None:
    """Raises LevelError, with its line, at the first board that goes over the limit."""
    squares = 0
    for number, rows in enumerate(boards, start=1):
        if number > MOST_LEVELS:
            reason = _(
                "more than {most} levels. Split it into smaller files", most=figures(MOST_LEVELS)
            )
            raise LevelError(reason, file=file, line=rows[0].line if rows else None)
        squares += _squares(rows)
        if squares > MOST_SQUARES:
            reason = _("its boards have more than {most} squares", most=figures(MOST_SQUARES))
            raise LevelError(reason, file=file, line=rows[0].line)


def _squares(rows: Sequence[Row]) -> int:
    """The squares of a board; 0 for one that is too large, since it is not looked at."""
    width = max((len(row.text) for row in rows), default=0)
    return width * len(rows) if max(width, len(rows)) <= LARGEST_SIDE else 0
