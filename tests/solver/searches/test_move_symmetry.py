"""Fewest moves in symmetric rooms: of mirror images one is searched, and the optima stay."""

from __future__ import annotations

import pytest

from solver.board.graph import BoardGraph
from solver.prunings import Rule
from tests.levels.boards import level_of
from tests.solver.random_levels import drawing_of
from tests.solver.searches.test_move_dives import ended
from tests.solver.searches.test_move_search import advanced, best, optimum, started
from tests.solver.searching import MOVE_RULES
from tests.solver.symmetric_levels import symmetric_levels

METRICS = pytest.mark.parametrize("pushes_first", [False, True], ids=["moves", "pushes, moves"])
FORWARD = MOVE_RULES & ~Rule.PERIMETER


@METRICS
@pytest.mark.parametrize(
    "rules", [MOVE_RULES, FORWARD, Rule.SYMMETRY], ids=["all", "forward", "alone"]
)
def test_optima_in_symmetric_rooms(rules: Rule, pushes_first: bool) -> None:
    levels = symmetric_levels(range(200))
    assert len(levels) > 80
    symmetries = [len(BoardGraph.of(level).symmetries) for level in levels]
    assert sum(count > 0 for count in symmetries) > 80
    assert sum(count > 1 for count in symmetries) > 15
    for level in levels:
        assert optimum(level, pushes_first, rules) == best(level, pushes_first), drawing_of(level)


@METRICS
def test_a_tiny_table_in_symmetric_rooms(
    pushes_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Full from the first node on: all the rest is searched depth-first.
    monkeypatch.setattr("solver.searches.move_search.of_dives", lambda size: size)
    monkeypatch.setattr("solver.nodes.dive.of_dives", lambda _: 0)
    full = 0
    for level in symmetric_levels(range(300, 400)):
        if not level.boxes <= level.goals:
            found, search = ended(level, pushes_first, FORWARD)
            assert found == best(level, pushes_first), drawing_of(level)
            full += search is not None and search.is_full
    assert full > 10


def test_of_mirror_images_one_is_searched() -> None:
    level = level_of("""
        #########
        #       #
        # $ $ $ #
        #   @   #
        # $ $ $ #
        #...#...#
        #########
        """)
    with_images, without = (started(level, rules=FORWARD & ~each) for each in (0, Rule.SYMMETRY))
    assert with_images is not None and without is not None
    advanced(with_images)
    advanced(without)
    assert with_images.lower_bound == without.lower_bound
    assert with_images.nodes < 0.65 * without.nodes
