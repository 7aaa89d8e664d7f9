"""Makes the pack "Level of the Day": 53 weeks of seven days, gentle on Monday, hardest on Sunday.

    python3 assets/packs/make_days.py

A room is carved that is the same after a mirror or a turn, furnished by the search of
furnish_rooms.py until it is as hard as its day should be, and rid of floor that does nothing. It is
thrown out if too much of it is still idle or solid rock, or if an earlier level has the same
outline, even turned or mirrored. Nothing in it looks at the clock: every day has a seed of its own.

Levels that are in the pack already are kept, so a run that was interrupted can be resumed; delete
the pack to make all of them again. At the end the pars go into the book that ships, and the table
into docs/days.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TypeAlias

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(HERE)]

from furnish_rooms import TURNS, Aim, Furnisher, Turn
from make_packs import Proved, prove, write_pack, write_pars

from levels.canonical import SYMMETRIES, lay
from levels.days import PACK, WEEKS
from levels.files import read
from levels.level import Level
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.making.candidates import Candidate, judge
from solver.making.rooms import Balance, Point, Room
from solver.warm_up import warm_up

Turns: TypeAlias = tuple[Turn, ...]

TITLE = "Level of the Day"
NOTES = "53 weeks of seven levels, each with its difficulty."
TABLE = ROOT / "docs" / "days.md"
MOST_IN_VAIN = 30
"""Initial placements without a solution, after which a room is given up."""
MOST_IDLE = 0.15
"""Share of the floor where neither pusher nor box ever is in the solution."""
LEAST_FLOOR = 0.45
"""Share of the rectangle around the floor that is floor."""


@dataclass(frozen=True)
class Weekday:
    """What the levels of a day of the week should be like."""

    name: str
    columns: tuple[int, int]
    """of floor, at least and at most, like the rows"""
    rows: tuple[int, int]
    boxes: tuple[int, int]
    score: tuple[float, float]
    balanced: float
    """how often the boxes start with the symmetry of the room, too"""
    steps: int
    """of the search in each room"""
    hope: float
    """how far from that score it may be after a third of those steps"""
    floor: tuple[float, int] = (4, 12)
    """how many squares at most: for each box, and in addition"""


WEEKDAYS = (
    Weekday("Monday", (5, 7), (4, 6), (2, 3), (2.8, 4.8), 0.6, 360, 1.3),
    Weekday("Tuesday", (6, 7), (5, 6), (3, 4), (5.1, 6.0), 0.5, 120, 1.0),
    Weekday("Wednesday", (6, 7), (5, 7), (4, 5), (6.1, 6.9), 0.5, 120, 1.0),
    Weekday("Thursday", (6, 8), (5, 7), (4, 6), (7.1, 8.0), 0.6, 150, 1.0),
    Weekday("Friday", (6, 8), (6, 7), (5, 7), (8.1, 8.9), 0.6, 150, 1.0),
    Weekday("Saturday", (7, 9), (6, 8), (6, 8), (9.2, 10.4), 0.8, 180, 1.0),
    Weekday("Sunday", (8, 10), (7, 8), (9, 12), (10.5, 13.0), 1.0, 200, 1.1, (3.4, 10)),
)


class Maker:
    """Makes one level after another, no two with the same outline."""

    def __init__(self, levels: Iterable[Level]) -> None:
        self._outlines = {outline(level) for level in levels}

    def make(self, week: int, day: Weekday) -> Level:
        """The level of a day."""
        tries = 0
        while True:
            tries += 1
            random = Random(f"days 1: {week} {day.name} {tries}")
            level = self._attempt(random, day)
            if level is not None:
                self._outlines.add(outline(level))
                return replace(level, title=f"Week {week}, {day.name}")

    def _attempt(self, random: Random, day: Weekday) -> Level | None:
        carved = carve(random, day)
        if carved is None:
            return None
        name, room = carved
        is_balanced = random.random() < day.balanced
        aim = Aim(*day.score, is_balanced, day.steps, day.hope, MOST_IN_VAIN)
        furnisher = Furnisher("", room, TURNS[name], str(random.random()), aim)
        candidate = furnisher.best()
        if candidate is None or aim.loss(candidate.traits.score) > 0:
            return None
        candidate = without_idle_floor(candidate, TURNS[name])
        if aim.loss(candidate.traits.score) > 0 or not is_full(candidate):
            return None
        if outline(candidate.level) in self._outlines:
            return None
        # A search without limits may need another number of positions.
        score = prove(candidate.level, "").difficulty.score
        return candidate.level if aim.loss(score) == 0 else None


# --- rooms -----------------------------------------------------------------------------------


def carve(random: Random, day: Weekday) -> tuple[str, Room] | None:
    """A room and goals that a turn maps to themselves, and the name of the turn; None if what
    came out is too large or too small."""
    columns, rows = random.randint(*day.columns), random.randint(*day.rows)
    name = random.choice(["mirror", "mirror", "half turn", "both mirrors", "quarter turn"])
    if name == "quarter turn":
        columns = rows = max(columns, rows)
    turns, boxes = TURNS[name], random.randint(*day.boxes)
    most = min(round(day.floor[0] * boxes) + day.floor[1], round(0.8 * columns * rows))
    least = min(3 * boxes + 5, most)
    aim, floor = random.randint(least, most), frozenset[Point]()
    for _ in range(12):
        floor |= images(rectangle(random, columns, rows), turns, columns, rows)
        if len(floor) >= aim:
            break
    room = Room(columns, rows, Balance.NONE, floor)
    if not least <= len(floor) <= most or not room.is_one_piece:
        return None
    goals = frozenset[Point]()
    for point in random.sample(sorted(floor), len(floor)):
        more = images({point}, turns, columns, rows) | goals
        if len(more) <= boxes:
            goals = more
    return (name, replace(room, goals=goals)) if len(goals) == boxes else None


def rectangle(random: Random, columns: int, rows: int) -> set[Point]:
    """The points of a small rectangle."""
    width, height = random.randint(1, min(4, columns)), random.randint(1, min(4, rows))
    left, top = random.randint(0, columns - width), random.randint(0, rows - height)
    return {(x, y) for x in range(left, left + width) for y in range(top, top + height)}


def images(points: set[Point], turns: Turns, columns: int, rows: int) -> frozenset[Point]:
    """The points and wherever the turns take them."""
    found, todo = set(points), list(points)
    while todo:
        at = todo.pop()
        for turn in turns:
            image = turn(*at, columns, rows)
            if image not in found:
                found.add(image)
                todo.append(image)
    return frozenset(found)


# --- beauty ----------------------------------------------------------------------------------


def without_idle_floor(candidate: Candidate, turns: Turns) -> Candidate:
    """The candidate without floor that the solution does not need and where no box may stand, if
    that holds for all its images."""
    room = candidate.room
    graph = BoardGraph.of(candidate.level)
    dead = Distances.of(graph).dead
    idle = room.points_of(square for number, square in enumerate(graph.squares) if dead[number])
    idle -= candidate.used | room.goals
    gone = {
        point for point in idle if images({point}, turns, room.columns, room.rows) <= idle
    }  # fmt: skip
    if not gone:
        return candidate
    boxes = room.points_of(candidate.level.boxes)
    (pusher,) = room.points_of({candidate.level.pusher})
    smaller = room.with_floor(room.floor - gone)
    judged = judge(smaller, smaller.level(boxes, pusher))
    return without_idle_floor(judged, turns) if judged else candidate


def is_full(candidate: Candidate) -> bool:
    """Whether most of the floor is needed, and most of the level is floor."""
    level, room = candidate.level, candidate.room
    inside = (level.width - 2) * (level.height - 2)
    idle = room.floor - candidate.used
    return len(idle) <= MOST_IDLE * len(room.floor) and len(room.floor) >= LEAST_FLOOR * inside


def outline(level: Level) -> tuple[int, tuple[int, ...]]:
    """What levels have in common if their walls are the same but for a turn or a mirror."""
    laid = (lay(level, symmetry) for symmetry in SYMMETRIES)
    return min((each.width, tuple(sorted(each.floor))) for each in laid)


# --- the pack --------------------------------------------------------------------------------


def table(levels: list[Proved]) -> str:
    """The table of all days, a week in each row."""
    names = [day.name for day in WEEKDAYS]
    rows = [f"| week | {' | '.join(names)} |", "|---|" + "---|" * len(names)]
    for week in range(WEEKS):
        days = levels[week * len(names) : (week + 1) * len(names)]
        parts = (f"{each.solution.pushes} ({each.difficulty.score:.2f})" for each in days)
        rows.append(f"| {week + 1} | {' | '.join(parts)} |")
    return "\n".join(rows) + "\n"


def write_table(levels: list[Proved]) -> None:
    """Put the table in place of the one at the end of its page."""
    before = TABLE.read_text().partition("| week |")[0]
    TABLE.write_text(before + table(levels))


def main() -> None:
    """Make what is missing, one weekday after the other; then prove and describe all of it."""
    warm_up()
    titles = [f"Week {week}, {day.name}" for week in range(1, WEEKS + 1) for day in WEEKDAYS]
    made = {level.title: level for level in read(PACK).levels} if PACK.exists() else {}
    maker = Maker(made.values())
    for day in WEEKDAYS:
        for week in range(1, WEEKS + 1):
            title = f"Week {week}, {day.name}"
            if title not in made:
                made[title] = maker.make(week, day)
                write_pack(PACK, TITLE, NOTES, [made[each] for each in titles if each in made])
                print(title, flush=True)
    proved = [prove(made[title], "") for title in titles]
    scored = [replace(each.level, notes=f"{each.difficulty.score:.2f}") for each in proved]
    write_pack(PACK, TITLE, NOTES, scored)
    write_pars(proved)
    write_table(proved)


if __name__ == "__main__":
    main()
