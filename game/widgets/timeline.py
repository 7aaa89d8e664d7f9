"""The history of a game as a line: the part played, a tick for each push, a round head."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import groupby

from pygame import Rect

from game.looks.theme import mix
from game.widgets.brush import Brush
from game.widgets.buttons import Clickable
from game.widgets.text import SMALL
from levels.language import _


@dataclass(frozen=True)
class Track(Clickable):
    """The track of a timeline: other keys go along it."""

    is_button = False

    @property
    def tip(self) -> str:
        return _(
            "Timeline: a tick is a push, a diamond a snapshot, a branch a place where you once "
            "went another way. Drag to go to any step."
        )


@dataclass(frozen=True)
class ReviewTrack(Track):
    """The track of a game under review, with bars for what was lost."""

    @property
    def tip(self) -> str:
        return _(
            "Timeline: a tick is a push, a red bar a loss, the wider the more it cost. "
            "An outlined bar is not certain. Click a bar to see what was lost there."
        )


@dataclass(frozen=True)
class CompareTrack(Track):
    """The track of two ways in step, with bars where they are apart."""

    @property
    def tip(self) -> str:
        return _(
            "Timeline, push by push. A bar is where the two ways are apart, a red one where yours "
            "takes more. Drag to go to any push."
        )


TRACK, REVIEW_TRACK, COMPARE_TRACK = Track(), ReviewTrack(), CompareTrack()

SNAPSHOTS, LABELS = 12, 28
"""How far below the track the diamonds of snapshots lie, and below them the numbers."""

FORK_WIDTH = 13.0
"""Of the twig that stands where ways part."""

DASH = 9.0
"""From one gap to the next where the track is broken, because the game was already stuck."""

LOSSES, LOSS_HEIGHT = 12, 6
"""How far below it losses begin, which take the place of snapshots, and how high they are."""
LOSS_LEAST, LOSS_UNIT, LOSS_MOST = 6.0, 3.0, 48.0
"""Their width: of any, for each push lost, and at most."""


@dataclass(frozen=True)
class LossMark:
    """What was lost at a step, or somewhere between two."""

    start: int
    end: int
    cost: int
    """at most"""
    is_sure: bool = True
    """whether anything was lost for certain"""
    is_chosen: bool = False


@dataclass(frozen=True)
class Timeline:
    """`at` of `total` steps are played. `pushes` and `snapshots` are step numbers from 1."""

    total: int
    at: int
    pushes: tuple[int, ...] = ()
    snapshots: tuple[int, ...] = ()
    left_label: str = ""
    right_label: str = ""
    stuck_from: int | None = None
    """the step from which on nothing leads to a solution"""
    help: tuple[tuple[int, int], ...] = ()
    """the stretches that the solver played: from which step to which"""
    losses: tuple[LossMark, ...] = ()
    """what a review has found"""
    track: Track = TRACK
    forks: tuple[int, ...] = ()
    """the steps at which other ways part"""
    chosen_fork: int | None = None


def draw_timeline(brush: Brush, left: float, middle: float, width: float, line: Timeline) -> Rect:
    """Draw the track at that height; return the rectangle in which it can be dragged."""
    theme = brush.theme
    at = _x(line, left, width, line.at)
    brush.rounded((left, middle - 3, width, 6), theme.raised, 3)
    if theme.is_flat:
        brush.rounded((left, middle - 3, width, 6), theme.line, 3, 1)
    played = mix(theme.bar, theme.accent, 0.85)
    if at - left >= 1:
        brush.rounded((left, middle - 3, at - left, 6), played, 3)
    for start, end in line.help:
        from_x, to_x = (_x(line, left, width, min(step, line.at)) for step in (start, end))
        if to_x - from_x >= 1:
            brush.rounded((from_x, middle - 3, to_x - from_x, 6), theme.proof, 3)
            brush.fill((from_x, middle - 1, to_x - from_x, 2), theme.bar)  # split along its length
    if line.stuck_from is not None and line.stuck_from <= line.at:
        stuck = _x(line, left, width, max(0, line.stuck_from - 1))
        brush.rounded((stuck, middle - 3, at - stuck, 6), theme.danger, 3)
        for gap in range(1, int((at - stuck) / DASH)):  # broken: it leads nowhere
            brush.fill((stuck + DASH * gap, middle - 3, 2.5, 6), theme.bar)
    _draw_pushes(brush, left, middle, width, line)
    _draw_forks(brush, left, middle, width, line)
    for step in line.snapshots:
        brush.diamond((_x(line, left, width, step), middle + SNAPSHOTS), 4.5, theme.info)
    _draw_losses(brush, left, middle, width, line)
    brush.circle((at, middle + 0.5), 10, (0, 0, 0, 56))
    brush.circle((at, middle), 9, theme.text)
    brush.circle((at, middle), 4, theme.bar)
    brush.number((left, middle + LABELS), line.left_label, SMALL, theme.text_2)
    brush.number((left + width, middle + LABELS), line.right_label, SMALL, theme.text_3, "right")
    return brush.rect((left, middle - 22, width, 44)).clip(brush.part)


def _draw_pushes(brush: Brush, left: float, middle: float, width: float, line: Timeline) -> None:
    """A tick for each push; a long game has more of them than pixels."""
    theme = brush.theme
    done, to_come = mix(theme.bar, theme.accent, 0.9), mix(theme.bar, theme.text_3, 0.55)
    thick = max(1, int(1.2 * brush.scale))
    first = brush.rect((left - 0.6, middle - 14, 1.2, 7))
    apart = width * brush.scale / max(1, line.total)
    count = bisect_right(line.pushes, line.at)
    played = columns_of(line.pushes, apart, 0, count)
    later = columns_of(line.pushes, apart, count, len(line.pushes)) - played
    for color, ticks in ((done, played), (to_come, later)):
        for _run, side in groupby(enumerate(sorted(ticks)), key=lambda each: each[1] - each[0]):
            columns = [x for _number, x in side]  # side by side: they are filled at once
            place = (first.left + columns[0], first.top, len(columns) - 1 + thick, first.height)
            brush.surface.fill(color, place)


def columns_of(pushes: tuple[int, ...], apart: float, start: int, end: int) -> set[int]:
    """The columns of pixels of some pushes, found by the columns where they are fewer."""
    found = set()
    while start < end:
        column = round(pushes[start] * apart)
        found.add(column)
        start = bisect_left(pushes, (column + 0.5) / apart, start + 1, end)
    return found


def _draw_forks(brush: Brush, left: float, middle: float, width: float, line: Timeline) -> None:
    """A twig below the track where other ways part. Those that would touch are drawn as one."""
    theme, last = brush.theme, -FORK_WIDTH
    for step in line.forks:
        x = _x(line, left, width, step)
        is_chosen = step == line.chosen_fork
        if x - last >= FORK_WIDTH or is_chosen:
            ink = theme.accent if is_chosen else theme.text_2
            brush.icon("twig", (x + 5, middle + 11), 24, ink)
            last = x


def _draw_losses(brush: Brush, left: float, middle: float, width: float, line: Timeline) -> None:
    """A bar below the track for each loss, the wider the more it cost; one over all the steps where
    it may have been. What is not certain is only outlined. Bars that touch are drawn as one."""
    bars: list[tuple[float, float, bool]] = []
    for loss in line.losses:
        start, end = _extent(line, left, width, loss)
        if bars and bars[-1][2] == loss.is_sure and start <= bars[-1][1]:
            start, end = bars[-1][0], max(end, bars[-1][1])
            bars.pop()
        bars.append((start, end, loss.is_sure))
        if loss.is_chosen:
            place = _extent(line, left, width, loss)
            box = (place[0] - 3, middle + LOSSES - 3, place[1] - place[0] + 6, LOSS_HEIGHT + 6)
            brush.rounded(box, brush.theme.text, 6, 1.5)
    for start, end, is_sure in bars:
        box = (start, middle + LOSSES, end - start, LOSS_HEIGHT)
        brush.rounded(box, brush.theme.danger, LOSS_HEIGHT / 2, 0 if is_sure else 1.5)


def _extent(line: Timeline, left: float, width: float, loss: LossMark) -> tuple[float, float]:
    """From where to where the bar of a loss goes."""
    start, end = (_x(line, left, width, step) for step in (loss.start, loss.end))
    wide = min(LOSS_LEAST + LOSS_UNIT * loss.cost, LOSS_MOST)
    if end - start < wide:
        start, end = (start + end - wide) / 2, (start + end + wide) / 2
    return max(left - 4, start), min(left + width + 4, end)


def _x(line: Timeline, left: float, width: float, step: int) -> float:
    return left + width * step / max(1, line.total)


def step_at(track: Rect, total: int, x: int) -> int:
    """The step that a point of the track stands for; `track` is the rectangle drawn earlier."""
    if track.width <= 0:
        return 0
    return max(0, min(total, round((x - track.left) * total / track.width)))
