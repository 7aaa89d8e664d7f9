"""A line of attack that looks for any solution from both ends at once; see kernels/meeting.py."""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra

from solver import mapped
from solver.board_graph import BoardGraph
from solver.distances import lone_pushes
from solver.dive import line_to
from solver.kernels import meeting as kernels
from solver.kernels.flood import mark_reachable
from solver.kernels.meeting import BACK, BACKWARD, FORWARD, FRONT
from solver.kernels.nodes import enter_nodes, set_pusher, toggle_bit
from solver.kernels.numbers import UNREACHABLE
from solver.lines import LineOfAttack, Standing
from solver.memory import MOST_ROWS
from solver.problem import Problem
from solver.push import Push
from solver.quick.travel import travel
from solver.slices import ArraySearch, SliceEnd
from solver.tables import key_words

_MOST_SQUARES = 150
"""Of a small level. In larger rooms features lead farther than a search from both ends."""
_TURN = 400
_TURNS_AT_FIRST, _NODES_AT_FIRST, _PACE_LATER = 8, 150_000, 4
"""In each round, and later one in so many rounds. What it solves it mostly solves in its first
hundred thousand positions."""
_FEWEST_SLOTS = 1 << 10


class MeetingNodes(NamedTuple):
    """All positions seen, of both directions."""

    key: NDArray[np.uint64]  # [capacity, words] as in solver.tables.Nodes, without classes
    parent: NDArray[np.int32]  # [capacity] node before, -1 for a root
    depth: NDArray[np.uint16]  # [capacity] pushes or pulls so far
    state: NDArray[np.uint8]  # [capacity] direction, + CLOSED
    next: NDArray[np.int32]  # [2 * capacity] next entry of the same list, 2 * node + list
    slots: NDArray[np.uint64]  # [power of two] as in Nodes


class MeetingScratch(NamedTuple):
    """Scratch; holds nothing between nodes but the counters."""

    boxes: NDArray[np.int32]  # [boxes] squares of the boxes
    box_at: NDArray[np.uint8]  # [n + 1] 1 where a box or wall is
    flags: NDArray[np.uint8]  # [n + 1]
    reached: NDArray[np.int32]  # [n + 1] stamp of the flood that reached the square
    area: NDArray[np.int32]  # [n + 1] the same, for the positions that follow
    queue: NDArray[np.int32]  # [n + 1]
    child: NDArray[np.uint64]  # [words]
    cost: NDArray[np.int32]  # [boxes, boxes] the assignment problem
    row_of: NDArray[np.int32]  # [boxes]
    slack: NDArray[np.int32]  # [boxes]
    way: NDArray[np.int32]  # [boxes]
    done: NDArray[np.uint8]  # [boxes]
    numbers: NDArray[np.int64]  # [5] counters, see kernels/meeting.py


class Meeting(NamedTuple):
    """All of a meeting search. Arrays that begin with [2] have a row for each direction."""

    distance: NDArray[np.int16]  # [n, n] pushes of a lone box from the first to the second square
    square: NDArray[np.int32]  # [bits] square of a bit
    aim: NDArray[np.int32]  # [2, 2, boxes] the end of the direction, and what it aims at
    potentials: NDArray[np.int32]  # [2, 2, 2 * boxes] of the last matching to each
    first: NDArray[np.int32]  # [2, 2, LISTS] first entry of each list, -1
    least: NDArray[np.int64]  # [2, 2] no entry comes before this
    nearest: NDArray[np.int64]  # [2] what the best since aim was taken costs to its own aim
    best: NDArray[np.int64]  # [2] and its node, -1
    nodes: MeetingNodes
    scratch: MeetingScratch


class MeetingSearch(ArraySearch):
    """A resumable search from both ends. The same search twice visits the same positions."""

    def __init__(self, problem: Problem, memory: int) -> None:
        """``memory`` in bytes. The level must have as many boxes as goals."""
        graph, self._tables = problem.graph, problem.tables
        words = key_words(len(self._tables.board.square))
        boxes, self._memory = len(graph.boxes), memory
        self._row_bytes = 8 * words + 4 + 2 + 1 + 2 * 4
        # Slots take two thirds of what is left when they are full, and are doubled.
        rows = min(memory // (self._row_bytes + 3 * 8), MOST_ROWS)
        self._meeting = Meeting(
            distance=_distances(graph),
            square=self._tables.board.square,
            aim=np.stack([[graph.goals] * 2, [graph.boxes] * 2]).astype(np.int32),
            potentials=np.zeros((2, 2, 2 * boxes), dtype=np.int32),
            first=np.full((2, 2, kernels.LISTS), -1, dtype=np.int32),
            least=np.full((2, 2), kernels.LISTS, dtype=np.int64),
            nearest=np.full(2, 1 << 30, dtype=np.int64),
            best=np.full(2, -1, dtype=np.int64),
            nodes=_make_nodes(max(rows, 4 * len(graph) + 4 * boxes), words),
            scratch=_make_scratch(len(graph), boxes, words),
        )
        self._end = SliceEnd.RUNNING
        self._enter(FORWARD, graph.boxes, [graph.pusher])
        self._enter(BACKWARD, graph.goals, range(len(graph)))

    def _enter(self, direction: int, boxes: NDArray[np.int32], pushers: range | list[int]) -> None:
        """Enter the root with these boxes for every area that one of the ``pushers`` is in."""
        board, scratch = self._tables.board, self._meeting.scratch
        scratch.boxes[:] = np.sort(boxes)
        scratch.box_at[:-1] = 0
        scratch.box_at[boxes] = 1
        for pusher in pushers:
            if scratch.box_at[pusher]:
                continue
            scratch.numbers[kernels.STAMP] += 1
            stamp = scratch.numbers[kernels.STAMP]
            normalized = mark_reachable(
                board.neighbors, scratch.box_at, np.int32(pusher), stamp, scratch.area,
                scratch.queue,
            )  # fmt: skip
            scratch.child[:] = 0
            for box in boxes:
                toggle_bit(scratch.child, board.bit[box])
            set_pusher(scratch.child, normalized)
            kernels.enter(self._meeting, direction, -1)

    @property
    def nodes(self) -> int:
        return int(self._meeting.scratch.numbers[kernels.EXPANDED])

    @property
    def stored(self) -> int:
        return int(self._meeting.scratch.numbers[kernels.NODES])

    @property
    def used_bytes(self) -> int:
        return self.stored * self._row_bytes + 8 * len(self._meeting.nodes.slots)

    @property
    def fill(self) -> float:
        return self.stored / len(self._meeting.nodes.parent)

    def _slice(self, budget: int) -> SliceEnd:
        """EXHAUSTED only says that nothing was found."""
        return SliceEnd(kernels.meet_slice(self._tables, self._meeting, budget))

    def grow(self) -> bool:
        nodes = self._meeting.nodes
        slots = 2 * len(nodes.slots)
        if slots * 8 + self.stored * self._row_bytes > self._memory:
            return False
        nodes = nodes._replace(slots=mapped.zeros(slots, dtype=np.uint64))
        self._meeting = self._meeting._replace(nodes=nodes)
        enter_nodes(nodes, 0, self.stored)
        return True

    def solution(self) -> list[Push]:
        nodes, numbers = self._meeting.nodes, self._meeting.scratch.numbers
        start, end = (line_to(nodes.parent, int(numbers[which])) for which in (FRONT, BACK))
        pushes: list[Push] = []
        for before, after in pairwise([*start, *end[::-1]]):
            pushes += travel(self._tables.board, nodes.key[before], nodes.key[after])
        return pushes


class MeetingLine(LineOfAttack):
    """Offers one solution of a small level, unless another line has one before."""

    finds_any = True

    def __init__(self, problem: Problem, memory: int) -> None:
        self._problem, self._memory = problem, memory

    def run(self, standing: Standing) -> Generator[bool]:
        """Search until there is a solution, whoever finds it."""
        problem, graph = self._problem, self._problem.graph
        has_two_ends = len(graph.boxes) == len(graph.goals)
        if not has_two_ends or len(graph) > _MOST_SQUARES:
            return
        if problem.tables.board.dead[graph.boxes].any():
            return  # for such a box there is no place in the keys
        search, end = MeetingSearch(problem, self._memory), SliceEnd.RUNNING
        yield True
        while end is SliceEnd.RUNNING and standing.upper_bound is None:
            is_new = search.nodes < _NODES_AT_FIRST
            self.turns, self.pace = (_TURNS_AT_FIRST, 1) if is_new else (1, _PACE_LATER)
            end = self._step(search, standing, problem.turn(_TURN))
            if end is SliceEnd.SOLVED:
                standing.offer(search.solution())
            yield True
        self.used_bytes, self.fill = 0, 0.0


def _distances(graph: BoardGraph) -> NDArray[np.int16]:
    """[n, n] pushes of a lone box between every two squares, the pusher on any side of both."""
    pushes, states = lone_pushes(graph), 4 * len(graph)
    ways = coo_array(
        (np.ones(len(pushes), dtype=np.int8), (pushes[:, 0], pushes[:, 1])), shape=(states, states)
    ).tocsr()
    steps = dijkstra(ways, unweighted=True).reshape(len(graph), 4, len(graph), 4).min(axis=(1, 3))
    return np.where(np.isinf(steps), UNREACHABLE, steps).astype(np.int16)


def _make_nodes(rows: int, words: int) -> MeetingNodes:
    """Room for so many positions, which the system commits only as they are written."""
    return MeetingNodes(
        key=mapped.empty((rows, words), dtype=np.uint64),
        parent=mapped.empty(rows, dtype=np.int32),
        depth=mapped.empty(rows, dtype=np.uint16),
        state=mapped.empty(rows, dtype=np.uint8),
        next=mapped.empty(2 * rows, dtype=np.int32),
        slots=mapped.zeros(_FEWEST_SLOTS, dtype=np.uint64),
    )


def _make_scratch(squares: int, boxes: int, words: int) -> MeetingScratch:
    scratch = MeetingScratch(
        boxes=np.zeros(boxes, dtype=np.int32),
        box_at=np.zeros(squares + 1, dtype=np.uint8),
        flags=np.zeros(squares + 1, dtype=np.uint8),
        reached=np.zeros(squares + 1, dtype=np.int32),
        area=np.zeros(squares + 1, dtype=np.int32),
        queue=np.zeros(squares + 1, dtype=np.int32),
        child=np.zeros(words, dtype=np.uint64),
        cost=np.zeros((boxes, boxes), dtype=np.int32),
        row_of=np.zeros(boxes, dtype=np.int32),
        slack=np.zeros(boxes, dtype=np.int32),
        way=np.zeros(boxes, dtype=np.int32),
        done=np.zeros(boxes, dtype=np.uint8),
        numbers=np.zeros(kernels.COUNTERS, dtype=np.int64),
    )
    scratch.box_at[squares] = 1
    return scratch
