"""A scene with a board in its middle: what moves there, and how only the parts of the window that
have changed are drawn again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pygame import Rect, Surface

from game.board.animation import Animation
from game.board.celebration import Celebration
from game.board.journey import JourneyAnimation, journey
from game.board.picture import BoardPicture, still
from game.looks.audio import sound_of, sound_of_way
from game.scene.base import News, Scene
from game.scene.page import Page
from game.scene.stage import Stage, reduces_motion
from game.storage.settings import Settings
from game.widgets.bars import BarPart
from game.widgets.buttons import Attention, Hits
from game.widgets.layout import SCALING, PlayLayout, lay_out
from game.widgets.sentence import Sentence
from levels.level import Direction
from levels.position import Position

SPEEDS = {"off": 0.0, "fast": 2.0, "smooth": 1.0}
"""How fast motion is, by the setting that chooses it; 0 is none at all."""


def speed_of(settings: Settings) -> float:
    """How fast everything moves, as it was chosen; 0 is not at all."""
    return 0.0 if reduces_motion(settings) else SPEEDS[settings.animation]


class Motion:
    """What the board shows: a position, or the way there from the one before."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._animation: Animation | JourneyAnimation | None = None
        self._celebration: Celebration | None = None
        self._started = 0.0
        self._foot = 1

    def show(
        self, before: Position, after: Position, facing: Direction, *, undo: bool = False,
        speed: float = 1.0,
    ) -> None:  # fmt: skip
        """Move from one position to another; a motion that is still running ends at once."""
        self._foot = -self._foot
        self._begin(Animation(before, after, facing, self._foot, undo, speed * self._speed))
        self._stage.play_sound(sound_of(before, after, undo=undo))

    def show_journey(self, positions: Sequence[Position], *, undo: bool = False) -> None:
        """Move along positions one step apart, from the last to the first if it is an undo."""
        if len(positions) > 1:
            self._begin(journey(positions, undo=undo, speed=self._speed))
            self._stage.play_sound(sound_of_way(positions, undo=undo))

    def celebrate(self, line: Sequence[Position]) -> None:
        """The game that has just been shown solves its level: let its boxes say so."""
        if self._speed and self._animation is not None:
            began = self._animation.duration_ms
            self._celebration = Celebration.of(line, began, self._speed)

    def skip_celebration(self) -> None:
        """The player goes on."""
        self._celebration = None

    def _begin(self, animation: Animation | JourneyAnimation) -> None:
        self._animation, self._celebration = animation, None
        self._stage.board.camera.glides = self._speed > 0
        self._started = self._stage.clock()

    @property
    def _speed(self) -> float:
        return speed_of(self._stage.settings)

    @property
    def _elapsed_ms(self) -> float:
        return (self._stage.clock() - self._started) * 1000

    @property
    def is_running(self) -> bool:
        """Whether the picture still changes."""
        elapsed = self._elapsed_ms
        if self._celebration is not None and self._celebration.is_over(elapsed):
            self._celebration = None
        if self._animation is not None and self._animation.is_over(elapsed):
            self._animation = None
        return self._animation is not None or self._celebration is not None

    @property
    def settles_at(self) -> float:
        """When the last step will have been shown."""
        return self._started + (self._animation.step_ms / 1000 if self._animation else 0.0)

    def picture(self, position: Position, facing: Direction) -> BoardPicture:
        """What is to be seen now, on the way to ``position`` or at it."""
        is_running, animation, elapsed = self.is_running, self._animation, self._elapsed_ms
        if is_running and animation is not None and animation.after == position:
            return animation.picture(elapsed)
        picture = still(position, facing)
        if self._celebration is not None and self._celebration.after == position:
            return replace(picture, marks=self._celebration.marks(elapsed))
        return picture


class BoardScene(Scene):
    """Says what is to be seen; the page that it keeps finds out how much of that is new."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._motion = Motion(stage)
        self._page: Page | None = None
        self._laid_out: tuple[object, PlayLayout] | None = None
        """where everything goes, and what that depends on"""

    @abstractmethod
    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        """Draw what is around the board."""

    @property
    @abstractmethod
    def picture(self) -> BoardPicture:
        """What the board shows."""

    @property
    def _has_panel(self) -> bool:
        """Whether a panel stands beside the board."""
        return False

    def _layout(self, surface: Surface) -> PlayLayout:
        """Where everything goes."""
        size, has_panel = surface.get_size(), self._has_panel
        key = size, has_panel, SCALING.display, SCALING.chosen, SCALING.by_finger
        if self._laid_out is None or self._laid_out[0] != key:
            self._laid_out = key, lay_out(size, has_panel)
        return self._laid_out[1]

    def _show_bars(self, page: Page, parts: Iterable[BarPart], attention: Attention) -> Hits:
        """Draw those parts of bars that have changed."""
        hits: Hits = {}
        for part in parts:
            hits |= page.show(part.draw, part.places, part.value, attention)
        return hits

    def _laid(self, sentence: Sentence) -> Sentence:
        """The sentence on a ground of its own where the board lies under it."""
        return replace(sentence, is_over_board=self._stage.board.camera.shows_a_part)

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        stage = self._stage
        self._page = Page(surface, self._layout(surface), stage.theme, stage.board)
        self._page.begin(self.picture)
        return self._show_parts(self._page, attention)

    def draw_news(self, surface: Surface, attention: Attention) -> News | None:
        page = self._page
        if page is None or not page.go_on(surface, self._layout(surface), self.picture):
            return None
        hits = self._show_parts(page, attention)
        return News(page.changes, hits)

    def draw_motion(self, surface: Surface) -> list[Rect] | None:
        if self._page is None:
            return None
        return self._page.move(surface, self._layout(surface), self.picture)

    @property
    def is_moving(self) -> bool:
        return self._stage.board.camera.glide is not None or self._motion.is_running

    @property
    def settles_at(self) -> float:
        return self._motion.settles_at
