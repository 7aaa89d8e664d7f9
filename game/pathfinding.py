"""Ways on a board: walks of the pusher, and journeys of one box.

What may take long on a huge board is worked off in slices: `advance` goes on for some
milliseconds at a time, and everything found so far can be used already.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator, Set
from heapq import heappop, heappush
from typing import TypeAlias

from game.blocks import Blocks, offsets_of
from game.slices import advance
from levels.level import Direction, Level, Square
from levels.position import Position

Steps: TypeAlias = str
"""What the pusher does, as LURD: capitals move a box along."""

_FAR = 1 << 24
"""More than any number of moves or pushes."""

_PUSH_BITS = 20
_PUSH_MASK = (1 << _PUSH_BITS) - 1
_NO_PUSH = -1
_DONE = object()
_MOST = _FAR * _FAR
_PUSHES_AT_ONCE = 16
"""Fewer between two looks at the clock: a push may need a long walk."""

_STEPS_AT_ONCE = 64


# --- walks ---------------------------------------------------------------------------------------


class Walks:
    """The shortest walks from a square over free floor; it looks no further than it is asked."""

    def __init__(
        self, level: Level, boxes: Set[Square], start: Square, free: Set[Square] | None = None
    ) -> None:
        self._offsets = offsets_of(level)
        self._free = level.floor - boxes if free is None else free
        self.distances = {start: 0}
        self._came: dict[Square, Direction] = {}
        self._todo = deque([start])

    def knows(self, square: Square) -> bool:
        """Whether it is found how to walk there, or that nothing leads there."""
        return square in self.distances or square not in self._free or not self._todo

    def distance(self, square: Square) -> int | None:
        """How many steps lead there; None if none do."""
        for _ in self.look_for(square):
            pass
        return self.distances.get(square)

    def look_for(self, square: Square) -> Iterator[None]:
        """Look further until a square is known, in small pieces of work."""
        distances, free, todo = self.distances, self._free, self._todo
        rounds = 0
        while not self.knows(square):
            rounds += 1
            if not rounds % _STEPS_AT_ONCE:
                yield
            at = todo.popleft()
            following = distances[at] + 1
            for direction, offset in self._offsets:
                ahead = at + offset
                if ahead in free and ahead not in distances:
                    distances[ahead] = following
                    self._came[ahead] = direction
                    todo.append(ahead)

    def steps_to(self, square: Square) -> Steps | None:
        """The shortest walk to a square; None if there is none."""
        if self.distance(square) is None:
            return None
        letters = []
        offsets = dict(self._offsets)
        while square in self._came:
            direction = self._came[square]
            letters.append(direction.letter)
            square -= offsets[direction]
        return "".join(reversed(letters))


def walk_on(position: Position, direction: Direction) -> Steps:
    """The steps of a walk until something interesting: a branching, a goal, a box or a wall ahead.

    In a corridor the walk follows the bends.
    """
    letters = []
    seen = {position.pusher}
    ahead = _free_ahead(position, direction)
    while ahead is not None and ahead not in seen:
        openings = _openings(position, direction)
        seen.add(ahead)
        letters.append(direction.letter)
        position = Position(position.level, position.boxes, ahead)
        if ahead in position.level.goals or _touches_box(position, direction):
            break
        ways = _openings(position, direction)
        ahead = _free_ahead(position, direction)
        if ahead is None and len(ways) == 1 and not openings:
            (direction,) = ways
            ahead = _free_ahead(position, direction)
        elif ways - openings:
            break
    return "".join(letters)


def _free_ahead(position: Position, direction: Direction) -> Square | None:
    square = position.level.neighbor(position.pusher, direction)
    return None if square in position.level.walls or square in position.boxes else square


def _openings(position: Position, direction: Direction) -> set[Direction]:
    """The ways to both sides that are free."""
    sides = {Direction((direction + 1) % 4), Direction((direction + 3) % 4)}
    return {side for side in sides if _free_ahead(position, side) is not None}


def _touches_box(position: Position, direction: Direction) -> bool:
    ways = set(Direction) - {direction.opposite}
    neighbors = {position.level.neighbor(position.pusher, way) for way in ways}
    return bool(neighbors & position.boxes)


# --- journeys ------------------------------------------------------------------------------------


class Journeys:
    """All squares that a box can be brought to, each by the fewest pushes, then the fewest moves.

    With ``moves_first`` by the fewest moves, then the fewest pushes. Dijkstra's search over pushes:
    a push is the square the box leaves and the direction in which the pusher has the box before it,
    in one number. Costs are two numbers in one as well, because thousands of them have to be
    compared in a few milliseconds.

    In reverse play every push is a pull: the pusher has the box before it just the same, but steps
    back.
    """

    def __init__(self, position: Position, box: Square, *, moves_first: bool = False) -> None:
        self.position = position
        self.box = box
        self.is_complete = False
        self.costs: dict[Square, tuple[int, int]] = {box: (0, 0)}
        """pushes and moves to each square found so far"""
        self.found: list[Square] = []
        """these squares without the one where the box is, in the order in which they were found"""
        self._moves_first = moves_first
        self._per_push, self._per_move = (1, _FAR) if moves_first else (_FAR, 1)
        level = position.level
        self._level = level
        self._offsets = [offset for _, offset in offsets_of(level)]
        self._others = position.boxes - {box}
        self._free = level.floor - self._others
        self._blocks = Blocks(level, self._free, box)
        # Seen from the box, by direction: where it goes, what has to be free, where the pusher is
        # afterwards.
        ahead, pulls = self._offsets, position.pulls
        self._goes = [-offset for offset in ahead] if pulls else ahead
        self._clear = [-2 * offset for offset in ahead] if pulls else ahead
        self._ends = self._clear if pulls else [0] * 4
        # A dictionary of a huge board takes many frames to grow once.
        self._came = array("l", (_NO_PUSH,)) * (4 * level.width * level.height)
        """the push before each push, on the best way known"""
        self._last: dict[Square, int] = {}
        """the last push on the best way to a square"""
        self._rounds: dict[tuple[Square, Square, Square], int] = {}
        """the lengths of long walks round a box, by its square and both ends"""
        self._steps: dict[Square, Steps] = {box: ""}
        """the journeys that were asked for, step by step"""
        self._work = self._find()

    def advance(self, seconds: float = 1e9) -> bool:
        """Search for so long; whether everything is found."""
        if not self.is_complete:
            self.is_complete = advance(self._work, seconds)
        return self.is_complete

    def steps_to(self, square: Square) -> Steps | None:
        """The whole journey to a square; None if none is known."""
        if square in self._last:
            for _ in self.lead_to(square):
                pass
        return self._steps.get(square)

    def lead_to(self, square: Square) -> Iterator[None]:
        """Find all steps of the journey to a square, if any leads there, in small pieces."""
        while square not in self.costs and not self.is_complete:
            yield
            self.is_complete = next(self._work, _DONE) is _DONE
        if square in self._steps or square not in self._last:
            return
        pushes = []
        push = self._last[square]
        while push != _NO_PUSH:
            pushes.append(push)
            push = self._came[push]
        steps = ""
        pusher = self.position.pusher
        for push in reversed(pushes):
            box, direction = push >> 2, push & 3
            beside = box - self._offsets[direction]
            if pusher != beside:
                walks = Walks(self._level, self._others, pusher, self._free - {box})
                yield from walks.look_for(beside)
                walk = walks.steps_to(beside)
                assert walk is not None, "the search walked there"
                steps += walk
            way = direction ^ 2 if self.position.pulls else direction
            steps += Direction(way).letter.upper()
            pusher = box + self._ends[direction]
            yield
        self._steps[square] = steps

    def _find(self) -> Iterator[None]:
        yield from self._blocks.work
        offsets, goes, came, last = self._offsets, self._goes, self._came, self._last
        per_push, per_move = self._per_push, self._per_move
        todo: list[int] = []
        best = array("q", (_MOST,)) * len(came)
        walks = Walks(self._level, self.position.boxes, self.position.pusher)
        for direction, offset in enumerate(offsets):
            if self.box + self._clear[direction] not in self._free:
                continue
            yield from walks.look_for(self.box - offset)
            walked = walks.distances.get(self.box - offset)
            if walked is None:
                continue
            cost = per_push + (walked + 1) * per_move
            push = self.box << 2 | direction
            best[push], came[push] = cost, _NO_PUSH
            heappush(todo, cost << _PUSH_BITS | push)
        rounds = 0
        while todo:
            entry = heappop(todo)
            cost, push = entry >> _PUSH_BITS, entry & _PUSH_MASK
            if cost > best[push]:
                continue
            rounds += 1
            if not rounds % _PUSHES_AT_ONCE:
                yield
            to = (push >> 2) + goes[push & 3]
            if to not in last and to != self.box:
                first, second = divmod(cost, _FAR)
                self.costs[to] = (second, first) if self._moves_first else (first, second)
                last[to] = push
                self.found.append(to)
            turns, missing = self._turns(to, push & 3)
            if missing:
                yield from self._measure(to, to - offsets[push & 3], missing)
                turns += self._long_turns(to, to - offsets[push & 3], missing)
            for turn, walked in turns:
                following = to << 2 | turn
                total = cost + per_push + (walked + 1) * per_move
                if total < best[following]:
                    best[following], came[following] = total, push
                    heappush(todo, total << _PUSH_BITS | following)

    def _turns(
        self, box: Square, direction: int
    ) -> tuple[list[tuple[int, int]], dict[Square, int]]:
        """The directions to push in next, with the short walk round the box that each takes.

        And those for which a longer walk may be found, by the squares to walk to.
        """
        free, offsets, clear = self._free, self._offsets, self._clear
        ahead = offsets[direction]
        turns = []
        missing = {}
        if box + clear[direction] in free:
            turns.append((direction, 0))
        if box + ahead in free and box + clear[direction ^ 2] in free:
            missing[box + ahead] = direction ^ 2
        for turn in (direction ^ 1, direction ^ 3):
            # To push to one side the pusher goes to the other: past the corner behind the box.
            side = box - offsets[turn]
            if side not in free:
                continue
            can_push = box + clear[turn] in free
            if side - ahead not in free:
                if can_push:
                    missing[side] = turn
                continue
            if can_push:
                turns.append((turn, 2))
            if side + ahead in free and missing.pop(box + ahead, None) is not None:
                turns.append((direction ^ 2, 4))
        return turns, missing

    def _measure(self, box: Square, pusher: Square, wanted: dict[Square, int]) -> Iterator[None]:
        """Find how long the walks round the box are to sides that one leads to at all."""
        block = self._blocks.block
        home = block(box, pusher)
        for square in wanted:
            ends = (box, min(pusher, square), max(pusher, square))
            if ends not in self._rounds and block(box, square) == home:
                yield from self._round(*ends)

    def _long_turns(
        self, box: Square, pusher: Square, wanted: dict[Square, int]
    ) -> Iterator[tuple[int, int]]:
        """The directions to push in after such a walk, with its length."""
        for square, turn in wanted.items():
            ends = (box, min(pusher, square), max(pusher, square))
            if ends in self._rounds:
                yield turn, self._rounds[ends]

    def _round(self, box: Square, start: Square, end: Square) -> Iterator[None]:
        """Measure a walk round the box that leads somewhere: begun at both ends at once."""
        up, left, down, right = self._offsets
        near, far = {start}, {end}
        free, seen = self._free, {box, start, end}
        length = 0
        while True:
            length += 1
            yield
            if len(near) > len(far):
                near, far = far, near
            beside = {square + up for square in near} | {square + left for square in near}
            beside |= {square + down for square in near} | {square + right for square in near}
            if beside & far:
                self._rounds[box, start, end] = length
                return
            near = (beside - seen) & free
            seen |= near
