"""A level as one short word that survives a chat window, such as ``pw1-161411711111111jHfaQ``.

After ``pw`` and the version come letters and digits that nobody mistakes for each other. Each
is a figure in base 58: two for the width, two for the height, three for the square of the pusher
and four for the number of steps of a solution; then the squares, the rim of the board first, then
the steps, and a checksum of four. Squares and steps are packed into blocks of 11 figures, which
hold 64 squares of the rim (wall or not), 27 other squares (wall, floor, goal, box, box on a goal)
or 32 steps. Titles and notes are left out.

The checksum is the value of all figures as a polynomial, modulo a prime below 58 to the fourth: it
reveals every single wrong character, and every two that have changed places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from levels.collection import Collection
from levels.formats.amount import check_amount
from levels.formats.board import Row
from levels.language import _
from levels.level import LARGEST_SIDE, Direction, Level, LevelError, Square
from levels.lurd import LONGEST_LURD, parse_lurd
from levels.position import IllegalStepError
from levels.saved import Saved, verify_game
from levels.validation import find_fault

VERSION = 1
_START = re.compile(r"(?<![0-9A-Za-z])pw([0-9]{1,3})-(?=\S)", re.IGNORECASE)

_FIGURES = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BASE = len(_FIGURES)
_VALUES = {figure: value for value, figure in enumerate(_FIGURES)}

_HEAD = (2, 2, 3, 4)
"""The figures of the width, the height, the pusher and the number of steps."""
_CHECK = 4
_PRIME, _ROOT = 11_316_491, 1_000
"""The largest prime below 58 to the fourth, and a number whose powers are all the others."""

_BLOCK = 11


class _Content(NamedTuple):
    """Squares or steps: how many states each can have, and how many of them a block holds."""

    states: int
    in_block: int


_RIM, _INSIDE, _STEPS = _Content(2, 64), _Content(5, 27), _Content(4, 32)
_SQUARES = "# .$*"
"""What stands on a square, in the order of its states."""


class _Word(NamedTuple):
    """A short word in a text: what stands between its prefix and the next one."""

    line: int
    version: int
    text: str


def has_short(text: str) -> bool:
    """Whether a text holds a level as a short word."""
    return "#" not in text and _START.search(text) is not None


def parse_short(text: str, file: str | None = None) -> Collection:
    """The levels of a text that are written as short words, whatever stands between them."""
    words = list(_words(text))
    check_amount(map(_blank_rows, words), file)
    entries: list[Level | LevelError] = []
    saved: list[tuple[Saved, ...]] = []
    faults: list[LevelError] = []
    for word in words:
        games: tuple[Saved, ...] = ()
        try:
            level, lurd = _parse_word(word)
            entries.append(level)
            games = (verify_game(level, lurd),) if lurd else ()
        except LevelError as error:
            entries.append(LevelError(error.reason, file=file, line=word.line))
        except IllegalStepError as error:
            reason = _("its solution does not fit: {error}", error=error)
            faults.append(LevelError(reason, file=file, line=word.line))
        saved.append(games)
    while saved and not saved[-1]:
        saved.pop()
    return Collection(entries=tuple(entries), saved=tuple(saved), game_faults=tuple(faults))


def _words(text: str) -> Iterator[_Word]:
    starts = list(_START.finditer(text))
    line, before = 1, 0
    for number, found in enumerate(starts, start=1):
        line += text.count("\n", before, found.start())
        before = found.start()
        end = starts[number].start() if number < len(starts) else len(text)
        yield _Word(line, int(found[1]), text[found.end() : end])


def _blank_rows(word: _Word) -> list[Row]:
    """As many squares as a word says that its board has; none if it does not say."""
    try:
        width, height, *_ = _read(_taken(_figures(word.text), sum(_HEAD)), _HEAD)
    except LevelError:
        width = height = 0
    return [Row(word.line, " " * min(width, LARGEST_SIDE))] * max(1, min(height, LARGEST_SIDE))


def format_short(collection: Collection) -> str:
    """A line for each level, with its first solution if it has one. Faulty entries are left out."""
    words = []
    for level, games in collection.with_saved():
        lurd = next((game.lurd for game in games if game.is_solution), "")
        words.append(short_word(level, lurd))
    return "\n".join(words) + "\n"


def short_word(level: Level, lurd: str = "") -> str:
    """A level as a short word, with a solution if there is one.

    >>> short_word(Level(5, 3, frozenset({*range(6), *range(9, 15)}), frozenset({8}),
    ...     frozenset({7}), pusher=6))
    'pw1-161411711111111jHfaQ'
    """
    states = [_SQUARES.index(level.character(square).replace("+", ".").replace("@", " "))
              for square in range(level.width * level.height)]  # fmt: skip
    steps = [int(way) for way in parse_lurd(lurd)]
    rim, inside = _parts(level.width, level.height)
    numbers = (level.width, level.height, level.pusher, len(steps))
    word = "".join(map(_written, numbers, _HEAD))
    word += _packed([states[square] for square in rim], _RIM)
    word += _packed([states[square] for square in inside], _INSIDE)
    word += _packed(steps, _STEPS)
    return f"pw{VERSION}-{word}{_written(_checksum(word), _CHECK)}"


def _parse_word(word: _Word) -> tuple[Level, str]:
    """The level that a word stands for, and its solution, "" if it has none."""
    if word.version != VERSION:
        reason = _(
            "this short level is of version {version}, and only {known} is known",
            version=word.version,
            known=VERSION,
        )
        raise LevelError(reason)
    figures = _figures(word.text)
    head = _taken(figures, sum(_HEAD))
    width, height, pusher, count = _read(head, _HEAD)
    if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE) or count > LONGEST_LURD:
        raise _damaged()
    rim, inside = _parts(width, height)
    parts = ((len(rim), _RIM), (len(inside), _INSIDE), (count, _STEPS))
    packed = [_taken(figures, _length(number, kind)) for number, kind in parts]
    if _value(_taken(figures, _CHECK)) != _checksum(head + "".join(packed)):
        raise _damaged()
    on_rim, within, steps = (
        _unpacked(figures, number, kind)
        for figures, (number, kind) in zip(packed, parts, strict=True)
    )
    states = dict(zip((*rim, *inside), on_rim + within, strict=True))
    return _level(width, height, states, pusher), "".join(Direction(w).letter for w in steps)


def _level(width: int, height: int, states: dict[Square, int], pusher: Square) -> Level:
    drawn = {square: _SQUARES[state] for square, state in states.items()}

    def squares(marks: str) -> frozenset[Square]:
        return frozenset(square for square, mark in drawn.items() if mark in marks)

    level = Level(width, height, squares("#"), squares(".*"), squares("$*"), pusher)
    fault = find_fault(level)
    if pusher in level.boxes or fault is not None:
        raise LevelError(fault.reason if fault else _("the pusher is inside a box"))
    return level


def _parts(width: int, height: int) -> tuple[list[Square], list[Square]]:
    """The squares on the rim of a board, where only walls can stand, and those inside."""
    rim: list[Square] = []
    inside: list[Square] = []
    for square in range(width * height):
        row, column = divmod(square, width)
        is_inside = 0 < row < height - 1 and 0 < column < width - 1
        (inside if is_inside else rim).append(square)
    return rim, inside


# --- figures ---------------------------------------------------------------------------------


def _figures(text: str) -> Iterator[str]:
    """The figures of a word, whether or not it was broken into several lines."""
    for number, character in enumerate(text, start=1):
        if character in _VALUES:
            yield character
        elif not character.isspace():
            raise LevelError(
                _(
                    "'{character}' after {number} characters of a short level, which has only "
                    "figures and letters, without 0, O, I and l",
                    character=character,
                    number=number - 1,
                )
            )


def _taken(figures: Iterator[str], count: int) -> str:
    taken = "".join(figure for _, figure in zip(range(count), figures, strict=False))
    if len(taken) < count:
        raise LevelError(_("this short level is cut off, or a character is wrong. Copy it again"))
    return taken


def _damaged() -> LevelError:
    return LevelError(_("a character of this short level is wrong, or missing. Copy it again"))


def _value(figures: str) -> int:
    value = 0
    for figure in figures:
        value = value * _BASE + _VALUES[figure]
    return value


def _written(value: int, count: int) -> str:
    figures = ""
    for _place in range(count):
        value, figure = divmod(value, _BASE)
        figures = _FIGURES[figure] + figures
    return figures


def _read(word: str, lengths: Sequence[int]) -> list[int]:
    """The numbers that a word is made of."""
    numbers, start = [], 0
    for length in lengths:
        numbers.append(_value(word[start : start + length]))
        start += length
    return numbers


def _checksum(word: str) -> int:
    value = 0
    for figure in word:
        value = (value * _ROOT + _VALUES[figure] + 1) % _PRIME
    return value


# --- blocks ----------------------------------------------------------------------------------


def _packed(states: Sequence[int], kind: _Content) -> str:
    blocks = []
    for start in range(0, len(states), kind.in_block):
        block = states[start : start + kind.in_block]
        value = 0
        for state in block:
            value = value * kind.states + state
        blocks.append(_written(value, _length(len(block), kind)))
    return "".join(blocks)


def _unpacked(figures: str, count: int, kind: _Content) -> list[int]:
    """``count`` states. Raises LevelError for figures that make up no block."""
    states: list[int] = []
    for start in range(0, len(figures), _BLOCK):
        value, number = _value(figures[start : start + _BLOCK]), min(kind.in_block, count)
        count -= number
        block = []
        for _square in range(number):
            value, state = divmod(value, kind.states)
            block.append(state)
        if value:
            raise _damaged()
        states += reversed(block)
    return states


def _length(count: int, kind: _Content) -> int:
    """How many figures ``count`` states take."""
    whole, rest = divmod(count, kind.in_block)
    figures = 0
    while _BASE**figures < kind.states**rest:
        figures += 1
    return whole * _BLOCK + figures
