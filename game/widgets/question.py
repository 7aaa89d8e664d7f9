"""A question on a panel over everything else."""

from __future__ import annotations

from pygame import Rect, Surface

from game.language.words import Words
from game.looks.theme import Theme
from game.widgets.brush import Box, Brush, veil
from game.widgets.buttons import Attention, Hits, ToolButton, button_width, draw_button
from game.widgets.layout import lay_out
from game.widgets.text import BODY, TITLE

WIDTH, EDGE, TOP, LINE, FOOT, BUTTON = 560, 24, 36, 24, 84, 44


def draw_question(
    surface: Surface,
    theme: Theme,
    words: Words,
    buttons: tuple[ToolButton, ...],
    attention: Attention,
) -> Hits:
    """Draw a question on a panel in the middle of the window, its buttons from the right."""
    layout = lay_out(surface.get_size())
    veil(surface, theme)
    width = min(WIDTH, layout.window.width / layout.scale - 32)
    whole = Brush(surface, theme, layout.scale, surface.get_rect())
    lines = whole.wrapped(words[1], BODY, "Medium", width - 2 * EDGE)
    panel = Rect(0, 0, width * layout.scale, (TOP + 22 + LINE * len(lines) + FOOT) * layout.scale)
    panel.center = layout.window.center
    brush = Brush(surface, theme, layout.scale, panel)
    brush.panel((0, 0, brush.width, brush.height))
    lead = brush.fitted(words[0], TITLE, "Bold", brush.width - 2 * EDGE)
    brush.text((EDGE, TOP), lead, TITLE, theme.text, "Bold")
    for number, line in enumerate(lines):
        brush.text((EDGE, TOP + 34 + LINE * number), line, BODY, theme.text_2)
    hits: Hits = {}
    right = brush.width - EDGE
    for button in buttons:
        length = max(108.0, button_width(brush, button) - 8)
        box: Box = (right - length, brush.height - EDGE - BUTTON, length, BUTTON)
        hits[button.hit] = draw_button(brush, box, button, attention)
        right -= length + 12
    return hits
