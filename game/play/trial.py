"""A level being tried out by whoever makes it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from game.input.actions import Action
from game.language.words import Words
from game.play.scene import Beside, PlayScene
from game.scene.base import Actions, Scene
from game.scene.stage import Stage
from game.session.course import Course
from game.session.stopwatch import Stopwatch
from game.widgets.buttons import ToolButton
from game.widgets.sentence import Sentence
from levels.language import _

_ELSEWHERE = (
    Action.LEVELS, Action.ADD_LEVELS, Action.ADD_FOLDER, Action.PASTE, Action.KEEP,
    Action.NEXT_LEVEL, Action.PREVIOUS_LEVEL, Action.NEXT_UNSOLVED, Action.PREVIOUS_UNSOLVED,
)  # fmt: skip
"""What is not done while a level is only tried out."""


class TrialScene(PlayScene):
    """Nothing that is played here is recorded, and Esc returns to where the level is made."""

    def __init__(
        self, stage: Stage, course: Course, stopwatch: Stopwatch, beside: Beside,
        workplace: Scene, way_back: str,
    ) -> None:  # fmt: skip
        """``way_back`` says how to return to it."""
        super().__init__(stage, course, stopwatch, beside)
        self._link.dismiss()  # what is in its panel is about a level of another course
        self._workplace = workplace
        self._way_back = way_back
        self.resume((_(way_back), ""))

    @cached_property
    def actions(self) -> Actions:
        return {
            **super().actions,
            **dict.fromkeys(_ELSEWHERE, self._stay),
            Action.BACK: self._leave,
        }

    def _stay(self) -> Words:
        return _("You are only trying out this level."), _(self._way_back)

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        return self.resume(self._stay())

    def _lead_on(self) -> Scene:
        """A solved level leads back: nothing comes after it."""
        if not self._session.is_solved:
            return super()._lead_on()
        return self._workplace.resume(None)

    def _leave(self) -> Scene | None:
        if self._link.is_running or self._link.proof is not None:
            self._go_back()
            return None
        return self._workplace.resume(None)

    def _ending(self) -> Sentence:
        lead, rest = self._endings.words()
        back = self._button(_("Back"), Action.LEAD_ON)
        return Sentence(lead, rest, tone="proof", action=back)

    def _button(self, words: str, action: Action) -> ToolButton:
        return ToolButton(action, "", words, self._stage.label(action), "primary")

    @property
    def unsaved(self) -> str:
        return self._workplace.unsaved

    def update(self, now: float) -> tuple[Scene, bool]:
        self._workplace.update(now)
        return super().update(now)
