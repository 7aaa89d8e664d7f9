"""Boxes sent other ways: never worse than a slow search of the same says, never better."""

from __future__ import annotations

from collections import deque
from itertools import combinations

import numpy as np

from levels.level import Level
from solver.board.distances import pushes_to
from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.kernels.rerouting import MOST_FREE
from solver.nodes.slices import SliceEnd
from solver.quick.rerouting import Rerouting, Script
from solver.resources.memory import Memory
from solver.solutions.dressing import dressed, undressed
from tests.solver.quick.test_quick_search import quickly
from tests.solver.random_levels import drawing_of, random_level


def area(graph: BoardGraph, boxes: frozenset[int], pusher: int) -> frozenset[int]:
    """Squares that the pusher can walk to."""
    seen, todo = {pusher}, [pusher]
    while todo:
        for ahead in graph.neighbors[todo.pop()].tolist():
            if ahead != len(graph) and ahead not in boxes and ahead not in seen:
                seen.add(ahead)
                todo.append(ahead)
    return frozenset(seen)


def slowly(graph: BoardGraph, script: Script, starts: list[int], ends: list[int]) -> int:
    """The fewest pushes of the free boxes."""
    places = [frozenset(row) for row in script.places.tolist()]
    free, last = frozenset(starts), len(script.pushes)
    root = (0, free, area(graph, places[0] | free, graph.pusher))
    cost, todo = {root: 0}, deque([root])
    while todo:
        state = todo.popleft()
        done, free, reached = state
        if done == last and free == frozenset(ends):
            return cost[state]
        pushes = [4 * box + direction for box in free for direction in range(4)]
        for code in [*pushes, *script.pushes[done : done + 1].tolist()]:
            box, direction = code >> 2, code & 3
            ahead = int(graph.neighbors[box, direction])
            behind = int(graph.neighbors[box, direction ^ 2])
            boxes = places[done] | free
            if behind not in reached or ahead in boxes or ahead == len(graph):
                continue
            goes_on = box not in free
            moved = free if goes_on else free - {box} | {ahead}
            after = places[done + goes_on] | moved
            child = (done + goes_on, moved, area(graph, after, box))
            reach = cost[state] + (not goes_on)
            if reach < cost.get(child, 1 << 30):
                cost[child] = reach
                (todo.appendleft if goes_on else todo.append)(child)
    raise AssertionError("the solution itself is a way")


def tried(level: Level, lurd: str, most: int) -> tuple[int, int]:
    """(sets of boxes tried, those of them for which there was something better)"""
    graph = BoardGraph.of(level)
    codes = [4 * push.square + push.direction for push in undressed(graph, lurd)]
    rows = [graph.boxes.tolist()]
    for code in codes:
        ahead = int(graph.neighbors[code >> 2, code & 3])
        rows.append([ahead if box == code >> 2 else box for box in rows[-1]])
    sets = better = 0
    for count in range(1, MOST_FREE + 1):
        for free in combinations(range(len(graph.boxes)), count):
            own = [any(row[box] == code >> 2 for box in free)
                   for row, code in zip(rows, codes, strict=False)]  # fmt: skip
            if not 0 < sum(own) <= most:
                continue
            kept = [
                rows[0],
                *(row for row, is_own in zip(rows[1:], own, strict=True) if not is_own),
            ]
            script = Script(
                np.delete(np.array(kept, dtype=np.int32), free, axis=1),
                np.array([code for code, is_own in zip(codes, own, strict=True) if not is_own],
                         dtype=np.int32),
            )  # fmt: skip
            starts, ends = [rows[0][box] for box in free], [rows[-1][box] for box in free]
            search = Rerouting(
                graph, script, np.array(starts, dtype=np.int32),
                pushes_to(graph, graph.lone_pushes, np.array(ends, dtype=np.int32)),
                sum(own), Memory(4 << 20),
            )  # fmt: skip
            while (end := search.advance(50)) is SliceEnd.RUNNING:
                pass
            fewest = slowly(graph, script, starts, ends)
            assert (end is SliceEnd.SOLVED) == (fewest < sum(own)), drawing_of(level)
            if end is SliceEnd.SOLVED:
                pushes = [Push(code >> 2, code & 3) for code in search.solution()]
                saved = sum(own) - fewest
                assert dressed(graph, pushes).pushes == len(codes) - saved, drawing_of(level)
                better += 1
            sets += 1
    return sets, better


def test_fewer_pushes_are_found_exactly_where_there_are() -> None:
    sets = better = 0
    for seed in range(61_000, 61_050):
        level = random_level(seed, positions=1_500)
        best = quickly(level).best
        if best is not None and best.pushes:
            found = tried(level, best.lurd, most=40)
            sets, better = sets + found[0], better + found[1]
    assert sets >= 25
    assert better >= 2
