"""The vicinity of a solution as searches read it: see kernels/vicinity.py."""

from __future__ import annotations

import numpy as np

from solver.board.tables import Board, Vicinity, key_words
from solver.kernels.nodes import NEVER
from solver.solutions.dressing import Start


def no_vicinity(words: int) -> Vicinity:
    """For a search that goes anywhere, with keys of ``words`` words."""
    return Vicinity(
        key=np.zeros((0, words), dtype=np.uint64),
        regret=np.zeros(1, dtype=np.int32),
        measured=np.zeros(1, dtype=np.int64),
        limits=np.array([0, NEVER]),
        around=np.zeros(1, dtype=np.int32),
    )


def make_vicinity(board: Board, way: list[Start]) -> Vicinity:
    """Of a solution whose positions before each push are ``way``. The first search that keeps to it
    measures its regret for all."""
    bits = board.bit[np.array([boxes for boxes, _ in way])]
    key = np.zeros((len(way), key_words(len(board.square))), dtype=np.uint64)
    masks = np.uint64(1) << (bits & 63).astype(np.uint64)
    np.bitwise_or.at(key, (np.arange(len(way))[:, None], bits >> 6), masks)
    key[:, -1] = [pusher for _, pusher in way]
    return no_vicinity(0)._replace(key=key, regret=np.zeros(len(way), dtype=np.int32))


def within(vicinity: Vicinity, elsewhere: int) -> Vicinity:
    """For one search, of shorter solutions: at most this many boxes may stand ``elsewhere``."""
    pushes = len(vicinity.key)
    return vicinity._replace(
        limits=np.array([elsewhere, pushes - 1]), around=np.zeros(pushes + 1, dtype=np.int32)
    )
