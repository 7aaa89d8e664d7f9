"""The bars above and below the board, and the one sentence between them.

Everything here takes what is to be shown and returns where it is: a dictionary from names to
rectangles, for hit testing. A button is named by its `key`, the name of its action.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pygame import Rect, Surface

from game.theme import Theme
from game.view.layout import PlayLayout
from game.view.timeline import Timeline

ToolState: TypeAlias = Literal["normal", "primary", "active", "disabled"]
Tone: TypeAlias = Literal["plain", "danger", "proof"]
Hits: TypeAlias = dict[str, Rect]


@dataclass(frozen=True)
class Attention:
    """What the human is at: names of the things under the mouse, held down, and focused."""

    hover: str | None = None
    pressed: str | None = None
    focus: str | None = None


@dataclass(frozen=True)
class ToolButton:
    """A button with its icon (a name of game.view.icons) and the key that does the same."""

    key: str
    icon: str
    label: str
    key_hint: str = ""
    state: ToolState = "normal"


@dataclass(frozen=True)
class Par:
    """The badge of a level's best possible: Par("97", "proved", "optimal").

    `mark` is how the player stands to it: unsolved, solved or optimal; None shows no mark.
    """

    value: str
    note: str = "proved"
    mark: Literal["unsolved", "solved", "optimal"] | None = None


@dataclass(frozen=True)
class TopBar:
    """Names in the hits: "menu" or "back", "previous", "next"."""

    title: str
    subtitle: str = ""
    counters: tuple[tuple[str, str], ...] = ()
    par: Par | None = None
    back: bool = False
    arrows: bool = True


@dataclass(frozen=True)
class BottomBar:
    """Names in the hits: the buttons' keys, and "timeline" for its track."""

    left: tuple[ToolButton, ...] = ()
    right: tuple[ToolButton, ...] = ()
    timeline: Timeline | None = None


@dataclass(frozen=True)
class Sentence:
    """What the game says: the lead in a bolder weight, the rest, and one thing to do about it.

    Name in the hits: the action's key.
    """

    lead: str
    rest: str = ""
    tone: Tone = "plain"
    action: ToolButton | None = None


CALM = Attention()


def draw_top_bar(
    surface: Surface, layout: PlayLayout, theme: Theme, bar: TopBar, attention: Attention = CALM
) -> Hits:
    return {}


def draw_bottom_bar(
    surface: Surface, layout: PlayLayout, theme: Theme, bar: BottomBar,
    attention: Attention = CALM,
) -> Hits:
    return {}


def draw_sentence(
    surface: Surface, layout: PlayLayout, theme: Theme, sentence: Sentence,
    attention: Attention = CALM,
) -> Hits:
    return {}
