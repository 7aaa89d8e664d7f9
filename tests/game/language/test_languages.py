"""In every language that is offered, all that is to be read can be read."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.input.actions import Action
from game.shell.app import App
from game.widgets.buttons import Worded
from levels.language import LANGUAGES
from tests.game.language.stages import SCENES, STAGES, drawn_by, opened

SIZES = ((1280, 720), (800, 600))


def in_each_language(app: App) -> Iterator[str]:
    """Have the game speak each language."""
    for code in LANGUAGES:
        app.stage.choose(language=code)
        pygame.event.post(pygame.Event(pygame.USEREVENT))
        app.turn()
        yield code
    app.stage.choose(language="en")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", (*SCENES, *STAGES))
def test_no_words_are_cut_off_or_leave_their_boxes(name: str, size: tuple[int, int]) -> None:
    with opened(name, size) as app:
        for code in in_each_language(app):
            seen = drawn_by(app)
            assert not (seen.outside() + seen.overlapping() + seen.cut), code


@pytest.mark.parametrize("name", ["play", "loss"])
def test_every_tool_of_a_wide_bar_shows_its_whole_name_and_its_key(name: str) -> None:
    tools = {
        "play": (Action.UNDO, Action.REDO, Action.RESTART, Action.HINT, Action.XRAY, Action.SOLVE),
        "loss": (Action.PREVIOUS_LOSS, Action.NEXT_LOSS, Action.FIND_BETTER, Action.COMPARE),
    }[name]
    with opened(name, SIZES[0]) as app:
        for code in in_each_language(app):
            for tool in tools:
                assert isinstance(app.hits[tool], Worded), (code, tool)
