"""What is reported when records cannot be kept as they should be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from game.storage.rescue import Rescued


class Notice(NamedTuple):
    """A sentence in two parts, as the sentence line shows them."""

    lead: str
    rest: str = ""


SAVED_AGAIN = Notice("Records are being saved again.", "Nothing was lost.")

NEWER = Notice(
    "The records were written by a newer Pushwise.",
    "They are left untouched; this session is not recorded.",
)

LOCKED = Notice(
    "Another program has locked the records.", "Your game will be saved once they are free."
)

LATE = Notice(
    "Your records are not open yet.", "You can play; your earlier games come back once they are."
)

DISK_FULL = Notice("The disk is full.", "Your game is saved as soon as there is space.")

DAMAGED_AGAIN = Notice(
    "The records are damaged and cannot be repaired.",
    "You can play, but nothing is saved; the disk may be failing.",
)


def unwritable(folder: Path, reason: str) -> Notice:
    """The records cannot be written, and it is not the disk that is full."""
    rest = f"You can keep playing; {folder} will be tried again."
    return Notice(f"Records cannot be saved: {reason}.", rest)


def unread_settings(reason: str) -> Notice:
    """The file of the settings is there, and cannot be used."""
    rest = "The defaults are used, and changes are not saved."
    return Notice(f"The settings cannot be read: {reason}.", rest)


def unsaved_settings(reason: str) -> Notice:
    """The settings cannot be written."""
    return Notice(f"Settings cannot be saved: {reason}.", "They apply until you quit.")


def refuted(what: str) -> Notice:
    """Something in the records of a level does not hold, or was not stored by this game; ``what``
    it is, as ``a stored bound``."""
    lead = f"{what[:1].upper()}{what[1:]} of this level could not be trusted."
    return Notice(lead, "It was discarded; all other records are kept.")


def wrong_par() -> Notice:
    """The par that ships with a level does not hold."""
    return Notice("The par that came with this level was wrong.", "It is no longer used.")


def rescued(found: Rescued) -> Notice:
    """The records were damaged, and have been replaced by what could be read of them."""
    if not found.rows:
        lead = "Your records were damaged and could not be read."
        rest = "New ones have begun; the damaged file is kept as"
    elif found.is_whole and not found.lost:
        lead = "Your records were damaged and have been repaired."
        rest = "Nothing is missing; the damaged file is kept as"
    else:
        lead = "Your records were damaged; a part of them could not be repaired."
        rest = "The damaged file is kept as"
    return Notice(lead, f"{rest} {found.place}.")


def unreadable_game(place: Path) -> Notice:
    """The stored game of a level cannot be played, and another one takes its place."""
    return Notice("An earlier game of this level could not be read.", f"It is kept in {place}.")


def unwritten(reason: str) -> Notice:
    """One thing that was to be saved could not be, though the rest could."""
    return Notice("Something could not be saved.", f"The reason: {reason}.")


def stopped(reason: str) -> Notice:
    """Saving has ended in a way that was not foreseen."""
    rest = "You can play on; restart Pushwise to have your games saved."
    return Notice(f"Nothing is being saved: {reason}.", rest)
