"""The menu over a scene: what else there is, also for those who have no key for it at hand."""

from __future__ import annotations

from functools import partial

import pygame

from game.input.actions import Action
from game.input.controls import Scope
from game.menu.choice_list import MARGIN, ChoiceList, ListEntry
from game.menu.choosing import ChoiceScene
from game.menu.help import table_name
from game.scene.base import Actions, Scene, each
from game.scene.stage import Stage
from game.widgets.layout import lay_out
from levels.language import N_, _

Entries = tuple[tuple[Action | str, str, str], ...]
"""What is done, or the name of the page to turn to; what it is called, and its icon."""

_SNAPSHOTS = (Action.SNAPSHOTS, N_("Snapshots"), "clock")
_FIRST = ("", N_("Back"), "back")
_SAVE_PICTURE = (Action.SAVE_PICTURE, N_("Save a picture"), "picture")

OF_SCOPE: dict[Scope, Entries] = {
    Scope.PLAY: (
        (Action.LEVELS, N_("All levels"), "grid"),
        (Action.DAYS, N_("Level of the day"), "calendar"),
        (Action.NEXT_UNSOLVED, N_("Next unsolved level"), "right"),
        (Action.ADD_LEVELS, N_("Add a level file"), "add"),
        (Action.NEW_LEVEL, N_("Draw a new level"), "edit"),
        (Action.GENERATOR, N_("Generate levels"), "generate"),
        (Action.HINT, N_("Hint"), "hint"),
        (Action.SOLVE, N_("Solve from here"), "solve"),
        (Action.REVERSE, N_("Reverse play"), "reverse"),
        ("history", N_("Snapshots and history"), "clock"),
        ("more", N_("More"), "more"),
    ),
    Scope.REPLAY: (
        (Action.XRAY, N_("Traffic"), "xray"),
        (Action.COMPARE, N_("Compare"), "compare"),
        (Action.COPY, N_("Copy as LURD"), "export"),
        (Action.SAVE_MOVING, N_("Save as GIF"), "export"),
        (Action.SAVE_STRIP, N_("Save a picture strip"), "picture"),
        (Action.PASTE, N_("Play a pasted game"), "add"),
        (Action.SHOW_ALL, N_("Show the whole board"), "full_screen"),
    ),
    Scope.REVIEW: (
        (Action.NEXT_LOSS, N_("Next loss"), "right"),
        (Action.SHOW_BETTER, N_("Show the better way"), "solve"),
        (Action.FIND_BETTER, N_("Find it yourself"), "search"),
        (Action.NEXT_METRIC, N_("By pushes or by moves"), "more"),
        (Action.COMPARE, N_("Compare"), "compare"),
        (Action.SHOW_ALL, N_("Show the whole board"), "full_screen"),
    ),
    Scope.COMPARE: (
        (Action.NEXT_LOSS, N_("Where they part next"), "right"),
        (Action.SHOW_BETTER, N_("Swap board and outlines"), "compare"),
        (Action.SHOW_ALL, N_("Show the whole board"), "full_screen"),
    ),
    Scope.REVERSE: (
        (Action.REVERSE, N_("Back to your own game"), "back"),
        (Action.OTHER_AREA, N_("Pusher elsewhere"), "elsewhere"),
        (Action.TAKE_SNAPSHOT, N_("Take a snapshot"), "add"),
        _SNAPSHOTS,
        _SAVE_PICTURE,
    ),
    Scope.BROWSER: (
        (Action.ADD_LEVELS, N_("Add a level file"), "add"),
        (Action.ADD_FOLDER, N_("Add a folder of level files"), "folder"),
        (Action.ARRANGE, N_("Arrange levels and collections"), "edit"),
        (Action.EXPORT, N_("Export with solutions"), "export"),
        (Action.EXPORT_RECORDS, N_("Export all your records"), "export"),
        _SAVE_PICTURE,
        (Action.LEVEL_PAGE, N_("About the level"), "help"),
        (Action.STATISTICS, N_("Statistics"), "clock"),
        (Action.DAYS, N_("Level of the day"), "calendar"),
        (Action.NEW_LEVEL, N_("Draw a new level"), "edit"),
        (Action.GENERATOR, N_("Generate levels"), "generate"),
    ),
    Scope.GENERATOR: (
        (Action.GENERATE, N_("Generate, or stop"), "generate"),
        (Action.SAVE, N_("Save the kept levels"), "export"),
        (Action.EDIT_COPY, N_("Edit a copy"), "edit"),
    ),
}

PAGES: dict[str, Entries] = {
    "history": (
        _FIRST,
        _SNAPSHOTS,
        (Action.TAKE_SNAPSHOT, N_("Take a snapshot"), "add"),
        (Action.NEXT_SNAPSHOT, N_("Go to a snapshot"), "clock"),
        (Action.UNDO_ALL, N_("Undo all"), "undo"),
        (Action.REDO_ALL, N_("Redo all"), "redo"),
        (Action.OTHER_WAY, N_("Other way from here"), "fork"),
        (Action.WAYS, N_("Other ways"), "fork"),
        (Action.BACK_TO_SOLVABLE, N_("Undo until solvable"), "undo"),
    ),
    "more": (
        _FIRST,
        (Action.PREVIOUS_UNSOLVED, N_("Previous unsolved level"), "left"),
        (Action.PASTE, N_("Paste levels, or a game"), "add"),
        (Action.ADD_FOLDER, N_("Add a folder of level files"), "folder"),
        (Action.KEEP, N_("Keep an opened collection"), "check"),
        (Action.EDIT_COPY, N_("Edit a copy"), "edit"),
        (Action.LEVEL_PAGE, N_("About this level"), "help"),
        (Action.STATISTICS, N_("Statistics"), "clock"),
        (Action.COPY, N_("Copy the level"), "export"),
        (Action.COPY_GAME, N_("Copy the level and game"), "export"),
        (Action.COPY_SHORT, N_("Copy as a short text"), "export"),
        (Action.COPY_SHORT_SOLVED, N_("Copy it with your solution"), "export"),
        (Action.COPY_RESULT, N_("Copy the result of the day"), "export"),
        _SAVE_PICTURE,
        (Action.XRAY, N_("X-ray"), "xray"),
        (Action.DEADLOCK_AID, N_("Stuck boxes: off, warn, explain"), "alert"),
        (Action.PLAY_BEST, N_("Play your best solution"), "play"),
        (Action.REVIEW, N_("Review your game"), "search"),
        (Action.ZOOM_IN, N_("Zoom in"), "search"),
        (Action.ZOOM_OUT, N_("Zoom out"), "search"),
        (Action.SHOW_ALL, N_("Fit board / reset zoom"), "full_screen"),
    ),
}
"""What entries of the menu over the play screen lead to."""

OF_ALL: Entries = (
    (Action.SETTINGS, N_("Settings"), "settings"),
    (Action.MUTE, N_("Sound on or off"), "sound"),
    (Action.HELP, N_("Keys"), "keyboard"),
    (Action.FULL_SCREEN, N_("Full screen"), "full_screen"),
    (Action.QUIT, N_("Quit"), "close"),
)


HEADING = N_("Menu")


class MenuScene(ChoiceScene):
    """A list over the scene that asked for it; what is chosen is done there."""

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
            ListEntry(self._name(action, words), icon, self._key(action), leads_on=action in PAGES)
            for action, words, icon in self._entries
        )
        self._list = ChoiceList(_(heading), rows, 0, 0, self._corner)
        self._is_drawn = False

    def _choose_entry(self, number: int) -> Scene:
        """Close, and have the scene below do it; or turn to the next page, and back."""
        action = self._entries[number][0]
        if isinstance(action, str):
            return self._turn_to(action)
        self._stage.asked.append(action)
        return self._below

    def _name(self, action: Action | str, words: str) -> str:
        """What an entry is called: the table is one of buttons to a gamepad."""
        return _(table_name(self._stage) if action is Action.HELP else words)

    def _key(self, action: Action | str) -> str:
        """What to press for an entry without the menu."""
        if isinstance(action, str):
            return ""
        return self._stage.label(action, self._below.scope)
