"""What level files hold of games, on its way into the records."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from game.storage.rows import get_game, put_game, put_solution
from game.storage.values import Game, Origin, Snapshot
from levels.level import Level
from levels.saved import Saved


def keep_saved(database: sqlite3.Connection, games: Iterable[tuple[Level, Sequence[Saved]]]) -> int:
    """Store the solutions of levels, and their snapshots; how many of the solutions are new.

    They are known from then on, but nobody has played them: their levels do not count as solved.

    Snapshots become those of a running game, unless there is one: nothing that is there is touched.
    """
    number = 0
    for level, saved in games:
        number += sum(
            put_solution(database, level, each.lurd, origin=Origin.IMPORTED)
            for each in saved
            if each.is_solution
        )
        put_by = tuple(Snapshot(each.heading, each.lurd) for each in saved if not each.is_solution)
        if put_by and get_game(database, level) is None:
            put_game(database, level, Game(snapshots=put_by))
    return number
