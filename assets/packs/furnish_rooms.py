"""Furnishes rooms drawn by hand, as hard as they get: Foundry was chosen from what this makes.

    python3 assets/packs/furnish_rooms.py [--seed N] [ROOM ...] > furnished.xsb

Reads rooms.txt beside it: a title, then the floor (-) and the goals (.) of a room; all else
is rock. The outline stays as it was drawn, and so does the symmetry: boxes, goals and pillars are
only ever moved together with their images. The search is simulated annealing (Kirkpatrick, Gelatt
and Vecchi 1983) for the difficulty (solver/rating.py) of placements that are proved to have a
solution. Nothing in it looks at the clock: the same seed brings the same levels.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TypeAlias

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from levels.formats.board import format_board
from levels.formats.paragraphs import level_lines
from solver.making.candidates import Candidate
from solver.making.rooms import Balance, Point, Room
from solver.messages import Limits
from solver.rating import traits_of
from solver.search import Search, Status
from solver.warm_up import warm_up

ROOMS = Path(__file__).with_name("rooms.txt")
LIMITS = Limits(nodes=15_000, memory=128)
"""For each placement. What takes longer to prove makes the search slow, not the level better."""
STEPS, MOST_IN_VAIN = 120, 150
HOT, COLD = 0.5, 0.03
"""About how much easier a level may be than the one before, at the beginning and the end."""

Orbit: TypeAlias = frozenset[Point]
Turn: TypeAlias = Callable[[int, int, int, int], Point]

TURNS: dict[str, tuple[Turn, ...]] = {
    "mirror": (lambda x, y, width, height: (width - 1 - x, y),),
    "half turn": (lambda x, y, width, height: (width - 1 - x, height - 1 - y),),
    "both mirrors": (lambda x, y, width, height: (width - 1 - x, y),
                     lambda x, y, width, height: (x, height - 1 - y)),
    "quarter turn": (lambda x, y, width, height: (width - 1 - y, x),),
}  # fmt: skip


@dataclass(frozen=True)
class Aim:
    """What the furniture of a room should be like."""

    least: float = math.inf
    """score: the search ends at the first level in these bounds; without any, it takes all steps"""
    most: float = math.inf
    are_boxes_alike: bool = True
    """whether the boxes start with the symmetry of the room"""
    steps: int = STEPS
    hope: float = math.inf
    """how far from the bounds the score may be after a third of the steps"""
    most_in_vain: int = MOST_IN_VAIN
    """initial placements without a solution; then the room is given up"""

    def loss(self, score: float) -> float:
        """How far a score is from the bounds; without bounds, the harder, the less."""
        if math.isinf(self.least):
            return -score
        return max(0.0, self.least - score, score - self.most)


@dataclass(frozen=True)
class Furniture:
    """What stands where in a room."""

    room: Room
    boxes: frozenset[Point]
    pusher: Point


HARDEST = Aim()


class Furnisher:
    """Looks for balanced furniture for a room: the hardest, or as hard as it should be."""

    def __init__(
        self, title: str, room: Room, turns: tuple[Turn, ...], seed: str, aim: Aim = HARDEST
    ) -> None:
        self._room = room
        self._aim = aim
        self._wanted = len(room.goals)
        self._random = Random(f"{seed} {title}")
        rock = {(x, y) for x in range(room.columns) for y in range(room.rows)} - room.floor
        whole = room.floor | {p for p in rock if sum(n in room.floor for n in room.around(p)) >= 3}
        self._inner = sorted(
            {self._orbit(point, turns) for point in whole if len([*room.around(point)]) == 4
             and all(each in whole for each in room.around(point))}, key=sorted,
        )  # fmt: skip
        self._orbits = sorted({self._orbit(point, turns) for point in whole}, key=sorted)
        own = [frozenset({point}) for point in sorted(whole)]
        self._box_orbits = self._orbits if aim.are_boxes_alike else own
        self.proofs = 0

    def _orbit(self, point: Point, turns: tuple[Turn, ...]) -> Orbit:
        orbit, todo = {point}, [point]
        while todo:
            at = todo.pop()
            for turn in turns:
                image = turn(*at, self._room.columns, self._room.rows)
                if image not in orbit:
                    orbit.add(image)
                    todo.append(image)
        return frozenset(orbit)

    def best(self) -> Candidate | None:
        """The candidate found nearest to the aim, if any has a solution."""
        at = candidate = None
        for number in range(2 * self._aim.most_in_vain):
            at = self._furnished(with_goals=number < self._aim.most_in_vain)
            candidate = self._proved(at) if at else None
            if candidate:
                break
        if at is None or candidate is None:
            return None
        loss = self._aim.loss
        best = candidate
        for step in range(self._aim.steps):
            if loss(best.traits.score) == 0:
                break
            if step == self._aim.steps // 3 and loss(best.traits.score) > self._aim.hope:
                break
            warmth = HOT * (COLD / HOT) ** (step / self._aim.steps)
            other = self._changed(at)
            judged = self._proved(other) if other else None
            if judged is None or other is None:
                continue
            worse = loss(judged.traits.score) - loss(candidate.traits.score)
            if worse <= 0 or self._random.random() < math.exp(-worse / warmth):
                at, candidate = other, judged
            if loss(candidate.traits.score) < loss(best.traits.score):
                best = candidate
        return best

    def _furnished(self, *, with_goals: bool) -> Furniture | None:
        """Boxes anywhere, and the goals too once those that were drawn have led to nothing."""
        room = self._room
        if not with_goals:
            goals = self._filled(room, frozenset(), frozenset(), self._orbits)
            room = replace(room, goals=goals or room.goals)
        boxes = self._with_boxes(room, frozenset())
        return self._with_pusher(room, boxes) if boxes else None

    def _changed(self, at: Furniture) -> Furniture | None:
        """Some boxes, goals or pillars elsewhere."""
        room, boxes, dice = at.room, at.boxes, self._random.random()
        if dice < 0.5:
            inside = [orbit for orbit in self._box_orbits if orbit <= boxes]
            gone = self._random.sample(inside, min(self._random.choice((1, 1, 2)), len(inside)))
            boxes = boxes.difference(*gone)
        elif dice < 0.8:
            inside = [orbit for orbit in self._orbits if orbit <= room.goals]
            gone = self._random.sample(inside, 1)
            kept = room.goals.difference(*gone)
            goals = self._filled(room, kept, boxes, self._orbits)
            if goals is None:
                return None
            room = replace(room, goals=goals)
        elif self._inner:
            orbit = self._random.choice(self._inner)
            if orbit & (boxes | room.goals):
                return None
            room = room.with_floor(room.floor ^ orbit)
            if not room.is_one_piece:
                return None
        filled = self._with_boxes(room, boxes)
        return self._with_pusher(room, filled) if filled else None

    def _with_boxes(self, room: Room, boxes: frozenset[Point]) -> frozenset[Point] | None:
        return self._filled(room, boxes, room.goals, self._box_orbits)

    def _filled(
        self, room: Room, points: frozenset[Point], taken: frozenset[Point], of: list[Orbit]
    ) -> frozenset[Point] | None:
        """With orbits added until there are as many points as goals; None if that fails."""
        missing = self._wanted - len(points)
        free = [orbit for orbit in of if orbit <= room.floor - points - taken]
        for orbit in self._random.sample(free, len(free)):
            if len(orbit) <= missing:
                points, missing = points | orbit, missing - len(orbit)
        return points if missing == 0 else None

    def _with_pusher(self, room: Room, boxes: frozenset[Point]) -> Furniture | None:
        """The pusher on the lowest free square that is its own image, or on the lowest free one."""
        free = room.floor - boxes - room.goals
        if not free:
            return None
        own = {next(iter(orbit)) for orbit in self._orbits if len(orbit) == 1} & free
        return Furniture(room, boxes, max(own or free, key=lambda point: (point[1], point[0])))

    def _proved(self, at: Furniture) -> Candidate | None:
        level = at.room.level(at.boxes, at.pusher)
        self.proofs += 1
        search = Search(level, LIMITS)
        while search.advance() is Status.RUNNING:
            pass
        if search.best is None or not search.optimal:
            return None
        candidate = Candidate(
            at.room, level, search.best, traits_of(level, search.best.lurd, search.nodes)
        )
        return candidate if candidate.is_lively else None


def read_rooms() -> Iterator[tuple[str, Room]]:
    """The rooms of the file with their titles."""
    title = ""
    for paragraph in ROOMS.read_text().split("\n\n"):
        lines = paragraph.strip("\n").splitlines()
        if len(lines) == 1:
            title = lines[0]
            continue
        points = {(x, y): sign for y, line in enumerate(lines) for x, sign in enumerate(line)}
        goals = frozenset(point for point, sign in points.items() if sign == ".")
        floor = goals | {point for point, sign in points.items() if sign == "-"}
        room = Room(max(map(len, lines)), len(lines), Balance.NONE, floor, goals)
        if not room.is_one_piece:
            raise SystemExit(f"{title}: the floor is in several pieces")
        yield title, room


def symmetries_of(room: Room) -> list[str]:
    """The names of the turns that change neither floor nor goals; half a turn only if no other."""
    names = [
        name for name, turns in TURNS.items()
        if all(
            {turn(*point, room.columns, room.rows) for point in points} == points
            for turn in turns for points in (room.floor, room.goals)
        )
    ]  # fmt: skip
    return [name for name in names if name != "half turn"] or names


def main() -> None:
    """Write the hardest furniture of each room, for each of its symmetries."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help="their titles (default: all)")
    options = parser.parse_args()
    warm_up()
    for title, room in read_rooms():
        if options.rooms and title not in options.rooms:
            continue
        for name in symmetries_of(room):
            furnisher = Furnisher(title, room, TURNS[name], f"{options.seed} {name}")
            best = furnisher.best()
            if best is None:
                print(f"{title}, {name}: nothing in {furnisher.proofs} proofs", file=sys.stderr)
                continue
            traits = best.traits
            told = f"{title}, {name}: score {traits.score:.2f}, {traits.pushes} pushes"
            print(f"{told}, {traits.positions:,} positions", file=sys.stderr)
            notes = f"{title}, seed {options.seed}, {name}"
            level = replace(best.level, title=title, notes=notes)
            print("\n".join(level_lines(level, format_board(level), ())), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
