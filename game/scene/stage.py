"""What every scene works with: the look, the clock, the settings, the controls, the sound."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from game.board.board import BoardView
from game.board.thumbnails import Thumbnails
from game.input.actions import Action
from game.input.bindings import Bindings, bindings_of
from game.input.controls import Scope
from game.input.gamepad import Gamepads
from game.language.words import Words, translated
from game.looks.audio import Audio
from game.looks.locales import language_of_system
from game.looks.motion import SYSTEM as SYSTEM_MOTION
from game.looks.theme import Theme, usable_theme
from game.scene.look import Look
from game.storage.notice import Notice
from game.storage.settings import Binds, Settings
from game.storage.settings_file import SettingsFile
from game.widgets.layout import SCALING
from levels.language import choose, chosen


def reduces_motion(settings: Settings) -> bool:
    """Whether pieces jump, and nothing glides: as was chosen, or else as the system does."""
    return SYSTEM_MOTION.is_reduced if settings.reduce_motion is None else settings.reduce_motion


@dataclass
class Stage:
    """What scenes share. It knows no feature: those are handed to the scenes that need them."""

    look: Look
    clock: Callable[[], float]
    settings_file: SettingsFile
    gamepads: Gamepads
    audio: Audio
    asked: list[Action] = field(default_factory=list)
    """what is to be done once the scene that asked for it has gone on"""
    notices: list[deque[Words] | deque[Notice]] = field(default_factory=list)
    """what the person has to know, as threads and features put it there; shown one by one"""

    def __post_init__(self) -> None:
        self.unread: Words | None = None
        """why the chosen language cannot be spoken"""
        self._bound: tuple[Binds, Binds, str, Bindings] | None = None

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
        bound, language = self._bound, chosen()
        if bound is None or bound[0] is not keys or bound[1] is not gamepad or bound[2] != language:
            # Keys have other names in another language.
            self._bound = bound = keys, gamepad, language, bindings_of(self.settings)
        return bound[3]

    @property
    def uses_gamepad(self) -> bool:
        """Whether what was pressed last was a button of a gamepad."""
        return self.gamepads.is_used

    @property
    def settings(self) -> Settings:
        """What the person has chosen, as it is now."""
        return self.settings_file.settings

    def choose(self, **changes: object) -> None:
        """Change settings: they hold at once, and are kept."""
        self.settings_file.choose(**changes)
        if "language" in changes:
            self.unread = choose(self.settings.language or language_of_system())
        if "interface_scale" in changes:
            SCALING.chosen = self.settings.scale
        if "theme" in changes:
            self.look.show(usable_theme(self.settings.theme)[0])

    def label(self, action: Action, scope: Scope = Scope.PLAY) -> str:
        """What to press for an action, on the keyboard or on the gamepad if that is in use; nothing
        where fingers are."""
        if SCALING.by_finger:
            return ""
        return self.controls.label(action, scope, gamepad=self.uses_gamepad)

    def spell(self, words: str, scope: Scope = Scope.PLAY) -> str:
        """Words in which ``{undo}`` stands for what to press for that action."""
        return self.controls.spell(
            words, scope, gamepad=self.uses_gamepad, fingers=SCALING.by_finger
        )

    def spell_both(self, words: Words, scope: Scope = Scope.PLAY) -> Words:
        """The same for both parts of what is said."""
        return self.spell(words[0], scope), self.spell(words[1], scope)

    def notice(self) -> Words | None:
        """The next thing that the person has to know; None if there is nothing."""
        words = next((waiting.popleft() for waiting in self.notices if waiting), None)
        return words and translated((words[0], words[1]))

    def play_sound(self, name: str) -> None:
        """Play a sound at the volume the player has set; "" plays none."""
        settings = self.settings
        if name and not settings.is_muted:
            self.audio.play(name, settings.volume / 100)
