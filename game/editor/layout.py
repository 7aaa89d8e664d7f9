"""Where things are in the editor: tools at the left, the drawing, the panel at the right."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.widgets.layout import lay_out

PALETTE = 104, 56
"""Units, with words and without."""
PANEL = 328, 288, 248
"""Units: in a window of the usual size, in a compact one, and in the smallest."""
LEAST_FOR_WORDS = 800
LEAST_FOR_NAMES = 480
"""The height that a panel needs to hold title and author, in units."""
AIR = 16
RULER = 40, 38
"""Units around the drawing for the numbers and the handles."""


@dataclass(frozen=True)
class EditorLayout:
    """The rectangles of the editor, in physical pixels."""

    scale: float
    compact: bool
    window: Rect
    top_bar: Rect
    stage: Rect
    palette: Rect
    board: Rect
    sentence: Rect
    panel: Rect

    @property
    def has_names(self) -> bool:
        """Whether there is room in the panel for title and author."""
        return self.panel.height / self.scale > LEAST_FOR_NAMES

    def px(self, units: float) -> int:
        """Physical pixels of a measure in units."""
        return round(units * self.scale)


def lay_out_editor(size: tuple[int, int]) -> EditorLayout:
    """The editor in a window of that many physical pixels."""
    play = lay_out(size)
    scale, width, height = play.scale, play.window.width, play.window.height
    compact = play.compact or width / scale < 1000
    px = play.px
    air = px(8 if compact else AIR)
    top = play.top_bar.bottom
    low = height - top
    palette = Rect(air, top + air, px(PALETTE[compact]), min(low - 2 * air, px(16 + 6 * 92)))
    panel_width = px(PANEL[compact + (width / scale < LEAST_FOR_WORDS)])
    panel = Rect(width - air - panel_width, top + air, panel_width, low - 2 * air)
    left, right = palette.right, panel.left
    sentence = Rect(left, height - px(40 if compact else 60), right - left, px(40))
    ruler = px(RULER[compact])
    board = Rect(left + ruler, top + ruler, right - left - 2 * ruler, 0)
    board.height = sentence.top - ruler // 2 - board.top
    stage = Rect(0, top, width, low)
    return EditorLayout(
        scale, compact, play.window, play.top_bar, stage, palette, board, sentence, panel
    )
