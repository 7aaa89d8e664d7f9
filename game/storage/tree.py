"""Every way that a game has gone, as a tree: ways that begin alike share their steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from levels.language import _

Stretches: TypeAlias = tuple[tuple[int, int], ...]
"""From which step of a way to which, in order."""

_LETTERS = frozenset("lurdLURD")


class WrittenBranch(NamedTuple):
    """A part of the tree of all ways that a game has gone: steps that no other branch has."""

    parent: int
    """the number of the branch that it goes on from; -1 for the start"""
    fork: int
    """after how many steps of the whole way"""
    steps: str
    """as LURD"""
    units: Stretches = ()
    """what undo takes back at once, as far as it ends on this branch"""
    help: Stretches = ()
    """what the solver played of the whole way"""
    left: int = 0
    """when play left it last: the later, the higher"""
    is_latest: bool = False
    """whether undo of the step that parted from it brings it back"""


_NEW = WrittenBranch(-1, 0, "")


class Branch:
    """Steps that no other branch has: they go on from a step of its parent.

    It also stands for a whole way: the one from the start to its end.
    """

    __slots__ = ("children", "fork", "help", "is_latest", "left", "number", "parent", "pushes",
                 "steps", "units")  # fmt: skip

    def __init__(self, parent: Branch | None, fork: int, steps: str, number: int) -> None:
        self.parent, self.fork = parent, fork
        """it goes on after this many steps of the whole way"""
        self.steps = steps
        """as LURD: one byte per step"""
        self.number = number
        """among all branches: the later it began, the higher"""
        self.children: dict[tuple[int, str], Branch] = {}
        """by their fork and first letter"""
        self.units: Stretches = ()
        """what undo takes back at once, as far as it ends on this branch"""
        self.help: Stretches = ()
        """what the solver played of the whole way"""
        self.left = 0
        """when play left it last: the later, the higher"""
        self.is_latest = False
        """whether undo of the step that parted from it brings it back"""
        self.pushes = False
        """whether it is known that some way that begins with it pushes a box: that stays so"""

    @property
    def end(self) -> int:
        """The steps of the whole way."""
        return self.fork + len(self.steps)

    def pushes_beyond(self, step: int) -> bool:
        """Whether any of its own steps after that one pushes."""
        return not self.steps[max(0, step - self.fork) :].islower() and self.end > step


class Fork(NamedTuple):
    """Where another way parts from a line, or goes on beyond its end."""

    at: int
    """the steps that both have"""
    branch: Branch
    """the one that holds the next step of the other way"""
    pushes: bool
    """whether any way that parts here pushes a box"""

    @property
    def ways(self) -> Iterator[Branch]:
        """All ways that part from the line here by the same step."""
        return ways_from(self.branch, self.at)

    @property
    def latest(self) -> Branch:
        """The one of them that was left last."""
        return max(self.ways, key=lambda way: (way.left, way.number))


def ways_from(branch: Branch, step: int) -> Iterator[Branch]:
    """All ways that a branch is part of after a step: its own, and those that part later."""
    waiting = [branch]
    while waiting:
        branch = waiting.pop()
        yield branch
        waiting += (each for each in branch.children.values() if each.fork > step)


class Tree:
    """All ways of one game. None is ever dropped."""

    def __init__(self) -> None:
        self.root = Branch(None, 0, "", 0)
        self._branches = [self.root]
        self._written: list[WrittenBranch] = []
        self._changed = {0}
        """the numbers of those that have changed since they were written"""
        self._latest: list[Branch] = []
        self._forks: tuple[object, tuple[Fork, ...]] = (None, ())
        """those found last, and what for"""
        self._idle: set[Branch] = set()
        """those with which no way that pushes a box begins: known until anything is added"""
        self._clock = 0

    @property
    def size(self) -> int:
        """The number of branches."""
        return len(self._branches)

    def __iter__(self) -> Iterator[Branch]:
        return iter(self._branches)

    # --- it grows ------------------------------------------------------------------------------

    def grow(self, way: Branch, at: int, letter: str) -> Branch:
        """The way that goes on with a letter after that many steps of a way."""
        while way.parent is not None and at <= way.fork:
            way = way.parent
        if way.steps[at - way.fork : at - way.fork + 1] == letter:
            return way
        known = way.children.get((at, letter))
        if known is not None:
            return known
        if at == way.end:
            way.steps += letter
            self._changed.add(way.number)
            self._idle.clear()
            return way
        return self._add(way, at, letter)

    def insert(self, lurd: str, way: Branch | None = None, at: int = 0) -> Branch:
        """The way that goes on with these letters after that many steps of a way."""
        way = way or self.root
        while lurd:
            way = self.grow(way, at, lurd[0])
            own = way.steps[at - way.fork :]
            common = common_start(own, lurd)
            at, lurd = at + common, lurd[common:]
            if lurd and at == way.end and (at, lurd[0]) not in way.children:
                way.steps += lurd
                self._changed.add(way.number)
                self._idle.clear()
                break
        return way

    def _add(self, parent: Branch, fork: int, steps: str) -> Branch:
        branch = Branch(parent, fork, steps, self.size)
        self._branches.append(branch)
        self._changed.add(branch.number)
        self._idle.clear()
        parent.children[fork, steps[0]] = branch
        return branch

    # --- what is known of a way ----------------------------------------------------------------

    def note(self, way: Branch, units: Stretches, help_: Stretches) -> None:
        """What undo takes back at once on a way, and what of it the solver has played."""
        own = tuple(unit for unit in units if unit[1] > way.fork)
        if (own, help_) != (way.units, way.help):
            way.units, way.help = own, help_
            self._changed.add(way.number)

    def leave(self, way: Branch, *, is_latest: bool = False) -> None:
        """Play leaves a way; ``is_latest``: by a step whose undo is to bring it back."""
        self.forget(way)
        self._clock += 1
        way.left, way.is_latest = self._clock, is_latest
        self._latest += (way,) * is_latest
        self._changed.add(way.number)

    @property
    def latest(self) -> Branch | None:
        """The way left last of those that undo of a step may bring back."""
        return self._latest[-1] if self._latest else None

    def forget(self, way: Branch) -> None:
        """Undo of a step no longer brings this way back."""
        if way.is_latest:
            way.is_latest = False
            self._latest.remove(way)
            self._changed.add(way.number)

    def forget_latest(self) -> None:
        """Undo of a step no longer brings back any of the ways that were left so far."""
        for way in [*self._latest]:
            self.forget(way)

    def lurd(self, way: Branch) -> str:
        """A whole way."""
        return "".join(branch.steps[: upto - branch.fork] for branch, upto in _path(way, way.end))

    def units(self, way: Branch) -> Stretches:
        """What undo takes back at once on a whole way."""
        found: list[tuple[int, int]] = []
        for branch, upto in _path(way, way.end):
            for start, end in branch.units:
                end = min(end, upto)
                while found and found[-1][1] > start:
                    start = min(start, found.pop()[0])
                if end - start > 1:
                    found.append((start, end))
        return tuple(found)

    def ahead(self, way: Branch, at: int) -> Branch:
        """The branch that holds the next step of a way after that many."""
        while way.parent is not None and way.fork > at:
            way = way.parent
        return way

    def forks(self, way: Branch, length: int) -> tuple[Fork, ...]:
        """Where other ways part from the first steps of a way, by step."""
        key = (self.size, way, None if length == way.end else length)
        if self._forks[0] != key:
            self._forks = (key, tuple(self._find_forks(way, length)))
        return self._forks[1]

    def _find_forks(self, way: Branch, length: int) -> list[Fork]:
        found: list[tuple[int, int, Branch]] = []
        path = list(_path(way, length))
        for place, (branch, upto) in enumerate(path):
            following = path[place + 1][0] if place + 1 < len(path) else None
            found += [
                (each.fork, each.number, each)
                for each in branch.children.values()
                if each.fork <= upto and each is not following
            ]
            if upto < branch.end:
                found.append((upto, branch.number, branch))
        return [Fork(at, each, self._pushes_from(each, at)) for at, _, each in sorted(found)]

    def _pushes_from(self, branch: Branch, step: int) -> bool:
        """Whether any way that a branch is part of pushes a box after a step."""
        if step != branch.fork:
            return any(way.pushes_beyond(step) for way in ways_from(branch, step))
        if not branch.pushes and branch not in self._idle:
            branch.pushes = any(way.pushes_beyond(step) for way in ways_from(branch, step))
            if not branch.pushes:
                self._idle.add(branch)
        return branch.pushes

    # --- as it is written ----------------------------------------------------------------------

    @property
    def written(self) -> tuple[WrittenBranch, ...]:
        """All branches, each after its parent."""
        self._written += [_NEW] * (self.size - len(self._written))
        for number in self._changed:
            branch = self._branches[number]
            self._written[number] = WrittenBranch(
                -1 if branch.parent is None else branch.parent.number, branch.fork,
                branch.steps, branch.units, branch.help, branch.left, branch.is_latest,
            )  # fmt: skip
        self._changed.clear()
        return tuple(self._written)

    def read(self, written: Sequence[WrittenBranch]) -> None:
        """Add the branches that were written. Where two of them begin alike, they become one."""
        known: list[Branch] = []
        for each in written:
            parent = known[each.parent] if each.parent >= 0 else self.root
            way = self.insert(each.steps, parent, each.fork)
            self.note(way, each.units, each.help)
            way.left, way.is_latest = each.left, each.is_latest
            self._clock = max(self._clock, each.left)
            known.append(way)
        latest = dict.fromkeys(way for way in known if way.is_latest)
        self._latest = sorted(latest, key=lambda way: way.left)


def _path(way: Branch, length: int) -> Iterator[tuple[Branch, int]]:
    """The branches that lead along the first steps of a way, each with the step up to which."""
    path = []
    branch: Branch | None = way
    while branch is not None:
        if branch.fork < length or branch.parent is None:
            path.append((branch, min(length, branch.end)))
            length = min(length, branch.fork)
        branch = branch.parent
    return reversed(path)


def common_start(one: str, other: str) -> int:
    """How many letters two texts have in common at their beginnings."""
    low, high = 0, min(len(one), len(other))
    if one[:high] == other[:high]:
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low


def merged_ways(
    one: Sequence[WrittenBranch], other: Sequence[WrittenBranch]
) -> tuple[WrittenBranch, ...]:
    """The ways of two games of a level, as one tree."""
    if not (one and other):
        return (*one, *other)
    tree = Tree()
    tree.read(one)
    tree.read(other)
    return tree.written


def check_ways(ways: Sequence[WrittenBranch]) -> None:
    """Raise ValueError or TypeError if these branches are no tree, or if one has units or stretches
    of help that it cannot have."""
    ends: list[int] = []
    for number, each in enumerate(ways):
        parent_end = ends[each.parent] if 0 <= each.parent < number else 0
        if not -1 <= each.parent < number or not 0 <= each.fork <= parent_end:
            raise ValueError(_("a branch does not go on from any other"))
        if not _LETTERS.issuperset(each.steps):
            raise ValueError(_("a branch has a step that is none"))
        ends.append(each.fork + len(each.steps))
        for stretches in (each.units, each.help):
            steps = [0, *(step for stretch in stretches for step in stretch)]
            if steps != sorted(steps) or steps[-1] > ends[-1]:
                raise ValueError(_("a unit of undo or a stretch of help is none of its branch"))
