"""The drop-downs of the proof panel: what a search looks for and may use."""

from __future__ import annotations

from dataclasses import dataclass

from game.proof.choices import DropDown
from game.widgets.brush import Box, Brush
from game.widgets.buttons import Attention, Clickable, Hits
from game.widgets.layout import reach
from game.widgets.text import SMALL

EDGE, GAP = 20, 8
FIELD, FIRST, BELOW = 34, 32, 16
"""Heights in units: of a field, from the line to the first of them, and below each."""

LABELED = 58
"""From one row of fields to the next."""

LEAST_FOR_TWO_ROWS = 400
"""The height of a panel that has room for them."""

OPTION = 30
"""The height of a line of a list, where there is room."""


@dataclass(frozen=True)
class ChoiceField(Clickable):
    """Opens the list of what a setting can be, or closes it."""

    setting: str


@dataclass(frozen=True)
class ChoiceOption(Clickable):
    """A value in an open list: arrows and Enter choose it as well."""

    is_button = False
    setting: str
    number: int


@dataclass(frozen=True)
class OpenList:
    """The list that is open, and where the player is in it."""

    setting: str
    at: int


def choices_height(brush: Brush, choices: tuple[DropDown, ...]) -> float:
    """The height that the fields take, with the line above them."""
    return FIRST + (len(_rows(brush, choices)) - 1) * LABELED + FIELD + BELOW


def draw_choices(
    brush: Brush,
    y: float,
    choices: tuple[DropDown, ...],
    opened: OpenList | None,
    attention: Attention,
) -> Hits:
    """The fields, and over the panel the list that is open."""
    brush.hairline((EDGE, y, brush.width - 2 * EDGE, 1), brush.theme.line)
    hits: Hits = {}
    boxes = [
        box
        for number, row in enumerate(_rows(brush, choices))
        for box in _boxes(brush, y + FIRST + number * LABELED, row)
    ]
    for choice, box in zip(choices, boxes, strict=True):
        x, top, width, height = box
        brush.caption((x, top - 12), choice.label, width=width)
        hit = ChoiceField(choice.setting)
        is_open = opened is not None and opened.setting == choice.setting
        _draw_field(brush, box, choice, attention, is_open=is_open)
        hits[hit] = brush.rect((x, top - 5, width, height + 10))
    for choice, box in zip(choices, boxes, strict=True):
        if opened is not None and opened.setting == choice.setting:
            hits |= _draw_list(brush, box, choice, opened.at, attention)
    return hits


def _rows(brush: Brush, choices: tuple[DropDown, ...]) -> list[tuple[DropDown, ...]]:
    """The fields side by side; the first one above the others where their words need that."""
    room = brush.width - 2 * EDGE - GAP * (len(choices) - 1)
    fits = sum(_wanted(brush, each) for each in choices) <= room
    return [choices] if fits or brush.height < LEAST_FOR_TWO_ROWS else [choices[:1], choices[1:]]


def _wanted(brush: Brush, choice: DropDown) -> float:
    """The width at which nothing of a field is cut off."""
    value = brush.measure(choice.value, SMALL, "SemiBold") + 36
    return max(value, brush.measure_caption(choice.label), 64)


def _boxes(brush: Brush, top: float, choices: tuple[DropDown, ...]) -> list[Box]:
    """Each as wide as its words need, and what is left shared out."""
    room = brush.width - 2 * EDGE - GAP * (len(choices) - 1)
    widths = [_wanted(brush, each) for each in choices]
    spare = (room - sum(widths)) / len(choices)
    boxes, x = [], float(EDGE)
    for width in widths:
        boxes.append((x, top, width + spare, float(FIELD)))
        x += width + spare + GAP
    return boxes


def _draw_field(
    brush: Brush, box: Box, choice: DropDown, attention: Attention, *, is_open: bool
) -> None:
    theme, (x, y, width, height) = brush.theme, box
    hit = ChoiceField(choice.setting)
    is_touched = is_open or hit in (attention.hover, attention.pressed)
    brush.rounded(box, theme.raised if is_touched else theme.field, 8)
    brush.rounded(box, theme.accent if is_open else theme.line, 8, 1)
    if hit == attention.focus:
        brush.focus_ring(box, 8)
    words = brush.fitted(choice.value, SMALL, "SemiBold", width - 36)
    brush.text((x + 12, y + height / 2), words, SMALL, theme.text, "SemiBold")
    icon = "up" if is_open else "down"
    brush.icon(icon, (x + width - 14, y + height / 2), 14, theme.text_2)


def _draw_list(brush: Brush, field: Box, choice: DropDown, at: int, attention: Attention) -> Hits:
    """All values above their field; the present one has a check."""
    theme, (x, y, width, _) = brush.theme, field
    widest = max(brush.measure(each, SMALL, "SemiBold") for each in choice.options)
    width = max(width, widest + 56)
    x = min(x, brush.width - EDGE - width)
    line = min(reach(OPTION), (y - 20) / len(choice.options))
    height = line * len(choice.options) + 8
    top = y - 6 - height
    brush.rounded((x, top, width, height), theme.panel, 10)
    brush.rounded((x, top, width, height), theme.text_3, 10, 1)
    hits: Hits = {}
    for number, words in enumerate(choice.options):
        box = (x + 4, top + 4 + number * line, width - 8, line)
        hit = ChoiceOption(choice.setting, number)
        if number == at:
            brush.picked(box, 7)
        elif hit in (attention.hover, attention.pressed):
            brush.rounded(box, theme.raised, 7)
        ink = theme.on_accent if number == at else theme.text
        middle = box[1] + line / 2
        brush.text((x + 14, middle), words, SMALL, ink, "SemiBold")
        if number == choice.chosen:
            brush.icon("check", (x + width - 20, middle), 16, ink, 2.6)
        hits[hit] = brush.rect(box)
    return hits
