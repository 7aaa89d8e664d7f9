"""Games with mistakes at known places, reviewed: python3 tests/reviewed_games.py --games 500.

Each is played at random along shortest ways of a small level, but for some pushes that cost more,
chosen with the pushes of every position known by exhaustive search. A review is to find exactly
these, in few proofs: at most 4 + 3 for each mistake times log2 of the pushes, as a median over all
games. Prints how many it took; the exit code says whether all were found.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from levels.level import Direction, Level, Square
from levels.lurd import lurd_of
from levels.position import Position
from solver.messages import Limits
from solver.review import Review
from solver.weighing import weighing
from tests.naive import Place, Push, after_push, normalized_pusher, pushes, pushes_left, start_of
from tests.solver.random_levels import drawing_of, random_level

MOST_MISTAKES = 4
FEWEST_PUSHES = 12
"""A level that needs fewer leaves no room for mistakes."""


@dataclass(frozen=True)
class PlayedGame:
    """A game that solves its level, and the pushes of it that lost something."""

    line: tuple[Position, ...]
    par: int
    mistakes: tuple[tuple[int, int], ...]
    """(number of the push, pushes lost)"""

    @property
    def pushes(self) -> int:
        return sum(before.boxes != after.boxes for before, after in pairwise(self.line))

    @property
    def most_proofs(self) -> float:
        """As many as finding the mistakes may take."""
        return 4 + 3 * len(self.mistakes) * math.log2(self.pushes)


@dataclass(frozen=True)
class Finding:
    """What a review has found of such a game."""

    game: PlayedGame
    losses: tuple[tuple[int, int], ...]
    proofs: int

    @property
    def fault(self) -> str | None:
        """What is wrong with it, if anything is."""
        if self.losses != self.game.mistakes:
            return f"{self.losses} instead of {self.game.mistakes}"
        if sum(lost for _, lost in self.losses) != self.game.pushes - self.game.par:
            return "the total is not pushes - par"
        return None


@lru_cache(maxsize=64)
def solvable_level(seed: int) -> tuple[Level, dict[Place, int]]:
    """A level with room for mistakes, and what each of its positions still takes."""
    random = Random(seed)
    while True:
        level = random_level(random.randrange(10**6), 3_000)
        left = {place: need for place, need in pushes_left(level).items() if need is not None}
        if left.get(start_of(level), 0) >= FEWEST_PUSHES:
            return level, left


def played(seed: int) -> PlayedGame:
    """A game played at random, with up to a few mistakes."""
    random = Random(seed)
    level, left = solvable_level(seed // 5)
    line = [Position.start(level)]
    wanted = random.randint(0, MOST_MISTAKES)
    mistakes: list[tuple[int, int]] = []
    number = 0
    while not line[-1].is_solved:
        number += 1
        costs = _costs(level, line[-1], left)
        wrong = [push for push, lost in costs.items() if lost > 0]
        is_mistake = bool(wrong) and len(mistakes) < wanted and random.random() < 0.2
        push = random.choice(wrong if is_mistake else [p for p, lost in costs.items() if not lost])
        if is_mistake:
            mistakes.append((number, costs[push]))
        line += walk(line[-1], push)
    return PlayedGame(tuple(line), left[start_of(level)], tuple(mistakes))


def _costs(level: Level, at: Position, left: dict[Place, int]) -> dict[Push, int]:
    """The pushes from a position after which it can still be solved, and what each loses."""
    need = left[at.boxes, normalized_pusher(level, at.boxes, at.pusher)]
    after = {push: after_push(level, at.boxes, push) for push in pushes(level, at.boxes, at.pusher)}
    return {push: left[place] + 1 - need for push, place in after.items() if place in left}


def walk(start: Position, push: Push) -> list[Position]:
    """The positions on the way to a push, and after it."""
    box, direction = push
    beside = start.level.neighbor(box, direction.opposite)
    came: dict[Square, Direction | None] = {start.pusher: None}
    todo = deque([start.pusher])
    while beside not in came:
        square = todo.popleft()
        for way in Direction:
            ahead = start.level.neighbor(square, way)
            if ahead not in came and ahead not in start.level.walls | start.boxes:
                came[ahead] = way
                todo.append(ahead)
    ways, square = [direction], beside
    while (back := came[square]) is not None:
        ways.append(back)
        square = start.level.neighbor(square, back.opposite)
    line = [start]
    for step in reversed(ways):
        following = line[-1].step(step)
        assert following is not None
        line.append(following)
    return line[1:]


def reviewed(game: PlayedGame) -> Finding:
    """Review it with nothing known beforehand."""
    review = Review(game.line, limits=Limits(memory=64))
    proofs = sum(each is not None for each in weighing(review))
    assert all(loss.is_exact for loss in review.losses)
    losses = tuple((loss.upto, loss.at_most) for loss in review.losses)
    return Finding(game, losses, proofs)


def main() -> int:
    """Review as many games as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    first = options.seed * 1_000_000
    findings = [reviewed(played(seed)) for seed in range(first, first + options.games)]
    faults = [each for each in findings if each.fault]
    for each in faults:
        line = each.game.line
        print(f"{each.fault}: {drawing_of(line[0].level)}{lurd_of(line)}")
    mistakes = sum(len(each.game.mistakes) for each in findings)
    lengths = [each.game.pushes for each in findings]
    share = median(each.proofs / each.game.most_proofs for each in findings)
    within = sum(each.proofs <= each.game.most_proofs for each in findings)
    print(
        f"{len(findings)} games of {min(lengths)} to {max(lengths)} pushes with {mistakes}"
        f" mistakes: {len(faults)} reviewed wrongly\n"
        f"proofs: median {median(each.proofs for each in findings):g},"
        f" {share:.2f} of what is allowed, {within} games within it"
    )
    return int(bool(faults) or share > 1)


if __name__ == "__main__":
    sys.exit(main())
