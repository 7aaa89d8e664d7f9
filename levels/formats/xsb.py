"""XSB, the plain text of level collections: boards drawn with ``# @ $ . * +`` among other lines.

There is no specification, only custom. What this reader makes of it:

*What is a board?* Consecutive lines, with no blank line between them, that hold only board
characters, the first and the last with a wall; ``-`` and ``_`` are floor, as are spaces. A
line that looks like a row but for a few other characters belongs to the board, so that the fault
is reported and the line not taken for text. Fewer than three such lines without a pusher or a box
to push are an ornament of the text.

*Whose is the text between two boards?* Text directly below a board goes to the level above. A
last line that stands alone, or below a bare number, is the title of the level below; text directly
above a board goes to the level below if it contains a ``Title:`` or ``Author:``. The rest goes to
the level above; at the head of the file it goes to the collection. Games of a level below its
board are taken out first: see `levels.formats.saved_games`.
"""

from __future__ import annotations

from levels.collection import Collection
from levels.formats.blocks import rows_of
from levels.formats.board import format_board
from levels.formats.drafts import collection_of, draft_levels
from levels.formats.paragraphs import head_lines, join_paragraphs, level_lines


def parse_xsb(text: str, file: str | None = None) -> Collection:
    """The levels of an XSB text. A faulty one becomes an entry that says what is wrong with it."""
    return collection_of(*draft_levels(rows_of(text, file), file))


def format_xsb(collection: Collection) -> str:
    """The collection as XSB text. Faulty entries are left out: there is no board to write."""
    levels = [
        level_lines(level, format_board(level), games) for level, games in collection.with_saved()
    ]
    return join_paragraphs([head_lines(collection), *levels])
