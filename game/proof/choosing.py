"""The list of values that is open in the proof panel, and how keys go through it."""

from __future__ import annotations

from game.input.actions import Action
from game.input.controls import Scope
from game.proof.choice_fields import OpenList
from game.proof.choices import CHOICES, choices_of
from game.scene.stage import Stage

_WAYS = {Action.GO_UP: -1, Action.GO_DOWN: 1}


class Choosing:
    """Opens a list, goes through it, and closes it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.opened: OpenList | None = None

    def open(self, setting: str) -> None:
        """Open the list of a setting at its present value."""
        found = next(each for each in choices_of(self._stage.settings) if each.setting == setting)
        self.opened = OpenList(setting, max(0, found.chosen))

    def close(self) -> None:
        """Leave everything as it is."""
        self.opened = None

    def catch(self, key: str) -> tuple[bool, OpenList | None]:
        """Whether a key means something in the list, and what it has chosen, if anything.

        Any other key closes the list, and means what it always means.
        """
        if self.opened is None:
            return False, None
        control = self._stage.controls.find(key, Scope.MENU)
        action = control.action if control else None
        setting, at = self.opened.setting, self.opened.at
        if action in _WAYS:
            count = len(CHOICES[setting])
            self.opened = OpenList(setting, min(max(at + _WAYS[action], 0), count - 1))
            return True, None
        chosen, self.opened = self.opened, None
        if action is Action.CHOOSE:
            return True, chosen
        return action is Action.BACK, None
