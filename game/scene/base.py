"""What the scenes have in common: they turn actions into changes and name the next scene."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pygame import Rect, Surface
from pygame.event import Event

from game.board.board import BoardView
from game.board.thumbnails import Thumbnails
from game.browser.exporting import Exporting
from game.browser.importing import Importing
from game.browser.library import Library
from game.generator.making import Making
from game.hints.companion import Companion
from game.hints.lookout import Lookout
from game.input.actions import Action
from game.input.bindings import Bindings, bindings_of
from game.input.controls import Scope
from game.input.gamepad import Gamepads
from game.looks.audio import Audio
from game.looks.theme import Theme, usable_theme
from game.proof.solver_link import SolverLink
from game.proof.words import Words
from game.replay.export import ReplayExport
from game.scene.look import Look
from game.session.course import Course
from game.session.stopwatch import Stopwatch
from game.storage.settings import Binds, Settings
from game.storage.settings_file import SettingsFile
from game.widgets.buttons import Attention, Hits
from game.widgets.layout import SCALING
from levels.level import Level
from solver.generating import Generating


@dataclass
class Services:
    """What every scene works with."""

    look: Look
    course: Course
    link: SolverLink
    clock: Callable[[], float]
    library: Library
    importing: Importing
    exporting: Exporting
    settings_file: SettingsFile
    gamepads: Gamepads
    audio: Audio
    lookout: Lookout
    companion: Companion
    replay_export: ReplayExport = field(default_factory=ReplayExport)
    making: Making = field(default_factory=lambda: Making(Generating()))
    asked: list[Action] = field(default_factory=list)
    """what is to be done once the scene that asked for it has gone on"""
    stopwatch: Stopwatch = field(init=False)

    def __post_init__(self) -> None:
        self.stopwatch = Stopwatch(self.clock)
        self._bound: tuple[Binds, Binds, Bindings] | None = None

    @property
    def theme(self) -> Theme:
        """The theme that everything is drawn in."""
        return self.look.theme

    @property
    def board(self) -> BoardView:
        """What draws the board that is played on."""
        return self.look.board

    @property
    def thumbnails(self) -> Thumbnails:
        """What draws small pictures of levels."""
        return self.look.thumbnails

    @property
    def controls(self) -> Bindings:
        """The table of controls as the person has chosen it."""
        keys, gamepad = self.settings.keys, self.settings.gamepad
        if self._bound is None or self._bound[0] is not keys or self._bound[1] is not gamepad:
            self._bound = keys, gamepad, bindings_of(self.settings)
        return self._bound[2]

    @property
    def uses_gamepad(self) -> bool:
        """Whether what was pressed last was a button of a gamepad."""
        return self.gamepads.is_used

    @property
    def settings(self) -> Settings:
        """What the person has chosen, as it is now."""
        return self.settings_file.settings

    def close(self) -> None:
        """End the processes that make something."""
        self.replay_export.stop()
        self.making.generating.stop()

    def choose(self, **changes: object) -> None:
        """Change settings: they hold at once, and are kept."""
        self.settings_file.choose(**changes)
        if "interface_scale" in changes:
            SCALING.chosen = self.settings.scale
        if "theme" in changes:
            self.look.show(usable_theme(self.settings.theme)[0])

    def label(self, action: Action, scope: Scope = Scope.PLAY) -> str:
        """What to press for an action, on the keyboard or on the gamepad if that is in use."""
        return self.controls.label(action, scope, gamepad=self.uses_gamepad)

    def spell(self, words: str, scope: Scope = Scope.PLAY) -> str:
        """Words in which ``{undo}`` stands for what to press for that action."""
        return self.controls.spell(words, scope, gamepad=self.uses_gamepad)

    def play_sound(self, name: str) -> None:
        """Let a sound be heard as loud as the person wants it; "" is none."""
        settings = self.settings
        if name and not settings.is_muted:
            self.audio.play(name, settings.volume / 100)

    def notice(self) -> Words | None:
        """The next thing that the person has to be told; None if there is nothing."""
        records = self.course.records
        return (
            self.gamepads.notice()
            or self.audio.notice()
            or self.settings_file.notice()
            or (records.notice() if records else None)
            or self.replay_export.poll()
        )


@dataclass(frozen=True)
class News:
    """What was drawn again: where, and where the things are now that can be clicked."""

    places: list[Rect]
    hits: Hits


class Scene(ABC):
    """Something that fills the window. Each scene knows the one it returns to."""

    scope = Scope.ANYWHERE

    @property
    @abstractmethod
    def title(self) -> str:
        """For the title of the window."""

    @abstractmethod
    def act(self, action: Action) -> Scene:
        """Do what was asked for, and name the scene that goes on."""

    @abstractmethod
    def draw(self, surface: Surface, attention: Attention) -> Hits:
        """Draw everything, and say where the things are that can be clicked."""

    def draw_news(self, surface: Surface, attention: Attention) -> News | None:
        """Draw only what has changed since all was drawn; None if all has to be drawn again."""
        return None

    def draw_motion(self, surface: Surface) -> list[Rect] | None:
        """Draw only what moves and say where that is; None if everything has to be drawn."""
        return None

    def click(self, name: str) -> Scene:
        """A button was clicked: most are named as the action they stand for."""
        return self.act(Action[name.upper()])

    def catch(self, key: str) -> Scene | None:
        """A key or button was pressed: take it before the table of controls does, or None."""
        return None

    def hear(self, event: Event) -> Scene | None:
        """Take an event that no table of keys knows; None if it is none of this scene's."""
        return None

    @property
    def level(self) -> Level | None:
        """The level that this is about, if it is about one: what can be edited as a copy."""
        return None

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        """Files and folders were dropped on the window."""
        return self

    def resume(self, notice: Words | None) -> Scene:
        """Go on after a scene that lay above this one."""
        return self

    def drag(self, name: str, track: Rect, x: int) -> bool:
        """The mouse is held on something that follows it; whether that is one such."""
        return False

    def update(self, now: float) -> tuple[Scene, bool]:
        """Let time pass: the scene that goes on, and whether all has to be drawn again."""
        return self, False

    @property
    def is_moving(self) -> bool:
        """Whether the picture changes by itself."""
        return False

    @property
    def settles_at(self) -> float:
        """When the last step will have been shown: a held key waits for it."""
        return 0.0
