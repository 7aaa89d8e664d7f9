"""Levels and what is said about them as paragraphs of text, for the formats that are text."""

from __future__ import annotations

from collections.abc import Sequence

from levels.collection import Collection
from levels.formats.blocks import LINE_END
from levels.formats.saved_games import format_games
from levels.level import Level
from levels.saved import Saved


def join_paragraphs(paragraphs: Sequence[Sequence[str]]) -> str:
    """The text of all paragraphs that are not empty, a blank line between them."""
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines) + "\n"


def head_lines(head: Collection, title_key: str = "Title") -> list[str]:
    """What is said about the collection as a whole."""
    keys = key_lines({title_key: head.title, "Author": head.author})
    notes = _note_lines(head.notes)
    # Notes without a key above them could be read as the title of the first level.
    return (keys or [f"{title_key}:"]) + notes if notes else keys


def level_lines(
    level: Level, board: Sequence[str], games: Sequence[Saved], *, always_title: bool = False
) -> list[str]:
    """A board, what is said about its level, and its games."""
    keys = key_lines({"Title": level.title, "Author": level.author})
    if always_title and not level.title:
        keys.insert(0, "Title:")
    return [*board, *keys, *_note_lines(level.notes), *format_games(games)]


def key_lines(values: dict[str, str]) -> list[str]:
    """``Key: value`` for all values that there are, each on one line."""
    return [f"{key}: {' '.join(value.split())}" for key, value in values.items() if value]


def _note_lines(notes: str) -> list[str]:
    """Notes as comments, so that no line of them is taken for a board, a key or a game."""
    return [f"; {line}".rstrip() for line in LINE_END.split(notes)] if notes else []
