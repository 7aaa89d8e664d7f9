"""The common form of levels that are the same to solve, and games carried between them."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels.canonical import (
    SYMMETRIES,
    Symmetry,
    canonical_form,
    canonical_layout,
    carry_lurd,
    lay,
    place_square,
    transform_lurd,
)
from levels.files import read
from levels.formats.xsb import parse_xsb
from levels.level import Level, Square
from levels.lurd import lurd_of, replay_lurd
from levels.position import Position
from tests.levels.boards import games, level_of, levels

symmetries = st.sampled_from(SYMMETRIES)


def _reachable(level: Level) -> frozenset[Square]:
    alone = replace(level, goals=frozenset(), boxes=frozenset())
    return replace(alone, walls=level.walls | level.boxes).floor


def _in_room(level: Level) -> list[list[tuple[int, int]]]:
    """The places of floor, goals, boxes, and of where the pusher can be, within the room."""
    columns_and_rows = [level.column_and_row(square) for square in level.floor]
    left, top = (min(place[axis] for place in columns_and_rows) for axis in (0, 1))
    parts = level.floor, level.goals & level.floor, level.boxes & level.floor, _reachable(level)
    places = [[level.column_and_row(square) for square in part] for part in parts]
    return [sorted((x - left, y - top) for x, y in part) for part in places]


# --- what is the same ------------------------------------------------------------------------


@given(levels(), symmetries)
def test_all_eight_layouts_have_one_form(level: Level, symmetry: Symmetry) -> None:
    assert canonical_form(lay(level, symmetry)).key == canonical_form(level).key


@given(levels(), symmetries)
def test_all_eight_layouts_are_laid_alike(level: Level, symmetry: Symmetry) -> None:
    one, other = (lay(each, canonical_layout(each)) for each in (level, lay(level, symmetry)))
    assert _in_room(one) == _in_room(other)


@given(levels(), st.data())
def test_the_pieces_make_no_difference_to_how_a_room_lies(
    level: Level, data: st.DataObject
) -> None:
    floor = st.sampled_from(sorted(level.floor))
    moved = replace(level, boxes=data.draw(st.frozensets(floor)), pusher=data.draw(floor))
    moved = replace(moved, boxes=moved.boxes - {moved.pusher})
    one, other = (lay(each, canonical_layout(each)) for each in (level, moved))
    assert _in_room(one)[:2] == _in_room(other)[:2]


@given(levels(), st.data())
def test_the_pusher_may_stand_wherever_it_can_walk(level: Level, data: st.DataObject) -> None:
    elsewhere = data.draw(st.sampled_from(sorted(_reachable(level))))
    moved = replace(level, pusher=elsewhere)
    assert canonical_form(moved).key == canonical_form(level).key


def test_what_lies_outside_the_room_does_not_matter() -> None:
    plain = level_of("#####\n#@$.#\n#####")
    adorned = level_of(
        """
            ######
         #####   #
        ##@$.##*##
        ####### ##
           #  ###
        """
    )
    assert canonical_form(adorned).key == canonical_form(plain).key == "###|#@#|#$#|#.#|###"


@given(levels())
def test_the_key_is_a_level_of_its_own_form(level: Level) -> None:
    key = canonical_form(level).key
    (form,) = parse_xsb(key.replace("|", "\n")).levels
    assert canonical_form(form).key == key


# --- what is different -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        "######\n#@$ .#\n######",
        "######\n#  $.#\n#@   #\n######",
        "######\n#.$@ #\n#    #\n######",
        "######\n#@$. #\n#    #\n######",
        "######\n#@*  #\n#  # #\n######",
    ],
)
def test_other_levels_have_other_forms(other: str) -> None:
    level = level_of("######\n#@$ .#\n#    #\n######")
    assert canonical_form(level_of(other)).key != canonical_form(level).key


def test_the_side_of_a_box_that_the_pusher_is_on_matters() -> None:
    left, right = level_of("######\n#@$ .#\n######"), level_of("######\n# $@.#\n######")
    assert canonical_form(left).key != canonical_form(right).key


@given(levels(largest_side=5), levels(largest_side=5))
def test_forms_are_equal_exactly_if_a_layout_makes_the_levels_equal(
    one: Level, other: Level
) -> None:
    is_same = any(_in_room(lay(one, each)) == _in_room(other) for each in SYMMETRIES)
    assert (canonical_form(one).key == canonical_form(other).key) == is_same


def test_no_two_levels_of_the_shared_collections_are_the_same(shared_levels: Path) -> None:
    places: dict[str, list[str]] = {}
    for path in sorted(shared_levels.glob("*.xsb")):
        for number, level in enumerate(read(path).levels, start=1):
            places.setdefault(canonical_form(level).key, []).append(f"{path.stem}:{number}")
    assert len(places) == 155 + 135 + 90 + 282 + 52
    assert not [same for same in places.values() if len(same) > 1]


# --- games carried over ----------------------------------------------------------------------


@given(levels(), symmetries)
def test_every_square_of_a_layout_is_found_again(level: Level, symmetry: Symmetry) -> None:
    laid = lay(level, symmetry)
    for square in range(level.width * level.height):
        place = place_square(level, square, symmetry)
        assert (place in laid.walls) == (square in level.walls)
        assert place_square(laid, place, symmetry.inverse) == square


@given(st.text("lurdLURD"), symmetries)
def test_the_inverse_of_a_symmetry_leads_back(lurd: str, symmetry: Symmetry) -> None:
    assert transform_lurd(transform_lurd(lurd, symmetry), symmetry.inverse) == lurd


@given(games(), symmetries)
def test_a_transformed_game_replays_on_the_level_laid_alike(
    game: list[Position], symmetry: Symmetry
) -> None:
    laid = lay(game[0].level, symmetry)
    lurd = transform_lurd(lurd_of(game), symmetry)
    assert replay_lurd(Position.start(laid), lurd)[-1].as_level() == lay(
        game[-1].as_level(), symmetry
    )


@given(games(), symmetries, st.data())
def test_a_game_is_carried_to_a_level_that_is_the_same(
    game: list[Position], symmetry: Symmetry, data: st.DataObject
) -> None:
    origin = game[0].level
    elsewhere = data.draw(st.sampled_from(sorted(_reachable(origin))))
    other = lay(replace(origin, pusher=elsewhere), symmetry)
    lurd = carry_lurd(lurd_of(game), canonical_form(origin), canonical_form(other))
    after = replay_lurd(Position.start(other), lurd)[-1].as_level()
    assert canonical_form(after).key == canonical_form(game[-1].as_level()).key
    assert sum(map(str.isupper, lurd)) == sum(map(str.isupper, lurd_of(game)))


def test_the_way_to_the_first_push_is_the_shortest() -> None:
    origin = canonical_form(level_of("#######\n#  @  #\n# $.  #\n#######"))
    other = canonical_form(level_of("#######\n#     #\n#@$.  #\n#######"))
    assert carry_lurd("rllldR", origin, other) == "R"


def test_no_game_is_carried_to_another_level() -> None:
    forms = [canonical_form(level_of(f"#####{s}\n#@$.#{s}\n#####{s}")) for s in ("", "\n#  ##")]
    with pytest.raises(ValueError, match="not the same"):
        carry_lurd("R", *forms)


def test_symmetries_are_eight() -> None:
    level = level_of("#####\n#@$.#\n#   #\n#####")
    drawings = [lay(level, symmetry) for symmetry in SYMMETRIES]
    assert all(one != other for one, other in itertools.combinations(drawings, 2))
