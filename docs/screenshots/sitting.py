"""What a sitting is in which pictures of the docs are taken, and the list of all."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple, TypeAlias

import pygame

from docs.screenshots.desk import Desk

SMALL = (900, 640)


def pick_up(game: Desk) -> None:
    """Pick up a box that can be pushed to a free goal, and point at that."""
    position = game.app.features.course.session.position
    for box in sorted(position.boxes - position.level.goals):
        game.click_at(game.place(box))
        game.settle()
        for goal in sorted(position.level.goals - position.boxes):
            game.point(goal)
            if game.said[:1].isdigit() and "dead" not in game.said:
                return
        game.press("escape")


Shots: TypeAlias = Generator[str | tuple[str, pygame.Surface], None, None]
"""A sitting: it names a picture whenever the window shows it, or gives one with its name."""


class Sitting(NamedTuple):
    """The pictures that are taken in one sitting, and how."""

    names: tuple[str, ...]
    take: Callable[[], Shots]


SITTINGS: list[Sitting] = []


def sitting(*names: str) -> Callable[[Callable[[], Shots]], Callable[[], Shots]]:
    """Enter a sitting in the list, with the names of its pictures."""

    def enter(take: Callable[[], Shots]) -> Callable[[], Shots]:
        SITTINGS.append(Sitting(names, take))
        return take

    return enter
