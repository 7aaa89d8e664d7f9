"""The arrays by which a search bounds each position by a cut: kernels/relaxed_bound.py."""

from __future__ import annotations

from functools import cache

import numpy as np

from solver.board.tables import (
    Checks,
    NodeRows,
    Nodes,
    RelaxedBound,
    RelaxedCosts,
    Scratch,
    State,
    Tables,
    key_words,
    room_for_edges,
)
from solver.kernels import relaxed_bound as kernels
from solver.nodes.checks import make_checks
from solver.nodes.dive import no_dive
from solver.nodes.node_table import NodeTable
from solver.nodes.scratch import make_rows, make_scratch
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation
from solver.relaxation.filling import Filling, no_fillings
from solver.resources import mapped
from solver.resources.memory import Memory
from solver.resources.shares import MOST_FOR_QUESTION

_VALUE_BYTES = 4  # besides the key
_COUNTERS = 5


def no_relaxed_bound(
    tables: Tables, scratch: Scratch, checks: Checks, rows: NodeRows
) -> RelaxedBound:
    """For a search that has these arrays, and bounds no position by a cut."""
    words = len(scratch.key)
    nodes = _no_nodes(words)
    state = State(nodes, scratch, room_for_edges(0), no_dive(words))
    nowhere = np.zeros(0, dtype=np.uint8)
    return RelaxedBound(
        RelaxedCosts(tables, state, checks, rows, *_nothing_known(words, 1, 1)),
        nowhere,
        nowhere,
        np.zeros(0, dtype=np.uint64),
        no_fillings(tables, nodes),
        np.zeros(_COUNTERS, dtype=np.int64),
    )


def relaxed_bounds(
    problem: Problem,
    relaxation: Relaxation,
    tables: Tables,
    filling: Filling,
    memory: Memory,
    threads: int = 1,
) -> list[RelaxedBound]:
    """By a priced cut of a level with as many boxes as goals, one for each of ``threads``. They
    share as many memos of what is found out, which all the ``memory`` that is left is for.
    ``tables`` are those of the relaxed level, whose penalties count no push in the zone;
    ``filling`` is of its zone and ``finds_all``, as far as it has come."""
    graph = problem.graph
    # What boxes in the zone are charged is added for each position.
    tables = tables._replace(costs=tables.costs._replace(fixed=tables.costs.fixed[:0]))
    rules = problem.rules | Rule.ALL_GOALS_NEEDED
    rules &= ~(Rule.TUNNELS | Rule.SYMMETRY | Rule.FROZEN_WALLS | Rule.UNPACKING)
    words = key_words(len(tables.board.square))
    places = 1
    while 2 * threads * places * (8 * words + _VALUE_BYTES) <= memory.left:
        places *= 2
    memory.take(threads * places * (8 * words + _VALUE_BYTES))
    known = _nothing_known(words, threads, places)
    inside = np.append(relaxation.zone, False).astype(np.uint8)

    def of_thread() -> RelaxedBound:
        nodes = _few_nodes(words, MOST_FOR_QUESTION)
        scratch = make_scratch(len(graph), words, len(graph.boxes), len(graph.goals), rules)
        state = State(nodes, scratch, room_for_edges(0), no_dive(words))
        checks, rows = make_checks(graph, words, rules), make_rows(1, words, len(graph.boxes))
        box_at = np.zeros(len(graph) + 1, dtype=np.uint8)
        box_at[-1] = 1
        counters = np.zeros(_COUNTERS, dtype=np.int64)
        counters[kernels.DEDUCTION] = relaxation.deduction
        counters[kernels.OTHER_FILLINGS] = filling.least_unknown
        counters[kernels.IS_ODD] = problem.at_least(0)
        return RelaxedBound(
            RelaxedCosts(tables, state, checks, rows, *known),
            inside,
            box_at,
            np.zeros(words, dtype=np.uint64),
            filling.fillings(0),
            counters,
        )

    return [of_thread() for _ in range(threads)]


@cache
def _no_nodes(words: int) -> Nodes:
    """A table that nobody writes to: short searches are begun by the hundred."""
    return _few_nodes(words, 0)


def _few_nodes(words: int, size: int) -> Nodes:
    """A table of nodes that takes ``size`` bytes."""
    table = NodeTable(words, Memory(size))
    while table.grow(0):
        pass
    return table.nodes


def _nothing_known(words: int, memos: int, places: int) -> tuple[np.ndarray, np.ndarray]:
    """`RelaxedCosts.key` and `RelaxedCosts.value`."""
    shape = (memos, places)
    return mapped.empty((*shape, words), dtype=np.uint64), mapped.full(shape, -1, dtype=np.int32)
