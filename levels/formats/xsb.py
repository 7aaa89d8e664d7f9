"""XSB, the plain text of level collections: boards drawn with ``# @ $ . * +`` among other lines.

There is no specification, only custom. What this reader makes of it:

*What is a board?* Lines under each other, without a blank line between them, that hold board
characters only, the first and the last with a wall; ``-`` and ``_`` are floor as well as spaces.
A line that looks like a row but for a few other characters belongs to the board, so that the
fault is reported and the line not taken for text. Fewer than three such lines without a pusher or
a box to push are an ornament of the text.

*Whose is the text between two boards?* Directly below a board: the level's above. A last line
that stands alone, or below a bare number, is the title of the level below, and so is all that
stands directly above it if there is a ``Title:`` or ``Author:`` among it. The rest goes to the
level above; at the head of the file it goes to the collection.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from levels.collection import Collection
from levels.formats.board import CHARACTERS, Row, format_board, parse_board
from levels.level import Level, LevelError

_LINE_END = re.compile(r"\r\n|\r|\n")
_KEY = re.compile(r"(title|author|collection|set)\s*:\s*(.*)", re.IGNORECASE)
_COMMENT_FRAME = re.compile(r"comment(-end)?\s*:\s*", re.IGNORECASE)
_BARE_NUMBER = re.compile(r";?\s*\d+")

FEWEST_ROWS = 3
FEWEST_OWN = 3 / 4
"""The share of board characters that a line with others needs to be a row and not text."""


# --- text -> collection ----------------------------------------------------------------------


def parse_xsb(text: str, file: str | None = None) -> Collection:
    """The levels of an XSB text. A faulty one becomes an entry that says what is wrong with it."""
    head, *drafts = _drafts(_LINE_END.split(text))
    return Collection(
        title=head.title,
        author=head.author,
        notes=head.notes,
        entries=tuple(_entry(draft, file) for draft in drafts),
    )


def _entry(draft: _Draft, file: str | None) -> Level | LevelError:
    try:
        level = parse_board(draft.rows, file)
    except LevelError as fault:
        return fault
    return replace(level, title=draft.title, author=draft.author, notes=draft.notes)


@dataclass
class _Draft:
    """What is found of a level, line by line; the one without rows is the head of the file."""

    rows: Sequence[Row] = ()
    title: str = ""
    author: str = ""
    note_lines: list[str] = field(default_factory=list)

    @property
    def notes(self) -> str:
        return "\n".join(self.note_lines).strip("\n")

    def take(self, paragraph: Sequence[str]) -> None:
        """Add a paragraph that is about this level."""
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
        elif frame is None:
            self.note_lines.append(_uncommented(line))
        elif frame.end() < len(line):
            self.note_lines.append(line[frame.end() :])

    def _key_and_value(self, line: str) -> tuple[str, str]:
        """The key in small letters; levels may name their collection, but that is a note."""
        found = _KEY.match(line)
        key = found[1].lower() if found else ""
        if not found or (self.rows and key in ("collection", "set")):
            return "", ""
        return key, found[2].strip()


def _drafts(lines: Sequence[str]) -> list[_Draft]:
    """The head of the file and the levels, each with the text that is about it."""
    drafts = [_Draft()]
    text: list[str] = []
    for block in _blocks(lines):
        if isinstance(block, str):
            text.append(block)
            continue
        below = _Draft(block)
        _share_out(text, drafts[-1], below)
        drafts.append(below)
        text = []
    _share_out(text, drafts[-1], None)
    return drafts


# --- boards and other lines ------------------------------------------------------------------


def _blocks(lines: Sequence[str]) -> Iterator[str | Sequence[Row]]:
    """Boards as rows, and each line between them as text."""
    rows = [Row(number, line.rstrip()) for number, line in enumerate(lines, start=1)]
    for may_be_board, run in groupby(rows, lambda row: _may_be_row(row.text)):
        block = list(run)
        first, end = _extent(block) if may_be_board else (0, 0)
        yield from (row.text for row in block[:first])
        if end > first:
            yield block[first:end]
        yield from (row.text for row in block[end:])


def _extent(block: Sequence[Row]) -> tuple[int, int]:
    """From where to where the lines of a block are a board; empty if they are none."""
    starts = (index for index, row in enumerate(block) if _may_start_board(row.text))
    first = next(starts, len(block))
    end = max((index + 1 for index, row in enumerate(block) if "#" in row.text), default=0)
    has_pieces = any(set("@$+").intersection(row.text) for row in block[first:end])
    return (first, end) if end - first >= FEWEST_ROWS or has_pieces else (0, 0)


def _may_be_row(text: str) -> bool:
    return bool(text) and (_is_pure(text) or _is_damaged_row(text.strip()))


def _may_start_board(text: str) -> bool:
    """Stricter than for other rows: above a board, text is as likely as a damaged row."""
    return "#" in text and (_is_pure(text) or " " not in text.strip())


def _is_pure(text: str) -> bool:
    """Whether these are board characters, or tabs that stand where floor should."""
    return CHARACTERS.issuperset(text.replace("\t", " "))


def _is_damaged_row(text: str) -> bool:
    own = sum(character in CHARACTERS for character in text)
    return "#" in (text[0], text[-1]) and own >= FEWEST_OWN * len(text)


# --- whose text it is ------------------------------------------------------------------------


def _share_out(text: Sequence[str], above: _Draft, below: _Draft | None) -> None:
    """Give the lines between two boards to the levels that they are about."""
    paragraphs = [list(run) for filled, run in groupby(text, bool) if filled]
    if not paragraphs:
        return
    touches_above = bool(above.rows) and len(paragraphs) == 1 and bool(text[0])
    touches_below = below is not None and bool(text[-1])
    *others, last = paragraphs
    for paragraph in others:
        above.take(paragraph)
    if below is None or (touches_above and not touches_below):
        above.take(last)
    elif title := _title_line(last):
        below.title = title
    elif _has_key(last) and not touches_above and (touches_below or above.title):
        below.take(last)
    else:
        above.take(last)


def _title_line(paragraph: Sequence[str]) -> str:
    """The line that is a title by its place, if there is one."""
    *before, line = paragraph
    stands_out = not before or (len(before) == 1 and _BARE_NUMBER.fullmatch(before[0]))
    return _uncommented(line).strip() if stands_out and not _has_key([line]) else ""


def _has_key(paragraph: Sequence[str]) -> bool:
    return any(_KEY.match(line) for line in paragraph)


def _uncommented(line: str) -> str:
    return line[1:].removeprefix(" ") if line.startswith(";") else line


# --- collection -> text ----------------------------------------------------------------------


def format_xsb(collection: Collection) -> str:
    """The collection as XSB text. Faulty entries are left out: there is no board to write."""
    paragraphs = [_head_lines(collection)]
    paragraphs += [_level_lines(level) for level in collection.levels]
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines) + "\n"


def _head_lines(head: Collection) -> list[str]:
    keys = _key_lines(head.title, head.author)
    notes = _note_lines(head.notes)
    # Notes without a key above them could be read as the title of the first level.
    return (keys or ["Title:"]) + notes if notes else keys


def _level_lines(level: Level) -> list[str]:
    keys = _key_lines(level.title, level.author)
    return format_board(level) + keys + _note_lines(level.notes)


def _key_lines(title: str, author: str) -> list[str]:
    keys = (("Title", title), ("Author", author))
    return [f"{key}: {' '.join(value.split())}" for key, value in keys if value]


def _note_lines(notes: str) -> list[str]:
    """Notes as comments, so that no line of them is taken for a board or a key."""
    return [f"; {line}".rstrip() for line in _LINE_END.split(notes)] if notes else []
