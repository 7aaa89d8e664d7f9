"""The working memory of the kernels of a search."""

from __future__ import annotations

import numpy as np

from solver.board.tables import Groups, NodeRows, Scratch, SetWork
from solver.kernels import ahead, numbers
from solver.kernels import nodes as node_kernels
from solver.kernels.box_sets import MOST_BOXES
from solver.kernels.penalties import MOST_GROUPS
from solver.prunings import Rule

_MOST_IN_ROWS = 4 << 20  # bytes


def make_scratch(squares: int, words: int, boxes: int, goals: int, rules: Rule) -> Scratch:
    """Working memory for boards of ``squares`` floor squares."""
    counters = np.zeros(numbers.COUNTERS, dtype=np.int64)
    counters[numbers.SMALLEST] = node_kernels.NEVER
    counters[numbers.STAMP] = squares + 1  # above every number that label_areas gives
    counters[numbers.RULES] = rules
    counters[numbers.CEILING] = node_kernels.NEVER
    box_at = np.zeros(squares + 1, dtype=np.uint8)
    box_at[squares] = 1
    return Scratch(
        box_at=box_at,
        boxes=np.zeros(boxes, dtype=np.int32),
        states=np.zeros(boxes, dtype=np.int32),
        reached=np.zeros(squares + 1, dtype=np.int32),
        area=np.zeros(squares + 1, dtype=np.int32),
        queue=np.zeros(squares + 1, dtype=np.int32),
        stack=np.zeros(4 * squares + 4, dtype=np.int32),
        visited=np.zeros(4 * squares + 4, dtype=np.int32),
        allowed=np.zeros(squares + 1, dtype=np.uint8),
        flags=np.zeros(squares + 1, dtype=np.uint8),
        key=np.zeros(words, dtype=np.uint64),
        child=np.zeros(words, dtype=np.uint64),
        image=np.zeros(words, dtype=np.uint64),
        cost=np.zeros((goals, goals), dtype=np.int32),
        potentials=np.zeros((2, 2 * goals), dtype=np.int32),
        row_of=np.zeros((2, goals), dtype=np.int32),
        slack=np.zeros(goals, dtype=np.int32),
        way=np.zeros(goals, dtype=np.int32),
        done=np.zeros(goals, dtype=np.uint8),
        groups=_make_groups(),
        set_work=SetWork(
            key=np.zeros(squares // 64 + 1, dtype=np.uint64),
            known=np.zeros(boxes, dtype=np.int32),
            index_of_bit=np.zeros(squares + 1, dtype=np.int32),
            bits=np.zeros((2, MOST_BOXES + 1), dtype=np.int64),
        ),
        numbers=counters,
    )


def _make_groups() -> Groups:
    lists = (2, MOST_GROUPS)
    return Groups(
        filled=np.zeros(2, dtype=np.int32),
        mask=np.zeros(lists, dtype=np.uint64),
        weight=np.zeros(lists, dtype=np.int32),
        size=np.zeros(lists, dtype=np.int32),
        rest=np.zeros(MOST_GROUPS, dtype=np.int32),
        taken=np.zeros(MOST_GROUPS, dtype=np.int32),
    )


def make_rows(rows: int, words: int, boxes: int) -> NodeRows:
    """Room for up to ``rows`` nodes while they are expanded, fewer where there are many boxes."""
    most = 4 * max(1, boxes)  # pushes of each
    rows = max(1, min(rows, _MOST_IN_ROWS // (most * (8 * words + 12))))
    charged, bound, push = np.zeros((3, rows, most), dtype=np.int32)
    return NodeRows(
        node=np.zeros((rows, 8), dtype=np.int64),
        progress=np.zeros(8 * rows, dtype=np.int64),
        key=np.zeros((rows, words), dtype=np.uint64),
        child=np.zeros((rows, most, words), dtype=np.uint64),
        charged=charged,
        bound=bound,
        push=push,
        of_strand=np.zeros(words, dtype=np.uint64),
        latest=np.zeros(0, dtype=np.int64),
        numbers=np.zeros(ahead.COUNTERS, dtype=np.int64),
    )
