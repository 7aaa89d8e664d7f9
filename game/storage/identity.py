"""Which records a level has: those of every level that is the same but for a turn or a mirror."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from levels.canonical import CanonicalLevel, Symmetry, canonical_form, carry_lurd, transform_lurd
from levels.level import Level, Square

_AS_IT_IS = Symmetry()


@dataclass(frozen=True, slots=True)
class Identity:
    """What a level is kept under, and how its LURD is turned to and from what is kept."""

    key: str
    form: CanonicalLevel

    @property
    def board(self) -> str:
        """The canonical board in XSB."""
        return self.form.key.replace("|", "\n")

    @property
    def pusher(self) -> Square:
        """Where on the canonical board the pusher of this level begins."""
        return self.form.row * self._width + self.form.column

    @property
    def _width(self) -> int:
        return self.form.key.index("|")

    def to_canonical(self, lurd: str) -> str:
        """LURD of this level as it reads on the canonical board."""
        return transform_lurd(lurd, self.form.symmetry)

    def from_canonical(self, lurd: str) -> str:
        """LURD of the canonical board as it reads on this level."""
        return transform_lurd(lurd, self.form.symmetry.inverse)

    def carried(self, lurd: str, pusher: Square) -> str:
        """LURD of the canonical board that began with the pusher elsewhere, as one of this level.

        The way to the first push changes, so the moves may not be the same.
        """
        row, column = divmod(pusher, self._width)
        return carry_lurd(lurd, CanonicalLevel(self.form.key, _AS_IT_IS, column, row), self.form)


@lru_cache(maxsize=64)
def identify(level: Level) -> Identity:
    """The identity of a level."""
    form = canonical_form(level)
    return Identity(_digest(form.key), form)


def key_of(board: str) -> str:
    """What a level is kept under, from its canonical board."""
    return _digest(board.replace("\n", "|"))


def _digest(form_key: str) -> str:
    # A drawing would be long to store with each level of the index, and to search there.
    return hashlib.blake2b(form_key.encode(), digest_size=16).hexdigest()
