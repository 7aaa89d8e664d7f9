"""The clipboard, and what the text in it can be."""

from __future__ import annotations

import pygame

from levels.collection import Collection
from levels.formats.sok import format_sok
from levels.formats.xsb import format_xsb
from levels.level import Level
from levels.saved import verify_game


def read_clipboard() -> str:
    """The text in the clipboard; empty if there is none."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


def write_clipboard(text: str) -> bool:
    """Put text into the clipboard; whether the system took it."""
    try:
        pygame.scrap.put_text(text.replace("\0", ""))
    except pygame.error:
        return False
    return True


def level_text(level: Level) -> str:
    """A level as XSB."""
    return format_xsb(Collection(entries=(level,)))


def game_text(level: Level, lurd: str) -> str:
    """A level with a game of it as `.sok`, which leads to the position that has been reached."""
    game = verify_game(level, lurd)
    return format_sok(Collection(entries=(level,), saved=((game,),)))
