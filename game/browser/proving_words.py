"""What is said of collections that are proved or reviewed in the background."""

from __future__ import annotations

import sqlite3

from game.browser.proving_task import Chore, ProvingProgress
from game.language.words import Words
from game.storage.files import reason_of
from levels.language import N_, _, ngettext

BEGUN = {
    Chore.PROVE: N_("Proving “{title}” in the background."),
    Chore.REVIEW: N_("Reviewing your games of “{title}” in the background."),
}
ALREADY = {
    Chore.PROVE: N_("“{title}” is already being proved."),
    Chore.REVIEW: N_("Your games of “{title}” are already being reviewed."),
}
WAITING = {
    Chore.PROVE: N_("“{title}” will be proved too."),
    Chore.REVIEW: N_("Your games of “{title}” will be reviewed too."),
}
PAUSED = {Chore.PROVE: N_("Proving is paused."), Chore.REVIEW: N_("Reviewing is paused.")}
STOPPED = {
    Chore.PROVE: N_("“{title}” is no longer being proved."),
    Chore.REVIEW: N_("Your games of “{title}” are no longer being reviewed."),
}

FAILED = {
    Chore.PROVE: N_("“{title}” could not be proved."),
    Chore.REVIEW: N_("Your games of “{title}” could not be reviewed."),
}


def begun_words(progress: ProvingProgress) -> Words:
    """What is said when the work begins or resumes."""
    return _(BEGUN[progress.chore], title=progress.title), _("{pause_proving} pauses it.")


def proved_words(title: str, proved: int, levels: int) -> Words:
    """What has come of proving a collection."""
    if proved == levels:
        return _("Every level of “{title}” is proved.", title=title), ""
    lead = ngettext(
        "{title}: {proved} of {n} level proved.", "{title}: {proved} of {n} levels proved.",
        levels, title=title, proved=proved,
    )  # fmt: skip
    rest = ngettext(
        "{prove} tries the other one for longer.", "{prove} tries the other {n} for longer.",
        levels - proved,
    )  # fmt: skip
    return lead, rest


def reviewed_words(title: str, games: int, least: int, most: int) -> Words:
    """What has come of reviewing all games of a collection."""
    if not games:
        return _("You have not solved any level of “{title}” yet.", title=title), ""
    lead = ngettext(
        "{title}: {n} game reviewed.", "{title}: {n} games reviewed.", games, title=title
    )
    if not most:
        return lead, _("Not one push was wasted.")
    lost = ngettext("{n} push lost.", "{n} pushes lost.", most)
    if least < most:
        lost = ngettext(
            "At least {least} and at most {n} push lost.",
            "At least {least} and at most {n} pushes lost.",
            most, least=least,
        )  # fmt: skip
    when = _("{statistics} shows when.")
    return lead, f"{lost} {when}"


def failed_words(title: str, chore: Chore, error: Exception | None) -> Words:
    """What is said if a collection had to be left because of an error."""
    rest = _("Everything found so far is kept.")
    if isinstance(error, sqlite3.Error | OSError):
        rest = _("The records cannot be read: {reason}.", reason=reason_of(error))
    return _(FAILED[chore], title=title), rest
