"""Walks, journeys of a box and dead squares, each against a search that tries everything."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from itertools import count, pairwise

import pytest
from hypothesis import given, settings

from game.paths.dead_squares import DeadSquares, dead_squares
from game.paths.pathfinding import Journeys, Walks, walk_on
from levels.level import Direction, Level, Square
from levels.lurd import replay_lurd
from levels.position import Position
from levels.reverse import PullPosition, reversed_level
from tests import naive
from tests.game.boards import level_of
from tests.solver.random_levels import drawing_of, levels

Cost = tuple[int, int]


def pulling_costs(position: PullPosition, box: Square, *, moves_first: bool) -> dict[Square, Cost]:
    """The same as `naive_costs` in reverse play, where a step may let go of the box."""

    def following(at: Position) -> Iterator[Position | None]:
        for direction in Direction:
            yield at.step(direction)
            yield at.walk(direction)

    return naive_costs(position, box, following, moves_first=moves_first)


def steps_from(position: Position) -> Iterator[Position | None]:
    """Where one step leads."""
    return map(position.step, Direction)


def naive_costs(
    position: Position,
    box: Square,
    following: Callable[[Position], Iterator[Position | None]] = steps_from,
    *,
    moves_first: bool,
) -> dict[Square, Cost]:
    """What it costs to bring one box anywhere while the others stay: (pushes, moves)."""
    others = position.boxes - {box}
    order = count()
    todo = [((0, 0), next(order), position)]
    best: dict[Position, Cost] = {}
    costs: dict[Square, Cost] = {}
    while todo:
        cost, _, at = heapq.heappop(todo)
        if at in best:
            continue
        best[at] = cost
        (where,) = at.boxes - others
        costs.setdefault(where, cost)
        for after in following(at):
            if after is not None and others < after.boxes:
                pushed = int(after.boxes != at.boxes)
                paid = (1, pushed) if moves_first else (pushed, 1)
                total = (cost[0] + paid[0], cost[1] + paid[1])
                heapq.heappush(todo, (total, next(order), after))
    return {to: (cost[::-1] if moves_first else cost) for to, cost in costs.items()}


def naive_distances(position: Position) -> dict[Square, int]:
    distances = {position.pusher: 0}
    queue = [position.pusher]
    for square in queue:
        for direction in Direction:
            ahead = position.level.neighbor(square, direction)
            if ahead not in position.level.walls | position.boxes and ahead not in distances:
                distances[ahead] = distances[square] + 1
                queue.append(ahead)
    return distances


# --- against trying everything ---------------------------------------------------------------


@given(levels())
def test_walks_are_the_shortest(level: Level) -> None:
    start = Position.start(level)
    walks = Walks.of(start)
    expected = naive_distances(start)
    for square in level.floor:
        steps = walks.steps_to(square)
        if square not in expected:
            assert steps is None
            continue
        assert steps is not None and len(steps) == expected[square]
        end = replay_lurd(start, steps)[-1]
        assert (end.pusher, end.boxes) == (square, start.boxes)


@pytest.mark.parametrize("moves_first", [False, True])
@settings(max_examples=300)
@given(level=levels())
def test_journeys_cost_the_least(level: Level, moves_first: bool) -> None:
    start = Position.start(level)
    for box in start.boxes & level.floor:
        journeys = Journeys(start, box, moves_first=moves_first)
        assert journeys.advance()
        expected = naive_costs(start, box, moves_first=moves_first)
        assert journeys.costs == expected, drawing_of(level)
        for square, (pushes, moves) in expected.items():
            steps = journeys.steps_to(square)
            assert steps is not None and len(steps) == moves
            positions = replay_lurd(start, steps)
            assert positions[-1].boxes == start.boxes - {box} | {square}
            changed = [a.boxes != b.boxes for a, b in pairwise(positions)]
            assert sum(changed) == pushes


@pytest.mark.parametrize("moves_first", [False, True])
@given(level=levels())
def test_journeys_of_reverse_play_cost_the_least(level: Level, moves_first: bool) -> None:
    start = PullPosition.start(reversed_level(level))
    for box in start.boxes & level.floor:
        journeys = Journeys(start, box, moves_first=moves_first)
        assert journeys.advance()
        assert journeys.costs == pulling_costs(start, box, moves_first=moves_first), drawing_of(
            level
        )
        for square, (pulls, moves) in journeys.costs.items():
            steps = journeys.steps_to(square)
            assert steps is not None and len(steps) == moves
            positions = replay_lurd(start, steps)
            assert positions[-1].boxes == start.boxes - {box} | {square}
            changed = [a.boxes != b.boxes for a, b in pairwise(positions)]
            assert sum(changed) == pulls


@given(levels())
def test_dead_squares_of_reverse_play(level: Level) -> None:
    """A square is dead if a lone box, pulled from there in any way, comes to no goal."""
    room = reversed_level(level)
    dead = DeadSquares(room, pulls=True)
    assert dead.advance()
    if len(level.floor) > 1:
        assert dead.squares == level.floor - pulled_to_a_goal(room), drawing_of(level)


def pulled_to_a_goal(room: Level) -> set[Square]:
    """Where a lone box can be, wherever the pusher is, to be pulled to a goal."""
    came: dict[Position, set[Position]] = {}
    found: set[Position] = set()
    for box in room.floor:
        for pusher in room.floor - {box}:
            alone = PullPosition(room, frozenset({box}), pusher)
            found |= {alone} if box in room.goals else set()
            for after in (*map(alone.step, Direction), *map(alone.walk, Direction)):
                if after is not None:
                    came.setdefault(after, set()).add(alone)
    todo = list(found)
    while todo:
        before = came.get(todo.pop(), set()) - found
        found |= before
        todo += before
    return {box for position in found for box in position.boxes}


@settings(max_examples=300)
@given(levels())
def test_dead_squares_are_those_that_no_goal_is_reached_from(level: Level) -> None:
    dead = DeadSquares(level)
    assert dead.advance()
    if len(level.floor) > 1:
        assert dead.squares == naive.dead_squares(level), drawing_of(level)


# --- far and wide ----------------------------------------------------------------------------


def test_a_box_takes_the_long_way_round_when_the_short_one_is_walled() -> None:
    level = level_of("#######\n#     #\n# ### #\n# # # #\n#@$   #\n#  ####\n####.##")
    journeys = Journeys(Position.start(level), 4 * 7 + 2)
    journeys.advance()
    assert journeys.costs[4 * 7 + 5] == (3, 3)


def test_what_a_box_cannot_be_brought_to() -> None:
    level = level_of("#######\n#@ $ .#\n#######")
    journeys = Journeys(Position.start(level), 7 + 3)
    journeys.advance()
    assert journeys.costs == {10: (0, 0), 11: (1, 2), 12: (2, 3)}
    assert journeys.steps_to(10) == ""
    assert journeys.steps_to(8) is None


def test_a_box_outside_the_room_goes_nowhere() -> None:
    level = level_of("#####\n#@$.#\n#####\n#$  #\n#####")
    journeys = Journeys(Position.start(level), 3 * 5 + 1)
    journeys.advance()
    assert set(journeys.costs) == {16}


def test_dead_squares_are_kept_for_each_level() -> None:
    level = level_of("#####\n#@$.#\n#####")
    assert dead_squares(level) is dead_squares(level)


def hall(width: int, height: int) -> Level:
    """One empty room with a box and a goal."""
    inside = " " * (width - 2)
    rows = ["#" * width, *[f"#{inside}#"] * (height - 2), "#" * width]
    rows[2] = "#@ $" + rows[2][4:]
    rows[3] = "#  ." + rows[3][4:]
    return level_of("\n".join(rows))


def test_a_huge_board_is_searched_in_slices() -> None:
    level = hall(255, 255)
    box = next(iter(level.boxes))
    journeys = Journeys(Position.start(level), box)
    slices = 0
    while not journeys.advance(0.004):
        slices += 1
        assert slices < 5_000
    assert slices > 3
    assert len(journeys.costs) == len(level.floor)


# --- walking on ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "direction", "walked"),
    [
        ("########\n#@     #\n#####.$#\n########", Direction.RIGHT, "rrrr"),
        ("########\n#@    $#\n#     .#\n########", Direction.RIGHT, "rrrr"),
        ("########\n#@  . $#\n########", Direction.RIGHT, "rrr"),
        ("######\n#@   #\n#### #\n#    #\n#$####\n#.####\n######", Direction.RIGHT, "rrrddlll"),
        ("######\n#@   #\n#    #\n#.$  #\n######", Direction.RIGHT, "rrr"),
        ("####\n#@$.#\n####", Direction.RIGHT, ""),
        ("####\n#@$.#\n####", Direction.UP, ""),
    ],
)
def test_walking_on_ends_at_something_interesting(
    board: str, direction: Direction, walked: str
) -> None:
    steps = walk_on(Position.start(level_of(board)), direction)
    assert steps == walked


@given(levels())
def test_walking_on_moves_no_box_and_ends(level: Level) -> None:
    start = Position.start(level)
    for direction in Direction:
        steps = walk_on(start, direction)
        assert replay_lurd(start, steps)[-1].boxes == start.boxes
        is_free = level.neighbor(start.pusher, direction) not in level.walls | level.boxes
        assert bool(steps) == is_free
