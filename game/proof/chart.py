"""The chart of a proof: what is proved and what is found close in on each other."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from game.language.words import clock
from game.looks.theme import Color, mix
from game.proof.proof import History
from game.widgets.brush import Box, Brush
from game.widgets.canvas import Point
from game.widgets.text import CAPTION

NICE = (1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 1800, 3600)
PUSH_LINES, TIME_MARKS = 5, 5
STROKE, BEAD = 2.2, 4


class Axes(NamedTuple):
    """What the chart shows, and where: seconds to the right, pushes upward."""

    box: Box
    seconds: float
    low: int
    high: int

    def at(self, seconds: float, pushes: float) -> Point:
        left, top, width, height = self.box
        share = min(1.0, seconds / self.seconds)
        return (
            left + width * share,
            top + height * (self.high - pushes) / max(1, self.high - self.low),
        )


def draw_chart(brush: Brush, box: Box, bounds: History, found: History, seconds: float) -> None:
    """Two stepped lines over time, up to now."""
    theme = brush.theme
    brush.rounded(box, theme.field, 8)
    if theme.is_flat:
        brush.rounded(box, theme.line, 8, 1)
    axes = _axes(box, bounds, found, seconds)
    _draw_grid(brush, axes, box)
    for history, color in ((found, theme.accent), (bounds, theme.proof)):
        if history:
            _draw_steps(brush, _steps(axes, history, seconds), color)
    if not bounds and not found:
        return
    now, _ = axes.at(seconds, axes.low)
    brush.hairline(
        (now, box[1] + 12, 1 / brush.scale, box[3] - 36), mix(theme.field, theme.text_3, 0.5)
    )


def _axes(box: Box, bounds: History, found: History, seconds: float) -> Axes:
    values = [pushes for _, pushes in bounds + found] or [0]
    low, high = min(values) - 2, max(values) + 2
    span = TIME_MARKS * _nice(max(1.0, seconds * 1.15) / TIME_MARKS)
    x, y, width, height = box
    return Axes((x + 38, y + 14, width - 60, height - 40), span, max(0, low), high)


def _nice(least: float) -> int:
    """A round step at least that large."""
    return next((step for step in NICE if step >= least), -(-int(least) // 3600) * 3600)


def _draw_grid(brush: Brush, axes: Axes, box: Box) -> None:
    theme = brush.theme
    left, _, width, _ = axes.box
    step = _nice((axes.high - axes.low) / PUSH_LINES)
    for pushes in range(-(-axes.low // step) * step, axes.high + 1, step):
        _, y = axes.at(0, pushes)
        brush.hairline((left, y, width, 1 / brush.scale), mix(theme.field, theme.line, 0.7))
        brush.text((left - 8, y), str(pushes), CAPTION, theme.text_3, "SemiBold", "right")
    foot = box[1] + box[3] - 11
    for mark in range(TIME_MARKS + 1):
        seconds = round(axes.seconds * mark / TIME_MARKS)
        x, _ = axes.at(seconds, axes.low)
        label = f"{seconds} s" if seconds < 60 else clock(seconds)
        brush.text((x, foot), label, CAPTION, theme.text_3, "SemiBold", "center")


def _steps(axes: Axes, history: History, now: float) -> list[Point]:
    """A value holds until the next one comes."""
    points: list[Point] = []
    for seconds, pushes in history:
        point = axes.at(seconds, pushes)
        if points:
            points.append((point[0], points[-1][1]))
        points.append(point)
    points.append((axes.at(now, 0)[0], points[-1][1]))
    return points


def _draw_steps(brush: Brush, points: list[Point], color: Color) -> None:
    """A crisp line that only goes across and up or down, with a bead where it is now."""
    half = max(1.0, STROKE * brush.scale / 2) / brush.scale
    for (left, start), (right, end) in pairwise(points):
        low, high = min(start, end), max(start, end)
        box = (left - half, low - half, right - left + 2 * half, high - low + 2 * half)
        brush.fill(box, color)
    brush.circle(points[-1], BEAD, color)
