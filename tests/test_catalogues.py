"""The catalogues have every message, with all its values and forms."""

from __future__ import annotations

import re
from typing import Any

import pytest

from levels.language import LANGUAGES
from tests.catalogues import ROOT, update

pytestmark = pytest.mark.xdist_group("catalogues")

UPDATE = "run: python3 assets/languages/update.py"
TRANSLATED = sorted(LANGUAGES.keys() - {"en"})
_PLACE = re.compile(r"\{(\w+)\}|%\((\w+)\)s|%([sr])")


@pytest.fixture(scope="module")
def template() -> Any:
    return update.extracted()


def test_the_template_has_every_message(template: Any) -> None:
    written = update.TEMPLATE.read_text(encoding="utf-8")
    assert update.catalogue_text(template) == written, UPDATE


def test_what_the_program_reads_was_made_of_the_catalogues() -> None:
    for code, path in update.sources().items():
        compiled = update.compiled(update.read(path, code))
        assert update.compiled_path(code).read_bytes() == compiled, UPDATE


def test_languages_that_are_offered_are_complete(template: Any) -> None:
    for code in TRANSLATED:
        missing = update.missing(update.merged(update.sources()[code], code, template))
        assert not missing, "\n".join([code, *missing])


def test_a_fuzzy_translation_is_still_missing(template: Any) -> None:
    catalog = type(template)("sl")
    catalog.add("Undo", "Razveljavi")
    catalog.add("Redo", "Uveljavi", flags=["fuzzy"])
    catalog.add("Restart")
    assert update.missing(catalog) == ["Redo", "Restart"]


def test_translations_name_the_values_of_their_messages() -> None:
    faults = [
        f"{code}: {message.id!r}: {form!r}"
        for code, path in update.sources().items()
        for message in update.read(path, code)
        for form in _wrong_forms(message)
    ]
    assert not faults, "\n".join(faults)


def _wrong_forms(message: Any) -> list[str]:
    """The forms that lack a value, name one that there is not, or have a stray brace."""
    if not message.id or not message.string:
        return []
    is_counted = not isinstance(message.id, str)
    sources = message.id if is_counted else (message.id,)
    forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
    known = set().union(*map(_values, sources))
    # What a note for translators names may stand in for something else.
    spare = set().union(*map(_values, message.auto_comments))
    return [
        form
        for form in filter(None, forms)
        if _values(form) - known - spare - {"n"}
        or (not is_counted and known - _values(form) and not spare & _values(form))
        or set("{}") & set(_PLACE.sub("", form))
    ]


def _values(text: str) -> set[str]:
    return {name or old or sign for name, old, sign in _PLACE.findall(text)}


def test_translations_have_all_forms_of_their_language() -> None:
    for code, path in update.sources().items():
        catalog = update.read(path, code)
        for message in catalog:
            if message.id and not isinstance(message.id, str) and any(message.string):
                assert len(message.string) == catalog.num_plurals, (code, message.id)
                assert all(message.string), (code, message.id)


def test_languages_stand_in_the_folder_that_is_shipped() -> None:
    compiled = {path.parent.parent.name for path in (ROOT / "levels/languages").rglob("*.mo")}
    assert set(TRANSLATED) <= compiled == set(update.sources())
