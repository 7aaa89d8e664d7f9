"""The screen that shows the keys, or what fingers do, made from the table that the game obeys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import pygame
from pygame import MOUSEWHEEL, Surface
from pygame.event import Event

from game.input.actions import Action
from game.input.bindings import Bindings, heard_scopes
from game.input.controls import LAYER_ROWS, Control, Scope, is_swiped, shown_buttons, shown_keys
from game.input.touch import Pan
from game.menu.help_page import KeyGroup, KeyRow, KeySheet, draw_help, most_scroll
from game.scene.base import Actions, Scene, each
from game.scene.overlay import Overlay
from game.scene.stage import Stage
from game.widgets.buttons import Attention, Hit, Hits
from game.widgets.layout import SCALING, lay_out
from levels.language import N_, _

CLICKS: Mapping[Scope, tuple[KeyRow, ...]] = {
    Scope.PLAY: (
        ((N_("Click"),), N_("Walk there")),
        ((N_("Click"), N_("Drag")), N_("Move the box")),
    ),
    Scope.REVERSE: (
        ((N_("Step"),), N_("Pull the box behind the pusher")),
        ((N_("Walk"),), N_("Leave the box where it is")),
    ),
    Scope.BROWSER: (((N_("Right click"),), N_("Menu of a level or a collection")),),
    Scope.VIEW: (((N_("Middle drag"),), N_("Move the board")),),
}
"""What the mouse does on the board that is not in the table of keys."""

TOUCHES: Mapping[Scope, tuple[KeyRow, ...]] = {
    Scope.PLAY: (
        ((N_("Tap"),), N_("Walk there")),
        ((N_("Tap"), N_("Drag")), N_("Move the box")),
        ((N_("Hold"),), N_("Put the box down")),
    ),
    Scope.BROWSER: (
        ((N_("Drag"),), N_("Scroll")),
        ((N_("Hold"),), N_("Menu of a level or a collection")),
    ),
    Scope.EDITOR: (
        ((N_("Tap"), N_("Drag")), N_("Draw")),
        ((N_("Hold"),), N_("Erase")),
        ((N_("Pinch"),), N_("Zoom in or out, move the board")),
    ),
    Scope.VIEW: (
        ((N_("Pinch"),), N_("Zoom in or out")),
        ((N_("Drag"), N_("Two fingers")), N_("Move the board")),
    ),
    Scope.ANYWHERE: (((N_("Hold"),), N_("Say what a button does")),),
}
"""What fingers do, besides the swipes of the table."""

NOTCH = 57
"""Units that a notch of the wheel scrolls: three close rows."""
END = 1e6
SCROLLED = {
    Action.GO_UP: -NOTCH,
    Action.GO_DOWN: NOTCH,
    Action.PAGE_UP: -4 * NOTCH,
    Action.PAGE_DOWN: 4 * NOTCH,
    Action.GO_FIRST: -END,
    Action.GO_LAST: END,
}


def key_groups(
    bindings: Bindings, heard: Scope = Scope.PLAY, *, gamepad: bool = False, fingers: bool = False
) -> tuple[KeyGroup, ...]:
    """The keys that mean something in a scope under their headings, or the buttons of the gamepad,
    or what fingers do."""
    shown = shown_buttons if gamepad else partial(_keys, swiped=fingers)
    beside = {} if gamepad else TOUCHES if fingers else CLICKS
    groups = []
    for scope in heard_scopes(heard):
        rows = [row for row in bindings.rows if row.scope is scope]
        keys = [(shown(row), row.text) for row in rows]
        found = (*_joined([each for each in keys if each[0]]), *beside.get(scope, ()))
        if found:
            rows_shown = tuple((tuple(map(_, keys)), _(words)) for keys, words in found)
            groups.append(KeyGroup(_(scope.value), rows_shown))
    return tuple(groups)


def _keys(row: Control, *, swiped: bool) -> tuple[str, ...]:
    """The keys of a row, or its swipe."""
    return shown_keys(row) if is_swiped(row) == swiped else ()


def _joined(rows: Sequence[KeyRow]) -> list[KeyRow]:
    """One row for all that say the same, and one from the first layer of the X-ray to the last."""
    keys_of: dict[str, tuple[str, ...]] = {}
    layers = [keys[0] for keys, text in rows if text.startswith(LAYER_ROWS)]
    for keys, text in rows:
        if text.startswith(LAYER_ROWS):
            keys_of[LAYER_ROWS] = (f"{layers[0]} – {layers[-1]}",)
        else:
            keys_of[text] = keys_of.get(text, ()) + keys
    return [(keys, text) for text, keys in keys_of.items()]


def table_name(stage: Stage) -> str:
    """What the table is called: of what the player holds, or of what fingers do."""
    if stage.uses_gamepad:
        return N_("Buttons")
    return N_("Gestures") if SCALING.by_finger else N_("Keys")


class HelpScene(Overlay):
    """The keys of the scene that asked for them, over it; any of the closing keys returns to it."""

    scope = Scope.BROWSER  # the keys that go through a page
    is_topmost = True

    def __init__(self, stage: Stage, below: Scene) -> None:
        super().__init__(below)
        self._stage = stage
        self._scroll = 0.0

    @property
    def title(self) -> str:
        return self._below.title

    @property
    def actions(self) -> Actions:
        return {
            **each(SCROLLED, self._scroll_by),
            Action.BACK: self._leave,
            Action.HELP: self._leave,
        }

    def _scroll_by(self, units: float) -> None:
        self._scroll += units

    def hear(self, event: Event) -> Scene | None:
        if event.type != MOUSEWHEEL:
            return None
        self._scroll -= NOTCH * event.y
        return self

    def pan(self, pan: Pan) -> bool:
        self._scroll -= pan.dy / lay_out(pygame.display.get_window_size()).scale
        return True

    def click(self, hit: Hit) -> Scene:
        return self._below

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        self._below.draw(surface, Attention())
        stage = self._stage
        layout, theme = lay_out(surface.get_size()), stage.theme
        groups = key_groups(
            stage.controls, self._below.scope,
            gamepad=stage.uses_gamepad, fingers=SCALING.by_finger,
        )  # fmt: skip
        self._scroll = min(max(0.0, self._scroll), most_scroll(surface, layout, theme, groups))
        table = KeySheet(_(table_name(stage)), groups)
        return draw_help(surface, layout, theme, table, attention, self._scroll)
