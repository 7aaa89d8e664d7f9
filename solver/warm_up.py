"""All kernels compiled, or loaded from the cache, before the first search."""

from __future__ import annotations

from itertools import islice

from levels.level import Level
from solver.board_graph import BoardGraph
from solver.lines import Line, PlainLine, Standing, lines_for_hard_levels
from solver.memory import Memory
from solver.messages import Metric
from solver.move_line import MoveLine
from solver.problem import prepare
from solver.quick.line import QuickLine
from solver.search import ALL_RULES

_MEMORY = 1 << 20  # bytes
_TURNS = 100

_LEVEL = Level(
    width=6,
    height=6,
    walls=frozenset(
        square for square in range(36) if square % 6 in (0, 5) or square // 6 in (0, 5)
    ),
    goals=frozenset({7, 10}),
    boxes=frozenset({14, 15}),
    pusher=28,
)


def warm_up(metric: Metric = Metric.PUSHES) -> None:
    """Compile every kernel that ``metric`` needs, or load it from the cache."""
    *_, problem = prepare(BoardGraph.of(_LEVEL), ALL_RULES)
    assert problem is not None
    memory = Memory(_MEMORY)
    lines: list[Line] = [QuickLine(problem, metric, memory)]
    if metric is Metric.PUSHES:
        lines += [PlainLine(problem, memory), *lines_for_hard_levels(problem, memory)]
    elif metric is not Metric.ANY:
        lines = [MoveLine(problem, metric, _MEMORY)]
    for line in lines:
        standing = Standing()
        for _ in islice(line.run(standing), _TURNS):
            if standing.is_decided:
                break
