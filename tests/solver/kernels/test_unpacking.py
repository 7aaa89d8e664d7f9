"""Unpacking against solving every position, with walls for the boxes that stay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from levels.level import Direction, Level, Square
from solver.board.graph import BoardGraph
from solver.kernels.unpacking import STAMP, is_packed, unpack
from solver.nodes.checks import make_unpacking
from solver.prunings import Rule
from tests import naive
from tests.levels.boards import level_of
from tests.solver.quick.test_dead_ends import DeadEnds
from tests.solver.random_levels import drawing_of, random_level

BLOCKS, SEEDS = 4, 100
"""Together 400 levels; in blocks, so that processes can share them."""


class Unpacking:
    """Asks the kernel about positions of one level in which some boxes on goals stay for good."""

    def __init__(
        self, level: Level, staying: naive.Boxes, barred: frozenset[Square], floods: int = 0
    ) -> None:
        """No box can be in ``barred`` in any solution; ``floods``: how many there were before."""
        self._graph = graph = BoardGraph.of(level)
        self._bit = {graph.squares[goal]: 1 << bit for bit, goal in enumerate(graph.goals)}
        self._unpacking = make_unpacking(len(graph), 2)
        self._unpacking.numbers[STAMP] = floods
        flags = np.zeros(len(graph) + 1, dtype=np.uint8)
        flags[[graph.number[square] for square in barred]] = 1
        full = graph.neighbors, graph.goals, flags
        unpack(self._unpacking, full, self._goals_with(staying), 1)

    def _goals_with(self, boxes: naive.Boxes) -> np.uint64:
        """The set of the goals that have a box, a bit each."""
        return np.uint64(sum(self._bit[box] for box in boxes & self._bit.keys()))

    def refuses(self, boxes: naive.Boxes, pusher: Square) -> bool:
        """Whether a position is said to have no solution in which those boxes stay."""
        goals, filled = self._graph.goals, self._goals_with(boxes)
        return bool(is_packed(self._unpacking, goals, 1, filled, self._graph.number[pusher]))


def with_boxes_in_walls(level: Level, random: Random) -> tuple[Level, naive.Boxes]:
    """The level with one to three boxes, and goals below them, in place of walls beside the floor;
    and these boxes."""
    beside = {level.neighbor(square, way) for square in level.floor for way in Direction}
    inner = sorted(
        square
        for square in beside & level.walls
        if 0 < square % level.width < level.width - 1
        and 0 < square // level.width < level.height - 1
    )
    staying = frozenset(random.sample(inner, min(len(inner), random.randint(1, 3))))
    walls, goals, boxes = level.walls - staying, level.goals | staying, level.boxes | staying
    return replace(level, walls=walls, goals=goals, boxes=boxes), staying


def never_pushed_to(level: Level) -> frozenset[Square]:
    """Where no lone box can be pushed from any start."""
    waiting = [
        (frozenset({box}), min(part))
        for box in level.boxes
        for part in naive.parts(level, frozenset({box}))
    ]
    seen = set(waiting)
    while waiting:
        boxes, pusher = waiting.pop()
        for push in naive.pushes(level, boxes, pusher):
            place = naive.after_push(level, boxes, push)
            if place not in seen:
                seen.add(place)
                waiting.append(place)
    return level.floor - {square for boxes, _ in seen for square in boxes}


def unpacked(
    level: Level, staying: naive.Boxes, barred: frozenset[Square], part: frozenset[Square]
) -> tuple[naive.Boxes, frozenset[Square]]:
    """(boxes that stay packed, where the pusher gets to), one pull after the other."""
    boxes = level.goals
    while True:
        for box in boxes - staying:
            for way in Direction:
                beside = level.neighbor(box, way)
                after = level.neighbor(beside, way) if beside in part else beside
                if beside in part - barred and after in level.floor - boxes:
                    break
            else:
                continue
            boxes -= {box}
            part = naive.reachable_area(level, boxes, min(part))
            break
        else:
            return boxes - staying, part


@pytest.mark.parametrize("barred", [never_pushed_to, lambda level: frozenset()])
@pytest.mark.parametrize("block", range(BLOCKS))
def test_what_is_refused_has_no_solution_in_which_those_boxes_stay(
    block: int, barred: Callable[[Level], frozenset[Square]]
) -> None:
    refused = allowed = 0
    for seed in range(block * SEEDS, (block + 1) * SEEDS):
        rest = random_level(seed, positions=1_000)
        level, staying = with_boxes_in_walls(rest, Random(seed))
        if len(rest.boxes) != len(rest.goals) or not rest.goals <= rest.floor:
            continue
        unpacking = Unpacking(level, staying, barred(level))
        for (boxes, pusher), needed in naive.pushes_left(rest).items():
            verdict = unpacking.refuses(boxes | staying, pusher)
            if verdict:
                assert needed is None, drawing_of(level.with_pieces(boxes | staying, pusher))
            refused += verdict
            allowed += not verdict
    assert refused > 80
    assert allowed > 100


def test_it_is_what_pulling_one_box_after_the_other_says() -> None:
    refused = 0
    for seed in range(1_000, 1_100):
        rest = random_level(seed, positions=1_000)
        level, staying = with_boxes_in_walls(rest, Random(seed))
        if len(rest.boxes) != len(rest.goals) or not rest.goals <= rest.floor:
            continue
        barred = never_pushed_to(level)
        unpacking = Unpacking(level, staying, barred)
        ends = [unpacked(level, staying, barred, part) for part in naive.parts(level, level.goals)]
        for boxes, pusher in naive.pushes_left(rest):
            is_allowed = boxes == rest.goals or any(
                packed <= boxes and pusher in part for packed, part in ends if packed < rest.goals
            )
            assert unpacking.refuses(boxes | staying, pusher) is not is_allowed
            refused += not is_allowed
    assert refused > 100


def test_it_does_not_matter_how_long_the_search_has_been_running() -> None:
    level = level_of("""
        #######
        #@$ .*#
        #######
        """)
    staying = level.boxes & level.goals
    for floods in (0, 2**31 - 1):
        unpacking = Unpacking(level, staying, frozenset(), floods)
        assert not unpacking.refuses(level.boxes, level.pusher)


FILLED_FROM_TWO_SIDES = """
    ########
    #@     #
    # $    #
    ### ####
    ## .*###
    ##.#####
    ## #####
    #   ####
    # $ ####
    #   ####
    ########
    """


def test_goals_that_are_filled_from_two_sides_must_not_part_them() -> None:
    level = level_of(FILLED_FROM_TWO_SIDES)
    rules = Rule.DEAD_ENDS | Rule.UNPACKING
    assert DeadEnds(level, rules).has(level.boxes, level.pusher)
    assert DeadEnds(level).has(level.boxes, level.pusher) is False
    assert naive.fewest_pushes(level) is None


def test_a_goal_to_spare_may_stay_empty() -> None:
    drawn = level_of(FILLED_FROM_TWO_SIDES)
    level = replace(drawn, goals=drawn.goals | {min(drawn.boxes)})
    rules = Rule.DEAD_ENDS | Rule.UNPACKING
    assert DeadEnds(level, rules).has(level.boxes, level.pusher) is False
    assert naive.fewest_pushes(level) is not None


def test_a_dead_end_without_it_is_one_with_it_and_has_no_solution() -> None:
    for seed in range(2_000, 2_100):
        level = random_level(seed, positions=1_000)
        plain, both = DeadEnds(level), DeadEnds(level, Rule.DEAD_ENDS | Rule.UNPACKING)
        for (boxes, pusher), needed in naive.pushes_left(level).items():
            verdict = both.has(boxes, pusher)
            assert verdict or not plain.has(boxes, pusher)
            if verdict:
                assert needed is None, drawing_of(level.with_pieces(boxes, pusher))
