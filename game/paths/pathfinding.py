"""Ways on a board: walks of the pusher, and journeys of one box.

What may take long on a huge board is done in slices: `advance` runs for a few milliseconds at a
time, and everything found so far can already be used.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import TypeAlias

from game.paths.ground import NONE, Blocks, free_of, offsets_of
from game.work.slices import Sliced
from levels.level import Direction, Level, Square
from levels.position import Position

Steps: TypeAlias = str
"""What the pusher does, as LURD: capitals move a box along."""

_FAR = 1 << 24
"""More than any number of moves or pushes."""

_PUSH_BITS = 20
_PUSH_MASK = (1 << _PUSH_BITS) - 1
_NO_PUSH = _UNKNOWN = -1
_START = 1 + len(Direction)
_LETTERS = [direction.letter for direction in Direction]
_DONE = object()
_MOST = _FAR * _FAR
_PUSHES_AT_ONCE = 16
"""Fewer between two looks at the clock: a push may need a long walk."""

_STEPS_AT_ONCE = 64


# --- walks ---------------------------------------------------------------------------------------


class Walks:
    """The shortest walks from a square over free floor, searched no further than asked."""

    def __init__(self, level: Level, free: Sequence[int], start: Square) -> None:
        """``free``: 1 for each free square in reading order, else 0, as `ground.free_of` has it."""
        self._offsets = [offset for _, offset in offsets_of(level)]
        self._free = free
        self._came = bytearray(len(free))
        """1 + the direction of the last step to each square that is reached"""
        self._came[start] = _START
        self._todo = deque([start])

    @classmethod
    def of(cls, position: Position) -> Walks:
        """The walks of the pusher in a position."""
        return cls(position.level, free_of(position.level, position.boxes), position.pusher)

    def knows(self, square: Square) -> bool:
        """Whether a walk there is known, or is known not to exist."""
        return not self._todo or bool(self._came[square]) or not self._free[square]

    def look_for(self, square: Square) -> Iterator[None]:
        """Look further until a square is known, in small pieces of work."""
        came, free, todo = self._came, self._free, self._todo
        ways = [(1 + way, offset) for way, offset in enumerate(self._offsets)]
        rounds = 0
        while not self.knows(square):
            rounds += 1
            if not rounds % _STEPS_AT_ONCE:
                yield
            at = todo.popleft()
            for step, offset in ways:
                ahead = at + offset
                if free[ahead] and not came[ahead]:
                    came[ahead] = step
                    todo.append(ahead)

    def steps_to(self, square: Square) -> Steps | None:
        """The shortest walk to a square; None if there is none."""
        for _ in self.look_for(square):
            pass
        if not self._came[square]:
            return None
        letters = []
        while self._came[square] != _START:
            way = self._came[square] - 1
            letters.append(_LETTERS[way])
            square -= self._offsets[way]
        return "".join(reversed(letters))


def walk_on(position: Position, direction: Direction) -> Steps:
    """The steps of a walk to something interesting: a junction, a goal, a box or a wall ahead.

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


class Costs(Mapping[Square, tuple[int, int]]):
    """Pushes and moves to each square to which a box can be brought, noted as they are found."""

    def __init__(self, box: Square, size: int) -> None:
        self._box = box
        self.found = array("i")
        """these squares except the box's own, in the order in which they were found"""
        self._pushes = array("i", (_UNKNOWN,)) * size
        self._moves = array("i", (_UNKNOWN,)) * size
        self.note(box, 0, 0)

    def note(self, square: Square, pushes: int, moves: int) -> None:
        """The box can be brought there."""
        self._pushes[square], self._moves[square] = pushes, moves
        if square != self._box:
            self.found.append(square)

    def __contains__(self, square: object) -> bool:
        return isinstance(square, Square) and self._pushes[square] != _UNKNOWN

    def __getitem__(self, square: Square) -> tuple[int, int]:
        if square not in self:
            raise KeyError(square)
        return self._pushes[square], self._moves[square]

    def __iter__(self) -> Iterator[Square]:
        yield self._box
        yield from self.found

    def __len__(self) -> int:
        return 1 + len(self.found)


class Journeys(Sliced):
    """All squares that a box can be brought to, each by the fewest pushes, then the fewest moves.

    With ``moves_first``, by the fewest moves, then the fewest pushes. Dijkstra's search over
    pushes: a push is the square the box leaves and the direction in which the pusher faces the box,
    in one number. Costs are two numbers in one as well, because thousands of them have to be
    compared in a few milliseconds. What is known of each square is kept in arrays: freeing tens of
    thousands of objects at once takes longer than a frame.

    In reverse play every push is a pull: the pusher still faces the box, but steps back.
    """

    def __init__(self, position: Position, box: Square, *, moves_first: bool = False) -> None:
        self.position = position
        self.box = box
        level = position.level
        self._level = level
        self._size = level.width * level.height
        self.costs = Costs(box, self._size)
        self._moves_first = moves_first
        self._per_push, self._per_move = (1, _FAR) if moves_first else (_FAR, 1)
        self._offsets = [offset for _, offset in offsets_of(level)]
        self._free = free_of(level, position.boxes - {box})
        self._blocks = Blocks(level, self._free, box)
        # Seen from the box, by direction: where it goes, what has to be free, where the pusher is
        # afterwards.
        ahead, pulls = self._offsets, position.pulls
        self._goes = [-offset for offset in ahead] if pulls else ahead
        self._clear = [-2 * offset for offset in ahead] if pulls else ahead
        self._ends = self._clear if pulls else [0] * 4
        self._steps: dict[Square, Steps] = {box: ""}
        """the journeys that were asked for, step by step"""
        self._work = self._find()

    def _make_room(self) -> Iterator[None]:
        """Arrays for what is found, one after the other: they are large on a huge board."""
        self._came = array("i", (_NO_PUSH,)) * (4 * self._size)
        """the push before each push, on the best way known"""
        yield
        self._best = array("q", (_MOST,)) * (4 * self._size)
        """the cost of the best way known to each push, that push included"""
        yield
        self._last = array("i", (_NO_PUSH,)) * self._size
        """the last push on the best way to a square"""
        self._rounds = array("i", (_UNKNOWN,)) * (16 * self._size)
        """the lengths of long walks around a box, at its square * 16 + 4 * one side + the other"""
        yield

    def steps_to(self, square: Square) -> Steps | None:
        """The whole journey to a square; None if none is known."""
        if square in self.costs:
            for _ in self.lead_to(square):
                pass
        return self._steps.get(square)

    def lead_to(self, square: Square) -> Iterator[None]:
        """Find all steps of the journey to a square, if any leads there, in small pieces."""
        while square not in self.costs and not self.is_complete:
            yield
            self.is_complete = next(self._work, _DONE) is _DONE
        if square in self._steps or square not in self.costs:
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
                walks = Walks(self._level, _without(self._free, box), pusher)
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
        yield from self._make_room()
        offsets, goes, came, last = self._offsets, self._goes, self._came, self._last
        per_push, per_move, best = self._per_push, self._per_move, self._best
        todo: list[int] = []
        walks = Walks(self._level, _without(self._free, self.box), self.position.pusher)
        for direction, offset in enumerate(offsets):
            if not self._free[self.box + self._clear[direction]]:
                continue
            yield from walks.look_for(self.box - offset)
            walk = walks.steps_to(self.box - offset)
            if walk is None:
                continue
            cost = per_push + (len(walk) + 1) * per_move
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
            if to not in self.costs:
                first, second = divmod(cost, _FAR)
                pushes, moves = (second, first) if self._moves_first else (first, second)
                self.costs.note(to, pushes, moves)
                last[to] = push
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
        """The directions to push in next, with the short walk around the box that each takes.

        And those for which a longer walk may be found, by the squares to walk to.
        """
        free, offsets, clear = self._free, self._offsets, self._clear
        ahead = offsets[direction]
        turns = []
        missing = {}
        if free[box + clear[direction]]:
            turns.append((direction, 0))
        if free[box + ahead] and free[box + clear[direction ^ 2]]:
            missing[box + ahead] = direction ^ 2
        for turn in (direction ^ 1, direction ^ 3):
            # To push to one side the pusher goes to the other: past the corner behind the box.
            side = box - offsets[turn]
            if not free[side]:
                continue
            can_push = free[box + clear[turn]]
            if not free[side - ahead]:
                if can_push:
                    missing[side] = turn
                continue
            if can_push:
                turns.append((turn, 2))
            if free[side + ahead] and missing.pop(box + ahead, None) is not None:
                turns.append((direction ^ 2, 4))
        return turns, missing

    def _measure(self, box: Square, pusher: Square, wanted: dict[Square, int]) -> Iterator[None]:
        """Find the lengths of the walks around the box to those sides that can be reached."""
        of, home = self._blocks.of, self._side(box, pusher)
        for square in wanted:
            side = self._side(box, square)
            place, leads = _round_of(box, home, side), of[box << 2 | side] == of[box << 2 | home]
            if leads and of[box << 2 | home] != NONE and self._rounds[place] == _UNKNOWN:
                self._rounds[place] = yield from self._round(box, pusher, square)

    def _side(self, box: Square, square: Square) -> int:
        """In which direction from a box its neighbor lies."""
        return self._offsets.index(square - box)

    def _long_turns(
        self, box: Square, pusher: Square, wanted: dict[Square, int]
    ) -> Iterator[tuple[int, int]]:
        """The directions to push in after such a walk, with its length."""
        home = self._side(box, pusher)
        for square, turn in wanted.items():
            length = self._rounds[_round_of(box, home, self._side(box, square))]
            if length != _UNKNOWN:
                yield turn, length

    def _round(self, box: Square, start: Square, end: Square) -> Generator[None, None, int]:
        """Measure a walk around the box that is known to exist, from both ends at once."""
        free, offsets = self._free, self._offsets
        near, far = {start}, {end}
        seen = {box, start, end}
        length = 0
        while True:
            length += 1
            yield
            if len(near) > len(far):
                near, far = far, near
            beside = {square + offset for square in near for offset in offsets}
            if beside & far:
                return length
            near = {square for square in beside - seen if free[square]}
            seen |= near


def _without(free: Sequence[int], box: Square) -> bytearray:
    """The free squares less one."""
    ground = bytearray(free)
    ground[box] = 0
    return ground


def _round_of(box: Square, side: int, other: int) -> int:
    """The place of the walk between two sides of a box."""
    return box << 4 | min(side, other) << 2 | max(side, other)
