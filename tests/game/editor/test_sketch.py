"""Drawings: what tools do, how changes are undone, and what is said of unfinished levels."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.editor.checks import Findings, looking_at
from game.editor.drawing import Drawing, Kept
from game.editor.sketch import Side, Sketch, Spot, Tool, area_between, line_between
from game.work.slices import finish
from levels.level import LARGEST_SIDE
from levels.validation import find_fault
from tests.game.boards import level_of

HALL = level_of("########\n#@ $  .#\n########", "Hall")

Changes: TypeAlias = list[tuple[Tool, Spot, Spot]]

spots = st.tuples(st.integers(0, 6), st.integers(0, 5))
strokes = st.tuples(st.sampled_from([t for t in Tool if t is not Tool.SELECT]), spots, spots)


def sketched(changes: Changes) -> Sketch:
    sketch = Sketch(7, 6)
    for tool, start, end in changes:
        sketch = sketch.drawn(tool, line_between(start, end))
    return sketch


def look_at(sketch: Sketch) -> Findings:
    return finish(looking_at(sketch))


def test_a_level_drawn_again_is_the_same_level() -> None:
    assert look_at(Sketch.of(HALL)).level == HALL
    assert look_at(Sketch.of(HALL, margin=3)).level == HALL


@given(st.sampled_from(Side), st.integers(1, 4))
def test_the_size_is_that_of_the_level_whatever_is_empty_around_it(side: Side, more: int) -> None:
    assert Sketch.of(HALL).resized(side, more).extent == (HALL.width, HALL.height)


@given(st.lists(strokes, max_size=12))
def test_pieces_never_share_a_square_that_they_cannot(changes: Changes) -> None:
    sketch = sketched(changes)
    assert not sketch.walls & (sketch.goals | sketch.boxes)
    assert sketch.pusher not in sketch.walls | sketch.boxes


@given(st.lists(strokes, max_size=12))
def test_four_turns_and_two_mirrors_change_nothing(changes: Changes) -> None:
    sketch = sketched(changes)
    assert sketch.rotated().rotated().rotated().rotated() == sketch
    assert sketch.mirrored().mirrored() == sketch


@given(st.lists(strokes, max_size=12), st.sampled_from(Side), st.integers(1, 4))
def test_squares_added_and_taken_at_a_side_change_nothing(
    changes: Changes, side: Side, by: int
) -> None:
    sketch = sketched(changes)
    assert sketch.resized(side, by).resized(side, -by) == sketch


@settings(max_examples=300)
@given(st.lists(strokes, max_size=25))
def test_whatever_is_called_a_level_is_one_and_all_else_has_a_reason(changes: Changes) -> None:
    findings = look_at(sketched(changes))
    faults = [check for check in findings.checks if not check.is_fine]
    if findings.level is None:
        assert faults and all(check.detail for check in faults)
    else:
        assert not faults and find_fault(findings.level) is None
        assert findings.level.floor == replace(findings.level).floor


def test_a_gap_is_found_and_closing_it_closes_the_room() -> None:
    sketch = Sketch.of(HALL)
    open_sketch = sketch.drawn(Tool.FLOOR, [(4, 3)])
    findings = look_at(open_sketch)
    assert findings.gap == (4, 3)
    assert findings.faulty == {(4, 3)}
    assert findings.floor == look_at(sketch).floor
    assert look_at(open_sketch.drawn(Tool.WALL, [(4, 3)])).level == HALL


@pytest.mark.parametrize(
    ("sketch", "words"),
    [
        (Sketch(1, 1), "Place one with {tool_pusher}"),
        (Sketch.empty(), "Place one with {tool_pusher}"),
        (Sketch(1, 1, pusher=(0, 0)), "Gap in the wall"),
        (Sketch.of(HALL).drawn(Tool.BOX, area_between((3, 2), (6, 2))), "missing"),
        (Sketch.of(HALL).erased(Tool.BOX, [(4, 2)]), "at least one box"),
        (Sketch.of(HALL).drawn(Tool.BOX, [(0, 0)]).drawn(Tool.GOAL, [(6, 2)]), "Outside"),
        (Sketch(LARGEST_SIDE, LARGEST_SIDE, pusher=(100, 100)), "Gap in the wall"),
    ],
)
def test_every_fault_is_named(sketch: Sketch, words: str) -> None:
    findings = look_at(sketch)
    assert findings.level is None
    assert any(words in check.detail for check in findings.checks if not check.is_fine)


def test_a_hundred_boxes_without_goals_are_a_fault() -> None:
    sketch = Sketch.empty(20, 20).drawn(Tool.BOX, area_between((3, 3), (12, 12)))
    findings = look_at(sketch.drawn(Tool.PUSHER, [(2, 2)]))
    assert findings.level is None
    assert "100 boxes, 0 goals" in [check.text for check in findings.checks]
    assert "100 goals missing" in [check.detail for check in findings.checks]


def test_no_drawing_is_larger_than_a_level_may_be() -> None:
    sketch = Sketch(LARGEST_SIDE, 3)
    assert sketch.resized(Side.RIGHT, 1) is sketch
    assert Sketch(1, 3).resized(Side.LEFT, -1) == Sketch(1, 3)


# --- undo ----------------------------------------------------------------------------------------


@given(st.lists(strokes, min_size=1, max_size=30))
def test_undo_leads_back_through_every_change_and_redo_forth(changes: Changes) -> None:
    drawing = Drawing(Sketch(7, 6))
    line = [drawing.sketch]
    for tool, start, end in changes:
        drawing.change(drawing.sketch.drawn(tool, line_between(start, end)))
        if drawing.sketch != line[-1]:
            line.append(drawing.sketch)
    for expected in reversed(line[:-1]):
        assert drawing.undo() and drawing.sketch == expected
    assert not drawing.undo()
    for expected in line[1:]:
        assert drawing.redo() and drawing.sketch == expected
    assert not drawing.redo()


def test_a_stroke_is_undone_at_once() -> None:
    drawing = Drawing(Sketch(5, 5))
    drawing.begin_stroke()
    for x in range(4):
        drawing.change(drawing.sketch.drawn(Tool.WALL, [(x, 0)]))
    drawing.end_stroke()
    assert drawing.edits == 1
    drawing.undo()
    assert drawing.sketch == Sketch(5, 5)


def test_a_drawing_knows_whether_it_is_saved() -> None:
    drawing = Drawing(Sketch(5, 5))
    drawing.change(drawing.sketch.drawn(Tool.WALL, [(1, 1)]))
    assert not drawing.is_saved
    drawing.note_saved(Kept("my.sok", 1))
    assert drawing.is_saved
    drawing.name("New", "")
    assert not drawing.is_saved
