"""Where things are beside the generator: the wish at the left, what was found at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from game.widgets.brush import Box
from game.widgets.card_layout import CardLayout
from game.widgets.layout import lay_out, reach

PANEL = 328, 232
"""Units, in a window of the usual size and in a compact one."""
BUTTON, PROGRESS = 44, 44
"""The heights of what is below the wish; a compact window has no room for the second."""
WISHES = 6
LABEL = 31.0
"""Units above the control of a wish, where there is room."""
LEAST_LABEL, SMALL_LABEL = 19.0, 26.0
"""The same where there is little room, from the least to what looks best."""


@dataclass(frozen=True)
class GeneratorLayout(CardLayout):
    """The rectangles of the generator, in physical pixels."""

    panel: Rect
    sentence: Rect
    picture: float
    """the height of a card's picture with the air around it"""

    @property
    def edge(self) -> float:
        """The air inside the panel."""
        return 10 if self.compact else 20

    @property
    def picture_size(self) -> tuple[int, int]:
        """How large a thumbnail may be, in physical pixels."""
        beside, above = (26, 8) if self.compact else (40, 14)
        width, height = self.card[0] - 2 * beside, self.picture - 2 * above
        return round(width * self.scale), round(height * self.scale)

    def wish_box(self, number: int) -> Box:
        """Where a row of the wish is, in units of the panel."""
        top, height = 6 if self.compact else 16, self._wish_height
        width = self.panel.width / self.scale - 2 * self.edge
        return self.edge, top + number * height, width, height

    @property
    def _wish_height(self) -> float:
        share = self._wish_room / WISHES
        least = 2 + LEAST_LABEL + reach(24)
        return max(least, min(least + 15, share)) if self.compact else min(78.0, share)

    @property
    def _wish_room(self) -> float:
        below = 18 + reach(34) if self.compact else 16 + BUTTON + PROGRESS
        return self.panel.height / self.scale - self.edge - below

    @property
    def wish_heights(self) -> tuple[float, float]:
        """How high the label and the control of a row are."""
        is_high = not self.compact and self._wish_room >= WISHES * (LABEL + reach(34))
        if is_high:
            return LABEL, reach(34)
        left = self._wish_height - reach(24) - 3
        return max(LEAST_LABEL, min(SMALL_LABEL, left)), reach(24)

    def control_places(self, rows: Sequence[Sequence[int]]) -> list[tuple[Rect, ...]]:
        """The places of the controls in each row by their weights; a slider has none."""
        places = []
        for number, weights in enumerate(rows):
            left, top, width, _ = self.wish_box(number)
            label, height = self.wish_heights
            if not weights:
                high = reach(20)
                boxes = [(left, top + label + (height - high) / 2, width, high)]
            else:
                gap = 4 if self.compact else 8
                unit = (width - gap * (len(weights) - 1)) / sum(weights)
                boxes = [
                    (left + unit * sum(weights[:i]) + gap * i, top + label, unit * weight, height)
                    for i, weight in enumerate(weights)
                ]
            places.append(tuple(self._pixels(box) for box in boxes))
        return places

    def _pixels(self, box: tuple[float, float, float, float]) -> Rect:
        left, top, width, height = (round(part * self.scale) for part in box)
        return Rect(self.panel.left + left, self.panel.top + top, width, height)


def lay_out_generator(size: tuple[int, int]) -> GeneratorLayout:
    """The generator in a window of that many physical pixels."""
    play = lay_out(size)
    scale, compact, px = play.scale, play.compact, play.px
    width, height = play.window.size
    air = px(8 if compact else 16)
    top = play.top_bar.bottom
    panel = Rect(air, top + air, px(PANEL[compact]), height - top - 2 * air)
    line = px(36 if compact else 56)
    sentence = Rect(panel.right, height - line, width - panel.right, line)
    grid = Rect(panel.right, top, width - panel.right, sentence.top - top)
    gap, least, picture, label = (10, 124, 84, 34) if compact else (16, 180, 136, 44)
    room = grid.width / scale - gap
    columns = max(1, int(room // (least + gap)))
    card = (room / columns - gap, float(picture + label))
    return GeneratorLayout(
        scale,
        compact,
        play.window,
        play.top_bar,
        grid,
        columns,
        card,
        (gap, gap),
        gap,
        panel,
        sentence,
        picture,
    )
