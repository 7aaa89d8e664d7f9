"""Where a window is put, for any screens: whole on one of them, and near where it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from game.shell.desktop import Frame
from game.shell.window import kept_in, usual_place
from game.storage.settings import Settings
from game.widgets.layout import SCALING

LAPTOP = Rect(0, 0, 1366, 768)
FRAME = Frame(top=20, left=1, bottom=5, right=1)

PLACES = st.builds(
    Rect, st.integers(-5000, 5000), st.integers(-5000, 5000), st.integers(1, 9000),
    st.integers(1, 9000),
)  # fmt: skip
SCREENS = st.lists(
    st.builds(
        Rect, st.integers(-4000, 4000), st.integers(-4000, 4000), st.integers(320, 4000),
        st.integers(240, 3000),
    ),
    min_size=1, max_size=3,
)  # fmt: skip


@pytest.fixture(autouse=True)
def plain_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SCALING, "display", 1.0)


@given(PLACES, SCREENS)
def test_the_whole_frame_is_on_one_screen(place: Rect, areas: list[Rect]) -> None:
    kept = kept_in(place, FRAME, areas)
    assert any(area.contains(FRAME.around(kept)) for area in areas)


@given(PLACES, SCREENS)
def test_a_window_that_was_moved_onto_the_screen_stays(place: Rect, areas: list[Rect]) -> None:
    kept = kept_in(place, FRAME, areas)
    assert kept_in(kept, FRAME, areas) == kept


@given(PLACES, SCREENS)
def test_a_window_grows_in_neither_direction(place: Rect, areas: list[Rect]) -> None:
    kept = kept_in(place, FRAME, areas)
    assert kept.w <= place.w and kept.h <= place.h


def test_the_first_window_leaves_room_for_a_frame() -> None:
    place = usual_place(Settings(), [LAPTOP])
    assert place.w == 1280
    assert place.h < 768 - FRAME.top - FRAME.bottom


def test_a_first_window_that_has_no_room_for_a_frame_takes_the_whole_screen() -> None:
    least = Rect(0, 0, 640, 400)
    assert usual_place(Settings(), [least]) == least


def test_the_first_window_takes_more_than_half_of_a_large_screen() -> None:
    assert usual_place(Settings(), [Rect(0, 0, 3840, 2160)]).size == (2304, 1296)


def test_a_window_on_a_screen_that_is_gone_comes_to_one_that_is_there() -> None:
    settings = Settings(window_size=(900, 600), window_place=(2000, 100))
    beside = Rect(1366, 0, 1920, 1080)
    assert usual_place(settings, [LAPTOP, beside]).topleft == (2000, 100)
    assert LAPTOP.contains(usual_place(settings, [LAPTOP]))


def test_a_window_stays_clear_of_a_panel_at_the_top() -> None:
    area = Rect(0, 30, 1366, 738)
    place = kept_in(Rect(0, 0, 1366, 768), FRAME, [area])
    assert FRAME.around(place) == area
