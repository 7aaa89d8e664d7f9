"""When each line of attack works: they take turns, or run at the same time on several cores.

A line sees what others have proved and found only between two rounds, and what all have done is
combined in a fixed order. So as long as every line does the same, the search stands the same after
each round on any number of cores: a solution that is found by chance is found in the same round.
A search on a given number of cores always visits the same nodes, whichever thread is faster. With
several cores the line that will take longest begins, so that threads come to the end of a round
together; those with nothing left to begin help others, which then take a few nodes before their
turn: see solver/kernels/ahead.py. (Graham 1969: longest processing time first.)
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import count

from solver.board.push import Push
from solver.lines.line import LineOfAttack, Standing
from solver.resources.threads import Threads

_LEADER_TURNS = 4
_LEADER_TURNS_TO_PROVE = 8
"""Once there is a solution."""
_LEADER_TURNS_AT_REST = 2
"""Once the bound has not risen for most of the search: what is missing may be the solution."""
_AT_REST_AFTER = 16
"""times as many nodes as when it last rose"""
_NEXT_TURNS = 4
"""Once the leader cannot raise the bound: of the line with the fewest nodes that still can."""
_LONE_TURNS = 2
"""Of the only line that may still raise the bound."""
_ROUNDS_TO_PROVE, _PACE_OF_PROOF = 10, 8
"""Where any solution will do: rounds without one before lines that go by the bound have turns, and
rounds from one such turn to the next. Until there is a solution a bound helps nobody."""


class Turns:
    """The lines that can still go on, and the rounds in which they do."""

    def __init__(
        self, standing: Standing, threads: Threads | None = None, *, any_will_do: bool = False
    ) -> None:
        """``any_will_do``: all ends with the first solution."""
        self._standing, self.threads, self._any_will_do = standing, threads, any_will_do
        self.cost: Callable[[list[Push]], tuple[int, ...]] = lambda pushes: (len(pushes),)
        """what the better of two solutions has less of"""
        self._running: dict[LineOfAttack, Generator[bool]] = {}
        self._views: dict[LineOfAttack, Standing] = {}
        """what each line knows of the standing, and adds to it"""
        self._leader: LineOfAttack | None = None
        """the line that last raised the bound"""
        self._nodes_at_rise = 0
        """nodes that all had looked at when the bound last rose"""
        self._nodes: dict[LineOfAttack, int] = {}
        """nodes that each line has looked at"""
        self._seconds: dict[LineOfAttack, float] = {}
        """what a turn of each line took last: it says who begins a round, and nothing else"""
        self._rounds = count(1)

    def stop(self) -> None:
        """No line works any more: let the threads end."""
        if self.threads is not None:
            self.threads.close()

    def close(self) -> None:
        """Stop, and let go of what the lines work with."""
        self.stop()
        for work in self._running.values():
            work.close()
        self._running.clear()
        self._views.clear()
        self._nodes.clear()
        self._seconds.clear()
        self._leader = None

    def __contains__(self, line: LineOfAttack) -> bool:
        return line in self._running

    def __bool__(self) -> bool:
        return bool(self._running)

    def add(self, line: LineOfAttack) -> None:
        """Give a line its turns from the next round on."""
        self._leader = None
        self._views[line] = Standing()
        self._nodes[line] = 0
        self._running[line] = line.run(self._views[line])

    def round(self) -> Iterator[bool]:
        """Let every line whose turn it is work; yields after each portion whether it made progress.

        Once a line has decided the search, the rest of the round can be left out.
        """
        due = self._due(next(self._rounds))
        for line in due:
            self._tell(line)
        if self.threads is not None and len(due) > 1:
            yield self._work_at_once(due, self.threads)
            return
        for line, turns in due.items():
            for _ in range(turns):
                if line in self._running:
                    self._views[line].nodes_left = self._standing.nodes_left
                    yield self._hear(line, self._work(line, 1))

    def _due(self, number: int) -> dict[LineOfAttack, int]:
        """Turns of each line in a round."""
        if self._any_will_do and len(self._running) > 1 and number > _ROUNDS_TO_PROVE:
            return self._due_for_any(number)
        due = {line: line.turns if number % line.pace == 0 else 0 for line in self._running}
        leader = self._leader if self._leader in due else None
        proving = [line for line in due if line.is_proving]
        if leader in proving:
            has_solution = self._standing.upper_bound is not None
            due[leader] = _LEADER_TURNS_TO_PROVE if has_solution else _LEADER_TURNS
            if has_solution and self._standing.nodes > _AT_REST_AFTER * self._nodes_at_rise:
                due[leader] = _LEADER_TURNS_AT_REST
        elif len(proving) == 1:
            due[proving[0]] = _LONE_TURNS
        elif proving and self._leader is not None:
            due[min(proving, key=self._nodes.__getitem__)] = _NEXT_TURNS
        return due

    def _due_for_any(self, number: int) -> dict[LineOfAttack, int]:
        """The same, once all that is missing is a solution."""
        is_theirs = number % _PACE_OF_PROOF == 0
        return {
            line: line.turns if line.finds_any and number % line.pace == 0 else int(is_theirs)
            for line in self._running
        }

    def _work_at_once(self, due: dict[LineOfAttack, int], threads: Threads) -> bool:
        due = {line: turns for line, turns in due.items() if turns}
        in_order = sorted(due, key=lambda line: -due[line] * self._seconds.get(line, math.inf))
        works = [partial(self._work, line, due[line]) for line in in_order]
        worked = dict(zip(in_order, threads.all_of(works), strict=True))
        return any([self._hear(line, worked[line]) for line in due])

    def _work(self, line: LineOfAttack, turns: int) -> bool | None:
        """Whether the line made progress in this many turns; None if it has come to its end.

        What it has decided ends its turns: the rest would be for nothing.
        """
        has_got_on, start = False, time.perf_counter()
        view = self._views[line]
        view.turns_left = turns
        while view.turns_left > 0:
            view.turns_left -= 1
            worked = next(self._running[line], None)
            if worked is None:
                return None
            has_got_on |= worked
            if view.is_decided:
                break
        self._seconds[line] = (time.perf_counter() - start) / turns
        return has_got_on

    def _tell(self, line: LineOfAttack) -> None:
        """Let a line know how the search stands."""
        view, standing = self._views[line], self._standing
        view.lower_bound, view.upper_bound = standing.lower_bound, standing.upper_bound
        view.offered, view.nodes_left = standing.offered, standing.nodes_left
        view.cut = standing.cut

    def _hear(self, line: LineOfAttack, worked: bool | None) -> bool:
        """Add what a line has done; returns whether it made progress."""
        view, standing = self._views[line], self._standing
        if view.lower_bound > standing.lower_bound:
            self._leader = line
            self._nodes_at_rise = standing.nodes
        standing.raise_to(view.lower_bound)
        standing.count(view.nodes)
        self._nodes[line] += view.nodes
        view.nodes = 0
        standing.pushes = standing.pushes or view.pushes
        standing.is_unsolvable |= view.is_unsolvable
        if view.knows_better_than(standing.cut):
            standing.cut = view.cut
        if view.offered is not None and view.offered is not standing.offered:
            # It may be what it was given when the round began, and others have found more since.
            standing.offered = min(view.offered, standing.offered or view.offered, key=self.cost)
        if worked is None:
            del self._running[line]
        return bool(worked)
