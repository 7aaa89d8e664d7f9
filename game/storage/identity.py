"""Which records a level has: those of every level that is the same but for a turn or a mirror."""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass
from functools import lru_cache

from levels.formats.board import format_board
from levels.level import Direction, Level, Square
from levels.lurd import replay_lurd
from levels.position import Position


@dataclass(frozen=True, slots=True)
class Identity:
    """What a level is kept under, and how its LURD is turned to and from what is kept."""

    key: str
    board: str
    """the canonical board in XSB"""
    pusher: Square
    """where on the canonical board the pusher of this level begins"""

    def to_canonical(self, lurd: str) -> str:
        """LURD of this level as it reads on the canonical board."""
        return lurd

    def from_canonical(self, lurd: str) -> str:
        """LURD of the canonical board as it reads on this level."""
        return lurd

    def from_canonical_square(self, square: Square) -> Square:
        """Where on this level a square of the canonical board lies."""
        return square


@lru_cache(maxsize=64)
def identify(level: Level) -> Identity:
    """The identity of a level."""
    board = "\n".join(format_board(level))
    key = hashlib.blake2b(board.encode(), digest_size=16).hexdigest()
    return Identity(key, board, level.pusher)


def led_in(level: Level, pusher: Square, lurd: str) -> str:
    """LURD that began with the pusher at ``pusher``, begun instead where the level has it.

    What was walked before the first push is left out for a shortest way to that push.
    """
    walk = next((step for step, letter in enumerate(lurd) if letter.isupper()), len(lurd))
    start = Position(level, level.boxes, pusher)
    end = replay_lurd(start, lurd[:walk])[-1].pusher
    return _way(level, end) + lurd[walk:]


def _way(level: Level, end: Square) -> str:
    """A shortest way of the pusher from the start of a level to a square that it can reach."""
    blocked = level.walls | level.boxes
    ways = {level.pusher: ""}
    queue = deque(ways)
    while queue and end not in ways:
        square = queue.popleft()
        for direction in Direction:
            ahead = level.neighbor(square, direction)
            if ahead not in ways and ahead not in blocked:
                ways[ahead] = ways[square] + direction.letter
                queue.append(ahead)
    return ways[end]
