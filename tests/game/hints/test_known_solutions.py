"""Nothing that can be solved is called stuck: on every known solution, and off it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from game.hints.deadlocks import find_deadlock, quick_deadlock
from game.paths.goal_reach import goal_reach
from levels.files import read
from levels.level import Level
from levels.position import Position
from solver.messages import Limits
from solver.prunings import PRUNINGS
from solver.search import Search, Status
from tests.game.pushes import pushes_of
from tests.known_solutions import known_solutions, pushed
from tests.solver.random_levels import drawing_of

BLOCKS = 6
EVERY = {"microban": 1, "xsokoban": 5}
"""Of so many positions one is looked at for corrals too, which takes ten times as long."""

SMALL_FLOOR = 40
GAMES, MOST_PUSHES = 6, 12
MOST_NODES = 3_000


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("name", EVERY)
def test_no_position_of_a_known_solution_is_called_stuck(
    name: str, block: int, shared_levels: Path
) -> None:
    levels = read(shared_levels / f"{name}.xsb").levels
    for number, lurd in known_solutions(name).items():
        if number % BLOCKS == block:
            level = levels[number - 1]
            reach = goal_reach(level)
            reach.advance()
            for push, position in enumerate(pushed(level, lurd)):
                assert quick_deadlock(position, reach) is None, drawing_of(position.as_level())
                if (push + number) % EVERY[name] == 0:
                    *_, found = find_deadlock(position, reach)
                    assert found is None, drawing_of(position.as_level())


def test_what_is_called_stuck_off_the_solutions_is_stuck(shared_levels: Path) -> None:
    """By a search that leaves no push out. Each random game ends with the first alarm."""
    alarms = 0
    for number, level in enumerate(read(shared_levels / "microban.xsb").levels):
        if len(level.floor) <= SMALL_FLOOR:
            chance = random.Random(number)
            for _ in range(GAMES):
                stuck = first_alarm(level, chance)
                alarms += stuck is not None and is_decided(stuck)
    assert alarms >= 100


def first_alarm(level: Level, chance: random.Random) -> Position | None:
    """The first position of a random game that is called stuck."""
    reach = goal_reach(level)
    reach.advance()
    position = Position.start(level)
    for _ in range(MOST_PUSHES):
        *_, found = find_deadlock(position, reach)
        if found is not None:
            return position
        ways = list(pushes_of(position))
        if not ways:
            return None
        position = chance.choice(ways)[-1]
    return None


def is_decided(stuck: Position) -> bool:
    """Whether the search comes to an end; then it has found no solution."""
    limits = Limits(nodes=MOST_NODES, memory=64)
    search = Search(stuck.as_level(), limits, without=frozenset(PRUNINGS))
    while search.advance() is Status.RUNNING:
        pass
    assert search.best is None, drawing_of(stuck.as_level())
    return search.status is Status.UNSOLVABLE
