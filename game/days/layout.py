"""Where things are in the calendar: the month at the left, the chosen day at the right."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.widgets.brush import Box
from game.widgets.layout import lay_out, reach

PANEL = 336, 216
"""Units, in a window of the usual size and in a compact one."""
ROOMY_PANEL = 0.3
"""The panel's share of a large window."""
LARGEST = 300.0
"""The height of the picture of the chosen day."""
TITLE, WEEKDAYS = (48, 32), (26, 18)
"""The heights of what is above the weeks."""


@dataclass(frozen=True)
class CalendarLayout:
    """The rectangles of the calendar, in physical pixels."""

    scale: float
    compact: bool
    window: Rect
    head: Rect
    month: Rect
    panel: Rect
    sentence: Rect

    @property
    def gap(self) -> float:
        """The space between two days."""
        return 4 if self.compact else 8

    @property
    def top(self) -> float:
        """Where the weeks begin in the month, in units."""
        return self.title_height + WEEKDAYS[self.compact]

    @property
    def title_height(self) -> float:
        """The height of the month's name and the arrows beside it, in units."""
        return max(TITLE[1], reach(26)) if self.compact else TITLE[0]

    def day_box(self, number: int, weeks: int) -> Box:
        """Where a day is in the month, in units, from 0."""
        row, column = divmod(number, 7)
        gap = self.gap
        width = (self.month.width / self.scale - gap) / 7
        height = (self.month.height / self.scale - self.top) / weeks
        return gap + column * width, self.top + row * height, width - gap, height - gap

    def picture_size(self, weeks: int) -> tuple[int, int]:
        """How large the picture of a day may be, in physical pixels."""
        _, _, width, height = self.day_box(0, weeks)
        beside, above = (6, 16) if self.compact else (14, 28)
        return self._pixels(width - 2 * beside, height - above - (6 if self.compact else 12))

    @property
    def large_size(self) -> tuple[int, int]:
        """How large the picture of the chosen day may be, in physical pixels."""
        _, _, width, height = self.large_box
        return self._pixels(width - 24, height - 24)

    @property
    def large_box(self) -> Box:
        """Where that picture is in the panel, in units."""
        edge = 10 if self.compact else 20
        width, height = self.panel.width / self.scale, self.panel.height / self.scale
        top, below = (64, 166) if self.compact else (100, 286)
        return edge, top, width - 2 * edge, min(LARGEST, max(60.0, height - top - below))

    def _pixels(self, width: float, height: float) -> tuple[int, int]:
        return max(1, round(width * self.scale)), max(1, round(height * self.scale))


def lay_out_calendar(size: tuple[int, int]) -> CalendarLayout:
    """The calendar in a window of that many physical pixels."""
    play = lay_out(size)
    px, compact = play.px, play.compact
    width, height = play.window.size
    air, top = px(8 if compact else 16), play.top_bar.bottom
    wide = px(PANEL[compact]) if compact else max(px(PANEL[0]), round(ROOMY_PANEL * width))
    panel = Rect(width - wide - air, top + air, wide, height - top - 2 * air)
    line = px(32 if compact else 52)
    sentence = Rect(0, height - line, panel.left, line)
    month = Rect(air, top, panel.left - 2 * air, sentence.top - top)
    return CalendarLayout(
        play.scale, compact, play.window, play.top_bar, month, panel, sentence
    )  # fmt: skip
