"""Generated levels: valid, solvable, as hard as asked for, and no two alike."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels.canonical import canonical_form
from levels.files import parse_collection
from levels.formats.board import format_board
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from levels.validation import find_fault
from solver.__main__ import main
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.making.candidates import judge
from solver.making.generator import Generated, Generator
from solver.making.reverse_play import ReversePlay
from solver.making.rooms import Balance, Room, carve_room
from solver.messages import Wish
from solver.rating import traits_of
from solver.search import Search, Status
from tests.naive import fewest_pushes
from tests.solver.random_levels import kernel_examples, levels

WISHES = [
    Wish(7, 7, 2, 1, count=400, seed=1),
    Wish(8, 8, 3, 2, count=40, seed=2),
    Wish(7, 8, 3, 2, count=30, seed=3),
    Wish(8, 7, 3, 2, count=30, seed=4),
    Wish(9, 8, 4, 3, count=5, seed=5),
    Wish(7, 7, 1, 1, count=95, seed=6),
    Wish(6, 7, 2, 1, count=200, seed=7),
    Wish(8, 7, 2, 1, count=200, seed=8),
]


def made_by(wish: Wish) -> list[Generated]:
    return [made for made in Generator(wish).run() if made is not None]


def drawing(level: Level) -> str:
    return "\n".join(format_board(level))


def proved(level: Level) -> Search:
    search = Search(level)
    while search.advance() is Status.RUNNING:
        pass
    return search


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: f"seed{wish.seed}")
def test_all_are_valid_solvable_different_and_as_asked_for(wish: Wish) -> None:
    every = made_by(wish)
    assert len(every) == wish.count
    for made in every:
        level = made.level
        assert find_fault(level) is None
        assert parse_collection(drawing(level)).levels[0].boxes == level.boxes
        assert len(level.boxes) == wish.boxes
        assert level.width <= wish.columns and level.height <= wish.rows
        assert replay_lurd(Position.start(level), made.solution.lurd)[-1].is_solved
        search = proved(level)
        assert search.optimal and search.best is not None
        assert search.best.pushes == made.solution.pushes
        assert traits_of(level, search.best.lurd, search.nodes).difficulty.marks == wish.difficulty
    assert len({canonical_form(made.level).key for made in every}) == wish.count


def test_a_thousand_levels_are_checked() -> None:
    assert sum(wish.count for wish in WISHES) == 1000
    assert len({wish.seed for wish in WISHES}) == len(WISHES)


def test_the_same_seed_makes_the_same_levels_and_another_one_others() -> None:
    wish = Wish(8, 8, 3, 2, count=5, seed=7)
    first, again, other = (
        [drawing(made.level) for made in made_by(each)]
        for each in (wish, wish, Wish(8, 8, 3, 2, count=5, seed=8))
    )
    assert first == again
    assert not set(first) & set(other)


def test_no_box_is_useless_and_no_space_is_dead() -> None:
    for made in made_by(Wish(9, 9, 3, 2, count=20, seed=9)):
        level = made.level
        assert not level.boxes & level.goals
        line = replay_lurd(Position.start(level), made.solution.lurd)
        assert not level.boxes & line[-1].boxes - level.goals
        used = {position.pusher for position in line}.union(*(each.boxes for each in line))
        graph = BoardGraph.of(level)
        dead = Distances.of(graph).dead
        stubs = [
            square
            for number, square in enumerate(graph.squares)
            if dead[number]
            and square not in used
            and np.count_nonzero(graph.neighbors[number] != len(graph)) == 1
        ]
        assert not stubs


# --- what can never be --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (Wish(3, 3, 5, 1), "each side must be"),
        (Wish(5, 5, 5, 1), "too few for 5 boxes"),
        (Wish(1, 1, 1, 1), "each side"),
        (Wish(255, 255, 3, 1), "each side"),
        (Wish(8, 8, 0, 1), "0 boxes"),
        (Wish(8, 8, 100, 1), "100 boxes"),
        (Wish(8, 8, 3, 6), "difficulty 6"),
        (Wish(8, 8, 3, 0), "difficulty 0"),
        (Wish(8, 8, 3, 2, count=0), "0 levels"),
        (Wish(5, 5, 1, 5), "with one box"),
    ],
)
def test_the_impossible_is_refused_at_once(wish: Wish, reason: str) -> None:
    assert wish.fault is not None and reason in wish.fault
    with pytest.raises(ValueError, match=reason):
        Generator(wish)


def test_a_search_in_vain_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.making.generator.MOST_TRIES_IN_VAIN", 50)
    generator = Generator(Wish(5, 5, 2, 5, count=1, seed=1))
    assert list(filter(None, generator.run())) == []
    assert generator.tries == 50


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--size", "3x3", "--boxes", "5"]) == 2
    assert "3 × 3" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["generate", "--size", "huge"])


def test_the_command_writes_levels_that_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--seed", "3", "--size", "7x7", "--boxes", "2", "--difficulty", "1", "--count", "4"]
    assert main(["generate", *options]) == 0
    found = parse_collection(capsys.readouterr().out)
    assert [level.title for level in found.levels] == [f"Seed 3, {n}" for n in (1, 2, 3, 4)]
    assert "difficulty 1" in found.levels[0].notes


# --- the parts -----------------------------------------------------------------------------------


@kernel_examples
@given(levels(most_boxes=3))
def test_reverse_play_finds_each_position_with_its_fewest_pushes(level: Level) -> None:
    if not level.goals & level.floor:
        return
    inside = replace(level, goals=level.goals & level.floor, boxes=frozenset())
    play = ReversePlay(inside, 3_000)
    for _ in play.run():
        pass
    assert list(play.pushes) == sorted(play.pushes)
    for index in range(0, len(play), max(1, len(play) // 4)):
        assert fewest_pushes(play.level_at(index)) == play.pushes[index]


@given(st.integers(0, 10_000))
def test_rooms_are_in_one_piece_and_balanced(seed: int) -> None:
    room = carve_room(Random(seed), 8, 7, 15, 40)
    if room is None:
        return
    assert room.is_one_piece and 15 <= len(room.floor) <= 40
    assert all(room.images(point) <= room.floor for point in room.floor)
    level = room.level()
    assert len(level.floor) == len(room.floor)
    assert room.points_of(level.floor) == room.floor


def test_a_level_that_cannot_be_solved_is_no_draft() -> None:
    room = Room(3, 1, Balance.NONE, frozenset({(0, 0), (1, 0), (2, 0)}), frozenset({(2, 0)}))
    assert judge(room, room.level({(1, 0)}, (0, 0))) is not None
    assert judge(room, room.level({(1, 0)}, (2, 0))) is None
