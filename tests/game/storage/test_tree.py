"""The tree of all ways against a plain list of whole games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.storage.tree import Branch, Tree, WrittenBranch, check_ways, common_start, merged_ways

LURDS = st.lists(st.text("lurdLURD", min_size=1, max_size=12), max_size=8)


def tree_of(lurds: list[str]) -> Tree:
    tree = Tree()
    for lurd in lurds:
        tree.insert(lurd)
    return tree


def ways(tree: Tree) -> set[str]:
    return {tree.lurd(way) for way in tree} - {""}


def longest(lurds: list[str]) -> set[str]:
    """The games that are not the beginning of another one."""
    return {one for one in lurds if not any(each != one and each.startswith(one) for each in lurds)}


@given(LURDS)
def test_a_tree_holds_every_way_and_no_step_twice(lurds: list[str]) -> None:
    tree = tree_of(lurds)
    assert ways(tree) == longest(lurds)
    beginnings = {lurd[:end] for lurd in lurds for end in range(1, len(lurd) + 1)}
    assert sum(len(branch.steps) for branch in tree) == len(beginnings)


@given(LURDS)
def test_growing_step_by_step_makes_the_same_tree(lurds: list[str]) -> None:
    tree = Tree()
    for lurd in lurds:
        way = tree.root
        for at, letter in enumerate(lurd):
            way = tree.grow(way, at, letter)
    assert tree.written == tree_of(lurds).written


@given(LURDS)
def test_what_is_written_comes_back_as_it_was(lurds: list[str]) -> None:
    tree = tree_of(lurds)
    for way in list(tree)[::2]:
        tree.note(way, ((max(0, way.end - 2), way.end),), ((0, way.end),))
        tree.leave(way, is_latest=way.end % 2 == 0)
    check_ways(tree.written)
    again = Tree()
    again.read(tree.written)
    assert again.written == tree.written
    assert [again.units(way) for way in again] == [tree.units(way) for way in tree]
    assert (again.latest and again.lurd(again.latest)) == (tree.latest and tree.lurd(tree.latest))


@given(LURDS, LURDS)
def test_two_trees_become_one_and_a_second_time_changes_nothing(
    ours: list[str], theirs: list[str]
) -> None:
    both = merged_ways(tree_of(ours).written, tree_of(theirs).written)
    check_ways(both)
    tree = Tree()
    tree.read(both)
    assert ways(tree) == longest([*ours, *theirs])
    assert merged_ways(both, tree_of(theirs).written) == both


@given(LURDS, st.text("lurdLURD", max_size=12))
def test_forks_lead_to_all_other_ways_from_where_they_part(lurds: list[str], line: str) -> None:
    tree = tree_of([*lurds, line])
    way = tree.insert(line)
    assert tree.lurd(way).startswith(line)
    found = set()
    for fork in tree.forks(way, len(line)):
        for branch in fork.ways:
            other = tree.lurd(branch)
            assert common_start(other, line) == fork.at < len(other)
            found.add(other)
            assert branch.pushes_beyond(fork.at) <= fork.pushes
        beyond = [tree.lurd(branch)[fork.at :] for branch in fork.ways]
        assert fork.pushes == any(not steps.islower() for steps in beyond)
    assert found == {each for each in longest([*lurds, line]) if not line.startswith(each)}


@given(LURDS)
def test_forks_are_the_same_when_they_were_asked_for_in_between(lurds: list[str]) -> None:
    tree = Tree()
    for lurd in lurds:
        way = tree.root
        for at, letter in enumerate(lurd):
            way = tree.grow(way, at, letter)
            for each in tree:
                tree.forks(each, each.end)
    fresh = tree_of(lurds)
    for one, other in zip(tree, fresh, strict=True):
        forks = [(fork.at, fork.branch.number, fork.pushes) for fork in tree.forks(one, one.end)]
        assert forks == [
            (fork.at, fork.branch.number, fork.pushes) for fork in fresh.forks(other, other.end)
        ]


def test_units_end_where_a_way_leaves_them() -> None:
    tree = tree_of(["rrrrr"])
    tree.note(tree.root, ((0, 3), (3, 5)), ())
    way = tree.insert("rrdd")
    assert tree.units(way) == ((0, 2),)
    tree.note(way, ((0, 2), (2, 4)), ())
    assert tree.units(way) == ((0, 2), (2, 4))
    assert tree.units(tree.root) == ((0, 3), (3, 5))


@pytest.mark.parametrize(
    "written",
    [
        (WrittenBranch(0, 0, "r"),),
        (WrittenBranch(-1, 1, "r"),),
        (WrittenBranch(-1, 0, "r"), WrittenBranch(0, 2, "d")),
        (WrittenBranch(-1, 0, "r"), WrittenBranch(2, 0, "d")),
        (WrittenBranch(-1, 0, "x"),),
        (WrittenBranch(-1, 0, "rr", ((0, 3),)),),
        (WrittenBranch(-1, 0, "rr", (), ((1, 0),)),),
    ],
)
def test_what_is_no_tree_is_refused(written: tuple[WrittenBranch, ...]) -> None:
    with pytest.raises(ValueError):
        check_ways(written)


def test_a_step_is_a_byte() -> None:
    tree = tree_of(["r" * 20_000])
    held = [tree.insert("r" * at + "dD" * 10) for at in range(0, 20_000, 20)]
    assert all(isinstance(way, Branch) for way in held)
    assert sum(len(branch.steps.encode()) for branch in tree) == 20_000 + 1000 * 20
