"""A board that is looked at: keys, mouse and fingers zoom, pan, and do what the scene says."""

from __future__ import annotations

import pygame
from pygame.event import Event

from game.input.mouse import mouse_actions
from game.input.touch import Grip, Pan, Pinch, Point
from game.scene.base import Scene
from game.scene.board_scene import BoardScene
from game.scene.looking import Looking
from game.scene.stage import Stage
from game.widgets.buttons import Hit


class WatchScene(BoardScene):
    """The mouse buttons and the wheel act as the table of controls says."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._looking = Looking(lambda: stage.board.camera)

    def grip(self, point: Point, hit: Hit | None) -> Grip:
        is_free = hit is None and not self._stage.board.camera.shows_a_part
        return Grip.SWIPE if is_free else super().grip(point, hit)

    def pan(self, pan: Pan) -> bool:
        return self._looking.pan(pan)

    def pinch(self, pinch: Pinch) -> bool:
        return self._looking.pinch(pinch)

    def hear(self, event: Event) -> Scene | None:
        if self._looking.hear(event):
            return self
        actions = mouse_actions(event, self.scope, self._stage.controls)
        scene: Scene = self
        for action in actions:
            if not self._looking.act(action, pygame.mouse.get_pos()):
                scene = scene.act(action)
        return scene if actions else None
