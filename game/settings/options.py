"""What is chosen in a row of the settings: segments for one of a few, radios for one of many,
checks for any of them, cards with a picture for themes, and a button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pygame import Rect, Surface

from game.settings.layout import SettingsLayout
from game.widgets.brush import Box, Brush, touched
from game.widgets.buttons import Attention, Clickable, Hits, ToolButton, draw_button
from game.widgets.canvas import put
from game.widgets.text import BODY, CAPTION, SMALL, Style, measure

Kind: TypeAlias = Literal["segments", "radios", "checks", "cards", "button"]

IN_LINES = ("radios", "checks")
"""What stands in several lines, because there are many."""

CHECK = 18
WORDS = CHECK + 10
"""From the left of a check to its words."""
AIR = 8
"""Units on both sides of the words of a segment, at least."""

NAME = 22
"""The foot of a card, for its name."""


@dataclass(frozen=True)
class OptionChoice(Clickable):
    """Chooses one of the options of a row; arrows choose it as well."""

    is_button = False
    section: str
    row: int
    number: int


@dataclass(frozen=True)
class Options:
    """What can be chosen in a row, and which of that is."""

    kind: Kind
    words: tuple[str, ...]
    on: frozenset[int] = frozenset()
    at: int | None = None
    """the option that the player is at, if it has to be shown"""
    picture: Callable[[int, tuple[int, int]], Surface] | None = None
    """the picture on a card, of that many pixels at most"""

    def in_line(self, layout: SettingsLayout) -> int:
        """How many stand side by side: checks and radios as far as their words have room."""
        if self.kind not in IN_LINES:
            return len(self.words)
        style = Style(SMALL * layout.scale, "SemiBold")
        widest = max(measure(words, style) for words in self.words) / layout.scale
        width = layout.control_boxes(0, 3)[0][2]
        return 2 if layout.compact or widest > width - WORDS else 3

    def lines(self, layout: SettingsLayout) -> int:
        """How many lines of controls they take."""
        if self.kind == "cards":
            return 2
        return -(-len(self.words) // self.in_line(layout))


def option_boxes(layout: SettingsLayout, options: Options, top: float) -> list[Box]:
    """The box of each option of a row that begins at a height, in units of the page."""
    count = len(options.words)
    if options.kind in IN_LINES:
        full = options.lines(layout) * options.in_line(layout)
        return layout.control_boxes(top, full, lines=options.lines(layout))[:count]
    if options.kind == "cards":
        high = 2 * layout.control + AIR
        boxes = layout.control_boxes(top, count)
        return [(x, y, width, high) for x, y, width, _ in boxes]
    ((left, y, width, height),) = layout.control_boxes(top, 1)
    widths = [_words_width(layout, words) + 2 * AIR for words in options.words]
    spare = (width - sum(widths)) / count
    if min(widths) + spare < 2 * AIR:
        widths, spare = [width / count] * count, 0.0
    boxes = []
    for own in widths:
        boxes.append((left, y, own + spare, height))
        left += own + spare
    return boxes


def draw_options(
    brush: Brush,
    layout: SettingsLayout,
    options: Options,
    top: float,
    hit_of: Callable[[int], OptionChoice],
    attention: Attention,
) -> Hits:
    """Draw the options of a row that begins at a height; where each is on the page."""
    boxes = option_boxes(layout, options, top)
    if options.kind == "segments":
        _draw_field(brush, boxes)
    hits: Hits = {}
    for number, box in enumerate(boxes):
        hit = hit_of(number)
        place = {
            "segments": _draw_segment, "radios": _draw_check, "checks": _draw_check,
            "cards": _draw_card, "button": _draw_button,
        }[options.kind](brush, box, options, number, hit, attention)  # fmt: skip
        hits[hit] = place.clip(layout.page)
    if options.at is not None:
        x, y, width, height = boxes[options.at]
        brush.rounded((x - 4, y - 4, width + 8, height + 8), brush.theme.text, 13, 2)
    return hits


def _words_width(layout: SettingsLayout, words: str) -> float:
    size = _size(layout.compact) * layout.scale
    return measure(words, Style(size, "SemiBold")) / layout.scale


def _size(is_small: bool) -> int:
    return SMALL if is_small else BODY


def _draw_field(brush: Brush, boxes: list[Box]) -> None:
    """What the segments lie in."""
    theme = brush.theme
    left, top, _, height = boxes[0]
    box = (left, top, boxes[-1][0] + boxes[-1][2] - left, height)
    brush.rounded(box, theme.field, 10)
    brush.rounded(box, theme.line, 10, 1)


def _draw_segment(
    brush: Brush, box: Box, options: Options, number: int, hit: OptionChoice, attention: Attention
) -> Rect:
    theme, (x, y, width, height) = brush.theme, box
    is_touched = hit in (attention.hover, attention.pressed)
    part = (x + 3, y + 3, width - 6, height - 6)
    ink = theme.text if is_touched else theme.text_2
    if number in options.on:
        brush.picked(part, 8)
        ink = theme.on_accent
    elif is_touched:
        brush.rounded(part, theme.raised, 8)
    middle, size = (x + width / 2, y + height / 2), _size(height < 36)
    words = brush.fitted(options.words[number], size, "SemiBold", width - 8)
    brush.text(middle, words, size, ink, "SemiBold", "center")
    return brush.rect(box)


def _draw_check(
    brush: Brush, box: Box, options: Options, number: int, hit: OptionChoice, attention: Attention
) -> Rect:
    theme, (x, y, width, height) = brush.theme, box
    middle = y + height / 2
    square = (x + 2, middle - CHECK / 2, CHECK, CHECK)
    hover, pressed = hit == attention.hover, hit == attention.pressed
    radius = CHECK / 2 if options.kind == "radios" else 5
    if number in options.on:
        brush.picked(square, radius, touched(theme.accent_fill, theme.on_accent, hover, pressed))
        if options.kind == "radios":
            brush.circle((x + 2 + CHECK / 2, middle), 3.5, theme.on_accent)
        else:
            brush.icon("check", (x + 2 + CHECK / 2, middle), 14, theme.on_accent, 3)
    else:
        brush.rounded(square, touched(theme.field, theme.text, hover, pressed), radius)
        brush.rounded(square, theme.text_3, radius, 1.5)
    words = brush.fitted(options.words[number], SMALL, "SemiBold", width - WORDS)
    ink = theme.text if number in options.on or hover else theme.text_2
    brush.text((x + WORDS, middle), words, SMALL, ink, "SemiBold")
    return brush.rect(box)


def _draw_card(
    brush: Brush, box: Box, options: Options, number: int, hit: OptionChoice, attention: Attention
) -> Rect:
    theme, (x, y, width, height) = brush.theme, box
    is_on, is_touched = number in options.on, hit in (attention.hover, attention.pressed)
    brush.rounded(box, theme.raised if is_on or is_touched else theme.field, 8)
    sample = brush.rect((x + 4, y + 4, width - 8, height - NAME - 4))
    if options.picture is not None:
        put(brush.surface, options.picture(number, sample.size), sample)
    brush.rounded(box, theme.accent if is_on else theme.line, 8, 2 if is_on else 1)
    words = brush.fitted(options.words[number], CAPTION, "SemiBold", width + 2)
    ink = theme.text if is_on or is_touched else theme.text_2
    place = (x + width / 2, y + height - NAME / 2)
    brush.text(place, words, CAPTION, ink, "Bold" if is_on else "SemiBold", "center")
    return brush.rect(box)


def _draw_button(
    brush: Brush, box: Box, options: Options, number: int, hit: OptionChoice, attention: Attention
) -> Rect:
    return draw_button(brush, box, ToolButton(hit, "", options.words[number]), attention)
