"""Where levels are made: the ways into the editor and to the generator."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.editor.scene import EditorScene
from game.generator.scene import GeneratorScene
from game.input.actions import Action
from game.play.scene import PlayScene
from game.scene.base import Scene, Services
from game.session.course import Course
from levels.collection import Collection
from levels.level import Level

WORKSHOP = frozenset({Action.EDIT_COPY, Action.NEW_LEVEL, Action.GENERATOR})
"""What leads here from any scene, by key or by a button that is called so."""


class TrialScene(PlayScene):
    """A level being tried out. Nothing of it is recorded, and Esc returns to where it is made."""

    def __init__(
        self, services: Services, workplace: Scene, level: Level, *, what: str = "editor"
    ) -> None:
        course = Course(level.title or "Untitled", Collection(entries=(level,)), 1)
        super().__init__(replace(services, course=course))
        services.link.dismiss()  # what is in its panel is about a level of another course
        self._workplace = workplace
        self._what = what
        self.resume((f"{{back}} returns to the {what}.", ""))

    def act(self, action: Action) -> Scene:
        link = self._services.link
        is_calm = not link.is_running and link.proof is None
        if action is Action.BACK and is_calm:
            return self._workplace.resume(None)
        if action in (Action.LEVELS, Action.ADD_LEVELS, Action.PASTE):
            back = f"{{back}} returns to the {self._what}."
            return self.resume(("You are only trying out this level.", back))
        return super().act(action)

    def update(self, now: float) -> tuple[Scene, bool]:
        """The generator is heard here too, so that it never waits."""
        self._services.making.generating.poll()
        return super().update(now)


def open_workshop(services: Services, below: Scene, action: Action) -> Scene:
    """The scene that an action opens."""
    if action is Action.GENERATOR:
        return GeneratorScene(services, below, partial(TrialScene, what="generator"))
    level = below.level if action is Action.EDIT_COPY else None
    return EditorScene(services, below, level, TrialScene)
