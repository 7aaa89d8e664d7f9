"""The menu over a scene: what else there is, also for those who have no key for it at hand."""

from __future__ import annotations

import pygame
from pygame import Surface
from pygame.event import Event

from game.input.actions import Action
from game.input.controls import Scope
from game.menu.page import MenuEntry, MenuWidgets, key_of
from game.scene.base import Scene
from game.scene.overlay import Overlay
from game.scene.stage import Stage
from game.widgets.buttons import Attention, Hits

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
        (Action.COPY_GAME, "Copy the level and your game", "export"),
        _SAVE_PICTURE,
        (Action.XRAY, "X-ray", "xray"),
        (Action.DEADLOCK_AID, "Stuck boxes: off, warn, explain", "alert"),
        (Action.PLAY_BEST, "Play your best solution", "play"),
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


class MenuScene(Overlay):
    """A list over the scene that asked for it; what is chosen is done there."""

    scope = Scope.MENU

    def __init__(self, stage: Stage, below: Scene) -> None:
        super().__init__(below)
        self._stage = stage
        self._entries: Entries = OF_SCOPE.get(below.scope, ()) + OF_ALL
        self._number = 0
        self._widgets: MenuWidgets | None = None

    @property
    def title(self) -> str:
        return self._below.title

    def act(self, action: Action) -> Scene:
        match action:
            case Action.GO_UP | Action.PREVIOUS_SECTION:
                self._number = (self._number - 1) % len(self._entries)
            case Action.GO_DOWN | Action.NEXT_SECTION:
                self._number = (self._number + 1) % len(self._entries)
            case Action.CHOOSE:
                return self._choose(self._number)
            case Action.BACK | Action.MENU:
                return self._below
        return self

    def _choose(self, number: int) -> Scene:
        """Close, and have the scene below do it; or turn to the next page, and back."""
        action = self._entries[number][0]
        if isinstance(action, str):
            self._entries = PAGES[action] if action else OF_SCOPE[self._below.scope] + OF_ALL
            self._number, self._widgets = 0, None
            return self
        self._stage.asked.append(action)
        return self._below

    def _key(self, action: Action | str) -> str:
        """What to press for an entry without the menu."""
        if isinstance(action, str):
            return ""
        return self._stage.label(action, self._below.scope)

    def hear(self, event: Event) -> Scene | None:
        if self._widgets is None:
            return None
        number = self._widgets.take(event)
        if number is not None:
            return self._choose(number)
        if event.type == pygame.MOUSEBUTTONDOWN and not self._widgets.contains(event.pos):
            return self._below
        if event.type == pygame.MOUSEMOTION:
            pointed = self._widgets.entry_at(event.pos)
            if pointed is not None and pointed != self._number:
                self._number = pointed
                return self
        return None

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        self._below.draw(surface, Attention())
        stage = self._stage
        key = key_of(stage.theme, surface.get_size())
        entries = tuple(
            MenuEntry(words, icon, self._key(action)) for action, words, icon in self._entries
        )
        if self._widgets is None or self._widgets.key != key:
            self._widgets = MenuWidgets(stage.theme, surface.get_size(), entries)
        self._widgets.draw(surface, entries, self._number)
        return {}
