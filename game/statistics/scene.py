"""The page of statistics: what was solved when, how well, and how far each collection is."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from functools import partial

import pygame
from pygame.event import Event

from game.browser.library import Library
from game.input.actions import Action
from game.input.controls import Scope
from game.input.touch import Grip, Pan, Point
from game.language.dates import short_day
from game.language.words import Words, translated
from game.scene.base import Actions, Scene, each
from game.scene.scrolling import Rows
from game.scene.stage import Stage
from game.statistics.chart import Bar, ChartBar
from game.statistics.days import Span, earlier, periods_between
from game.statistics.overview import Overview, count_everything
from game.statistics.parts import PartedScene, Parts
from game.statistics.spreadsheet import export_statistics
from game.statistics.view import CountChip, Figure, SpanChip, StatisticsView, show_statistics
from game.statistics.words import (
    COUNTING,
    NOT_KEPT,
    NOTHING_SOLVED,
    bar_label,
    lost_words,
    period_words,
    share,
    spent,
    streak_words,
    unread,
)
from game.storage.records import Records
from game.widgets.buttons import Attention, Hit, Hits, ToolButton, ToolState
from game.widgets.head import Head
from game.work.inquiry import LOOK_SECONDS, Inquiry
from levels.language import _, decimal, grouped, ngettext, pgettext


class StatisticsScene(PartedScene):
    """What the player has done in all; Esc goes back."""

    scope = Scope.STATISTICS

    def __init__(
        self, stage: Stage, records: Records | None, library: Library, below: Scene, *,
        today: Callable[[], date] = date.today,
    ) -> None:  # fmt: skip
        super().__init__(stage, below)
        self._records = records
        self._today = today()
        self._span = Span.DAYS
        self._is_lost = False
        """whether the bars count pushes lost"""
        self._chosen = 0
        """how many periods before today's"""
        self._first = 0
        self._turned = Rows()
        self._overview: Overview | None = None
        self._counting: Inquiry[Overview] | None = None
        self._exporting: Inquiry[Words] | None = None
        if records is not None:
            self._counting = Inquiry(partial(count_everything, records, library, self._today))

    # --- what the player asks for ----------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        page = self._layout.rows
        rows = {
            Action.GO_UP: -1, Action.GO_DOWN: 1, Action.PAGE_UP: -page, Action.PAGE_DOWN: page
        }  # fmt: skip
        bars = {
            Action.GO_LEFT: self._chosen + 1, Action.GO_RIGHT: self._chosen - 1,
            Action.GO_FIRST: self._earliest, Action.GO_LAST: 0,
        }  # fmt: skip
        return {
            **each(rows, self._scroll),
            **each(bars, self._choose),
            Action.NEXT_SPAN: partial(self._show, self._span.following),
            Action.NEXT_METRIC: partial(self._count, is_lost=not self._is_lost),
            Action.EXPORT: self._export if self._has_any else None,
            Action.BACK: self._leave,
        }

    def click(self, hit: Hit) -> Scene:
        match hit:
            case SpanChip(span):
                self._show(span)
            case CountChip(is_lost):
                self._count(is_lost=is_lost)
            case ChartBar(back):
                self._choose(back)
            case _:
                return super().click(hit)
        return self

    def hear(self, event: Event) -> Scene | None:
        if event.type != pygame.MOUSEWHEEL:
            return None
        if self._layout.left.collidepoint(pygame.mouse.get_pos()):
            self._choose(self._chosen + event.y)
        else:
            self._scroll(-event.y)
        return self

    def grip(self, point: Point, hit: Hit | None) -> Grip:
        is_chart = self._layout.left.collidepoint(point)
        return Grip.SWIPE if is_chart else super().grip(point, hit)

    def pan(self, pan: Pan) -> bool:
        self._scroll(self._turned.turn(pan.dy, self._layout.row * self._layout.scale))
        return True

    def _show(self, span: Span) -> None:
        """The same time in bars of another length."""
        day = earlier(self._span, self._today, self._chosen)
        self._span = span
        self._choose(periods_between(span, day, self._today))

    def _count(self, *, is_lost: bool) -> None:
        """Have the bars count pushes lost, or levels solved."""
        self._is_lost = is_lost
        self._notice = None

    def _choose(self, back: int) -> None:
        self._chosen = max(0, min(self._earliest, back))
        self._notice = None

    @property
    def _earliest(self) -> int:
        """How long ago anything was first solved; at least as far back as what is in sight."""
        first = self._overview.first if self._overview else self._today
        return max(self._span.bars - 1, periods_between(self._span, first, self._today))

    def _scroll(self, by: int) -> None:
        collections = self._overview.collections if self._overview else ()
        most = max(0, len(collections) - self._layout.rows)
        self._first = max(0, min(most, self._first + by))

    def _export(self) -> None:
        if self._records is not None and self._exporting is None:
            self._notice = _("Exporting your statistics."), ""
            self._exporting = Inquiry(partial(export_statistics, self._records))

    # --- time ------------------------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        has_news = False
        if self._overview is None and self._counting is not None and self._counting.is_over:
            self._overview, self._parts = self._counting.answer, None
            has_news = True
            self._counting = None if self._overview else self._counting
        if self._exporting is not None and self._exporting.is_over:
            error = self._exporting.error
            self._notice = unread(error) if error else self._exporting.answer
            self._exporting, has_news = None, True
        return self, has_news or super().is_moving

    @property
    def due_at(self) -> float:
        waits = any(each and not each.is_over for each in (self._counting, self._exporting))
        return self._stage.clock() + LOOK_SECONDS if waits else math.inf

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return _("Statistics")

    def _show_parts(self, parts: Parts, attention: Attention) -> Hits:
        self._scroll(0)
        return show_statistics(parts, self._view(), attention)

    @property
    def _has_any(self) -> bool:
        """Whether anything was played."""
        if self._overview is None:
            return False
        found = self._overview.statistics
        return bool(found.solved or found.seconds)

    @property
    def empty(self) -> Words | None:
        """What stands where the figures would be, if there are none."""
        if self._records is None:
            return translated(NOT_KEPT)
        if self._overview is None:
            error = self._counting.error if self._counting and self._counting.is_over else None
            return unread(error) if error else translated(COUNTING)
        return None if self._has_any else translated(NOTHING_SOLVED)

    @property
    def sentence(self) -> Words:
        """What the page says."""
        if self._notice is not None:
            return self._notice
        words = lost_words if self._is_lost else period_words
        start = earlier(self._span, self._today, self._chosen)
        return words(self._span, start, *self._counted(start))

    def _view(self) -> StatisticsView:
        newest = self._chosen // self._span.bars * self._span.bars
        bars = [self._bar(newest + number) for number in reversed(range(self._span.bars))]
        overview, key = self._overview, self._stage.label(Action.EXPORT, self.scope)
        state: ToolState = "normal" if self.can(Action.EXPORT) else "disabled"
        button = ToolButton(Action.EXPORT, "export", _("Export CSV"), key, state)
        since = (
            _("Since {date}", date=short_day(overview.first)) if overview and self._has_any else ""
        )
        return StatisticsView(
            head=Head(_("Statistics"), since, (button,)),
            figures=self._figures(overview) if overview else (),
            span=self._span,
            span_key=self._stage.label(Action.NEXT_SPAN, self.scope),
            is_lost=self._is_lost,
            lost_key=self._stage.label(Action.NEXT_METRIC, self.scope),
            bars=bars,
            chosen=self._chosen,
            collections=overview.collections if overview else (),
            first=self._first,
            empty=self.empty,
            sentence=self.sentence,
        )

    def _bar(self, back: int) -> Bar:
        start = earlier(self._span, self._today, back)
        one, other, *_most = self._counted(start) or (0, 0)
        label = bar_label(self._span, start)
        return (
            Bar(back, one / max(1, other), 0, label)
            if self._is_lost
            else Bar(back, one, other, label)
        )

    def _counted(self, start: date) -> tuple[int, ...]:
        """What the bars count in the period that begins on a day: levels solved and how many of
        them are at par, or pushes lost at least, in how many games, and at most."""
        overview = self._overview
        if overview is None:
            return ()
        periods = overview.lost_by_period if self._is_lost else overview.by_period
        return periods[self._span].get(start, ())

    def _figures(self, overview: Overview) -> tuple[Figure, ...]:
        found, days = overview.statistics, len(overview.statistics.days)
        levels = sum(each.levels for each in overview.collections)
        hints = found.attempts.hints
        each = (
            _("{number} a level", number=decimal(hints / found.solved, 1)) if found.solved else ""
        )
        return (
            Figure(
                pgettext("figure", "Solved"),
                grouped(found.solved),
                ngettext("of {n} level", "of {n} levels", levels) if levels else "",
            ),
            Figure(
                _("At par"),
                share(found.at_par, found.solved),
                ngettext("{n} level", "{n} levels", found.at_par),
            ),
            Figure(_("Streak"), *streak_words(overview.streak)),
            Figure(
                _("Time played"), spent(found.seconds), ngettext("on {n} day", "on {n} days", days)
            ),
            Figure(_("Hints"), grouped(hints), each if hints else _("none used")),
        )
