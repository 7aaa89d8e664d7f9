"""What is drawn stands out from what it is drawn on, in every theme and scene, by WCAG 2.1."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from game.board.marks import MarkSprites
from game.board.picture import MarkKind, SquareMark
from game.board.sprites import Sprites
from game.looks.theme import THEME_NAMES, Color, Theme, contrast, load_theme, mix, theme_of_reverse
from game.widgets.brush import Brush
from game.widgets.buttons import Attention, Hit
from game.widgets.canvas import put
from game.widgets.text import Style, measure
from levels.level import Direction
from tests.game.language.stages import SCENES, STAGES, draw_whole, opened

LEAST_TEXT, LEAST_MARK = 4.5, 3.0

LARGE, LARGE_BOLD = 24, 18.66
"""Pixels from which text needs no more contrast than a mark."""

SEEN = 0.1
"""The share of what lies under a word from which it counts."""

SIZE = (1280, 800)

SQUARE = 48

TINTS = {
    MarkKind.REACH: "figures stand on it, or dots where they have no room",
    MarkKind.GOAL_FIGURE: "the ground of a figure",
    MarkKind.HEAT: "figures stand on it; its colors differ from each other",
    MarkKind.GOAL_HEAT: "figures stand on it; its colors differ from each other",
    MarkKind.GOAL_COUNT: "the ground of a figure",
    MarkKind.ROOM: "rooms are parted by tunnels and entrances, which are ringed",
    MarkKind.FLASH: "a light over a box for a moment; words say that the level is solved",
    MarkKind.STEP: "a dot: it is measured by itself",
    MarkKind.FIGURE: "a figure: text",
}  # fmt: skip
"""The marks that need not stand out as areas, and why."""


def grounds(surface: Surface, place: Rect) -> dict[Color, float]:
    """The colors in a part of a picture, and how much of it each covers."""
    place = place.clip(surface.get_rect()).clip(surface.get_clip())
    columns = range(place.left, place.right, 2)
    rows = range(place.top, place.bottom, 2)
    found = Counter(surface.get_at(each)[:3] for each in itertools.product(columns, rows))
    whole = sum(found.values())
    return {color: number / whole for color, number in found.items()}  # type: ignore[misc]


class Faults:
    """What does not stand out from its ground, of all that is drawn with brushes."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.drawn = 0

    @contextmanager
    def watching(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Brush, "_write", self._before(Brush._write, self._see_words))
            patch.setattr(Brush, "icon", self._before(Brush.icon, self._see_icon))
            patch.setattr(Brush, "circle", self._before(Brush.circle, self._see_circle))
            patch.setattr(Brush, "diamond", self._before(Brush.diamond, self._see_diamond))
            patch.setattr(Brush, "focus_ring", self._before(Brush.focus_ring, self._see_ring))
            yield

    def _before(self, draw: Callable[..., Any], see: Callable[..., None]) -> Callable[..., Any]:
        def seen(brush: Brush, *arguments: Any, **named: Any) -> Any:
            see(brush, *arguments)
            return draw(brush, *arguments, **named)

        return seen

    def _see_words(
        self, brush: Brush, place: tuple[float, float], words: str, style: Style, color: Color,
        align: str,
    ) -> None:  # fmt: skip
        width = measure(words, style)
        x = brush.part.left + place[0] * brush.scale
        x -= {"left": 0.0, "center": width / 2, "right": width}[align]
        y = brush.part.top + place[1] * brush.scale - style.size / 2
        is_large = style.size >= (LARGE_BOLD if style.weight == "Bold" else LARGE)
        idle = mix(brush.theme.raised, brush.theme.text_3, 0.75)  # on buttons that are off
        least = LEAST_MARK if is_large or color == idle else LEAST_TEXT
        if words.strip():
            self._judge(brush, Rect(x, y, max(1, width), style.size), color, least, words)

    def _see_icon(
        self, brush: Brush, name: str, center: tuple[float, float], size: float, color: Color,
        *_more: object,
    ) -> None:  # fmt: skip
        self._judge_round(brush, center, size / 2, color, name)

    def _see_circle(
        self, brush: Brush, center: tuple[float, float], radius: float, color: Color,
        *_more: object,
    ) -> None:  # fmt: skip
        if len(color) == 3 or color[3] == 255:  # a shadow may be faint
            self._judge_round(brush, center, radius + 2, color, "a disc")

    def _see_diamond(
        self, brush: Brush, center: tuple[float, float], half: float, color: Color,
        *_more: object,
    ) -> None:  # fmt: skip
        self._judge_round(brush, center, half / 2, color, "a diamond")

    def _see_ring(self, brush: Brush, box: tuple[float, ...], _radius: float) -> None:
        place = brush.rect((box[0] - 6, box[1] - 6, box[2] + 12, 4))
        self._judge(brush, place, brush.theme.text, LEAST_MARK, "the ring of the focus")

    def _judge_round(
        self, brush: Brush, center: tuple[float, float], radius: float, color: Color, name: str
    ) -> None:
        side = 2 * radius
        place = brush.rect((center[0] - radius, center[1] - radius, side, side))
        found = grounds(brush.surface, place)
        self._note(brush, color, max(found, key=lambda each: found[each], default=None), 3, name)

    def _judge(self, brush: Brush, place: Rect, color: Color, least: float, name: str) -> None:
        for ground, share in grounds(brush.surface, place).items():
            if share >= SEEN:
                self._note(brush, color, ground, least, name)

    def _note(
        self, brush: Brush, color: Color, ground: Color | None, least: float, name: str
    ) -> None:
        self.drawn += 1
        if ground is not None and ground != tuple(color[:3]) and contrast(color, ground) < least:
            found = f"{contrast(color, ground):.2f} of {least}"
            self.found.append(f"{brush.theme.name}: {name!r} in {color} on {ground}: {found}")


@pytest.mark.parametrize("name", (*SCENES, *STAGES))
def test_words_and_marks_stand_out_in_every_scene(name: str) -> None:
    with opened(name, SIZE) as app:
        surface, faults = pygame.display.get_surface(), Faults()
        assert surface is not None
        for theme in THEME_NAMES:
            app.stage.choose(theme=theme)
            with faults.watching():
                draw_whole(app, surface)
    assert faults.drawn > 5 * len(THEME_NAMES)
    assert not faults.found


@pytest.mark.parametrize("name", ("play", "menu", "look", "library", "editor", "replay"))
def test_the_focus_stands_out_wherever_it_is(name: str) -> None:
    with opened(name, SIZE) as app:
        surface, faults = pygame.display.get_surface(), Faults()
        assert surface is not None
        hits: list[Hit] = [hit for hit in app.hits if getattr(hit, "is_button", True)]
        for theme in THEME_NAMES:
            app.stage.choose(theme=theme)
            for hit in hits[:12]:
                with faults.watching():
                    app.scene.draw(surface, Attention(focus=hit))
    assert not faults.found


def test_words_that_cannot_be_read_are_found() -> None:
    pygame.display.init()
    surface, theme, faults = Surface((200, 100)), load_theme("dusk"), Faults()
    surface.fill(theme.panel)
    brush = Brush(surface, theme, 1.0, surface.get_rect())
    with faults.watching():
        brush.small((10, 20), "Well", theme.text_2)
        brush.small((10, 50), "Badly", theme.line)
        brush.icon("undo", (100, 50), 20, theme.line)
    assert [name in found for name, found in zip(("Badly", "undo"), faults.found, strict=True)]


# --- on the board --------------------------------------------------------------------------------

THEMES = [each for name in THEME_NAMES for each in (load_theme(name),)]
THEMES += [theme_of_reverse(theme) for theme in THEMES]


def standing_out(picture: Surface, ground: Color) -> float:
    """How much of a square shows something that stands out from its ground, when it lies on it."""
    board = Surface(picture.get_size())
    board.fill(ground)
    put(board, picture, (0, 0))
    found = grounds(board, board.get_rect())
    area = picture.get_width() * picture.get_height() / SQUARE**2
    return area * sum(s for color, s in found.items() if contrast(color, ground) >= LEAST_MARK)


def squares_of(theme: Theme) -> tuple[Color, ...]:
    return theme.floor_a, theme.floor_b


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("kind", [kind for kind in MarkKind if kind not in TINTS])
def test_every_mark_stands_out_from_the_floor(kind: MarkKind, theme: Theme) -> None:
    mark = SquareMark(kind, 0, 0, 5 if kind in (MarkKind.WAY, MarkKind.MISTAKE_WAY) else 0)
    picture = MarkSprites(theme, SQUARE).picture(mark)
    assert picture is not None
    for ground in squares_of(theme):
        assert standing_out(picture, ground) >= 0.02


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_dots_of_steps_and_of_reach_without_figures_stand_out(theme: Theme) -> None:
    for kind, square in ((MarkKind.STEP, SQUARE), (MarkKind.REACH, 32)):
        picture = MarkSprites(theme, square).picture(SquareMark(kind, 0, 0))
        assert picture is not None
        for ground in squares_of(theme):
            assert standing_out(picture, ground) >= 0.005


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_piece_stands_out_from_the_floor_and_from_other_pieces(theme: Theme) -> None:
    sprites = Sprites(theme, SQUARE)
    pusher = [sprites.pusher(way, on_goal=on) for way in Direction for on in (False, True)]
    pieces = [sprites.box(), sprites.box(1.0), sprites.goal(), *pusher]
    if not theme.characters:  # there the pusher on a goal is a letter of its own
        pieces.append(sprites.goal(stood_on=True))
    for picture in pieces:
        for ground in squares_of(theme):
            assert standing_out(picture, ground) >= 0.03
    assert unlike(sprites.box(), sprites.box(1.0), theme.floor_a) >= 0.05
    assert unlike(sprites.goal(), sprites.box(1.0), theme.floor_a) >= 0.05


def unlike(one: Surface, other: Surface, ground: Color) -> float:
    """How much of two pictures differs so much that it can be told apart without its hue."""
    boards = []
    for picture in (one, other):
        board = Surface(picture.get_size())
        board.fill(ground)
        put(board, picture, (0, 0))
        boards.append(board)
    points = list(itertools.product(*map(range, one.get_size())))
    apart = sum(
        contrast(boards[0].get_at(at)[:3], boards[1].get_at(at)[:3]) >= LEAST_MARK  # type: ignore[arg-type]
        for at in points
    )
    return apart / SQUARE**2
