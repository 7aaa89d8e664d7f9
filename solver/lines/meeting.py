"""A line of attack that looks for any solution from both ends at once; see kernels/meeting.py."""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.board.distances import pushes_to
from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.board.tables import CorralWork, key_words
from solver.kernels import meeting as kernels
from solver.kernels.flood import mark_reachable
from solver.kernels.meeting import BACK, FRONT
from solver.kernels.nodes import enter_nodes, set_pusher, toggle_bit, unpack_boxes
from solver.kernels.quick import numbers as names
from solver.kernels.quick.numbers import BACKWARD, FORWARD
from solver.lines.line import LineOfAttack, Standing
from solver.nodes.checks import make_corral
from solver.nodes.dive import line_to
from solver.nodes.slices import ArraySearch, SliceEnd
from solver.preparing.problem import Problem
from solver.quick.one_try import workspace_for
from solver.quick.room import make_room
from solver.quick.tables import QuickRoom
from solver.resources import mapped
from solver.resources.memory import MOST_ROWS

_MOST_SQUARES = 150
"""Of a small level. In larger rooms features lead farther than a search from both ends."""
_TURN = 6_000
"""Floods of the pusher's area: a few milliseconds, as in a quick search."""
_HEAD_START, _LONGEST_START = 27_000, 100
"""Turns by squares by boxes, before the lines that join with it have any, and the most turns: of
the small levels that the plain search does not solve, it solves most within them."""
_VERY_SMALL = 90
"""Squares of a level that it often solves before features do."""
_MOST_SQUARES_IF_NEAR, _NEAR = 250, 0.8
"""Where so many of the boxes start on goals, in rooms of up to so many squares, it does so as well:
its two ends are near each other, while to features nearly all is done."""
_TURNS = ((600_000, 21), (4_000_000, 8), (1 << 62, 2))
_TURNS_IF_LARGER = ((2_000_000, 8), (1 << 62, 2))
"""In each round: up to how many floods how many turns, on levels that it often solves before
features do, and on others. Most of what it solves it solves in its first seconds, and most of that
at once."""
_ROUNDS_TO_WAIT, _TURNS_BESIDE_PROOF = 40, 8
"""Where more than just any solution is asked for: rounds without one before it begins, as most
levels have one by then, and turns in each round after that."""
_FEWEST_SLOTS = 1 << 10
_FOR_PAIRS = 16
"""At most one part of the memory in this many is for the pairs of boxes that were seen."""


class MeetingNodes(NamedTuple):
    """All positions seen, of both directions."""

    key: NDArray[np.uint64]  # [capacity, words] as in solver.board.tables.Nodes, without classes
    parent: NDArray[np.int32]  # [capacity] node before, -1 for a root
    state: NDArray[np.uint8]  # [capacity] direction, + CLOSED
    moved: NDArray[np.int16]  # [capacity] square of the box moved last, -1 for a root
    nearest: NDArray[np.int32]  # [capacity] least cost to the end of any position on its path
    strays: NDArray[np.uint8]  # [capacity] stray moves since the path was last as near
    next: NDArray[np.int32]  # [LISTS * capacity] next entry of the same list, LISTS * node + list
    slots: NDArray[np.uint64]  # [power of two] as in Nodes


class Aims(NamedTuple):
    """What each direction matches its boxes to: first to the end, then to its aim. Arrays that
    begin with [2, 2] have a row for each direction, and in it one for each of these."""

    distance: NDArray[np.int16]  # [n, n] pushes of a lone box from the first to the second square
    pushes: NDArray[np.int32]  # [2, 2, n, boxes] from a square to each that is aimed at
    cost: NDArray[np.int32]  # [2, 2, boxes, boxes] the assignment problem
    potentials: NDArray[np.int32]  # [2, 2, 2, 2 * boxes] of a node, and of the one that follows
    row_of: NDArray[np.int32]  # [2, 2, 2, boxes] box that is matched to a square
    kept: NDArray[np.int32]  # [boxes] a row of the problem, while another is in its place


class StartPlaces(NamedTuple):
    """Where everything is at the start, and where no box can get from there."""

    boxes: NDArray[np.int32]  # [boxes]
    pusher: NDArray[np.int32]  # [1]
    dead: NDArray[np.uint8]  # [n + 1] 1 where no box from any start can be


class Meeting(NamedTuple):
    """All data of a meeting search. Arrays that begin with [2] have a row for each direction."""

    aims: Aims
    origin: StartPlaces
    corral: CorralWork
    first: NDArray[np.int32]  # [2, LISTS, COSTS] first entry of each list at a cost, -1
    least: NDArray[np.int64]  # [2, LISTS] no entry comes before this
    explored: NDArray[np.int64]  # [2] cost at which it was last explored
    nearest: NDArray[np.int64]  # [2] what the best since aim was taken costs to its own aim
    best: NDArray[np.int64]  # [2] and its node, -1
    is_in_sight: NDArray[np.uint8]  # [1] whether boxes of the node on the board reach the aim
    is_end: NDArray[np.uint8]  # [2, n + 1] 1 on the squares at the end
    seen: NDArray[np.uint8]  # [2, counts, n, n] 1: with that many boxes at the end, there were two
    # on these squares; counts may be 0
    nodes: MeetingNodes


class MeetingSearch(ArraySearch):
    """A resumable search from both ends. The same search run twice visits the same positions."""

    def __init__(self, problem: Problem, memory: int) -> None:
        """``memory`` in bytes. The level must have as many boxes as goals."""
        graph, self._tables = problem.graph, problem.tables
        words = key_words(len(self._tables.board.square))
        self._scratch = workspace_for(problem)
        self._room = make_room(problem, self._scratch)
        self._meeting = _make_meeting(problem, self._room, words, memory)
        self._fixed_bytes = self._meeting.seen.nbytes
        self._memory = memory
        self._row_bytes = 8 * words + 4 + 1 + 2 + 4 + 1 + 4 * kernels.LISTS
        # Slots take two thirds of what is left when they are full, and are doubled.
        rows = min((memory - self._fixed_bytes) // (self._row_bytes + 3 * 8), MOST_ROWS)
        fewest = 4 * len(graph) + 4 * len(graph.boxes)
        self._meeting = self._meeting._replace(nodes=_make_nodes(max(rows, fewest), words))
        kernels.take_aim(self._meeting, FORWARD, kernels.END, graph.goals)
        kernels.take_aim(self._meeting, BACKWARD, kernels.END, graph.boxes)
        kernels.take_aim(self._meeting, FORWARD, kernels.AIM, graph.goals)
        kernels.take_aim(self._meeting, BACKWARD, kernels.AIM, graph.boxes)
        self._enter(FORWARD, graph.boxes, [graph.pusher])
        self._enter(BACKWARD, graph.goals, range(len(graph)))

    def _enter(self, direction: int, boxes: NDArray[np.int32], pushers: range | list[int]) -> None:
        """Enter the root with these boxes for every area that one of the ``pushers`` is in."""
        board, scratch = self._tables.board, self._scratch
        scratch.boxes[:] = np.sort(boxes)
        scratch.box_at[:-1] = 0
        scratch.box_at[boxes] = 1
        entered: set[int] = set()
        for pusher in pushers:
            if scratch.box_at[pusher]:
                continue
            scratch.numbers[names.STAMP] += 1
            stamp = scratch.numbers[names.STAMP]
            normalized = mark_reachable(
                board.neighbors, scratch.box_at, np.int32(pusher), stamp, scratch.area,
                scratch.queue,
            )  # fmt: skip
            if normalized in entered:
                continue
            entered.add(normalized)
            scratch.child[:] = 0
            for box in boxes:
                toggle_bit(scratch.child, board.bit[box])
            set_pusher(scratch.child, normalized)
            kernels.enter_root(self._room, self._meeting, scratch, direction)

    @property
    def nodes(self) -> int:
        return int(self._scratch.numbers[names.EXPANDED])

    @property
    def stored(self) -> int:
        return int(self._scratch.numbers[names.NODES])

    @property
    def used_bytes(self) -> int:
        rows = self.stored * self._row_bytes
        return self._fixed_bytes + rows + 8 * len(self._meeting.nodes.slots)

    @property
    def fill(self) -> float:
        return self.stored / len(self._meeting.nodes.parent)

    def _slice(self, budget: int) -> SliceEnd:
        """EXHAUSTED only says that nothing was found."""
        end = kernels.meet_slice(self._tables, self._room, self._meeting, self._scratch, budget)
        return SliceEnd(end)

    def grow(self) -> bool:
        nodes = self._meeting.nodes
        slots = 2 * len(nodes.slots)
        if self._fixed_bytes + slots * 8 + self.stored * self._row_bytes > self._memory:
            return False
        nodes = nodes._replace(slots=mapped.zeros(slots, dtype=np.uint64))
        self._meeting = self._meeting._replace(nodes=nodes)
        enter_nodes(nodes, 0, self.stored)
        return True

    def solution(self) -> list[Push]:
        nodes, numbers = self._meeting.nodes, self._scratch.numbers
        start, end = (line_to(nodes.parent, int(numbers[which])) for which in (FRONT, BACK))
        places = (self._boxes_of(nodes.key[node]) for node in (*start, *end[::-1]))
        return [
            self._push(*(before - after), *(after - before)) for before, after in pairwise(places)
        ]

    def _boxes_of(self, key: NDArray[np.uint64]) -> set[int]:
        boxes = self._scratch.boxes
        return set(boxes[: unpack_boxes(key, self._tables.board.square, boxes)].tolist())

    def _push(self, square: int, ahead: int) -> Push:
        """The push of a box from a square to one beside it."""
        return Push(square, self._tables.board.neighbors[square].tolist().index(ahead))


class MeetingLine(LineOfAttack):
    """Offers one solution of a small level, unless another line has one first."""

    finds_any = True

    def __init__(
        self, problem: Problem, memory: int, *, goes_first: bool = True, times: int = 1
    ) -> None:
        """``memory`` in bytes. Unless it ``goes_first``, it waits, and then has a few turns in each
        round. If it does, it has ``times`` as many turns in a round as otherwise."""
        self._problem, self._memory, self._goes_first = problem, memory, goes_first
        self._times = times
        squares, boxes = len(problem.graph), len(problem.graph.boxes)
        packed = np.isin(problem.graph.boxes, problem.graph.goals).sum()
        is_near = packed >= _NEAR * boxes
        self._is_for_it = squares <= (_MOST_SQUARES_IF_NEAR if is_near else _MOST_SQUARES)
        self._turns_until = _TURNS if is_near or squares <= _VERY_SMALL else _TURNS_IF_LARGER
        head_start = min(1 + _HEAD_START // (squares * boxes), _LONGEST_START)
        self.turns = head_start if goes_first else 1

    def run(self, standing: Standing) -> Generator[bool]:
        """Search until there is a solution, whoever finds it."""
        problem, graph = self._problem, self._problem.graph
        has_two_ends = len(graph.boxes) == len(graph.goals)
        if not has_two_ends or not self._is_for_it or standing.upper_bound is not None:
            return
        if problem.tables.board.dead[graph.boxes].any():
            return  # the keys have no place for such a box
        if not self._goes_first:
            for _ in range(_ROUNDS_TO_WAIT):
                yield False
                if standing.upper_bound is not None:
                    return
            self.turns = _TURNS_BESIDE_PROOF
        search, end = MeetingSearch(problem, self._memory), SliceEnd.RUNNING
        floods = 0
        yield True
        while end is SliceEnd.RUNNING and standing.upper_bound is None:
            if self._goes_first:
                turns = next(turns for until, turns in self._turns_until if floods < until)
                self.turns = self._times * turns
            end = self._advance(search, standing, _TURN)
            floods += _TURN
            if end is SliceEnd.SOLVED:
                standing.offer(search.solution())
            yield True
        self.used_bytes, self.fill = 0, 0.0


def origin_of(graph: BoardGraph, room: QuickRoom) -> StartPlaces:
    """Where everything is at the start of a level."""
    pusher = np.array([graph.pusher], dtype=np.int32)
    return StartPlaces(graph.boxes.astype(np.int32), pusher, room.dead[BACKWARD].copy())


def _distances(graph: BoardGraph) -> NDArray[np.int16]:
    """[n, n] pushes of a lone box between every two squares, the pusher on any side of both."""
    steps = pushes_to(graph, graph.lone_pushes, np.arange(len(graph), dtype=np.int32))
    fewest: NDArray[np.int16] = steps.reshape(len(graph), 4, len(graph)).min(axis=1)
    return fewest


def _make_nodes(rows: int, words: int) -> MeetingNodes:
    """Room for this many positions, which the system commits only as they are written."""
    return MeetingNodes(
        key=mapped.empty((rows, words), dtype=np.uint64),
        parent=mapped.empty(rows, dtype=np.int32),
        state=mapped.empty(rows, dtype=np.uint8),
        moved=mapped.empty(rows, dtype=np.int16),
        nearest=mapped.empty(rows, dtype=np.int32),
        strays=mapped.empty(rows, dtype=np.uint8),
        next=mapped.empty(kernels.LISTS * rows, dtype=np.int32),
        slots=mapped.zeros(_FEWEST_SLOTS, dtype=np.uint64),
    )


def _make_meeting(problem: Problem, room: QuickRoom, words: int, memory: int) -> Meeting:
    """All but room for positions."""
    graph = problem.graph
    squares, boxes = len(graph), len(graph.boxes)
    counts = min(boxes + 1, memory // _FOR_PAIRS // (2 * squares * squares))
    is_end = np.zeros((2, squares + 1), dtype=np.uint8)
    is_end[FORWARD, graph.goals] = 1
    is_end[BACKWARD, graph.boxes] = 1
    aims = Aims(
        distance=_distances(graph),
        pushes=np.zeros((2, 2, squares, boxes), dtype=np.int32),
        cost=np.zeros((2, 2, boxes, boxes), dtype=np.int32),
        potentials=np.zeros((2, 2, 2, 2 * boxes), dtype=np.int32),
        row_of=np.zeros((2, 2, 2, boxes), dtype=np.int32),
        kept=np.zeros(boxes, dtype=np.int32),
    )
    return Meeting(
        aims=aims,
        origin=origin_of(graph, room),
        corral=make_corral(graph, words),
        first=np.full((2, kernels.LISTS, kernels.COSTS), -1, dtype=np.int32),
        least=np.full((2, kernels.LISTS), kernels.COSTS, dtype=np.int64),
        explored=np.zeros(2, dtype=np.int64),
        nearest=np.full(2, 1 << 30, dtype=np.int64),
        best=np.full(2, -1, dtype=np.int64),
        is_in_sight=np.zeros(1, dtype=np.uint8),
        is_end=is_end,
        seen=mapped.zeros((2, counts, squares, squares), dtype=np.uint8),
        nodes=_make_nodes(0, words),
    )
