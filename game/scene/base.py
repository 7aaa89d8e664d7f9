"""What the scenes have in common: they turn actions into changes and name the next scene."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from pygame import Rect, Surface
from pygame.event import Event

from game.input.actions import Action
from game.input.controls import Scope
from game.input.touch import Grip, Pan, Pinch, Point
from game.language.words import Words, translated
from game.widgets.buttons import Attention, Hit, Hits
from game.widgets.timeline import Track
from levels.level import Level


@dataclass(frozen=True)
class News:
    """What was drawn again: where, and where the things are now that can be clicked."""

    places: list[Rect]
    hits: Hits


Outcome: TypeAlias = "Scene | Words | bool | None"
"""What an action leads to: another scene, something to say, or nothing but what it has changed."""

Actions: TypeAlias = Mapping[Action, Callable[[], Outcome] | None]

Value = TypeVar("Value")


def each(
    values: Mapping[Action, Value], do: Callable[[Value], Outcome]
) -> dict[Action, Callable[[], Outcome]]:
    """The part of a table in which several actions do the same, each with a value of its own."""
    return {action: partial(do, value) for action, value in values.items()}


class Scene(ABC):
    """Something that fills the window. Each scene knows the one it returns to."""

    scope = Scope.ANYWHERE
    is_topmost = False
    """whether nothing is opened over it: keys, settings and menu never lie over each other"""
    _told: Words | None = None

    @property
    @abstractmethod
    def title(self) -> str:
        """For the title of the window."""

    @property
    def _notice(self) -> Words | None:
        """What it has to say until something else happens."""
        return translated(self._told) if self._told else None

    @_notice.setter
    def _notice(self, words: Words | None) -> None:
        self._told = words

    @property
    @abstractmethod
    def actions(self) -> Actions:
        """What each action does here: None for what cannot be done now. Others mean nothing."""

    def can(self, action: Action) -> bool:
        """Whether an action can be done now."""
        return self.actions.get(action) is not None

    def act(self, action: Action) -> Scene:
        """Do what was asked for, and name the scene that goes on."""
        do = self.actions.get(action)
        outcome = do() if do else None
        if isinstance(outcome, tuple):
            return self.resume(outcome)
        return outcome if isinstance(outcome, Scene) else self

    @abstractmethod
    def draw(self, surface: Surface, attention: Attention) -> Hits:
        """Draw everything, and say where the things are that can be clicked."""

    def draw_news(self, surface: Surface, attention: Attention) -> News | None:
        """Draw only what has changed since all was drawn; None if all has to be drawn again."""
        return None

    def draw_motion(self, surface: Surface) -> list[Rect] | None:
        """Draw only what moves and say where that is; None if everything has to be drawn."""
        return None

    def click(self, hit: Hit) -> Scene:
        """Something that this scene has drawn was clicked: most of it stands for an action."""
        return self.act(hit) if isinstance(hit, Action) else self

    def catch(self, key: str) -> Scene | None:
        """A key or button was pressed: take it before the table of controls does, or None."""
        return None

    def hear(self, event: Event) -> Scene | None:
        """Take an event that no table of keys knows; None if it is not one of this scene's."""
        return None

    @property
    def unsaved(self) -> str:
        """What would be lost here if the game ended now; "" if nothing would."""
        return ""

    @property
    def level(self) -> Level | None:
        """The level that this is about, if it is about one: what can be edited as a copy."""
        return None

    @property
    def is_shipped(self) -> bool:
        """Whether that level is of a pack that ships, whose words are in the chosen language."""
        return False

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        """Files and folders were dropped on the window."""
        return self

    def resume(self, notice: Words | None) -> Scene:
        """Resume after a scene that lay above this one, or with something to say."""
        self._notice = notice
        return self

    def drag(self, hit: Hit, track: Rect, x: int) -> bool:
        """The mouse is held on something; whether that follows the mouse."""
        return False

    def grip(self, point: Point, hit: Hit | None) -> Grip:
        """What a finger does when it moves away from a point and from what lies there, if anything
        does."""
        return Grip.TAKE if isinstance(hit, Track) else Grip.LOOK

    def pan(self, pan: Pan) -> bool:
        """A finger moves what is shown; whether that is something that can be moved."""
        return False

    def pinch(self, pinch: Pinch) -> bool:
        """Two fingers stretch what is shown, and move it; whether that can be done."""
        return False

    def update(self, now: float) -> tuple[Scene, bool]:
        """Let time pass: the scene that goes on, and whether all has to be drawn again."""
        return self, False

    @property
    def is_moving(self) -> bool:
        """Whether the picture changes by itself."""
        return False

    @property
    def due_at(self) -> float:
        """When `update` has something to do by itself. Whatever else happens calls it too: events,
        motion, reports of solvers and errands."""
        return math.inf

    @property
    def settles_at(self) -> float:
        """When the last step will have been shown: a held key waits for it."""
        return 0.0
