"""Working memory of what a search looks at besides bounds, made where it is used."""

from __future__ import annotations

import numpy as np

from solver.board_graph import BoardGraph
from solver.kernels import numbers, zones
from solver.symmetry import find_symmetries
from solver.tables import Checks, Walls, Zone

_WALL_BYTES = 8 << 20
"""Tables of distances among frozen boxes take that much at the most, but one there is always."""
_MOST_WALLS = 64


def make_checks(graph: BoardGraph, words: int, rules: int) -> Checks:
    """For keys of ``words`` words; what the ``rules`` do not ask for is empty."""
    mirror = np.zeros((0, len(graph) + 1), dtype=np.int32)
    if rules & numbers.SYMMETRY:
        mirror = find_symmetries(graph)
    return Checks(
        _make_zone(graph, words if rules & numbers.ZONES else 0),
        _make_walls(graph, words if rules & numbers.FROZEN_WALLS else 0),
        mirror,
    )


def _make_zone(graph: BoardGraph, words: int) -> Zone:
    size = len(graph) + 1 if words else 1
    box_at = np.zeros(size, dtype=np.uint8)
    box_at[-1] = 1
    return Zone(
        key=np.zeros((zones.MOST_POSITIONS, words), dtype=np.uint64),
        slot=np.zeros(zones.SLOTS, dtype=np.int32),
        child=np.zeros(words, dtype=np.uint64),
        boxes=np.zeros(zones.MOST_BOXES, dtype=np.int32),
        box_at=box_at,
        inside=np.zeros(size, dtype=np.uint8),
        area=np.zeros(size, dtype=np.uint8),
        frozen=np.zeros(size, dtype=np.uint8),
        reached=np.zeros(size, dtype=np.int32),
        queue=np.zeros(size, dtype=np.int32),
        stamp=np.zeros(1, dtype=np.int32),
        kept=np.zeros((zones.KEPT, words), dtype=np.uint64),
        verdict=np.zeros(zones.KEPT, dtype=np.uint8),
    )


def _make_walls(graph: BoardGraph, words: int) -> Walls:
    squares, goals = (len(graph), len(graph.goals)) if words else (0, 0)
    tables = 1
    while 2 * tables <= _MOST_WALLS and 4 * tables * squares * goals <= _WALL_BYTES:
        tables *= 2
    return Walls(
        key=np.zeros((tables, words), dtype=np.uint64),
        child=np.zeros(words, dtype=np.uint64),
        distance=np.zeros((tables, squares, goals), dtype=np.int16),
    )
