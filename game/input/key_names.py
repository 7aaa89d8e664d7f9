"""How keys, and the buttons of mouse and gamepad, are written on the screen."""

from __future__ import annotations

from levels.language import N_, _, retellable

_LABELS = {
    "up": "↑", "left": "←", "down": "↓", "right": "→", "page down": N_("PgDn"),
    "page up": N_("PgUp"), "return": N_("Enter"), "enter": N_("Num Enter"), "[+]": N_("Num +"),
    "[-]": N_("Num -"), "escape": N_("Esc"), "delete": N_("Del"), "insert": N_("Ins"),
    "home": N_("Home"), "end": N_("End"), "space": N_("Space"), "backspace": N_("Backspace"),
    "tab": N_("Tab"), "ctrl": N_("Ctrl"), "shift": N_("Shift"), "alt": N_("Alt"),
    "wheel up": N_("Wheel up"), "wheel down": N_("Wheel down"), "wheel left": N_("Wheel left"),
    "wheel right": N_("Wheel right"), "mouse back": N_("Mouse back"),
    "mouse forward": N_("Mouse forward"), "right click": N_("Right click"),
    "swipe up": N_("Swipe ↑"), "swipe left": N_("Swipe ←"), "swipe down": N_("Swipe ↓"),
    "swipe right": N_("Swipe →"),
    "back": N_("Back"), "start": N_("Start"),
}  # fmt: skip
"""Keys that need more than a capital to be written as they stand on a keyboard."""

_PAD_LABELS = {
    "pad up": N_("D-pad ↑"), "pad left": N_("D-pad ←"), "pad down": N_("D-pad ↓"),
    "pad right": N_("D-pad →"), "pad lb": "LB", "pad rb": "RB", "pad lt": "LT", "pad rt": "RT",
    "pad left stick": "LS", "pad right stick": "RS", "stick up": "LS ↑", "stick left": "LS ←",
    "stick down": "LS ↓", "stick right": "LS →", "right stick up": "RS ↑",
    "right stick left": "RS ←", "right stick down": "RS ↓", "right stick right": "RS →",
}  # fmt: skip


@retellable
def key_label(key: str) -> str:
    """How a key or button is written on the screen: ``Ctrl+Z``, ``PgDn``, ``LB``."""
    if key in _PAD_LABELS:
        return _(_PAD_LABELS[key])
    parts = key_parts(key.removeprefix("pad "))
    if parts[:2] == ["shift", "ctrl"]:
        parts[:2] = ["ctrl", "shift"]  # as most programs write it
    return "+".join(map(_label, parts))


def _label(part: str) -> str:
    return _(_LABELS[part]) if part in _LABELS else part[:1].upper() + part[1:]


def key_parts(key: str) -> list[str]:
    """The keys that are held, and the one that is pressed."""
    return [key] if len(key) == 1 else key.split("+")
