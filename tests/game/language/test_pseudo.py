"""In a language that is longer than English, all words are translated and stay in their boxes."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from pygame import Rect, Surface

from game.browser.importing import Report
from game.browser.scene import BrowserScene
from game.browser.words import report_lines
from game.input.actions import Action
from game.input.controls import Scope
from game.looks.theme import load_theme
from game.session.course import Course
from game.storage.made_here import PASTED
from game.storage.settings import Settings, format_settings, parse_settings
from game.widgets.brush import Brush
from game.widgets.buttons import Attention
from game.widgets.text import font
from levels import language
from levels.files import PACKS, read
from levels.formats.board import Row, parse_board
from levels.level import LevelError
from tests.catalogues import update
from tests.game.driven import app_of
from tests.game.language.stages import SCENES, STAGES, drawn_by, opened
from tests.game.pseudo import Seen, pseudo, speaking_pseudo
from tests.game.waiting import wait_until

SIZES = ((800, 600), (1280, 800))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", (*SCENES, *STAGES))
def test_all_words_are_translated_and_stay_in_their_boxes(name: str, size: tuple[int, int]) -> None:
    seen = drawn_in(name, size)
    assert seen.lines
    assert not seen.untranslated()
    assert not seen.outside()
    assert not seen.overlapping()


def test_no_button_of_the_library_is_cut_off_in_a_small_window() -> None:
    seen = drawn_in("library", SIZES[0])
    buttons = {pseudo(words) for words in ("New", "Generate", "Add file…", "Folder…")}
    assert buttons <= {line for line, _, _ in seen.lines}


def test_nothing_in_the_panel_of_a_finished_proof_is_cut_off_in_a_small_window() -> None:
    assert not drawn_in("finished proof", SIZES[0]).cut


def test_no_figure_of_a_search_is_cut_off_in_a_small_window() -> None:
    assert not drawn_in("proof", SIZES[0]).cut


def drawn_in(name: str, size: tuple[int, int]) -> Seen:
    """What is drawn in a scene, in that language and a window of some size."""
    with speaking_pseudo(), opened(name, size) as app:
        return drawn_by(app)


def test_words_that_are_not_translated_or_leave_their_box_are_seen() -> None:
    surface, seen = Surface((200, 100)), Seen()
    brush = Brush(surface, load_theme("dusk"), 1.0, Rect(0, 0, 100, 100))
    with seen.watching():
        brush.small((0, 20), pseudo("Undo"))
        brush.small((60, 60), pseudo("Restart the level"))
        brush.small((5, 22), "Untranslated")
    assert seen.untranslated() == ["Untranslated"]
    assert len(seen.outside()) == 1 and pseudo("Restart the level") in seen.outside()[0]
    assert len(seen.overlapping()) == 1


def test_everything_changes_at_once_and_back() -> None:
    pack = PACKS / "first-steps.xsb"
    with app_of(Course("First Steps", read(pack), 2, None, str(pack))) as app:
        surface = pygame.display.get_surface()
        assert surface is not None
        english, translated, again = Seen(), Seen(), Seen()
        with english.watching():
            app.scene.draw(surface, Attention())
        with speaking_pseudo(), translated.watching():
            app.scene.draw(surface, Attention())
        with again.watching():
            app.scene.draw(surface, Attention())
        assert english.untranslated() and not translated.untranslated()
        assert again.lines == english.lines


def test_values_of_messages_stay_in_place() -> None:
    assert pseudo("Step {step}: %(name)s.") == "Šțép {step}: %(name)sűűű."


def test_what_an_import_tells_is_translated() -> None:
    with speaking_pseudo():
        with pytest.raises(LevelError) as caught:
            parse_board([Row(1, "#####"), Row(2, "#@$. "), Row(3, "#####")])
        known = Report(PASTED, is_known=True, faults=(caught.value.reason,))
        told = report_lines([known])
    assert told[0][0] == pseudo(PASTED)
    assert told[1][1] == pseudo("row has no closing wall at the right")


def test_the_setting_changes_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    monkeypatch.setattr(language, "LANGUAGES", {"en": "English", "sl": "Slovenščina"})
    place = tmp_path / "sl" / "LC_MESSAGES" / "pushwise.mo"
    place.parent.mkdir(parents=True)
    with place.open("wb") as file:
        catalog = Catalog("sl", project="Pushwise")
        catalog.add("Undo", "Razveljavi")
        catalog.add("Tab", "Tabulatorka")
        write_mo(file, catalog)
    pack = PACKS / "first-steps.xsb"
    with app_of(Course("First Steps", read(pack), 2, None, str(pack))) as app:
        stage = app.stage
        assert stage.label(Action.NEXT_BUTTON, Scope.ANYWHERE) == "Tab"
        stage.choose(language="sl")
        assert language.chosen() == "sl"
        assert language.gettext("Undo") == "Razveljavi"
        assert stage.label(Action.NEXT_BUTTON, Scope.ANYWHERE) == "Tabulatorka"
        monkeypatch.setenv("LANGUAGE", "de_DE:sl")
        stage.choose(language="")
        assert language.chosen() == "sl"
        stage.choose(language="en")
        assert stage.label(Action.NEXT_BUTTON, Scope.ANYWHERE) == "Tab"
    assert parse_settings(format_settings(Settings(language="sl")))[0].language == "sl"


def test_a_damaged_language_is_reported_in_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    with opened("look", SIZES[0]) as app:
        app.stage.choose(language="sl")
        assert any("Slovenščina cannot be read" in line for line, _, _ in drawn_by(app).lines)
        app.stage.choose(language="en")
        assert not any("cannot be read" in line for line, _, _ in drawn_by(app).lines)


def test_the_font_has_all_letters() -> None:
    letters = {*"őŐűŰčČšŠžŽœŒçàâéèêëîïôùûÿäöüßÄÖÜáíóúÁÍÓÚ«»„“”‚‘’–—…·×≥≤−←→↑↓ \u00a0\u202f\u2009"}
    for code, path in update.sources().items():
        for message in update.read(path, code):
            forms = message.string if isinstance(message.string, tuple | list) else [message.string]
            letters |= {letter for form in forms for letter in form or "" if letter != "\n"}
    for weight in ("Medium", "SemiBold", "Bold"):
        ordered = sorted(letters)
        metrics = font(20, weight).metrics("".join(ordered))
        assert not [letter for letter, found in zip(ordered, metrics, strict=True) if not found]


def test_packs_and_their_levels_change_their_names_in_the_open_library() -> None:
    with opened("library", SIZES[1]) as app:
        drawn_by(app)
        with speaking_pseudo():
            drawn_by(app)
            app.turn()
            browser = app.scene
            assert isinstance(browser, BrowserScene)
            wait_until(lambda: not browser.is_reading and browser.browsing.shown, app.turn)
            lines = {line for line, _, _ in drawn_by(app).lines}
    assert {pseudo("First Steps"), pseudo("Corners")} <= lines


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_the_button_that_stops_a_search_keeps_its_key_in_every_language(code: str) -> None:
    with opened("proof", (1280, 720)) as app:
        try:
            app.stage.choose(language=code)
            stop = language.gettext("Stop and keep what is known")
            key = app.stage.label(Action.BACK)
            lines = [line for line, _, _ in drawn_by(app).lines]
        finally:
            app.stage.choose(language="en")
    assert lines[lines.index(stop) + 1] == key
