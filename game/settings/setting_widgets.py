"""Widgets of pygame_gui for settings and wishes: sliders, and buttons to choose with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pygame_gui
from pygame import Rect, Surface
from pygame.event import Event
from pygame_gui.elements import UIButton, UIHorizontalSlider

from game.looks.theme import Theme
from game.settings.choices import Amount, Row
from game.widgets.finger_gui import FingerGui
from game.widgets.widget_theme import widget_theme

Places: TypeAlias = Sequence[tuple[Rect, ...]]
"""For each row the places of its controls; a slider has one."""

Pick: TypeAlias = tuple[int, int]
"""The number of a row, and of the option that was clicked or the number that was slid to."""


class SettingWidgets:
    """The widgets of one section in one window. They are made anew for another."""

    def __init__(
        self, theme: Theme, size: tuple[int, int], scale: float, rows: Sequence[Row], places: Places
    ) -> None:
        self._gui = FingerGui(size, widget_theme(theme, scale), starting_language="en")
        self._rows = rows
        self._buttons: dict[UIButton, Pick] = {}
        self._sliders: dict[UIHorizontalSlider, int] = {}
        for number, (row, rects) in enumerate(zip(rows, places, strict=True)):
            if isinstance(row, Amount):
                slider = UIHorizontalSlider(
                    rects[0], row.least, (row.least, row.most), self._gui, click_increment=row.step
                )
                self._sliders[slider] = number
                continue
            for index, (option, rect) in enumerate(zip(row.options, rects, strict=True)):
                button = UIButton(rect, option.words, self._gui, object_id="#option")
                self._buttons[button] = (number, index)

    def move_to(self, places: Places) -> None:
        """Put everything where it has been scrolled to."""
        for button, (row, index) in self._buttons.items():
            button.set_position(places[row][index].topleft)
        for slider, row in self._sliders.items():
            slider.set_position(places[row][0].topleft)

    def draw(self, surface: Surface, settings: object) -> None:
        """Draw what is chosen over what is there."""
        for button, (number, index) in self._buttons.items():
            row = self._rows[number]
            is_on = not isinstance(row, Amount) and row.is_on(settings, index)
            if is_on != button.is_selected:
                (button.select if is_on else button.unselect)()
        for slider, number in self._sliders.items():
            value = getattr(settings, self._rows[number].name)
            if value != slider.get_current_value() and not self._is_held(slider):
                slider.set_current_value(value)
        for _ in range(2):  # what the first update finds changed, the second one draws
            self._gui.update(0.0)
        self._gui.draw_ui(surface)

    @staticmethod
    def _is_held(slider: UIHorizontalSlider) -> bool:
        return slider.sliding_button is not None and slider.sliding_button.held

    def take(self, event: Event) -> Pick | None:
        """Let the widgets have an event; what the person has chosen by it."""
        self._gui.take(event)
        if event.type == pygame_gui.UI_BUTTON_PRESSED:
            return self._buttons.get(event.ui_element)
        if event.type == pygame_gui.UI_HORIZONTAL_SLIDER_MOVED:
            number = self._sliders.get(event.ui_element)
            return None if number is None else (number, round(event.value))
        return None

    def slides_at(self, point: tuple[int, int]) -> bool:
        """Whether there is a slider at a point."""
        return any(slider.rect.collidepoint(point) for slider in self._sliders)

    @property
    def is_sliding(self) -> bool:
        """Whether the mouse holds a slider."""
        return any(map(self._is_held, self._sliders))
