"""The one conductor: from a level to a proved answer, in slices."""

from __future__ import annotations

import time
from collections.abc import Iterator
from enum import Enum, auto

import psutil

from levels.level import Direction, Level
from levels.position import Position
from solver.board_graph import BoardGraph, RoomTooLargeError
from solver.distances import Distances
from solver.messages import Cause, Limits, Metric, Solution
from solver.pair_penalties import build_pairs, is_worthwhile, no_pairs
from solver.push_search import PushSearch, Rule, SliceEnd, make_board, plain_costs
from solver.solution import solution_of
from solver.tables import Tables

_SLICE_SECONDS = 0.005
_MEBI = 1 << 20

PRUNINGS = {
    "freeze": Rule.FREEZE,
    "pi-corral": Rule.PI_CORRAL,
    "matching": Rule.MATCHING,
    "pairs": Rule.PAIRS,
}
"""What can be left out, by name; none of them changes an optimum."""


class Status(Enum):
    """How a search stands."""

    RUNNING = auto()
    SOLVED = auto()
    UNSOLVABLE = auto()
    GAVE_UP = auto()


class Search:
    """A search for a solution with the fewest pushes.

    Every attribute can be read between two calls of `advance`. ``lower_bound`` is proved at every
    moment, ``best`` was replayed, and ``optimal`` says whether it is proved that nothing is better.
    """

    def __init__(
        self,
        level: Level,
        limits: Limits | None = None,
        metric: Metric = Metric.PUSHES,
        without: frozenset[str] = frozenset(),
    ) -> None:
        """Raises ValueError for a name in ``without`` that is not in PRUNINGS."""
        unknown = without - PRUNINGS.keys()
        if unknown:
            raise ValueError(f"{', '.join(sorted(unknown))}: choose from {', '.join(PRUNINGS)}")
        self.level = level
        self.limits = limits or Limits()
        self.metric = metric
        self.phase = "Measuring the room"
        self.lower_bound = 0
        self.best: Solution | None = None
        self.optimal = False
        self.status = Status.RUNNING
        self.cause: Cause | None = None
        self.seconds = 0.0
        self._rules = Rule.STOP_AT_SOLUTION
        for name, rule in PRUNINGS.items():
            if name not in without:
                self._rules |= rule
        self._pushes: PushSearch | None = None
        self._budget = 500
        self._work = self._run()

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return self._pushes.nodes if self._pushes else 0

    @property
    def table_fill(self) -> float:
        """How much of the memory allowed for positions is taken, 0 to 1."""
        if self._pushes is None:
            return 0.0
        return self._pushes.stored / max(1, self._pushes.table.capacity)

    @property
    def peak_mib(self) -> float:
        """Memory of the table of positions, MiB."""
        if self._pushes is None:
            return 0.0
        return self._pushes.table.used_bytes(self._pushes.stored) / _MEBI

    def advance(self, seconds: float = 0.02) -> Status:
        """Work for about ``seconds``."""
        start = time.perf_counter()
        until = start + seconds
        before = self.seconds
        try:
            while self.status is Status.RUNNING:
                next(self._work)
                now = time.perf_counter()
                self.seconds = before + now - start
                self._look_at_limits()
                if now >= until:
                    break
        except StopIteration:
            assert self.status is not Status.RUNNING
        except MemoryError:
            self.give_up(Cause.MEMORY)
        self.seconds = before + time.perf_counter() - start
        return self.status

    def give_up(self, cause: Cause) -> Status:
        """End the search; what was proved stays readable."""
        if self.status is Status.RUNNING:
            self.status = Status.GAVE_UP
            self.cause = cause
        return self.status

    def _look_at_limits(self) -> None:
        limits = self.limits
        if limits.seconds is not None and self.seconds >= limits.seconds:
            self.give_up(Cause.TIME)
        elif limits.nodes is not None and self.nodes >= limits.nodes:
            self.give_up(Cause.NODES)

    def _run(self) -> Iterator[None]:
        """The whole search; every yield is a place to rest."""
        if Position.start(self.level).is_solved:
            return self._finish(Solution("", 0, 0))
        yield
        try:
            graph = BoardGraph.of(self.level)
        except RoomTooLargeError:
            self.give_up(Cause.MEMORY)
            return
        if not graph.is_balanced:
            self.status = Status.UNSOLVABLE
            return
        yield
        distances = Distances.of(graph)
        yield
        board = make_board(graph, distances.dead, distances.dead[:-1] == 0)
        pairs = no_pairs()
        if self._rules & Rule.PAIRS and is_worthwhile(board, len(graph.goals)):
            self.phase = "Looking at every two boxes"
            for portion in build_pairs(graph, board, distances):
                if portion is not None:
                    pairs = portion
                yield
        tables = Tables(board, plain_costs(distances), pairs)
        yield from self._search(graph, tables)

    def _search(self, graph: BoardGraph, tables: Tables) -> Iterator[None]:
        search = PushSearch(graph, tables, self._rules, self._memory())
        self._pushes = search
        search.start(graph.boxes, graph.pusher)
        end = SliceEnd.RUNNING
        while end is SliceEnd.RUNNING:
            start = time.perf_counter()
            end = search.advance(self._budget)
            self._adjust_budget(time.perf_counter() - start)
            self.lower_bound = search.lower_bound
            self.phase = f"Trying every way to solve it in {self.lower_bound} pushes"
            if end is SliceEnd.RUNNING:
                yield
        if end is SliceEnd.TABLE_FULL:
            self.give_up(Cause.MEMORY)
        elif end is SliceEnd.EXHAUSTED:
            self.status = Status.UNSOLVABLE
        else:
            pushes = [
                (graph.squares[push.square], Direction(push.direction))
                for push in search.solution()
            ]
            self._finish(solution_of(self.level, pushes))

    def _finish(self, solution: Solution) -> None:
        self.best = solution
        self.lower_bound = solution.pushes
        self.optimal = True
        self.status = Status.SOLVED

    def _adjust_budget(self, took: float) -> None:
        """Keep slices near 5 ms."""
        wanted = self._budget * _SLICE_SECONDS / max(took, 1e-6)
        self._budget = int(min(max(wanted, self._budget / 2, 20), self._budget * 2, 20_000))

    def _memory(self) -> int:
        """Bytes for the table of positions: what the limit says, at most what is free."""
        machine = psutil.virtual_memory()
        mebi = self.limits.memory
        wanted = machine.total // 4 if mebi is None else mebi * _MEBI
        return int(min(wanted, machine.available))


_WARM_UP_LEVEL = Level(
    width=6,
    height=6,
    walls=frozenset(
        square for square in range(36) if square % 6 in (0, 5) or square // 6 in (0, 5)
    ),
    goals=frozenset({7, 10}),
    boxes=frozenset({14, 15}),
    pusher=28,
)


def warm_up() -> None:
    """Compile every kernel, or load it from the cache."""
    search = Search(_WARM_UP_LEVEL)
    while search.advance(1.0) is Status.RUNNING:
        pass
