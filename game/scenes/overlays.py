"""What can be opened over any scene: the keys, the settings, the menu."""

from __future__ import annotations

from collections.abc import Mapping

from game.controls import Action
from game.scenes.help import HelpScene
from game.scenes.menu import MenuScene
from game.scenes.scene import Scene
from game.scenes.settings import SettingsScene

OVERLAYS: Mapping[Action, type[HelpScene] | type[SettingsScene] | type[MenuScene]] = {
    Action.HELP: HelpScene,
    Action.SETTINGS: SettingsScene,
    Action.MENU: MenuScene,
}


def is_overlay(scene: Scene) -> bool:
    """Whether a scene lies over another one, that it returns to."""
    return isinstance(scene, tuple(OVERLAYS.values()))
