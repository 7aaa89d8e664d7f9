"""The menu over a scene: what else there is, also for those who have no key for it at hand."""

from __future__ import annotations

from functools import partial

import pygame

from game.input.actions import Action
from game.input.controls import Scope
from game.menu.choice_list import MARGIN, ChoiceList, ListEntry
from game.menu.choosing import ChoiceScene
from game.scene.base import Actions, Scene, each
from game.scene.stage import Stage
from game.widgets.layout import lay_out

Entries = tuple[tuple[Action | str, str, str], ...]
"""What is done, or the name of the page to turn to; what it is called, and its icon."""

_SNAPSHOTS = (Action.SNAPSHOTS, "Snapshots", "clock")
_FIRST = ("", "Back", "back")
_SAVE_PICTURE = (Action.SAVE_PICTURE, "Save a picture", "picture")

OF_SCOPE: dict[Scope, Entries] = {
    Scope.PLAY: (
        (Action.LEVELS, "All levels", "grid"),
        (Action.NEXT_UNSOLVED, "Next unsolved level", "right"),
        (Action.ADD_LEVELS, "Add a level file", "add"),
        (Action.NEW_LEVEL, "Draw a new level", "edit"),
        (Action.GENERATOR, "Generate levels", "generate"),
        (Action.HINT, "Hint", "hint"),
        (Action.SOLVE, "Solve from here", "solve"),
        (Action.REVERSE, "Reverse play", "reverse"),
        ("history", "Snapshots and history", "clock"),
        ("more", "More", "more"),
    ),
    Scope.REPLAY: (
        (Action.XRAY, "Traffic", "xray"),
        (Action.COPY, "Copy as LURD", "export"),
        (Action.SAVE_MOVING, "Save as GIF", "export"),
        (Action.SAVE_STRIP, "Save a picture strip", "picture"),
        (Action.PASTE, "Play a pasted game", "add"),
        (Action.SHOW_ALL, "Show the whole board", "full_screen"),
    ),
    Scope.REVIEW: (
        (Action.NEXT_LOSS, "Next loss", "right"),
        (Action.SHOW_BETTER, "Show the better way", "solve"),
        (Action.FIND_BETTER, "Find it yourself", "search"),
        (Action.NEXT_METRIC, "By pushes or by moves", "more"),
        (Action.SHOW_ALL, "Show the whole board", "full_screen"),
    ),
    Scope.REVERSE: (
        (Action.REVERSE, "Back to your own game", "back"),
        (Action.OTHER_AREA, "Pusher elsewhere", "elsewhere"),
        (Action.TAKE_SNAPSHOT, "Take a snapshot", "add"),
        _SNAPSHOTS,
        _SAVE_PICTURE,
    ),
    Scope.BROWSER: (
        (Action.ADD_LEVELS, "Add a level file", "add"),
        (Action.ADD_FOLDER, "Add a folder of level files", "folder"),
        (Action.ARRANGE, "Arrange levels and collections", "edit"),
        (Action.EXPORT, "Export with solutions", "export"),
        (Action.EXPORT_RECORDS, "Export all your records", "export"),
        _SAVE_PICTURE,
        (Action.LEVEL_PAGE, "About the level", "help"),
        (Action.STATISTICS, "Statistics", "clock"),
        (Action.NEW_LEVEL, "Draw a new level", "edit"),
        (Action.GENERATOR, "Generate levels", "generate"),
    ),
    Scope.GENERATOR: (
        (Action.GENERATE, "Generate, or stop", "generate"),
        (Action.SAVE, "Save the kept levels", "export"),
        (Action.EDIT_COPY, "Edit a copy", "edit"),
    ),
}

PAGES: dict[str, Entries] = {
    "history": (
        _FIRST,
        _SNAPSHOTS,
        (Action.TAKE_SNAPSHOT, "Take a snapshot", "add"),
        (Action.NEXT_SNAPSHOT, "Go to a snapshot", "clock"),
        (Action.UNDO_ALL, "Undo all", "undo"),
        (Action.REDO_ALL, "Redo all", "redo"),
        (Action.OTHER_WAY, "Bring back overwritten moves", "redo"),
        (Action.BACK_TO_SOLVABLE, "Undo until solvable", "undo"),
    ),
    "more": (
        _FIRST,
        (Action.PREVIOUS_UNSOLVED, "Previous unsolved level", "left"),
        (Action.PASTE, "Paste levels, or a game", "add"),
        (Action.ADD_FOLDER, "Add a folder of level files", "folder"),
        (Action.KEEP, "Keep an opened collection", "check"),
        (Action.EDIT_COPY, "Edit a copy", "edit"),
        (Action.LEVEL_PAGE, "About this level", "help"),
        (Action.STATISTICS, "Statistics", "clock"),
        (Action.COPY, "Copy the level", "export"),
        (Action.COPY_GAME, "Copy the level and game", "export"),
        (Action.COPY_SHORT, "Copy as a short text", "export"),
        (Action.COPY_SHORT_SOLVED, "Copy it with your solution", "export"),
        _SAVE_PICTURE,
        (Action.XRAY, "X-ray", "xray"),
        (Action.DEADLOCK_AID, "Stuck boxes: off, warn, explain", "alert"),
        (Action.PLAY_BEST, "Play your best solution", "play"),
        (Action.REVIEW, "Review your game", "search"),
        (Action.ZOOM_IN, "Zoom in", "search"),
        (Action.ZOOM_OUT, "Zoom out", "search"),
        (Action.SHOW_ALL, "Fit board / reset zoom", "full_screen"),
    ),
}
"""What stands behind entries of the menu over the play screen."""

OF_ALL: Entries = (
    (Action.SETTINGS, "Settings", "settings"),
    (Action.MUTE, "Sound on or off", "sound"),
    (Action.HELP, "Keys", "keyboard"),
    (Action.FULL_SCREEN, "Full screen", "full_screen"),
    (Action.QUIT, "Quit", "close"),
)


HEADING = "Menu"


class MenuScene(ChoiceScene):
    """A list over the scene that asked for it; what is chosen is done there."""

    is_topmost = True

    def __init__(self, stage: Stage, below: Scene) -> None:
        layout = lay_out(pygame.display.get_window_size())
        corner = layout.px(MARGIN), layout.top_bar.height + layout.px(MARGIN)
        super().__init__(stage, below, "", (), self._choose_entry, corner)
        self._corner = corner
        self._page = ""
        self._show()

    @property
    def actions(self) -> Actions:
        page = self._entries[self._list.chosen][0]
        return {
            **super().actions,
            **(each({Action.BACK: "", Action.GO_LEFT: ""}, self._turn_to) if self._page else {}),
            Action.GO_RIGHT: partial(self._turn_to, page) if page in PAGES else None,
        }

    def _turn_to(self, page: str) -> Scene:
        """Show a page, or the first one again, on the entry that led away from it."""
        before, self._page = self._page, page
        self._show()
        pages = [page for page, *_ in self._entries]
        if before in pages:
            self._choose(pages.index(before))
        return self

    def _show(self) -> None:
        first = OF_SCOPE.get(self._below.scope, ()) + OF_ALL
        self._entries = PAGES[self._page] if self._page else first
        heading = next((words for page, words, _ in first if page == self._page), HEADING)
        rows = tuple(
            ListEntry(words, icon, self._key(action), leads_on=action in PAGES)
            for action, words, icon in self._entries
        )
        self._list = ChoiceList(heading, rows, 0, 0, self._corner)
        self._is_drawn = False

    def _choose_entry(self, number: int) -> Scene:
        """Close, and have the scene below do it; or turn to the next page, and back."""
        action = self._entries[number][0]
        if isinstance(action, str):
            return self._turn_to(action)
        self._stage.asked.append(action)
        return self._below

    def _key(self, action: Action | str) -> str:
        """What to press for an entry without the menu."""
        if isinstance(action, str):
            return ""
        return self._stage.label(action, self._below.scope)
