"""Rooms, tunnels and entrances."""

from __future__ import annotations

from hypothesis import given

from levels.level import Direction, Level, Square
from solver.board.decomposition import Kind, Rooms
from solver.board.graph import BoardGraph
from tests import naive
from tests.levels.boards import level_of
from tests.solver.random_levels import kernel_examples, levels


def drawn(drawing: str) -> str:
    """The drawing with rooms as A, B, ..., tunnels as 1, 2, ... and their entrances as a, b, ..."""
    level = level_of(drawing)
    graph = BoardGraph.of(level)
    rooms = Rooms.of(graph)
    rows = [["#"] * level.width for _ in range(level.height)]
    for index, square in enumerate(graph.squares):
        number = int(rooms.number[index])
        letter = chr(ord("A") + number)
        if rooms.kind[index] == Kind.TUNNEL:
            letter = letter.lower() if rooms.is_entrance[index] else str(number + 1)
        row, column = divmod(square, level.width)
        rows[row][column] = letter
    return "\n".join("".join(row) for row in rows)


def test_two_rooms_and_a_tunnel() -> None:
    assert drawn("""
        ###########
        #@  ###   #
        # $     . #
        #   ###   #
        ###########
        """) == """
###########
#AAA###BBB#
#AAAa1aBBB#
#AAA###BBB#
###########""".strip()  # fmt: skip


def test_a_doorway_a_fork_a_bend_and_a_dead_end() -> None:
    assert drawn("""
        ###########
        #@  #     #
        # $   ### #
        #   # ### #
        ######  . #
        ######    #
        ###########
        """) == """
###########
#AAA#a1111#
#AAAbB###1#
#AAA#c###a#
######CCCC#
######CCCC#
###########""".strip()  # fmt: skip


def tunnel_squares(level: Level) -> frozenset[Square]:
    """Squares with two ways out at the most, and no way around between them."""
    found = set()
    for square in level.floor:
        ways = [d for d in Direction if level.neighbor(square, d) in level.floor]
        around = [
            level.neighbor(level.neighbor(square, one), other)
            for one in ways
            for other in ways
            if one not in (other, other.opposite)
        ]
        if len(ways) <= 2 and not set(around) & level.floor:
            found.add(square)
    return frozenset(found)


@kernel_examples
@given(levels())
def test_every_square_is_part_of_one_room_or_tunnel(level: Level) -> None:
    graph = BoardGraph.of(level)
    rooms = Rooms.of(graph)
    tunnels = tunnel_squares(level)
    seen: set[Square] = set()
    for kind in Kind:
        for number in range(rooms.count(kind)):
            squares = {graph.squares[index] for index in rooms.squares(kind, number)}
            assert squares
            assert not squares & seen
            seen |= squares
            assert squares <= tunnels if kind is Kind.TUNNEL else not squares & tunnels
            beyond = level.floor - squares
            walled = level.with_pieces(frozenset(beyond), min(squares))
            assert naive.reachable_area(walled, frozenset(beyond), min(squares)) == squares
    assert seen == level.floor


@kernel_examples
@given(levels())
def test_entrances_are_the_squares_of_tunnels_beside_rooms(level: Level) -> None:
    graph = BoardGraph.of(level)
    rooms = Rooms.of(graph)
    tunnels = tunnel_squares(level)
    for index, square in enumerate(graph.squares):
        around = {level.neighbor(square, d) for d in Direction} & level.floor
        assert rooms.is_entrance[index] == (square in tunnels and bool(around - tunnels))
