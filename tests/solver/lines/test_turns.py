"""Lines of attack by turns and at once: what each is due, and that threads change no answer."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

import solver.commands
from levels.files import read
from levels.level import Level
from solver.board.push import Push
from solver.lines.line import LineOfAttack, Standing
from solver.lines.turns import Turns
from solver.messages import Limits
from solver.resources.threads import Threads
from solver.search import Search, Status

BENCH = Path(solver.commands.__path__[0]) / "bench_levels.xsb"


class Scripted(LineOfAttack):
    """Raises the bound to the next number of its script in each turn, and then ends."""

    is_proving = True

    def __init__(self, name: str, script: list[int], diary: list[str], pace: int = 1) -> None:
        self._name, self._script, self._diary, self.pace = name, script, diary, pace

    def run(self, standing: Standing) -> Generator[bool]:
        for bound in self._script:
            self._diary.append(f"{self._name} at {standing.lower_bound}")
            standing.raise_to(bound)
            standing.count(10)
            yield True


def test_lines_have_their_turns_by_pace() -> None:
    diary: list[str] = []
    turns = Turns(Standing())
    turns.add(Scripted("a", [0] * 4, diary))
    turns.add(Scripted("b", [0] * 4, diary, pace=2))
    for _ in range(4):
        assert all(turns.round())
    assert [entry[0] for entry in diary] == ["a", "a", "b", "a", "a", "b"]


def test_who_raised_the_bound_goes_on_at_once() -> None:
    diary: list[str] = []
    turns = Turns(standing := Standing())
    turns.add(Scripted("a", [0] * 9, diary))
    turns.add(Scripted("b", [1, *[1] * 8], diary))
    for _ in range(2):
        list(turns.round())
    assert [entry[0] for entry in diary] == ["a", "b", "a", "b", "b", "b", "b"]
    assert standing.lower_bound == 1
    assert standing.nodes == 70


def test_who_raised_the_bound_has_most_of_the_time_once_there_is_a_solution() -> None:
    diary: list[str] = []
    turns = Turns(Standing(upper_bound=9))
    turns.add(Scripted("a", [0] * 99, diary))
    turns.add(Scripted("b", [1] * 99, diary))
    for _ in range(2):
        list(turns.round())
    assert "".join(entry[0] for entry in diary) == "ab" + "a" + 8 * "b"


def test_the_last_line_that_may_raise_the_bound_has_more_turns() -> None:
    diary: list[str] = []
    turns = Turns(Standing())
    one, other, searching = (Scripted(name, [0] * 99, diary) for name in "abc")
    one.pace, searching.is_proving = 2, False
    for line in (one, other, searching):
        turns.add(line)
    for other.is_proving in (True, True, False, False):
        list(turns.round())
        diary.append("|")
    assert "".join(entry[0] for entry in diary) == "bc|abc|aabc|aabc|"


def test_who_looked_at_the_fewest_nodes_has_most_turns_once_the_leader_proves_no_more() -> None:
    diary: list[str] = []
    turns = Turns(Standing())
    lines = [Scripted("a", [0] * 99, diary), Scripted("b", [0] * 99, diary)]
    leader = Scripted("c", [1] * 99, diary)
    for line in (*lines, leader):
        turns.add(line)
    for leader.is_proving in (True, False, False):
        list(turns.round())
        diary.append("|")
    assert "".join(entry[0] for entry in diary) == "abc|aaaabc|abbbbc|"


def test_a_line_has_as_many_turns_as_it_asks_for() -> None:
    diary: list[str] = []
    turns = Turns(Standing())
    one = Scripted("a", [0] * 9, diary, pace=2)
    one.turns = 3
    turns.add(one)
    turns.add(Scripted("b", [0] * 9, diary))
    for _ in range(2):
        list(turns.round())
    assert [entry[0] for entry in diary] == ["b", "a", "a", "a", "b"]


def test_where_any_solution_will_do_bounds_soon_wait_for_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.lines.turns._ROUNDS_TO_PROVE", 2)
    monkeypatch.setattr("solver.lines.turns._PACE_OF_PROOF", 3)
    diary: list[str] = []
    turns = Turns(Standing(), any_will_do=True)
    proving, searching = Scripted("a", [1] * 99, diary), Scripted("b", [0] * 99, diary)
    searching.is_proving, searching.finds_any, searching.turns = False, True, 2
    for line in (proving, searching):
        turns.add(line)
    for _ in range(7):
        list(turns.round())
        diary.append("|")
    assert "".join(entry[0] for entry in diary) == "aabb|aaaabb|abb|bb|bb|abb|bb|"


def test_a_proof_that_is_left_alone_has_all_its_turns() -> None:
    diary: list[str] = []
    turns = Turns(Standing(), any_will_do=True)
    turns.add(Scripted("a", [0] * 99, diary))
    for _ in range(40):
        list(turns.round())
    assert len(diary) == 2 * 40


def test_what_is_decided_ends_the_turns_of_a_line() -> None:
    class Deciding(Scripted):
        def run(self, standing: Standing) -> Generator[bool]:
            for worked in super().run(standing):
                standing.pushes = [Push(0, 0)]
                yield worked

    diary: list[str] = []
    turns = Turns(standing := Standing(), Threads(2))
    one = Deciding("a", [0] * 9, diary)
    one.turns = 4
    turns.add(one)
    turns.add(Scripted("b", [0] * 9, diary))
    list(turns.round())
    turns.close()
    assert standing.is_decided
    assert sorted(diary) == ["a at 0", "b at 0"]


def test_a_line_at_its_end_leaves() -> None:
    line = Scripted("a", [1, 2], [])
    turns = Turns(Standing())
    turns.add(line)
    while turns:
        list(turns.round())
    assert line not in turns


@pytest.mark.parametrize("cores", (1, 2))
def test_lines_hear_of_each_other_between_rounds(cores: int) -> None:
    diary: list[str] = []
    turns = Turns(standing := Standing(), Threads(cores) if cores > 1 else None)
    turns.add(Scripted("a", [5] * 9, diary))
    turns.add(Scripted("b", [3, *[7] * 8], diary))
    assert all(turns.round())
    assert sorted(diary) == ["a at 0", "b at 0"]
    assert standing.lower_bound == 5
    assert all(turns.round())
    assert "b at 5" in diary
    assert standing.lower_bound == 7
    turns.stop()


class Wandering(LineOfAttack):
    """Does what chance says, and what it knows: raises the bound, finds solutions, looks at nodes,
    changes its turns, and at some point ends."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self.is_proving = self._chance.random() < 0.5

    def run(self, standing: Standing) -> Generator[bool]:
        chance = self._chance
        while chance.random() < 0.97:
            standing.count(chance.randrange(100))
            if self.is_proving and chance.random() < 0.2:
                standing.raise_to(standing.lower_bound + chance.randrange(3))
            elif chance.random() < 0.2:
                longest = 100 if standing.offered is None else len(standing.offered)
                standing.offer([Push(chance.randrange(9), 0)] * chance.randint(1, longest))
            self.turns = chance.randint(1, 3 + standing.lower_bound % 3)
            yield chance.random() < 0.5


def _standings(seed: int, threads: Threads | None) -> list[Standing]:
    """How a search by such lines stands after each of its rounds."""
    turns, after = Turns(standing := Standing(), threads), []
    for number in range(4):
        turns.add(Wandering(100 * seed + number))
    while turns:
        list(turns.round())
        if standing.offered is not None:
            standing.upper_bound = len(standing.offered)
        after.append(replace(standing))
    return after


@pytest.mark.parametrize("seed", range(20))
def test_a_search_stands_the_same_after_each_round_on_any_number_of_cores(seed: int) -> None:
    threads = Threads(2)
    assert _standings(seed, None) == _standings(seed, threads)
    threads.close()


def test_the_line_that_takes_longest_begins() -> None:
    class Slow(Scripted):
        def run(self, standing: Standing) -> Generator[bool]:
            for worked in super().run(standing):
                time.sleep(0.02)
                yield worked

    diary: list[str] = []
    turns = Turns(Standing(), Threads(1))
    turns.add(Scripted("a", [0] * 2, diary))
    turns.add(Slow("b", [0] * 2, diary))
    for _ in range(2):
        list(turns.round())
    assert [entry[0] for entry in diary] == ["a", "b", "b", "a"]


def test_a_longer_solution_takes_no_place_of_a_shorter() -> None:
    """Though the line that offers it, or was told of it, is heard later."""

    class Offering(LineOfAttack):
        def __init__(self, *lengths: int) -> None:
            self._lengths = lengths

        def run(self, standing: Standing) -> Generator[bool]:
            for length in self._lengths:
                if length:
                    standing.offer([Push(0, 0)] * length)
                yield True

    for threads in (None, Threads(2)):
        turns = Turns(standing := Standing(), threads)
        turns.add(Offering(9, 5, 8))
        turns.add(Offering(0, 0, 7))
        offered = []
        for _ in range(3):
            list(turns.round())
            offered.append(len(standing.offered or ()))
        turns.close()
        assert offered == [9, 5, 5]


def test_what_counts_as_shorter_can_be_chosen() -> None:
    class Offering(LineOfAttack):
        def run(self, standing: Standing) -> Generator[bool]:
            for square, length in ((7, 2), (3, 9), (5, 1)):
                standing.offer([Push(square, 0)] * length)
                yield True

    turns = Turns(standing := Standing())
    turns.cost = lambda pushes: (pushes[0].square,)
    turns.add(Offering())
    offered = []
    for _ in range(3):
        list(turns.round())
        offered.append(len(standing.offered or ()))
    assert offered == [2, 9, 9]


def test_a_fault_in_a_thread_is_reported_when_all_have_ended() -> None:
    class Broken(LineOfAttack):
        def run(self, standing: Standing) -> Generator[bool]:
            raise MemoryError
            yield True

    diary: list[str] = []
    turns = Turns(Standing(), Threads(2))
    turns.add(Broken())
    turns.add(Scripted("a", [1], diary))
    with pytest.raises(MemoryError):
        list(turns.round())
    assert diary == ["a at 0"]


def _proved(level: Level, cores: int) -> tuple[int, int]:
    """(pushes, nodes)"""
    search = Search(level, Limits(memory=64, cores=cores))
    while search.advance(1.0) is Status.RUNNING:
        pass
    assert search.status is Status.SOLVED and search.best is not None
    return search.best.pushes, search.nodes


def test_threads_end_with_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    level = read(BENCH).levels[3]
    assert isinstance(level, Level)
    for nodes in (3_000, None):
        before = set(threading.enumerate())
        search = Search(level, Limits(nodes=nodes, memory=64, cores=2))
        begun: set[threading.Thread] = set()
        while search.advance(0.0) is Status.RUNNING:
            begun |= set(threading.enumerate()) - before
        assert begun
        for thread in begun:
            thread.join(10.0)
            assert not thread.is_alive()


@pytest.mark.parametrize("number", range(6))
def test_two_cores_prove_the_same_and_visit_the_same_nodes_twice(number: int) -> None:
    level = read(BENCH).levels[number]
    assert isinstance(level, Level)
    once, again = _proved(level, cores=2), _proved(level, cores=2)
    assert once == again
    assert once[0] == _proved(level, cores=1)[0]
