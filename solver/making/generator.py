"""New levels, every one proved to have a solution and to be as hard as it was asked for.

A room is carved (`solver.making.rooms`), goals are placed, and the boxes are pulled off them as far
as they go, or as far as the difficulty allows (`solver.making.reverse_play`). What is too easy is
made harder by a local search over walls and goals. Then the level is tidied, judged once more
(`solver.making.candidates`), and thrown out unless it is what was asked for and no other level of
the run is the same but for a turn or a mirror. Everything follows from the seed: no clock has a
say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import numpy as np

from levels.canonical import canonical_form
from levels.level import Level, Square
from levels.lurd import parse_lurd, replay_lurd
from levels.position import Position
from levels.solution import Solution
from solver.making.candidates import Candidate, judge, tidied
from solver.making.reverse_play import ReversePlay
from solver.making.rooms import Room, carve_room, place_goals
from solver.messages import MARK_LIMITS, MOST_TRIES_IN_VAIN, Difficulty, Wish
from solver.solutions.replay import solution_of

_SHARES = (1.0, 0.8, 0.65, 0.5, 0.35, 0.2)
"""How far from the solved position boxes are put: the farthest that is not too hard."""
_SAME_LAYER = 8
_STALE = 12
"""Changes in a row that make a level no harder, before another room is tried."""


@dataclass(frozen=True, slots=True)
class Generated:
    """An accepted level."""

    level: Level
    solution: Solution
    difficulty: Difficulty
    tries: int
    """rooms tried so far, this one included"""


class Generator:
    """Makes levels, resting every fraction of a second."""

    def __init__(self, wish: Wish) -> None:
        """Raises ValueError for a wish that cannot be fulfilled."""
        if wish.fault:
            raise ValueError(wish.fault)
        self.wish = wish
        self.tries = 0
        self.accepted = 0
        self._keys: set[str] = set()
        self._floor = (0.0, *MARK_LIMITS)[wish.difficulty - 1]
        self._ceiling = (*MARK_LIMITS, float("inf"))[wish.difficulty - 1]
        self._positions = 8_000 if wish.boxes <= 3 else 30_000

    def run(self) -> Iterator[Generated | None]:
        """The levels, and None at every rest; ends when there are enough, or none to be found."""
        last = 0
        while self.accepted < self.wish.count and self.tries - last < MOST_TRIES_IN_VAIN:
            self.tries += 1
            random = Random(f"{self.wish.seed} {self.tries}")
            candidate: Candidate | None = None
            for better in self._improve(random):
                candidate = better
                yield None
            made = self._accept(random, candidate)
            if made is not None:
                self.accepted += 1
                last = self.tries
                yield made

    def _improve(self, random: Random) -> Iterator[Candidate | None]:
        """A candidate for a room, then ever harder ones, until one is hard enough or none is."""
        room = self._room(random)
        best = self._furnish(random, room) if room else None
        yield best
        stale = 0
        while best is not None and best.difficulty.score < self._floor and stale < _STALE:
            other = self._furnish(random, _changed(random, best.room))
            is_better = other is not None and other.traits.score > best.traits.score
            best, stale = (other, 0) if is_better else (best, stale + 1)
            yield best

    def _room(self, random: Random) -> Room | None:
        wish = self.wish
        columns, rows = wish.columns - 2, wish.rows - 2
        area = columns * rows
        least = max(3 * wish.boxes + 3, round(0.35 * area))
        most = max(least, min(5 * wish.boxes + 14, round(0.8 * area)))
        room = carve_room(random, columns, rows, min(least, area), most)
        return place_goals(random, room, wish.boxes) if room else None

    def _furnish(self, random: Random, room: Room) -> Candidate | None:
        """Put the boxes as far away as the difficulty allows; None if that is nowhere."""
        if len(room.goals) != self.wish.boxes or not room.is_one_piece:
            return None
        play = ReversePlay(room.level(), self._positions)
        for _ in play.run():
            pass
        farthest = int(play.pushes[-1])
        for share in _SHARES:
            level = _off_goals(random, play, round(share * farthest))
            candidate = judge(room, level) if level else None
            if candidate is not None and candidate.difficulty.score < self._ceiling:
                return candidate
        return None

    def _accept(self, random: Random, candidate: Candidate | None) -> Generated | None:
        """The finished level, if it is what was asked for."""
        if candidate is None or candidate.difficulty.marks != self.wish.difficulty:
            return None
        candidate = tidied(_with_pusher(candidate, candidate.first_stand))
        if candidate.difficulty.marks != self.wish.difficulty or not candidate.is_lively:
            return None
        key = canonical_form(candidate.level).key
        if key in self._keys:
            return None
        area = candidate.level.walkable(candidate.level.boxes)
        candidate = _with_pusher(
            candidate, random.choice(sorted(area - candidate.level.goals) or sorted(area))
        )
        self._keys.add(key)
        return Generated(candidate.level, candidate.solution, candidate.difficulty, self.tries)


def _off_goals(random: Random, play: ReversePlay, pushes: int) -> Level | None:
    """A level that takes this many pushes, with no box on a goal."""
    first, end = np.searchsorted(play.pushes, [pushes, pushes + 1])
    for _ in range(_SAME_LAYER):
        if end > first:
            level = play.level_at(random.randrange(first, end))
            if not level.boxes & level.goals:
                return level
    return None


def _changed(random: Random, room: Room) -> Room:
    """The room with a bit of rock broken out or put in, or with a goal elsewhere."""
    if random.random() < 0.3:
        goal = random.choice(sorted(room.goals))
        free = sorted(room.floor - room.goals)
        if free:
            return replace(room, goals=room.goals - {goal} | {random.choice(free)})
    edge = sorted({each for point in room.floor for each in room.around(point)} - room.goals)
    return room.toggled(random.choice(edge))


def _with_pusher(candidate: Candidate, square: Square) -> Candidate:
    """The pusher elsewhere in its area: the same level, but for the walk to the first push."""
    level = replace(candidate.level, pusher=square)
    line = replay_lurd(Position.start(candidate.level), candidate.solution.lurd)
    pushes = [
        (after.pusher, direction)
        for (before, after), direction in zip(
            pairwise(line), parse_lurd(candidate.solution.lurd), strict=True
        )
        if after.boxes != before.boxes
    ]
    return replace(candidate, level=level, solution=solution_of(level, pushes))
