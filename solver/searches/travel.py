"""The pushes of one box journey, from the positions before and after it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.board.push import Push
from solver.board.tables import Board, make_journeys
from solver.kernels.flood import mark_reachable
from solver.kernels.journeys import UNLIMITED, find_journeys
from solver.kernels.nodes import pusher_of, unpack_boxes
from solver.nodes.dive import line_to
from solver.nodes.scratch import make_scratch
from solver.prunings import Rule
from solver.solutions.replay import WrongSolutionError


def travel(board: Board, before: NDArray[np.uint64], after: NDArray[np.uint64]) -> list[Push]:
    """The fewest pushes from one key to another in which one box stands elsewhere.

    Raises WrongSolutionError if there is no such journey.
    """
    squares = len(board.goal) - 1
    one, other = _boxes(board, before), _boxes(board, after)
    (start,), (end,) = one - other, other - one
    scratch = make_scratch(squares, len(before), len(one), len(one), Rule(0))
    scratch.boxes[:] = [start, *(one - {start})]
    scratch.box_at[scratch.boxes] = 1
    work = make_journeys(squares)
    no_costs = np.zeros((0, 0), dtype=np.int16)
    find_journeys(board, scratch, 0, pusher_of(before), (no_costs, UNLIMITED), work)
    pushes, came, box_at = work.pushes, work.came, scratch.box_at
    box_at[[start, end]] = 0, 1
    wanted = pusher_of(after)
    best = -1
    for state in range(4 * end, 4 * end + 4):
        behind = board.neighbors[end, (state & 3) ^ 2]
        if pushes[state] > 0 and (best < 0 or pushes[state] < pushes[best]):
            reached = np.zeros(squares + 1, dtype=np.int32)
            if mark_reachable(board.neighbors, box_at, behind, 1, reached, work.flood) == wanted:
                best = state
    if best < 0:
        raise WrongSolutionError(f"no pushes bring the box from {start} to {end}")
    return pushes_to(board, came, best)


def pushes_to(board: Board, came: NDArray[np.int32], state: int) -> list[Push]:
    """The pushes of a box journey that ends in a state: a square * 4 + a direction."""
    return [
        Push(int(board.neighbors[each >> 2, (each & 3) ^ 2]), each & 3)
        for each in line_to(came, state)
    ]


def _boxes(board: Board, key: NDArray[np.uint64]) -> set[int]:
    boxes = np.zeros(len(board.square), dtype=np.int32)
    return {int(box) for box in boxes[: unpack_boxes(key, board.square, boxes)]}
