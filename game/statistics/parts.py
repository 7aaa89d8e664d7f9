"""A page drawn in parts: each again only when what it shows has changed, many over a few turns."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.looks.theme import Theme
from game.scene.base import News, Scene
from game.scene.overlay import Overlay
from game.scene.stage import Stage
from game.statistics.layout import StatisticsLayout, lay_out_statistics
from game.widgets.brush import Brush
from game.widgets.buttons import Attention, Hits

AT_ONCE = 0.003
"""Seconds of a turn after which no other part is begun."""


class Parts:
    """What of a page has been drawn on the window. Parts do not overlap."""

    def __init__(self, surface: Surface, layout: StatisticsLayout, theme: Theme) -> None:
        self.made_for = surface, layout, theme
        self.layout = layout
        self.changes: list[Rect] = []
        """where anything has been drawn since `begin`"""
        self.is_whole = True
        """whether nothing has been put off"""
        self._shown: dict[str, tuple[tuple[object, ...], Hits]] = {}
        self._end = 0.0
        surface.fill(theme.outside)

    def begin(self) -> None:
        """Look through all parts anew."""
        self.changes, self.is_whole = [], True
        self._end = time.perf_counter() + AT_ONCE

    def show(
        self, name: str, place: Rect, draw: Callable[[Brush], Hits | None], *shows: object
    ) -> Hits:
        """Draw a part, unless it shows this already; what can be clicked in it."""
        known, hits = self._shown.get(name, (None, {}))
        if known == shows:
            return hits
        if self.changes and time.perf_counter() > self._end:
            self.is_whole = False
            return hits
        surface, layout, theme = self.made_for
        surface.fill(theme.outside, place)
        hits = draw(Brush(surface, theme, layout.scale, place)) or {}
        self._shown[name] = shows, hits
        self.changes.append(place)
        return hits


class PartedScene(Overlay):
    """A scene with such a page."""

    left_share = 0.64
    """how much of the width the part on the left has"""

    def __init__(self, stage: Stage, below: Scene) -> None:
        super().__init__(below)
        self._stage = stage
        self._layout = self._laid_out(pygame.display.get_window_size())
        self._parts: Parts | None = None

    def _laid_out(self, size: tuple[int, int]) -> StatisticsLayout:
        return lay_out_statistics(size, left_share=self.left_share)

    @abstractmethod
    def _show_parts(self, parts: Parts, attention: Attention) -> Hits:
        """Show every part."""

    @property
    def is_moving(self) -> bool:
        """Whether parts have been put off until the next turn."""
        return self._parts is not None and not self._parts.is_whole

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        self._layout = self._laid_out(surface.get_size())
        self._parts = Parts(surface, self._layout, self._stage.theme)
        self._parts.begin()
        return self._show_parts(self._parts, attention)

    def draw_news(self, surface: Surface, attention: Attention) -> News | None:
        parts, layout = self._parts, self._laid_out(surface.get_size())
        if parts is None or parts.made_for != (surface, layout, self._stage.theme):
            return None
        parts.begin()
        hits = self._show_parts(parts, attention)
        return News(parts.changes, hits)

    def draw_motion(self, surface: Surface) -> list[Rect] | None:
        """Parts that have been put off come as news: drawing all anew would put them off again."""
        return []
