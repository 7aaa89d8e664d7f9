"""A scene with a board in its middle: of the window only what has changed is drawn again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace

from pygame import Rect, Surface

from game.board.picture import BoardPicture
from game.scene.base import News, Scene
from game.scene.page import Page
from game.scene.stage import Stage
from game.widgets.bars import BarPart, Sentence
from game.widgets.buttons import Attention, Hits
from game.widgets.layout import SCALING, PlayLayout, lay_out


class BoardScene(Scene):
    """Says what is to be seen; the page that it keeps finds out what of that is new."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._page: Page | None = None
        self._laid_out: tuple[object, PlayLayout] | None = None
        """where everything goes, and what that depends on"""

    @abstractmethod
    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        """Draw what is around the board."""

    @property
    @abstractmethod
    def _picture(self) -> BoardPicture:
        """What the board shows."""

    @property
    def _has_panel(self) -> bool:
        """Whether a panel stands beside the board."""
        return False

    def _layout(self, surface: Surface) -> PlayLayout:
        """Where everything goes."""
        size, has_panel = surface.get_size(), self._has_panel
        key = size, has_panel, SCALING.display, SCALING.chosen
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
        self._page.begin(self._picture)
        return self._show_parts(self._page, attention)

    def draw_news(self, surface: Surface, attention: Attention) -> News | None:
        page = self._page
        if page is None or not page.go_on(surface, self._layout(surface), self._picture):
            return None
        hits = self._show_parts(page, attention)
        return News(page.changes, hits)

    def draw_motion(self, surface: Surface) -> list[Rect] | None:
        if self._page is None:
            return None
        return self._page.move(surface, self._layout(surface), self._picture)

    @property
    def is_moving(self) -> bool:
        return self._stage.board.camera.glide is not None
