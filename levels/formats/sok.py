"""`.sok`, file format 0.19: levels with titles, notes, solutions and saved games.

It is XSB text with these additions: lines that start with ``::`` are comments for people who look
at the file, boards may have run-length rows, and letters stand for squares: ``p P`` the pusher,
``b B`` a box (capitals on a goal), ``w W`` a wall. Text below a board stays with it, keys as well;
only a line that stands alone above a board is that board's title. A board drawn once more directly
after itself, without a ``Title:`` of its own, is the same level: some programs repeat it.
"""

from __future__ import annotations

from collections.abc import Sequence

from levels.collection import Collection
from levels.formats.blocks import rows_of
from levels.formats.board import FLOOR, Row, format_board
from levels.formats.drafts import Draft, collection_of, draft_levels
from levels.formats.paragraphs import head_lines, join_paragraphs, level_lines
from levels.formats.rle import SHORTENED, expand_rows
from levels.level import Level

_LETTERS = str.maketrans("pPbBwW", "@+$*##")
_OF_SOK = frozenset("pPbBwW")
_LEGEND = SHORTENED | _OF_SOK
_SHORTEST_ROW = 3
_BANNER = ":: Sokoban, file format 0.19"


def parse_sok(text: str, file: str | None = None) -> Collection:
    """The levels of a `.sok` text with the games that replay.

    Wrong games are reported in ``game_faults``; levels of other games, such as Hexoban, are faults.
    """
    rows = [Row(row.line, without_letters(_uncommented(row.text))) for row in rows_of(text, file)]
    head, drafts = draft_levels(expand_rows(rows, file), file, keys_stay_above=True)
    return collection_of(head, _joined(drafts))


def format_sok(collection: Collection) -> str:
    """The collection with all its games as `.sok` text. Faulty entries are left out."""
    levels = [
        level_lines(level, format_board(level), games, always_title=True)
        for level, games in collection.with_saved()
    ]
    return join_paragraphs([[_BANNER], head_lines(collection, "Collection"), *levels])


def without_letters(line: str) -> str:
    """A row with XSB characters in place of its letters; any other line as it is."""
    if _OF_SOK.isdisjoint(line) or not _LEGEND.issuperset(line):
        return line
    row = line.translate(_LETTERS)
    ends = row.strip(FLOOR + "|")
    is_row = len(ends) >= _SHORTEST_ROW and ends[0] in "#*0123456789(" and ends[-1] in "#*)"
    return row if is_row and "#" in ends else line


def _uncommented(line: str) -> str:
    return "" if line.startswith("::") else line


def _joined(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, with each board that only repeats the one before it merged into that."""
    joined: list[Draft] = []
    for draft in drafts:
        if joined and not draft.has_title_key and _is_same_board(joined[-1], draft):
            _join(joined[-1], draft)
        else:
            joined.append(draft)
    return joined


def _is_same_board(one: Draft, other: Draft) -> bool:
    return isinstance(one.board, Level) and one.board == other.board


def _join(first: Draft, again: Draft) -> None:
    """Add what is said about a repeated board to the level; its title becomes a note."""
    first.games += again.games
    first.author = first.author or again.author
    first.note_lines += ["", again.title, *again.note_lines]
