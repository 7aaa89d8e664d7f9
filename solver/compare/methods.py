"""The methods that are compared, each under the heading of what it is compared in.

Within a heading only one thing changes from row to row. All of them look at the same room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from levels.language import N_, _
from levels.level import Level
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.compare.best_first import a_star, best_first
from solver.compare.blind import breadth_first, depth_first
from solver.compare.deepening import deepening, deepening_with_table
from solver.compare.distances import Distance, distance_with_pusher, real_distance, taxi_distance
from solver.compare.effort import Effort
from solver.compare.estimates import Estimate, matched_goals, nearest_goals, no_estimate
from solver.compare.floor import Floor, Node, Squares, squares_of
from solver.compare.frozen import freeze_test
from solver.compare.groups import GroupPenalties, with_penalties
from solver.compare.puzzle import Puzzle

LADDER = N_("Step by step")
"""The heading of the steps by which Hoste 2009, 13, comes from millions of nodes to a hundred."""
Algorithm: TypeAlias = Callable[[Puzzle, Effort], list[Node] | None]


class MeasuredLevel:
    """What all methods read: measured once, where it is the same for all."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.room = Floor(level)
        self._graph = BoardGraph.of(level)
        self._distances = Distances.of(self._graph)

    @cached_property
    def live(self) -> Squares:
        """The squares from which a lone box reaches a goal."""
        dead = self._distances.dead
        return squares_of(square for square, box in self._graph.number.items() if not dead[box])

    @cached_property
    def taxi(self) -> Distance:
        return taxi_distance(self.level, self.room)

    @cached_property
    def real(self) -> Distance:
        return real_distance(self.room)

    @cached_property
    def with_pusher(self) -> Distance:
        return distance_with_pusher(self._graph, self._distances)

    @cached_property
    def is_frozen(self) -> Callable[[Node], bool]:
        return freeze_test(self.room, self.live)


@dataclass(frozen=True)
class Method:
    """A search with an estimate, deadlock tests and penalties."""

    heading: str
    name: str
    algorithm: Algorithm
    estimate: Callable[[MeasuredLevel], Estimate] = lambda board: no_estimate
    knows_dead_squares: bool = True
    finds_frozen: bool = False
    deadlocks_of: int = 0
    """boxes in a group"""
    penalties_of: int = 0
    """boxes in a group; its deadlocks are used too"""

    @property
    def is_optimal(self) -> bool:
        """Whether what it finds has the fewest pushes."""
        return self.algorithm not in (depth_first, best_first)

    def solve(self, board: MeasuredLevel, effort: Effort) -> list[Node] | None:
        """The nodes of a solution, None if there is none. Raises LimitReachedError."""
        tests = [board.is_frozen] if self.finds_frozen else []
        estimate = self.estimate(board)
        size = max(self.deadlocks_of, self.penalties_of)
        if size and size <= board.room.start.boxes.bit_count():
            groups = GroupPenalties(board.room, board.with_pusher, size, effort)
            tests.append(groups.is_deadlock)
            if self.penalties_of:
                estimate = with_penalties(estimate, groups)
        allowed = board.live if self.knows_dead_squares else board.room.floor
        return self.algorithm(Puzzle(board.room, allowed, estimate, tuple(tests)), effort)


def _matched(board: MeasuredLevel) -> Estimate:
    return matched_goals(board.with_pusher)


def _taxi_matched(board: MeasuredLevel) -> Estimate:
    return matched_goals(board.taxi)


def methods() -> Iterator[Method]:
    """In the order in which they are shown."""
    yield from _ladder()
    yield from _searches()
    yield from _estimates()
    yield from _deadlocks()
    yield from _penalties()


def _ladder() -> Iterator[Method]:
    table = deepening_with_table
    yield Method(_(LADDER), _("breadth-first search"), breadth_first, knows_dead_squares=False)
    yield Method(_(LADDER), _("IDA*, simple deadlocks"), table, _matched, finds_frozen=True)
    yield Method(
        _(LADDER), _("... and 3-box deadlocks"), table, _matched, finds_frozen=True, deadlocks_of=3
    )
    yield Method(
        _(LADDER), _("... and 3-box penalties"), table, _matched, finds_frozen=True, penalties_of=3
    )


def _searches() -> Iterator[Method]:
    heading = _("Searches")
    yield Method(heading, _("breadth-first"), breadth_first)
    yield Method(heading, _("depth-first"), depth_first)
    yield Method(heading, _("iterative deepening"), deepening)
    yield Method(heading, _("best-first"), best_first, _matched)
    yield Method(heading, "IDA*", deepening, _matched)
    yield Method(heading, _("IDA* with a table"), deepening_with_table, _matched)
    yield Method(heading, "A*", a_star, _matched)


def _estimates() -> Iterator[Method]:
    heading = _("Estimates, in A*")
    yield Method(heading, _("none"), a_star)
    yield Method(heading, _("taxi, nearest"), a_star, lambda board: nearest_goals(board.taxi))
    yield Method(heading, _("taxi, matched"), a_star, _taxi_matched)
    yield Method(heading, _("real, nearest"), a_star, lambda board: nearest_goals(board.real))
    yield Method(heading, _("real, matched"), a_star, lambda board: matched_goals(board.real))
    yield Method(
        heading, _("with pusher, nearest"), a_star, lambda board: nearest_goals(board.with_pusher)
    )
    yield Method(heading, _("with pusher, matched"), a_star, _matched)


def _deadlocks() -> Iterator[Method]:
    # The taxi distance knows of no deadlock itself.
    heading = _("Deadlocks, in A* by taxi distance")
    yield Method(heading, _("none"), a_star, _taxi_matched, knows_dead_squares=False)
    yield Method(heading, _("dead squares"), a_star, _taxi_matched)
    yield Method(heading, _("frozen boxes"), a_star, _taxi_matched, finds_frozen=True)
    for size in (2, 3):
        yield Method(
            heading, _("groups of {size}", size=size), a_star, _taxi_matched, deadlocks_of=size
        )


def _penalties() -> Iterator[Method]:
    heading = _("Penalties, in A* by pushes matched")
    yield Method(heading, _("none"), a_star, _matched, finds_frozen=True)
    for size in (2, 3):
        yield Method(
            heading,
            _("groups of {size}", size=size),
            a_star,
            _matched,
            finds_frozen=True,
            penalties_of=size,
        )
