"""The vicinity of solutions as searches read it: see kernels/vicinity.py."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.board.tables import Board, Vicinity, key_words
from solver.kernels.nodes import NEVER
from solver.kernels.vicinity import PUSHES
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


def make_vicinity(board: Board, ways: Sequence[Sequence[Start]]) -> Vicinity:
    """Of solutions whose positions before each push are ``ways``. The first search that keeps to it
    measures their regret for all."""
    way = [start for each in ways for start in each]
    bits = board.bit[np.array([boxes for boxes, _ in way])]
    key = np.zeros((len(way), key_words(len(board.square))), dtype=np.uint64)
    masks = np.uint64(1) << (bits & 63).astype(np.uint64)
    np.bitwise_or.at(key, (np.arange(len(way))[:, None], bits >> 6), masks)
    key[:, -1] = [pusher for _, pusher in way]
    left = np.concatenate([np.arange(len(each), 0, -1, dtype=np.int32) for each in ways])
    limits = np.array([0, min(map(len, ways)) - 1])
    return no_vicinity(0)._replace(key=key, regret=left, limits=limits)


def within(vicinity: Vicinity, elsewhere: int) -> Vicinity:
    """For one search, of solutions shorter than all of these: at most this many boxes may stand
    ``elsewhere``."""
    limits = np.array([elsewhere, vicinity.limits[PUSHES]])
    return vicinity._replace(limits=limits, around=np.zeros(len(vicinity.key) + 1, dtype=np.int32))
