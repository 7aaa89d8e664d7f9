"""Where levels are made: the ways into the editor and to the generator."""

from __future__ import annotations

from dataclasses import replace

from game.controls import Action
from game.course import Course
from game.scenes.editor import EditorScene
from game.scenes.play import PlayScene
from game.scenes.scene import Scene, Services
from levels.collection import Collection
from levels.level import Level

WORKSHOP = frozenset({Action.EDIT_COPY, Action.NEW_LEVEL})
"""What leads here from any scene, by key or by a button that is called so."""


class TrialScene(PlayScene):
    """A drawing being played. Nothing of it is recorded, and Esc returns to the drawing."""

    def __init__(self, services: Services, drawing: Scene, level: Level) -> None:
        course = Course(level.title or "Untitled", Collection(entries=(level,)), 1)
        super().__init__(replace(services, course=course))
        self._drawing = drawing
        self.resume(("Esc returns to the drawing.", ""))

    def act(self, action: Action) -> Scene:
        link = self._services.link
        is_calm = not link.is_running and link.proof is None
        if action is Action.BACK and is_calm:
            return self._drawing.resume(None)
        if action in (Action.LEVELS, Action.ADD_LEVELS, Action.PASTE):
            return self.resume(("This is a drawing.", "Esc returns to it."))
        return super().act(action)


def open_workshop(services: Services, below: Scene, action: Action) -> Scene:
    """The scene that an action opens."""
    level = below.level if action is Action.EDIT_COPY else None
    return EditorScene(services, below, level, TrialScene)
