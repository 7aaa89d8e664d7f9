"""A board that is looked at: keys and mouse zoom, pan, and do what the scene has in its table."""

from __future__ import annotations

import pygame
from pygame.event import Event

from game.input.mouse import mouse_actions
from game.scene.base import Scene
from game.scene.board_scene import BoardScene
from game.scene.looking import Looking
from game.scene.stage import Stage


class WatchScene(BoardScene):
    """Its buttons of the mouse and its wheel act as the table of controls says."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._looking = Looking(lambda: stage.board.camera)

    def hear(self, event: Event) -> Scene | None:
        if self._looking.hear(event):
            return self
        actions = mouse_actions(event, self.scope, self._stage.controls)
        scene: Scene = self
        for action in actions:
            if not self._looking.act(action, pygame.mouse.get_pos()):
                scene = scene.act(action)
        return scene if actions else None
