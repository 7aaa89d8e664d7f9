"""Where everything goes, in windows of every size."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pygame import Rect

from game.widgets.layout import LEAST, PlayLayout, interface_scale, lay_out

SIDES = st.integers(1, 6000)
DISPLAY_SCALES = st.sampled_from((1.0, 1.25, 1.5, 2.0, 3.0))


def parts(layout: PlayLayout) -> dict[str, Rect]:
    """The rectangles that must not overlap."""
    found = {"top bar": layout.top_bar, "bottom bar": layout.bottom_bar, "board": layout.board}
    if layout.stage.height >= 400 * layout.scale:
        found["sentence"] = layout.sentence
    if layout.panel:
        found["panel"] = layout.panel
    return found


@given(SIDES, SIDES, st.booleans(), DISPLAY_SCALES)
@example(1, 1, True, 1.0)
@example(640, 400, True, 1.0)
@example(3840, 2160, True, 2.0)
def test_nothing_overlaps_or_leaves_the_window(
    width: int, height: int, panel_open: bool, display_scale: float
) -> None:
    layout = lay_out((width, height), panel_open, display_scale)
    assert layout.window.width >= width
    assert layout.window.height >= height
    found = parts(layout)
    for name, rect in found.items():
        assert rect.width > 0 and rect.height > 0, name
        assert layout.window.contains(rect), name
    for (one, first), (other, second) in combinations(found.items(), 2):
        assert not first.colliderect(second), (one, other)
    assert layout.stage.contains(layout.board)
    assert layout.stage.contains(layout.sentence)
    if layout.panel:
        assert layout.stage.contains(layout.panel)
        assert not layout.panel.colliderect(layout.sentence)


@given(SIDES, SIDES, DISPLAY_SCALES)
def test_the_scale_is_in_quarters_from_one_to_three(
    width: int, height: int, display_scale: float
) -> None:
    size = tuple(
        max(side, least * display_scale) for side, least in zip((width, height), LEAST, strict=True)
    )
    scale = interface_scale(size, display_scale) / display_scale  # type: ignore[arg-type]
    assert 1 <= scale <= 3
    assert scale * 4 == pytest.approx(round(scale * 4))


@pytest.mark.parametrize(
    ("size", "scale"),
    [
        ((1, 1), 0.4),
        ((320, 240), 0.5),
        ((480, 320), 0.75),
        ((640, 400), 1.0),
        ((1280, 800), 1.0),
        ((1920, 1080), 1.25),
        ((2560, 1600), 2.0),
        ((3840, 2160), 2.75),
        ((9000, 9000), 3.0),
    ],
)
def test_the_scale_follows_the_window(size: tuple[int, int], scale: float) -> None:
    assert interface_scale(size) == scale


@pytest.mark.parametrize("size", [(480, 320), (320, 240), (640, 200), (300, 400)])
def test_a_window_below_the_least_one_shows_all_of_it_smaller(size: tuple[int, int]) -> None:
    layout = lay_out(size)
    assert layout.window.size == size
    assert (layout.window.width / layout.scale, layout.window.height / layout.scale) >= LEAST
    assert layout.compact


def test_a_display_scale_enlarges_everything_alike() -> None:
    once, twice = lay_out((1280, 800), True), lay_out((2560, 1600), True, 2.0)
    assert twice.scale == 2 * once.scale
    assert twice.compact == once.compact
    assert twice.board.size == (2 * once.board.width, 2 * once.board.height)


def test_measures_of_the_design() -> None:
    layout = lay_out((1280, 800))
    assert layout.top_bar == Rect(0, 0, 1280, 64)
    assert layout.bottom_bar == Rect(0, 720, 1280, 80)
    assert layout.board == Rect(32, 76, 1216, 596)
    assert layout.sentence == Rect(0, 678, 1280, 40)
    assert layout.panel is None
    assert not layout.compact


def test_a_panel_makes_room_for_itself() -> None:
    beside = lay_out((1280, 800), panel_open=True)
    assert beside.panel == Rect(904, 80, 360, 624)
    assert beside.board.right < 904
    narrow = lay_out((900, 640), panel_open=True)
    assert narrow.panel is not None and narrow.board.right < narrow.panel.left
    assert narrow.board.width > 480
    assert narrow.is_panel_narrow and not beside.is_panel_narrow
    least = lay_out(LEAST, panel_open=True)
    assert least.panel is not None and least.board.right < least.panel.left
    assert least.board.width > 300


@pytest.mark.parametrize("size", [(899, 800), (1280, 559), LEAST])
def test_small_windows_are_compact(size: tuple[int, int]) -> None:
    layout = lay_out(size)
    assert layout.compact
    assert (layout.top_bar.height, layout.bottom_bar.height) == (40, 44)
