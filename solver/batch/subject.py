"""What a batch solves: levels in their canonical form, so that each is solved only once."""

from __future__ import annotations

from typing import NamedTuple

from levels.canonical import SYMMETRIES, CanonicalLevel, canonical_form, transform_lurd
from levels.formats.board import Row, parse_board
from levels.level import Level, Square


class Subject(NamedTuple):
    """A level in its canonical form. Where the pusher starts belongs to it: it decides how many
    moves a solution takes, if not how many pushes."""

    board: str
    """``CanonicalLevel.key``"""
    pusher: Square
    """on that board"""

    def level(self) -> Level:
        """The level to be searched. Raises LevelError if the board was not made by this program."""
        rows = [Row(number, text) for number, text in enumerate(self.board.split("|"), start=1)]
        level = parse_board(rows)
        return level.with_pieces(level.boxes, self.pusher)


class Layout(NamedTuple):
    """How a level lies in its canonical form: an index into ``SYMMETRIES``."""

    symmetry: int

    def as_given(self, lurd: str) -> str:
        """LURD of the canonical form as it reads on the level."""
        return transform_lurd(lurd, SYMMETRIES[self.symmetry].inverse)


def subject_of(level: Level) -> tuple[Subject, Layout]:
    """What there is to solve in a level that can be played, and how the level lies in it."""
    form = canonical_form(level)
    return Subject(form.key, _pusher(form)), Layout(SYMMETRIES.index(form.symmetry))


def _pusher(form: CanonicalLevel) -> Square:
    return form.row * form.key.index("|") + form.column
