"""What buttons and menu entries are called in sentences for fingers, which press no keys."""

from __future__ import annotations

from collections.abc import Mapping

from game.input.actions import Action
from game.input.controls import Control, Scope
from levels.language import N_, _

NAMES: Mapping[Action | tuple[Scope, Action], str] = {
    Action.BACK: N_("Back"),
    Action.COPY: N_("Copy"),
    Action.COPY_GAME: N_("Copy the level and game"),
    Action.COPY_LEVEL: N_("Copy to another collection"),
    Action.COPY_SHORT_SOLVED: N_("Copy it with your solution"),
    Action.GENERATE: N_("Generate"),
    Action.HINT: N_("Hint"),
    Action.NEXT_LOSS: N_("Next"),
    Action.OTHER_WAY: N_("Other way from here"),
    Action.PLAY_CHOSEN: N_("Play"),
    Action.PLAY_OR_PAUSE: N_("Play"),
    Action.RESTART: N_("Restart"),
    Action.SAVE: N_("Save"),
    Action.SHOW_BETTER: N_("Swap"),
    Action.SOLVE: N_("Solve"),
    Action.TAKE_OVER: N_("Take over"),
    Action.WAYS: N_("Other ways"),
    Action.XRAY: N_("X-ray"),
    (Scope.BROWSER, Action.KEEP): N_("Keep in library"),
    (Scope.EDITOR, Action.SOLVE): N_("Ask the solver"),
    (Scope.PLAY, Action.LEAD_ON): N_("Play solution"),
    (Scope.STATISTICS, Action.PLAY_CHOSEN): N_("Replay"),
}
"""Names of actions that sentences speak of, where the table of keys calls them something else."""


def button_name(row: Control, scope: Scope) -> str:
    """What is pressed for an action in a scope, as a sentence names it: ``“Undo”``."""
    name = NAMES.get((scope, row.action)) or NAMES.get(row.action) or row.text
    # Translators: the name of a button or of an entry of a menu, within a sentence.
    return _("“{button}”", button=_(name))
