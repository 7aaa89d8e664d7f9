"""What is opened over another scene, and returns to it."""

from __future__ import annotations

from pathlib import Path

from game.scene.base import Scene


class Overlay(Scene):
    """A scene above another one."""

    def __init__(self, below: Scene) -> None:
        self._below = below

    def _leave(self) -> Scene:
        return self._below

    @property
    def unsaved(self) -> str:
        return self._below.unsaved

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        """Leave files and folders to the scene below."""
        return self._below.drop(paths)
