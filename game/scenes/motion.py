"""What the board shows and lets hear: a position, or the way there from the one before."""

from __future__ import annotations

from collections.abc import Sequence

from game.audio import sound_of, sound_of_way
from game.scenes.scene import Services
from game.view.animation import Animation
from game.view.journey import JourneyAnimation, journey
from game.view.picture import BoardPicture, still
from levels.level import Direction
from levels.position import Position

SPEEDS = {"off": 0.0, "fast": 2.0, "smooth": 1.0}
"""How fast each kind of animation is; 0 is no motion at all."""


class Motion:
    """The animation that runs, at the speed that the person has chosen."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._animation: Animation | JourneyAnimation | None = None
        self._started = 0.0
        self._foot = 1

    def show(
        self, before: Position, after: Position, facing: Direction, *, undo: bool = False,
        speed: float = 1.0,
    ) -> None:  # fmt: skip
        """Move from one position to another; a motion that still runs is at its end at once."""
        self._foot = -self._foot
        speed *= self._speed
        self._begin(Animation(before, after, facing, self._foot, undo, speed))
        self._services.play_sound(sound_of(before, after, undo=undo))

    def show_journey(self, positions: Sequence[Position], *, undo: bool = False) -> None:
        """Move along positions one step apart, from the last to the first if it is an undo."""
        if len(positions) > 1:
            is_seen = self._speed > 0
            self._begin(journey(positions, undo=undo, speed=self._speed) if is_seen else None)
            self._services.play_sound(sound_of_way(positions, undo=undo))

    def _begin(self, animation: Animation | JourneyAnimation | None) -> None:
        self._animation = animation
        self._started = self._services.clock()

    @property
    def _speed(self) -> float:
        settings = self._services.settings
        return 0.0 if settings.reduce_motion else SPEEDS[settings.animation]

    @property
    def _elapsed_ms(self) -> float:
        return (self._services.clock() - self._started) * 1000

    @property
    def is_running(self) -> bool:
        """Whether anything still moves."""
        if self._animation is not None and self._animation.is_over(self._elapsed_ms):
            self._animation = None
        return self._animation is not None

    @property
    def settles_at(self) -> float:
        """When the pieces will stand where they go."""
        return self._started + (self._animation.step_ms / 1000 if self._animation else 0.0)

    def picture(self, position: Position, facing: Direction) -> BoardPicture:
        """What is to be seen now, on the way to ``position`` or at it."""
        animation = self._animation
        if self.is_running and animation is not None and animation.after == position:
            return animation.picture(self._elapsed_ms)
        return still(position, facing)
