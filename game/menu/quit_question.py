"""The question before the game ends, if something would be lost."""

from __future__ import annotations

from pygame import Surface

from game.input.actions import Action
from game.input.controls import Scope
from game.language.words import joined
from game.scene.base import Actions, Scene
from game.scene.overlay import Overlay
from game.scene.stage import Stage
from game.widgets.buttons import Attention, Hits, ToolButton
from game.widgets.question import draw_question
from levels.language import _, retold


class QuitQuestionScene(Overlay):
    """Asks over any scene. Whoever asks to quit once more means it."""

    scope = Scope.MENU
    is_topmost = True

    def __init__(self, stage: Stage, below: Scene, losses: tuple[str, ...]) -> None:
        super().__init__(below)
        self._stage = stage
        self._losses = losses

    @property
    def title(self) -> str:
        return _("Quit without saving?")

    @property
    def sentence(self) -> tuple[str, str]:
        """What is asked."""
        return self.title, joined(*map(retold, self._losses))

    @property
    def actions(self) -> Actions:
        return {
            Action.BACK: self._leave,
            Action.CHOOSE: self._leave,
            Action.QUIT: lambda: self._stage.asked.append(Action.QUIT),
        }

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        self._below.draw(surface, Attention())
        label = self._stage.label
        buttons = (
            ToolButton(Action.BACK, "", _("Cancel"), label(Action.BACK, self.scope), "primary"),
            ToolButton(Action.QUIT, "", _("Quit"), label(Action.QUIT, Scope.ANYWHERE)),
        )
        return draw_question(surface, self._stage.theme, self.sentence, buttons, attention)
