"""A list over the browser from which one entry is taken: a menu, or a collection to go to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame
from pygame import Surface
from pygame.event import Event

from game.browser.choice_list import (
    Choice,
    ChoiceList,
    ChoiceRow,
    draw_choices,
    list_place,
    rows_seen,
)
from game.browser.over_browser import OverBrowser
from game.input.actions import Action
from game.input.controls import Scope
from game.scene.base import Scene
from game.scene.stage import Stage
from game.widgets.buttons import Attention, Hit, Hits

PAGE = 8


class ChoiceScene(OverBrowser):
    """Takes what is chosen with the number of the entry, and goes where that leads."""

    scope = Scope.MENU

    def __init__(
        self, stage: Stage, below: Scene, heading: str, choices: Sequence[Choice],
        take: Callable[[int], Scene], corner: tuple[int, int] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(stage, below)
        self._take = take
        self._list = ChoiceList(heading, tuple(choices), 0, 0, corner)

    @property
    def title(self) -> str:
        return self._below.title

    @property
    def words(self) -> list[str]:
        """What can be chosen."""
        return [choice.words for choice in self._list.choices]

    def act(self, action: Action) -> Scene:
        count = len(self._list.choices)
        match action:
            case Action.BACK | Action.MENU:
                return self._below
            case Action.CHOOSE:
                return self._take(self._list.chosen)
            case Action.GO_UP | Action.PREVIOUS_SECTION:
                self._choose((self._list.chosen - 1) % count)
            case Action.GO_DOWN | Action.NEXT_SECTION:
                self._choose((self._list.chosen + 1) % count)
            case Action.PAGE_UP:
                self._choose(max(0, self._list.chosen - PAGE))
            case Action.PAGE_DOWN:
                self._choose(min(count - 1, self._list.chosen + PAGE))
        return self

    def click(self, hit: Hit) -> Scene:
        return self._take(hit.number) if isinstance(hit, ChoiceRow) else self

    def hear(self, event: Event) -> Scene | None:
        size = pygame.display.get_window_size()
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button in (
                pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT
            ) and not list_place(size, self._list).collidepoint(event.pos):  # fmt: skip
                return self._below
            case pygame.MOUSEWHEEL:
                first = self._list.first - event.y
                last = len(self._list.choices) - rows_seen(size, len(self._list.choices))
                self._list = replace(self._list, first=max(0, min(last, first)))
                return self
        return None

    def _choose(self, number: int) -> None:
        seen = rows_seen(pygame.display.get_window_size(), len(self._list.choices))
        first = min(max(self._list.first, number - seen + 1), number)
        self._list = replace(self._list, chosen=number, first=first)

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        self._below.draw(surface, Attention())
        return draw_choices(surface, self._stage.theme, self._list, attention)
