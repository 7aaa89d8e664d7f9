"""What the levels of First Steps teach: their notes, or what fingers do instead."""

from __future__ import annotations

from collections.abc import Mapping

from game.widgets.layout import SCALING
from levels.files import pack_words
from levels.language import N_, _

BY_FINGER: Mapping[str, str] = {
    "Walk with {left} {up} {down} {right}. Walk into the box to push it onto the diamond. You can "
    "never pull it.": N_(
        "Swipe to walk. Walk into the box to push it onto the diamond. You can never pull it."
    ),
    "Along a wall a box can only slide, so leave room to get behind it. Click a square to walk "
    "there.": N_(
        "Along a wall a box can only slide, so leave room to get behind it. Tap a square to walk "
        "there."
    ),
    "You can push only one box at a time. Click a box, then a square, to push it there.": N_(
        "You can push only one box at a time. Tap a box, then a square, to push it there."
    ),
}


def lesson(note: str) -> str:
    """What the note of a level of First Steps teaches whoever plays now."""
    by_finger = BY_FINGER.get(note) if SCALING.by_finger else None
    return pack_words(note) if by_finger is None else _(by_finger)
