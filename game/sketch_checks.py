"""Whether a sketch is a level already, and which squares are at fault if not."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache

from game.sketch import Sketch, Spot
from levels.level import Level
from levels.validation import find_fault


@dataclass(frozen=True)
class Check:
    """Something that has to be so. ``spots`` are to be ringed where it is not."""

    text: str
    is_fine: bool
    detail: str = ""
    spots: frozenset[Spot] = frozenset()


@dataclass(frozen=True)
class Findings:
    """All that can be said of a sketch as it is."""

    checks: tuple[Check, ...]
    floor: frozenset[Spot]
    """what would be inside if all gaps were closed"""
    gap: Spot | None
    """where the pusher could walk out of the room"""
    level: Level | None
    """the sketch as a level, if it is one"""

    @property
    def faulty(self) -> frozenset[Spot]:
        """All squares to be ringed."""
        return frozenset().union(*(check.spots for check in self.checks if not check.is_fine))


@lru_cache(maxsize=64)
def look_at(sketch: Sketch) -> Findings:
    """Check a sketch."""
    floor, gap = _room(sketch)
    checks: tuple[Check, ...] = (
        _one_pusher(sketch),
        _as_many_goals(sketch),
        _within_reach(sketch, floor),
        _closed(sketch, gap),
    )
    level = level_of(sketch) if all(check.is_fine for check in checks) else None
    fault = find_fault(level) if level else None
    if level is not None and fault is not None:
        spots = frozenset() if fault.square is None else frozenset({_spot(level, fault.square)})
        checks = (*checks, Check("It cannot be played", False, fault.reason, spots))
        level = None
    return Findings(checks, floor, gap, level)


def _one_pusher(sketch: Sketch) -> Check:
    if sketch.pusher is None:
        return Check("There is no pusher", False, "Put it on the floor with 5")
    return Check("One pusher", True)


def _as_many_goals(sketch: Sketch) -> Check:
    boxes, goals = len(sketch.boxes), len(sketch.goals)
    words = f"{_count(boxes, 'box')}, {_count(goals, 'goal')}"
    if boxes == 0:
        return Check(words, False, "A level has at least one box")
    if boxes != goals:
        missing = _count(abs(boxes - goals), "goal" if goals < boxes else "box")
        return Check(words, False, f"{missing} missing")
    return Check(words, True)


def _count(number: int, name: str) -> str:
    return f"{number} {name if number == 1 else {'box': 'boxes', 'goal': 'goals'}[name]}"


def _within_reach(sketch: Sketch, floor: frozenset[Spot]) -> Check:
    if sketch.pusher is None:
        return Check("Every box can be reached", True)
    lost = (sketch.boxes ^ sketch.goals) - floor
    if lost:
        column, row = min(lost)
        where = f"Out of the pusher's room at {column + 1}, {row + 1}"
        return Check("Something cannot be reached", False, where, lost)
    return Check("Every box can be reached", True)


def _closed(sketch: Sketch, gap: Spot | None) -> Check:
    if gap is None:
        return Check("The room is closed", True)
    where = f"Gap in the wall at {gap[0] + 1}, {gap[1] + 1}"
    return Check("The room is open", False, where, frozenset({gap}))


# --- the room ------------------------------------------------------------------------------------

_MOST_GAPS = 12
"""Gaps closed, one after the other, to see what the room is meant to be."""


def _room(sketch: Sketch) -> tuple[frozenset[Spot], Spot | None]:
    """The floor of the pusher's room and its first gap; without a pusher, of all that is closed."""
    if sketch.pusher is None:
        return _enclosed(sketch), None
    closed: set[Spot] = set()
    first = None
    for _ in range(_MOST_GAPS):
        way_out, reached = _way_out(sketch, sketch.pusher, closed)
        if not way_out:
            return frozenset(reached), first
        gap = _gap_on(sketch, way_out)
        first = first or gap
        if gap == sketch.pusher:
            break
        closed.add(gap)
    return frozenset({sketch.pusher}), first


def _way_out(sketch: Sketch, start: Spot, closed: set[Spot]) -> tuple[list[Spot], set[Spot]]:
    """The shortest way to the rim of the drawing, and all that is reached if there is none."""
    came: dict[Spot, Spot | None] = {start: None}
    todo = deque([start])
    while todo:
        spot = todo.popleft()
        for ahead in _around(spot):
            if not sketch.holds(ahead):
                way = [spot]
                while (before := came[way[-1]]) is not None:
                    way.append(before)
                return way[::-1], set()
            if ahead not in came and ahead not in sketch.walls and ahead not in closed:
                came[ahead] = spot
                todo.append(ahead)
    return [], set(came)


def _gap_on(sketch: Sketch, way: list[Spot]) -> Spot:
    """Where a way out leaves the room: the last door on it, or its last spot next to a wall."""

    def is_wall(spot: Spot) -> bool:
        return spot in sketch.walls

    doors = [
        (x, y) for x, y in way
        if (is_wall((x - 1, y)) and is_wall((x + 1, y)))
        or (is_wall((x, y - 1)) and is_wall((x, y + 1)))
    ]  # fmt: skip
    if doors:
        return doors[-1]
    beside = [spot for spot in way if any(map(is_wall, _around(spot)))]
    return beside[-1] if beside else way[-1]


def _enclosed(sketch: Sketch) -> frozenset[Spot]:
    """All spots that are neither wall nor open to the rim."""
    rim = [
        (x, y) for x in range(sketch.width) for y in range(sketch.height)
        if x in (0, sketch.width - 1) or y in (0, sketch.height - 1)
    ]  # fmt: skip
    outside = {spot for spot in rim if spot not in sketch.walls}
    todo = list(outside)
    while todo:
        for ahead in _around(todo.pop()):
            if sketch.holds(ahead) and ahead not in sketch.walls and ahead not in outside:
                outside.add(ahead)
                todo.append(ahead)
    every = {(x, y) for x in range(sketch.width) for y in range(sketch.height)}
    return frozenset(every - outside - sketch.walls)


def _around(spot: Spot) -> tuple[Spot, ...]:
    x, y = spot
    return (x, y - 1), (x - 1, y), (x, y + 1), (x + 1, y)


# --- as a level ----------------------------------------------------------------------------------


def level_of(sketch: Sketch) -> Level:
    """A sketch with walls and a pusher as a level, cut to what is drawn; it may have faults."""
    assert sketch.pusher is not None
    drawn = sketch.walls | sketch.goals | sketch.boxes | {sketch.pusher}
    left, top = min(x for x, _ in drawn), min(y for _, y in drawn)
    width = max(x for x, _ in drawn) - left + 1

    def squares(spots: frozenset[Spot]) -> frozenset[int]:
        return frozenset((y - top) * width + x - left for x, y in spots)

    (pusher,) = squares(frozenset({sketch.pusher}))
    return Level(
        width=width,
        height=max(y for _, y in drawn) - top + 1,
        walls=squares(sketch.walls),
        goals=squares(sketch.goals),
        boxes=squares(sketch.boxes),
        pusher=pusher,
        title=sketch.title.strip(),
        author=sketch.author.strip(),
    )


def _spot(level: Level, square: int) -> Spot:
    return level.column_and_row(square)
