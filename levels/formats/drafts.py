"""Text with boards in it, as drafts of levels: what is a board, and whose the rest is.

Three formats are such text: XSB, run-length rows and `.sok`. `levels.formats.xsb` says what
customs they are read by.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby

from levels.collection import Collection
from levels.formats.amount import check_amount
from levels.formats.blocks import find_blocks
from levels.formats.board import Row, parse_board
from levels.formats.saved_games import GameReader, GameText, part_games
from levels.language import _
from levels.level import Level, LevelError

_KEY = re.compile(r"(title|author|collection|set)\s*:\s*(.*)", re.IGNORECASE)
_GAME = re.compile(r"game\s*:\s*(.*)", re.IGNORECASE)
_COMMENT_FRAME = re.compile(r"comment(-end)?\s*:\s*", re.IGNORECASE)
_BARE_NUMBER = re.compile(r";?\s*\d+")


@dataclass
class Draft:
    """What is found about a level, line by line; the one without rows is the head of the file."""

    rows: Sequence[Row] = ()
    file: str | None = None
    title: str = ""
    author: str = ""
    note_lines: list[str] = field(default_factory=list)
    games: list[GameText] = field(default_factory=list)
    game: str = "Sokoban"
    """the game that it is a level of"""
    has_title_key: bool = False

    @property
    def notes(self) -> str:
        return "\n".join(self.note_lines).strip("\n")

    @cached_property
    def board(self) -> Level | LevelError:
        """The level without the text about it, or what is wrong with it."""
        try:
            return parse_board(self.rows, self.file)
        except LevelError as fault:
            return fault.with_traceback(None)

    @property
    def entry(self) -> Level | LevelError:
        """The level with the text about it, or what is wrong with it."""
        if self.game.lower() != "sokoban":
            reason = _(
                "a level of {game}, which is a different game. It was left out", game=self.game
            )
            return LevelError(reason, file=self.file, line=self.rows[0].line)
        if isinstance(self.board, LevelError):
            return self.board
        return replace(self.board, title=self.title, author=self.author, notes=self.notes)

    def take(self, paragraph: Sequence[str]) -> None:
        """Add a paragraph that is about this level."""
        if self.note_lines and self.note_lines[-1]:
            self.note_lines.append("")
        for line in paragraph:
            self._take_line(line)

    def _take_line(self, line: str) -> None:
        key, value = self._key_and_value(line)
        frame = _COMMENT_FRAME.match(line)
        if key == "author":
            self.author = value
        elif key:
            self.title = value
            self.has_title_key = True
        elif frame is None:
            self._take_note(line)
        elif frame.end() < len(line):
            self.note_lines.append(line[frame.end() :])

    def _take_note(self, line: str) -> None:
        game = _GAME.match(line)
        if game and game[1] and self.rows:
            self.game = game[1]
        self.note_lines.append(_uncommented(line))

    def _key_and_value(self, line: str) -> tuple[str, str]:
        """The key in small letters; levels may name their collection, but that is a note."""
        found = _KEY.match(line)
        key = found[1].lower() if found else ""
        if not found or (self.rows and key in ("collection", "set")):
            return "", ""
        return key, found[2].strip()


def collection_of(head: Draft, drafts: Sequence[Draft]) -> Collection:
    """The collection that was drafted, its games replayed."""
    replay = GameReader(head.file)
    entries = tuple(draft.entry for draft in drafts)
    saved = [
        replay.saved(entry, draft.games) if isinstance(entry, Level) else ()
        for entry, draft in zip(entries, drafts, strict=True)
    ]
    while saved and not saved[-1]:
        saved.pop()
    return Collection(
        title=head.title,
        author=head.author,
        notes=head.notes,
        entries=entries,
        saved=tuple(saved),
        game_faults=tuple(replay.faults),
    )


def draft_levels(
    rows: Sequence[Row], file: str | None, *, keys_stay_above: bool = False
) -> tuple[Draft, list[Draft]]:
    """The head of the file and the levels, each with the text that is about it.

    A paragraph with a title in it that stands between two boards, next to neither, is about the
    lower one if the upper one has a title already; with ``keys_stay_above`` it never is.
    """
    drafts = [Draft(file=file)]
    text: list[Row] = []
    blocks = list(find_blocks(rows))
    check_amount((block for block in blocks if not isinstance(block, Row)), file)
    for block in blocks:
        if isinstance(block, Row):
            text.append(block)
            continue
        below = Draft(block, file)
        _share_out(text, drafts[-1], below, keys_stay_above)
        drafts.append(below)
        text = []
    _share_out(text, drafts[-1], None, keys_stay_above)
    return drafts[0], drafts[1:]


# --- whose text it is ------------------------------------------------------------------------


def _share_out(
    rows: Sequence[Row], above: Draft, below: Draft | None, keys_stay_above: bool
) -> None:
    """Give the lines between two boards to the levels that they are about."""
    text = list(_text_without_games(rows, above))
    paragraphs = [list(run) for filled, run in groupby(text, bool) if filled]
    if not paragraphs:
        return
    touches_above = bool(above.rows) and len(paragraphs) == 1 and bool(text[0])
    touches_below = below is not None and bool(text[-1])
    has_next = bool(above.title) and not keys_stay_above
    *others, last = paragraphs
    for paragraph in others:
        above.take(paragraph)
    if below is None or (touches_above and not touches_below):
        above.take(last)
    elif title := _title_line(last):
        below.title = title
    elif _has_key(last) and not touches_above and (touches_below or has_next):
        below.take(last)
    else:
        above.take(last)


def _text_without_games(rows: Sequence[Row], above: Draft) -> Iterator[str]:
    if above.rows and isinstance(above.board, Level):
        rows, games = part_games(rows, above.board)
        above.games += games
    return (row.text for row in rows)


def _title_line(paragraph: Sequence[str]) -> str:
    """The line that is a title by its place, if there is one."""
    *before, line = paragraph
    stands_out = not before or (len(before) == 1 and _BARE_NUMBER.fullmatch(before[0]))
    return _uncommented(line).strip() if stands_out and not _has_key([line]) else ""


def _has_key(paragraph: Sequence[str]) -> bool:
    return any(_KEY.match(line) for line in paragraph)


def _uncommented(line: str) -> str:
    return line[1:].removeprefix(" ") if line.startswith(";") else line
