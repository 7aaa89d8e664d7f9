"""How a box divides the free squares, known from one walk, against floods of them."""

from __future__ import annotations

from random import Random

import numpy as np

from levels.level import Level
from solver.board.graph import BoardGraph
from solver.board.tables import make_ways
from solver.kernels.blocks import label_blocks, mark_beside
from solver.kernels.flood import mark_reachable
from tests.solver.random_levels import random_level
from tests.solver.searching import BENCH_LEVELS


def test_a_box_divides_the_free_squares_as_floods_say() -> None:
    random, divided = Random(7), 0
    for level in (*BENCH_LEVELS, *(random_level(seed, positions=1_500) for seed in range(20))):
        assert isinstance(level, Level)
        graph = BoardGraph.of(level)
        count, neighbors = len(graph), graph.neighbors
        ways, box_at = make_ways(count), np.zeros(count + 1, dtype=np.uint8)
        area, reached, queue = np.zeros((3, count + 1), dtype=np.int32)
        for stamp in range(1, 60):
            square, *others = random.sample(range(count), random.randint(1, 1 + count // 3))
            box_at[:] = 0
            box_at[[*others, count]] = 1
            areas = label_blocks(neighbors, box_at, ways)
            box_at[square] = 1
            parts = set()
            for side in range(4):
                beside = neighbors[square, side]
                if box_at[beside]:
                    continue
                area[:] = reached[:] = 0
                least = mark_beside(neighbors, ways, square, side, stamp, area)
                assert least == mark_reachable(neighbors, box_at, beside, stamp, reached, queue)
                assert np.array_equal(area, reached)
                parts.add(least)
                for other in range(4):
                    if box_at[neighbors[square, other]] == 0:
                        is_joined = reached[neighbors[square, other]] == stamp
                        edges = 4 * square + np.array([side, other])
                        assert (np.ptp(ways.block[edges]) == 0) == is_joined
            if parts:
                assert ways.cuts[square] == len(parts) - 1
                divided += len(parts) > 1
            assert areas == len(set(ways.area[ways.area > 0].tolist()))
    assert divided > 100
