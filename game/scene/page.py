"""What a scene has drawn on the window, part by part: only what has changed is drawn again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from pygame import Rect, Surface

from game.board.board import BoardView
from game.board.picture import BoardPicture
from game.looks.theme import Theme
from game.widgets.buttons import Attention, Hits
from game.widgets.layout import PlayLayout

Value = TypeVar("Value")

DrawPart: TypeAlias = Callable[[Surface, PlayLayout, Theme, Value, Attention], Hits]


Within: TypeAlias = Callable[[Surface, PlayLayout, Theme, Value, Value], Rect | None]


@dataclass
class _Shown:
    """A part as it was drawn last."""

    places: Sequence[Rect]
    value: Any
    attention: Attention
    hits: Hits
    is_spoilt: bool = False
    """whether the board was drawn over it since"""


class Page:
    """Parts that do not overlap, around and on a board.

    A part is known by the function that draws it. It is drawn again when its value or what the
    mouse does has changed, or the board under it; `changes` says where the window differs from
    what was shown.
    """

    def __init__(
        self, surface: Surface, layout: PlayLayout, theme: Theme, board: BoardView
    ) -> None:
        self.surface = surface
        self.layout = layout
        self.changes: list[Rect] = []
        self._theme = theme
        self._board = board
        self._shown: dict[Any, _Shown] = {}

    def begin(self, picture: BoardPicture) -> None:
        """Draw the board, and around it the background that all parts are drawn on."""
        layout = self.layout
        self._board.draw(self.surface, layout.board, picture, layout.stage, layout.scale)

    def go_on(self, surface: Surface, layout: PlayLayout, picture: BoardPicture) -> bool:
        """Draw what has changed on the board; False if the whole page has to be drawn."""
        if surface is not self.surface or layout != self.layout:
            return False
        changes = self._board.draw_changes(surface, picture)
        self.changes = changes or []
        for part in self._shown.values():
            part.is_spoilt |= any(place.collidelist(self.changes) >= 0 for place in part.places)
        return changes is not None

    def move(
        self, surface: Surface, layout: PlayLayout, picture: BoardPicture
    ) -> list[Rect] | None:
        """The same where nothing but the board changes: where, or None."""
        if not self.go_on(surface, layout, picture):
            return None
        for draw, part in self._shown.items():
            if part.is_spoilt:
                self.show(draw, part.places, part.value, part.attention)
        return self.changes

    def show(
        self,
        draw: DrawPart[Value],
        places: Sequence[Rect],
        value: Value,
        attention: Attention,
        within: Within[Value] | None = None,
    ) -> Hits:
        """Draw a part, unless it is shown already.

        ``within`` gives the only place where values differ, if the part draws on no board there.
        """
        shown = self._shown.get(draw)
        if shown is not None and not shown.is_spoilt:
            if (shown.value, shown.attention) == (value, attention):
                return shown.hits
            is_calm = shown.attention == attention
            inside = None
            if within and is_calm:
                inside = within(self.surface, self.layout, self._theme, shown.value, value)
            if inside:
                return self._show_inside(inside, draw, value, attention)
        if shown is not None:
            for place in places:
                self._board.repaint(self.surface, place)
        hits = draw(self.surface, self.layout, self._theme, value, attention)
        self._shown[draw] = _Shown(places, value, attention, hits)
        self.changes += places
        return hits

    def _show_inside(
        self, inside: Rect, draw: DrawPart[Value], value: Value, attention: Attention
    ) -> Hits:
        """Draw as much of a part as lies inside a rectangle; all of it is known afterwards."""
        before = self.surface.get_clip()
        self.surface.set_clip(inside)
        hits = draw(self.surface, self.layout, self._theme, value, attention)
        self.surface.set_clip(before)
        self._shown[draw] = _Shown(self._shown[draw].places, value, attention, hits)
        self.changes.append(inside)
        return hits
