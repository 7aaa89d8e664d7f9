"""In which order goals can be filled: found by taking boxes away from the solved position."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.board.tables import Board, make_journeys
from solver.kernels.journeys import can_be_pulled_out

_MOST_LOOKS = 20_000_000
"""At squares; a few tenths of a second, and fifty times what any level of XSokoban takes."""


def packing_rank(graph: BoardGraph, board: Board) -> NDArray[np.int32]:
    """[n + 1] for each goal how many goals are better filled before it, 0 for other squares.

    From the board with a box on every goal, the box that takes the fewest pulls to a start square
    of a box is taken away, again and again. The reverse order is an order of filling; goals whose
    boxes never come free this way are filled first, for want of anything better; in large rooms so
    are those whose turn did not come in time.
    """
    box_at = np.zeros(len(graph) + 1, dtype=np.uint8)
    box_at[graph.goals] = 1
    box_at[-1] = 1
    wanted = np.zeros(len(graph) + 1, dtype=np.uint8)
    wanted[graph.boxes] = 1
    work = make_journeys(len(graph))
    free = np.flatnonzero(box_at == 0)
    rank = np.zeros(len(graph) + 1, dtype=np.int32)
    if not len(free):
        return rank
    pusher = graph.pusher if box_at[graph.pusher] == 0 else int(free[0])
    left = [int(goal) for goal in graph.goals]
    looked = 0
    while left:
        choices = []
        for goal in left:
            pulls = can_be_pulled_out(board, box_at, goal, pusher, wanted, work)
            choices += [(pulls, goal)] if pulls > 0 else []
            looked += (1 + int(np.count_nonzero(work.pushes))) * len(box_at)
            if looked > _MOST_LOOKS:
                return rank
        if not choices:
            break
        _, goal = min(choices)
        left.remove(goal)
        box_at[goal] = 0
        rank[goal] = len(left)
    return rank
