"""The settings and the menu: by keys alone, by the mouse alone, in every theme and size."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.input.actions import Action
from game.input.controls import Scope
from game.looks.theme import THEME_NAMES, load_theme
from game.menu.choice_list import ChoiceRow
from game.menu.help import HelpScene
from game.menu.scene import MenuScene
from game.play.scene import PlayScene
from game.session.course import Course
from game.settings.choices import NAMES, SECTIONS, Amount, Choice, Reset, Several, rows_of
from game.settings.key_page import Slot
from game.settings.layout import lay_out_settings
from game.settings.options import OptionChoice, Options, option_boxes
from game.settings.page import SectionTab
from game.settings.scene import SettingsScene
from game.settings.swatches import swatch
from game.shell.app import App
from game.storage.settings import CHECKS, Settings
from game.storage.settings_file import SettingsFile
from game.widgets.buttons import Attention
from game.widgets.text import Style, measure
from levels.collection import Collection
from levels.language import gettext
from tests.game.driven import KEYS, Clock
from tests.game.scripted_client import ScriptedClient
from tests.game.sentences import sentence_of
from tests.game.shell.test_app import HALL, ROOM, Game

MORE_KEYS = {
    "f2": pygame.K_F2, "f10": pygame.K_F10, "tab": pygame.K_TAB, "delete": pygame.K_DELETE,
    "z": pygame.K_z, "left shift": pygame.K_LSHIFT,
}  # fmt: skip


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    for name, key in MORE_KEYS.items():
        monkeypatch.setitem(KEYS, name, key)
    pygame.display.init()
    pygame.event.clear()
    surface = pygame.display.set_mode((1280, 800))
    course = Course("Tests", Collection(entries=(HALL, ROOM)), 1)
    client, clock = ScriptedClient(), Clock()
    playing = Game(
        App(surface, load_theme("dusk"), course, client, clock=clock), course, client, clock
    )
    playing.turn()
    yield playing
    playing.app.close()
    pygame.display.quit()


def scene(game: Game) -> SettingsScene:
    assert isinstance(game.app.scene, SettingsScene)
    return game.app.scene


def settings(game: Game) -> Settings:
    return game.app.stage.settings


def click_at(game: Game, place: tuple[int, int]) -> None:
    """A click of the mouse, and the turns in which the widgets make something of it."""
    pygame.mouse.set_pos(place)
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        rest = (
            {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        )
        pygame.event.post(pygame.Event(kind, pos=place, **rest))
        game.turn()
    game.turn()


def place_of_option(game: Game, row: int, option: int) -> tuple[int, int]:
    return game.app.hits[OptionChoice(scene(game)._section, row, option)].center


# --- what there is to choose -----------------------------------------------------------------


def test_every_setting_can_be_chosen_somewhere() -> None:
    chosen = {row.name for rows in SECTIONS.values() for row in rows}
    assert chosen == CHECKS.keys() - {
        "window_size",
        "window_place",
        "is_maximized",
        "keys",
        "gamepad",
    }


@pytest.mark.parametrize("row", [row for rows in SECTIONS.values() for row in rows])
def test_whatever_is_chosen_is_sound(row: Choice | Amount) -> None:
    check, usual = CHECKS[row.name], Settings()
    if isinstance(row, Amount):
        values = [row.moved(usual, by) for by in range(-100, 100)]
        assert {row.least, row.most} <= set(values)
        assert row.fitted(getattr(usual, row.name)) == getattr(usual, row.name)
    else:
        values = [row.chosen(usual, number) for number in range(len(row.options))]
        assert any(row.is_on(usual, number) for number in range(len(row.options)))
    assert [check(value) for value in values] == values


# --- by keys alone ---------------------------------------------------------------------------


def test_settings_by_keys_alone_hold_at_once_and_the_next_time(game: Game) -> None:
    game.press("f2")
    game.press("right")
    assert settings(game).journeys == "moves"
    game.press("right", "right", "down", "enter")
    assert (settings(game).journeys, settings(game).undo_unit) == ("moves", "step")
    game.press("enter")
    assert settings(game).undo_unit == "journey"
    game.press("down", "down", "right", "right", "enter")
    assert settings(game).metrics == ("moves", "pushes", "box_lines")
    game.press("down", "right", "right", "left")
    assert settings(game).repeat_delay == 250
    game.press("tab", "down", "right")
    assert settings(game).theme == "paper"
    assert game.app.stage.theme.name == load_theme("paper").name
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)
    game.app.stage.settings_file.close()
    assert SettingsFile().read() == settings(game)


def test_a_theme_for_this_time_is_marked_and_gone_on_from(game: Game) -> None:
    game.app.stage.look.show(load_theme("okabe"))
    game.press("f2", "tab")
    options = scene(game)._rows()[1].options
    assert options is not None
    assert options.on == {THEME_NAMES.index("okabe")}
    assert settings(game).theme == "dusk"
    game.press("down", "right")
    assert settings(game).theme == "signal"


def test_a_page_is_reset_by_keys(game: Game) -> None:
    game.press("f2", "right", "down", "right")
    assert settings(game) != Settings()
    game.press("down", times=9)
    game.press("enter")
    assert settings(game).journeys == "pushes"
    assert settings(game).undo_unit == "journey"


def test_the_pages_are_gone_through_and_full_screen_is_one_of_their_rows(game: Game) -> None:
    game.press("f2")
    for name in (*NAMES[1:], NAMES[0]):
        game.press("tab")
        assert game.app.scene.title == f"Settings - {gettext(name)}"
    game.press("tab", "down", "down", "down", "down", "down", "right")
    assert settings(game).is_full_screen
    game.press("left")
    assert not settings(game).is_full_screen
    assert isinstance(game.app.scene, SettingsScene)


def test_muting_by_its_key(game: Game) -> None:
    game.press("ctrl+m")
    assert settings(game).is_muted and sentence_of(game.app.scene) == "Sound is off."
    game.press("ctrl+m")
    assert not settings(game).is_muted and sentence_of(game.app.scene) == "Sound is on."


# --- by the mouse alone ----------------------------------------------------------------------


def test_settings_by_the_mouse_alone(game: Game) -> None:
    game.click(Action.MENU)
    assert isinstance(game.app.scene, MenuScene)
    row = ChoiceRow(game.app.scene.words.index("Settings"))
    click_at(game, game.app.hits[row].center)
    click_at(game, place_of_option(game, 0, 1))
    assert settings(game).journeys == "moves"
    click_at(game, place_of_option(game, 3, 4))
    click_at(game, place_of_option(game, 3, 0))
    assert settings(game).metrics == ("pushes", "pushing_sessions")
    game.click(SectionTab("Look"))
    game.turn()
    click_at(game, place_of_option(game, 1, 3))
    assert settings(game).theme == "signal"
    game.click(Action.BACK)
    assert isinstance(game.app.scene, PlayScene)


def test_a_page_is_reset_after_one_of_several_was_chosen(game: Game) -> None:
    """The player then is at the button, which is the only one in its row."""
    game.press("f2")
    several, reset = (
        next(number for number, row in enumerate(rows_of(NAMES[0])) if isinstance(row, kind))
        for kind in (Several, Reset)
    )
    click_at(game, place_of_option(game, several, 2))
    assert settings(game) != Settings()
    click_at(game, place_of_option(game, reset, 0))
    assert settings(game) == Settings()


def test_a_slider_follows_the_mouse(game: Game) -> None:
    game.press("f2", "tab", "tab", "tab")
    widgets = scene(game)._widgets
    assert widgets is not None
    ((slider, _),) = widgets._sliders.items()
    assert slider.sliding_button is not None
    x, y = slider.sliding_button.rect.center
    for kind, at in (
        (pygame.MOUSEMOTION, x), (pygame.MOUSEBUTTONDOWN, x), (pygame.MOUSEMOTION, x + 40),
        (pygame.MOUSEMOTION, x + 60), (pygame.MOUSEBUTTONUP, x + 60),
    ):  # fmt: skip
        pygame.mouse.set_pos((at, y))
        rest = (
            {"rel": (0, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        )
        pygame.event.post(pygame.Event(kind, pos=(at, y), **rest))
        game.turn()
        game.turn()
    assert settings(game).volume > 60


# --- keys ------------------------------------------------------------------------------------


def slot(game: Game, action: Action, device: str, index: int) -> Slot:
    table = scene(game)._table
    number = next(n for n, row in enumerate(table.controls, 1) if row.action is action)
    return Slot(number, device, index)


def test_the_chosen_key_stays_in_sight_in_a_smaller_window(game: Game) -> None:
    open_keys(game)
    game.press("page down", times=40)
    come_to_rest(game)
    surface = pygame.display.set_mode((800, 600))
    hits = game.app.scene.draw(surface, Attention())
    assert any(isinstance(hit, Slot) and place.height > 20 for hit, place in hits.items())


def test_home_and_end_go_to_the_first_and_the_last_row_of_the_keys(game: Game) -> None:
    open_keys(game)
    table = scene(game)._table
    game.press("end")
    assert table.row == len(table.controls)
    game.press("home")
    assert table.row == 0


def open_keys(game: Game) -> None:
    game.press("f2", "tab", "tab", "tab", "tab")


def reveal(game: Game, action: Action) -> None:
    """Go down to a row, so that its slots can be clicked."""
    table = scene(game)._table
    number = next(n for n, row in enumerate(table.controls, 1) if row.action is action)
    game.press("down", times=number - table.row)
    come_to_rest(game)


def come_to_rest(game: Game) -> None:
    """Let the page glide to where it is headed."""
    while scene(game).is_moving:
        game.turn(0.05)
    game.turn()


def test_a_key_is_replaced_and_the_help_shows_it(game: Game) -> None:
    open_keys(game)
    reveal(game, Action.UNDO)
    game.press("enter")
    assert sentence_of(scene(game)) == "Press the key for: Undo. Esc cancels."
    game.app.stage.choose(language="fr")
    assert sentence_of(scene(game)) == "Appuyez sur la touche pour\xa0: Annuler. Échap annule."
    game.app.stage.choose(language="en")
    game.press("left shift", "z")
    assert sentence_of(scene(game)) == "Z: Undo."
    game.press("escape", "right", "z")
    assert game.lurd == ""
    game.press("u")
    game.press("right")
    assert game.lurd == "r"
    assert game.app.stage.label(Action.UNDO) == "Z"
    game.press("f1")
    assert isinstance(game.app.scene, HelpScene)
    game.app.stage.settings_file.close()
    assert SettingsFile().read().keys == {"history.undo": ("z", "backspace", "ctrl+z")}


def test_a_clash_is_pointed_out_before_anything_is_taken_away(game: Game) -> None:
    open_keys(game)
    reveal(game, Action.UNDO)
    game.click(slot(game, Action.UNDO, "keys", 3))
    game.press("n")
    assert sentence_of(scene(game)) == (
        "N already means: Next level. Press it again to use it here instead."
    )
    assert settings(game).keys == {}
    game.press("n")
    assert settings(game).keys == {
        "history.undo": ("u", "backspace", "ctrl+z", "n"), "play.next_level": ("page down",)
    }  # fmt: skip
    controls = game.app.stage.controls
    assert controls.find("n", Scope.PLAY) == controls.row(Action.UNDO, Scope.PLAY)


def test_what_leads_out_is_never_taken(game: Game) -> None:
    open_keys(game)
    reveal(game, Action.UNDO)
    game.press("enter", "f2")
    assert sentence_of(scene(game)) == "F2 always means: Settings. Press another key."
    game.press("escape")
    assert settings(game).keys == {}
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)


def test_a_key_is_removed_and_all_are_put_back(game: Game) -> None:
    open_keys(game)
    reveal(game, Action.UNDO)
    game.press("delete", "delete", "delete", "delete")
    assert settings(game).keys == {"history.undo": ()}
    game.press("escape", "right", "u")
    assert game.lurd == "r"
    open_keys(game)
    game.click(Slot(0, "reset", 0))
    assert settings(game).keys == {}
    game.press("escape", "u")
    assert game.lurd == ""


def test_a_letter_is_no_key_where_letters_are_typed(game: Game) -> None:
    open_keys(game)
    reveal(game, Action.EXPORT)
    game.press("enter", "z")
    assert sentence_of(scene(game)).startswith("Z is for typing here.")
    game.press("ctrl+j")
    assert settings(game).keys == {"browser.export": ("ctrl+j",)}


# --- windows ---------------------------------------------------------------------------------


SIZES = [(1, 1), (320, 240), (640, 400), (900, 560), (1920, 1080)]


@pytest.mark.parametrize(("theme", "size"), list(zip(THEME_NAMES, SIZES, strict=True)))
def test_every_page_in_any_window_and_theme(game: Game, theme: str, size: tuple[int, int]) -> None:
    game.app.stage.choose(theme=theme)
    pygame.display.set_mode(size)
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED))
    game.press("f2")
    for name in NAMES:
        rows = 40 if name == "Keys" else len(rows_of(name))
        for _ in range(rows):
            game.press("down")
        game.turn(5.0)
        if size[0] > 600:
            assert Action.BACK in game.app.hits
        game.press("tab")
    game.press("escape", "f10", "down", "escape")
    assert isinstance(game.app.scene, PlayScene)


@pytest.mark.parametrize("section", list(SECTIONS))
def test_no_control_lies_over_another_one_or_over_the_words(game: Game, section: str) -> None:
    for size in ((640, 400), (900, 600), (1280, 800)):
        pygame.display.set_mode(size)
        pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED))
        game.press("f2")
        game.click(SectionTab(section))
        widgets = scene(game)._widgets
        assert widgets is not None
        hits = game.app.hits.items()
        places = [place for hit, place in hits if isinstance(hit, OptionChoice) and place]
        places += [each.rect for each in widgets._sliders]
        for index, place in enumerate(places):
            assert place.collidelist(places[index + 1 :]) < 0
            assert place.left >= scene(game)._layout.page.centerx - 60
            assert place.right <= scene(game)._layout.page.right
        game.press("escape")


def test_rows_that_choose_several_or_reset_are_no_single_choice() -> None:
    assert {type(row) for name in SECTIONS for row in rows_of(name)} == {
        Choice, Several, Amount, Reset,
    }  # fmt: skip


def test_one_of_a_few_and_any_of_them_look_different(game: Game) -> None:
    game.press("f2")
    looks: dict[str, str] = {}
    for section in SECTIONS:
        game.click(SectionTab(section))
        rows = zip(rows_of(section), scene(game)._rows(), strict=True)
        looks |= {row.name: view.options.kind for row, view in rows if view.options}
    assert looks["metrics"] == "checks"
    assert looks["theme"] == "cards"
    assert looks[""] == "button"
    assert {looks[name] for name in ("journeys", "undo_unit", "animation")} == {"segments"}
    assert {looks[name] for name in ("language", "interface_scale")} == {"radios"}


def test_each_theme_has_a_picture_of_its_own() -> None:
    pictures = {
        pygame.image.tobytes(swatch(number, (66, 50)), "RGBA") for number in range(len(THEME_NAMES))
    }
    assert len(pictures) == len(THEME_NAMES)


def test_the_words_of_segments_have_room(game: Game) -> None:
    for size in ((640, 400), (1280, 800)):
        pygame.display.set_mode(size)
        pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED))
        game.press("f2")
        for section in SECTIONS:
            game.click(SectionTab(section))
            layout = scene(game)._layout
            for view in scene(game)._rows():
                if view.options and view.options.kind == "segments":
                    boxes = option_boxes(layout, view.options, 0.0)
                    for words, box in zip(view.options.words, boxes, strict=True):
                        wide = measure(words, Style((13 if layout.compact else 15) * layout.scale))
                        assert wide / layout.scale <= box[2] - 8, words
        game.press("escape")


def test_checks_stand_in_as_many_columns_as_their_words_have_room_for() -> None:
    layout = lay_out_settings((1280, 720))
    assert Options("checks", ("Moves", "Pushes", "Time")).in_line(layout) == 3
    assert Options("checks", ("Moves", "Changements de caisse", "Time")).in_line(layout) == 2
