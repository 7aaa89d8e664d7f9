"""What the records say about a level, and about everything that was played.

These queries take longer than a frame once thousands of levels are solved: they are asked in a
thread, see `game.work.inquiry`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from game.storage.attempts import Attempts
from game.storage.identity import identify
from game.storage.pars import shipped_par
from game.storage.proof_seals import PROVED, REVIEWED
from game.storage.proofs import get_proof
from game.storage.rows import true_solution
from game.storage.values import Origin
from levels.level import Level
from levels.solution import Solution
from solver.messages import Metric


@dataclass(frozen=True, slots=True)
class KeptSolution:
    """A solution in the records."""

    solution: Solution
    origin: Origin | None
    """None: the solver has found it by itself"""
    day: date | None = None
    """when it was found, if that is known"""


@dataclass(frozen=True, slots=True)
class LevelStatistics:
    """What the records say about a level."""

    solutions: tuple[KeptSolution, ...]
    """of each origin the best by pushes and by moves; fewest pushes first"""
    seconds: float
    """how long it was played"""
    attempts: Attempts
    first_solved: date | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the records say about everything that was played."""

    solved: int
    """levels that the player has solved"""
    at_par: int
    """those of them solved in as few pushes as are proved to be needed"""
    by_day: dict[date, tuple[int, int]]
    """how many levels were first solved on a day, and how many of them are at par by now"""
    lost_by_day: dict[date, tuple[int, int, int]]
    """how many pushes were lost on a day at least, in how many games, and at most: solutions that
    differ, of levels whose fewest pushes are proved, or that have been reviewed"""
    days: frozenset[date]
    """on which anything was solved, for the first time or again"""
    seconds: float
    attempts: Attempts


_SECONDS = "SELECT total(seconds) FROM games"
_ATTEMPTS = "SELECT total(restarts), total(solves), total(hints) FROM attempts"

_SOLVED = """
    SELECT key, levels.id AS level, min(solved) AS first, min(pushes) AS pushes,
        min(moves) AS moves, count(*) AS solutions
    FROM solutions JOIN levels ON levels.id = level WHERE is_own GROUP BY levels.id
"""

_PARS = f"""
    SELECT key, solved.level AS level, first, pushes, moves, solutions,
        CASE WHEN pushes = bound THEN bound WHEN pushes >= shipped_par(key) THEN shipped_par(key)
            END AS par
    FROM ({_SOLVED}) AS solved LEFT JOIN (
        SELECT level, max(lower_bound) AS bound FROM {PROVED} WHERE metric = 'pushes' GROUP BY level
    ) AS proof ON proof.level = solved.level
"""

_BY_DAY = f"""
    SELECT date(first, 'localtime') AS day, count(*), count(CASE WHEN pushes = par THEN 1 END)
    FROM ({_PARS}) GROUP BY day
"""

_LOST_BY_DAY = f"""
    SELECT date(solved, 'localtime') AS day, sum(ifnull(solutions.pushes - par, at_least)),
        count(*), sum(ifnull(solutions.pushes - par, at_most))
    FROM solutions JOIN (
        SELECT best.level AS level, CASE WHEN bound = min(pushes, ifnull(found, pushes)) THEN bound
            WHEN shipped_par(key) BETWEEN ifnull(bound, 0) AND min(pushes, ifnull(found, pushes))
            THEN shipped_par(key) END AS par
        FROM ({_SOLVED}) AS best LEFT JOIN (
            SELECT level, max(lower_bound) AS bound, min(best) AS found
            FROM {PROVED} WHERE metric = 'pushes' GROUP BY level
        ) AS proof ON proof.level = best.level
    ) AS proved ON proved.level = solutions.level
    LEFT JOIN (
        SELECT level, pusher, lurd, at_least, at_most FROM {REVIEWED}
        WHERE metric = 'pushes' AND is_complete
    ) AS review USING (level, pusher, lurd)
    WHERE is_own AND (par NOT NULL OR at_most NOT NULL) GROUP BY day
"""

_DAYS = """
    SELECT date(solved, 'localtime') FROM solutions WHERE is_own
    UNION SELECT day FROM attempts WHERE solves > 0
"""

_LEVELS = f"""
    SELECT ifnull(collections.title, ''), number, ifnull(place.title, ''), pushes, moves, par,
        date(first, 'localtime'), round(ifnull(seconds, 0)), ifnull(restarts, 0),
        max(ifnull(solves, 0), ifnull(solutions, 0)), ifnull(hints, 0)
    FROM levels
    LEFT JOIN ({_PARS}) AS best ON best.level = levels.id
    LEFT JOIN (SELECT level, total(seconds) AS seconds FROM games GROUP BY level) AS time
        ON time.level = levels.id
    LEFT JOIN (
        SELECT level, sum(restarts) AS restarts, sum(solves) AS solves, sum(hints) AS hints
        FROM attempts GROUP BY level
    ) AS done ON done.level = levels.id
    LEFT JOIN (
        SELECT key, min(collection) AS collection, number, title FROM entries GROUP BY key
    ) AS place ON place.key = levels.key
    LEFT JOIN collections ON collections.id = place.collection
    WHERE pushes NOT NULL OR seconds > 0 OR restarts > 0 OR hints > 0
    ORDER BY collections.title IS NULL, collections.title, number, levels.id
"""

COLUMNS = (
    "collection", "number", "title", "best pushes", "best moves", "par", "first solved",
    "seconds played", "restarts", "times solved", "hints",
)  # fmt: skip
"""What each row of `level_rows` holds."""


def get_statistics(database: sqlite3.Connection) -> Statistics:
    """Everything together."""
    _know_pars(database)
    by_day: dict[date, tuple[int, int]] = {}
    solved = at_par = 0
    for day, levels, optimal in database.execute(_BY_DAY):
        solved, at_par = solved + levels, at_par + optimal
        found = _day_of(day)
        if found is not None:
            by_day[found] = levels, optimal
    lost_by_day = {
        found: (least, games, most)
        for day, least, games, most in database.execute(_LOST_BY_DAY)
        if (found := _day_of(day)) is not None
    }
    days = (_day_of(day) for (day,) in database.execute(_DAYS))
    (seconds,) = database.execute(_SECONDS).fetchone()
    return Statistics(
        solved,
        at_par,
        by_day,
        lost_by_day,
        frozenset(day for day in days if day is not None),
        float(seconds),
        _attempts(database, _ATTEMPTS, ()),
    )


def get_level_statistics(database: sqlite3.Connection, level: Level) -> LevelStatistics:
    """What there is of one level. Solutions are replayed; what does not replay is left out."""
    key = (identify(level).key,)
    of_level = "(SELECT id FROM levels WHERE key = ?)"
    (seconds,) = database.execute(f"{_SECONDS} WHERE level = {of_level}", key).fetchone()
    done = _attempts(database, f"{_ATTEMPTS} WHERE level = {of_level}", key)
    (solved, first) = database.execute(
        "SELECT count(*), date(min(solved), 'localtime') FROM solutions"
        f" WHERE is_own AND level = {of_level}",
        key,
    ).fetchone()
    # Of games from before anything was counted, at least each different solution is known.
    attempts = Attempts(done.restarts, max(done.solves, solved), done.hints)
    return LevelStatistics(tuple(_best(database, level)), float(seconds), attempts, _day_of(first))


def level_rows(database: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """A row for each level that was played, by its first place in the library."""
    _know_pars(database)
    yield from database.execute(_LEVELS)


def _best(database: sqlite3.Connection, level: Level) -> list[KeptSolution]:
    found = [*_recorded(database, level), *_solved(database, level)]
    best: dict[tuple[Origin | None, Solution], KeptSolution] = {}
    for origin in (*Origin, None):
        of_origin = [each for each in found if each.origin is origin]
        for metric in (Metric.PUSHES, Metric.MOVES):
            if of_origin:
                first = min(of_origin, key=lambda each: metric.cost(each.solution))
                best[origin, first.solution] = first
    return sorted(best.values(), key=lambda each: Metric.PUSHES.cost(each.solution))


def _recorded(database: sqlite3.Connection, level: Level) -> Iterator[KeptSolution]:
    """The leading ones by each metric, of each origin and each square the pusher began from."""
    for order in ("pushes, moves", "moves, pushes"):
        rows = database.execute(
            "SELECT is_own, is_assisted, pusher, lurd, moves, pushes, date(solved, 'localtime')"
            " FROM solutions WHERE level = (SELECT id FROM levels WHERE key = ?)"
            f" ORDER BY {order}, id",
            (identify(level).key,),
        )
        seen = set()
        for is_own, is_assisted, pusher, lurd, moves, pushes, day in rows:
            origin = Origin.OWN if is_own else Origin.ASSISTED if is_assisted else Origin.IMPORTED
            if (origin, pusher) in seen:
                continue
            solution = true_solution(level, pusher, lurd, moves, pushes)
            if solution is not None:
                seen.add((origin, pusher))
                yield KeptSolution(
                    solution, origin, None if origin is Origin.IMPORTED else _day_of(day)
                )


def _solved(database: sqlite3.Connection, level: Level) -> Iterator[KeptSolution]:
    for metric in Metric:
        solution = get_proof(database, level, metric).solution
        if solution is not None:
            yield KeptSolution(solution, None)


def _know_pars(database: sqlite3.Connection) -> None:
    database.create_function("shipped_par", 1, shipped_par, deterministic=True)


def _attempts(database: sqlite3.Connection, query: str, values: tuple[str, ...]) -> Attempts:
    return Attempts(*map(int, database.execute(query, values).fetchone()))


def _day_of(text: Any) -> date | None:
    try:
        return date.fromisoformat(text)
    except (ValueError, TypeError):
        return None
