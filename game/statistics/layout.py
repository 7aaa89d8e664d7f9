"""Where everything of a page of figures goes."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.widgets.layout import lay_out

COLLECTION_ROW, LOW_ROW = 46.0, 36.0


@dataclass(frozen=True)
class StatisticsLayout:
    """The rectangles of a page of figures, in physical pixels."""

    scale: float
    compact: bool
    window: Rect
    head: Rect
    figures: Rect
    left: Rect
    right: Rect
    sentence: Rect

    @property
    def below_head(self) -> Rect:
        """All but the head."""
        top = self.head.bottom
        return Rect(0, top, self.window.width, self.window.height - top)

    @property
    def row(self) -> float:
        """The height of a collection in the list, in units."""
        return LOW_ROW if self.compact else COLLECTION_ROW

    @property
    def rows(self) -> int:
        """How many collections are listed at once."""
        return max(1, int((self.right.height / self.scale - 40) // self.row))


def lay_out_statistics(size: tuple[int, int], *, left_share: float = 0.64) -> StatisticsLayout:
    """The page in a window of that many physical pixels."""
    play = lay_out(size)
    scale, compact = play.scale, play.compact
    width, height = play.window.size
    px = play.px
    air = px(8 if compact else 16)
    foot = px(32 if compact else 52)
    figures = Rect(air, play.top_bar.bottom + air, width - 2 * air, px(62 if compact else 92))
    top, end = figures.bottom + air, height - foot
    wide = round((width - 3 * air) * left_share)
    left = Rect(air, top, wide, end - top)
    right = Rect(left.right + air, top, width - 2 * air - left.right, end - top)
    sentence = Rect(0, end, width, foot)
    return StatisticsLayout(
        scale, compact, play.window, play.top_bar, figures, left, right, sentence
    )
