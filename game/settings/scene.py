"""The settings: whatever is chosen here holds at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.input.actions import Action
from game.input.controls import Scope
from game.input.touch import Grip, Pan, Point
from game.language.words import Words, translated
from game.scene.base import Actions, Scene, each
from game.scene.overlay import Overlay
from game.scene.scrolling import Scrolling
from game.scene.stage import Stage, reduces_motion
from game.settings.choices import (
    KEYS,
    NAMES,
    SECTIONS,
    Amount,
    Choice,
    Reset,
    Row,
    Several,
    rows_of,
)
from game.settings.key_page import Slot, draw_key_table, row_height, row_tops
from game.settings.key_table import KeyTable
from game.settings.layout import SettingsLayout, lay_out_settings
from game.settings.options import Kind, OptionChoice, Options
from game.settings.page import (
    RowView,
    SectionTab,
    SettingRow,
    SettingsView,
    draw_settings,
    draw_settings_bars,
    row_boxes,
    rows_height,
    slider_places,
)
from game.settings.setting_widgets import Pick, SettingWidgets
from game.settings.swatches import swatch
from game.storage.settings import DEFAULTS, Settings
from game.widgets.buttons import Attention, Hit, Hits
from game.widgets.layout import SCALING
from levels.language import N_, _

WHEEL = 72
"""Units that the page moves with each notch of the wheel."""

HINTS = (
    (Action.NEXT_SECTION, N_("Next page")), (Action.GO_DOWN, N_("Next row")),
    (Action.GO_RIGHT, N_("Change")), (Action.BACK, N_("Done")),
)  # fmt: skip
KEY_HINTS = (
    (Action.CHOOSE, N_("Set a key")), (Action.REMOVE, N_("Remove it")),
    (Action.NEXT_SECTION, N_("Next page")), (Action.BACK, N_("Done")),
)  # fmt: skip

MOST_SEGMENTS = 5
"""More options than this have no room side by side."""

MOUSE_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class SettingsScene(Overlay):
    """Sections of settings over the scene that asked for them."""

    scope = Scope.MENU
    is_topmost = True

    def __init__(self, stage: Stage, below: Scene) -> None:
        super().__init__(below)
        self._stage = stage
        self._section = NAMES[0]
        self._row = 0
        self._option = 0
        """where the player is among options that do not exclude each other"""
        self._table = KeyTable(stage)
        self._scroll = Scrolling(stage.clock, lambda: not reduces_motion(stage.settings))
        self._widgets: SettingWidgets | None = None
        self._widgets_key: object = None
        self._layout = lay_out_settings(pygame.display.get_window_size())

    @property
    def title(self) -> str:
        return _("Settings - {section}", section=_(self._section))

    @property
    def _settings(self) -> Settings:
        """What holds now: the theme may have been given on the command line, for this run only."""
        stage = self._stage
        return replace(stage.settings, theme=stage.theme.name.lower())

    # --- what the player asks for ----------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        return {
            **(self._of_keys if self._section == KEYS else self._of_rows),
            **each({Action.NEXT_SECTION: 1, Action.PREVIOUS_SECTION: -1}, self._go_to_section),
            Action.BACK: self._leave,
            Action.SETTINGS: self._leave,
        }

    @property
    def _of_keys(self) -> Actions:
        return each(self._table.actions(self._page_rows), self._do_in_table)

    def _do_in_table(self, do: Callable[[], None]) -> None:
        do()
        self._reveal(self._table_span(self._table.row))

    @property
    def _of_rows(self) -> Actions:
        row = rows_of(self._section)[self._row]
        return {
            **each({Action.GO_UP: -1, Action.GO_DOWN: 1}, self._go),
            **each({Action.GO_LEFT: -1, Action.GO_RIGHT: 1}, partial(self._move, row)),
            Action.CHOOSE: partial(self._choose, row),
        }

    def _go(self, way: int) -> None:
        self._row = min(max(self._row + way, 0), len(rows_of(self._section)) - 1)
        self._option = 0
        self._reveal(self._row_span(self._row))

    def _move(self, row: Row, way: int) -> None:
        if isinstance(row, Several):
            self._option = min(max(self._option + way, 0), len(row.options) - 1)
        elif not isinstance(row, Reset):
            self._change(row, row.moved(self._settings, way))

    def _choose(self, row: Row) -> None:
        """Take the option that the player is at: of two, the other one."""
        if isinstance(row, Several | Reset):
            self._pick((self._row, self._option))
        elif isinstance(row, Choice):
            settings = self._settings
            moved = row.moved(settings, 1)
            is_last = moved == getattr(settings, row.name)
            self._change(row, row.options[0].value if is_last else moved)

    def _pick(self, pick: Pick) -> None:
        """An option was clicked, or a slider moved."""
        number, what = pick
        row = rows_of(self._section)[number]
        self._row, self._option = number, what if isinstance(row, Several) else 0
        if isinstance(row, Amount):
            self._change(row, row.fitted(what))
        elif isinstance(row, Reset):
            self._reset()
        else:
            self._change(row, row.chosen(self._settings, what))

    def _reset(self) -> None:
        for row in SECTIONS[self._section]:
            self._change_setting(row.name, getattr(DEFAULTS, row.name))

    def _change(self, row: Row, value: Any) -> None:
        self._change_setting(row.name, value)

    def _change_setting(self, name: str, value: Any) -> None:
        stage = self._stage
        if name == "is_full_screen":
            if value != stage.settings.is_full_screen:
                stage.asked.append(Action.FULL_SCREEN)
        else:
            stage.choose(**{name: value})

    def _go_to_section(self, way: int) -> None:
        self._show(NAMES[(NAMES.index(self._section) + way) % len(NAMES)])

    def _show(self, section: str) -> None:
        self._section, self._row, self._option = section, 0, 0
        self._widgets = None
        self._table.leave()
        self._table.row = 0
        self._scroll.jump(0.0)

    # --- the mouse -------------------------------------------------------------------------------

    def click(self, hit: Hit) -> Scene:
        match hit:
            case SectionTab(section):
                self._show(section)
            case Slot() if self._section == KEYS:
                self._table.await_key(hit)
            case OptionChoice(section, number, option) if section == self._section:
                self._pick((number, option))
            case SettingRow(section, number) if section == self._section:
                self._row, self._option = number, 0
            case Action.BACK:
                return self._below
        return self

    def catch(self, key: str) -> Scene | None:
        return self if self._table.catch(key) else None

    def hear(self, event: Event) -> Scene | None:
        if event.type == pygame.MOUSEWHEEL:
            self._scroll.longest = self._longest
            self._scroll.move(-getattr(event, "precise_y", event.y) * WHEEL)
            return self
        if event.type in MOUSE_EVENTS and event.type != pygame.MOUSEMOTION:
            self._table.leave()
        widgets = self._widgets
        if widgets is None:
            return None
        pick = widgets.take(event)
        if pick is not None:
            rows = rows_of(self._section)
            sliders = [number for number, row in enumerate(rows) if isinstance(row, Amount)]
            self._pick((sliders[pick[0]], pick[1]))
            return self
        return self if widgets.is_sliding else None

    def grip(self, point: Point, hit: Hit | None) -> Grip:
        is_slider = self._widgets is not None and self._widgets.slides_at(point)
        return Grip.SLIDE if is_slider else super().grip(point, hit)

    def pan(self, pan: Pan) -> bool:
        self._scroll.longest = self._longest
        self._scroll.jump(self._scroll.goal - pan.dy / self._layout.scale)
        return True

    # --- what is seen ----------------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        return self, self._scroll.update()

    @property
    def is_moving(self) -> bool:
        is_sliding = self._widgets is not None and self._widgets.is_sliding
        return self._scroll.is_running or is_sliding

    @property
    def sentence(self) -> Words:
        """What the page says."""
        if self._section == KEYS:
            return self._stage.spell_both(translated(self._table.said), self.scope)
        return self._stage.unread or (_("Changes apply immediately."), "")

    def _rows(self) -> tuple[RowView, ...]:
        settings = self._settings
        views = []
        for number, row in enumerate(rows_of(self._section)):
            is_at = number == self._row
            views.append(
                RowView(
                    _(row.label),
                    _(row.note),
                    row.words(settings) if isinstance(row, Amount) else "",
                    row.share(settings) if isinstance(row, Amount) else 0.0,
                    None if isinstance(row, Amount) else self._options(row, is_at=is_at),
                    is_at,
                )
            )
        return tuple(views)

    def _options(self, row: Choice, *, is_at: bool) -> Options:
        """What can be chosen in a row, as it looks."""
        settings, count = self._settings, len(row.options)
        kind: Kind = "segments"
        if isinstance(row, Reset):
            kind = "button"
        elif isinstance(row, Several):
            kind = "checks"
        elif row.name == "theme":
            kind = "cards"
        elif count > MOST_SEGMENTS:
            kind = "radios"
        return Options(
            kind,
            tuple(option.words for option in row.options),
            frozenset(number for number in range(count) if row.is_on(settings, number)),
            self._option if is_at and kind in ("checks", "button") else None,
            swatch if kind == "cards" else None,
        )

    def _row_span(self, number: int) -> tuple[float, float]:
        box = row_boxes(self._layout, self._rows(), 0.0)[number]
        return box[1], box[1] + box[3]

    def _table_span(self, number: int) -> tuple[float, float]:
        top = row_tops(self._layout, self._table.rows())[number]
        return top, top + row_height(self._layout)

    @property
    def _page_rows(self) -> int:
        return max(1, int(self._room // row_height(self._layout)) - 1)

    @property
    def _room(self) -> float:
        return self._layout.page.height / self._layout.scale

    @property
    def _longest(self) -> float:
        if self._section == KEYS:
            height = row_tops(self._layout, self._table.rows())[-1] + 24
        else:
            height = rows_height(self._layout, self._rows())
        return max(0.0, height - self._room)

    def _reveal(self, span: tuple[float, float]) -> None:
        """Scroll so that a part of the page is in sight, with some of what is around it."""
        air = 56.0
        top, bottom = span
        place = min(max(self._scroll.goal, bottom + air - self._room), max(0.0, top - air))
        self._scroll.longest = self._longest
        self._scroll.go_to(place)

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        stage = self._stage
        before, self._layout = self._layout, lay_out_settings(surface.get_size())
        layout = self._layout
        if layout != before:  # what was chosen stays in sight
            is_table = self._section == KEYS
            span = self._table_span(self._table.row) if is_table else self._row_span(self._row)
            self._reveal(span)
            self._scroll.jump(self._scroll.goal)
        view = self._view()
        hits = draw_settings(surface, layout, stage.theme, view, attention)
        if self._section == KEYS:
            rows, scroll = self._table.rows(), self._scroll.place
            hits = draw_key_table(surface, layout, stage.theme, rows, scroll, attention)
            self._widgets = None
        else:
            self._draw_widgets(surface, layout, view)
        return hits | draw_settings_bars(surface, layout, stage.theme, view, attention)

    def _draw_widgets(self, surface: Surface, layout: SettingsLayout, view: SettingsView) -> None:
        theme = self._stage.theme
        places = slider_places(layout, view.rows, view.scroll)
        key = (self._section, theme.name, layout, SCALING.by_finger)
        if self._widgets is None or key != self._widgets_key:
            rows = [row for row in rows_of(self._section) if isinstance(row, Amount)]
            size = layout.window.size
            self._widgets = SettingWidgets(theme, size, layout.scale, rows, places)
            self._widgets_key = key
        self._widgets.move_to(places)
        self._widgets.draw(surface, self._settings)

    def _view(self) -> SettingsView:
        stage = self._stage
        hints = KEY_HINTS if self._section == KEYS else HINTS
        return SettingsView(
            NAMES,
            self._section,
            () if self._section == KEYS else self._rows(),
            self._scroll.place,
            self.sentence,
            ()
            if SCALING.by_finger
            else tuple((stage.label(action, self.scope), _(words)) for action, words in hints),
        )

    def draw_motion(self, surface: Surface) -> list[Rect] | None:
        return None
