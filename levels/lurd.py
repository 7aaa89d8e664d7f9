"""LURD, the text of a game: one letter a step, a capital where a box is pushed.

``l u r d`` are steps without a push, ``L U R D`` are pushes. A number before a letter repeats it
(``3l`` is ``lll``); spaces and line ends may stand anywhere and mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from levels.language import _
from levels.level import Direction, Square
from levels.position import IllegalStepError, Position, moved_box, way_between

LONGEST_LURD = 1_000_000
"""No game has more steps: a count such as ``999999999u`` must not fill the memory."""

_NOTHING_BUT_STEPS = str.maketrans("", "", "lurdLURD")
_DIRECTIONS = {direction.letter: direction for direction in Direction}


class LurdError(ValueError):
    """Text that is not LURD. ``offset`` is the index of the character at fault."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(_("character {number}: {reason}", number=offset + 1, reason=reason))
        self.reason = reason
        self.offset = offset


# --- text -> steps ---------------------------------------------------------------------------


def parse_lurd(text: str) -> tuple[Direction, ...]:
    """The steps that a LURD text describes. Only replay tells whether its capitals are pushes."""
    return tuple(_DIRECTIONS[letter.lower()] for letter in _letters(text))


def spelled_out(text: str) -> str:
    """A LURD text without its counts, spaces and line ends."""
    return "".join(_letters(text))


def replay_lurd(start: Position, text: str) -> list[Position]:
    """All positions of a game, the start included; raises at the first step that does not fit.

    A capital letter must push a box. A small one may push too, because LURD written by hand or by
    other programs is often all in small letters, and what it means is plain.
    """
    return [start, *replaying(start, text)]


def replaying(start: Position, text: str) -> Iterator[Position]:
    """Yield the positions of `replay_lurd` one by one, without the start."""
    if start.pulls:
        return _replaying_pulls(start, text)
    return (Position(start.level, *pieces) for pieces in _replaying_pushes(start, text))


def played_to_end(start: Position, text: str) -> tuple[str, Position]:
    """`lurd_of` and the last of the positions of `replay_lurd`, in a quarter of the time. Nothing
    is pulled."""
    letters, pieces = [], (start.boxes, start.pusher)
    spelled = spelled_out(text)
    for letter, after in zip(spelled, _replaying_pushes(start, spelled), strict=True):
        letters.append(letter if after[0] is pieces[0] else letter.upper())
        pieces = after
    return "".join(letters), Position(start.level, *pieces)


def _replaying_pushes(start: Position, text: str) -> Iterator[tuple[frozenset[Square], Square]]:
    """The boxes and the pusher, as `Position.step` would move them, in less than half the time. Of
    a step that pushes none, the boxes are the very set that was there before."""
    level, boxes, pusher = start.level, start.boxes, start.pusher
    walls, offsets = level.walls, letter_offsets(level.width)
    for number, letter in enumerate(_letters(text), start=1):
        offset = offsets[letter]
        ahead = pusher + offset
        if ahead in boxes:
            beyond = ahead + offset
            if beyond in walls or beyond in boxes:
                raise step_in_the_way(number, letter)
            boxes ^= {ahead, beyond}
        elif ahead in walls:
            raise step_in_the_way(number, letter)
        elif letter.isupper():
            raise no_box_to_push(number, letter)
        pusher = ahead
        yield boxes, pusher


@lru_cache(maxsize=256)
def letter_offsets(width: int) -> dict[str, int]:
    """How far each letter leads, in squares in reading order."""
    ways = [(way.letter, way.dx + way.dy * width) for way in Direction]
    return dict(ways) | {letter.upper(): offset for letter, offset in ways}


def step_in_the_way(number: int, letter: str) -> IllegalStepError:
    """What to raise at a step that cannot be made."""
    return IllegalStepError(number, _way(letter), _("a wall or a box is in the way"))


def no_box_to_push(number: int, letter: str) -> IllegalStepError:
    """What to raise at a capital that pushes nothing."""
    return IllegalStepError(
        number, _way(letter), _("a capital letter is a push, but there is no box")
    )


def _replaying_pulls(start: Position, text: str) -> Iterator[Position]:
    before = start
    for number, letter in enumerate(_letters(text), start=1):
        after = after_letter(before, letter)
        if after is None:
            raise step_in_the_way(number, letter)
        if letter.isupper() and moved_box(before, after) is None:
            raise no_box_to_push(number, letter)
        yield after
        before = after


def after_letter(position: Position, letter: str) -> Position | None:
    """Where a letter of LURD leads; None where a wall or a box is in the way."""
    return (position.step if letter.isupper() else position.walk)(_way(letter))


def _way(letter: str) -> Direction:
    return _DIRECTIONS[letter.lower()]


def _letters(text: str) -> Iterator[str]:
    """The letters of a LURD text with its counts spelled out."""
    if len(text) <= LONGEST_LURD and not text.translate(_NOTHING_BUT_STEPS):
        return iter(text)
    return _spelled_letters(text)


def _spelled_letters(text: str) -> Iterator[str]:
    digits = ""
    total = 0
    for offset, character in enumerate(text):
        if character.isspace():
            continue
        if character in "0123456789":
            digits = _longer_count(digits + character, offset)
            continue
        if character.lower() not in _DIRECTIONS:
            raise LurdError(
                _("'{character}' is not one of l u r d L U R D", character=character), offset
            )
        count = int(digits or 1)
        digits = ""
        total += count
        if total > LONGEST_LURD:
            raise LurdError(_("more than {most} moves", most=LONGEST_LURD), offset)
        yield from character * count
    if digits:
        raise LurdError(_("a count with no letter after it"), len(text.rstrip()) - 1)


def _longer_count(digits: str, offset: int) -> str:
    """``digits``, unless no count starts like that."""
    if digits.startswith("0"):
        raise LurdError(_("a count starts with 1 to 9"), offset)
    if int(digits) > LONGEST_LURD:
        raise LurdError(_("more than {most} moves", most=LONGEST_LURD), offset)
    return digits


# --- steps -> text ---------------------------------------------------------------------------


def lurd_of(positions: Sequence[Position]) -> str:
    """The LURD text of a game, given all its positions one step apart."""
    return "".join(_letter(before, after) for before, after in pairwise(positions))


def pushes_in(lurd: str) -> int:
    """The pushes of a game whose counts are spelled out."""
    return sum(lurd.count(letter) for letter in "LURD")


def run_length(lurd: str) -> str:
    """A LURD text with a count before each repeated letter: ``lluR`` becomes ``2luR``."""
    runs = ((letter, len(list(run))) for letter, run in groupby(_letters(lurd)))
    return "".join(f"{count}{letter}" if count > 1 else letter for letter, count in runs)


def _letter(before: Position, after: Position) -> str:
    letter = way_between(before, after).letter
    return letter if moved_box(before, after) is None else letter.upper()
