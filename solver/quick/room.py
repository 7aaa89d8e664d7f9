"""What both directions of the quick search read of a level, measured once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.board.distances import pushes_to
from solver.board.graph import BoardGraph
from solver.board.tables import key_words
from solver.kernels.numbers import UNREACHABLE
from solver.kernels.quick.links import find_blockers, link_rooms
from solver.kernels.quick.numbers import BACKWARD, FORWARD, LARGEST_PLAN
from solver.kernels.quick.plan import order_places
from solver.preparing.problem import Problem
from solver.quick.links import returns, sections, spread, walks
from solver.quick.parking import no_parking
from solver.quick.tables import QuickRoom, Workspace

_MOST_PAIRS = 20_000_000
"""Squares by squares by goals: a tenth of a second for what is known of pairs of squares."""


def has_two_ends(graph: BoardGraph) -> bool:
    """Whether there is a single solved arrangement of boxes, from which to search backward."""
    return len(graph.boxes) == len(graph.goals)


def make_room(problem: Problem, workspace: Workspace) -> QuickRoom:
    """The room, the places of both directions in the order in which they are best filled.

    The distances are those of a lone box, whatever side the pusher is on.
    """
    graph, board = problem.graph, problem.tables.board
    squares, goals = len(graph), len(graph.goals)
    distance = np.full((2, squares + 1, goals), UNREACHABLE, dtype=np.int16)
    distance[FORWARD, :squares] = problem.distances.to_goal.reshape(squares, 4, goals).min(axis=1)
    distance[BACKWARD, :squares, : len(graph.boxes)] = _from_starts(graph)
    dead = (distance.min(axis=2) >= UNREACHABLE).astype(np.uint8)
    source = np.zeros((2, squares + 1), dtype=np.uint8)
    source[FORWARD, graph.boxes] = 1
    source[BACKWARD, graph.goals] = 1
    ends = graph.boxes if has_two_ends(graph) else graph.goals
    places = np.stack([graph.goals, ends]).astype(np.int32)
    section = sections(graph)
    rooms = int(section.max()) + 1
    room = QuickRoom(
        rules=np.array([problem.rules], dtype=np.int64),
        neighbors=board.neighbors,
        bit=board.bit,
        square=board.square,
        dead=dead,
        places=places,
        place=_index(places, squares),
        source=source,
        distance=distance,
        entry=np.full(2, graph.pusher, dtype=np.int32),
        section=section,
        inside=np.argsort(section, kind="stable")[(section < 0).sum() :].astype(np.int32),
        first=np.searchsorted(np.sort(section[section >= 0]), np.arange(rooms + 1)).astype(
            np.int32
        ),
        links=np.zeros((0, 2), dtype=np.int32),
        viewers=np.zeros(squares + 1, dtype=np.uint64),
        kept_off=np.zeros((1, 1), dtype=np.uint64),
        returns=np.zeros((1, 1), dtype=np.uint8),
        walk=np.zeros((1, 1), dtype=np.int16),
        lone=np.zeros(squares + 1, dtype=np.uint64),
        spread=spread(graph, problem.distances),
        parking=no_parking(squares),
        matches_anew=np.zeros(1, dtype=np.uint8),
    )
    linked, viewers = link_rooms(room, workspace)
    room = room._replace(links=_pairs(linked), viewers=viewers)
    if squares * squares * goals <= _MOST_PAIRS:
        room = room._replace(
            kept_off=_as_bits(find_blockers(room, workspace, board.goal, board.dead), board.square),
            returns=returns(graph),
            walk=walks(graph),
        )
    return _in_order(room, workspace, 2 if has_two_ends(graph) else 1)


def _pairs(linked: NDArray[np.uint64]) -> NDArray[np.int32]:
    """[links, 2] every two rooms that are linked, the first of which sees the second."""
    rooms = np.arange(len(linked))
    is_linked = (linked[:, None] >> rooms.astype(np.uint64)) & np.uint64(1) == 1
    found = np.argwhere(is_linked & (rooms[:, None] < rooms))
    return np.ascontiguousarray(found, dtype=np.int32)


def _as_bits(blocks: NDArray[np.uint8], square: NDArray[np.int32]) -> NDArray[np.uint64]:
    """[n + 1, words] for each column of ``blocks`` the squares with a 1, as in a key."""
    words = np.zeros((len(blocks), key_words(len(square)) - 1), dtype=np.uint64)
    for bit, row in enumerate(blocks[square]):
        words[:, bit // 64] |= row.astype(np.uint64) << np.uint64(bit % 64)
    return words


def _in_order(room: QuickRoom, workspace: Workspace, directions: int) -> QuickRoom:
    """The room with its places in the order in which they are best filled; as it is if they are too
    many for plans, which are all that goes by the order, as finding it takes cubic time."""
    if room.places.shape[1] > LARGEST_PLAN:
        return room
    places, distance = room.places.copy(), room.distance.copy()
    for direction in range(directions):
        order_places(room, workspace, direction, places[direction])
        before = room.place[direction, places[direction]]
        distance[direction] = room.distance[direction][:, before]
    place = _index(places, room.place.shape[1] - 1)
    room = room._replace(places=places, place=place, distance=distance)
    return room._replace(lone=_lone_starts(room)) if directions == 2 else room


def _lone_starts(room: QuickRoom) -> NDArray[np.uint64]:
    """[n + 1] the places of the backward search that a lone box on a square can come from."""
    starts = np.zeros(len(room.neighbors), dtype=np.uint64)
    for place, pulls in enumerate(room.distance[BACKWARD].T):
        starts[pulls < UNREACHABLE] |= np.uint64(1) << np.uint64(place)
    return starts


def _index(places: NDArray[np.int32], squares: int) -> NDArray[np.int32]:
    """[2, n + 1] where in a row of ``places`` a square is, -1: nowhere."""
    place = np.full((2, squares + 1), -1, dtype=np.int32)
    for row, filled in zip(place, places, strict=True):
        row[filled] = np.arange(len(filled))
    return place


def _from_starts(graph: BoardGraph) -> NDArray[np.int16]:
    """[n, boxes] pushes of a lone box from each start to every square: UNREACHABLE for no way."""
    steps = pushes_to(graph, graph.lone_pushes[:, [1, 0]], graph.boxes)
    fewest: NDArray[np.int16] = steps.reshape(len(graph), 4, len(graph.boxes)).min(axis=1)
    return fewest
