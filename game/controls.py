"""Which key does what: one table, that the scenes obey and the F1 screen shows.

A key is written as pygame names it, with ``ctrl+`` or ``shift+`` before it: ``"ctrl+z"``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from levels.level import Direction


class Action(Enum):
    """Something the player can ask for."""

    UP = auto()
    LEFT = auto()
    DOWN = auto()
    RIGHT = auto()
    UNDO = auto()
    REDO = auto()
    RESTART = auto()
    WALK_UP = auto()
    WALK_LEFT = auto()
    WALK_DOWN = auto()
    WALK_RIGHT = auto()
    UNDO_ALL = auto()
    REDO_ALL = auto()
    OTHER_WAY = auto()
    TAKE_SNAPSHOT = auto()
    NEXT_SNAPSHOT = auto()
    PUT_DOWN = auto()
    NEXT_LEVEL = auto()
    PREVIOUS_LEVEL = auto()
    LEAD_ON = auto()
    SOLVE = auto()
    PLAY_OR_PAUSE = auto()
    STEP_BACK = auto()
    STEP_FORWARD = auto()
    FASTER = auto()
    SLOWER = auto()
    TAKE_OVER = auto()
    LEVELS = auto()
    PLAY_CHOSEN = auto()
    NEXT_UNSOLVED = auto()
    PREVIOUS_UNSOLVED = auto()
    GO_UP = auto()
    GO_LEFT = auto()
    GO_DOWN = auto()
    GO_RIGHT = auto()
    GO_FIRST = auto()
    GO_LAST = auto()
    PAGE_UP = auto()
    PAGE_DOWN = auto()
    ADD_LEVELS = auto()
    PASTE = auto()
    COPY = auto()
    COPY_GAME = auto()
    EXPORT = auto()
    EXPORT_XSB = auto()
    SAVE_PICTURE = auto()
    HELP = auto()
    FULL_SCREEN = auto()
    BACK = auto()
    QUIT = auto()


class Scope(Enum):
    """Where a key means what the table says."""

    PLAY = "Playing"
    HISTORY = "History"
    REPLAY = "Replay"
    BROWSER = "Levels"
    ANYWHERE = "Everywhere"


@dataclass(frozen=True, slots=True)
class Control:
    """One row of the table."""

    scope: Scope
    action: Action
    keys: tuple[str, ...]
    text: str
    repeats: bool = False
    """Whether a held key does it again and again."""


CONTROLS = (
    Control(Scope.PLAY, Action.UP, ("up", "w"), "Step up", repeats=True),
    Control(Scope.PLAY, Action.LEFT, ("left", "a"), "Step left", repeats=True),
    Control(Scope.PLAY, Action.DOWN, ("down", "s"), "Step down", repeats=True),
    Control(Scope.PLAY, Action.RIGHT, ("right", "d"), "Step right", repeats=True),
    Control(Scope.PLAY, Action.WALK_UP, ("ctrl+up",), "Walk on up"),
    Control(Scope.PLAY, Action.WALK_LEFT, ("ctrl+left",), "Walk on left"),
    Control(Scope.PLAY, Action.WALK_DOWN, ("ctrl+down",), "Walk on down"),
    Control(Scope.PLAY, Action.WALK_RIGHT, ("ctrl+right",), "Walk on right"),
    Control(Scope.PLAY, Action.PUT_DOWN, ("right click",), "Put the box down"),
    Control(Scope.PLAY, Action.NEXT_LEVEL, ("n", "page down"), "Next level"),
    Control(Scope.PLAY, Action.PREVIOUS_LEVEL, ("p", "page up"), "Previous level"),
    Control(Scope.PLAY, Action.LEAD_ON, ("return", "enter", "space"), "Go on, when solved"),
    Control(Scope.PLAY, Action.SOLVE, ("f5",), "Solve from here"),
    Control(Scope.PLAY, Action.LEVELS, ("l",), "All levels"),
    Control(Scope.PLAY, Action.NEXT_UNSOLVED, ("ctrl+n",), "Next unsolved level"),
    Control(Scope.PLAY, Action.PREVIOUS_UNSOLVED, ("ctrl+p",), "Unsolved level before"),
    Control(Scope.PLAY, Action.ADD_LEVELS, ("ctrl+o",), "Add level files; or drop them"),
    Control(Scope.PLAY, Action.PASTE, ("ctrl+v",), "Paste levels, or a game"),
    Control(Scope.PLAY, Action.COPY, ("ctrl+c",), "Copy the level"),
    Control(Scope.PLAY, Action.COPY_GAME, ("shift+ctrl+c",), "Copy it with the game"),
    Control(Scope.PLAY, Action.SAVE_PICTURE, ("f12",), "Save a picture"),
    Control(Scope.HISTORY, Action.UNDO, ("u", "backspace", "ctrl+z"), "Undo", repeats=True),
    Control(Scope.HISTORY, Action.UNDO, ("wheel up", "mouse back"), "Undo"),
    Control(Scope.HISTORY, Action.REDO, ("y", "ctrl+y"), "Redo", repeats=True),
    Control(Scope.HISTORY, Action.REDO, ("wheel down", "mouse forward"), "Redo"),
    Control(Scope.HISTORY, Action.UNDO_ALL, ("home",), "Undo all"),
    Control(Scope.HISTORY, Action.REDO_ALL, ("end",), "Redo all"),
    Control(Scope.HISTORY, Action.RESTART, ("r",), "Restart; undo takes it back"),
    Control(Scope.HISTORY, Action.OTHER_WAY, ("b",), "Bring back the overwritten way"),
    Control(Scope.HISTORY, Action.TAKE_SNAPSHOT, ("ctrl+s",), "Take a snapshot"),
    Control(Scope.HISTORY, Action.NEXT_SNAPSHOT, ("ctrl+l",), "Go to a snapshot"),
    Control(Scope.REPLAY, Action.PLAY_OR_PAUSE, ("space",), "Pause, resume"),
    Control(Scope.REPLAY, Action.STEP_BACK, ("left",), "One step back", repeats=True),
    Control(Scope.REPLAY, Action.STEP_FORWARD, ("right",), "One step forward", repeats=True),
    Control(Scope.REPLAY, Action.STEP_BACK, ("wheel up", "mouse back"), "One step back"),
    Control(Scope.REPLAY, Action.STEP_FORWARD, ("wheel down", "mouse forward"), "One forward"),
    Control(Scope.REPLAY, Action.FASTER, ("+", "=", "[+]"), "Faster"),
    Control(Scope.REPLAY, Action.SLOWER, ("-", "[-]"), "Slower"),
    Control(Scope.REPLAY, Action.TAKE_OVER, ("return", "enter"), "Take over from here"),
    Control(Scope.REPLAY, Action.UP, ("up", "w"), "Take over with a step up"),
    Control(Scope.REPLAY, Action.LEFT, ("a",), "Take over with a step left"),
    Control(Scope.REPLAY, Action.DOWN, ("down", "s"), "Take over with a step down"),
    Control(Scope.REPLAY, Action.RIGHT, ("d",), "Take over with a step right"),
    Control(Scope.BROWSER, Action.GO_UP, ("up",), "A row up", repeats=True),
    Control(Scope.BROWSER, Action.GO_LEFT, ("left",), "The level before", repeats=True),
    Control(Scope.BROWSER, Action.GO_DOWN, ("down",), "A row down", repeats=True),
    Control(Scope.BROWSER, Action.GO_RIGHT, ("right",), "The next level", repeats=True),
    Control(Scope.BROWSER, Action.PAGE_UP, ("page up",), "A page up", repeats=True),
    Control(Scope.BROWSER, Action.PAGE_DOWN, ("page down",), "A page down", repeats=True),
    Control(Scope.BROWSER, Action.GO_FIRST, ("home",), "The first level"),
    Control(Scope.BROWSER, Action.GO_LAST, ("end",), "The last level"),
    Control(Scope.BROWSER, Action.PLAY_CHOSEN, ("return", "enter"), "Play"),
    Control(Scope.BROWSER, Action.NEXT_UNSOLVED, ("ctrl+n",), "Next unsolved", repeats=True),
    Control(Scope.BROWSER, Action.PREVIOUS_UNSOLVED, ("ctrl+p",), "Unsolved before", repeats=True),
    Control(Scope.BROWSER, Action.ADD_LEVELS, ("ctrl+o",), "Add level files"),
    Control(Scope.BROWSER, Action.PASTE, ("ctrl+v",), "Paste levels"),
    Control(Scope.BROWSER, Action.COPY, ("ctrl+c",), "Copy the level"),
    Control(Scope.BROWSER, Action.SAVE_PICTURE, ("f12",), "Save a picture"),
    Control(Scope.BROWSER, Action.EXPORT, ("ctrl+e",), "Export with solutions"),
    Control(Scope.BROWSER, Action.EXPORT_XSB, ("shift+ctrl+e",), "Export as XSB"),
    Control(Scope.ANYWHERE, Action.HELP, ("f1",), "These keys"),
    Control(Scope.ANYWHERE, Action.FULL_SCREEN, ("f11",), "Full screen"),
    Control(Scope.ANYWHERE, Action.BACK, ("escape",), "Stop, close or go back"),
    Control(Scope.ANYWHERE, Action.QUIT, ("ctrl+q",), "Quit"),
)

STEPS = {
    Action.UP: Direction.UP,
    Action.LEFT: Direction.LEFT,
    Action.DOWN: Direction.DOWN,
    Action.RIGHT: Direction.RIGHT,
}

WALKS = {
    Action.WALK_UP: Direction.UP,
    Action.WALK_LEFT: Direction.LEFT,
    Action.WALK_DOWN: Direction.DOWN,
    Action.WALK_RIGHT: Direction.RIGHT,
}

_WIDER = {Scope.PLAY: Scope.HISTORY}
"""Scopes whose keys mean the same in another one: a heading of their own on the F1 screen."""

_BY_KEY = {(control.scope, key): control for control in CONTROLS for key in control.keys}

_LABELS = {
    "up": "↑", "left": "←", "down": "↓", "right": "→", "page down": "PgDn", "page up": "PgUp",
    "return": "Enter", "escape": "Esc",
}  # fmt: skip

_UNSEEN = {"enter", "=", "[+]", "[-]"}
"""Second places of a key that is shown already: the number pad, + without shift."""


def control_for(key: str, scope: Scope) -> Control | None:
    """The row that a key means in ``scope``, if any."""
    scopes = (scope, _WIDER.get(scope, scope), Scope.ANYWHERE)
    return next((_BY_KEY[each, key] for each in scopes if (each, key) in _BY_KEY), None)


def key_label(key: str) -> str:
    """How a key is written on the screen: ``Ctrl+Z``, ``PgDn``."""
    return "+".join(_LABELS.get(part, part.title()) for part in _parts(key))


def shown_keys(control: Control) -> tuple[str, ...]:
    """The keys of a row as the player reads them."""
    return tuple(key_label(key) for key in control.keys if key not in _UNSEEN)


def _parts(key: str) -> list[str]:
    return [key] if len(key) == 1 else key.split("+")
