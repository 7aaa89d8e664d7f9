"""The bars above and below the board, and the one sentence between them.

Everything here takes what is to be shown and returns where it is: a dictionary from what
can be clicked to rectangles, for hit testing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from pygame import Rect, Surface

from game.input.actions import Action
from game.looks.theme import Color, Theme, tint
from game.widgets.brush import Brush
from game.widgets.buttons import (
    Attention,
    Clickable,
    Hits,
    ToolButton,
    draw_bare_icon,
    draw_icon_button,
    draw_tool,
    tool_type,
    tool_width,
)
from game.widgets.layout import PlayLayout, reach
from game.widgets.text import BODY, NUMBER, SMALL, TITLE
from game.widgets.timeline import Timeline, draw_timeline
from levels.language import N_, _

Counters: TypeAlias = tuple[tuple[str, str], ...]
"""Labels and values. If there is no room for all, those before the last are left out first."""

BUTTON, BUTTON_HEIGHT, BUTTON_GAP = 84, 56, 8
SMALL_BUTTON, SMALL_BUTTON_HEIGHT, SMALL_BUTTON_STEP = 36, 34, 40
SHARE_OF_TOOLS = 0.6
"""of a wide bar at most, where long words make the buttons wider"""
COUNTER_GAP = 28
# Translators: under the number of pushes in the badge of par.
PROVED, AT_LEAST = N_("proved"), N_("at least")
_STANDS = {
    None: "", "unsolved": N_("You have not solved it yet."), "solved": N_("Your best takes more."),
    "optimal": N_("You have reached it."),
}  # fmt: skip
"""How the player stands to par, by the mark beside it."""
LEAST_TITLE = 220
"""Units that counters leave to the title of a level, with the arrows before it."""
ARROWS_WIDTH = 80


@dataclass(frozen=True)
class Par:
    """The badge of a level's best possible: Par("97", "proved", "optimal").

    `mark` is how the player stands to it: unsolved, solved or optimal; None shows no mark.
    """

    value: str
    note: str = PROVED
    mark: Literal["unsolved", "solved", "optimal"] | None = None
    is_from_book: bool = False


@dataclass(frozen=True)
class ParBadge(Clickable):
    """The badge itself: there is nothing to click, but something to explain."""

    is_button = False
    par: Par

    @property
    def tip(self) -> str:
        """What par is, and how the player stands to it."""
        value = self.par.value
        if self.par.note != PROVED:
            return _("At least {number} pushes are needed. Par is not proved yet.", number=value)
        if self.par.is_from_book:
            words = _("Par, from the book: nobody needs fewer than {number} pushes.", number=value)
        else:
            words = _("Par: nobody needs fewer than {number} pushes.", number=value)
        return f"{words} {_(_STANDS[self.par.mark])}"


@dataclass(frozen=True)
class TopBar:
    """With a menu at its left, or the way back, and arrows to the levels beside this one."""

    title: str
    subtitle: str = ""
    counters: Counters = ()
    par: Par | None = None
    back: bool = False
    arrows: bool = True


@dataclass(frozen=True)
class BottomBar:
    """Tools at both ends, and the timeline between them."""

    left: tuple[ToolButton, ...] = ()
    right: tuple[ToolButton, ...] = ()
    timeline: Timeline | None = None


class BarPart(NamedTuple):
    """What is drawn by itself, and only when it has changed."""

    draw: Callable[[Surface, PlayLayout, Theme, Any, Attention], Hits]
    places: tuple[Rect, ...]
    value: object


# --- top -------------------------------------------------------------------------------------
def top_parts(layout: PlayLayout, bar: TopBar) -> tuple[BarPart, ...]:
    """The corner that leads elsewhere; beside it the level's name, and its counters."""
    place, split = layout.top_bar, round(_corner_width(layout, bar.arrows) * layout.scale)
    corner = Rect(place.topleft, (split, place.height))
    heading = Rect(split, place.top, place.width - split, place.height)
    return (
        BarPart(_draw_corner, (corner,), (bar.back, bar.arrows)),
        BarPart(_draw_heading, (heading,), bar),
    )


def _corner_width(layout: PlayLayout, arrows: bool) -> float:
    return 44 if layout.compact else 72 + ARROWS_WIDTH * arrows


def _clear_top(brush: Brush, left: float, right: float) -> None:
    brush.fill((left, 0, right - left, brush.height), brush.theme.bar)
    brush.hairline((left, brush.height - 1, right - left, 1), brush.theme.line)


def _draw_corner(
    surface: Surface, layout: PlayLayout, theme: Theme, ways: tuple[bool, bool],
    attention: Attention,
) -> Hits:  # fmt: skip
    """The menu or the way back, and the arrows to other levels: before the title, so that they
    stay where they are from level to level."""
    back, arrows = ways
    brush = Brush(surface, theme, layout.scale, layout.top_bar)
    _clear_top(brush, 0, _corner_width(layout, arrows))
    hit, icon = (Action.BACK, "back") if back else (Action.MENU, "menu")
    if layout.compact:
        return {hit: draw_bare_icon(brush, hit, icon, (22, 20), attention, 36)}
    hits: Hits = {hit: draw_bare_icon(brush, hit, icon, (36, 32), attention)}
    return hits | _arrows(brush, 68, attention) if arrows else hits


def _draw_heading(
    surface: Surface, layout: PlayLayout, theme: Theme, bar: TopBar, attention: Attention
) -> Hits:
    """The level's name at the left, the counters at the right."""
    brush = Brush(surface, theme, layout.scale, layout.top_bar)
    left = _corner_width(layout, bar.arrows)
    _clear_top(brush, left, brush.width)
    return (_compact_heading if layout.compact else _wide_heading)(brush, bar, left)


def _wide_heading(brush: Brush, bar: TopBar, left: float) -> Hits:
    theme = brush.theme
    right = brush.width - 24
    hits: Hits = {}
    if bar.par:
        end, right = right, _par_badge(brush, right, bar.par)
        hits[ParBadge(bar.par)] = brush.rect((right, 9, end - right, 46))
        right -= COUNTER_GAP
    counters = _fitting(brush, bar.counters, right - 72 - LEAST_TITLE, _counter_width)
    for counter in reversed(counters):
        label, value = counter
        brush.caption((right, 22), label, align="right")
        brush.number((right, 43), value, NUMBER, theme.text, "right")
        right -= _counter_width(brush, counter)
    title = brush.fitted(bar.title, TITLE, "Bold", right - left)
    brush.text((left, 24), title, TITLE, theme.text, "Bold")
    subtitle = brush.fitted_parts(bar.subtitle, right - left)
    brush.text((left, 46), subtitle, SMALL, theme.text_2)
    return hits


def _fitting(
    brush: Brush, counters: Counters, room: float, width: Callable[[Brush, tuple[str, str]], float]
) -> Counters:
    """As many counters as there is room for: the first ones and the last."""
    while len(counters) > 2 and sum(width(brush, each) for each in counters) > room:
        counters = (*counters[:-2], counters[-1])
    return counters


def _counter_width(brush: Brush, counter: tuple[str, str]) -> float:
    label, value = counter
    return COUNTER_GAP + max(brush.measure_number(value, NUMBER), brush.measure_caption(label))


def _compact_width(brush: Brush, counter: tuple[str, str]) -> float:
    label, value = counter
    return 22 + brush.measure_number(value, BODY) + brush.measure_caption(label)


def _arrows(brush: Brush, x: float, attention: Attention) -> Hits:
    """To the level before and the next; their targets are larger than they look."""
    hits: Hits = {}
    for hit, icon in ((Action.PREVIOUS_LEVEL, "left"), (Action.NEXT_LEVEL, "right")):
        draw_icon_button(brush, (x, 16, 30, 32), ToolButton(hit, icon, ""), attention)
        hits[hit] = brush.rect((x - 3, 8, 36, 48))
        x += 36
    return hits


def _par_badge(brush: Brush, right: float, par: Par) -> float:
    """Draw the badge; return its left edge. It is green only for what is proved."""
    theme = brush.theme
    ink, fill = _par_colors(theme, par)
    value = brush.measure_number(par.value, NUMBER)
    width = max(brush.measure(_(par.note), SMALL, "SemiBold") + value + 12, value + 50) + 24
    left = right - width
    brush.rounded((left, 9, width, 46), fill, 10)
    if theme.is_flat:
        brush.rounded((left, 9, width, 46), ink, 10, 1.5)
    brush.caption((left + 12, 22), _("Par"), ink)
    brush.text((left + 12, 43), _(par.note), SMALL, theme.text_2, "SemiBold")
    brush.number((right - 12, 43), par.value, NUMBER, ink, "right")
    if par.mark:
        brush.mark(par.mark, (right - 18, 22), 11, fill)
    return left


def _par_colors(theme: Theme, par: Par) -> tuple[Color, Color]:
    if par.note == PROVED:
        return theme.proof, tint(theme.bar, theme.proof, 0.13)
    return theme.text_2, theme.raised


def _compact_heading(brush: Brush, bar: TopBar, left: float) -> Hits:
    theme = brush.theme
    hits: Hits = {}
    right = brush.width - 16
    fitting = _fitting(brush, bar.counters, right - left - LEAST_TITLE / 2, _compact_width)
    counters: list[tuple[str, str, Color | None]] = [
        (label, value, None) for label, value in fitting
    ]
    if bar.par:
        ink = _par_colors(theme, bar.par)[0]
        at_least = "" if bar.par.note == PROVED else "≥ "
        counters = [*counters[:2], (_("Par"), at_least + bar.par.value, ink)]
    for number, (label, value, color) in reversed([*enumerate(counters)]):
        end = right
        right -= brush.number((right, 20), value, BODY, color or theme.text, "right") + 6
        right -= brush.caption((right, 20), label, color, "right")
        if bar.par and number == len(counters) - 1:
            hits[ParBadge(bar.par)] = brush.rect((right, 6, end - right, 28))
        right -= 16
    title = brush.fitted(bar.title, BODY, "Bold", right - left)
    end = left + brush.text((left, 20), title, BODY, theme.text, "Bold") + 10
    if right - end > 60:
        subtitle = brush.fitted_parts(bar.subtitle, right - end)
        brush.text((end, 20), subtitle, SMALL, theme.text_2)
    return hits


# --- bottom ----------------------------------------------------------------------------------
def bottom_parts(layout: PlayLayout, bar: BottomBar) -> tuple[BarPart, ...]:
    """The tools at both ends, and the timeline between them."""
    place, (left, right) = layout.bottom_bar, _middle(layout, bar)
    start, end = round(left * layout.scale), round(right * layout.scale)
    track = Rect(start, place.top, end - start, place.height)
    ends = (
        Rect(place.topleft, (start, place.height)),
        Rect(end, place.top, place.width - end, place.height),
    )
    return (
        BarPart(_draw_tools, ends, replace(bar, timeline=None)),
        BarPart(_draw_track, (track,), (left, right, bar.timeline)),
    )


def _button_width(layout: PlayLayout, bar: BottomBar) -> float:
    """Room in each button for the longest label and its key, as far as the bar allows."""
    words = tuple((each.label, each.key_hint) for each in bar.left + bar.right)
    return _width_for(words, layout.bottom_bar.width, layout.scale)


@lru_cache(maxsize=16)
def _width_for(words: tuple[tuple[str, str], ...], width: float, scale: float) -> float:
    """The same for labels and keys in a bar this many pixels wide. Every turn asks for it."""
    widest = max((tool_width(label, key, scale) for label, key in words), default=0.0)
    room = SHARE_OF_TOOLS * width / scale
    return max(BUTTON, min(widest, room / max(1, len(words)) - BUTTON_GAP))


def _middle(layout: PlayLayout, bar: BottomBar) -> tuple[float, float]:
    """From where to where the timeline has room, in units."""
    edge, step = 16, _button_width(layout, bar) + BUTTON_GAP
    if layout.compact:
        edge, step = 12, SMALL_BUTTON_STEP
    width = layout.bottom_bar.width / layout.scale
    return edge + len(bar.left) * step, width - edge - len(bar.right) * step


def clear_bottom_bar(brush: Brush, left: float, right: float) -> None:
    """Empty a stretch of the bar, with a line above it."""
    brush.fill((left, 0, right - left, brush.height), brush.theme.bar)
    brush.hairline((left, 0, right - left, 1), brush.theme.line)


def _draw_tools(
    surface: Surface, layout: PlayLayout, theme: Theme, bar: BottomBar, attention: Attention
) -> Hits:
    brush = Brush(surface, theme, layout.scale, layout.bottom_bar)
    left, right = _middle(layout, bar)
    clear_bottom_bar(brush, 0, left)
    clear_bottom_bar(brush, right, brush.width)
    hits: Hits = {}
    wide = _button_width(layout, bar)
    words_in = tool_type(brush, bar.left + bar.right, wide)
    for first, buttons in ((8 if layout.compact else 16, bar.left), (right + 8, bar.right)):
        for index, button in enumerate(buttons):
            if layout.compact:
                high = reach(SMALL_BUTTON_HEIGHT)
                top = (brush.height - high) / 2
                small = (first + index * SMALL_BUTTON_STEP, top, SMALL_BUTTON, high)
                hits[button.hit] = draw_icon_button(brush, small, button, attention)
            else:
                box = (first + index * (wide + BUTTON_GAP), 12, wide, BUTTON_HEIGHT)
                hits[button.hit] = draw_tool(brush, box, button, attention, words_in)
    return hits


def _draw_track(
    surface: Surface, layout: PlayLayout, theme: Theme,
    value: tuple[float, float, Timeline | None], attention: Attention,
) -> Hits:  # fmt: skip
    brush, (left, right, line) = Brush(surface, theme, layout.scale, layout.bottom_bar), value
    clear_bottom_bar(brush, left, right)
    if line is None:
        return {}
    if layout.compact:
        line = replace(line, left_label="", right_label="")
    middle = 23 if layout.compact else 34
    return {line.track: draw_timeline(brush, left + 16, middle, right - left - 32, line)}
