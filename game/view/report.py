"""The panel that says what became of each file of an import."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from game.theme import Theme, mix
from game.view.browser_layout import lay_out_browser
from game.view.brush import Brush
from game.view.buttons import Attention, Hits, ToolButton, draw_button
from game.view.text import BODY, SMALL, TITLE

WIDTH, EDGE, HEAD, FOOT, LINE = 720, 24, 92, 76, 26
HIGHEST, LEAST_LINES = 600, 4
VEIL = 0.72


def _panel(size: tuple[int, int], count: int) -> tuple[Rect, float]:
    """Where a panel of so many lines is, and the scale."""
    layout = lay_out_browser(size)
    room = layout.window.inflate(-round(32 * layout.scale), -round(32 * layout.scale))
    width = min(room.width, round(WIDTH * layout.scale))
    wanted = min(HIGHEST, HEAD + FOOT + LINE * max(LEAST_LINES, count))
    height = min(room.height, round(wanted * layout.scale))
    panel = Rect(0, 0, width, height)
    panel.center = layout.window.center
    return panel, layout.scale


def page_lines(size: tuple[int, int], count: int) -> int:
    """How many lines of so many are seen at once."""
    panel, scale = _panel(size, count)
    return max(1, int((panel.height / scale - HEAD - FOOT) // LINE))


def longest_scroll(size: tuple[int, int], count: int) -> int:
    """The number of the line that can be first at the latest."""
    return max(0, count - page_lines(size, count))


def draw_report(
    surface: Surface, theme: Theme, heading: tuple[str, str],
    lines: Sequence[tuple[str, str]], first: int, attention: Attention,
) -> Hits:  # fmt: skip
    """Draw the lines from ``first`` on. Name in the hits: "close"."""
    panel, scale = _panel(surface.get_size(), len(lines))
    veil = Surface(surface.get_size())
    veil.fill(theme.outside)
    veil.set_alpha(round(255 * VEIL))
    surface.blit(veil, (0, 0))
    brush = Brush(surface, theme, scale, panel)
    brush.panel((0, 0, brush.width, brush.height))
    room = brush.width - 2 * EDGE
    lead, rest = heading
    brush.text((EDGE, 34), brush.fitted(lead, TITLE, "Bold", room), TITLE, theme.text, "Bold")
    brush.text((EDGE, 64), brush.fitted(rest, BODY, "Medium", room), BODY, theme.text_2)
    brush.hairline((0, HEAD - 8, brush.width, 1), theme.line)
    seen = page_lines(surface.get_size(), len(lines))
    for index, (name, words) in enumerate(lines[first : first + seen]):
        _draw_line(brush, HEAD + LINE * (index + 0.5), name, words)
    if len(lines) > seen:
        height = seen * LINE
        length = max(36.0, height * seen / len(lines))
        top = HEAD + (height - length) * first / (len(lines) - seen)
        color = mix(theme.panel, theme.text, 0.30)
        brush.rounded((brush.width - 12, top, 6, length), color, 3)
    brush.hairline((0, brush.height - FOOT + 8, brush.width, 1), theme.line)
    close = ToolButton("close", "", "Close", "Esc")
    box = (brush.width - EDGE - 140, brush.height - FOOT + 20, 140, 44)
    return {"close": draw_button(brush, box, close, attention)}


def _draw_line(brush: Brush, y: float, name: str, words: str) -> None:
    """A file with its outcome, or a fault of the file above."""
    theme, left, right = brush.theme, float(EDGE), brush.width - EDGE
    if name:
        name = brush.fitted(name, BODY, "SemiBold", (right - left) * 0.5)
        left += brush.text((left, y), name, BODY, theme.text, "SemiBold") + 12
        words = brush.fitted(words, SMALL, "Medium", right - left)
        brush.text((left, y), words, SMALL, theme.text_2)
        return
    brush.icon("alert", (left + 8, y), 14, theme.danger)
    words = brush.fitted(words, SMALL, "Medium", right - left - 24)
    brush.text((left + 24, y), words, SMALL, theme.text)
