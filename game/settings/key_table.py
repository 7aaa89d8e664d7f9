"""The keys in the settings: which there are, and how they are replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise

from game.input.actions import Action
from game.input.bindings import is_fixed, name_of
from game.input.controls import Control, Scope
from game.input.key_names import key_label
from game.language.words import Words
from game.scene.stage import Stage
from game.settings.key_page import KeyRow, KeyRows, KeySlot, Slot
from levels.language import N_, _, said_of

KEYS, GAMEPAD, RESET = "keys", "gamepad", "reset"
LEAVE = ("escape", "pad b")
"""What ends the wait for a key, and so can be no other action's."""

MODIFIERS = ("shift", "ctrl", "alt", "meta", "gui", "super", "caps lock", "numlock", "alt gr")

REMARK = N_("Choose a key to replace it, or + to add one.")


class KeyTable:
    """All rows that can be changed, the place that the player is at, and what is waited for.

    Row 0 puts all keys back; the rows of the controls are counted from 1.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.row = 0
        self._place = 0
        """of the slot in its row"""
        self._awaited: Slot | None = None
        """the slot that the next key is put into"""
        self._contested = ""
        """a key of another row that has to be pressed once more"""
        self.said: Words = _(REMARK), ""

    @property
    def controls(self) -> list[Control]:
        """The rows, in the order of the table."""
        return self._stage.controls.changeable

    def slots(self, number: int) -> list[Slot]:
        """The slots of a row from left to right: its keys, one more, its buttons, one more."""
        if number == 0:
            return [Slot(0, RESET, 0)]
        row = self._control(number)
        return [
            *(Slot(number, KEYS, index) for index in range(len(row.keys) + 1)),
            *(Slot(number, GAMEPAD, index) for index in range(len(row.gamepad) + 1)),
        ]

    def _control(self, number: int) -> Control:
        return self.controls[number - 1]

    @property
    def slot(self) -> Slot:
        """Where the player is."""
        slots = self.slots(self.row)
        return slots[min(self._place, len(slots) - 1)]

    # --- what the player asks for ----------------------------------------------------------------

    def actions(self, page: int) -> Mapping[Action, Callable[[], None]]:
        """Go to another slot, or change the key of this one; ``page``: rows of one."""
        slot = self.slot
        all_rows = len(self.controls) + 1
        rows = {
            Action.GO_UP: -1, Action.GO_DOWN: 1, Action.PAGE_UP: -page, Action.PAGE_DOWN: page,
            Action.GO_FIRST: -all_rows, Action.GO_LAST: all_rows,
        }  # fmt: skip
        return {
            **{action: partial(self._go, by) for action, by in rows.items()},
            Action.GO_LEFT: partial(self._go_along, -1),
            Action.GO_RIGHT: partial(self._go_along, 1),
            Action.CHOOSE: partial(self.await_key, slot),
            Action.REMOVE: partial(self._remove, slot),
        }

    def _go(self, by: int) -> None:
        device, index = self.slot.device, self.slot.index
        self.row = min(max(self.row + by, 0), len(self.controls))
        self._go_to(device, index)

    def _go_along(self, way: int) -> None:
        self._place = min(max(self._place + way, 0), len(self.slots(self.row)) - 1)

    def _go_to(self, device: str, index: int) -> None:
        """The slot of this row that is most like the one that the player comes from."""
        same = [place for place, slot in enumerate(self.slots(self.row)) if slot.device == device]
        self._place = same[min(index, len(same) - 1)] if same else 0

    def await_key(self, slot: Slot) -> None:
        """Put the next key that is pressed into a slot."""
        if slot.device == RESET:
            self.reset()
            return
        slots = self.slots(slot.row)
        if slot not in slots:
            return  # it was drawn, and has been removed since
        self.row, self._awaited, self._contested = slot.row, slot, ""
        self._place = slots.index(slot)
        action = self._control(slot.row).words
        ask = (
            _("Press the key for: {action}.", action=action)
            if slot.device == KEYS
            else _("Press the button for: {action}.", action=action)
        )
        leave = key_label(LEAVE[slot.device != KEYS])
        self.said = ask, _("{leave} cancels.", leave=leave)

    def leave(self) -> bool:
        """Stop waiting for a key; whether one was waited for."""
        was_waiting, self._awaited = self._awaited is not None, None
        self.said = _(REMARK), ""
        return was_waiting

    def catch(self, key: str) -> bool:
        """Take a key that was pressed, if one is waited for."""
        slot = self._awaited
        if slot is None:
            return False
        if key in LEAVE:
            self.leave()
        elif not key.split("+")[-1].endswith(MODIFIERS):
            self._put(slot, key)
        return True

    def _put(self, slot: Slot, key: str) -> None:
        row = self._control(slot.row)
        is_button = key.startswith(("pad ", "stick ", "right stick "))
        device = GAMEPAD if is_button else KEYS
        if device != slot.device:
            slot = Slot(slot.row, device, len(_keys(row, device)))
        label = key_label(key)
        if row.scope is Scope.BROWSER and len(key) == 1:
            self.said = (
                _("{label} is for typing here.", label=label),
                _("Hold Ctrl with it, or press another key."),
            )
            return
        rivals = self._stage.controls.rivals(row, key)
        fixed = [rival for rival in rivals if is_fixed(rival)]
        if fixed:
            self.said = (
                _("{label} always means: {action}.", label=label, action=fixed[0].words),
                _("Press another key."),
            )
            return
        if rivals and self._contested != key:
            self._contested = key
            names = ", ".join(rival.words for rival in rivals)
            self.said = (
                _("{label} already means: {actions}.", label=label, actions=names),
                _("Press it again to use it here instead."),
            )
            return
        for rival in rivals:
            self._keep(rival, device, [each for each in _keys(rival, device) if each != key])
        keys = [each for each in _keys(row, device) if each != key]
        keys[slot.index : slot.index + 1] = [key]
        self._keep(row, device, keys)
        self.leave()
        self.said = f"{said_of(label, row.words)}.", ""
        self._go_to(device, slot.index)

    def _remove(self, slot: Slot) -> None:
        if slot.device == RESET:
            return
        row = self._control(slot.row)
        keys = list(_keys(row, slot.device))
        if slot.index < len(keys):
            gone = key_label(keys.pop(slot.index))
            self._keep(row, slot.device, keys)
            self.said = _("{label} no longer means: {action}.", label=gone, action=row.words), ""

    def reset(self) -> None:
        """All keys as they were at first."""
        self.leave()
        self._stage.choose(keys={}, gamepad={})
        self.said = _("All keys have been reset."), ""

    def _keep(self, row: Control, device: str, keys: list[str]) -> None:
        """Keep the keys of a row, or that it has its usual ones."""
        name = name_of(row)
        binds = dict(getattr(self._stage.settings, device))
        binds[name] = tuple(keys)
        self._stage.choose(**{device: binds})

    # --- what is seen ----------------------------------------------------------------------------

    def rows(self) -> KeyRows:
        """The table as it is drawn."""
        names = ["", *(control.scope.value for control in self.controls)]
        headings = (_(name) if name != before else "" for before, name in pairwise(names))
        return KeyRows(("", *headings), self._row)

    def _row(self, number: int) -> KeyRow:
        if number == 0:
            slot = Slot(0, RESET, 0)
            reset = KeySlot(slot, _("Reset all"), is_of_gamepad=False, is_at=self.row == 0)
            return KeyRow(_("All keys"), (reset,))
        slots = tuple(self._key_slot(slot) for slot in self.slots(number))
        return KeyRow(self._control(number).words, slots)

    def _key_slot(self, slot: Slot) -> KeySlot:
        control = self._control(slot.row)
        keys = _keys(control, slot.device)
        key = keys[slot.index] if slot.index < len(keys) else ""
        return KeySlot(
            slot,
            key_label(key) if key else "",
            is_of_gamepad=slot.device == GAMEPAD,
            is_at=slot.row == self.row and slot == self.slot,
            is_awaited=slot == self._awaited,
            clashes=bool(key) and self._stage.controls.clashes(control, key),
        )


def _keys(row: Control, device: str) -> tuple[str, ...]:
    return row.keys if device == KEYS else row.gamepad
