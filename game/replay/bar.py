"""The bottom bar of a replay: transport, speed, timeline."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pygame import Rect, Surface

from game.input.actions import Action
from game.looks.theme import Theme
from game.session.playback import SPEEDS
from game.widgets.bars import clear_bottom_bar
from game.widgets.brush import Brush, touched
from game.widgets.buttons import (
    CALM,
    Attention,
    Clickable,
    Hits,
    ToolButton,
    button_width,
    draw_button,
    draw_icon_button,
)
from game.widgets.layout import PlayLayout, reach
from game.widgets.text import BODY, SMALL
from game.widgets.timeline import Timeline, draw_timeline
from levels.language import _

PLAY = Action.PLAY_OR_PAUSE
TRANSPORT = {
    Action.GO_FIRST: "first", Action.STEP_BACK: "step_back", PLAY: "play",
    Action.STEP_FORWARD: "step_forward", Action.GO_LAST: "last",
}  # fmt: skip
"""Each with its icon."""
LEAST_TRACK = 200
"""Units that the timeline is to have; buttons beside it go without their words for that."""
DISC = 28
"""The radius of the button that plays and pauses: it is the one to find at once."""


@dataclass(frozen=True)
class SpeedButton(Clickable):
    """Plays this many times as fast."""

    speed: int

    @property
    def tip(self) -> str:
        return _("Play at {speed}× speed", speed=self.speed)


@dataclass(frozen=True)
class ReplayBar:
    """How to go through a replay, how fast it plays, its timeline, and buttons at the right."""

    timeline: Timeline
    playing: bool = False
    speed: int = 1
    right: tuple[ToolButton, ...] = ()


def draw_replay_bar(
    surface: Surface, layout: PlayLayout, theme: Theme, bar: ReplayBar, attention: Attention = CALM
) -> Hits:
    """Draw the bar in the place of the tools."""
    brush = Brush(surface, theme, layout.scale, layout.bottom_bar)
    clear_bottom_bar(brush, 0, brush.width)
    return (_compact if layout.compact else _wide)(brush, bar, attention)


def _wide(brush: Brush, bar: ReplayBar, attention: Attention) -> Hits:
    hits: Hits = {}
    x = 16.0
    for action, icon in TRANSPORT.items():
        if action is PLAY:
            hits[action] = _disc(brush, (x + DISC, 40), bar.playing, attention)
            x += 2 * DISC + 8
        else:
            box = (x, 18, 44, 44)
            button = ToolButton(action, icon, "")
            hits[action] = draw_icon_button(brush, box, button, attention, 20)
            x += 52
    x += 8
    hits |= _speeds(brush, (x, 20, 168, 40), bar.speed, attention)
    x += 168
    left, right = x + 32, brush.width - 16
    widths = [button_width(brush, button) for button in bar.right]
    is_tight = right - sum(widths) - 12 * len(widths) - 20 - left < LEAST_TRACK
    for button, width in zip(reversed(bar.right), reversed(widths), strict=True):
        wide = 44 if is_tight else width
        draw = draw_icon_button if is_tight else draw_button
        hits[button.hit] = draw(brush, (right - wide, 18, wide, 44), button, attention)
        right -= wide + (8 if is_tight else 12)
    if (room := right - 20 - left) > 80:
        hits[bar.timeline.track] = draw_timeline(brush, left, 34, room, bar.timeline)
    return hits


def _compact(brush: Brush, bar: ReplayBar, attention: Attention) -> Hits:
    """One speed button cycles through all speeds: it chooses the next one."""
    hits: Hits = {}
    x, high = 8.0, reach(34)
    top = (brush.height - high) / 2
    for action, icon in TRANSPORT.items():
        icon = "pause" if action is PLAY and bar.playing else icon
        button = ToolButton(action, icon, "", state="primary" if action is PLAY else "normal")
        hits[action] = draw_icon_button(brush, (x, top, 36, high), button, attention)
        x += 40
    following = SPEEDS[(SPEEDS.index(bar.speed) + 1) % len(SPEEDS)] if bar.speed in SPEEDS else 1
    box = (x, top, 36.0, high)
    brush.rounded(box, brush.theme.field, 8)
    if attention.focus == SpeedButton(following):
        brush.focus_ring(box, 8)
    brush.text((x + 18, 22), f"{bar.speed}×", SMALL, brush.theme.text, "Bold", "center")
    hits[SpeedButton(following)] = brush.rect(box)
    left = x + 56
    right = brush.width - 4 - 40 * len(bar.right)
    for index, button in enumerate(bar.right):
        place = (right + index * 40, top, 36, high)
        hits[button.hit] = draw_icon_button(brush, place, button, attention)
    bare = replace(bar.timeline, left_label="", right_label="")
    middle = 20 if bare.losses else 23  # a bar that is chosen needs the room below
    hits[bare.track] = draw_timeline(brush, left, middle, right - 20 - left, bare)
    return hits


def _disc(brush: Brush, center: tuple[float, float], playing: bool, attention: Attention) -> Rect:
    theme = brush.theme
    hover, pressed = attention.hover is PLAY, attention.pressed is PLAY
    fill = touched(theme.accent_fill, theme.on_accent, hover, pressed)
    if attention.focus is PLAY:
        brush.circle(center, DISC + 4.5, theme.text, 3)
    brush.circle(center, DISC, theme.accent)
    brush.circle(center, DISC - 1.5, fill)
    brush.icon("pause" if playing else "play", center, 26, theme.on_accent, 4 if playing else 2)
    return brush.rect((center[0] - DISC, center[1] - DISC, 2 * DISC, 2 * DISC))


def _speeds(
    brush: Brush, box: tuple[float, float, float, float], speed: int, attention: Attention
) -> Hits:
    """One of four, in a sunk field."""
    theme = brush.theme
    x, y, width, height = box
    brush.rounded(box, theme.field, 10)
    if theme.is_flat:
        brush.rounded(box, theme.line, 10, 1.5)
    step = (width - 6) / len(SPEEDS)
    hits: Hits = {}
    for index, each in enumerate(SPEEDS):
        hit = SpeedButton(each)
        part = (x + 3 + index * step, y + 3, step, height - 6)
        if each == speed:
            brush.rounded(part, theme.raised, 8)
            brush.rounded(part, theme.accent, 8, 2 if theme.is_flat else 1.5)
        if hit == attention.focus:
            brush.rounded(part, theme.text, 8, 2)
        quiet = each != speed and hit not in (attention.hover, attention.pressed)
        ink = theme.text_3 if quiet else theme.text
        middle = (part[0] + step / 2, y + height / 2)
        brush.text(middle, f"{each}×", BODY, ink, "Bold", "center")
        hits[hit] = brush.rect((part[0], y - 2, step, height + 4))
    return hits
