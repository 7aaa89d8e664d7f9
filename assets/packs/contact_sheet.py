"""Draws all levels of each pack into a picture, docs/screenshots/pack-NAME.png.

python3 assets/packs/contact_sheet.py
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import pygame
from pygame import Rect, Surface

from game.board.thumbnails import Thumbnails, Wish
from game.looks.theme import load_theme
from game.widgets.brush import Brush
from game.widgets.text import SMALL, TITLE
from levels.collection import Collection
from levels.files import read_collection, shipped_packs

COLUMNS, PITCH, PICTURE, ROW, HEAD, MARGIN = 6, 210, (186, 170), 220, 56, 24


def main() -> None:
    """Draw and save them."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))
    theme = load_theme("dusk")
    for path in shipped_packs():
        pack = read_collection(path)
        surface = Surface((2 * MARGIN + COLUMNS * PITCH, 2 * MARGIN + height_of(pack)))
        surface.fill(theme.outside)
        brush = Brush(surface, theme, 1.0, Rect((0, 0), surface.get_size()))
        draw_pack(brush, Thumbnails(theme), pack, MARGIN)
        pygame.image.save(surface, ROOT / "docs" / "screenshots" / f"pack-{path.stem}.png")


def height_of(pack: Collection) -> int:
    """The pixels that a pack takes."""
    return HEAD + -(-len(pack.levels) // COLUMNS) * ROW


def draw_pack(brush: Brush, thumbnails: Thumbnails, pack: Collection, top: int) -> None:
    """A heading, and a picture of every level over its title."""
    brush.text((MARGIN, top + 16), pack.title, TITLE, brush.theme.text, "Bold")
    for index, level in enumerate(pack.levels):
        wish = Wish(index, PICTURE, lambda level=level: level)  # type: ignore[misc]
        thumbnails.get(wish)
        thumbnails.draw_some()
        picture = thumbnails.get(wish)
        assert picture is not None
        left, row = MARGIN + index % COLUMNS * PITCH, top + HEAD + index // COLUMNS * ROW
        center = left + PITCH // 2, row + PICTURE[1] // 2
        foot = center[0], row + PICTURE[1] + 18
        brush.surface.blit(picture, picture.get_rect(center=center))
        title = f"{index + 1}  {level.title}"
        brush.text(foot, title, SMALL, brush.theme.text_2, align="center")


if __name__ == "__main__":
    main()
