"""Collections and levels removed, renamed, moved and hidden in the browser, and undone."""

import os
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pygame
import pytest

from game.browser import shelving
from game.browser.library import Library
from game.browser.naming import NamingScene
from game.browser.scene import BrowserScene
from game.browser.side import CollectionTab
from game.input.actions import Action
from game.menu.choice_list import ChoiceRow
from game.menu.choosing import ChoiceScene
from game.play.scene import PlayScene
from game.storage import bin as storage_bin
from game.storage.bin import Bin, empty_bin
from game.storage.folders import data_folder, levels_folder
from game.widgets.buttons import Attention, Clickable
from levels.files import read
from tests.game.browser_game import ROOMS, Game, browser_game
from tests.game.pseudo import Seen

COMES_BACK = "Ctrl+Z brings it back until you quit; your records stay."


@pytest.fixture
def game(own_home: Path) -> Generator[Game]:
    with browser_game() as playing:
        playing.press("l")
        yield playing


def titles(game: Game) -> list[str]:
    return [each.title for each in game.browser.browsing.collections]


def tab(game: Game, title: str) -> CollectionTab:
    collections = game.browser.browsing.collections
    return CollectionTab(next(each.id for each in collections if each.title == title))


def right_click(game: Game, hit: Clickable) -> ChoiceScene:
    point = game.app.hits[hit].center
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, pos=point, button=pygame.BUTTON_RIGHT))
    game.turn()
    scene = game.app.scene
    assert isinstance(scene, ChoiceScene)
    return scene


def take(game: Game, words: str) -> None:
    scene = game.app.scene
    assert isinstance(scene, ChoiceScene)
    game.click(ChoiceRow(scene.words.index(words)))


def name(game: Game, title: str) -> None:
    """Type over what stands in the panel that asks for a title."""
    scene = game.app.scene
    assert isinstance(scene, NamingScene)
    for _ in scene.text:
        game.press("backspace")
    game.type(title)
    game.press("enter")


# --- collections -----------------------------------------------------------------------------


def test_a_collection_goes_and_comes_back_with_one_key_each(game: Game) -> None:
    file = levels_folder() / "rooms.xsb"
    content = file.read_bytes()
    game.press("shift+delete")
    assert game.said == f"“Rooms” was removed. {COMES_BACK}"
    assert "Rooms" not in titles(game) and not file.exists()
    kept = list((data_folder() / "bin").glob("*/rooms.xsb"))
    assert [each.read_bytes() for each in kept] == [content]
    game.press("ctrl+z")
    assert game.said == "Undone: removing “Rooms”."
    game.settle(lambda: "Rooms" in titles(game))
    shown = game.browser.browsing.collection
    assert shown is not None and shown.title == "Rooms", "what has come back is in sight"
    assert game.said == "Undone: removing “Rooms”."
    assert file.read_bytes() == content
    game.press("ctrl+y")
    assert game.said == "Redone: removing “Rooms”."
    assert "Rooms" not in titles(game) and not file.exists()
    game.press("ctrl+z", "ctrl+z")
    assert game.said == "There is nothing to undo."
    game.settle(lambda: "Rooms" in titles(game))


def test_records_of_a_removed_collection_stay(game: Game) -> None:
    game.press("escape", "right", "right", "right", "l")
    level = game.course.level
    game.records.flush()
    game.press("shift+delete")
    game.settle(lambda: not game.browser.is_reading)
    game.records.flush()
    assert game.records.best_of(level) is not None
    game.press("escape", "r", "right")
    assert isinstance(game.app.scene, PlayScene) and game.course.session.lurd, "play continues"


def test_a_collection_gets_another_title_and_its_file_stays_as_it_is(game: Game) -> None:
    file = levels_folder() / "rooms.xsb"
    right_click(game, tab(game, "Rooms"))
    take(game, "Rename collection")
    name(game, "Quiet rooms")
    assert game.said == "“Rooms” is now called “Quiet rooms”. Ctrl+Z undoes it."
    assert "Quiet rooms" in titles(game) and file.read_text() == ROOMS
    game.type("quiet")
    game.press("escape", "ctrl+z")
    assert "Rooms" in titles(game)
    game.press("shift+f3", "escape")
    assert isinstance(game.app.scene, BrowserScene) and "Rooms" in titles(game)


def test_own_collections_change_places(game: Game) -> None:
    assert titles(game)[-2:] == ["Others", "Rooms"]
    game.press("shift+ctrl+page up")
    assert titles(game)[-2:] == ["Rooms", "Others"]
    game.press("shift+ctrl+page up")
    assert game.said == "“Rooms” is already first."
    game.press("ctrl+z")
    assert titles(game)[-2:] == ["Others", "Rooms"]
    with closing(Library()) as other:
        assert [each.title for each in other.collections()] == titles(game)


def test_where_everything_is_hidden_the_key_that_shows_it_is_named(game: Game) -> None:
    for title in titles(game):
        game.click(tab(game, title))
        game.press("shift+delete")
    assert not titles(game)
    seen = Seen()
    with seen.watching():
        game.browser.draw(pygame.Surface((1280, 800)), Attention())
    written = " ".join(line for line, *_ in seen.lines)
    assert "All collections are hidden. Ctrl+H shows them again." in written
    game.press("ctrl+h")
    assert titles(game) == ["First Steps", "Warehouse", "Foundry"]


def test_packs_are_hidden_not_removed(game: Game) -> None:
    right_click(game, tab(game, "Foundry"))
    take(game, "Hide collection")
    assert game.said == "“Foundry” is hidden. Ctrl+H shows it again."
    assert "Foundry" not in titles(game)
    assert game.browser.browsing.collection is not None
    assert game.browser.browsing.collection.title == "Others"
    game.press("ctrl+h")
    assert game.said == "Foundry is back."
    assert titles(game)[:3] == ["First Steps", "Warehouse", "Foundry"]
    game.press("ctrl+z", "ctrl+z")
    assert titles(game)[:3] == ["First Steps", "Warehouse", "Foundry"]
    game.click(tab(game, "Foundry"))
    game.press("delete")
    assert game.said == "This level came with Pushwise. Ctrl+D copies it."


def test_all_levels_are_no_collection_to_remove(game: Game) -> None:
    game.click(CollectionTab(None))
    before = titles(game)
    game.press("shift+delete")
    assert game.said == "Choose a collection at the left first."
    assert titles(game) == before


# --- levels ----------------------------------------------------------------------------------


def test_a_level_is_deleted_and_comes_back(game: Game) -> None:
    game.start_processes()
    file = levels_folder() / "rooms.xsb"
    game.press("delete")
    game.wait_for(f"“Room of 2” was deleted. {COMES_BACK}")
    assert "Room of 2" not in game.shown and len(game.shown) == 29
    assert len(read(file).levels) == 29
    game.press("ctrl+z")
    game.wait_for("Undone: deleting “Room of 2”.")
    assert len(game.shown) == 30 and file.read_text() == ROOMS


def test_levels_leave_the_list_and_the_next_one_can_be_deleted_before_all_files_are_looked_at(
    game: Game,
) -> None:
    game.start_processes()
    for number in (2, 3, 4):
        game.press("delete")
        game.settle(lambda: f"“Room of {number}” was deleted" in game.said)  # noqa: B023
        assert game.browser.is_reading
        assert game.chosen == f"Room of {number + 1}" and len(game.shown) == 31 - number
    game.press("f3")
    name(game, "The lobby")
    game.settle(lambda: "is now called “The lobby”" in game.said)
    assert game.browser.is_reading and game.chosen == "The lobby"


def test_the_level_that_is_played_keeps_its_game_and_finds_its_new_number(game: Game) -> None:
    game.press("escape", "right", "l", "home", "delete")
    game.wait_for("“Room of 0” was deleted")
    assert (game.course.number, game.course.level.title) == (2, "Room of 2")
    assert game.course.session.lurd == "R"
    game.press("home", "return")
    assert (game.course.number, game.course.level.title) == (1, "Room of 1")


def test_a_level_after_the_played_one_was_deleted_is_the_one_that_is_opened(game: Game) -> None:
    game.press("delete")
    game.wait_for("“Room of 2” was deleted")
    game.press("home", "right", "right", "return")
    assert game.course.level.title == "Room of 3"


def test_a_level_gets_another_title(game: Game) -> None:
    game.press("f3")
    name(game, "The lobby")
    game.wait_for("“Room of 2” is now called “The lobby”. Ctrl+Z undoes it.")
    assert game.chosen == "The lobby"


def test_a_level_moves_to_another_collection_and_back(game: Game) -> None:
    game.press("ctrl+x")
    take(game, "Others")
    game.wait_for("“Room of 2” was moved to “Others”. Ctrl+Z undoes it.")
    assert "Room of 2" not in game.shown
    game.click(tab(game, "Others"))
    assert game.shown == ["Wide", "Room of 2"]
    game.press("ctrl+z")
    game.wait_for("Undone: moving “Room of 2” to “Others”.")
    assert game.shown == ["Wide"]
    assert (levels_folder() / "rooms.xsb").read_text() == ROOMS


def test_a_shipped_level_is_copied_to_a_new_collection(game: Game) -> None:
    game.click(tab(game, "First Steps"))
    game.press("ctrl+d")
    take(game, "New collection")
    name(game, "My favorites")
    game.wait_for("was copied to “My favorites”.")
    assert titles(game)[-1] == "My favorites"
    game.press("ctrl+z")
    game.wait_for("Undone: copying")
    assert "My favorites" not in titles(game)


def test_the_menu_of_a_level_opens_beside_the_mouse_and_closes(game: Game) -> None:
    scene = right_click(game, game.card(4))
    assert scene.words[0] == "Rename level" and "Remove collection" not in scene.words
    assert game.app.hits[ChoiceRow(0)].w > 0
    game.settle(lambda: not game.app.stage.thumbnails.is_waiting)
    game.press("escape")
    assert game.chosen == "Room of 4"
    game.press("f9", "down", "down", "down")
    assert isinstance(game.app.scene, ChoiceScene)
    game.press("enter")
    game.wait_for("“Room of 4” was deleted")
    game.press("f9")
    assert isinstance(game.app.scene, ChoiceScene)
    take(game, "Undo deleting “Room of 4”")
    game.wait_for("Undone: deleting “Room of 4”.")


@pytest.mark.parametrize("size", [(320, 240), (640, 400), (1366, 768), (3840, 2160)])
def test_lists_and_panels_fit_any_window(game: Game, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size)
    for number in range(30):
        (levels_folder() / f"more {number:02}.xsb").write_text(ROOMS)
    game.app.features.library.refresh()
    game.settle(lambda: len(titles(game)) == 35)
    game.press("ctrl+d", "up", "page up", "down")
    window = pygame.Rect(0, 0, *size)
    rows = [place for hit, place in game.app.hits.items() if isinstance(hit, ChoiceRow)]
    assert rows and all(window.contains(row) for row in rows)
    game.press("escape", "f3")
    assert window.contains(game.app.hits[Action.PLAY_CHOSEN])


# --- what goes wrong -------------------------------------------------------------------------


@pytest.mark.parametrize("number", [13, 28])
def test_a_locked_file_and_a_full_disk_cost_nothing(
    game: Game, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    file = levels_folder() / "rooms.xsb"

    def fails(*given: object, **rest: object) -> None:
        raise OSError(number, {13: "Permission denied", 28: "No space left on device"}[number])

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink" if number == 13 else "mkdir", fails)
        if number == 28:
            patch.setattr(os, "link", fails)
        game.press("shift+delete")
        reason = "permission denied" if number == 13 else "the disk is full"
        words = f"“Rooms” could not be removed: {reason}. Your levels are as they were."
        advice = f"Check that you can write to {data_folder()}."
        told = advice if number == 13 else "Free some space, then try again."
        assert game.said == f"{words} {told}"
    game.turn()
    assert "Rooms" in titles(game) and file.read_text() == ROOMS
    game.press("ctrl+z")
    assert game.said == "There is nothing to undo."


def test_an_arrangement_that_cannot_be_kept_is_reported(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = titles(game)

    def fails(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Library, "arrange", fails)
    advice = "Your levels are as they were. Free some space, then try again."
    words = f"Nothing was changed: the disk is full. {advice}"
    game.press("shift+ctrl+page up")
    assert game.said == words
    game.press("shift+delete")
    assert game.said.startswith("“Rooms” could not be removed: the disk is full.")
    assert titles(game) == before and (levels_folder() / "rooms.xsb").read_text() == ROOMS


def test_what_others_have_written_since_is_not_overwritten_by_undo(game: Game) -> None:
    file = levels_folder() / "rooms.xsb"
    game.press("delete")
    game.wait_for("“Room of 2” was deleted")
    file.write_text("Title: Rooms\n\n#####\n#@$.#\n#####\nTitle: By others\n")
    game.press("ctrl+z")
    game.wait_for("rooms.xsb has changed since, so deleting “Room of 2” cannot be undone.")
    assert "By others" in file.read_text()
    assert (levels_folder() / "rooms 2.xsb").read_text() == ROOMS


def test_a_process_that_dies_at_an_edit_is_reported(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.start_processes()
    monkeypatch.setattr(shelving, "run", _die)
    game.press("delete")
    game.wait_for("“Room of 2” could not be deleted: its process ended unexpectedly.")
    assert (levels_folder() / "rooms.xsb").read_text() == ROOMS


def _die(*given: object) -> None:
    raise SystemExit(1)


# --- the bin ---------------------------------------------------------------------------------


def test_the_bin_keeps_this_session_and_forgets_earlier_ones(tmp_path: Path) -> None:
    folder, file = tmp_path / "bin", tmp_path / "rooms.xsb"
    for _ in range(2):
        file.write_text(ROOMS)
        session = Bin(folder)
        kept = storage_bin.exchange(file, None, session.session_folder())
        assert kept is not None and not file.exists()
        empty_bin(folder)
        assert kept.read_text() == ROOMS, "while the session lasts"
        session.close()
    empty_bin(folder)
    assert list(folder.iterdir()) == []
    empty_bin(tmp_path / "none")


def test_the_next_start_empties_the_bin(game: Game) -> None:
    game.press("shift+delete")
    kept = next((data_folder() / "bin").glob("*/rooms.xsb"))
    with closing(Library()) as other:
        other.refresh()
        game.settle(lambda: not other.poll() and other.progress is None)
        assert kept.exists(), "another game has started meanwhile"
    game.app.features.stock.shelving.close()
    with closing(Library()) as other:
        other.refresh()
        game.settle(lambda: not other.poll() and other.progress is None)
    assert not kept.exists()
