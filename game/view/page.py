"""What a scene has drawn on the window, part by part: only what has changed is drawn again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from pygame import Rect, Surface

from game.theme import Theme
from game.view.board import BoardView
from game.view.buttons import Attention, Hits
from game.view.layout import PlayLayout
from game.view.picture import BoardPicture

Value = TypeVar("Value")

DrawPart: TypeAlias = Callable[[Surface, PlayLayout, Theme, Value, Attention], Hits]


class Page:
    """Parts that do not overlap, around and upon a board.

    A part is known by the function that draws it. It is drawn again when its value or what the
    mouse does has changed; `changes` says where the window differs from what was shown.
    """

    def __init__(
        self, surface: Surface, layout: PlayLayout, theme: Theme, board: BoardView
    ) -> None:
        self.surface = surface
        self.layout = layout
        self.changes: list[Rect] = []
        self._theme = theme
        self._board = board
        self._shown: dict[object, tuple[object, Hits]] = {}

    def begin(self, picture: BoardPicture) -> None:
        """Draw the board, and around it the background that all parts are drawn on."""
        layout = self.layout
        self._board.draw(self.surface, layout.board, picture, layout.stage, layout.scale)

    def go_on(self, surface: Surface, layout: PlayLayout, picture: BoardPicture) -> bool:
        """Draw what has changed on the board; False if the whole page has to be drawn."""
        if surface is not self.surface or layout != self.layout:
            return False
        if layout.compact or layout.drawer:
            return False  # parts lie over the board
        changes = self._board.draw_changes(surface, picture)
        self.changes = changes or []
        return changes is not None

    def show(
        self,
        draw: DrawPart[Value],
        places: Sequence[Rect],
        value: Value,
        attention: Attention,
    ) -> Hits:
        """Draw a part, unless it is shown already."""
        seen = (value, attention)
        shown = self._shown.get(draw)
        if shown is not None:
            if shown[0] == seen:
                return shown[1]
            for place in places:
                self._board.clear(self.surface, place)
        hits = draw(self.surface, self.layout, self._theme, value, attention)
        self._shown[draw] = (seen, hits)
        self.changes += places
        return hits
