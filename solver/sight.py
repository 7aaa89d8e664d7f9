"""What the solver sees of a position: the tables that its searches use, as squares of the level."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from levels.level import Level, Square
from solver.board.boards import make_board
from solver.board.decomposition import Kind, Rooms
from solver.board.distances import Distances
from solver.board.graph import BoardGraph, RoomTooLargeError
from solver.board.tables import Board
from solver.kernels.corral import grow_corral, label_areas
from solver.kernels.flood import component_of, mark_reachable
from solver.kernels.freeze import mark_frozen
from solver.kernels.matching import FORBIDDEN, match_all
from solver.kernels.numbers import UNREACHABLE
from solver.messages import Corral, CorralKind, Pairing, SeenCut, Sight
from solver.relaxation.prices import deduction_of, prices_at_start, with_prices
from solver.relaxation.zones import find_zones

MOST_DISTANCES = 400_000
"""Squares times goals: larger tables are not sent."""

LARGEST_TABLE = 2_000_000
"""Squares times goals: larger tables are not even made; they take seconds and hundreds of MiB."""


class _SeenRoom:
    """What does not depend on where the pieces stand."""

    def __init__(self, level: Level) -> None:
        self.graph = BoardGraph.of(level)
        if len(self.graph) * len(self.graph.goals) > LARGEST_TABLE:
            raise RoomTooLargeError(f"{len(self.graph)} squares and {len(self.graph.goals)} goals")
        self.distances = Distances.of(self.graph)
        dead = self.distances.dead
        self.board: Board = make_board(self.graph, dead, dead[:-1] == 0)
        self.dead = self.squares(np.flatnonzero(dead[:-1]))
        parts = Rooms.of(self.graph)
        self.tunnels = self.squares(np.flatnonzero(parts.kind == Kind.TUNNEL))
        self.entrances = self.squares(np.flatnonzero(parts.is_entrance))
        self.rooms = tuple(
            self.squares(parts.squares(Kind.ROOM, number))
            for number in range(parts.count(Kind.ROOM))
        )

    def squares(self, numbers: NDArray[np.int64]) -> frozenset[Square]:
        return frozenset(self.graph.squares[number] for number in numbers)

    def to_goals(self) -> dict[Square, dict[Square, int]]:
        """For each goal the pushes of a lone box from each square, the pusher on its best side."""
        if len(self.graph) * len(self.graph.goals) > MOST_DISTANCES:
            return {}
        fewest = self.distances.to_goal.reshape(len(self.graph), 4, -1).min(axis=1)
        squares = self.graph.squares
        return {
            squares[goal]: {
                squares[number]: int(pushes)
                for number, pushes in enumerate(fewest[:, column])
                if pushes < UNREACHABLE
            }
            for column, goal in enumerate(self.graph.goals)
        }


@lru_cache(maxsize=2)
def _room_of(level: Level) -> tuple[_SeenRoom, dict[Square, dict[Square, int]]]:
    room = _SeenRoom(level)
    return room, room.to_goals()


def see(level: Level) -> Sight:
    """Look at a position. Raises RoomTooLargeError for a level of millions of distances."""
    start = min(level.floor)
    room, to_goals = _room_of(level.with_pieces(frozenset(), start))
    graph = room.graph
    boxes = np.array(sorted(graph.number[box] for box in level.boxes & level.floor), np.int32)
    box_at = np.zeros(len(graph) + 1, np.uint8)
    box_at[boxes] = box_at[-1] = 1
    pusher = graph.number[level.pusher]
    reached = np.zeros(len(graph) + 1, np.int32)
    queue = np.zeros(len(graph) + 1, np.int32)
    mark_reachable(graph.neighbors, box_at, pusher, 1, reached, queue)
    frozen = box_at.copy()
    mark_frozen(room.board, boxes, len(boxes), frozen)
    pairings = _match(room, boxes, pusher)
    return Sight(
        dead=room.dead,
        to_goals=to_goals,
        pairings=pairings,
        bound=None if pairings is None else sum(pairing.pushes for pairing in pairings),
        reach=frozenset(graph.squares[number] for number in np.flatnonzero(reached[:-1])),
        corrals=_corrals(room, box_at, reached),
        frozen=frozenset(graph.squares[number] for number in np.flatnonzero(frozen[:-1])),
        pushes=_count_pushes(room, boxes, box_at, reached),
        tunnels=room.tunnels,
        entrances=room.entrances,
        rooms=room.rooms,
        cut=_cut(room, level),
    )


def _match(room: _SeenRoom, boxes: NDArray[np.int32], pusher: int) -> tuple[Pairing, ...] | None:
    """The cheapest way to give every box a goal of its own, as the lower bound has it."""
    graph, board = room.graph, room.board
    goals = len(graph.goals)
    cost = np.full((max(1, len(boxes)), max(1, goals)), FORBIDDEN, np.int32)
    for row, box in enumerate(boxes):
        state = 4 * box + component_of(board.cut, board.component, box, pusher)
        pushes = room.distances.to_goal[state].astype(np.int32)
        cost[row, :goals] = np.where(pushes < UNREACHABLE, pushes, FORBIDDEN)
    size = cost.shape[1]
    row_of = np.zeros(size, np.int32)
    work = (np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size, np.uint8))
    potentials = np.zeros(len(boxes) + size, np.int32)
    if not match_all(cost, len(boxes), potentials, row_of, work):
        return None
    pairs = sorted((int(row), column) for column, row in enumerate(row_of) if row >= 0)
    return tuple(
        Pairing(
            graph.squares[boxes[row]], graph.squares[graph.goals[column]], int(cost[row, column])
        )
        for row, column in pairs
    )


def _cut(room: _SeenRoom, level: Level) -> SeenCut | None:
    """The cut by which the search relaxes the level with prices."""
    graph = replace(room.graph, level=level)
    if len(graph) * len(graph.goals) > MOST_DISTANCES or not len(graph.boxes):
        return None
    zone = next(find_zones(graph, room.distances), None)
    prices = prices_at_start(graph, room.distances)
    if zone is None or prices is None or zone[graph.boxes].all():
        return None
    priced = with_prices(room.distances, prices)
    if priced is None:
        return None
    return SeenCut(
        zone=room.squares(np.flatnonzero(zone)),
        prices={
            graph.squares[goal]: int(price) for goal, price in zip(graph.goals, prices, strict=True)
        },
        charged=int(priced.to_goal[graph.start_states, 0].sum(dtype=np.int64)),
        deducted=deduction_of(prices, len(graph.boxes)),
    )


def _corrals(
    room: _SeenRoom, box_at: NDArray[np.uint8], reached: NDArray[np.int32]
) -> tuple[Corral, ...]:
    """The parts that the pusher cannot walk into, and what the search makes of each."""
    graph, board = room.graph, room.board
    area, queue = np.zeros_like(reached), np.zeros_like(reached)
    inside = np.zeros_like(box_at)
    found = []
    for which in range(1, label_areas(board, box_at, reached, 1, area, queue) + 1):
        squares = np.flatnonzero(area[:-1] == which)
        around = np.unique(graph.neighbors[squares])
        fence = around[(around < len(graph)) & (box_at[around] == 1)]
        pushes, count = grow_corral(board, box_at, area, int(squares[0]), inside, queue)
        is_inward = _only_inward(board, box_at, set(squares.tolist()), set(fence.tolist()))
        kind = CorralKind.I if is_inward else CorralKind.PLAIN
        if pushes >= 0:
            kind, fence = CorralKind.PI, queue[:count]
        found.append(
            Corral(
                kind,
                frozenset(graph.squares[number] for number in squares),
                frozenset(graph.squares[number] for number in fence),
            )
        )
    return tuple(found)


def _only_inward(
    board: Board, box_at: NDArray[np.uint8], inside: set[int], fence: set[int]
) -> bool:
    """Whether the first push of any box of the fence, from outside, leads inward."""
    wall = len(board.neighbors) - 1
    for box in fence:
        for direction in range(4):
            behind, ahead = board.neighbors[box, direction ^ 2], board.neighbors[box, direction]
            is_possible = behind != wall and behind not in inside and behind not in fence
            if is_possible and not board.dead[ahead] and ahead not in inside | fence:
                return False
    return True


def _count_pushes(
    room: _SeenRoom, boxes: NDArray[np.int32], box_at: NDArray[np.uint8], reached: NDArray[np.int32]
) -> int:
    """The branching factor: pushes that can be made now and do not end on a dead square."""
    neighbors, dead = room.graph.neighbors, room.distances.dead
    return sum(
        bool(reached[neighbors[box, way ^ 2]] and not dead[ahead] and not box_at[ahead])
        for box in boxes
        for way, ahead in enumerate(neighbors[box])
    )
