"""What a batch solves: levels in canonical form, so that copies are solved only once."""

from __future__ import annotations

from typing import NamedTuple

from levels.canonical import SYMMETRIES, CanonicalLevel, canonical_form, transform_lurd
from levels.formats.board import Row, draw_board, parse_board
from levels.level import Level, Square


class Subject(NamedTuple):
    """A level in canonical form, and the square where the pusher starts, on which the number of
    moves depends, though not that of pushes."""

    board: str
    """``CanonicalLevel.key``"""
    pusher: Square
    """on that board"""

    def level(self) -> Level:
        """The level to search. Raises LevelError if the board does not come from this program."""
        return self._with_pusher(parse_board(self._rows))

    def drawn(self) -> Level:
        """The level to replay a solution in, much faster, as nobody checks whether it can be
        played. Raises LevelError for a board that draws none."""
        return self._with_pusher(draw_board(self._rows))

    @property
    def _rows(self) -> list[Row]:
        return [Row(number, text) for number, text in enumerate(self.board.split("|"), start=1)]

    def _with_pusher(self, level: Level) -> Level:
        return level.with_pieces(level.boxes, self.pusher)


class Layout(NamedTuple):
    """How a level is turned or mirrored in its canonical form: an index into ``SYMMETRIES``."""

    symmetry: int

    def as_given(self, lurd: str) -> str:
        """LURD of the canonical form, turned back to fit the level as given."""
        return transform_lurd(lurd, SYMMETRIES[self.symmetry].inverse)


def subject_of(level: Level) -> tuple[Subject, Layout]:
    """The canonical form of a playable level, and how the level is turned in it."""
    form = canonical_form(level)
    return Subject(form.key, _pusher(form)), Layout(SYMMETRIES.index(form.symmetry))


def _pusher(form: CanonicalLevel) -> Square:
    return form.row * form.key.index("|") + form.column
