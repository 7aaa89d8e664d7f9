"""What a level of a course is called."""

from __future__ import annotations

import pytest

from game.session.course import Course
from levels.collection import Collection
from tests.game.boards import level_of

BOARD = "#####\n#@$.#\n#####"


@pytest.mark.parametrize(
    ("collection", "titles", "name"),
    [
        ("Foundry", ("Anvil", "Bellows"), "Foundry 2: Bellows"),
        ("Foundry", ("", ""), "Foundry 2"),
        ("Foundry", ("1", "2"), "Foundry 2"),
        ("Foundry", ("7", "8"), "Foundry 2: Level 8"),
        ("Level of the day", ("Sunday",), "Level of the day: Sunday"),
        ("Pasted", ("",), "Pasted"),
        ("Corridor", ("Corridor",), "Corridor"),
        ("", ("Corridor",), "Corridor"),
    ],
)
def test_nothing_is_said_twice(collection: str, titles: tuple[str, ...], name: str) -> None:
    entries = tuple(level_of(BOARD, title=title) for title in titles)
    course = Course(collection, Collection(entries=entries), len(entries))
    assert course.name_of(len(entries)) == name
