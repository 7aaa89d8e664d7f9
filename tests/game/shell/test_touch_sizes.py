"""After the first touch, everything that can be pressed is large enough for a finger."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.browser.grid import ScrollHandle
from game.proof.choice_fields import ChoiceField, ChoiceOption
from game.settings.setting_widgets import SettingWidgets
from game.shell.app import App
from game.statistics.chart import ChartBar
from game.widgets.bars import ParBadge
from tests.game.hands import Fingers
from tests.game.language.stages import SCENES, STAGES, opened

LEAST = 44
"""Points: what the guidelines of touch screens ask for."""

SIZES = ((800, 600), (1280, 720), (1920, 1080))

UNPRESSED = (ParBadge, ScrollHandle, ChartBar)
"""What only explains itself, and what a finger moves or swipes by all that is around it."""


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", [*SCENES, *STAGES])
def test_in_every_scene_a_finger_finds_everything(name: str, size: tuple[int, int]) -> None:
    with opened(name, size) as app:
        assert too_small(app) == {}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_finger_finds_each_entry_of_the_lists_of_a_proof(size: tuple[int, int]) -> None:
    with opened("finished proof", size) as app:
        too_small(app)
        fields = [hit for hit in app.hits if isinstance(hit, ChoiceField)]
        assert fields
        for field in fields:
            Fingers(app).tap(app.hits[field].center)
            assert any(isinstance(hit, ChoiceOption) for hit in app.hits)
            assert too_small(app) == {}
            Fingers(app).tap((2, size[1] // 2))  # closes it


def too_small(app: App) -> dict[object, Rect]:
    """What a finger could miss that has touched the window there."""
    scene = app.scene
    app._use_fingers(is_so=True)
    for _turn in range(3):
        pygame.event.post(pygame.Event(pygame.USEREVENT))
        app.turn()
    assert app.scene is scene and app.hits
    widgets = getattr(scene, "_widgets", None)
    controls = [*widgets._buttons, *widgets._sliders] if isinstance(widgets, SettingWidgets) else []
    return {
        hit: place
        for hit, place in [*app.hits.items(), *((each, each.rect) for each in controls)]
        if 0 < min(place.size) < LEAST
        and not isinstance(hit, UNPRESSED)
        and not is_cut(app, hit, place)
    }


def is_cut(app: App, hit: object, place: Rect) -> bool:
    """Whether it is at the edge of what is scrolled: another finger's breadth brings all of it."""
    like = [each for other, each in app.hits.items() if type(other) is type(hit) and each.width]
    like = like or [place]
    whole = max(each.height for each in like)
    ends = {min(each.top for each in like), max(each.bottom for each in like)}
    is_at_end = bool(ends & {place.top, place.bottom})
    return is_at_end and place.height < whole and place.width >= LEAST <= whole
