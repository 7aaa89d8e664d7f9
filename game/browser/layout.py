"""Where the parts of the browser are in a window of any size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pygame import Rect

from game.widgets.brush import Box
from game.widgets.card_layout import CardLayout
from game.widgets.layout import lay_out, reach


class Measures(NamedTuple):
    """Sizes in units that differ between a window of the usual size and a compact one."""

    side: float
    head: float
    foot: float
    margin: float
    gap: float
    least_card: float
    picture: float
    """the height of a card's picture with the air around it"""
    tab: float


WIDE = Measures(272, 118, 44, 24, 16, 204, 150, 54)
SMALL_WINDOW = Measures(216, 78, 36, 12, 10, 148, 92, 40)
LABEL = 66
SOURCE_LINE = 20
"""How much higher a card is if it names its collection."""
SCROLL_BAR = 6


@dataclass(frozen=True)
class BrowserLayout(CardLayout):
    """Where the parts of the browser are, in physical pixels."""

    measures: Measures
    side: Rect
    foot: Rect

    @property
    def search(self) -> Rect:
        """The place of the entry field, without its frame."""
        frame = search_frame(self)
        brush_left = self.head.left + round((frame[0] + 34) * self.scale)
        top = self.head.top + round((frame[1] + 3) * self.scale)
        return Rect(
            brush_left, top, round((frame[2] - 40) * self.scale), round((frame[3] - 6) * self.scale)
        )

    @property
    def picture_size(self) -> tuple[int, int]:
        """How large a thumbnail may be, in physical pixels."""
        air = 10 if self.compact else 16
        size = (self.card[0] - 2 * air, self.measures.picture - 2 * air + 6)
        return round(size[0] * self.scale), round(size[1] * self.scale)


def lay_out_browser(size: tuple[int, int], *, names_collections: bool = False) -> BrowserLayout:
    """The browser in a window of that many physical pixels."""
    play = lay_out(size)
    scale, compact, px = play.scale, play.compact, play.px
    width, height = play.window.size
    measures = SMALL_WINDOW._replace(head=52 + reach(26)) if compact else WIDE
    side = Rect(0, 0, px(measures.side), height)
    head = Rect(side.right, 0, width - side.right, px(measures.head))
    foot = Rect(side.right, height - px(measures.foot), head.width, px(measures.foot))
    grid = Rect(side.right, head.bottom, head.width, foot.top - head.bottom)
    room = grid.width / scale - 2 * measures.margin + measures.gap
    columns = max(1, int(room // (measures.least_card + measures.gap)))
    label = LABEL - (10 if compact else 0) + (SOURCE_LINE if names_collections else 0)
    card = (room / columns - measures.gap, measures.picture + label)
    return BrowserLayout(
        scale, compact, play.window, head, grid, columns, card, (measures.margin, 0.0),
        measures.gap, measures, side, foot,
    )  # fmt: skip


def search_frame(layout: BrowserLayout) -> Box:
    """The frame of the entry field, in units from the corner of the head."""
    width, height = (180, reach(32)) if layout.compact else (264, 38)
    right = layout.head.width / layout.scale - layout.measures.margin
    return right - width, 38 - height if layout.compact else 16, width, height


def scroll_bar(layout: BrowserLayout, scroll: float, count: int) -> Box | None:
    """The handle at the right edge of the grid, in units; None if all is in sight."""
    longest = layout.longest_scroll(count)
    if longest <= 0:
        return None
    height = layout.grid.height / layout.scale
    length = max(36.0, height * height / (height + longest))
    top = (height - length) * min(1.0, scroll / longest)
    return layout.grid.width / layout.scale - SCROLL_BAR - 4, top, SCROLL_BAR, length
