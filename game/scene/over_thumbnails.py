"""What lies over a scene whose small pictures are still coming in behind it."""

from __future__ import annotations

from game.scene.base import Scene
from game.scene.overlay import Overlay
from game.scene.stage import Stage


class OverThumbnails(Overlay):
    """A scene above one with thumbnails."""

    def __init__(self, stage: Stage, below: Scene) -> None:
        super().__init__(below)
        self._stage = stage

    def update(self, now: float) -> tuple[Scene, bool]:
        return self, self._stage.thumbnails.draw_some()

    @property
    def is_moving(self) -> bool:
        return self._stage.thumbnails.is_waiting
