"""Messages in the chosen language, and which one that is."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from levels import language
from levels.language import NP_, _, asked_of_system, choose, decimal, ngettext, offered, pgettext


@pytest.fixture
def slovenian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small catalogue of a language with four forms."""
    catalog = Catalog("sl", project="Pushwise")
    catalog.add("Nothing was lost.", "Nič ni izgubljeno.")
    catalog.add("{undo} takes back {what}.", "{what}: {undo}.")
    catalog.add(
        ("{n} push", "{n} pushes"), ("{n} potisk", "dva potiska", "{n} potiski", "{n} potiskov")
    )
    catalog.add("Move", "Premakni", context="button")
    catalog.add(".", ",", context="decimal separator")
    content = BytesIO()
    write_mo(content, catalog)
    path = tmp_path / "sl" / "LC_MESSAGES" / "pushwise.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(content.getvalue())
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    monkeypatch.setattr(language, "LANGUAGES", {"en": "English", "sl": "Slovenščina"})
    yield path
    choose("en")


def test_everything_is_english_until_something_is_chosen() -> None:
    assert _("Nothing was lost.") == "Nothing was lost."
    assert [ngettext("{n} push", "{n} pushes", n) for n in (1, 2)] == ["1 push", "2 pushes"]
    assert ngettext("{n} push", "{n} pushes", 12_345) == "12\u2009345 pushes"
    assert _(NP_("button", "Move")) == pgettext("button", "Move") == "Move"
    assert _("") == ""


def test_messages_are_said_in_the_chosen_language(slovenian: Path) -> None:
    assert choose("sl") is None
    assert language.chosen() == "sl"
    assert _("Nothing was lost.") == "Nič ni izgubljeno."
    forms = [ngettext("{n} push", "{n} pushes", n) for n in (1, 2, 3, 5, 101)]
    assert forms == ["1 potisk", "dva potiska", "3 potiski", "5 potiskov", "101 potisk"]
    assert _(NP_("button", "Move")) == pgettext("button", "Move") == "Premakni"
    assert _("Move") == "Move"
    assert _("") == ""
    assert (decimal(2.5, 1), decimal(1.5), decimal(2)) == ("2,5", "1,5", "2")
    choose("en")
    assert _("Nothing was lost.") == "Nothing was lost."


def test_values_go_where_the_translation_wants_them_and_keys_are_left(slovenian: Path) -> None:
    choose("sl")
    assert _("{undo} takes back {what}.", what="{n}") == "{n}: {undo}."


@pytest.mark.parametrize("content", [b"", b"no catalogue", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_a_damaged_catalogue_is_reported_and_the_game_speaks_english(
    slovenian: Path, content: bytes
) -> None:
    slovenian.write_bytes(content)
    assert choose("sl") == (
        f"Slovenščina cannot be read: {slovenian} is damaged.", "Install Pushwise again."
    )  # fmt: skip
    assert _("Nothing was lost.") == "Nothing was lost."
    assert language.chosen() == "en"


def test_a_catalogue_that_cannot_be_read_is_not_called_damaged(slovenian: Path) -> None:
    slovenian.unlink()
    fault = choose("sl")
    assert fault is not None
    assert fault[0] == f"Slovenščina cannot be read: {slovenian} is missing."
    slovenian.mkdir()
    fault = choose("sl")
    assert fault is not None
    assert fault[0] == f"Slovenščina cannot be read: {slovenian}: Is a directory."


def test_what_is_shown_to_the_player_is_not_logged_as_well(
    slovenian: Path, caplog: pytest.LogCaptureFixture
) -> None:
    slovenian.unlink()
    with caplog.at_level(logging.WARNING):
        assert choose("sl") is not None
    assert not caplog.records


@pytest.mark.parametrize("said", ["{what: {undo}.", "{0}", "{what.name}", "{what!q}"])
def test_values_that_cannot_be_filled_in_are_reported_before_they_are_needed(
    slovenian: Path, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    write_catalogue(slovenian, said, project="Pushwise")
    with caplog.at_level(logging.CRITICAL):
        assert choose("sl") is not None
    assert _("{undo} takes back {what}.", what="a push") == "{undo} takes back a push."


def test_a_rule_for_plurals_that_fails_is_reported_before_it_is_needed(
    slovenian: Path, caplog: pytest.LogCaptureFixture
) -> None:
    content = slovenian.read_bytes()
    slovenian.write_bytes(content.replace(b"100", b"000"))
    assert slovenian.read_bytes() != content
    with caplog.at_level(logging.CRITICAL):
        assert choose("sl") is not None
    assert ngettext("{n} push", "{n} pushes", 2) == "2 pushes"


def test_a_catalogue_of_another_program_is_reported(
    slovenian: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_catalogue(slovenian, "{what}: {undo}.", project="Another")
    with caplog.at_level(logging.CRITICAL):
        assert choose("sl") is not None
    write_catalogue(slovenian, "{what}: {undo}.", project="Pushwise")
    assert choose("sl") is None


def write_catalogue(path: Path, said: str, project: str) -> None:
    """One with a single message."""
    catalog = Catalog("sl", project=project)
    catalog.add("{undo} takes back {what}.", said)
    with path.open("wb") as file:
        write_mo(file, catalog)


def test_what_is_chosen_already_is_not_read_again(slovenian: Path) -> None:
    assert choose("sl") is None
    slovenian.unlink()
    assert choose("sl") is None and _("Nothing was lost.") == "Nič ni izgubljeno."


def test_what_is_not_offered_is_english(slovenian: Path) -> None:
    assert choose("xx") is None
    assert language.chosen() == "en"
    assert choose("../sl") is None


def test_the_system_asks_by_its_environment(slovenian: Path) -> None:
    everything = {"LANGUAGE": "xx:sl_SI:en", "LC_ALL": "de_DE.UTF-8", "LANG": "en_US.UTF-8"}
    assert asked_of_system(everything) == ["xx", "sl_SI", "en"]
    assert offered(asked_of_system(everything)) == "sl"
    assert offered(asked_of_system({"LC_ALL": "", "LANG": "sl-SI.UTF-8@euro"})) == "sl"
    for environment in ({}, {"LANG": "C"}, {"LC_ALL": "POSIX"}, {"LANG": "no_such.LOCALE"}):
        assert offered(asked_of_system(environment)) == "en"
