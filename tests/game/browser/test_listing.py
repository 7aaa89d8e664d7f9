"""What the lists of the browser show: the order of collections, what a search finds, how far
each level is."""

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from game.browser.entries import Wanted
from game.browser.grid import BrowserView
from game.browser.library import Library
from game.browser.side import CollectionTab
from game.browser.view import Showing
from game.storage.arrangement import FILE_NAME, Arrangement, read_arrangement, write_arrangement
from tests.game.browser_game import Game, browser_game
from tests.game.errands import indexed

LEVEL = "#####\n#@$.#\n#####\nTitle: Hall\n"


@pytest.fixture
def game(own_home: Path) -> Generator[Game]:
    with browser_game() as playing:
        yield playing


@pytest.fixture
def library(tmp_path: Path) -> Generator[Library]:
    folder = tmp_path / "levels"
    folder.mkdir()
    for name in ("Beech", "Oak"):
        (folder / f"{name.lower()}.xsb").write_text(f"Title: {name}\nAuthor: Eve\n\n{LEVEL}")
    with closing(Library(tmp_path)) as library:
        yield library


def titles(library: Library) -> list[str]:
    return [each.title for each in library.collections()]


PACKS = ["First Steps", "Warehouse", "Foundry"]


def test_packs_come_first_from_the_easiest_then_what_is_new_last(library: Library) -> None:
    assert titles(indexed(library)) == [*PACKS, "Beech", "Oak"]
    (library.folder / "ash.xsb").write_text(f"Title: Ash\n\n{LEVEL}")
    assert titles(indexed(library)) == [*PACKS, "Beech", "Oak", "Ash"]


def test_pars_are_listed_before_anything_was_solved(library: Library) -> None:
    indexed(library)
    listed = library.find(Wanted(collection=library.collections()[0].id))
    assert [each.par for each in listed] == [3, 2, 5, 6, 12, 18, 12, 6, 10, 22, 4, 15]


def test_the_players_order_titles_and_hidden_packs_hold(library: Library) -> None:
    indexed(library)
    arrangement = library.arrangement.moved("oak.xsb", "beech.xsb", is_before=True)
    arrangement = arrangement.with_title("beech.xsb", "Copper beech")
    library.arrange(
        Arrangement(arrangement.order, arrangement.titles, frozenset({"shipped:foundry.xsb"}))
    )
    assert titles(library) == ["First Steps", "Warehouse", "Oak", "Copper beech"]
    assert [each.title for each in library.hidden()] == ["Foundry"]
    listed = {each.id: each.title for each in library.collections()}
    order = list(dict.fromkeys(listed[each.collection] for each in library.find()))
    assert order == titles(library)
    (library.folder / "oak.xsb").write_text(f"Title: Oak\n\n{LEVEL}{LEVEL}")
    assert titles(indexed(library))[2:] == ["Oak", "Copper beech"]


def test_a_damaged_arrangement_is_set_aside_when_a_new_one_is_kept(tmp_path: Path) -> None:
    place = tmp_path / FILE_NAME
    for damaged in ('{"order": 3}', "[]", "{", '{"titles": []}', "[" * 100_000):
        place.write_text(damaged)
        assert read_arrangement(place) == Arrangement()
        write_arrangement(place, Arrangement(order=("oak.xsb",)))
        assert read_arrangement(place).order == ("oak.xsb",)
    assert len(list(tmp_path.glob("arrangement-damaged-*.json"))) == 5


def test_a_search_finds_collections_by_title_and_author(library: Library) -> None:
    indexed(library)
    listed = {each.id: each.title for each in library.collections()}

    def found(text: str) -> set[str]:
        return {listed[each.collection] for each in library.find(Wanted(text))}

    assert found("foundry") == {"Foundry"}
    assert found("BEECH") == {"Beech"}
    assert found("eve") == {"Beech", "Oak"}
    assert len(library.find(Wanted("foundry"))) == 20
    (oak,) = (each for each in library.collections() if each.title == "Oak")
    assert library.find(Wanted("oak", collection=oak.id)) == []


def shown_marks(game: Game) -> dict[str, str]:
    return {each.title: each.mark for each in game.browser.browsing.shown}


def test_a_game_under_way_is_marked_as_soon_as_the_browser_opens(game: Game) -> None:
    game.press("right", "l")
    game.settle(lambda: shown_marks(game)["Room of 2"] == "begun")
    assert shown_marks(game)["Room of 3"] == "unsolved"
    game.press("escape", "u", "l")
    game.settle(lambda: shown_marks(game)["Room of 2"] != "begun")
    assert shown_marks(game)["Room of 2"] == "unsolved", "at the start again"
    game.press("escape", "right", "right", "right", "l")
    game.settle(lambda: shown_marks(game)["Room of 2"] == "solved")


def test_cards_name_their_collection_among_all_levels(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    views: list[BrowserView] = []
    view = Showing.view

    def noted(*given: Any) -> BrowserView:
        views.append(view(*given))
        return views[-1]

    monkeypatch.setattr(Showing, "view", noted)
    game.press("l")
    assert {card.collection for _, card in views[-1].cards} == {""}
    game.click(CollectionTab(None))
    assert {card.collection for _, card in views[-1].cards} == {"First Steps"}
    game.type("wide")
    assert [(card.title, card.collection) for _, card in views[-1].cards] == [("Wide", "Others")]
