"""What the person is told when records cannot be kept as they should be."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Notice(NamedTuple):
    """A sentence in two parts, as the sentence line shows them."""

    lead: str
    rest: str = ""


SAVED_AGAIN = Notice("Records are saved again.", "Nothing is missing.")

NEWER = Notice(
    "The records belong to a newer Pushwise.",
    "They are left as they are; this game keeps none.",
)

LOCKED = Notice(
    "Another program holds the records.", "What you play is saved as soon as it lets go."
)

DISK_FULL = Notice("The disk is full.", "What you play is saved as soon as there is room.")

UNREAD = Notice(
    "An earlier game of this level could not be read.", "It is kept; undo will lead to it."
)


def unwritable(folder: Path, reason: str) -> Notice:
    """The records cannot be written, and it is not the disk that is full."""
    reason = reason[:1].lower() + reason[1:].rstrip(".")
    rest = f"You can play; {folder} is tried again."
    return Notice(f"Records cannot be saved: {reason}.", rest)


def unread_settings(reason: str) -> Notice:
    """The file of the settings is there, and cannot be used."""
    reason = reason[:1].lower() + reason[1:].rstrip(".")
    rest = "The usual ones are used; what you choose now is not saved."
    return Notice(f"The settings cannot be read: {reason}.", rest)


def unsaved_settings(reason: str) -> Notice:
    """The settings cannot be written."""
    reason = reason[:1].lower() + reason[1:].rstrip(".")
    return Notice(f"Settings cannot be saved: {reason}.", "They hold until you quit.")


def refuted(what: str) -> Notice:
    """Something in the records of a level does not hold; ``what`` it is, as ``a stored bound``."""
    lead = f"{what[:1].upper()}{what[1:]} of this level was wrong."
    return Notice(lead, "It is forgotten; the rest of the records stays.")


def set_aside(place: Path) -> Notice:
    """The records were damaged, and are now in another place."""
    lead = f"The records were damaged; they are now {place.name}."
    return Notice(lead, f"They are in {place.parent}, beside new ones.")
