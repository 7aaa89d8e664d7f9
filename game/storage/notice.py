"""What is reported when records cannot be kept as they should be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from game.language.words import capitalized
from game.storage.files import shown
from levels.language import N_, _

if TYPE_CHECKING:
    from game.storage.rescue import Rescued


class Notice(NamedTuple):
    """A sentence in two parts, as the sentence line shows them."""

    lead: str
    rest: str = ""


SAVED_AGAIN = Notice(N_("Records are being saved again."), N_("Nothing was lost."))

NEWER = Notice(
    N_("The records were written by a newer Pushwise."),
    N_("They are left untouched; this session is not recorded."),
)

LOCKED = Notice(
    N_("Another program has locked the records."), N_("Your game will be saved once they are free.")
)

LATE = Notice(
    N_("Your records are not open yet."),
    N_("You can play; your earlier games come back once they are."),
)

DISK_FULL = Notice(N_("The disk is full."), N_("Your game is saved as soon as there is space."))

DAMAGED_AGAIN = Notice(
    N_("The records are damaged and cannot be repaired."),
    N_("You can play, but nothing is saved; the disk may be failing."),
)


def unwritable(folder: Path, reason: str) -> Notice:
    """The records cannot be written, and it is not the disk that is full."""
    rest = _("You can keep playing; {folder} will be tried again.", folder=shown(folder))
    return Notice(_("Records cannot be saved: {reason}.", reason=reason), rest)


def unread_settings(reason: str) -> Notice:
    """The file of the settings is there, and cannot be used."""
    rest = _("The defaults are used, and changes are not saved.")
    return Notice(_("The settings cannot be read: {reason}.", reason=reason), rest)


def unsaved_settings(reason: str) -> Notice:
    """The settings cannot be written."""
    return Notice(
        _("Settings cannot be saved: {reason}.", reason=reason), _("They apply until you quit.")
    )


def refuted(what: str) -> Notice:
    """Something in the records of a level does not hold, or was not stored by this game; ``what``:
    what it is, such as ``a stored bound``."""
    lead = _("{what} of this level could not be trusted.", what=capitalized(what))
    return Notice(lead, _("It was discarded; all other records are kept."))


def wrong_par() -> Notice:
    """The par that ships with a level does not hold."""
    return Notice(_("The par that came with this level was wrong."), _("It is no longer used."))


def rescued(found: Rescued) -> Notice:
    """The records were damaged, and have been replaced by what could be read of them."""
    place = shown(found.place)
    if not found.rows:
        lead = _("Your records were damaged and could not be read.")
        rest = _(
            "New ones have begun; the damaged file is kept as {place}.", place=shown(found.place)
        )
    elif found.is_whole and not found.lost:
        lead = _("Your records were damaged and have been repaired.")
        rest = _(
            "Nothing is missing; the damaged file is kept as {place}.", place=shown(found.place)
        )
    else:
        lead = _("Your records were damaged; a part of them could not be repaired.")
        rest = _("The damaged file is kept as {place}.", place=place)
    return Notice(lead, rest)


def unreadable_game(place: Path) -> Notice:
    """The stored game of a level cannot be played, and another one takes its place."""
    return Notice(
        _("An earlier game of this level could not be read."),
        _("It is kept in {place}.", place=shown(place)),
    )


def unwritten(reason: str) -> Notice:
    """One thing that was to be saved could not be, though the rest could."""
    return Notice(_("Something could not be saved."), _("The reason: {reason}.", reason=reason))


def stopped(reason: str) -> Notice:
    """Saving has ended in a way that was not foreseen."""
    rest = _("You can play on; restart Pushwise to have your games saved.")
    return Notice(_("Nothing is being saved: {reason}.", reason=reason), rest)
