"""The panel that says what became of each file of an import."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from pygame import Rect, Surface

from game.browser.layout import lay_out_browser
from game.input.actions import Action
from game.looks.theme import Theme
from game.widgets.brush import Brush, veil
from game.widgets.buttons import Attention, Hits, ToolButton, draw_button
from game.widgets.text import BODY, SMALL, TITLE, Style, wrapped
from levels.language import _

WIDTH, EDGE, HEAD, FOOT, LINE = 720, 24, 92, 76, 26
HIGHEST, LEAST_LINES = 600, 4
INDENT = 24


class ReportHead(NamedTuple):
    """What is said above the list, in two parts, and the key that closes it."""

    lead: str
    rest: str
    close_key: str


class ReportRow(NamedTuple):
    """A row of the list: a file with its outcome, a fault of it, or the rest of a long fault."""

    name: str
    words: str
    is_fault: bool


def report_rows(lines: Sequence[tuple[str, str]], size: tuple[int, int]) -> list[ReportRow]:
    """Names (or none) and words as rows, in a window of that size: faults are never cut off."""
    panel, scale = _panel(size, len(lines))
    room = panel.width - (2 * EDGE + INDENT) * scale
    rows = []
    for name, words in lines:
        parts = [words] if name else wrapped(words, Style(SMALL * scale), room) or [""]
        rows.append(ReportRow(name, parts[0], is_fault=not name))
        rows += [ReportRow("", part, is_fault=False) for part in parts[1:]]
    return rows


def line_pixels(size: tuple[int, int]) -> float:
    """How high a line is, in physical pixels."""
    return LINE * lay_out_browser(size).scale


def _panel(size: tuple[int, int], count: int) -> tuple[Rect, float]:
    """Where a panel of this many lines is, and the scale."""
    layout = lay_out_browser(size)
    room = layout.window.inflate(-round(32 * layout.scale), -round(32 * layout.scale))
    width = min(room.width, round(WIDTH * layout.scale))
    wanted = min(HIGHEST, HEAD + FOOT + LINE * max(LEAST_LINES, count))
    height = min(room.height, ceil(wanted * layout.scale))
    panel = Rect(0, 0, width, height)
    panel.center = layout.window.center
    return panel, layout.scale


def page_lines(size: tuple[int, int], count: int) -> int:
    """How many of this many lines are seen at once."""
    panel, scale = _panel(size, count)
    return max(1, int((panel.height / scale - HEAD - FOOT) // LINE))


def longest_scroll(size: tuple[int, int], count: int) -> int:
    """The highest number of a line that can be the first in sight."""
    return max(0, count - page_lines(size, count))


def draw_report(
    surface: Surface, theme: Theme, head: ReportHead,
    rows: Sequence[ReportRow], first: int, attention: Attention,
) -> Hits:  # fmt: skip
    """Draw the rows from ``first`` on."""
    panel, scale = _panel(surface.get_size(), len(rows))
    veil(surface, theme)
    brush = Brush(surface, theme, scale, panel)
    brush.panel((0, 0, brush.width, brush.height))
    room = brush.width - 2 * EDGE
    brush.text((EDGE, 34), brush.fitted(head.lead, TITLE, "Bold", room), TITLE, theme.text, "Bold")
    brush.text((EDGE, 64), brush.fitted(head.rest, BODY, "Medium", room), BODY, theme.text_2)
    brush.hairline((0, HEAD - 8, brush.width, 1), theme.line)
    seen = page_lines(surface.get_size(), len(rows))
    for index, row in enumerate(rows[first : first + seen]):
        _draw_row(brush, HEAD + LINE * (index + 0.5), row)
    if len(rows) > seen:
        brush.thumb((brush.width - 12, HEAD, 6, seen * LINE), first, seen, len(rows))
    brush.hairline((0, brush.height - FOOT + 8, brush.width, 1), theme.line)
    close = ToolButton(Action.BACK, "", _("Close"), head.close_key)
    box = (brush.width - EDGE - 140, brush.height - FOOT + 20, 140, 44)
    return {Action.BACK: draw_button(brush, box, close, attention)}


def _draw_row(brush: Brush, y: float, row: ReportRow) -> None:
    theme, left, right = brush.theme, float(EDGE), brush.width - EDGE
    if row.name:
        name = brush.fitted(row.name, BODY, "SemiBold", (right - left) * 0.5)
        left += brush.text((left, y), name, BODY, theme.text, "SemiBold") + 12
        words = brush.fitted(row.words, SMALL, "Medium", right - left)
        brush.text((left, y), words, SMALL, theme.text_2)
        return
    if row.is_fault:
        brush.icon("alert", (left + 8, y), 14, theme.danger)
    words = brush.fitted(row.words, SMALL, "Medium", right - left - INDENT)
    brush.text((left + INDENT, y), words, SMALL, theme.text)
