"""How everything is drawn now: a theme, and what draws in it."""

from __future__ import annotations

from collections.abc import Callable

from game.board.board import BoardView
from game.board.thumbnails import Thumbnails
from game.looks.theme import Theme


class Look:
    """A theme with the views made for it; all scenes that share it change with it."""

    def __init__(self, theme: Theme, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.show(theme)

    def show(self, theme: Theme) -> None:
        """Draw everything in another theme from now on."""
        self.theme = theme
        self.board = BoardView(theme, self._clock)
        self.thumbnails = Thumbnails(theme, self._clock)
