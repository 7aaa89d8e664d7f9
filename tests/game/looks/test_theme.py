"""The shipped themes: complete, readable, and refused with a clear word where they are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.board.heat import heat_color, heat_ink
from game.board.picture import HEAT_BUCKETS
from game.looks.assets import asset
from game.looks.theme import (
    THEME_NAMES,
    Theme,
    ThemeError,
    contrast,
    load_theme,
    mix,
    read_theme,
    theme_of_reverse,
    tint,
)
from game.statistics.chart import CHOSEN as CHOSEN_BAR
from game.statistics.level_view import CHOSEN

TEXT = [
    ("text", "panel"),
    ("text_2", "panel"),
    ("text_3", "panel"),
    ("text_2", "outside"),
    ("text_2", "raised"),
    ("text", "raised"),
    ("text", "bar"),
    ("text_2", "bar"),
    ("text_3", "bar"),
    ("accent", "panel"),
    ("on_accent", "accent_fill"),
    ("proof", "panel"),
    ("proof", "bar"),
    ("danger", "outside"),
    ("info", "panel"),
    ("text", "field"),
    ("text_2", "field"),
    ("text_3", "field"),
    ("text", "floor_a"),
]
"""Words on their grounds."""

PIECES = [
    (("box_top", "box_edge"), "floor_a"),
    (("seat_rim", "seat_edge"), "floor_a"),
    (("seat_mark",), "seat_top"),
    (("goal",), "floor_a"),
    (("pusher_body", "pusher_edge"), "floor_a"),
    (("wall_top", "wall_lit", "wall_edge"), "floor_a"),
    (("danger",), "floor_a"),
]
"""What is drawn, with whichever of its colors stands out most, on what."""

LEAST_TEXT, LEAST_PIECE, LEAST_SIGNAL = 4.5, 3.0, 7.0


@pytest.fixture(params=THEME_NAMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    return load_theme(request.param)


def test_contrast_is_measured_as_the_wcag_say() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_a_theme_bears_the_name_of_its_file(theme: Theme) -> None:
    assert load_theme(theme.name) == theme


@pytest.mark.parametrize(("words", "ground"), TEXT)
def test_words_can_be_read(theme: Theme, words: str, ground: str) -> None:
    least = LEAST_SIGNAL if theme.name == "Signal" else LEAST_TEXT
    assert contrast(getattr(theme, words), getattr(theme, ground)) >= least


@pytest.mark.parametrize(("roles", "ground"), PIECES)
def test_pieces_stand_out_in_reverse_play(
    theme: Theme, roles: tuple[str, ...], ground: str
) -> None:
    reverse = theme_of_reverse(theme)
    assert reverse.wall_top != theme.wall_top
    colors = [getattr(reverse, role) for role in roles]
    best = max(contrast(color, getattr(reverse, ground)) for color in colors if color)
    assert best >= (LEAST_SIGNAL if theme.name == "Signal" else LEAST_PIECE)
    assert contrast(reverse.text_2, reverse.outside) >= LEAST_TEXT
    assert contrast(reverse.floor_a, reverse.floor_b) < 1.1


@pytest.mark.parametrize(("roles", "ground"), PIECES)
def test_pieces_stand_out(theme: Theme, roles: tuple[str, ...], ground: str) -> None:
    least = LEAST_SIGNAL if theme.name == "Signal" else LEAST_PIECE
    colors = [getattr(theme, role) for role in roles]
    best = max(contrast(color, getattr(theme, ground)) for color in colors if color)
    assert best >= least


def test_words_can_be_read_on_tints(theme: Theme) -> None:
    grounds = [
        (theme.accent, tint(theme.bar, theme.accent, 0.16)),
        (theme.accent, tint(theme.outside, theme.accent, 0.18)),
        (theme.accent, tint(theme.panel, theme.accent, 0.16)),
        (theme.text_2, tint(theme.panel, theme.accent, 0.16)),
        (theme.proof, tint(theme.bar, theme.proof, 0.13)),
        (theme.text_2, tint(theme.bar, theme.proof, 0.13)),
        (theme.text, mix(theme.floor_a, theme.accent, 0.20)),
        *((ink, mix(theme.panel, theme.text, CHOSEN)) for ink in (theme.text_2, theme.proof)),
        (theme.text_2, mix(theme.field, theme.text, CHOSEN_BAR)),
        (theme.danger, mix(theme.outside, (0, 0, 0), 0.03)),  # in the shadow of the board
        *((theme.text, mix(theme.floor_a, kind, 0.35)) for kind in (theme.info, theme.proof)),
    ]
    assert min(contrast(words, ground) for words, ground in grounds) >= LEAST_TEXT


def test_marks_stand_out(theme: Theme) -> None:
    """Rings, ways and dots, and the hatch of dead squares, which lets the floor through."""
    floor = theme.floor_a
    hatch = mix(floor, theme.danger, 0.75)
    marks = [theme.text, theme.info, theme.proof, theme.danger, theme.text_3, hatch]
    assert min(contrast(mark, floor) for mark in marks) >= LEAST_PIECE


def test_figures_can_be_read_on_every_color_of_a_heat_map(theme: Theme) -> None:
    shares = [bucket / (HEAT_BUCKETS - 1) for bucket in range(HEAT_BUCKETS)]
    figures = [contrast(heat_ink(theme, share), heat_color(theme, share)) for share in shares]
    assert min(figures) >= LEAST_TEXT


def test_the_floor_is_calm(theme: Theme) -> None:
    assert contrast(theme.floor_a, theme.floor_b) < 1.1


def roles() -> dict[str, object]:
    found: dict[str, object] = json.loads(asset("themes", "dusk.json").read_text(encoding="utf-8"))
    return found


def refusal(tmp_path: Path, text: str) -> str:
    """What is said about a theme file with that text."""
    file = tmp_path / "mine.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ThemeError) as caught:
        read_theme(file)
    assert str(caught.value).startswith(str(file))
    return str(caught.value)


@pytest.mark.parametrize(
    ("role", "value", "said"),
    [
        ("goal", "teal", 'goal: a color such as #2A303C or #2A303C80 was expected, not "teal"'),
        ("goal", "#12345", "goal: a color"),
        ("goal", None, "goal: a color"),
        ("goal", [1, 2, 3], "goal: a color"),
        ("name", 3, "name: a name was expected, not 3"),
        ("characters", "yes", 'characters: true or false was expected, not "yes"'),
        ("heat", ["#000000"], "heat: a list of 5 colors"),
        ("glow", "#000000", "unknown role: glow"),
    ],
)
def test_a_wrong_role_is_named(tmp_path: Path, role: str, value: object, said: str) -> None:
    assert said in refusal(tmp_path, json.dumps({**roles(), role: value}))


def test_a_missing_role_is_named(tmp_path: Path) -> None:
    some = {role: value for role, value in roles().items() if role != "box_rim"}
    assert "role missing: box_rim" in refusal(tmp_path, json.dumps(some))


def test_a_file_that_is_no_theme_is_refused(tmp_path: Path) -> None:
    assert "is not JSON" in refusal(tmp_path, "{")
    assert "one object" in refusal(tmp_path, "[]")
    with pytest.raises(ThemeError, match=r"none\.json: cannot be read"):
        load_theme("none")


def test_only_outlines_may_be_left_out(theme: Theme) -> None:
    left_out = {role for role, value in vars(theme).items() if value is None}
    assert left_out <= {"wall_edge", "box_edge", "seat_edge", "pusher_edge"}


def test_colors_are_mixed() -> None:
    assert mix((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)
