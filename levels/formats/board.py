"""The board of a level as rows of XSB characters, which most formats share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from levels.language import _
from levels.level import LARGEST_SIDE, Level, LevelError, Square
from levels.validation import find_fault

FLOOR = " -_"
CHARACTERS = frozenset("#.$*@+" + FLOOR)


class Row(NamedTuple):
    """A row of a board, and the line of the file that it stands on, from 1."""

    line: int
    text: str


def parse_board(rows: Sequence[Row], file: str | None = None) -> Level:
    """The level that the rows draw; raises LevelError with the line and column of a fault."""
    level = draw_board(rows, file)
    fault = find_fault(level)
    if fault is not None:
        raise _BoardRows(rows, file).error(fault.reason, fault.square)
    return level


def draw_board(rows: Sequence[Row], file: str | None = None) -> Level:
    """The level that the rows draw, which may be one that cannot be played; raises LevelError if
    they draw none."""
    drawing = _BoardRows(rows, file)
    drawing.check()
    return Level(
        width=drawing.width,
        height=len(rows),
        walls=drawing.squares_of("#"),
        goals=drawing.squares_of(".*+"),
        boxes=drawing.squares_of("$*"),
        pusher=min(drawing.squares_of("@+")),
    )


def format_board(level: Level) -> list[str]:
    """The rows of a level, without floor at their ends. A row of nothing but floor is a ``-``."""
    return str(level).split("\n")


@dataclass(frozen=True)
class _BoardRows:
    """Rows as one run of characters, so that the index of a character is its square."""

    rows: Sequence[Row]
    file: str | None

    @cached_property
    def indent(self) -> int:
        """How far the whole board is indented."""
        drawn = [row.text for row in self.rows if row.text.strip(FLOOR)]
        return min((len(text) - len(text.lstrip(FLOOR)) for text in drawn), default=0)

    @cached_property
    def width(self) -> int:
        return max(len(row.text.rstrip(FLOOR)) for row in self.rows) - self.indent

    @cached_property
    def characters(self) -> str:
        texts = (row.text[self.indent :].rstrip(FLOOR) for row in self.rows)
        return "".join(text.ljust(self.width) for text in texts)

    def squares_of(self, characters: str) -> frozenset[Square]:
        return frozenset(self._find(characters))

    def _find(self, wanted: str) -> Iterator[Square]:
        return (square for square, found in enumerate(self.characters) if found in wanted)

    def error(self, reason: str, square: Square | None = None) -> LevelError:
        """The fault with its place: that of the square, or the line where the board starts."""
        if square is None:
            return LevelError(reason, file=self.file, line=self.rows[0].line)
        row, column = divmod(square, self.width)
        place = self.indent + column + 1
        return LevelError(reason, file=self.file, line=self.rows[row].line, column=place)

    def check(self) -> None:
        """What must hold before there can be a Level at all."""
        self._check_size()
        self._check_characters()
        pushers = list(self._find("@+"))
        if not pushers:
            raise self.error(_("there is no pusher"))
        if len(pushers) > 1:
            raise self.error(_("there is more than one pusher"), pushers[1])

    def _check_size(self) -> None:
        if max(self.width, len(self.rows)) > LARGEST_SIDE:
            size = f"{self.width} × {len(self.rows)}"
            limit = f"{LARGEST_SIDE} × {LARGEST_SIDE}"
            raise self.error(
                _(
                    "board is {size} squares, but at most {limit} are allowed",
                    size=size,
                    limit=limit,
                )
            )

    def _check_characters(self) -> None:
        if CHARACTERS.issuperset(self.characters):
            return
        for square, character in enumerate(self.characters):
            if character == "\t":
                raise self.error(_("tab in a row of the board: use spaces"), square)
            if character not in CHARACTERS:
                raise self.error(
                    _("{character} is not a board character", character=f"{character!r}"), square
                )
