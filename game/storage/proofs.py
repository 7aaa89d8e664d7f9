"""What the solver has proved of a level, to and from the rows of the database.

A bound is believed if the row is sealed, and as long as no solution, which can be replayed, costs
less: a faulty version may have sealed it. What does not hold is forgotten as soon as it is read.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from game.storage.identity import identify
from game.storage.proof_seals import PROVED, SEALED
from game.storage.rows import get_best, level_row, replayed, true_solution
from game.storage.values import Origin, Proved, solution_of
from levels.language import _
from levels.level import Level, Square
from levels.solution import Solution
from solver.messages import Difficulty, Metric


class _StoredProof(NamedTuple):
    pusher: Square
    lower_bound: int
    best: int | None
    lurd: str | None
    is_unsolvable: bool
    score: float | None
    is_tie_proved: bool
    is_doubted: bool
    """whether more is said than is believed"""


def put_proof(database: sqlite3.Connection, level: Level, metric: Metric, proved: Proved) -> None:
    """Add what has been proved to what was known: the higher bound, the better solution."""
    identity = identify(level)
    own = proved.solution and solution_of(level, proved.solution.lurd)
    known = [row for row in _rows(database, level, metric) if row.pusher == identity.pusher]
    known = [row for row in known if _makes_sense(row)]
    solutions = [replayed(level, row.pusher, row.lurd) for row in known if row.lurd is not None]
    best = min((each for each in (*solutions, own) if each), key=metric.cost, default=None)
    scores = [proved.difficulty.score] if proved.difficulty else []
    scores += [row.score for row in known if row.score is not None]
    row = {
        "level": level_row(database, identity),
        "key": identity.key,
        "metric": metric,
        "pusher": identity.pusher,
        "lower_bound": max([proved.lower_bound, *(row.lower_bound for row in known)]),
        "best": metric.cost(best)[0] if best else None,
        "lurd": identity.to_canonical(best.lurd) if best else None,
        "unsolvable": proved.is_unsolvable or any(row.is_unsolvable for row in known),
        "difficulty": float(scores[0]) if scores else None,
        "is_tie_proved": proved.is_tie_proved or any(row.is_tie_proved for row in known),
    }
    columns = ", ".join(name for name in row if name != "key")
    marks = columns.replace(", ", ", :")
    database.execute(
        f"INSERT OR REPLACE INTO proofs ({columns}, seal)"
        f" VALUES (:{marks}, proof_seal(:{', :'.join(SEALED)}))",
        row,
    )


def get_proof(
    database: sqlite3.Connection, level: Level, metric: Metric, faults: list[str] | None = None
) -> Proved:
    """What has been proved of a level in a metric.

    Solutions are replayed, the player's too. What does not do what it says, or is refuted by
    one that does, is left out, and named in ``faults``.
    """
    stored = _rows(database, level, metric)
    rows = [row for row in stored if _makes_sense(row)]
    found = [(row, replayed(level, row.pusher, row.lurd)) for row in rows if row.lurd is not None]
    faults = [] if faults is None else faults
    if len(rows) < len(stored) or any(row.is_doubted for row in stored):
        faults.append(_("a stored bound"))
    if not all(_is_true(row, solution, metric) for row, solution in found):
        faults.append(_("a stored solution"))
    solutions = [solution for _, solution in found if solution is not None]
    fewest = _fewest(database, level, metric, solutions)
    bound = max((row.lower_bound for row in rows), default=0)
    is_unsolvable = any(row.is_unsolvable for row in rows)
    scores = [row.score for row in rows if row.score is not None]
    is_tie_proved = any(row.is_tie_proved for row in rows)
    if fewest is not None and (bound > fewest or is_unsolvable):
        # What lies once is not believed about anything that cannot be replayed.
        faults.append(_("a stored bound") if bound > fewest else _("a stored verdict"))
        bound, is_unsolvable, scores, is_tie_proved = 0, False, [], False
    return Proved(
        lower_bound=bound,
        solution=min(solutions, key=metric.cost, default=None),
        is_unsolvable=is_unsolvable,
        difficulty=Difficulty(max(scores)) if scores else None,
        is_tie_proved=is_tie_proved,
    )


def forget_proof(database: sqlite3.Connection, level: Level, metric: Metric) -> None:
    """Forget what is said to be proved of a level in a metric; solutions that replay stay."""
    proved = get_proof(database, level, metric)
    for row in _rows(database, level, metric):
        database.execute(
            "DELETE FROM proofs WHERE metric = ? AND pusher = ?"
            " AND level = (SELECT id FROM levels WHERE key = ?)",
            (metric, row.pusher, identify(level).key),
        )
    if proved.solution is not None:
        put_proof(database, level, metric, Proved(solution=proved.solution))


def mend(database: sqlite3.Connection, level: Level) -> None:
    """Forget what is stored of a level but does not hold."""
    found = database.execute(
        "SELECT solutions.id, pusher, lurd, moves, pushes"
        " FROM solutions JOIN levels ON levels.id = level WHERE key = ?",
        (identify(level).key,),
    ).fetchall()
    for row, *said in found:
        if true_solution(level, *said) is None:
            database.execute("DELETE FROM solutions WHERE id = ?", (row,))
    for metric in Metric:
        faults: list[str] = []
        proved = get_proof(database, level, metric, faults)
        if faults:
            forget_proof(database, level, metric)
            put_proof(database, level, metric, proved)


def _rows(database: sqlite3.Connection, level: Level, metric: Metric) -> list[_StoredProof]:
    identity = identify(level)
    rows = database.execute(
        "SELECT pusher, lower_bound, best, lurd, unsolvable, difficulty, is_tie_proved, is_doubted"
        f" FROM {PROVED} WHERE key = ? AND metric = ?",
        (identity.key, metric),
    )
    # A bound on moves holds only for the square that the pusher began from, one on pushes for all.
    is_for_all = metric is Metric.PUSHES
    return [
        row for row in map(_StoredProof._make, rows) if is_for_all or row.pusher == identity.pusher
    ]


def _makes_sense(row: _StoredProof) -> bool:
    """Whether each column holds what it can hold: SQLite stores anything anywhere."""
    score = 0 if row.score is None else row.score
    return (
        isinstance(row.lower_bound, int)
        and 0 <= row.lower_bound <= MOST_STEPS
        and isinstance(row.best, int | None)
        and isinstance(row.lurd, str | None)
        and row.is_unsolvable in (0, 1)
        and row.is_tie_proved in (0, 1)
        and isinstance(score, int | float)
        and 0 <= score < HARDEST
    )


MOST_STEPS = 10**9
HARDEST = 1e6
"""A bound or a difficulty beyond these is invalid."""


def _is_true(row: _StoredProof, solution: Solution | None, metric: Metric) -> bool:
    """Whether a row says of its solution what it is."""
    return solution is not None and row.best in (None, metric.cost(solution)[0])


def _fewest(
    database: sqlite3.Connection, level: Level, metric: Metric, solutions: list[Solution]
) -> int | None:
    """What the best of all solutions costs, including those of the player and of level files."""
    known = get_best(database, level, origins=Origin)
    every = [*solutions, *((known.by_pushes, known.by_moves) if known else ())]
    return min((metric.cost(each)[0] for each in every), default=None)
