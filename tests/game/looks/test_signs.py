"""Nothing is told by color, sound or motion alone: each has a second sign."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial

import pygame
import pytest
from pygame import Surface

from game.board.difficulty import draw_difficulty
from game.board.marks import MarkSprites
from game.board.picture import MarkKind, SquareMark
from game.board.sprites import Sprites
from game.board.square_marks import NOWHERE
from game.looks.audio import BLOCKED, PUSH, SOLVED, STEP, UNDO
from game.looks.theme import THEME_NAMES, Theme, load_theme
from game.widgets.brush import Brush, Mark
from game.widgets.timeline import LossMark, Timeline, draw_timeline
from tests.game.driven import Driven, app_with
from tests.game.language.stages import CORNER
from tests.game.sentences import sentence_of
from tests.solver.test_review import BACK_AND_FORTH, ROOM

SQUARE = 48

MARKS: tuple[Mark, ...] = ("unsolved", "begun", "assisted", "solved", "optimal")

TOGETHER = (
    (MarkKind.NEXT_BOX, MarkKind.MISTAKE), (MarkKind.WAY, MarkKind.MISTAKE_WAY),
    (MarkKind.FROZEN, MarkKind.FENCE), (MarkKind.FROZEN, MarkKind.HELD),
    (MarkKind.DEAD, MarkKind.REACH), (MarkKind.DEAD, MarkKind.STEP),
    (MarkKind.DEAD, MarkKind.TUNNEL), (MarkKind.DEAD, MarkKind.CORRAL),
    (MarkKind.HOVER, MarkKind.HELD), (MarkKind.END, MarkKind.STEP),
    (MarkKind.GHOST, MarkKind.NEXT_BOX), (MarkKind.ALERT, MarkKind.BADGE),
    (MarkKind.STUCK, MarkKind.CUT_OFF),
)  # fmt: skip
"""Marks that may be seen beside each other and mean something else."""


@pytest.fixture(params=THEME_NAMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    pygame.display.init()
    return load_theme(request.param)


def shape_of(picture: Surface) -> frozenset[tuple[int, int]]:
    """Where anything is, whatever its color."""
    places = itertools.product(range(picture.get_width()), range(picture.get_height()))
    return frozenset(at for at in places if picture.get_at(at)[3] > 96)


def drawn(theme: Theme, size: tuple[int, int], draw: Callable[[Brush], object]) -> Surface:
    """What is drawn, where nothing else is."""
    surface = Surface(size)
    surface.fill((1, 2, 3))
    draw(Brush(surface, theme, 2.0, surface.get_rect()))
    surface.set_colorkey((1, 2, 3))
    return surface.convert_alpha()


def differ(one: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]]) -> float:
    """How much of two shapes belongs to one of them only, from 0 to 1."""
    return len(one ^ other) / len(one | other)


@pytest.mark.parametrize(("one", "other"), TOGETHER)
def test_marks_differ_by_their_shape(theme: Theme, one: MarkKind, other: MarkKind) -> None:
    sprites = MarkSprites(theme, SQUARE)
    straight = 2 * (NOWHERE + 1) + 6  # where ways come from and lead to
    codes = {MarkKind.WAY: straight, MarkKind.MISTAKE_WAY: straight}
    marks = [SquareMark(kind, 0, 0, codes.get(kind, 0)) for kind in (one, other)]
    pictures = [sprites.picture(mark) for mark in marks]
    shapes = [shape_of(picture) for picture in pictures if picture is not None]
    assert differ(*shapes) > 0.08


def test_a_box_on_a_goal_has_another_shape(theme: Theme) -> None:
    sprites = Sprites(theme, SQUARE)
    assert differ(shape_of(sprites.box()), shape_of(sprites.box(1.0))) > 0.01


def test_how_a_level_stands_is_a_shape(theme: Theme) -> None:
    pygame.display.set_mode((64, 64))

    def draw(mark: Mark, brush: Brush) -> None:
        brush.mark(mark, (16, 16), 20, (1, 2, 3))

    shapes = [shape_of(drawn(theme, (64, 64), partial(draw, mark))) for mark in MARKS]
    assert all(differ(*pair) > 0.1 for pair in itertools.combinations(shapes, 2))


def test_difficulty_is_a_number_of_full_dots(theme: Theme) -> None:
    pygame.display.set_mode((64, 64))

    def draw(marks: int, brush: Brush) -> None:
        draw_difficulty(brush, (4, 6), marks)

    full = [len(shape_of(drawn(theme, (120, 24), partial(draw, marks)))) for marks in range(1, 6)]
    assert full == sorted(set(full))


def test_stretches_of_the_timeline_differ_by_their_pattern(theme: Theme) -> None:
    pygame.display.set_mode((64, 64))
    games = (
        Timeline(100, 100), Timeline(100, 100, stuck_from=20), Timeline(100, 100, help=((20, 80),)),
        Timeline(100, 100, losses=(LossMark(20, 80, 2),)),
        Timeline(100, 100, losses=(LossMark(20, 80, 2, is_sure=False),)),
        Timeline(100, 100, forks=(50,)), Timeline(100, 100, snapshots=(50,)),
    )  # fmt: skip

    def draw(game: Timeline, brush: Brush) -> None:
        draw_timeline(brush, 10, 30, 380, game)

    seen = [patterns(drawn(theme, (800, 120), partial(draw, game)), theme) for game in games]
    for one, other in itertools.combinations(seen, 2):
        assert len(one ^ other) > 20


def patterns(picture: Surface, theme: Theme) -> frozenset[tuple[int, int]]:
    """Where anything lies that is not of the color of the bar."""
    bar = theme.bar[:3]
    return frozenset(at for at in shape_of(picture) if picture.get_at(at)[:3] != bar)


# --- sounds and motion ---------------------------------------------------------------------------


class Listener(Driven):
    """A player who hears which sounds are played, without any motion."""

    def __init__(self, app: object, heard: list[str]) -> None:
        self.app = app  # type: ignore[assignment]
        self.heard = heard

    @property
    def seen(self) -> bytes:
        """The picture."""
        surface = pygame.display.get_surface()
        assert surface is not None
        return pygame.image.tobytes(surface, "RGB")


def test_every_sound_comes_with_something_to_see() -> None:
    with app_with(ROOM) as app, pytest.MonkeyPatch.context() as patch:
        heard: list[str] = []
        patch.setattr(type(app.stage), "play_sound", lambda _stage, name: heard.append(name))
        player = Listener(app, heard)
        app.stage.choose(reduce_motion=True)
        player.turn(2)
        for key, sounds in (("down", STEP), ("up", STEP), ("left", PUSH), ("u", UNDO)):
            before, heard[:] = player.seen, []
            player.press(key)
            player.turn(2)
            assert any(each.startswith(sounds) for each in heard), key
            assert player.seen != before, key
        player.press(*({"u": "up", "d": "down", "l": "left", "r": "right"}[step.lower()]
                       for step in BACK_AND_FORTH))  # fmt: skip
        player.turn(2)
        assert SOLVED in heard and sentence_of(app.scene).startswith("Solved")


def test_a_step_that_is_refused_leaves_everything_where_it_was() -> None:
    """The thud says what is to be seen: nothing has moved, and no step was counted."""
    with app_with(CORNER) as app, pytest.MonkeyPatch.context() as patch:
        heard: list[str] = []
        patch.setattr(type(app.stage), "play_sound", lambda _stage, name: heard.append(name))
        player = Listener(app, heard)
        player.turn(2)
        before = player.seen
        player.press("up")
        player.turn(2)
        assert heard == [BLOCKED] and player.seen == before


def test_a_stuck_box_is_ringed_badged_and_explained() -> None:
    with app_with(CORNER) as app, pytest.MonkeyPatch.context() as patch:
        heard: list[str] = []
        patch.setattr(type(app.stage), "play_sound", lambda _stage, name: heard.append(name))
        app.stage.choose(reduce_motion=True, deadlock_aid="show")
        player = Listener(app, heard)
        player.press("left")
        player.turn(2)
        assert sentence_of(app.scene).startswith("Stuck")
        assert not app.scene.is_moving
