"""First Steps teach the game: each lesson names keys as they are bound, and stays in sight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.input.actions import Action
from game.input.bindings import Bindings
from game.input.controls import Scope
from game.play.scene import PlayScene
from game.session.course import Course
from game.widgets.text import BODY, Style, measure
from levels.collection import Collection
from levels.files import read, shipped_packs
from tests.game.driven import Driven, app_of
from tests.game.sentences import sentence_of

FIRST_STEPS = shipped_packs()[0]
LESSONS = read(FIRST_STEPS)


class Pupil(Driven):
    """A lesson in a test's hands."""

    def __init__(self, course: Course) -> None:
        self.course = course

    @property
    def says(self) -> str:
        assert isinstance(self.app.scene, PlayScene)
        return sentence_of(self.app.scene)


def taught(number: int, file: str = str(FIRST_STEPS)) -> Iterator[Pupil]:
    pupil = Pupil(Course("First Steps", LESSONS, number, None, file))
    with app_of(pupil.course) as app:
        pupil.app = app
        pupil.turn(3)
        yield pupil


@pytest.fixture
def push() -> Iterator[Pupil]:
    yield from taught(1)


@pytest.fixture
def corners() -> Iterator[Pupil]:
    yield from taught(2)


def test_every_lesson_names_actions_that_have_keys() -> None:
    for level in LESSONS.levels:
        assert level.notes
        for mark in re.findall(r"{(\w+)}", level.notes):
            assert Bindings().label(Action[mark.upper()], Scope.PLAY), level.title


def test_every_lesson_fits_on_one_line_of_a_laptop() -> None:
    for level in LESSONS.levels:
        words = Bindings().spell(level.notes)
        assert measure(words, Style(BODY)) < 1280 - 48, level.title


def test_a_lesson_stays_while_it_is_played(push: Pupil) -> None:
    lesson = push.says
    assert lesson.startswith("Walk with \u2190 \u2191 \u2193 \u2192.")
    push.press("right")
    assert push.says == lesson
    push.press("ctrl+c")
    assert push.says != lesson, "what was asked for is answered"
    push.press("left")
    assert push.says == lesson
    push.press("right", "right", "right", "right")
    assert push.says.startswith("Solved: 3 pushes.")


def test_a_lesson_names_the_keys_as_they_are_bound(push: Pupil) -> None:
    settings = push.app.stage.settings
    push.app.stage.choose(keys={**settings.keys, "play.up": ("w",)})
    push.turn()
    assert "W" in push.says


def test_a_lesson_explains_a_stuck_box_and_leads_back(corners: Pupil) -> None:
    lesson = corners.says
    corners.press("left", "left", "up", "up")
    corners.turn(5)
    assert "corner" in corners.says and corners.says.startswith("Stuck since step")
    corners.press("shift+u")
    corners.turn(5)
    assert corners.says == lesson


def test_notes_of_others_are_shown_as_they_are_until_the_first_step() -> None:
    level = replace(LESSONS.levels[0], notes="Press {undo} {0} {nothing}")
    course = Course("Others", Collection(entries=(level,)), 1, None, "/home/ada/own.xsb")
    pupil = Pupil(course)
    with app_of(course) as app:
        pupil.app = app
        pupil.turn(2)
        assert pupil.says == "Press {undo} {0} {nothing}"
        pupil.press("right")
        assert pupil.says == ""
