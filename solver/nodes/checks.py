"""Working memory for what a search checks besides bounds, made where it is used."""

from __future__ import annotations

import numpy as np

from solver.board.graph import BoardGraph
from solver.board.tables import Checks, CorralWork, Unpacking, Walls
from solver.kernels import corral_deadlocks as kernels
from solver.kernels import numbers
from solver.kernels.corral_positions import MOST_NODES
from solver.kernels.numbers import LOOKS_AT_FROZEN
from solver.resources import mapped
from solver.resources.shares import MOST_FOR_VERDICTS, MOST_FOR_WALLS
from solver.solutions.vicinity import no_vicinity

_MOST_WALLS = 64
_MOST_ENDS = 4
"""Ways of unpacking that are kept for a set of frozen boxes: on 99 levels none had more than three.
"""


def make_checks(graph: BoardGraph, words: int, rules: int) -> Checks:
    """For keys of ``words`` words; what the ``rules`` do not ask for is empty."""
    mirror = np.zeros((0, len(graph) + 1), dtype=np.int32)
    if rules & numbers.SYMMETRY:
        mirror = graph.symmetries
    return Checks(
        make_corral(graph, words if rules & numbers.CORRAL_DEADLOCKS else 0),
        _make_walls(graph, words if rules & LOOKS_AT_FROZEN else 0, rules),
        mirror,
        no_vicinity(words),
    )


def make_checks_beside(checks: Checks, graph: BoardGraph, words: int, rules: int) -> Checks:
    """The same for another thread of the search that has ``checks``; they share verdicts."""
    beside, corral = make_checks(graph, words, rules), checks.corral
    return beside._replace(
        corral=beside.corral._replace(
            kept=corral.kept, seed=corral.seed, verdict=corral.verdict, version=corral.version
        )
    )


def make_corral(graph: BoardGraph, words: int) -> CorralWork:
    """For keys of ``words`` words; 0: it is not used."""
    size = len(graph) + 1 if words else 1
    kept = kernels.MOST_KEPT if words else 1
    while 8 * words * kept > MOST_FOR_VERDICTS:
        kept //= 2
    box_at, inside = np.zeros((2, size), dtype=np.uint8)
    box_at[-1] = 1
    first, around = np.zeros(0, dtype=np.int32), np.zeros((0, 1), dtype=np.uint64)
    if words:
        first, around = graph.surroundings
    reached, queue, walked, node = np.zeros((4, size), dtype=np.int32)
    nodes, positions = MOST_NODES, kernels.MOST_POSITIONS
    return CorralWork(
        key=np.zeros(words, dtype=np.uint64),
        box_at=box_at,
        inside=inside,
        around=around,
        first=first,
        gathered=np.zeros(size // 64 + 1, dtype=np.uint64),
        reached=reached,
        stamp=np.zeros(1, dtype=np.int64),
        queue=queue,
        walked=walked,
        node=node,
        square=np.zeros(nodes, dtype=np.int32),
        near=np.zeros(nodes, dtype=np.uint64),
        side=np.zeros((nodes, 4), dtype=np.int32),
        beyond=np.zeros((nodes, 4), dtype=np.uint8),
        past=np.zeros((nodes, 4), dtype=np.int32),
        is_held=np.zeros((nodes, 2), dtype=np.uint8),
        along=np.zeros((nodes, 2), dtype=np.uint64),
        goals=np.zeros(1, dtype=np.uint64),
        position=np.zeros((positions + 1, 2), dtype=np.uint64),
        slot=np.zeros(kernels.SLOTS, dtype=np.int32),
        todo=np.zeros(positions, dtype=np.int32),
        work=np.zeros(1, dtype=np.int64),
        kept=mapped.zeros((kept, words), dtype=np.uint64),
        seed=np.zeros(kept, dtype=np.int32),
        verdict=np.zeros(kept, dtype=np.uint8),
        version=np.zeros(kept, dtype=np.int64),
    )


def make_unpacking(squares: int, rows: int) -> Unpacking:
    """For boards of ``squares`` floor squares and this many sets of frozen boxes; 0: it is not
    used."""
    box_at = np.zeros(squares + 1, dtype=np.uint8)
    box_at[-1] = 1
    reached, area, queue = np.zeros((3, squares + 1), dtype=np.int32)
    return Unpacking(
        box_at=box_at,
        reached=reached,
        area=area,
        queue=queue,
        numbers=np.zeros(2, dtype=np.int64),
        ends=np.zeros(rows, dtype=np.int64),
        packed=np.zeros((rows, _MOST_ENDS), dtype=np.uint64),
        walked=mapped.zeros((rows, _MOST_ENDS, squares // 64 + 1), dtype=np.uint64),
    )


def _make_walls(graph: BoardGraph, words: int, rules: int) -> Walls:
    squares = len(graph) if words else 0
    goals = len(graph.goals) if rules & numbers.FROZEN_WALLS else 0
    tables = 1
    while 2 * tables <= _MOST_WALLS and 4 * tables * squares * goals <= MOST_FOR_WALLS:
        tables *= 2
    place = np.full(len(graph) + 1, -1, dtype=np.int32)
    place[graph.goals] = np.arange(len(graph.goals))
    return Walls(
        goals=graph.goals,
        place=place,
        key=mapped.zeros((tables, words), dtype=np.uint64),
        child=np.zeros(words, dtype=np.uint64),
        distance=mapped.zeros((tables, squares, goals), dtype=np.int16),
        unpacking=make_unpacking(len(graph), tables if rules & numbers.UNPACKING else 0),
    )
