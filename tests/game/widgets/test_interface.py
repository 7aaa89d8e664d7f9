"""Bars, panel and overlay: nothing overlaps, nothing is lost, in windows of every size."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygame import Mask, Rect, Surface

from game.input.actions import Action
from game.input.bindings import Bindings, heard_scopes
from game.input.controls import LAYER_ROWS, Scope, is_swiped, shown_keys
from game.language.words import clock, shortened
from game.looks.theme import THEME_NAMES, Theme, load_theme
from game.menu.help import key_groups
from game.menu.help_page import KeyGroup, KeySheet, _in_rows, draw_help, most_scroll
from game.proof.panel import ProofView, SolutionReplay, draw_proof_panel
from game.replay.bar import TRANSPORT, ReplayBar, SpeedButton, draw_replay_bar
from game.widgets.bars import BarPart, BottomBar, Par, ParBadge, TopBar, bottom_parts, top_parts
from game.widgets.brush import Brush
from game.widgets.buttons import CALM, Attention, Hits, PanelClosing, ToolButton, tool_type
from game.widgets.layout import PlayLayout, lay_out
from game.widgets.sentence import Sentence, _sentence_words, draw_sentence
from game.widgets.text import CAPTION, SMALL
from game.widgets.timeline import TRACK, Timeline, columns_of, step_at

DUSK = load_theme("dusk")
LINE = Timeline(164, 130, tuple(range(1, 165, 3)), (44,), "Step 130", "164")
LEFT_ACTIONS = Action.UNDO, Action.REDO, Action.RESTART
RIGHT_ACTIONS = Action.HINT, Action.XRAY, Action.SOLVE


def tools(*actions: Action) -> tuple[ToolButton, ...]:
    names = [action.name.lower() for action in actions]
    return tuple(
        ToolButton(action, name, name.title(), "U")
        for action, name in zip(actions, names, strict=True)
    )


LEFT, RIGHT = tools(*LEFT_ACTIONS), tools(*RIGHT_ACTIONS)
TOP = TopBar(
    "A level with quite a long title, as many have",
    "A collection  ·  1 of 90",
    (("Moves", "130"), ("Pushes", "50"), ("Best", "101")),
    Par("97", "proved", "optimal"),
)
PROOF = ProofView(
    "Trying every way to solve it in 129 pushes",
    129,
    133,
    9_000_000,
    612_000,
    0.38,
    15.2,
    bound_history=((0, 119), (5.4, 129)),
    best_history=((2.0, 151), (12.4, 133)),
    thresholds=((127, 61_204), (129, 8_900_000)),
    buttons=(
        ToolButton(Action.SOLVE, "", "Keep searching", "F5"),
        ToolButton(SolutionReplay(), "", "Play solution", "Enter"),
    ),
)
GROUPS = tuple(KeyGroup(f"Group {number}", ((("Ctrl Z", "U"), "Undo"),) * 8) for number in range(3))
SIZES = st.tuples(st.integers(1, 2600), st.integers(1, 1700))


def draw_parts(
    surface: Surface, layout: PlayLayout, theme: Theme, parts: tuple[BarPart, ...],
    attention: Attention = CALM,
) -> Hits:  # fmt: skip
    """All parts of a bar, which cover it without a gap and without lying over each other."""
    places = [place for part in parts for place in part.places]
    assert sum(place.width for place in places) == layout.window.width
    assert not any(one.colliderect(other) for one, other in combinations(places, 2))
    hits: Hits = {}
    for part in parts:
        hits |= part.draw(surface, layout, theme, part.value, attention)
    return hits


def assert_apart(hits: Hits, inside: Rect) -> None:
    for hit, rect in hits.items():
        assert inside.contains(rect), hit
    for (one, first), (other, second) in combinations(hits.items(), 2):
        assert not first.colliderect(second), (one, other)


@settings(max_examples=25)
@given(SIZES)
def test_bars_keep_their_parts_apart(size: tuple[int, int]) -> None:
    surface, layout = Surface(size), lay_out(size)
    top = draw_parts(surface, layout, DUSK, top_parts(layout, TOP))
    assert {Action.MENU} <= top.keys()
    assert TOP.par is not None
    badge = ParBadge(TOP.par)
    assert top.keys() <= {Action.MENU, Action.PREVIOUS_LEVEL, Action.NEXT_LEVEL, badge}
    assert_apart(top, layout.top_bar)
    bottom = draw_parts(surface, layout, DUSK, bottom_parts(layout, BottomBar(LEFT, RIGHT, LINE)))
    assert bottom.keys() == {*LEFT_ACTIONS, *RIGHT_ACTIONS, TRACK}
    assert_apart(bottom, layout.bottom_bar)


@settings(max_examples=25)
@given(SIZES, st.sampled_from((1, 2, 4, 8)))
def test_the_replay_bar_keeps_its_parts_apart(size: tuple[int, int], speed: int) -> None:
    layout = lay_out(size)
    bar = ReplayBar(LINE, True, speed, tools(Action.TAKE_OVER))
    hits = draw_replay_bar(Surface(size), layout, DUSK, bar)
    assert {*TRANSPORT, Action.TAKE_OVER} <= hits.keys()
    assert any(isinstance(hit, SpeedButton) for hit in hits)
    assert_apart(hits, layout.bottom_bar)


@settings(max_examples=25)
@given(SIZES)
def test_the_panel_and_the_keys_fit(size: tuple[int, int]) -> None:
    surface, layout = Surface(size), lay_out(size, panel_open=True)
    assert layout.panel is not None
    hits = draw_proof_panel(surface, layout, DUSK, PROOF)
    assert hits.keys() == {PanelClosing(), Action.SOLVE, SolutionReplay()}
    assert_apart(hits, layout.panel)
    assert_apart(draw_help(surface, layout, DUSK, KeySheet("Keys", GROUPS)), layout.window)


@pytest.mark.parametrize(
    "proof",
    [
        ProofView(busy="Preparing the solver."),
        ProofView(lower_bound=12, seconds=4000),
        ProofView(
            result="97 pushes, proved optimal",
            lower_bound=97,
            best=97,
            proved=True,
            bound_history=((0, 97),),
            best_history=((0, 97),),
        ),
        ProofView(result="Unsolvable: proved", proved=True),
        ProofView(lower_bound=0, best=0, bound_history=((0.0, 0),), thresholds=((0, 0),)),
    ],
)
def test_the_panel_shows_every_state(proof: ProofView) -> None:
    for size in ((1280, 800), (640, 400), (1000, 560)):
        assert draw_proof_panel(Surface(size), lay_out(size, True), DUSK, proof)


def test_without_a_panel_nothing_is_drawn() -> None:
    assert draw_proof_panel(Surface((9, 9)), lay_out((9, 9)), DUSK, PROOF) == {}


@settings(max_examples=15)
@given(SIZES, st.text("abc d", max_size=300), st.sampled_from(("plain", "danger", "proof")))
def test_a_sentence_stays_in_its_line(size: tuple[int, int], words: str, tone: str) -> None:
    surface, layout = Surface(size), lay_out(size)
    action = ToolButton(Action.BACK_TO_SOLVABLE, "", "Back to step 125", "Shift U")
    sentence = Sentence(words, words, "danger" if tone == "danger" else "plain", action)
    for rect in draw_sentence(surface, layout, DUSK, sentence).values():
        assert layout.sentence.contains(rect)


def test_silence_draws_nothing() -> None:
    surface = Surface((1280, 800))
    before = surface.get_buffer().raw
    assert draw_sentence(surface, lay_out((1280, 800)), DUSK, Sentence("")) == {}
    assert surface.get_buffer().raw == before


@pytest.mark.parametrize("theme_name", THEME_NAMES)
@pytest.mark.parametrize("what", ["hover", "pressed", "focus"])
def test_attention_shows(theme_name: str, what: str) -> None:
    theme, layout = load_theme(theme_name), lay_out((1280, 800))
    calm, touched = Surface((1280, 800)), Surface((1280, 800))
    parts = bottom_parts(layout, BottomBar(LEFT, RIGHT, LINE))
    draw_parts(calm, layout, theme, parts)
    draw_parts(touched, layout, theme, parts, Attention(**{what: Action.UNDO}))
    assert calm.get_buffer().raw != touched.get_buffer().raw


def test_buttons_are_large_enough() -> None:
    for size, least in (((1280, 800), (36, 44)), ((640, 400), (36, 34))):
        surface, layout = Surface(size), lay_out(size)
        hits = draw_parts(surface, layout, DUSK, top_parts(layout, TOP))
        hits |= draw_parts(
            surface, layout, DUSK, bottom_parts(layout, BottomBar(LEFT, RIGHT, LINE))
        )
        for name, rect in hits.items():
            if isinstance(name, ParBadge):  # it explains itself, and cannot be pressed
                continue
            assert rect.width >= least[0] and rect.height >= least[1], name


@given(st.integers(0, 10_000), st.integers(1, 3000), st.integers(-50, 4000))
def test_every_point_of_a_timeline_is_a_step(total: int, width: int, x: int) -> None:
    track = Rect(10, 0, width, 44)
    assert 0 <= step_at(track, total, x) <= total
    assert step_at(track, total, track.left) == 0
    assert step_at(track, total, track.right) == total


@given(st.sets(st.integers(1, 3000)), st.floats(0.01, 3.0), st.integers(0, 3000))
def test_a_push_has_its_column_however_many_there_are(
    pushes: set[int], apart: float, count: int
) -> None:
    marks = tuple(sorted(pushes))
    count = min(count, len(marks))
    for start, end in ((0, count), (count, len(marks))):
        found = columns_of(marks, apart, start, end)
        assert found == {round(step * apart) for step in marks[start:end]}


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (2560, 1600)])
def test_a_snapshot_keeps_clear_of_the_numbers(size: tuple[int, int]) -> None:
    bare = replace(LINE, snapshots=(), left_label="", right_label="")
    numbers = ink(size, bare, replace(LINE, snapshots=()))
    marks = ink(size, bare, replace(bare, snapshots=(0, 1, 2, LINE.total)))
    assert numbers.count() > 0 and marks.count() > 0
    assert not any(numbers.overlap_area(marks, (0, lower)) for lower in range(4))


def ink(size: tuple[int, int], one: Timeline, other: Timeline) -> Mask:
    """Where a bar with one timeline differs from the same bar with another."""
    first, second = Surface(size), Surface(size)
    for surface, line in ((first, one), (second, other)):
        parts = bottom_parts(lay_out(size), BottomBar(LEFT, RIGHT, line))
        draw_parts(surface, lay_out(size), DUSK, parts)
    same = pygame.mask.from_threshold(first, (0, 0, 0), (1, 1, 1, 255), second)
    same.invert()
    return same


def test_counts_and_times_are_short() -> None:
    counts = (0, 8213, 12_650, 61_204, 999_999, 9_000_000, 999_990_000, 1_250_000_000)
    assert [shortened(n) for n in counts] == [
        "0",
        "8213",
        "13\u2009k",
        "61\u2009k",
        "1.0\u2009M",
        "9.0\u2009M",
        "1.0\u2009G",
        "1.2\u2009G",
    ]
    assert [clock(seconds) for seconds in (0, 15.9, 75, 3675)] == [
        "0:00",
        "0:15",
        "1:15",
        "1:01:15",
    ]


@pytest.mark.parametrize("fingers", [False, True])
@pytest.mark.parametrize("scope", [Scope.PLAY, Scope.REPLAY, Scope.BROWSER, Scope.EDITOR])
def test_the_table_of_keys_fits_and_has_the_keys_that_are_heard(
    scope: Scope, *, fingers: bool
) -> None:
    bindings = Bindings()
    groups = key_groups(bindings, scope, fingers=fingers)
    shown = {(group.title, key) for group in groups for keys, _ in group.rows for key in keys}
    assert (("The solver", "1 – 9") in shown) == (scope is Scope.PLAY and not fingers)
    for row in bindings.rows:
        if row.text.startswith(LAYER_ROWS) or is_swiped(row) != fingers:
            continue  # they are one row, or what is done otherwise
        for key in shown_keys(row):
            assert ((row.scope.value, key) in shown) == (row.scope in heard_scopes(scope))
    assert most_scroll(Surface((1280, 800)), lay_out((1280, 800)), DUSK, groups) == 0


@pytest.mark.parametrize("scope", Scope)
def test_nothing_stands_twice_under_a_heading_of_the_table_of_keys(scope: Scope) -> None:
    for group in key_groups(Bindings(), scope):
        words = [words for _, words in group.rows]
        assert len(set(words)) == len(words), group.title


def test_keys_that_leave_no_room_for_words_stand_below_them() -> None:
    brush = Brush(Surface((1280, 800)), DUSK, 1.0, Rect(0, 0, 1280, 800))
    history = next(group for group in key_groups(Bindings()) if group.title == "History")
    rows = _in_rows(brush, history).rows
    assert rows[:2] == (
        (("U", "Backspace", "Ctrl+Z", "Wheel up"), "Undo"), (("Mouse back",), "")
    )  # fmt: skip


def test_keys_that_do_not_fit_can_be_scrolled_to() -> None:
    groups = key_groups(Bindings())
    for size, fits in (((1280, 800), True), ((700, 450), False), ((640, 400), False)):
        surface, layout = Surface(size), lay_out(size)
        most = most_scroll(surface, layout, DUSK, groups)
        assert (most == 0) == fits
        draw_help(surface, layout, DUSK, KeySheet("Keys", groups), scroll=most)
        at_the_end = surface.copy()
        draw_help(surface, layout, DUSK, KeySheet("Keys", groups))
        assert fits or surface.get_buffer().raw != at_the_end.get_buffer().raw


def test_a_sentence_that_is_too_long_loses_its_last_parts() -> None:
    layout = lay_out((900, 640), panel_open=True)
    brush = Brush(Surface((900, 640)), DUSK, layout.scale, layout.sentence)
    said = Sentence("Stopped.", "Between 58 and 60 pushes: best 60. Enter plays it.")
    assert _sentence_words(brush, said, 600) == ("Stopped.", f" {said.rest}")
    assert _sentence_words(brush, said, 330) == (
        "Stopped.", " Between 58 and 60 pushes: best 60."
    )  # fmt: skip
    assert _sentence_words(brush, said, 120) == ("Stopped.", "")


def test_the_tools_of_a_bar_are_labeled_alike() -> None:
    brush = Brush(Surface((400, 80)), DUSK, 1.0, Rect(0, 0, 400, 80))
    short = ToolButton(Action.HINT, "hint", "Tip", "H")
    long = ToolButton(Action.RESTART, "restart", "Wiederherstellen", "Shift+R")
    assert tool_type(brush, [short], 60) == (SMALL, True)
    assert tool_type(brush, [short, long], 120) == (SMALL, False)
    assert tool_type(brush, [short, long], 60) == (CAPTION, False)
