"""A list over a scene from which one entry is taken: a menu, or a collection to go to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame
from pygame import Surface
from pygame.event import Event

from game.input.actions import Action
from game.input.controls import Scope
from game.input.touch import Pan
from game.menu.choice_list import (
    ChoiceList,
    ChoiceRow,
    ListEntry,
    draw_choices,
    list_place,
    row_pixels,
    rows_seen,
)
from game.scene.base import Actions, Scene, each
from game.scene.over_thumbnails import OverThumbnails
from game.scene.scrolling import Rows
from game.scene.stage import Stage
from game.widgets.buttons import Attention, Hit, Hits

PAGE = 8


class ChoiceScene(OverThumbnails):
    """Takes what is chosen with the number of the entry, and goes where that leads."""

    scope = Scope.MENU
    is_topmost = True

    def __init__(
        self, stage: Stage, below: Scene, heading: str, choices: Sequence[ListEntry],
        take: Callable[[int], Scene], corner: tuple[int, int] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(stage, below)
        self._take = take
        self._list = ChoiceList(heading, tuple(choices), 0, 0, corner)
        self._is_drawn = False
        self._rows = Rows()

    @property
    def title(self) -> str:
        return self._below.title

    @property
    def words(self) -> list[str]:
        """What can be chosen."""
        return [choice.words for choice in self._list.choices]

    @property
    def actions(self) -> Actions:
        count, chosen = len(self._list.choices), self._list.chosen
        back, on = (chosen - 1) % count, (chosen + 1) % count
        places = {
            Action.GO_UP: back, Action.PREVIOUS_SECTION: back, Action.GO_DOWN: on,
            Action.NEXT_SECTION: on, Action.PAGE_UP: max(0, chosen - PAGE),
            Action.PAGE_DOWN: min(count - 1, chosen + PAGE),
        }  # fmt: skip
        return {
            **each(places, self._choose),
            Action.CHOOSE: partial(self._take, chosen),
            Action.BACK: self._leave,
            Action.MENU: self._leave,
        }

    def click(self, hit: Hit) -> Scene:
        # A second click in one turn was meant for a list that is no longer there.
        return self._take(hit.number) if self._is_drawn and isinstance(hit, ChoiceRow) else self

    def hear(self, event: Event) -> Scene | None:
        if not self._is_drawn:  # nobody has seen what lies beside the list
            return None
        size = pygame.display.get_window_size()
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button in (
                pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT
            ) and not list_place(size, self._list).collidepoint(event.pos):  # fmt: skip
                return self._below
            case pygame.MOUSEWHEEL:
                self._scroll(-event.y)
                return self
        return None

    def pan(self, pan: Pan) -> bool:
        size = pygame.display.get_window_size()
        self._scroll(self._rows.turn(pan.dy, row_pixels(size, self._list)))
        return True

    def _scroll(self, rows: int) -> None:
        seen = rows_seen(pygame.display.get_window_size(), self._list)
        first = max(0, min(len(self._list.choices) - seen, self._list.first + rows))
        self._list = replace(self._list, first=first)

    def _choose(self, number: int) -> None:
        seen = rows_seen(pygame.display.get_window_size(), self._list)
        first = min(max(self._list.first, number - seen + 1), number)
        self._list = replace(self._list, chosen=number, first=first)

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        self._below.draw(surface, Attention())
        self._is_drawn = True
        return draw_choices(surface, self._stage.theme, self._list, attention)
