"""Which key does what: one table that the scenes obey and the F1 screen shows.

A key is written as pygame names it, with ``ctrl+`` or ``shift+`` before it: ``"ctrl+z"``. Beside it
stands the table of the gamepad, `game.input.gamepad_table`. What the
person has changed of both is in `game.input.bindings`. A finger swipes in the same table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.input.actions import Action
from game.input.key_names import key_label, key_parts
from levels.language import N_, _
from levels.level import Direction


class Scope(Enum):
    """Where a key means what the table says."""

    PLAY = N_("Playing")
    REVERSE = N_("Reverse play")
    HISTORY = N_("History")
    VIEW = N_("View")
    SOLVER = N_("The solver")
    REPLAY = N_("Replay")
    REVIEW = N_("Review")
    COMPARE = N_("Comparison")
    BROWSER = N_("Levels")
    EDITOR = N_("Editor")
    GENERATOR = N_("Generator")
    STATISTICS = N_("Statistics")
    DAYS = N_("Level of the day")
    LISTS = N_("Snapshots and other ways")
    MENU = N_("Menu and settings")
    ANYWHERE = N_("Everywhere")


@dataclass(frozen=True, slots=True)
class Control:
    """One row of the table."""

    scope: Scope
    action: Action
    keys: tuple[str, ...]
    text: str
    """in English; `words` is what is shown"""
    repeats: bool = False
    """Whether a held key does it again and again."""
    gamepad: tuple[str, ...] = ()
    """The buttons of a gamepad that do the same, by the table below."""

    @property
    def words(self) -> str:
        """What it does."""
        return _(self.text)


_SIDES = (
    ("top", "up", N_("Add squares at the top"), N_("Remove squares at the top")),
    ("left", "left", N_("Add squares at the left"), N_("Remove squares at the left")),
    ("bottom", "down", N_("Add squares at the bottom"), N_("Remove squares at the bottom")),
    ("right", "right", N_("Add squares at the right"), N_("Remove squares at the right")),
)

_EXTENDING = {
    "up": N_("Extend area up"), "left": N_("Extend area left"), "down": N_("Extend area down"),
    "right": N_("Extend area right"),
}  # fmt: skip

_LAYERS = {
    "distance": N_("Layer of the X-ray: distance"), "matching": N_("Layer of the X-ray: matching"),
    "dead": N_("Layer of the X-ray: dead"), "tunnels": N_("Layer of the X-ray: tunnels"),
    "reach": N_("Layer of the X-ray: reach"), "corrals": N_("Layer of the X-ray: corrals"),
    "frozen": N_("Layer of the X-ray: frozen"), "facts": N_("Layer of the X-ray: facts"),
    "cut": N_("Layer of the X-ray: cut"),
}  # fmt: skip

LAYER_ROWS = N_("Layer of the X-ray")
"""How the rows of its layers begin."""

CONTROLS = (
    Control(Scope.PLAY, Action.UP, ("up", "w"), "Step up", repeats=True),
    Control(Scope.PLAY, Action.LEFT, ("left", "a"), "Step left", repeats=True),
    Control(Scope.PLAY, Action.DOWN, ("down", "s"), "Step down", repeats=True),
    Control(Scope.PLAY, Action.RIGHT, ("right", "d"), "Step right", repeats=True),
    Control(Scope.PLAY, Action.WALK_UP, ("ctrl+up",), "Walk up"),
    Control(Scope.PLAY, Action.WALK_LEFT, ("ctrl+left",), "Walk left"),
    Control(Scope.PLAY, Action.WALK_DOWN, ("ctrl+down",), "Walk down"),
    Control(Scope.PLAY, Action.WALK_RIGHT, ("ctrl+right",), "Walk right"),
    Control(Scope.PLAY, Action.UP, ("swipe up",), "Step up", repeats=True),
    Control(Scope.PLAY, Action.LEFT, ("swipe left",), "Step left", repeats=True),
    Control(Scope.PLAY, Action.DOWN, ("swipe down",), "Step down", repeats=True),
    Control(Scope.PLAY, Action.RIGHT, ("swipe right",), "Step right", repeats=True),
    Control(Scope.PLAY, Action.PUT_DOWN, ("right click",), "Put the box down"),
    Control(Scope.PLAY, Action.NEXT_LEVEL, ("n", "page down"), "Next level"),
    Control(Scope.PLAY, Action.PREVIOUS_LEVEL, ("p", "page up"), "Previous level"),
    Control(Scope.PLAY, Action.LEAD_ON, ("return", "enter", "space"), "Next level, once solved"),
    Control(Scope.PLAY, Action.REVERSE, ("v",), "Reverse play on or off"),
    Control(Scope.PLAY, Action.LEVELS, ("l",), "All levels"),
    Control(Scope.PLAY, Action.DAYS, ("t",), "Level of the day"),
    Control(Scope.PLAY, Action.COPY_RESULT, ("shift+t",), "Copy the result of the day"),
    Control(Scope.PLAY, Action.NEXT_UNSOLVED, ("ctrl+n",), "Next unsolved level"),
    Control(Scope.PLAY, Action.PREVIOUS_UNSOLVED, ("ctrl+p",), "Previous unsolved level"),
    Control(Scope.PLAY, Action.ADD_LEVELS, ("ctrl+o",), "Add a level file"),
    Control(Scope.PLAY, Action.ADD_FOLDER, ("shift+ctrl+o",), "Add a folder of level files"),
    Control(Scope.PLAY, Action.KEEP, ("ctrl+k",), "Keep an opened collection"),
    Control(Scope.PLAY, Action.PASTE, ("ctrl+v",), "Paste levels, or a game"),
    Control(Scope.PLAY, Action.COPY, ("ctrl+c",), "Copy the level"),
    Control(Scope.PLAY, Action.COPY_GAME, ("shift+ctrl+c",), "Copy the level and your game"),
    Control(Scope.PLAY, Action.COPY_SHORT, ("c",), "Copy as a short text"),
    Control(Scope.PLAY, Action.COPY_SHORT_SOLVED, ("shift+c",), "The same, with your solution"),
    Control(Scope.PLAY, Action.SAVE_PICTURE, ("f12",), "Save a picture"),
    Control(Scope.PLAY, Action.LEVEL_PAGE, ("i",), "About this level"),
    Control(Scope.PLAY, Action.STATISTICS, ("shift+i",), "Statistics"),
    Control(Scope.PLAY, Action.EDIT_COPY, ("f4",), "Edit a copy"),
    Control(Scope.PLAY, Action.NEW_LEVEL, ("shift+ctrl+n",), "Draw a new level"),
    Control(Scope.PLAY, Action.GENERATOR, ("ctrl+g",), "Generate levels"),
    Control(Scope.REVERSE, Action.OTHER_AREA, ("o",), "Start with the pusher elsewhere"),
    Control(Scope.HISTORY, Action.UNDO, ("u", "backspace", "ctrl+z"), "Undo", repeats=True),
    Control(Scope.HISTORY, Action.UNDO, ("wheel up", "mouse back"), "Undo"),
    Control(Scope.HISTORY, Action.REDO, ("y", "ctrl+y"), "Redo", repeats=True),
    Control(Scope.HISTORY, Action.REDO, ("wheel down", "mouse forward"), "Redo"),
    Control(Scope.HISTORY, Action.UNDO_ALL, ("home",), "Undo all"),
    Control(Scope.HISTORY, Action.REDO_ALL, ("end",), "Redo all"),
    Control(Scope.HISTORY, Action.RESTART, ("r",), "Restart (can be undone)"),
    Control(Scope.HISTORY, Action.OTHER_WAY, ("b",), "Take the other way from here"),
    Control(Scope.HISTORY, Action.WAYS, ("shift+b",), "List of other ways"),
    Control(Scope.HISTORY, Action.TAKE_SNAPSHOT, ("ctrl+s",), "Take a snapshot"),
    Control(Scope.HISTORY, Action.NEXT_SNAPSHOT, ("ctrl+l",), "Go to a snapshot"),
    Control(Scope.HISTORY, Action.SNAPSHOTS, ("shift+ctrl+s",), "List of snapshots"),
    Control(Scope.VIEW, Action.ZOOM_IN, ("+", "=", "[+]"), "Zoom in"),
    Control(Scope.VIEW, Action.ZOOM_IN, ("ctrl+wheel up",), "Zoom in"),
    Control(Scope.VIEW, Action.ZOOM_OUT, ("-", "[-]"), "Zoom out"),
    Control(Scope.VIEW, Action.ZOOM_OUT, ("ctrl+wheel down",), "Zoom out"),
    Control(Scope.VIEW, Action.SHOW_ALL, ("0", "[0]"), "Fit board / reset zoom"),
    Control(Scope.VIEW, Action.LOOK_UP, ("shift+up",), "Pan up"),
    Control(Scope.VIEW, Action.LOOK_UP, ("shift+wheel up",), "Pan up"),
    Control(Scope.VIEW, Action.LOOK_LEFT, ("shift+left",), "Pan left"),
    Control(Scope.VIEW, Action.LOOK_LEFT, ("wheel left",), "Pan left"),
    Control(Scope.VIEW, Action.LOOK_DOWN, ("shift+down",), "Pan down"),
    Control(Scope.VIEW, Action.LOOK_DOWN, ("shift+wheel down",), "Pan down"),
    Control(Scope.VIEW, Action.LOOK_RIGHT, ("shift+right",), "Pan right"),
    Control(Scope.VIEW, Action.LOOK_RIGHT, ("wheel right",), "Pan right"),
    Control(Scope.SOLVER, Action.SOLVE, ("f5",), "Solve from here"),
    Control(Scope.SOLVER, Action.HINT, ("h",), "Hint (press again for more)"),
    Control(Scope.SOLVER, Action.BACK_TO_SOLVABLE, ("shift+u",), "Undo until solvable"),
    Control(Scope.SOLVER, Action.XRAY, ("x",), "X-ray: what the solver sees"),
    *(
        Control(Scope.SOLVER, Action[f"LAYER_{layer.upper()}"], (str(number),), words)
        for number, (layer, words) in enumerate(_LAYERS.items(), start=1)
    ),
    Control(Scope.SOLVER, Action.PLAY_BEST, ("f7",), "Play your own best solution"),
    Control(Scope.SOLVER, Action.REVIEW, ("f8",), "Review your game"),
    Control(Scope.SOLVER, Action.DEADLOCK_AID, ("f6",), "Stuck boxes: off, warn, explain"),
    Control(Scope.REPLAY, Action.PLAY_OR_PAUSE, ("space",), "Pause or resume"),
    Control(Scope.REPLAY, Action.STEP_BACK, ("left",), "One step back", repeats=True),
    Control(Scope.REPLAY, Action.STEP_FORWARD, ("right",), "One step forward", repeats=True),
    Control(Scope.REPLAY, Action.STEP_BACK, ("wheel up", "mouse back"), "One step back"),
    Control(Scope.REPLAY, Action.STEP_FORWARD, ("wheel down", "mouse forward"), "One step forward"),
    Control(Scope.REPLAY, Action.STEP_BACK, ("swipe left",), "One step back", repeats=True),
    Control(Scope.REPLAY, Action.STEP_FORWARD, ("swipe right",), "One step forward", repeats=True),
    Control(Scope.REPLAY, Action.PAGE_UP, ("page up",), "Before the last push", repeats=True),
    Control(Scope.REPLAY, Action.PAGE_DOWN, ("page down",), "After the next push", repeats=True),
    Control(Scope.REPLAY, Action.GO_FIRST, ("home",), "To the start"),
    Control(Scope.REPLAY, Action.GO_LAST, ("end",), "To the end"),
    Control(Scope.REPLAY, Action.FASTER, ("+", "=", "[+]"), "Faster"),
    Control(Scope.REPLAY, Action.SLOWER, ("-", "[-]"), "Slower"),
    Control(Scope.REPLAY, Action.ZOOM_IN, ("ctrl+wheel up",), "Zoom in"),
    Control(Scope.REPLAY, Action.ZOOM_OUT, ("ctrl+wheel down",), "Zoom out"),
    Control(Scope.REPLAY, Action.SHOW_ALL, ("0", "[0]"), "Fit board / reset zoom"),
    Control(Scope.REPLAY, Action.COPY, ("ctrl+c",), "Copy as LURD"),
    Control(Scope.REPLAY, Action.COPY_COUNTED, ("shift+ctrl+c",), "Copy as LURD with counts"),
    Control(Scope.REPLAY, Action.PASTE, ("ctrl+v",), "Play a pasted game"),
    Control(Scope.REPLAY, Action.SAVE_MOVING, ("ctrl+e",), "Save as GIF"),
    Control(Scope.REPLAY, Action.SAVE_STRIP, ("f12",), "Save a picture strip"),
    Control(Scope.REPLAY, Action.XRAY, ("x",), "Traffic of boxes or pusher"),
    Control(Scope.REPLAY, Action.COMPARE, ("c",), "Compare with the best solution"),
    Control(Scope.REPLAY, Action.TAKE_OVER, ("return", "enter"), "Take over from here"),
    Control(Scope.REPLAY, Action.UP, ("up", "w"), "Take over with a step up"),
    Control(Scope.REPLAY, Action.LEFT, ("a",), "Take over with a step left"),
    Control(Scope.REPLAY, Action.DOWN, ("down", "s"), "Take over with a step down"),
    Control(Scope.REPLAY, Action.RIGHT, ("d",), "Take over with a step right"),
    Control(Scope.REVIEW, Action.NEXT_LOSS, ("n", "page down"), "Next loss"),
    Control(Scope.REVIEW, Action.PREVIOUS_LOSS, ("p", "page up"), "Previous loss"),
    Control(Scope.REVIEW, Action.SHOW_BETTER, ("b", "space"), "Show the better way"),
    Control(Scope.REVIEW, Action.FIND_BETTER, ("return", "enter"), "Find it yourself"),
    Control(Scope.REVIEW, Action.NEXT_METRIC, ("m",), "By pushes or by moves"),
    Control(Scope.REVIEW, Action.COMPARE, ("c",), "Compare with the better way"),
    Control(Scope.REVIEW, Action.STEP_BACK, ("left",), "One step back", repeats=True),
    Control(Scope.REVIEW, Action.STEP_FORWARD, ("right",), "One step forward", repeats=True),
    Control(Scope.REVIEW, Action.STEP_BACK, ("wheel up", "mouse back"), "One step back"),
    Control(Scope.REVIEW, Action.STEP_FORWARD, ("wheel down", "mouse forward"), "One step forward"),
    Control(Scope.REVIEW, Action.STEP_BACK, ("swipe left",), "One step back", repeats=True),
    Control(Scope.REVIEW, Action.STEP_FORWARD, ("swipe right",), "One step forward", repeats=True),
    Control(Scope.REVIEW, Action.GO_FIRST, ("home",), "To the start"),
    Control(Scope.REVIEW, Action.GO_LAST, ("end",), "To the end"),
    Control(Scope.REVIEW, Action.ZOOM_IN, ("+", "=", "[+]"), "Zoom in"),
    Control(Scope.REVIEW, Action.ZOOM_IN, ("ctrl+wheel up",), "Zoom in"),
    Control(Scope.REVIEW, Action.ZOOM_OUT, ("-", "[-]"), "Zoom out"),
    Control(Scope.REVIEW, Action.ZOOM_OUT, ("ctrl+wheel down",), "Zoom out"),
    Control(Scope.REVIEW, Action.SHOW_ALL, ("0", "[0]"), "Fit board / reset zoom"),
    Control(Scope.COMPARE, Action.PLAY_OR_PAUSE, ("space",), "Pause or resume"),
    Control(Scope.COMPARE, Action.NEXT_LOSS, ("n", "page down"), "Where they part next"),
    Control(Scope.COMPARE, Action.PREVIOUS_LOSS, ("p", "page up"), "Where they parted before"),
    Control(Scope.COMPARE, Action.SHOW_BETTER, ("b",), "Swap board and outlines"),
    Control(Scope.COMPARE, Action.STEP_BACK, ("left",), "One push back", repeats=True),
    Control(Scope.COMPARE, Action.STEP_FORWARD, ("right",), "One push forward", repeats=True),
    Control(Scope.COMPARE, Action.STEP_BACK, ("wheel up", "mouse back"), "One push back"),
    Control(
        Scope.COMPARE, Action.STEP_FORWARD, ("wheel down", "mouse forward"), "One push forward"
    ),
    Control(Scope.COMPARE, Action.STEP_BACK, ("swipe left",), "One push back", repeats=True),
    Control(Scope.COMPARE, Action.STEP_FORWARD, ("swipe right",), "One push forward", repeats=True),
    Control(Scope.COMPARE, Action.GO_FIRST, ("home",), "To the start"),
    Control(Scope.COMPARE, Action.GO_LAST, ("end",), "To the end"),
    Control(Scope.COMPARE, Action.FASTER, ("+", "=", "[+]"), "Faster"),
    Control(Scope.COMPARE, Action.SLOWER, ("-", "[-]"), "Slower"),
    Control(Scope.COMPARE, Action.SHOW_ALL, ("0", "[0]"), "Fit board / reset zoom"),
    Control(Scope.BROWSER, Action.GO_UP, ("up",), "One row up", repeats=True),
    Control(Scope.BROWSER, Action.GO_LEFT, ("left",), "Previous level", repeats=True),
    Control(Scope.BROWSER, Action.GO_DOWN, ("down",), "One row down", repeats=True),
    Control(Scope.BROWSER, Action.GO_RIGHT, ("right",), "Next level", repeats=True),
    Control(Scope.BROWSER, Action.PAGE_UP, ("page up",), "One page up", repeats=True),
    Control(Scope.BROWSER, Action.PAGE_DOWN, ("page down",), "One page down", repeats=True),
    Control(Scope.BROWSER, Action.GO_FIRST, ("home",), "First level"),
    Control(Scope.BROWSER, Action.GO_LAST, ("end",), "Last level"),
    Control(Scope.BROWSER, Action.PLAY_CHOSEN, ("return", "enter"), "Play"),
    Control(Scope.BROWSER, Action.NEXT_UNSOLVED, ("ctrl+n",), "Next unsolved", repeats=True),
    Control(
        Scope.BROWSER, Action.PREVIOUS_UNSOLVED, ("ctrl+p",), "Previous unsolved", repeats=True
    ),
    Control(Scope.BROWSER, Action.ADD_LEVELS, ("ctrl+o",), "Add a level file"),
    Control(Scope.BROWSER, Action.ADD_FOLDER, ("shift+ctrl+o",), "Add a folder of level files"),
    Control(Scope.BROWSER, Action.KEEP, ("ctrl+k",), "Keep an opened collection"),
    Control(Scope.BROWSER, Action.PASTE, ("ctrl+v",), "Paste levels"),
    Control(Scope.BROWSER, Action.COPY, ("ctrl+c",), "Copy the level"),
    Control(Scope.BROWSER, Action.COPY_SHORT, ("shift+ctrl+c",), "Copy as a short text"),
    Control(Scope.BROWSER, Action.SAVE_PICTURE, ("f12",), "Save a picture"),
    Control(Scope.BROWSER, Action.EXPORT, ("ctrl+e",), "Export with solutions"),
    Control(Scope.BROWSER, Action.EXPORT_XSB, ("shift+ctrl+e",), "Export as XSB"),
    Control(Scope.BROWSER, Action.EXPORT_RECORDS, ("ctrl+b",), "Export all your records"),
    Control(Scope.BROWSER, Action.LEVEL_PAGE, ("ctrl+i",), "About the level"),
    Control(Scope.BROWSER, Action.STATISTICS, ("shift+ctrl+i",), "Statistics"),
    Control(Scope.BROWSER, Action.DAYS, ("ctrl+t",), "Level of the day"),
    Control(Scope.BROWSER, Action.EDIT_COPY, ("f4",), "Edit a copy"),
    Control(Scope.BROWSER, Action.NEW_LEVEL, ("shift+ctrl+n",), "Draw a new level"),
    Control(Scope.BROWSER, Action.GENERATOR, ("ctrl+g",), "Generate levels"),
    Control(Scope.BROWSER, Action.NEXT_COLLECTION, ("ctrl+page down",), "Next collection"),
    Control(Scope.BROWSER, Action.PREVIOUS_COLLECTION, ("ctrl+page up",), "Previous collection"),
    Control(Scope.BROWSER, Action.NEXT_FILTER, ("ctrl+f",), "All, unsolved, not yet optimal"),
    Control(Scope.BROWSER, Action.NEXT_ORDER, ("ctrl+r",), "Sort by boxes, or by size"),
    Control(Scope.BROWSER, Action.PROVE, ("f5",), "Prove the whole collection"),
    Control(Scope.BROWSER, Action.REVIEW_ALL, ("f8",), "Review the whole collection"),
    Control(Scope.BROWSER, Action.PAUSE_PROVING, ("f6",), "Pause or resume background work"),
    Control(Scope.BROWSER, Action.STOP_PROVING, ("shift+f5",), "Stop background work"),
    Control(Scope.BROWSER, Action.ARRANGE, ("f9",), "Menu to arrange the library"),
    Control(Scope.BROWSER, Action.RENAME, ("f3",), "Rename the level"),
    Control(Scope.BROWSER, Action.MOVE_LEVEL, ("ctrl+x",), "Move the level"),
    Control(Scope.BROWSER, Action.COPY_LEVEL, ("ctrl+d",), "Copy to a collection"),
    Control(Scope.BROWSER, Action.REMOVE, ("delete",), "Delete the level"),
    Control(Scope.BROWSER, Action.RENAME_COLLECTION, ("shift+f3",), "Rename the collection"),
    Control(Scope.BROWSER, Action.COLLECTION_UP, ("shift+ctrl+page up",), "Collection up"),
    Control(Scope.BROWSER, Action.COLLECTION_DOWN, ("shift+ctrl+page down",), "Collection down"),
    Control(
        Scope.BROWSER, Action.REMOVE_COLLECTION, ("shift+delete",), "Remove or hide the collection"
    ),
    Control(Scope.BROWSER, Action.SHOW_HIDDEN, ("ctrl+h",), "Show hidden collections"),
    Control(Scope.BROWSER, Action.UNDO, ("ctrl+z",), "Undo"),
    Control(Scope.BROWSER, Action.REDO, ("ctrl+y",), "Redo"),
    Control(Scope.EDITOR, Action.GO_UP, ("up",), "Up", repeats=True),
    Control(Scope.EDITOR, Action.GO_LEFT, ("left",), "Left", repeats=True),
    Control(Scope.EDITOR, Action.GO_DOWN, ("down",), "Down", repeats=True),
    Control(Scope.EDITOR, Action.GO_RIGHT, ("right",), "Right", repeats=True),
    *(
        Control(Scope.EDITOR, Action[f"TOOL_{tool.upper()}"], (str(number),), tool)
        for number, tool in enumerate(("Wall", "Floor", "Goal", "Box", "Pusher", "Select"), 1)
    ),
    Control(Scope.EDITOR, Action.USE_TOOL, ("space", "return", "enter"), "Draw"),
    Control(Scope.EDITOR, Action.ERASE, ("delete", "backspace"), "Erase"),
    *(
        Control(
            Scope.EDITOR, Action[f"EXTEND_{way.upper()}"], (f"shift+{way}",), words, repeats=True
        )
        for way, words in _EXTENDING.items()
    ),
    *(
        Control(Scope.EDITOR, Action[f"WIDEN_{side.upper()}"], (f"ctrl+{way}",), add)
        for side, way, add, _remove in _SIDES
    ),
    *(
        Control(Scope.EDITOR, Action[f"NARROW_{side.upper()}"], (f"shift+ctrl+{way}",), remove)
        for side, way, _add, remove in _SIDES
    ),
    Control(Scope.EDITOR, Action.ZOOM_IN, ("+", "=", "[+]"), "Zoom in"),
    Control(Scope.EDITOR, Action.ZOOM_IN, ("ctrl+wheel up",), "Zoom in"),
    Control(Scope.EDITOR, Action.ZOOM_OUT, ("-", "[-]"), "Zoom out"),
    Control(Scope.EDITOR, Action.ZOOM_OUT, ("ctrl+wheel down",), "Zoom out"),
    Control(Scope.EDITOR, Action.SHOW_ALL, ("0",), "Fit board / reset zoom"),
    Control(Scope.EDITOR, Action.LOOK_UP, ("wheel up",), "Pan up"),
    Control(Scope.EDITOR, Action.LOOK_DOWN, ("wheel down",), "Pan down"),
    Control(Scope.EDITOR, Action.UNDO, ("ctrl+z", "u"), "Undo", repeats=True),
    Control(Scope.EDITOR, Action.REDO, ("ctrl+y", "y"), "Redo", repeats=True),
    Control(Scope.EDITOR, Action.TURN, ("r",), "Turn by 90°"),
    Control(Scope.EDITOR, Action.MIRROR, ("m",), "Mirror"),
    Control(Scope.EDITOR, Action.RENAME, ("n",), "Title and author"),
    Control(Scope.EDITOR, Action.SOLVE, ("f5",), "Check if it can be solved"),
    Control(Scope.EDITOR, Action.TRY_OUT, ("f6",), "Try it out"),
    Control(Scope.EDITOR, Action.SAVE, ("ctrl+s",), "Save to your levels"),
    Control(Scope.GENERATOR, Action.GO_UP, ("up",), "Up", repeats=True),
    Control(Scope.GENERATOR, Action.GO_LEFT, ("left",), "Left, or less", repeats=True),
    Control(Scope.GENERATOR, Action.GO_DOWN, ("down",), "Down", repeats=True),
    Control(Scope.GENERATOR, Action.GO_RIGHT, ("right",), "Right, or more", repeats=True),
    Control(Scope.GENERATOR, Action.PAGE_UP, ("page up",), "One page up", repeats=True),
    Control(Scope.GENERATOR, Action.PAGE_DOWN, ("page down",), "One page down", repeats=True),
    Control(Scope.GENERATOR, Action.GO_FIRST, ("home",), "First level"),
    Control(Scope.GENERATOR, Action.GO_LAST, ("end",), "Last level"),
    Control(
        Scope.GENERATOR, Action.NEXT_SECTION, ("tab", "shift+tab"), "Switch to the levels and back"
    ),
    Control(Scope.GENERATOR, Action.GENERATE, ("f5",), "Generate, or stop"),
    Control(Scope.GENERATOR, Action.PLAY_CHOSEN, ("return", "enter"), "Play the level"),
    Control(Scope.GENERATOR, Action.KEEP, ("space",), "Keep or drop; random seed"),
    Control(Scope.GENERATOR, Action.REMOVE, ("backspace", "delete"), "Delete a digit of the seed"),
    Control(Scope.GENERATOR, Action.EDIT_COPY, ("f4",), "Edit a copy"),
    Control(Scope.GENERATOR, Action.SAVE, ("ctrl+s",), "Save the kept levels"),
    Control(Scope.STATISTICS, Action.GO_UP, ("up",), "Up", repeats=True),
    Control(Scope.STATISTICS, Action.GO_LEFT, ("left",), "Earlier", repeats=True),
    Control(Scope.STATISTICS, Action.GO_DOWN, ("down",), "Down", repeats=True),
    Control(Scope.STATISTICS, Action.GO_RIGHT, ("right",), "Later", repeats=True),
    Control(Scope.STATISTICS, Action.GO_LEFT, ("swipe right",), "Earlier", repeats=True),
    Control(Scope.STATISTICS, Action.GO_RIGHT, ("swipe left",), "Later", repeats=True),
    Control(Scope.STATISTICS, Action.PAGE_UP, ("page up",), "One page up", repeats=True),
    Control(Scope.STATISTICS, Action.PAGE_DOWN, ("page down",), "One page down", repeats=True),
    Control(Scope.STATISTICS, Action.GO_FIRST, ("home",), "First"),
    Control(Scope.STATISTICS, Action.GO_LAST, ("end",), "Last"),
    Control(Scope.STATISTICS, Action.NEXT_SPAN, ("space",), "Days, weeks, months"),
    Control(Scope.STATISTICS, Action.NEXT_METRIC, ("m",), "Levels solved, pushes lost"),
    Control(Scope.STATISTICS, Action.PLAY_CHOSEN, ("return", "enter"), "Replay the solution"),
    Control(Scope.STATISTICS, Action.COPY, ("ctrl+c",), "Copy the solution"),
    Control(Scope.STATISTICS, Action.EXPORT, ("ctrl+e",), "Export as CSV"),
    Control(Scope.STATISTICS, Action.STATISTICS, ("shift+i",), "Statistics"),
    Control(Scope.DAYS, Action.GO_UP, ("up",), "A week earlier", repeats=True),
    Control(Scope.DAYS, Action.GO_LEFT, ("left",), "Previous day", repeats=True),
    Control(Scope.DAYS, Action.GO_DOWN, ("down",), "A week later", repeats=True),
    Control(Scope.DAYS, Action.GO_RIGHT, ("right",), "Next day", repeats=True),
    Control(Scope.DAYS, Action.PAGE_UP, ("page up",), "Previous month", repeats=True),
    Control(Scope.DAYS, Action.PAGE_DOWN, ("page down",), "Next month", repeats=True),
    Control(Scope.DAYS, Action.PAGE_UP, ("swipe right",), "Previous month"),
    Control(Scope.DAYS, Action.PAGE_DOWN, ("swipe left",), "Next month"),
    Control(Scope.DAYS, Action.GO_FIRST, ("home",), "The first day"),
    Control(Scope.DAYS, Action.GO_LAST, ("end",), "Today"),
    Control(Scope.DAYS, Action.PLAY_CHOSEN, ("return", "enter", "space"), "Play"),
    Control(Scope.DAYS, Action.COPY, ("ctrl+c",), "Copy the result"),
    Control(Scope.LISTS, Action.GO_UP, ("up",), "Up", repeats=True),
    Control(Scope.LISTS, Action.GO_DOWN, ("down",), "Down", repeats=True),
    Control(Scope.LISTS, Action.PAGE_UP, ("page up",), "One page up", repeats=True),
    Control(Scope.LISTS, Action.PAGE_DOWN, ("page down",), "One page down", repeats=True),
    Control(Scope.LISTS, Action.GO_FIRST, ("home",), "First"),
    Control(Scope.LISTS, Action.GO_LAST, ("end",), "Last"),
    Control(Scope.LISTS, Action.CHOOSE, ("return", "enter", "space"), "Go there"),
    Control(Scope.LISTS, Action.REMOVE, ("delete", "backspace"), "Remove the snapshot"),
    Control(Scope.MENU, Action.GO_UP, ("up",), "Up", repeats=True),
    Control(Scope.MENU, Action.GO_DOWN, ("down",), "Down", repeats=True),
    Control(Scope.MENU, Action.GO_LEFT, ("left",), "Left, or less", repeats=True),
    Control(Scope.MENU, Action.GO_RIGHT, ("right",), "Right, or more", repeats=True),
    Control(Scope.MENU, Action.PAGE_UP, ("page up",), "One page up", repeats=True),
    Control(Scope.MENU, Action.PAGE_DOWN, ("page down",), "One page down", repeats=True),
    Control(Scope.MENU, Action.GO_FIRST, ("home",), "First"),
    Control(Scope.MENU, Action.GO_LAST, ("end",), "Last"),
    Control(Scope.MENU, Action.CHOOSE, ("return", "enter", "space"), "Choose"),
    Control(Scope.MENU, Action.REMOVE, ("delete", "backspace"), "Remove a key"),
    Control(Scope.MENU, Action.NEXT_SECTION, ("tab",), "Next section"),
    Control(Scope.MENU, Action.PREVIOUS_SECTION, ("shift+tab",), "Previous section"),
    Control(Scope.ANYWHERE, Action.MENU, ("f10",), "Menu"),
    Control(Scope.ANYWHERE, Action.SETTINGS, ("f2", "ctrl+,"), "Settings"),
    Control(Scope.ANYWHERE, Action.MUTE, ("ctrl+m",), "Sound on or off"),
    Control(Scope.ANYWHERE, Action.HELP, ("f1",), "Show the keys"),
    Control(Scope.ANYWHERE, Action.FULL_SCREEN, ("f11",), "Full screen"),
    Control(Scope.ANYWHERE, Action.NEXT_BUTTON, ("tab",), "Next button", repeats=True),
    Control(
        Scope.ANYWHERE, Action.PREVIOUS_BUTTON, ("shift+tab",), "Previous button", repeats=True
    ),
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

WIDER = {
    Scope.PLAY: (Scope.HISTORY, Scope.VIEW, Scope.SOLVER),
    Scope.REVERSE: (Scope.PLAY, Scope.HISTORY, Scope.VIEW),
}
"""Scopes whose keys mean the same in another one, with their own headings on the F1 screen."""

_POINTING = ("wheel", "mouse", "right click", "swipe")

_UNSEEN = {"enter", "=", "[+]", "[-]", "[0]"}
"""Second places of a key that is shown already: the number pad, + without shift."""


def shown_keys(control: Control) -> tuple[str, ...]:
    """The keys of a row as the player reads them."""
    return tuple(key_label(key) for key in control.keys if key not in _UNSEEN)


def shown_buttons(control: Control) -> tuple[str, ...]:
    """The gamepad buttons of a row as the player reads them."""
    return tuple(map(key_label, control.gamepad))


def is_swiped(control: Control) -> bool:
    """Whether it is a row of what a finger does."""
    return control.keys[:1] != () and control.keys[0].startswith("swipe")


def is_pointing(control: Control) -> bool:
    """Whether it is a row of what wheel and buttons of the mouse do, or fingers."""
    keys = [key_parts(key)[-1] for key in control.keys]
    return keys != [] and all(key.startswith(_POINTING) for key in keys)
