"""Buttons: what they look like at rest, under the mouse, held down, focused, on and off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from pygame import Rect

from game.input.actions import Action
from game.looks.theme import Color, Theme, mix, tint
from game.widgets.brush import Box, Brush, touched
from game.widgets.text import BODY, CAPTION, SMALL, TITLE, Style, measure
from levels.language import _

ToolState: TypeAlias = Literal["normal", "primary", "active", "disabled"]


@dataclass(frozen=True)
class Clickable:
    """Something that can be clicked and stands for no action of its own: a class for each kind,
    whose fields say which one it is."""

    is_button: ClassVar[bool] = True
    """whether the ring of Tab stops at it; members of lists are chosen by keys of their own"""

    @property
    def tip(self) -> str:
        """What it is called, where its name does not stand on it."""
        return ""

    @property
    def action(self) -> Action | None:
        """The action whose key does the same, if there is one; it names what has no `tip`."""
        return None


@dataclass(frozen=True)
class PanelClosing(Clickable):
    """The cross of a panel."""

    @property
    def tip(self) -> str:
        return _("Close")

    action = Action.BACK


class Worded(Rect):
    """The place of something whose name and key stand on it."""


Hit: TypeAlias = Action | Clickable
"""What a click means: most buttons mean an action."""

Hits: TypeAlias = dict[Hit, Rect]
"""Where each thing that can be clicked was drawn."""

RADIUS = 10
KEY_GAP, TOOL_AIR = 6, 10
PANEL_EDGE = 20
"""Units between the rim of a panel and what is in it."""


@dataclass(frozen=True)
class Attention:
    """What the human is at: what is under the mouse, held down, and in the ring of Tab."""

    hover: Hit | None = None
    pressed: Hit | None = None
    focus: Hit | None = None


@dataclass(frozen=True)
class ToolButton:
    """A button with its icon (a name of game.widgets.icons) and the key that does the same."""

    hit: Hit
    icon: str
    label: str
    key_hint: str = ""
    state: ToolState = "normal"


CALM = Attention()


ENABLED: dict[bool, ToolState] = {True: "normal", False: "disabled"}
"""The state of a button by whether it can be pressed."""


def tool_width(label: str, key: str, scale: float) -> float:
    """What draw_tool needs for all of a label and its key, in units."""
    wide = measure(label, Style(SMALL * scale, "SemiBold"))
    wide += measure(key, Style(CAPTION * scale, "Bold"))
    return wide / scale + KEY_GAP + 1.6 * TOOL_AIR


class ToolType(NamedTuple):
    """How the buttons of a bar are labeled: all in one size, and all with their keys or none."""

    size: float
    has_keys: bool


def tool_type(brush: Brush, buttons: Iterable[ToolButton], width: float) -> ToolType:
    """For buttons this wide: in the usual size if all labels fit, with keys if those do, too."""
    room = width - TOOL_AIR
    labels = [(brush.measure(each.label, SMALL, "SemiBold"), each.key_hint) for each in buttons]
    keys = (KEY_GAP + brush.measure(key, CAPTION, "Bold") if key else 0 for _, key in labels)
    has_keys = all(label + key <= room for (label, _), key in zip(labels, keys, strict=True))
    return ToolType(SMALL if all(label <= room for label, _ in labels) else CAPTION, has_keys)


def draw_tool(
    brush: Brush, box: Box, button: ToolButton, attention: Attention, words_in: ToolType
) -> Rect:
    """A button of a bar: its icon over its label and its key."""
    ink = _ground(brush, box, button, attention, RADIUS)
    words = _words(brush.theme, button, ink)
    x, y, width, height = box
    brush.icon(button.icon, (x + width / 2, y + 18), 22, ink)
    size, key = words_in.size, button.key_hint if words_in.has_keys else ""
    beside = KEY_GAP + brush.measure(key, CAPTION, "Bold") if key else 0
    name = brush.fitted(button.label, size, "SemiBold", width - TOOL_AIR)
    label = brush.measure(name, size, "SemiBold")
    left, line = x + (width - label - beside) / 2, y + height - 13
    brush.text((left, line), name, size, words, "SemiBold")
    place = brush.rect(box)
    if key != button.key_hint:
        return place
    brush.text((left + label + KEY_GAP, line), key, CAPTION, words, "Bold")
    return Worded(place) if name == button.label else place


def draw_icon_button(
    brush: Brush, box: Box, button: ToolButton, attention: Attention, size: float = 18
) -> Rect:
    """A button without words, for compact windows and for what everybody knows."""
    ink = _ground(brush, box, button, attention, 8 if box[2] < 40 else RADIUS)
    x, y, width, height = box
    brush.icon(button.icon, (x + width / 2, y + height / 2), size, ink)
    return brush.rect(box)


def draw_button(
    brush: Brush, box: Box, button: ToolButton, attention: Attention, largest: float = BODY
) -> Rect:
    """A button with everything in one line."""
    ink = _ground(brush, box, button, attention, RADIUS)
    x, y, width, height = box
    if not brush.theme.is_flat and button.state == "normal":
        brush.rounded(box, brush.theme.line, RADIUS, 1)
    icon = (20 + (8 if button.label else 0)) if button.icon else 0
    key = 10 + brush.key_width(button.key_hint) if button.key_hint else 0
    if brush.measure(button.label, BODY, "SemiBold") > width - icon - key - 16:
        key = 0  # its name says more than its key
    size, room = largest, width - icon - key - 16
    if brush.measure(button.label, size, "SemiBold") > room:
        size, room = SMALL, room + 9  # before it is cut off
    words = brush.fitted(button.label, size, "SemiBold", room)
    label = brush.measure(words, size, "SemiBold")
    left, middle = x + (width - icon - label - key) / 2, y + height / 2
    if button.icon:
        brush.icon(button.icon, (left + 10, middle), 20, ink)
    brush.text((left + icon, middle), words, size, ink, "SemiBold")
    if key:
        own = ink if button.state == "primary" else None
        brush.key((left + icon + label + 10, middle), button.key_hint, own)
    place = brush.rect(box)
    return Worded(place) if words == button.label and key else place


def button_width(brush: Brush, button: ToolButton) -> float:
    """What draw_button needs for a button, with air at its ends."""
    icon = 28 if button.icon else 0
    key = 10 + brush.key_width(button.key_hint) if button.key_hint else 0
    return icon + brush.measure(button.label, BODY, "SemiBold") + key + 40


def keyed_alike(
    brush: Brush, buttons: tuple[ToolButton, ...], width: float
) -> tuple[ToolButton, ...]:
    """Buttons this wide, all with their keys, or none if one of the keys has no room."""
    if all(button_width(brush, button) - 24 <= width for button in buttons):
        return buttons
    return tuple(replace(button, key_hint="") for button in buttons)


def draw_panel_head(brush: Brush, title: str, close: Hit, attention: Attention) -> Hits:
    """Draw a panel with its title, and the cross that closes it."""
    brush.panel((0, 0, brush.width, brush.height))
    brush.text((PANEL_EDGE, 30), title, TITLE, brush.theme.text, "Bold")
    corner = (brush.width - PANEL_EDGE - 8, 30)
    return {close: draw_bare_icon(brush, close, "close", corner, attention, 36)}


def draw_bare_icon(
    brush: Brush,
    hit: Hit,
    icon: str,
    center: tuple[float, float],
    attention: Attention,
    side: float = 44,
) -> Rect:
    """An icon without a button around it until the mouse comes; the target is `side` wide."""
    box = (center[0] - side / 2, center[1] - side / 2, side, side)
    if hit in (attention.hover, attention.pressed):
        brush.rounded(box, brush.theme.raised, RADIUS)
    if hit == attention.focus:
        x, y, width, height = box
        brush.focus_ring((x + 6, y + 6, width - 12, height - 12), RADIUS - 4)
    brush.icon(icon, center, 20, brush.theme.text)
    return brush.rect(box)


def _ground(
    brush: Brush, box: Box, button: ToolButton, attention: Attention, radius: float
) -> Color:
    """Draw the button itself; return the color of what is on it."""
    theme = brush.theme
    fill, ink = _colors(theme, button)
    if button.state != "disabled":
        hover, pressed = button.hit == attention.hover, button.hit == attention.pressed
        fill = touched(fill, ink, hover, pressed)
    brush.rounded(box, fill, radius)
    if button.state in ("active", "primary"):
        brush.rounded(box, theme.accent, radius, 1.5)
    elif theme.is_flat:
        brush.rounded(box, theme.line, radius, 1.5)
    if button.hit == attention.focus:
        brush.focus_ring(box, radius)
    return ink


def _colors(theme: Theme, button: ToolButton) -> tuple[Color, Color]:
    """The fill of a button, and what is on it."""
    if button.state == "primary":
        return theme.accent_fill, theme.on_accent
    if button.state == "active":
        return tint(theme.bar, theme.accent, 0.16), theme.accent
    if button.state == "disabled":
        return theme.raised, mix(theme.raised, theme.text_3, 0.75)
    return theme.raised, theme.text


def _words(theme: Theme, button: ToolButton, ink: Color) -> Color:
    """A label is a step quieter than its icon."""
    return theme.text_2 if button.state == "normal" else ink
