"""Slow, obviously right twins of the kernels: plain Python on levels and sets, no arrays.

Nothing here knows of dead squares, bounds or deadlocks but what is asked for by name.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, count, permutations
from typing import TypeAlias

from levels.level import Direction, Level, Square

Boxes: TypeAlias = frozenset[Square]
Push: TypeAlias = tuple[Square, Direction]
"""square of the box, direction"""
Place: TypeAlias = tuple[Boxes, Square]
"""the boxes and the normalized pusher"""

NO_WAY = 30_000
"""Pushes between squares that no pushes connect."""

WAYS = [(direction, direction.opposite) for direction in Direction]
REMEMBERED = 1_000
"""So many levels are remembered with what was found out: most are asked about more than once."""


@lru_cache(REMEMBERED)
def beside(level: Level) -> list[list[Square]]:
    """For every square of the grid, the one next to it in each Direction."""
    offsets = [level.neighbor(0, direction) for direction in Direction]
    return [[square + offset for offset in offsets] for square in range(level.width * level.height)]


@lru_cache(REMEMBERED)
def open_beside(level: Level) -> list[list[Square]]:
    """The same without walls: most of the time goes to the squares that a pusher walks to."""
    return [[ahead for ahead in around if ahead not in level.walls] for around in beside(level)]


# --- the pusher ------------------------------------------------------------------------------


def reachable_area(level: Level, boxes: Boxes, pusher: Square) -> frozenset[Square]:
    """The squares that the pusher can walk to without a push."""
    known = areas(level).setdefault(boxes, [])
    for area in known:
        if pusher in area:
            return area
    known.append(walked_through(level, boxes, pusher))
    return known[-1]


@lru_cache(2)
def areas(level: Level) -> dict[Boxes, list[frozenset[Square]]]:
    """Those that were walked through already, by where the boxes stood."""
    return {}


def walked_through(level: Level, boxes: Boxes, pusher: Square) -> frozenset[Square]:
    """The squares that the pusher gets to, one step after the other."""
    around = open_beside(level)
    seen = {pusher, *boxes}
    todo = [pusher]
    while todo:
        for ahead in around[todo.pop()]:
            if ahead not in seen:
                seen.add(ahead)
                todo.append(ahead)
    return frozenset(seen - boxes)


def normalized_pusher(level: Level, boxes: Boxes, pusher: Square) -> Square:
    """The first square of the reachable area, in reading order."""
    return min(reachable_area(level, boxes, pusher))


def parts(level: Level, boxes: Boxes) -> list[frozenset[Square]]:
    """The areas that boxes divide the room into."""
    rest = level.floor - boxes
    found = []
    while rest:
        found.append(reachable_area(level, boxes, min(rest)))
        rest -= found[-1]
    return found


# --- pushes ----------------------------------------------------------------------------------


def pushes(level: Level, boxes: Boxes, pusher: Square) -> list[Push]:
    """All pushes that the rules allow now."""
    area = reachable_area(level, boxes, pusher)
    around, blocked = beside(level), level.walls | boxes
    return [
        (box, direction)
        for box in sorted(boxes & level.floor)
        for direction, back in WAYS
        if around[box][back] in area and around[box][direction] not in blocked
    ]


def after_push(level: Level, boxes: Boxes, push: Push) -> Place:
    """The position after a push, its pusher normalized."""
    box, direction = push
    moved = boxes - {box} | {beside(level)[box][direction]}
    return moved, normalized_pusher(level, moved, box)


def start_of(level: Level) -> Place:
    """The start position, its pusher normalized."""
    return level.boxes, normalized_pusher(level, level.boxes, level.pusher)


def layers(level: Level) -> Iterator[list[Place]]:
    """All positions that 0, 1, 2, ... pushes lead to, and no fewer."""
    layer = [start_of(level)]
    seen = set(layer)
    while layer:
        yield layer
        following = []
        for boxes, pusher in layer:
            for push in pushes(level, boxes, pusher):
                place = after_push(level, boxes, push)
                if place not in seen:
                    seen.add(place)
                    following.append(place)
        layer = following


def perft(level: Level, depth: int) -> list[int]:
    """How many positions 0, 1, ... ``depth`` pushes lead to, and no fewer."""
    counts = [len(layer) for layer, _ in zip(layers(level), range(depth + 1), strict=False)]
    return counts + [0] * (depth + 1 - len(counts))


# --- solving ---------------------------------------------------------------------------------


@lru_cache(REMEMBERED)
def fewest_pushes(level: Level) -> int | None:
    """The pushes of a push-optimal solution, None if there is no solution."""
    for pushed, layer in enumerate(layers(level)):
        if any(boxes <= level.goals for boxes, _ in layer):
            return pushed
    return None


@lru_cache(REMEMBERED)
def fewest_moves(level: Level) -> tuple[int, int] | None:
    """(moves, pushes) of a solution with the fewest moves and, among those, the fewest pushes."""
    return _cheapest(level, lambda pushed: (1, pushed))


@lru_cache(REMEMBERED)
def fewest_pushes_then_moves(level: Level) -> tuple[int, int] | None:
    """(pushes, moves) of a solution with the fewest pushes and, among those, the fewest moves."""
    return _cheapest(level, lambda pushed: (pushed, 1))


def _cheapest(level: Level, price: Callable[[int], tuple[int, int]]) -> tuple[int, int] | None:
    """Dijkstra's search over exact positions; ``price`` of a step with 0 or 1 pushes."""
    around, walls, goals = beside(level), level.walls, level.goals
    # Both numbers in one, since most of the time goes to comparing and adding them.
    step, push = (first * NO_WAY + second for first, second in (price(0), price(1)))
    best = {(level.boxes, level.pusher): 0}
    order = count()
    todo = [(0, next(order), level.boxes, level.pusher)]
    while todo:
        cost, _, boxes, pusher = heapq.heappop(todo)
        if cost > best[boxes, pusher]:
            continue
        if boxes <= goals:
            return divmod(cost, NO_WAY)
        for direction, ahead in enumerate(around[pusher]):
            moved, paid = boxes, step
            if ahead in boxes:
                beyond = around[ahead][direction]
                if beyond in walls or beyond in boxes:
                    continue
                moved, paid = boxes - {ahead} | {beyond}, push
            elif ahead in walls:
                continue
            place, total = (moved, ahead), cost + paid
            if place not in best or total < best[place]:
                best[place] = total
                heapq.heappush(todo, (total, next(order), moved, ahead))
    return None


def pushes_left(level: Level) -> dict[Place, int | None]:
    """Every position that any pushes lead to, with the pushes it still needs; None: unsolvable."""
    before: dict[Place, list[Place]] = {}
    for layer in layers(level):
        for boxes, pusher in layer:
            before.setdefault((boxes, pusher), [])
            for push in pushes(level, boxes, pusher):
                before.setdefault(after_push(level, boxes, push), []).append((boxes, pusher))
    left: dict[Place, int | None] = dict.fromkeys(before)
    layer = [place for place in before if place[0] <= level.goals]
    needed = 0
    while layer:
        for place in layer:
            left[place] = needed
        needed += 1
        layer = list({one for place in layer for one in before[place] if left[one] is None})
    return left


# --- one box and more boxes -------------------------------------------------------------------


def lone_pushes_to(level: Level, box: Square, pusher: Square) -> dict[Square, int]:
    """Where a lone box can be pushed, with a real pusher, and in how many pushes."""
    alone = level.with_pieces(frozenset({box}), pusher)
    found: dict[Square, int] = {}
    for pushed, layer in enumerate(layers(alone)):
        for (square,), _ in layer:
            found.setdefault(square, pushed)
    return found


def lone_cost(level: Level, box: Square, pusher: Square, goal: Square) -> int:
    """Pushes of a lone box to a goal; NO_WAY if it cannot get there."""
    return lone_pushes_to(level, box, pusher).get(goal, NO_WAY)


def dead_squares(level: Level) -> frozenset[Square]:
    """The squares from which a lone box reaches no goal, wherever the pusher stands."""
    return frozenset(
        box
        for box in level.floor
        if not any(
            level.goals & lone_pushes_to(level, box, min(part)).keys()
            for part in parts(level, frozenset({box}))
        )
    )


def costs_of(level: Level, boxes: Boxes, pusher: Square) -> dict[Boxes, int]:
    """Where some boxes alone can be pushed to, and in how many pushes."""
    alone = level.with_pieces(boxes, pusher)
    found: dict[Boxes, int] = {}
    for pushed, layer in enumerate(layers(alone)):
        for place, _ in layer:
            found.setdefault(place, pushed)
    return found


def set_penalty(level: Level, boxes: Boxes, pusher: Square) -> int | None:
    """What some boxes cost together more than one by one, over the set of goals where that is
    least; None: they reach no such goals."""
    together = costs_of(level, boxes, pusher)
    alone = [lone_pushes_to(level, box, pusher) for box in sorted(boxes)]
    penalties = []
    for goals in combinations(sorted(level.goals & level.floor), len(boxes)):
        if frozenset(goals) in together:
            rows = [[pushes.get(goal, NO_WAY) for goal in goals] for pushes in alone]
            cheapest = cheapest_matching(rows)
            assert cheapest is not None
            penalties.append(together[frozenset(goals)] - cheapest)
    return min(penalties, default=None)


# --- matching and deadlocks ------------------------------------------------------------------


def cheapest_matching(costs: list[list[int]]) -> int | None:
    """The least sum of one entry of each row, no two in a column, without entries of NO_WAY."""
    columns = range(len(costs[0]))
    sums = [
        sum(row[column] for row, column in zip(costs, chosen, strict=True))
        for chosen in permutations(columns, len(costs))
        if all(row[column] < NO_WAY for row, column in zip(costs, chosen, strict=True))
    ]
    return min(sums, default=None)


def frozen_boxes(level: Level, boxes: Boxes, dead: frozenset[Square]) -> Boxes:
    """The boxes left when those that could be pushed are taken off the board one after the other.

    The pusher may stand anywhere and pass through boxes, but a push onto a dead square or
    against what is left does not count.
    """
    left = boxes & level.floor
    for box in sorted(left):
        for direction in Direction:
            behind, ahead = level.neighbor(box, direction.opposite), level.neighbor(box, direction)
            is_free = not {behind, ahead} & (level.walls | left)
            if is_free and ahead not in dead:
                return frozen_boxes(level, left - {box}, dead)
    return left
