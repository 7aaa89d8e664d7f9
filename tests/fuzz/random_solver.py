"""A solver for random trials: what it answers, and when, is random."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence

from levels.level import Direction, Level
from levels.position import Position
from levels.solution import Solution
from solver.messages import (
    NOTHING_KNOWN,
    BegunAnew,
    Cause,
    Examined,
    Failed,
    GaveUp,
    Improved,
    Known,
    Limits,
    Metric,
    Progress,
    Report,
    Solved,
    Unsolvable,
)

MOST_POSITIONS = 400
"""How many positions it looks at: small rooms are solved, the rest is given up."""


class RandomSolver:
    """A client of a worker that does not exist, and says whatever a worker could."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._job = 0
        self._reports: deque[Report] = deque()
        self.is_ready = True

    def start(self) -> None:
        """Nothing has to be started."""

    def close(self) -> None:
        """Nothing has to be ended."""

    def solve(
        self, level: Level, limits: Limits, metric: Metric, known: Known = NOTHING_KNOWN
    ) -> int:
        """Make up all reports of a search at once; `poll` returns a few of them at a time."""
        self._job += 1
        job, chance = self._job, self._chance
        self._reports.clear()
        for number in range(chance.randrange(6)):
            progress = Progress(job, "search", number, None, number * 1000, number / 10, 0.1)
            self._reports.append(progress)
        if chance.random() < 0.1:
            self._reports.append(BegunAnew(job))
        self._reports.extend(self._end(job, level))
        return job

    def _end(self, job: int, level: Level) -> list[Report]:
        chance = self._chance
        match chance.randrange(10):
            case 0:
                return [Failed(job, "made up")]
            case 1:
                return [GaveUp(job, chance.choice(list(Cause)), chance.randrange(4), None)]
            case 2:  # a wrong answer, which the game has to find out
                lurd = "".join(chance.choices("lurdLURD", k=chance.randrange(20)))
                return [Solved(job, lurd, 1, len(lurd), optimal=True)]
        found = shortest_solution(level)
        if found is None:
            return [GaveUp(job, Cause.MEMORY, 1, None)]
        if found == "":
            return [Unsolvable(job)]
        solution = Solution(found)
        report = Solved(job, found, solution.pushes, solution.moves, optimal=False)
        return [Improved(job, found, solution.pushes, solution.moves), report]

    def examine(self, level: Level) -> int:
        """See nothing, as of a level that is too large."""
        self._job += 1
        self._reports.append(Examined(self._job, None))
        return self._job

    def stop(self) -> None:
        """End the search; what it would have said is not heard any more."""
        if self._reports:
            self._reports.clear()
            self._reports.append(GaveUp(self._job, Cause.INTERRUPTED, 0, None))

    def poll(self) -> Sequence[Report]:
        """A few of the reports that are left."""
        count = min(len(self._reports), self._chance.randrange(3))
        return [self._reports.popleft() for _ in range(count)]


def shortest_solution(level: Level) -> str | None:
    """The fewest steps that solve a level; "" if nothing does, None if it was too much to ask."""
    start = Position.start(level)
    ways = {start: ""}
    todo = deque([start])
    while todo:
        position = todo.popleft()
        if position.is_solved and ways[position]:
            return ways[position]
        if len(ways) > MOST_POSITIONS:
            return None
        for direction in Direction:
            after, letter = position.step(direction), direction.letter
            if after is not None and after not in ways:
                pushed = after.boxes != position.boxes
                ways[after] = ways[position] + (letter.upper() if pushed else letter)
                todo.append(after)
    return ""
