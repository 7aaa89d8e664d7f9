"""The generator: what is wanted is chosen, and levels appear as they are found."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
from pygame import Surface
from pygame.event import Event

from game.browser.library import Library
from game.editor.own_levels import save_generated
from game.generator.cards import GeneratorView, KeepMark, MadeCard, WishLine, draw_generator
from game.generator.layout import lay_out_generator
from game.generator.making import ROWS, SEED, Making
from game.generator.view import (
    KEEP_BY_FINGER,
    Cursor,
    control_weights,
    generator_view,
    sentence_words,
)
from game.input.actions import Action
from game.input.controls import Scope
from game.input.touch import Grip, Pan, Point
from game.language.words import Words
from game.scene.base import Actions, Scene, each
from game.scene.navigation import NAVIGATION
from game.scene.overlay import Overlay
from game.scene.scrolling import Scrolling
from game.scene.stage import Stage, reduces_motion
from game.settings.choices import Amount
from game.settings.setting_widgets import Pick, SettingWidgets
from game.storage.made_here import GENERATED_TITLE
from game.widgets.buttons import Attention, Hit, Hits
from game.widgets.layout import SCALING
from levels.language import _, chosen, ngettext
from levels.level import Level

DOUBLE_CLICK_SECONDS = 0.4


class GeneratorScene(Overlay):
    """Where levels are made by the program. Esc stops it, and then goes back."""

    scope = Scope.GENERATOR

    def __init__(
        self,
        stage: Stage,
        library: Library,
        making: Making,
        below: Scene,
        try_out: Callable[[Scene, Level], Scene],
    ) -> None:
        """``try_out`` makes the scene in which a level is played before it is kept."""
        super().__init__(below)
        self._stage = stage
        self._library = library
        self._try_out = try_out
        self._making = making
        self._row: int | None = 0
        """of the wish; None while the player is among the levels"""
        self._chosen = 0
        self._is_warned = False
        """whether it was said that beginning again loses what is kept"""
        self._clicked: tuple[int, float] | None = None
        self._layout = lay_out_generator(pygame.display.get_window_size())
        self._scroll = Scrolling(stage.clock, lambda: not reduces_motion(stage.settings))
        self._widgets: SettingWidgets | None = None
        self._widgets_key: object = None

    # --- what the person asks for ----------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        places = self._in_levels if self._row is None else self._in_wish(self._row)
        return {
            **places,
            Action.NEXT_SECTION: self._change_sides,
            Action.GENERATE: self._begin_or_stop,
            Action.PLAY_CHOSEN: self._play,
            Action.KEEP: self._keep,
            Action.SAVE: self._save,
            Action.REMOVE: partial(self._making.type_seed, "") if self._row == SEED else None,
            Action.BACK: self._go_back,
        }

    @property
    def _in_levels(self) -> Actions:
        table = each(NAVIGATION, self._go)
        is_at_edge = self._chosen % self._layout.columns == 0
        return {**table, Action.GO_LEFT: self._change_sides} if is_at_edge else table

    def _in_wish(self, row: int) -> Actions:
        return {
            **each({Action.GO_UP: row - 1, Action.GO_DOWN: row + 1}, self._go_to_row),
            **each({Action.GO_LEFT: -1, Action.GO_RIGHT: 1}, partial(self._change, row)),
        }

    def resume(self, notice: Words | None) -> Scene:
        self._is_warned = False  # what was said of it is no longer to be seen
        return super().resume(notice)

    def act(self, action: Action) -> Scene:
        self._notice = None
        if action is not Action.GENERATE:
            self._is_warned = False
        return super().act(action)

    def _go_back(self) -> Scene:
        if self._making.generating.is_running:
            self._begin_or_stop()
            return self
        return self._below.resume(None)

    def _go(self, way: Callable[[int, int], int]) -> None:
        self._choose_level(self._chosen + way(self._layout.columns, self._layout.page_rows))

    def _go_to_row(self, row: int) -> None:
        self._row = min(max(row, 0), len(ROWS) - 1)

    def _change(self, row: int, way: int) -> None:
        """Take the next value of a row of the wish, or the one before."""
        if row == SEED:
            self._making.go_to_seed(way)
        else:
            self._making.choose(ROWS[row].name, ROWS[row].moved(self._making.wish, way))

    def _change_sides(self) -> None:
        """From the wish to the levels, if there are any, and back."""
        if self._row is None:
            self._row = 0
        elif self._making.made:
            self._row = None
            self._choose_level(self._chosen)

    def _choose_level(self, number: int) -> None:
        """Choose a level, or the nearest to it; without any levels nothing changes."""
        if self._making.made:
            self._row = None
            self._chosen = min(max(number, 0), len(self._making.made) - 1)
            self._reveal()

    def _begin_or_stop(self) -> None:
        making = self._making
        if making.generating.is_running:
            making.generating.stop()
            return
        if making.unsaved and not self._is_warned:
            self._is_warned = True
            number = len(making.unsaved)
            self._notice = (
                ngettext("{n} level not saved yet.", "{n} levels not saved yet.", number),
                _("{save} saves, {generate} discards."),
            )
            return
        try:
            making.begin()
        except ValueError as error:
            self._notice = _("No such level is possible: {error}.", error=error), ""
            return
        self._chosen, self._row = 0, self._row or 0
        self._scroll.jump(0.0)

    # --- the levels ------------------------------------------------------------------------------

    @property
    def level(self) -> Level | None:
        making = self._making
        return making.level(self._chosen) if self._chosen < len(making.made) else None

    def _play(self) -> Scene:
        if self._row is not None:
            if not self._making.generating.is_running:
                self._begin_or_stop()
        elif self.level is not None:
            return self._try_out(self, self.level)
        return self

    def _keep(self) -> None:
        if self._row == SEED:
            self._making.go_to_seed(0)
        elif self._row is None and self.level is not None:
            self._making.toggle(self._chosen)

    def _save(self) -> None:
        """Save what is kept; the chosen level if nothing is."""
        making = self._making
        if not making.unsaved and self._row is None and self.level is not None:
            making.kept.add(self._chosen)
        numbers = making.unsaved
        if not numbers:
            self._notice = (
                _("Nothing to save."),
                (_(KEEP_BY_FINGER) if SCALING.by_finger else _("Keep a level first: {keep}.")),
            )
            return
        try:
            save_generated(self._library, [making.level(number) for number in numbers])
        except OSError as error:
            self._notice = _("The levels could not be saved."), str(error)
            return
        making.saved |= set(numbers)
        self._library.refresh()
        self._notice = (
            ngettext(
                "{n} level saved to “{collection}”.",
                "{n} levels saved to “{collection}”.",
                len(numbers),
                collection=_(GENERATED_TITLE),
            ),
            "",
        )

    # --- the mouse and other events --------------------------------------------------------------

    def click(self, hit: Hit) -> Scene:
        self._notice = None
        match hit:
            case MadeCard(number):
                return self._click_card(number)
            case KeepMark(number):
                self._choose_level(number)
                if self.level is not None:
                    self._making.toggle(self._chosen)
            case WishLine(number):
                self._row = number
            case Action.TRY_OUT:
                self._choose_level(self._chosen)
                return self._play() if self._row is None else self
            case _:
                return super().click(hit)
        return self

    def _click_card(self, number: int) -> Scene:
        now = self._stage.clock()
        before, self._clicked = self._clicked, (number, now)
        self._choose_level(number)
        is_double = before is not None and before[0] == number
        if is_double and before is not None and now - before[1] < DOUBLE_CLICK_SECONDS:
            return self._play()
        return self

    def catch(self, key: str) -> Scene | None:
        """Digits are typed into the seed."""
        if self._row == SEED and key in "0123456789":
            self._making.type_seed(key)
            return self
        return None

    def hear(self, event: Event) -> Scene | None:
        if event.type == pygame.MOUSEWHEEL:
            self._scroll.longest = self._layout.longest_scroll(len(self._making.made))
            self._scroll.move(-getattr(event, "precise_y", event.y) * self._layout.row / 2)
            return self
        if self._widgets is None:
            return None
        pick = self._widgets.take(event)
        if pick is not None:
            self._pick(pick)
            return self
        return self if self._widgets.is_sliding else None

    def grip(self, point: Point, hit: Hit | None) -> Grip:
        is_slider = self._widgets is not None and self._widgets.slides_at(point)
        return Grip.SLIDE if is_slider else super().grip(point, hit)

    def pan(self, pan: Pan) -> bool:
        self._scroll.longest = self._layout.longest_scroll(len(self._making.made))
        self._scroll.jump(self._scroll.goal - pan.dy / self._layout.scale)
        return True

    def _pick(self, pick: Pick) -> None:
        """An option was clicked, or a slider moved."""
        number, what = pick
        row, self._row, self._notice = ROWS[number], number, None
        if number == SEED:
            self._making.go_to_seed(row.options[what].value)  # type: ignore[union-attr]
        elif isinstance(row, Amount):
            self._making.choose(row.name, row.fitted(what))
        else:
            self._making.choose(row.name, row.chosen(self._making.wish, what))

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        self._notice = _("Add levels in the level browser."), _("{back} goes back.")
        return self

    # --- time and what is seen -------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        has_changed = self._scroll.update()
        has_changed |= self._making.generating.poll()
        return self, self._stage.thumbnails.draw_some() or has_changed

    @property
    def is_moving(self) -> bool:
        is_sliding = self._widgets is not None and self._widgets.is_sliding
        return self._scroll.is_running or is_sliding or self._stage.thumbnails.is_waiting

    @property
    def title(self) -> str:
        return ngettext("Generator - {n} level", "Generator - {n} levels", len(self._making.made))

    @property
    def sentence(self) -> Words:
        """What the generator says."""
        words = self._notice or sentence_words(self._making, self._layout, self._row)
        return self._stage.spell_both(words, self.scope)

    def _reveal(self) -> None:
        """Scroll so that the chosen level is in sight."""
        layout = self._layout
        self._scroll.longest = layout.longest_scroll(len(self._making.made))
        _, top, _, height = layout.box(self._chosen, 0.0)
        lowest = top + height + layout.gap - layout.grid.height / layout.scale
        self._scroll.go_to(min(max(self._scroll.goal, lowest), top - layout.gap))

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        stage = self._stage
        layout = self._layout = lay_out_generator(surface.get_size())
        self._scroll.longest = layout.longest_scroll(len(self._making.made))
        hits = draw_generator(surface, layout, stage.theme, self._view(), attention)
        places = layout.control_places(control_weights())
        key = (stage.theme.name, layout, chosen(), places)
        if self._widgets is None or key != self._widgets_key:
            size = layout.window.size
            self._widgets = SettingWidgets(stage.theme, size, layout.scale, ROWS, places)
            self._widgets_key = key
        self._widgets.draw(surface, self._making.wish)
        return hits

    def _view(self) -> GeneratorView:
        place = Cursor(self._row, self._chosen, self._scroll.place)
        return generator_view(self._stage, self._making, self._layout, place, self.sentence)
