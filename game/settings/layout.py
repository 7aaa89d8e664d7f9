"""Where everything goes on the page of settings: pure arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.widgets.brush import Box
from game.widgets.layout import ROOMY, lay_out, reach

WIDEST = 840
"""No row is wider, in units: what belongs together is not torn apart."""

SIDE, NARROW_SIDE, COMPACT_SIDE = 248, 196, 112
"""Units for the names of the sections, the second in windows narrower than ROOMY."""


@dataclass(frozen=True)
class SettingsLayout:
    """The parts of the page, in physical pixels, and its measures in units."""

    scale: float
    compact: bool
    window: Rect
    head: Rect
    side: Rect
    page: Rect
    foot: Rect
    row: float
    """the height of a row"""
    control: float
    """the height of what is clicked in it"""

    @property
    def left(self) -> float:
        """Where rows begin, from the left of the page."""
        return 12 if self.compact else 40

    @property
    def width(self) -> float:
        """How wide rows are."""
        return min(WIDEST, self.page.width / self.scale - 2 * self.left)

    @property
    def controls(self) -> float:
        """How wide what is clicked may be."""
        return min(400.0, self.width * (0.6 if self.compact else 0.52))

    def row_height(self, lines: int) -> float:
        """The height of a row whose controls stand in that many lines."""
        return self.row + (lines - 1) * (self.control + 8)

    def control_boxes(self, top: float, count: int, *, lines: int = 1) -> list[Box]:
        """The boxes of that many controls in a row, side by side, in units of the page."""
        in_line = -(-count // lines)
        gap = 4.0 if self.compact else 8.0
        width = (self.controls - gap * (in_line - 1)) / in_line
        start = self.left + self.width - self.controls
        first = top + (self.row - self.control) / 2
        return [
            (start + (width + gap) * (number % in_line),
             first + (self.control + gap) * (number // in_line), width, self.control)
            for number in range(count)
        ]  # fmt: skip


def lay_out_settings(size: tuple[int, int]) -> SettingsLayout:
    """The page of settings in a window of that many physical pixels."""
    play = lay_out(size)
    scale, compact, px = play.scale, play.compact, play.px
    width, height = play.window.size
    wide = COMPACT_SIDE if compact else SIDE if width / scale >= ROOMY else NARROW_SIDE
    head = Rect(0, 0, width, px(40 if compact else 64))
    foot = Rect(0, height - px(36 if compact else 48), width, px(36 if compact else 48))
    side = Rect(0, head.bottom, px(wide), foot.top - head.bottom)
    page = Rect(side.right, head.bottom, width - side.right, side.height)
    row, control = (44, reach(34)) if compact else (72, 40)
    return SettingsLayout(scale, compact, play.window, head, side, page, foot, row, control)
