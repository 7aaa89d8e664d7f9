"""The parking plan of a level: found backward, read forward. See kernels/quick/parking.py."""

from __future__ import annotations

import numpy as np

from solver.board.graph import BoardGraph
from solver.kernels.flood import mark_reachable
from solver.kernels.nodes import set_pusher, toggle_bit
from solver.kernels.quick import parking as kernels
from solver.kernels.quick.links import find_zones
from solver.kernels.quick.numbers import BACKWARD, FORWARD, NODES, STAMP
from solver.nodes.slices import SliceEnd
from solver.quick.table import FoundTable, Preference, TieBreak, make_waiting
from solver.quick.tables import Parking, ParkingState, QuickRoom, Workspace

_NOWHERE = -1
_NO_PREFERENCE = Preference({}, ())
"""The kernels have their own."""
_BYTES = 250
"""Of a position, slots included, in rooms of the size that plans are made for, and twice that."""
MOST_EASE = 2
"""How easily boxes are sunk at most, see `parking_slice` of the kernels."""
Step = tuple[int, int]
"""(where the box comes from, where it goes); _NOWHERE: it is there, or comes from a sink"""


def no_parking(squares: int) -> Parking:
    """The empty plan."""
    nothing = np.zeros(0, dtype=np.int32)
    return Parking(
        square=nothing,
        until=nothing,
        standing=np.zeros(1, dtype=np.int32),
        zone=np.zeros((1, squares + 1), dtype=np.uint8),
    )


def can_be_planned(room: QuickRoom, memory: int) -> bool:
    """Whether a plan can be looked for with ``memory`` bytes: as many boxes as goals, not too many
    of either, in a room that is not too large."""
    is_small = _fewest(room) * _BYTES < memory // 2
    return bool(room.lone.any()) and room.walk.shape[0] > 1 and is_small


def _fewest(room: QuickRoom) -> int:
    """Positions that the table must hold, so that what follows on one finds room."""
    return 4 * len(room.square) * int(room.places.shape[1]) + 1_000


class ParkingSearch:
    """A resumable search for a plan."""

    def __init__(
        self,
        graph: BoardGraph,
        room: QuickRoom,
        workspace: Workspace,
        memory: int,
        seed: int = 0,
        ease: int = 0,
    ) -> None:
        """``memory`` in bytes. The counters of ``workspace`` must be those of a new search. With a
        ``seed`` chance has a say in what is pulled first; with more ``ease`` boxes are sunk that
        have not come far, up to MOST_EASE."""
        self._graph, self._room, self._workspace = graph, room, workspace
        self.ease = ease
        words = len(workspace.pulled)
        self.table = FoundTable(words, memory, 2 * _fewest(room))
        order = TieBreak.CHANCE if seed else TieBreak.NEAR
        self.waiting = make_waiting(_NO_PREFERENCE, order, seed)
        self._enter_all()

    def advance(self, budget: int) -> bool:
        """Work for about ``budget`` floods. True: it will find nothing better."""
        end = self._slice(budget)
        if end is SliceEnd.TABLE_FULL:
            return not self.table.grow(int(self._workspace.numbers[NODES]))
        return end is SliceEnd.EXHAUSTED

    def _slice(self, budget: int) -> SliceEnd:
        state = ParkingState(self.table.found, self.waiting, self._workspace)
        return SliceEnd(kernels.parking_slice(self._room, state, budget, self.ease))

    @property
    def is_complete(self) -> bool:
        """Whether every box has been sunk in the best position found so far."""
        best = self._best
        return best >= 0 and int(self.table.found.feature[best, kernels.LEFT]) == 0

    @property
    def _best(self) -> int:
        """-1: there is none."""
        best = int(self.waiting.best[BACKWARD])
        return best if best < 0 else int(self.table.found.past[best])

    def plan(self) -> Parking:
        """The plan for the best position found so far."""
        node = self._best
        if node < 0:
            return no_parking(len(self._graph))
        left = self._boxes(node)
        steps: list[Step] = [(_NOWHERE, square) for square in left]
        for start, end in self._pulls(node):
            joins = len(steps) > len(left) and steps[-1][1] == end
            origin = steps.pop()[0] if joins else end
            if origin != start:
                steps.append((origin, start))
        standing = len(left)
        if standing == len(self._graph.boxes):
            steps, standing = _where_they_stay(steps, standing)
        return self._with_zones(steps, standing)

    def _pulls(self, node: int) -> list[Step]:
        """(start, end) of the pulls to ``node``, the last first."""
        found = self.table.found
        pulls = []
        while (parent := int(found.parent[node])) >= 0:
            before, after = self._boxes(parent), self._boxes(node)
            (start,) = set(before) - set(after)
            (end,) = set(after) - set(before) or {_NOWHERE}
            pulls.append((start, end))
            node = parent
        return pulls

    def _boxes(self, node: int) -> list[int]:
        bits = self.table.found.key[node, :-2].astype("<u8").view(np.uint8)
        chosen = np.flatnonzero(np.unpackbits(bits, bitorder="little"))
        return [int(square) for square in self._room.square[chosen]]

    def _with_zones(self, steps: list[Step], standing: int) -> Parking:
        """The plan in arrays. A box is out of plan where it comes to no square that is still to be
        filled once the next boxes have come to stay: it had better leave before."""
        squares = len(self._graph)
        square = np.array([end for _, end in steps], dtype=np.int32)
        until = np.array([_later(steps, number) for number in range(len(steps))], dtype=np.int32)
        stays = until < 0
        stayed = np.zeros((len(steps) + 1, squares + 1), dtype=np.uint8)
        later = np.zeros_like(stayed)
        for done in range(len(steps) - 1):
            stayed[done, square[: done + 1][stays[: done + 1]]] = 1
            later[done, square[done + 1 :]] = 1
        shut = find_zones(self._room, self._workspace, stayed, later)
        shut[:, self._room.dead[FORWARD] == 1] = 0
        zone = np.zeros_like(shut)
        last, current = 0, zone[0]
        for done in range(len(steps) - 1):
            if (shut[done] != current).any():
                current = shut[done]
                zone[last:done] = current
                last = done
            zone[done] = current
        return Parking(
            square=square, until=until, standing=np.array([standing], dtype=np.int32), zone=zone
        )

    def _enter_all(self) -> None:
        """Enter the solved board with the pusher in each area."""
        w, room, goals = self._workspace, self._room, self._graph.goals
        key = w.pulled
        key[:] = 0
        for goal in goals:
            toggle_bit(key, room.bit[goal])
        key[-2] = np.uint64((1 << len(goals)) - 1)
        w.box_at[:-1] = 0
        w.box_at[goals] = 1
        w.numbers[STAMP] += 1
        first = w.numbers[STAMP]
        for pusher in range(len(self._graph)):
            if w.box_at[pusher] == 0 and w.reached[pusher] < first:
                w.numbers[STAMP] += 1
                stamp = w.numbers[STAMP]
                set_pusher(
                    key,
                    mark_reachable(
                        room.neighbors, w.box_at, np.int32(pusher), stamp, w.reached, w.queue
                    ),
                )
                self._slice(0)


def _later(steps: list[Step], number: int) -> int:
    """The step in which the box that one step brings goes on, -1: it stays."""
    end = steps[number][1]
    for later in range(number + 1, len(steps)):
        if steps[later][0] == end:
            return later
    return -1


def _where_they_stay(steps: list[Step], standing: int) -> tuple[list[Step], int]:
    """Of a plan that takes no box off the board only the steps that bring boxes to where they stay:
    the others are one way of many. And how many of these stand there from the start."""
    kept = [number for number in range(len(steps)) if _later(steps, number) < 0]
    return [steps[number] for number in kept], sum(number < standing for number in kept)
