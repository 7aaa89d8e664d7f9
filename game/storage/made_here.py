"""The collections that the game itself begins, and what they are called in each language."""

from __future__ import annotations

from pathlib import Path

from levels.language import N_, _

OWN_FILE, OWN_TITLE = "my-levels.sok", N_("My levels")
GENERATED_FILE, GENERATED_TITLE = "generated.sok", N_("Generated levels")
PASTED_FILE, PASTED = "Pasted.sok", N_("Pasted")

_TITLES = {OWN_FILE: OWN_TITLE, GENERATED_FILE: GENERATED_TITLE, PASTED_FILE: PASTED}
"""As they stand in the files: in English."""


def is_made_here(path: str | Path, title: str) -> bool:
    """Whether a collection in a file was begun here, and is called as it was then."""
    return _TITLES.get(Path(path).name) == title


def said_title(path: str | Path, title: str) -> str:
    """What a collection in a file is called: in the chosen language if it was begun here."""
    return _(title) if is_made_here(path, title) else title
