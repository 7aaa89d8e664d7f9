"""What a sitting is that shows something on no picture of the docs, and what all of them do."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple

from docs.screenshots.desk import Desk, pack
from solver import solve


class Shown(NamedTuple):
    """Something to look at, and the keys that lead to it in the language of the moment: what they
    do is done again for each picture, so what must happen once is done by the sitting itself."""

    name: str
    keys: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    """what leads away again"""
    says: str = ""
    """what the game says there, in English"""
    has_pages: bool = False
    """whether it is turned over with page down, from its first page to its last"""


Steps = Generator[str | Shown, None, None]
"""A sitting: it names what the window shows, or what it will show after some keys."""

TOURS: list[Callable[[], Steps]] = []


def tour(steps: Callable[[], Steps]) -> Callable[[], Steps]:
    """Enter a sitting in the list."""
    TOURS.append(steps)
    return steps


def balance() -> int:
    """The number of the level for which there is a game with detours."""
    return [level.title for level in pack("warehouse").levels].index("Balance") + 1


def answer(game: Desk) -> str:
    """A shortest solution of the level before the player, as LURD."""
    return solve(game.app.features.course.level).solution.lurd  # type: ignore[union-attr]


def menu_and_keys(place: str) -> Steps:
    """The menu and the table of keys over the scene that is seen."""
    yield Shown(f"menu-of-{place}", ("f10",), ("escape",))
    yield Shown(f"keys-of-{place}", ("f1",), ("escape",), has_pages=True)
