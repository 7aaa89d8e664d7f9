"""At twice the size, on a screen of 1366 x 768 as well, no scene loses what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from game.editor.scene import EditorScene
from game.shell.app import App
from game.storage.settings import INTERFACE_SCALES
from game.widgets.layout import SCALING, interface_scale
from tests.game.driven import Driven
from tests.game.language.stages import SCENES, STAGES, drawn_by, opened
from tests.game.pseudo import Seen, speaking_pseudo
from tests.game.sentences import sentence_of

SCREEN = (1366, 768)
"""The smallest screen that is common."""

PERCENT = [scale for scale in INTERFACE_SCALES if 100 <= scale <= 200]


class Person(Driven):
    def __init__(self, app: App) -> None:
        self.app = app


@pytest.fixture(autouse=True)
def scaling() -> Iterator[None]:
    """Everything at 200%; put back as it was."""
    before = replace(SCALING)
    SCALING.display, SCALING.chosen = 1.0, 2.0
    yield
    SCALING.display, SCALING.chosen = before.display, before.chosen


def test_sizes_up_to_twice_the_usual_one_are_offered() -> None:
    assert PERCENT == [100, 125, 150, 200]


@pytest.mark.parametrize("size", [SCREEN, (1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("percent", PERCENT)
def test_common_screens_have_room_for_every_size(percent: int, size: tuple[int, int]) -> None:
    SCALING.chosen = percent / 100
    assert interface_scale(size) == percent / 100


@pytest.mark.parametrize("name", (*SCENES, *STAGES))
def test_nothing_is_cut_off_at_twice_the_size(name: str) -> None:
    with opened(name, SCREEN) as app:
        seen = drawn_by(app)
    assert seen.lines
    assert not seen.cut
    assert not seen.outside()
    assert not seen.overlapping()


@pytest.mark.parametrize("name", (*SCENES, *STAGES))
def test_longer_words_stay_in_their_boxes_at_twice_the_size(name: str) -> None:
    with speaking_pseudo(), opened(name, SCREEN) as app:
        seen = drawn_by(app)
    assert not seen.outside()
    assert not seen.overlapping()


@pytest.mark.parametrize("percent", [125, 150])
@pytest.mark.parametrize("name", (*SCENES, *STAGES))
def test_nothing_leaves_its_box_at_sizes_between(name: str, percent: int) -> None:
    SCALING.chosen = percent / 100
    with opened(name, SCREEN) as app:
        seen = drawn_by(app)
    assert not seen.outside()
    assert not seen.overlapping()


@pytest.mark.parametrize("name", [name for name in (*SCENES, *STAGES) if name != "import report"])
def test_a_size_holds_at_once_in_every_scene(name: str) -> None:
    """But in reports on what was imported: a second time, those levels are in the library."""
    with opened(name, SCREEN) as app:
        app.stage.choose(interface_scale=100)
        changed = drawn_by(app)
        app.stage.choose(interface_scale=200)
    SCALING.chosen = 1.0
    with opened(name, SCREEN) as app:
        assert places(changed) == places(drawn_by(app))


def places(seen: Seen) -> set[tuple[str, int, int]]:
    """What was written, and where and how high the lines are."""
    return {(line, rect.top, rect.height) for line, rect, _ in seen.lines}


def test_words_that_need_two_lines_in_a_small_window_are_all_there() -> None:
    with opened("stuck", SCREEN) as app:
        words = " ".join(line.strip() for line, _, _ in drawn_by(app).lines)
        assert sentence_of(app.scene) in words
    for each in ("Stuck since step 1", "corner", "Back to step 0"):
        assert each in words


def test_the_second_part_of_words_begins_the_second_line_where_it_has_room() -> None:
    with opened("stuck", SCREEN) as app:
        app.stage.choose(language="de")
        lines = [line for line, _, _ in drawn_by(app).lines]
        app.stage.choose(language="en")
    assert "Festgefahren seit Schritt 1 oder früher." in lines
    assert "Diese Kiste steckt in einer Ecke." in lines


def test_the_title_of_a_level_can_be_typed_where_the_panel_has_no_room_for_it() -> None:
    with opened("editor", SCREEN) as app:
        person = Person(app)
        person.press("n")
        for letter in "Attic":
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
        person.turn()
        person.press("enter")
        assert isinstance(app.scene, EditorScene)
        assert app.scene.drawing.sketch.title == "Attic"


def test_the_setting_stays_in_sight_when_it_changes_the_size() -> None:
    SCALING.chosen = 1.0
    with opened("look", SCREEN) as app:
        person = Person(app)
        app.stage.choose(interface_scale=100)
        person.press(*["down"] * 4, "right", "right", "right")
        assert app.stage.settings.interface_scale == 200
        seen = drawn_by(app)
    place = next(rect for line, rect, _ in seen.lines if line == "200%")
    assert place.top > 0 and place.bottom < SCREEN[1] - 36 * 2
