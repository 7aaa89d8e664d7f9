"""The node signature: a change of the search that changes no node visits as many as before."""

from __future__ import annotations

from levels.files import read_collection, shipped_packs
from levels.level import Level
from solver.messages import Limits
from tests.solver.searching import BENCH_LEVELS, optimum_of, searched


def signature(levels: list[Level]) -> list[tuple[int, int | None]]:
    """Nodes and pushes of every level."""
    searches = [searched(level, Limits()) for level in levels]
    return [(search.nodes, optimum_of(search)) for search in searches]


def test_the_shipped_packs_have_the_same_signature_twice() -> None:
    levels = [level for pack in shipped_packs() for level in read_collection(pack).levels]
    assert levels
    first = signature(levels)
    assert signature(levels) == first
    assert sum(nodes for nodes, _ in first) > len(levels)


def test_the_bench_levels_have_the_same_signature_twice() -> None:
    levels = list(BENCH_LEVELS)
    assert signature(levels) == signature(levels)
