"""What became of an import with more than one fault: a list that can be scrolled."""

from __future__ import annotations

import pygame
from pygame import Surface
from pygame.event import Event

from game.browser.importing import Report
from game.browser.report import (
    ReportHead,
    ReportRow,
    draw_report,
    line_pixels,
    longest_scroll,
    page_lines,
    report_rows,
)
from game.browser.words import report_lines, report_words
from game.input.actions import Action
from game.input.controls import Scope
from game.input.touch import Pan
from game.language.words import Words
from game.scene.base import Actions, Scene, each
from game.scene.overlay import Overlay
from game.scene.scrolling import Rows
from game.scene.stage import Stage
from game.widgets.buttons import Attention, Hit, Hits
from levels.language import _, chosen

WHEEL_LINES = 3


class ImportReportScene(Overlay):
    """The report over the browser; Esc or Enter returns to it."""

    scope = Scope.BROWSER

    def __init__(self, stage: Stage, below: Scene, reports: tuple[Report, ...]) -> None:
        super().__init__(below)
        self._stage = stage
        self._reports = reports
        self._first = 0
        self._turned = Rows()
        self._size = (0, 0)
        self._language = ""
        """the language in which the rows are laid out for that size"""
        self._rows: list[ReportRow] = []

    @property
    def title(self) -> str:
        return _("Import")

    @property
    def sentence(self) -> Words:
        """What is said first."""
        return self._stage.spell_both(report_words(self._reports), self.scope)

    @property
    def actions(self) -> Actions:
        page, lines = page_lines(self._size, len(self._rows)), len(self._rows)
        ways = {
            Action.GO_UP: -1, Action.GO_DOWN: 1, Action.PAGE_UP: -page, Action.PAGE_DOWN: page,
            Action.GO_FIRST: -lines, Action.GO_LAST: lines,
        }  # fmt: skip
        return {
            **each(ways, self._scroll),
            Action.BACK: self._leave,
            Action.PLAY_CHOSEN: self._leave,
        }

    def click(self, hit: Hit) -> Scene:
        return self._below if hit is Action.BACK else self

    def hear(self, event: Event) -> Scene | None:
        if event.type != pygame.MOUSEWHEEL:
            return None
        self._scroll(-event.y * WHEEL_LINES)
        return self

    def pan(self, pan: Pan) -> bool:
        self._scroll(self._turned.turn(pan.dy, line_pixels(self._size)))
        return True

    def _scroll(self, lines: int) -> None:
        longest = longest_scroll(self._size, len(self._rows))
        self._first = max(0, min(longest, self._first + lines))

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        if (surface.get_size(), chosen()) != (self._size, self._language):
            self._size, self._language = surface.get_size(), chosen()
            self._reports = tuple(report.retold for report in self._reports)
            self._rows = report_rows(report_lines(self._reports), self._size)
            self._scroll(0)
        self._below.draw(surface, Attention())
        theme = self._stage.theme
        head = ReportHead(*self.sentence, self._stage.label(Action.BACK, self.scope))
        return draw_report(surface, theme, head, self._rows, self._first, attention)
