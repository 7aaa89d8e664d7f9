"""The screen that shows all keys, made from the table that the game obeys."""

from __future__ import annotations

from pathlib import Path

from pygame import Surface

from game.controls import CONTROLS, Action, Scope, shown_keys
from game.scenes.scene import Scene, Services
from game.view.buttons import Attention, Hits
from game.view.help import KeyGroup, draw_help
from game.view.layout import lay_out

CLICKS = (
    (("Click",), "Walk there"),
    (("Click", "Drag"), "Bring a box somewhere"),
)
"""What the mouse does on the board, which is no key of the table."""


def key_groups() -> tuple[KeyGroup, ...]:
    """The whole table of keys under its headings."""
    return tuple(
        KeyGroup(
            scope.value,
            tuple(
                (shown_keys(control), control.text)
                for control in CONTROLS
                if control.scope is scope
            )
            + (CLICKS if scope is Scope.PLAY else ()),
        )
        for scope in Scope
    )


class HelpScene(Scene):
    """All keys, over the scene that asked for them; any of the closing keys returns to it."""

    def __init__(self, services: Services, below: Scene) -> None:
        self._services = services
        self._below = below

    @property
    def title(self) -> str:
        return self._below.title

    def act(self, action: Action) -> Scene:
        return self._below if action in (Action.BACK, Action.HELP) else self

    def click(self, name: str) -> Scene:
        return self._below

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        return self._below.drop(paths)

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        self._below.draw(surface, Attention())
        layout = lay_out(surface.get_size())
        return draw_help(surface, layout, self._services.theme, key_groups(), attention)
