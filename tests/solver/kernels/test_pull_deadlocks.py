"""Pull deadlocks against playing every level forward from its start."""

from __future__ import annotations

import numpy as np

from levels.level import Level
from solver.board.graph import BoardGraph
from solver.board.tables import key_words
from solver.kernels.pull_deadlocks import is_pull_deadlock
from solver.lines.meeting import origin_of
from solver.nodes.checks import make_corral
from solver.preparing.problem import prepare
from solver.prunings import Rule
from solver.quick.one_try import workspace_for
from solver.quick.room import has_two_ends, make_room
from tests import naive
from tests.levels.boards import level_of
from tests.solver.random_levels import drawing_of, pulls, random_level


class PullDeadlocks:
    """Asks the kernel about positions of one level."""

    def __init__(self, level: Level) -> None:
        self._level, self._graph = level, BoardGraph.of(level)
        *_, problem = prepare(self._graph, Rule(0))
        assert problem is not None
        self._tables = problem.tables
        self._origin = origin_of(self._graph, make_room(problem, workspace_for(problem)))
        words = key_words(len(problem.tables.board.square))
        self._corral = make_corral(self._graph, words)

    def has(self, boxes: naive.Boxes, pusher: int) -> bool:
        """Whether a position is one."""
        number, squares = self._graph.number, len(self._graph)
        box_at = np.zeros(squares + 1, dtype=np.uint8)
        box_at[[squares, *(number[box] for box in boxes & self._level.floor)]] = 1
        area, areas = np.zeros(squares + 1, dtype=np.int32), 0
        for areas, part in enumerate(naive.parts(self._level, boxes), start=1):
            area[[number[square] for square in part]] = areas
        labels = (area, areas)
        return bool(
            is_pull_deadlock(
                self._tables, self._origin, self._corral, labels, box_at, number[pusher]
            )
        )


def pulled_from_solved(level: Level) -> set[naive.Place]:
    """Every position that any pulls lead to from where all boxes are on goals."""
    layer = {(level.goals, min(part)) for part in naive.parts(level, level.goals)}
    seen = set(layer)
    while layer:
        layer = {after for place in layer for after in pulls(level, *place)} - seen
        seen |= layer
    return seen


def test_no_push_from_the_start_leads_to_a_pull_deadlock() -> None:
    dead = alive = 0
    for seed in range(40_000, 40_090):
        level = random_level(seed, positions=1_500)
        graph = BoardGraph.of(level)
        if not has_two_ends(graph) or not level.goals <= level.floor:
            continue
        deadlocks = PullDeadlocks(level)
        forward = {place for layer in naive.layers(level) for place in layer}
        for boxes, pusher in pulled_from_solved(level):
            verdict = deadlocks.has(boxes, pusher)
            if verdict:
                drawing = drawing_of(level) + drawing_of(level.with_pieces(boxes, pusher))
                assert (boxes, pusher) not in forward, drawing
            dead += verdict
            alive += not verdict
    assert dead > 1_000
    assert alive > 1_000


ROOM = """
    #########
    #$  $   #
    # $     #
    #   ##.##
    #  . # @#
    #  . #  #
    #########
    """


def test_a_pusher_that_has_pulled_a_box_in_after_it_is_shut_in() -> None:
    level = level_of(ROOM.replace("@", " ").replace("# $ ", "#@$ "))
    pocket = level_of(ROOM)
    deadlocks = PullDeadlocks(level)
    assert deadlocks.has(level.goals, pocket.pusher)
    assert not deadlocks.has(level.goals, level.pusher)


def test_a_pusher_that_starts_where_it_is_shut_in_is_where_it_should_be() -> None:
    level = level_of(
        """
        #########
        #   ##$##
        #  . # @#
        #  . #  #
        #########
        """.replace("$", ".").replace(".", "*", 3)
    )
    assert not PullDeadlocks(level).has(level.boxes, level.pusher)
