"""Whatever a key or the menu asks for is in the table of the scene that is asked."""

from __future__ import annotations

from itertools import chain

import pytest

from game.input.actions import Action
from game.input.bindings import heard_scopes
from game.input.controls import CONTROLS, Scope
from game.menu.scene import OF_ALL, OF_SCOPE, PAGES
from game.scene.base import Scene
from game.shell.features import OPENINGS
from game.shell.focus import RING
from tests.game.driven import app_with
from tests.game.files_touched import LEVEL

OVER_EVERY_SCENE = {*OPENINGS, *RING, Action.QUIT, Action.MUTE, Action.FULL_SCREEN}


def unheard(scene: Scene) -> set[Action]:
    """What keys and menu ask of a scene that it has no place for."""
    asked = {row.action for row in CONTROLS if row.scope in heard_scopes(scene.scope)}
    pages = PAGES.values() if scene.scope is Scope.PLAY else ()
    entries = chain(OF_SCOPE.get(scene.scope, ()), OF_ALL, *pages)
    asked |= {action for action, *_ in entries if isinstance(action, Action)}
    return asked - {*scene.actions} - OVER_EVERY_SCENE


@pytest.mark.parametrize("opening", [None, Action.LEVELS, Action.REVERSE, Action.NEW_LEVEL])
def test_every_key_means_something(opening: Action | None) -> None:
    with app_with(LEVEL) as app:
        scene = playing = app.scene
        if opening is not None and opening in OPENINGS:
            scene = OPENINGS[opening](app.features, scene)
        elif opening is not None:
            scene = scene.act(opening)
        left = unheard(scene)
        # What reverse play has no place for is done in the game.
        assert not (left - {*playing.actions} if opening is Action.REVERSE else left)
