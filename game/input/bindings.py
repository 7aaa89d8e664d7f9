"""The table of controls with what the person has changed of it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property, lru_cache

from game.input.actions import Action
from game.input.button_names import button_name
from game.input.controls import CONTROLS, WIDER, Control, Scope, is_pointing
from game.input.gamepad_table import GAMEPAD
from game.input.key_names import key_label
from game.storage.settings import Binds, Settings
from levels.language import _

FIXED_ACTIONS = (Action.BACK, Action.MENU, Action.SETTINGS)

_MARK = re.compile(r"\{([a-z_]+)\}")


def name_of(control: Control) -> str:
    """What a row is called in the settings file."""
    return f"{control.scope.name}.{control.action.name}".lower()


def is_fixed(control: Control) -> bool:
    """Whether a row stays as it is: mouse and fingers, and what leads into the settings and through
    them.

    Nobody can lock themselves out.
    """
    return is_pointing(control) or control.scope is Scope.MENU or control.action in FIXED_ACTIONS


class Bindings:
    """Which key and which button means what now. Never changed: other choices make new ones."""

    def __init__(self, keys: Binds | None = None, gamepad: Binds | None = None) -> None:
        self.rows = tuple(_changed(row, keys or {}, gamepad or {}) for row in CONTROLS)
        self._by_key: dict[tuple[Scope, str], Control] = {}
        self._by_action: dict[tuple[Scope, Action], Control] = {}
        self._labels: dict[tuple[Action, Scope, bool], str] = {}
        self._clashes: dict[tuple[Action, Scope, str], bool] = {}
        for row in self.rows:
            self._by_action.setdefault((row.scope, row.action), row)
            for key in row.keys + row.gamepad:
                self._by_key.setdefault((row.scope, key), row)

    @cached_property
    def changeable(self) -> list[Control]:
        """The rows that the person may change, in the order of the table."""
        return [row for row in self.rows if not is_fixed(row)]

    def find(self, key: str, scope: Scope) -> Control | None:
        """The row that a key or a button means in ``scope``, if any.

        A key that means nothing of its own with shift is the same key either way.
        """
        for name in dict.fromkeys((key, _without_shift(key))):
            for each in heard_scopes(scope):
                if (each, name) in self._by_key:
                    return self._by_key[each, name]
        return None

    def row(self, action: Action, scope: Scope) -> Control | None:
        """The row of an action in a scope, that of the mouse if there is no other."""
        for each in heard_scopes(scope):
            if (each, action) in self._by_action:
                return self._by_action[each, action]
        return None

    def label(self, action: Action, scope: Scope = Scope.PLAY, *, gamepad: bool = False) -> str:
        """What to press for an action, as it is written on the screen; empty if there is nothing.

        Where a gamepad has no button for it, this is the key after all.
        """
        which = action, scope, gamepad
        if which not in self._labels:
            row = self.row(action, scope)
            keys, buttons = (row.keys, row.gamepad) if row else ((), ())
            names = (buttons or keys) if gamepad else keys
            self._labels[which] = key_label(names[0]) if names else ""
        return self._labels[which]

    def spell(
        self, words: str, scope: Scope = Scope.PLAY, *, gamepad: bool = False, fingers: bool = False
    ) -> str:
        """Words in which ``{undo}`` stands for the key of that action, with the key put in, or for
        fingers what the button is called."""

        def key(mark: re.Match[str]) -> str:
            name = mark[1].upper()
            if name not in Action.__members__:
                return mark[0]
            row = self.row(Action[name], scope)
            if fingers and row is not None:
                return button_name(row, scope)
            return self.label(Action[name], scope, gamepad=gamepad) or _("the menu")

        return _MARK.sub(key, words)

    # --- clashes ---------------------------------------------------------------------------------

    def rivals(self, control: Control, key: str) -> list[Control]:
        """The other rows that a key would mean where it means this one."""
        return [
            row
            for row in self.rows
            if key in row.keys + row.gamepad
            and (row.scope, row.action) != (control.scope, control.action)
            and _meet(row.scope, control.scope)
        ]

    def clashes(self, control: Control, key: str) -> bool:
        """Whether a key also means something that it did not at first: Tab means two things."""
        which = control.action, control.scope, key
        if which not in self._clashes:
            self._clashes[which] = any(
                not (_is_usual(control, key) and _is_usual(row, key))
                for row in self.rivals(control, key)
            )
        return self._clashes[which]


@lru_cache
def _usual() -> dict[str, Control]:
    """The rows as they are at first, by their names."""
    return {name_of(row): row for row in reversed(Bindings().rows)}


def _is_usual(row: Control, key: str) -> bool:
    """Whether a row has a key at first."""
    usual = _usual()[name_of(row)]
    return key in usual.keys + usual.gamepad


def bindings_of(settings: Settings) -> Bindings:
    """The table as the person has chosen it."""
    return Bindings(settings.keys, settings.gamepad)


def _without_shift(key: str) -> str:
    return key if key.startswith("shift+ctrl+") else key.removeprefix("shift+")


@lru_cache
def heard_scopes(scope: Scope) -> tuple[Scope, ...]:
    """The scopes whose keys are heard in one of them, the narrowest first."""
    wider = (*WIDER.get(scope, ()), Scope.ANYWHERE)
    return (scope, *(each for each in wider if each is not scope))


def _meet(one: Scope, other: Scope) -> bool:
    """Whether the keys of both scopes are heard at the same time."""
    if one is other or Scope.ANYWHERE in (one, other):
        return True
    return (
        other in heard_scopes(one)
        or one in heard_scopes(other)
        or {one, other} <= {*heard_scopes(Scope.PLAY)}
    )


def _changed(row: Control, keys: Binds, gamepad: Binds) -> Control:
    """A row with its buttons, and with what the person has chosen instead."""
    if is_pointing(row):
        return row
    buttons = GAMEPAD.get((row.scope, row.action), ())
    if is_fixed(row):
        return replace(row, gamepad=buttons)
    name = name_of(row)
    return replace(row, keys=keys.get(name, row.keys), gamepad=gamepad.get(name, buttons))
