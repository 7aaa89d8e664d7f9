"""`.slc`: what is read of the XML, and XML that nobody should trust."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from levels.collection import Collection
from levels.formats import amount, slc
from levels.formats.slc import format_slc, parse_slc
from levels.level import LevelError
from tests.levels.boards import level_of

HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
LEVEL = "<Level Id='One'><L>#####</L><L>#@$.#</L><L>#####</L></Level>"


def _wrapped(levels: str, doctype: str = "") -> str:
    inside = f"<LevelCollection>{levels}</LevelCollection>"
    return f"{HEAD}{doctype}<SokobanLevels>{inside}</SokobanLevels>"


def _refusal(text: str) -> str:
    with pytest.raises(LevelError) as caught:
        parse_slc(text, "a.slc")
    return str(caught.value)


def test_titles_authors_and_notes_are_read() -> None:
    text = (
        "<SokobanLevels><Title> My\n levels </Title><Description>\n One.\n Two.\n</Description>"
        "<Email>a@b.c</Email><LevelCollection Copyright='Me &amp; you'>"
        f"{LEVEL}{LEVEL.replace(' Id', ' Copyright=$You$ Id').replace('$', chr(39), 2)}"
        "</LevelCollection></SokobanLevels>"
    )
    collection = parse_slc(text)
    assert (collection.title, collection.author) == ("My levels", "Me & you")
    assert collection.notes == "One.\nTwo.\nEmail: a@b.c"
    assert [(level.title, level.author) for level in collection.levels] == [
        ("One", ""),
        ("One", "You"),
    ]


def test_all_is_written_that_is_read() -> None:
    level = level_of("#####\n#@$.#\n#####")
    before = Collection("A & <B>", '"Me"', "One.\n\nTwo.", (level, level))
    assert parse_slc(format_slc(before)) == before


def test_the_usual_doctype_is_passed_over_and_not_fetched(tmp_path: Path) -> None:
    dtd = tmp_path / "a.dtd"
    dtd.write_text("this is no DTD: whoever reads it stumbles")
    text = _wrapped(LEVEL, f"<!DOCTYPE SokobanLevels SYSTEM '{dtd.as_uri()}'>\n")
    assert len(parse_slc(text).levels) == 1


def test_a_fault_is_reported_with_the_line_of_its_row() -> None:
    rows = "\n<L>#####</L>\n<L>#@$?#</L>\n<L>#####</L>\n"
    collection = parse_slc(_wrapped(f"<Level Id='A'>{rows}</Level><Level/>{LEVEL}"), "a.slc")
    assert [str(fault) for fault in collection.faults] == [
        "a.slc, line 4, column 4: '?' is not a board character",
        "a.slc, line 6: a level without rows",
    ]
    assert len(collection.levels) == 1


def test_billions_of_laughs_are_refused() -> None:
    lines = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 10))
    doctype = f"<!DOCTYPE SokobanLevels [<!ENTITY l0 'lol'>{lines}]>\n"
    told = _refusal(_wrapped(LEVEL.replace("One", "&l9;"), doctype))
    assert told.startswith("a.slc, line 2: it declares entities")


@pytest.mark.parametrize("kind", ["", "% "])
def test_files_are_not_read_through_entities(kind: str) -> None:
    doctype = f"<!DOCTYPE SokobanLevels [<!ENTITY {kind}x SYSTEM 'file:///etc/hostname'>]>\n"
    assert "it declares entities" in _refusal(_wrapped("<Level><L>&x;</L></Level>", doctype))


def test_xml_that_is_cut_off_is_reported_with_its_place() -> None:
    told = _refusal(_wrapped(LEVEL)[:-20])
    assert told.startswith("a.slc, line 2, column ")
    assert "not well-formed XML" in told


def test_deep_nesting_is_refused() -> None:
    assert "nested more than 20 deep" in _refusal("<SokobanLevels>" + "<a>" * 100_000)


def test_too_many_levels_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amount, "MOST_LEVELS", 2)
    assert "more than 2 levels" in _refusal(_wrapped("<Level/>" * 3))


def test_too_much_xml_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slc, "LARGEST_TEXT", 100)
    assert "too much XML" in _refusal(_wrapped(LEVEL))


def test_an_element_with_too_many_attributes_is_refused_before_it_is_read() -> None:
    """The parser would gather them all: some hundred megabytes, before anybody is asked."""
    attributes = " ".join(f'a{number}=""' for number in range(10_000))
    with pytest.raises(LevelError, match="too many attributes"):
        parse_slc(f"<SokobanLevels><Level {attributes}/></SokobanLevels>")


def test_of_too_many_rows_no_more_are_kept_than_tell_so() -> None:
    level = "<L>#</L>" * 5_000
    collection = parse_slc(
        f"<SokobanLevels><LevelCollection><Level>{level}</Level></LevelCollection></SokobanLevels>"
    )
    (fault,) = collection.faults
    assert "1 × 256" in fault.reason


def test_too_many_elements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slc, "MOST_ELEMENTS", 10)
    with pytest.raises(LevelError, match="more than 10 elements"):
        parse_slc(f"<SokobanLevels>{'<a/>' * 20}</SokobanLevels>")


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\ud800", "\ufffe", "\uffff"])
def test_what_xml_cannot_hold_is_left_out_of_a_title(character: str) -> None:
    level = replace(level_of("#####\n#@$.#\n#####"), title=f"One{character} box")
    collection = Collection(f"Room{character}s", entries=(level,))
    again = parse_slc(format_slc(collection))
    assert (again.title, again.levels[0].title) == ("Rooms", "One box")
