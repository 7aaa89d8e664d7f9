"""What can be opened over any scene: the keys, the settings, the menu."""

from __future__ import annotations

from collections.abc import Mapping

from game.input.actions import Action
from game.menu.help import HelpScene
from game.menu.scene import MenuScene
from game.scene.base import Scene
from game.settings.scene import SettingsScene

OVERLAYS: Mapping[Action, type[HelpScene] | type[SettingsScene] | type[MenuScene]] = {
    Action.HELP: HelpScene,
    Action.SETTINGS: SettingsScene,
    Action.MENU: MenuScene,
}


def is_overlay(scene: Scene) -> bool:
    """Whether a scene lies over another one, that it returns to."""
    return isinstance(scene, tuple(OVERLAYS.values()))
