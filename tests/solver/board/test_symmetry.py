"""Symmetric rooms: their symmetries, and solutions that are found among mirror images."""

from __future__ import annotations

import pytest

from levels.level import Level
from solver.board.graph import BoardGraph
from solver.messages import Limits
from solver.search import Search, Status
from tests import naive
from tests.levels.boards import level_of
from tests.solver.random_levels import drawing_of
from tests.solver.searching import SMALL, optimum_of, searched
from tests.solver.symmetric_levels import symmetric_levels


@pytest.mark.parametrize(
    ("drawing", "count"),
    [
        ("#####\n#*.*#\n#.@$#\n#*$*#\n#####", 1),
        ("######\n#*  *#\n#@   #\n#*  *#\n######", 3),
        ("#####\n#*.*#\n#$@ #\n#* *#\n#####", 1),
        ("#####\n#* *#\n# @ #\n#* *#\n#####", 7),
        ("######\n#. $@#\n#    #\n######", 0),
        ("######\n#. $@#\n# $ .#\n######", 1),
        ("######\n#. $@#\n# $ .#\n##  ##\n######", 0),
    ],
)
def test_the_symmetries_of_a_room(drawing: str, count: int) -> None:
    graph = BoardGraph.of(level_of(drawing))
    found = graph.symmetries
    assert len(found) == count
    for mirror in found:
        assert sorted(mirror.tolist()) == list(range(len(graph) + 1))
        for square, neighbors in enumerate(graph.neighbors.tolist()):
            images = {int(mirror[neighbor]) for neighbor in neighbors}
            assert images == set(graph.neighbors[mirror[square]].tolist())


def test_optima_in_symmetric_rooms() -> None:
    levels = symmetric_levels(range(260))
    assert len(levels) > 100
    symmetric = 0
    for level in levels:
        symmetric += len(BoardGraph.of(level).symmetries) > 0
        assert optimum_of(searched(level)) == naive.fewest_pushes(level), drawing_of(level)
    assert symmetric > 100


def test_mirror_images_are_searched_once() -> None:
    level = level_of("""
        #########
        #       #
        # $   $ #
        #   @   #
        # $   $ #
        #. .#. .#
        #########
        """)
    with_symmetry = _nodes(level, frozenset())
    assert with_symmetry < 0.8 * _nodes(level, frozenset({"symmetry"}))


def _nodes(level: Level, without: frozenset[str]) -> int:
    # Without cuts: they are searched without symmetry.
    search = Search(level, SMALL, without=without | {"matching", "pairs", "cuts"})
    while search.advance(1.0) is Status.RUNNING:
        pass
    assert search.limits == Limits(memory=16)
    return search.nodes
