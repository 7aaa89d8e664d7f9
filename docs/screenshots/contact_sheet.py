"""Draws all levels of a collection into one picture."""

from __future__ import annotations

from pygame import Rect, Surface

from game.board.thumbnails import PictureWish, Thumbnails
from game.looks.theme import load_theme
from game.widgets.brush import Brush
from game.widgets.text import SMALL, TITLE
from levels.collection import Collection

COLUMNS, PITCH, PICTURE, ROW, HEAD, MARGIN = 6, 210, (186, 170), 220, 56, 24


def contact_sheet(pack: Collection) -> Surface:
    """A heading, and a picture of every level over its title."""
    theme = load_theme("dusk")
    height = HEAD + -(-len(pack.levels) // COLUMNS) * ROW
    surface = Surface((2 * MARGIN + COLUMNS * PITCH, 2 * MARGIN + height))
    surface.fill(theme.outside)
    brush = Brush(surface, theme, 1.0, Rect((0, 0), surface.get_size()))
    brush.text((MARGIN, MARGIN + 16), pack.title, TITLE, theme.text, "Bold")
    thumbnails = Thumbnails(theme)
    for index, level in enumerate(pack.levels):
        wish = PictureWish(index, PICTURE, lambda level=level: level)  # type: ignore[misc]
        thumbnails.get(wish)
        thumbnails.draw_some()
        picture = thumbnails.get(wish)
        assert picture is not None
        left, row = MARGIN + index % COLUMNS * PITCH, MARGIN + HEAD + index // COLUMNS * ROW
        center = left + PITCH // 2, row + PICTURE[1] // 2
        surface.blit(picture, picture.get_rect(center=center))
        title = f"{index + 1}  {level.title}"
        foot = center[0], row + PICTURE[1] + 18
        brush.text(foot, title, SMALL, theme.text_2, align="center")
    return surface
