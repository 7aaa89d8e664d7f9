"""The levels of a collection, read from the index as they are asked for."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from levels.formats.board import Row, parse_board
from levels.level import Level, LevelError

_log = logging.getLogger(__name__)


class Shelf(Mapping[int, Level]):
    """The levels of a collection by their number, each read when it is first asked for. One whose
    board turns out to be damaged is no longer there."""

    def __init__(self, rows: Sequence[tuple[Any, ...]]) -> None:
        self._rows = {row[0]: row[1:] for row in rows}
        self._levels: dict[int, Level] = {}

    def __getitem__(self, number: int) -> Level:
        if number not in self._levels:
            title, author, notes, board = self._rows[number]
            rows = [Row(line, text) for line, text in enumerate(str(board).split("\n"), start=1)]
            try:
                level = parse_board(rows)
            except LevelError as error:
                _log.warning("library: level %s: %s", number, error)
                del self._rows[number]
                raise KeyError(number) from error
            self._levels[number] = replace(level, title=title, author=author, notes=notes)
        return self._levels[number]

    def __iter__(self) -> Iterator[int]:
        return iter([*self._rows])

    def __len__(self) -> int:
        return len(self._rows)
