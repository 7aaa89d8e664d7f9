"""What it costs to fill the zone of a cut, beyond what boxes are charged when they enter it.

A cut with prices charges a box, once it has crossed, for the goal that would be cheapest if it were
alone (solver/relaxation/prices.py). What boxes cost each other in the zone is not counted. That is
a small problem of its own:

    #########
    #   #   #      Boxes come through the door on the left, in any order and as many as are needed.
    #   ##  #      One goes straight on. The others are pushed up and down from there, the pusher
    #  $#  .#      standing on the far side of them: on the goal of the other. So the second of
    # $$   .#      them finds it filled, and takes two pushes more. All three take 20; the cut alone
    #@  ## .#      proves 18.
    #########

**Proof.** Take a real solution. Call a push *early* if it moves a box up to its first crossing,
that push included, and *late* otherwise. Boxes that start in the zone make only late ones. Every
box is charged once: for the state in which it has just crossed, or in which it starts.

1. Early pushes and all charges together are at least the optimum of the relaxed level: leave every
   box out once it has crossed.
2. Late pushes minus all charges are at least the optimum of the *filling*: leave every box out
   until it has crossed. What is left is a legal way to fill the zone, since a box that is not there
   is in nobody's way. A box that is pushed out of the zone and comes in again makes two or more
   pushes for that, but is taken for a new one, whose charge is subtracted. So pushing it out is
   taken to cost two pushes and the least charge there is; what it does outside costs nothing.

The sum of the two optima is a lower bound, then. No push may be counted in both: what the relaxed
search adds for two or three boxes counts only pushes until they have left, and the charges they
leave at (`solver.bounds.box_sets.exit_pairs`, `ExitSets`).

The late pushes of a box are at least its charge minus the price of the goal that it comes to. So
the optimum of the filling is at least minus all prices, which alone is the bound of
solver/relaxation/prices.py. The rest is the *surplus*: the sum, over all late pushes, of 1 and the
charge after the push, minus the charge before. It is searched for backward, see kernels/filling.py.

Source: our own. It is a Lagrangian decomposition (Guignard and Kim 1987) of the level at the cut,
the charges being the multipliers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.board.boards import make_board
from solver.board.push import Push
from solver.board.tables import Fillings, Nodes, Tables, Zone, key_words
from solver.bounds.pair_penalties import no_pairs
from solver.kernels import filling as kernels
from solver.kernels import nodes as node_kernels
from solver.kernels import numbers
from solver.nodes.dive import line_to
from solver.nodes.scratch import make_scratch
from solver.nodes.slices import SliceEnd
from solver.nodes.table_search import TableSearch
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation
from solver.resources.memory import Memory


def no_fillings(tables: Tables, nodes: Nodes) -> Fillings:
    """No way to fill a zone is known; ``nodes`` is any table."""
    board, costs, _, _ = tables
    nowhere, no_key = np.zeros(len(board.neighbors), np.uint8), np.zeros(0, np.uint64)
    return Fillings(board, costs, nodes, nowhere, np.zeros(1, np.int64), nowhere, no_key)


class Filling(TableSearch):
    """A search backward for the cheapest way to fill the zone of a priced cut.

    At every moment `surplus` is proved; once the search ends SOLVED, it is exact.
    """

    def __init__(
        self, problem: Problem, relaxation: Relaxation, memory: Memory, *, finds_all: bool = False
    ) -> None:
        """The level must have as many boxes as goals, and none of them on a dead square.
        ``finds_all``: no way is left out that is as cheap as another, as `fillings` demands."""
        assert relaxation.prices is not None
        graph, dead = problem.graph, problem.tables.board.dead
        board = make_board(graph, dead, relaxation.zone & (dead[:-1] == 0))
        words = key_words(len(board.square))
        starting = graph.boxes[relaxation.zone[graph.boxes]]
        start = np.zeros(words, dtype=np.uint64)
        for box in starting:
            node_kernels.toggle_bit(start, board.bit[box])
        rules = problem.rules & Rule.DIRECT_EXIT
        if finds_all or len(starting):
            rules = Rule(0)  # a box that could leave may have to stay
        boxes = len(graph.boxes)
        scratch = make_scratch(len(graph), words, boxes, boxes, rules)
        super().__init__(graph, Tables(board, relaxation.costs, no_pairs()), scratch, memory)
        tolls = relaxation.tolls
        self._end, self._is_solved = SliceEnd.RUNNING, False
        self._zone = Zone(
            inside=np.append(relaxation.zone, False).astype(np.uint8),
            goals=graph.goals,
            prices=relaxation.prices,
            start=start[:-1],
            tolls=np.zeros(4 * len(graph), np.int32) if tolls is None else tolls,
        )

    @property
    def surplus(self) -> int:
        """Pushes that every solution must make beyond what the cut alone proves."""
        return int(self._scratch.numbers[numbers.THRESHOLD])

    @property
    def is_impossible(self) -> bool:
        """Whether it is proved that there is no way to fill the zone, so that the level has no
        solution."""
        return self._is_exhausted and not self._is_solved

    @property
    def least_unknown(self) -> int:
        """What a way to fill the zone costs at least that is not among the `fillings`; UNREACHABLE:
        there is none."""
        return numbers.UNREACHABLE if self._is_exhausted else self.surplus

    @property
    def _is_exhausted(self) -> bool:
        """Whether no way is left to be looked at."""
        return self._end is SliceEnd.EXHAUSTED and not self._scratch.numbers[numbers.BEYOND]

    def packing_rank(self) -> NDArray[np.int32]:
        """[n + 1] for each goal how many goals are filled for good before it, 0 for other squares;
        once it is SOLVED."""
        goals = self._graph.goals
        line = line_to(self.table.nodes.parent, int(self._scratch.numbers[numbers.SOLUTION]))
        is_filled = np.array(
            [np.isin(goals, self._boxes_of(self.table.nodes.key[node])) for node in line]
        )
        # Backward, a goal that is empty earlier is filled later.
        empty_from = np.where(is_filled.all(axis=0), len(line), np.argmin(is_filled, axis=0))
        rank = np.zeros(len(self._graph) + 1, dtype=np.int32)
        rank[goals] = (empty_from[:, None] < empty_from).sum(axis=1)
        return rank

    def fillings(self, surplus: int) -> Fillings:
        """All ways that cost less than the `surplus` proved here, of which ``surplus`` is counted
        in the bound of the relaxed level."""
        board, costs, _, _ = self._tables
        walls = np.zeros(len(board.neighbors), dtype=np.uint8)
        walls[-1] = 1
        return Fillings(
            board,
            costs,
            self.table.nodes,
            self._zone.inside,
            np.array([surplus], dtype=np.int64),
            walls,
            np.zeros_like(self._scratch.key),
        )

    def _slice(self, budget: int) -> SliceEnd:
        end = kernels.fill_slice(self._tables, self.table.nodes, self._scratch, self._zone, budget)
        self._end = SliceEnd(end)
        self._is_solved |= self._end is SliceEnd.SOLVED
        return self._end

    def grow(self) -> bool:
        return self.table.grow(self.stored)

    def solution(self) -> list[Push]:
        """None: what is filled is not the level."""
        return []
