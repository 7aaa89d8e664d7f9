"""Positions as pixels, for files: drawn as the board view draws them, without a window."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from game.board.board import BoardView
from game.board.picture import still
from game.looks.theme import Theme
from game.session.session import facing_at
from levels.position import Position

AIR = 0.5
"""Squares around the level."""


class Frames:
    """Draws positions of one level, all at the same size."""

    def __init__(self, theme: Theme, square: int) -> None:
        self._board = BoardView(theme)
        self._square = square
        self._surface: Surface | None = None

    def pixels(self, positions: Sequence[Position], number: int) -> tuple[tuple[int, int], bytes]:
        """The size and the RGB bytes of one position of a game."""
        position, square = positions[number], self._square
        level = position.level
        if self._surface is None:
            size = round((level.width + 2 * AIR) * square), round((level.height + 2 * AIR) * square)
            self._surface = Surface(size)
        whole = self._surface.get_rect()
        area = Rect(0, 0, level.width * square, level.height * square)
        area.center = whole.center
        picture = still(position, facing_at(positions, number))
        self._board.draw(self._surface, area, picture, whole)
        return whole.size, pygame.image.tobytes(self._surface, "RGB")
