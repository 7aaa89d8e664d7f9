"""The head of a page: the way back, what the page is about, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.input.actions import Action
from game.widgets.brush import Brush
from game.widgets.buttons import (
    Attention,
    Hits,
    ToolButton,
    button_width,
    draw_bare_icon,
    draw_button,
    draw_icon_button,
)
from game.widgets.layout import reach
from game.widgets.text import BODY, SMALL, TITLE

LOW = 48
"""Units: a bar below that height is one of a small window."""


@dataclass(frozen=True)
class Head:
    """A way back, a title and buttons."""

    title: str
    subtitle: str
    buttons: tuple[ToolButton, ...]
    """from the right"""
    icons: tuple[ToolButton, ...] = ()
    """without words, left of them, also from the right"""


def draw_head(brush: Brush, head: Head, attention: Attention, *, compact: bool) -> Hits:
    """Fill a bar; where it is ``compact``, there are neither subtitle nor keys."""
    theme, middle = brush.theme, brush.height / 2
    brush.fill((0, 0, brush.width, brush.height), theme.bar)
    brush.hairline((0, brush.height - 1, brush.width, 1), theme.line)
    is_low = brush.height < LOW
    center, side, left = ((22, middle), 36, 44) if is_low else ((36, middle), 44, 72)
    hits: Hits = {Action.BACK: draw_bare_icon(brush, Action.BACK, "back", center, attention, side)}
    room = _draw_buttons(brush, head, attention, hits, compact=compact) - left - 16
    if compact:
        title = brush.fitted(head.title, BODY, "Bold", room)
        brush.text((left, middle), title, BODY, theme.text, "Bold")
        return hits
    title = brush.fitted(head.title, TITLE, "Bold", room)
    brush.text((left, 24), title, TITLE, theme.text, "Bold")
    brush.text((left, 46), brush.fitted_parts(head.subtitle, room), SMALL, theme.text_2)
    return hits


def _draw_buttons(
    brush: Brush, head: Head, attention: Attention, hits: Hits, *, compact: bool
) -> float:
    """From the right; returns where they begin."""
    height, side, gap = (reach(34), reach(34), 6) if compact else (44, 40, 12)
    right = brush.width - (8 if compact else 24)
    for button in head.buttons:
        if compact:
            button = replace(button, icon="", key_hint="")
        width = button_width(brush, button) - (18 if compact else 0)
        box = (right - width, (brush.height - height) / 2, width, height)
        hits[button.hit] = draw_button(brush, box, button, attention)
        right -= width + gap
    right -= 8 if head.icons else 0
    for icon in head.icons:
        box = (right - side, (brush.height - side) / 2, side, side)
        hits[icon.hit] = draw_icon_button(brush, box, icon, attention)
        right -= side + 8
    return right
