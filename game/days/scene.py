"""The calendar of the levels of the day: which are solved, how well, and the way back to each."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

import pygame
from pygame import Surface
from pygame.event import Event

from game.board.thumbnails import PictureWish
from game.days.days import TITLE, Days, difficulty_on, par_on
from game.days.layout import lay_out_calendar
from game.days.view import CalendarView, DayCard, DayEntry, DayHit, Ribbon, draw_calendar
from game.days.words import (
    NOT_SOLVED,
    day_words,
    longest_words,
    result_words,
    state_words,
    streak_words,
    weekday_title,
)
from game.input.actions import Action
from game.input.clipboard import write_clipboard
from game.input.controls import Scope
from game.input.touch import Grip, Point
from game.language.dates import whole_month
from game.language.words import Words, capitalized
from game.scene.base import Actions, Scene, each
from game.scene.over_thumbnails import OverThumbnails
from game.scene.stage import Stage
from game.widgets.brush import Mark
from game.widgets.buttons import Attention, Hit, Hits, ToolButton
from game.widgets.head import Head
from levels.days import FIRST, level_of, month_of, number_on
from levels.language import _

DOUBLE_CLICK_SECONDS = 0.4
DAY = timedelta(days=1)


class CalendarScene(OverThumbnails):
    """The days of a month; Esc goes back."""

    scope = Scope.DAYS

    def __init__(self, stage: Stage, days: Days, below: Scene, play: Callable[[], Scene]) -> None:
        """``play``: the scene in which the opened level is played."""
        super().__init__(stage, below)
        self._days = days
        self._play_scene = play
        self._calendar = days.look_up()
        self._chosen = self._calendar.today
        self._clicked: tuple[date, float] | None = None
        self._layout = lay_out_calendar(pygame.display.get_window_size())

    # --- what the player asks for ----------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        chosen, today = self._chosen, self._calendar.today
        days = {
            Action.GO_LEFT: chosen - DAY, Action.GO_RIGHT: chosen + DAY,
            Action.GO_UP: chosen - 7 * DAY, Action.GO_DOWN: chosen + 7 * DAY,
            Action.PAGE_UP: _months_on(chosen, -1), Action.PAGE_DOWN: _months_on(chosen, 1),
            Action.GO_FIRST: FIRST, Action.GO_LAST: today,
        }  # fmt: skip
        can_play = self._calendar.is_open(chosen)
        return {
            **each(days, self._choose),
            Action.PLAY_CHOSEN: self._play if can_play else None,
            Action.COPY: self._copy,
            Action.BACK: self._leave,
        }

    def act(self, action: Action) -> Scene:
        self._notice = None
        return super().act(action)

    def _choose(self, day: date) -> None:
        """Choose a day: not before the first one, and not beyond the month after today's."""
        last = month_of(self._calendar.today)[-1]
        self._chosen = max(min(FIRST, last), min(day, last))
        self._notice = None

    def _play(self) -> Scene:
        self._days.open(self._chosen)
        return self._play_scene()

    def _copy(self) -> Words:
        text = self._days.result_text(self._chosen)
        if text is None:
            return _(NOT_SOLVED[0]), _(NOT_SOLVED[1])
        if not write_clipboard(text):
            return _("Could not copy to the clipboard."), ""
        return _("Copied."), text

    def click(self, hit: Hit) -> Scene:
        if not isinstance(hit, DayHit):
            return super().click(hit)
        now, before = self._stage.clock(), self._clicked
        self._clicked = hit.day, now
        self._choose(hit.day)
        is_double = before is not None and before[0] == hit.day
        if is_double and before is not None and now - before[1] < DOUBLE_CLICK_SECONDS:
            return self.act(Action.PLAY_CHOSEN)
        return self

    def hear(self, event: Event) -> Scene | None:
        if event.type != pygame.MOUSEWHEEL:
            return None
        self._choose(_months_on(self._chosen, -1 if event.y > 0 else 1))
        return self

    def grip(self, point: Point, hit: Hit | None) -> Grip:
        return Grip.SWIPE

    # --- time and what is seen -------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        is_news = self._days.today != self._calendar.today
        if is_news:
            self._calendar = self._days.look_up()
        return self, super().update(now)[1] or is_news

    @property
    def due_at(self) -> float:
        return self._stage.clock() + math.ceil(self._days.until_midnight)

    @property
    def title(self) -> str:
        return _(TITLE)

    @property
    def sentence(self) -> Words:
        """What the calendar says."""
        day, calendar = self._chosen, self._calendar
        result = calendar.results.get(day)
        words = self._notice or day_words(day, calendar.today, result)
        return self._stage.spell_both(words, self.scope)

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        self._layout = lay_out_calendar(surface.get_size())
        self._stage.thumbnails.forget_wishes()
        return draw_calendar(surface, self._layout, self._stage.theme, self._view(), attention)

    def _view(self) -> CalendarView:
        label = partial(self._stage.label, scope=self.scope)
        days = month_of(self._chosen)
        back, on = _months_on(self._chosen, -1), _months_on(self._chosen, 1)
        first, last = FIRST.replace(day=1), month_of(self._calendar.today)[-1]
        arrows = (
            ToolButton(
                Action.PAGE_UP, "left", _("Earlier"), label(Action.PAGE_UP),
                "normal" if back >= first else "disabled",
            ),
            ToolButton(
                Action.PAGE_DOWN, "right", _("Later"), label(Action.PAGE_DOWN),
                "normal" if on.replace(day=1) <= last else "disabled",
            ),
        )  # fmt: skip
        today = ToolButton(
            Action.GO_LAST, "", _("Today"), label(Action.GO_LAST),
            "disabled" if self._chosen == self._calendar.today else "normal",
        )  # fmt: skip
        return CalendarView(
            Head(_(TITLE), _("The same for everyone, every day"), (today,)),
            capitalized(whole_month(self._chosen)),
            arrows,
            [self._entry(day, len(days) // 7) for day in days],
            self._card(),
            self.sentence,
        )

    def _mark(self, day: date) -> Mark | None:
        """How well the level of a day is solved; None for days without one to play."""
        result = self._calendar.results.get(day)
        if result is None:
            return "unsolved" if self._calendar.is_open(day) else None
        return "optimal" if result.pushes == par_on(day) else "solved"

    def _ribbon(self, day: date) -> Ribbon:
        result = self._calendar.results.get(day)
        if result is not None and result.is_in_time:
            return "solved"
        return "forgiven" if day in self._calendar.streak.forgiven else ""

    def _entry(self, day: date, weeks: int) -> DayEntry:
        calendar, layout = self._calendar, self._layout
        is_of_month = day.month == self._chosen.month
        is_open = calendar.is_open(day)
        picture = None
        if is_open and is_of_month:
            picture = self._picture(day, layout.picture_size(weeks), layout.scale)
        return DayEntry(
            day, is_of_month, day == calendar.today, is_open, day == self._chosen,
            self._mark(day), self._ribbon(day), bool(self._ribbon(day + DAY)), picture,
        )  # fmt: skip

    def _picture(self, day: date, size: tuple[int, int], scale: float) -> Surface | None:
        wish = PictureWish(("day", number_on(day)), size, partial(level_of, day), scale)
        return self._stage.thumbnails.get(wish)

    def _card(self) -> DayCard:
        day, calendar = self._chosen, self._calendar
        result, is_open = calendar.results.get(day), calendar.is_open(day)
        lines = [state_words(day, calendar.today, result)]
        if result is not None:
            lines.append(result_words(result, par_on(day)))
        elif is_open and par_on(day) is not None:
            lines.append(_("Par {par}", par=par_on(day)))
        streak = calendar.streak
        caption = _("Today") if day == calendar.today else str(day.year)
        picture = None
        if is_open:
            picture = self._picture(day, self._layout.large_size, 2 * self._layout.scale)
        return DayCard(
            caption, capitalized(weekday_title(day)), difficulty_on(day).marks if is_open else 0,
            picture, day > calendar.today, tuple(lines), self._mark(day), self._buttons(day),
            (streak_words(streak), longest_words(streak)),
        )  # fmt: skip

    def _buttons(self, day: date) -> tuple[ToolButton, ...]:
        label = partial(self._stage.label, scope=self.scope)
        result = self._calendar.results.get(day)
        play = ToolButton(
            Action.PLAY_CHOSEN, "", _("Play"), label(Action.PLAY_CHOSEN),
            "disabled" if not self._calendar.is_open(day) else "normal" if result else "primary",
        )  # fmt: skip
        copy = ToolButton(
            Action.COPY, "", _("Copy"), label(Action.COPY), "normal" if result else "disabled"
        )
        return play, copy


def _months_on(day: date, by: int) -> date:
    """The same day of another month, or the last one there is."""
    month = day.year * 12 + day.month - 1 + by
    first = date(month // 12, month % 12 + 1, 1)
    end = (first + timedelta(days=31)).replace(day=1) - DAY
    return min(first + timedelta(days=day.day - 1), end)
