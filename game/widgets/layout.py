"""Where everything goes in a window: pure arithmetic, nothing is drawn here.

A window is measured in physical pixels. A *unit* is a pixel of the 1280 x 800 design; `scale`
says how many physical pixels one unit is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import floor

from pygame import Rect

DESIGN = (1280, 800)
LEAST = (640, 360)
"""The least window, in points, that shows everything at its full size."""

SMALLEST = 0.4
"""The scale of the smallest window that shows everything; one that is smaller still shows a part
of it."""

COMPACT = (900, 560)
"""Below this, in units, bars shrink and lose their words."""

ROOMY = 1000
"""Above this width, in units, panels grow with the window."""

WORDY = 344
"""The width from which a panel has room for a button of many words, in units."""

LARGEST_SQUARE = 64
"""No square of a board is larger, in units."""

MARGIN, SMALL_MARGIN = 16, 8

ONE_LINE, TWO_LINES = 32, 54
"""The heights of a sentence in a compact window, in units."""
LOW_STAGE = 400
"""Units between the bars below which such a sentence lies over the board."""

PANEL_BLUR, PANEL_DROP = 10, 6
PANEL_SHADOW = 3 * PANEL_BLUR + PANEL_DROP
"""How far the shadow of a panel reaches, in units."""


@dataclass(frozen=True)
class PlayLayout:
    """The rectangles of the play screen, in physical pixels.

    Bars, board, sentence and panel never overlap, except that in a low `compact` window the
    sentence lies over the lower edge of the board.
    """

    scale: float
    compact: bool
    window: Rect
    """What was laid out: the window, or the smallest window if that is larger."""
    top_bar: Rect
    stage: Rect
    """All between the bars: the board's shadow may fall anywhere on it."""
    board: Rect
    """What the board is fitted into."""
    sentence: Rect
    bottom_bar: Rect
    panel: Rect | None

    @property
    def is_panel_narrow(self) -> bool:
        """Whether the panel has room for short words only."""
        return self.panel is not None and self.panel.width < self.px(WORDY)

    @cached_property
    def aside(self) -> tuple[Rect, ...]:
        """Where sentence and panel are drawn: the shadow of the panel falls on the sentence, so
        that they are one part."""
        if self.panel is None:
            return (self.sentence,)
        reach = 2 * self.px(PANEL_SHADOW)
        return self.sentence, self.panel.inflate(reach, reach).clip(self.stage)

    def px(self, units: float) -> int:
        """Physical pixels of a measure in units."""
        return round(units * self.scale)


@dataclass
class Scaling:
    """How large everything is drawn, besides the size of the window: the same for all windows."""

    display: float = 1.0
    """how many pixels the display has for a point"""
    chosen: float | None = None
    """points per unit, as the person wants it; None leaves it to the size of the window"""

    by_finger: bool = False
    """whether what was used last was a finger: it needs more room than a mouse"""


SCALING = Scaling()

FINGER_SCALE = 1.25
"""Points per unit at least where fingers are used, as far as the window has room."""

FINGER = 36
"""Units of the smallest thing that a finger has to find: 45 points at that scale."""


def reach(units: float) -> float:
    """A measure of something to press: enough for a finger, if one was used last."""
    return max(units, FINGER) if SCALING.by_finger else units


def seen_size(size: tuple[int, int], display_scale: float | None = None) -> tuple[int, int]:
    """What is laid out in a window of that many pixels: the window, or else the smallest one."""
    scale = SMALLEST * (SCALING.display if display_scale is None else display_scale)
    return max(size[0], round(LEAST[0] * scale)), max(size[1], round(LEAST[1] * scale))


def interface_scale(size: tuple[int, int], display_scale: float | None = None) -> float:
    """Physical pixels per unit, in quarters of the display's scale.

    From 1 to 3 as the window grows, or what the person has chosen, as far as the window has room.
    A window that is smaller than the least one shows all of that one, only smaller.
    """
    display = SCALING.display if display_scale is None else display_scale
    points = [side / display for side in size]
    room = min(points[0] / LEAST[0], points[1] / LEAST[1])
    if room < 1.0:
        return max(SMALLEST, room) * display
    most = floor(room * 4) / 4
    least = min(FINGER_SCALE, most) if SCALING.by_finger else 1.0
    if SCALING.chosen is not None:
        return max(least, min(SCALING.chosen, most)) * display
    fit = min(points[0] / DESIGN[0], points[1] / DESIGN[1])
    return max(least, min(3.0, round(fit * 4) / 4)) * display


def lay_out(
    size: tuple[int, int], panel_open: bool = False, display_scale: float | None = None
) -> PlayLayout:
    """The play screen in a window of that many physical pixels."""
    width, height = seen_size(size, display_scale)
    scale = interface_scale((width, height), display_scale)
    compact = width / scale < COMPACT[0] or height / scale < COMPACT[1]

    def px(units: float) -> int:
        return round(units * scale)

    top_bar = Rect(0, 0, width, px(40 if compact else 64))
    foot = px(44 if compact else 80)
    bottom_bar = Rect(0, height - foot, width, foot)
    stage = Rect(0, top_bar.bottom, width, bottom_bar.top - top_bar.bottom)
    panel = _panel(stage, scale, compact) if panel_open else None
    left_of_panel = panel.left if panel else width
    space = Rect(0, stage.top, left_of_panel, stage.height)
    board, sentence = (_compact_board if compact else _board)(space, scale)
    sentence.width = left_of_panel
    return PlayLayout(
        scale,
        compact,
        Rect(0, 0, width, height),
        top_bar,
        stage,
        board,
        sentence,
        bottom_bar,
        panel,
    )


def _panel(stage: Rect, scale: float, compact: bool) -> Rect:
    """At the right, 296 to 360 units wide."""
    units = stage.width / scale
    width = round(max(296, min(360, 296 + (units - ROOMY) * 64 / 280)) * scale)
    margin = round((SMALL_MARGIN if compact else MARGIN) * scale)
    return Rect(stage.right - margin - width, stage.top + margin, width, stage.height - 2 * margin)


def _board(space: Rect, scale: float) -> tuple[Rect, Rect]:
    """The board, and the line that is always kept free under it."""
    sentence = Rect(space.left, space.bottom - round(42 * scale), space.width, round(40 * scale))
    side, top = round(32 * scale), space.top + round(12 * scale)
    board = Rect(
        space.left + side, top, space.width - 2 * side, sentence.top - round(6 * scale) - top
    )
    return board, sentence


def _compact_board(space: Rect, scale: float) -> tuple[Rect, Rect]:
    """Below the board there is room for a sentence; in a low window its first line covers the edge
    of the board, and the second has room below it."""
    is_low = space.height < LOW_STAGE * scale
    spared = ONE_LINE if is_low else 0
    side, air, below = (round(units * scale) for units in (12, 4, TWO_LINES - spared))
    board = Rect(space.left + side, space.top + air, space.width - 2 * side, 0)
    foot = space.bottom - air
    board.height = foot - below - board.top
    sentence = Rect(space.left, foot - round(TWO_LINES * scale), space.width, 0)
    sentence.height = foot - sentence.top
    return board, sentence
