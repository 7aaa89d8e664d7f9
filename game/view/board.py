"""A board on the screen: the picture of a position, drawn as large as its place allows."""

from __future__ import annotations

from pygame import Rect, Surface

from game.theme import Theme
from game.view.picture import BoardPicture
from levels.level import Square


class BoardView:
    """Draws boards in one theme and knows which square is where.

    Sprites and the room are drawn once for each size of a square and kept; a frame is a few
    blits. A new theme is a new BoardView.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def draw(
        self, surface: Surface, area: Rect, picture: BoardPicture,
        stage: Rect | None = None, scale: float = 1.0,
    ) -> None:
        """Draw the whole board, fitted into `area`, on a fresh background that fills `stage`.

        With a PlayLayout: draw(surface, layout.board, picture, layout.stage, layout.scale).
        """

    def draw_changes(self, surface: Surface, picture: BoardPicture) -> list[Rect]:
        """Redraw only what differs from the last picture, and say where.

        Whatever else lies over these rectangles (a sentence in a compact window, a drawer) has
        to be drawn again. Draws everything if the level or the view has changed.
        """
        return []

    def square_at(self, point: tuple[int, int]) -> Square | None:
        """The square under a point of the window, None beside the board."""
        return None

    def square_rect(self, square: Square) -> Rect:
        """Where a square lies in the window."""
        return Rect(0, 0, 0, 0)
