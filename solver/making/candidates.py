"""A generated level in the making: judged by the search, and tidied up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from levels.level import Level, Square
from levels.lurd import replay_lurd
from levels.position import Position
from levels.solution import Solution
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.making.rooms import Point, Room
from solver.messages import Difficulty, Limits
from solver.rating import Traits, traits_of
from solver.search import Search, Status

LIMITS = Limits(nodes=60_000, memory=64)
"""A level that takes more to prove is thrown out. No seconds: every run is to find the same."""


@dataclass(frozen=True)
class Candidate:
    """A level with its proved best solution, and the room that it was made from."""

    room: Room
    level: Level
    solution: Solution
    traits: Traits

    @property
    def difficulty(self) -> Difficulty:
        return self.traits.difficulty

    @property
    def is_lively(self) -> bool:
        """Whether every box is pushed, and none begins on a goal."""
        return not self.level.boxes & self.level.goals and self.traits.boxes == len(
            self.level.boxes
        )

    @property
    def first_stand(self) -> Square:
        """Where the pusher stands before the first push."""
        line = replay_lurd(Position.start(self.level), self.solution.lurd)
        walk = next(i for i, letter in enumerate(self.solution.lurd) if letter.isupper())
        return line[walk].pusher

    @cached_property
    def used(self) -> frozenset[Point]:
        """Where the pusher or a box is at any time of the solution."""
        line = replay_lurd(Position.start(self.level), self.solution.lurd)
        squares = {position.pusher for position in line}
        for position in line:
            squares |= position.boxes
        return self.room.points_of(squares)

    def in_room(self, room: Room) -> Candidate | None:
        """Its pieces in another room; None unless that is proved to have a solution."""
        boxes = self.room.points_of(self.level.boxes)
        (pusher,) = self.room.points_of({self.level.pusher})
        if not (boxes | room.goals | {pusher}) <= room.floor or len(room.goals) != len(boxes):
            return None
        return judge(room, room.level(boxes, pusher))


def judge(room: Room, level: Level) -> Candidate | None:
    """Have a level proved and rated; None if it has no solution or the proof takes too long."""
    search = Search(level, LIMITS)
    while search.advance() is Status.RUNNING:
        pass
    if search.best is None or not search.optimal:
        return None
    traits = traits_of(level, search.best.lurd, search.nodes)
    return Candidate(room, level, search.best, traits)


def tidied(candidate: Candidate) -> Candidate:
    """The candidate without dead space and without pillars that do nothing.

    Dead space is floor that the solution does not need and where no box may stand: it becomes wall,
    which leaves the solution as it is. A pillar, one square of wall with floor on all four sides,
    does nothing if the level without it takes as many pushes. Both are done only together with
    their images, so that a balanced room stays so; but the end of a blind alley is always filled.
    """
    candidate = full = _filled(candidate)
    for pillar in _pillars(candidate.room):
        if pillar in candidate.room.floor:
            continue
        without = candidate.in_room(candidate.room.toggled(pillar))
        if without is not None and without.solution.pushes == candidate.solution.pushes:
            candidate = without
    return candidate if candidate is full else _filled(candidate)


def _filled(candidate: Candidate) -> Candidate:
    """Fill dead space, which may make more of it, until there is none."""
    fuller = _filled_once(candidate)
    while fuller is not candidate:
        candidate, fuller = fuller, _filled_once(fuller)
    return candidate


def _filled_once(candidate: Candidate) -> Candidate:
    room = candidate.room
    graph = BoardGraph.of(candidate.level)
    dead = Distances.of(graph).dead
    dead_points = room.points_of(
        square for number, square in enumerate(graph.squares) if dead[number]
    )
    spare = dead_points - candidate.used - room.goals
    gone = {
        point for point in spare
        if room.images(point) <= spare
        or sum(each in room.floor for each in room.around(point)) < 2
    }  # fmt: skip
    if not gone:
        return candidate
    return candidate.in_room(room.with_floor(room.floor - gone)) or candidate


def _pillars(room: Room) -> list[Point]:
    rock = {
        (x, y) for x in range(room.columns) for y in range(room.rows)
    } - room.floor  # fmt: skip
    return sorted(
        point for point in rock if sum(each in room.floor for each in room.around(point)) == 4
    )
