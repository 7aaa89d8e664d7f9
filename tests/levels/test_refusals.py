"""What the system refuses is told in the chosen language."""

from __future__ import annotations

import errno
from pathlib import Path

from levels.files import read
from levels.language import choose
from levels.level import LevelError
from levels.refusals import words_of


def test_common_refusals_are_explained_in_every_language() -> None:
    refused = PermissionError(errno.EACCES, "Permission denied", "mine.xsb")
    told = {"en": "permission denied", "de": "Zugriff verweigert", "fr": "accès refusé"}
    for code, words in told.items():
        choose(code)
        assert words_of(refused) == words


def test_others_are_explained_in_the_words_of_the_system() -> None:
    assert words_of(OSError(errno.EXDEV, "Invalid cross-device link.")) == (
        "invalid cross-device link"
    )
    assert words_of(OSError("Nobody knows")) == "nobody knows"


def test_a_missing_file_is_reported_in_the_chosen_language(tmp_path: Path) -> None:
    choose("de")
    try:
        read(tmp_path / "gone.xsb")
    except LevelError as error:
        assert error.reason == "nicht lesbar: Datei oder Ordner nicht gefunden"
    else:
        raise AssertionError
