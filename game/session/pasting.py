"""A game on the clipboard: what of it can be played from the start of a level, or why it cannot."""

from __future__ import annotations

from collections.abc import Generator

from game.language.words import Words
from game.session.line import Line
from levels.language import _
from levels.level import Level
from levels.lurd import LurdError, parse_lurd, spelled_out
from levels.position import IllegalStepError, Position

_STEPS = frozenset("lurdLURD")
_WITHOUT_LURD = dict.fromkeys(map(ord, "lurdLURD0123456789"))
_FEW_ERRORS = 0.75
"""A text of which this share is steps and counts is meant as a game, whatever the rest is."""


def is_lurd(text: str) -> bool:
    """Whether a text is meant as a game: steps and counts, mistakes among them."""
    characters = "".join(text.split())
    right = len(characters) - len(characters.translate(_WITHOUT_LURD))
    is_game = bool(characters) and right >= _FEW_ERRORS * len(characters)
    return is_game and "#" not in text and not _STEPS.isdisjoint(text)


def pasting(level: Level, text: str) -> Generator[None, None, Line]:
    """The game that a LURD describes, from the start of a level, in small pieces.

    Raises ValueError with what to say.
    """
    try:
        return (yield from Line.resuming(Position.start(level), spelled_out(text), ()))
    except IllegalStepError as error:
        words = _(
            "The pasted game does not fit: step {number} ({letter}), {reason}.",
            number=error.number, letter=error.direction.words, reason=error.reason,
        )  # fmt: skip
        raise ValueError(words) from error
    except LurdError as error:
        steps = text[: error.offset].rstrip().rstrip("0123456789")
        words = _(
            "The pasted game cannot be read: step {number}, {reason}.",
            number=len(parse_lurd(steps)) + 1, reason=error.reason,
        )  # fmt: skip
        raise ValueError(words) from error


def unchanged(error: ValueError) -> Words:
    """What to say about a game that cannot be played."""
    return str(error), _("Nothing was changed.")
