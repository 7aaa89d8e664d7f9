"""What a review of a game has found out, to and from the rows of the database.

Where pushes were lost cannot be replayed. So a review is believed only under a seal, like a proof;
one that is not sealed is made again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from game.storage.identity import identify
from game.storage.proof_seals import REVIEW_SEALED, REVIEWED
from game.storage.rows import level_row, replayed
from levels.level import Level
from solver.messages import Metric
from solver.review import NEVER, ReviewState


@dataclass(frozen=True, slots=True)
class KeptReview:
    """A review as it is kept, and what is known of it without reading all of it."""

    metric: Metric
    lurd: str
    """the game"""
    findings: ReviewState
    is_complete: bool

    @property
    def at_least(self) -> int:
        """What the whole game has lost at least."""
        return max(0, self.findings.least[-1] - self.findings.most[0])

    @property
    def at_most(self) -> int | None:
        """What it has lost at most; None for a game of which no solution is known."""
        most = self.findings.most[-1]
        return None if most == NEVER else most - self.findings.least[0]


def put_review(database: sqlite3.Connection, level: Level, review: KeptReview) -> None:
    """Store a review in place of an earlier one of the same game, or of one that led there."""
    identity = identify(level)
    turned = identity.to_canonical
    row = {
        "level": level_row(database, identity),
        "key": identity.key,
        "metric": review.metric,
        "pusher": identity.pusher,
        "lurd": turned(review.lurd),
        "findings": _written(review.findings, turned),
        "at_least": review.at_least,
        "at_most": review.at_most,
        "is_complete": int(review.is_complete),
    }
    database.execute(
        "DELETE FROM reviews WHERE (level, metric, pusher) = (:level, :metric, :pusher)"
        " AND substr(:lurd, 1, length(lurd)) = lurd",
        row,
    )
    columns = ", ".join(name for name in row if name != "key")
    marks = columns.replace(", ", ", :")
    database.execute(
        f"INSERT INTO reviews ({columns}, seal)"
        f" VALUES (:{marks}, review_seal(:{', :'.join(REVIEW_SEALED)}))",
        row,
    )


def get_review(
    database: sqlite3.Connection, level: Level, metric: Metric, lurd: str
) -> KeptReview | None:
    """The review of a game of a level; None if there is none that can be believed."""
    identity = identify(level)
    row = database.execute(
        f"SELECT findings, is_complete FROM {REVIEWED}"
        " WHERE (key, metric, pusher, lurd) = (?, ?, ?, ?)",
        (identity.key, metric, identity.pusher, identity.to_canonical(lurd)),
    ).fetchone()
    if row is None:
        return None
    try:
        findings = read_findings(row[0], identity.from_canonical)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return KeptReview(metric, lurd, findings, bool(row[1]))


def get_reviewed(database: sqlite3.Connection) -> set[str]:
    """The keys of the levels for which each of the player's solutions has its review by pushes."""
    rows = database.execute(
        f"SELECT key FROM solutions JOIN levels ON levels.id = level LEFT JOIN ("
        f" SELECT level, pusher, lurd, is_complete FROM {REVIEWED} WHERE metric = ?"
        ") AS done USING (level, pusher, lurd) WHERE is_own"
        " GROUP BY level HAVING min(ifnull(is_complete, 0)) = 1",
        (Metric.PUSHES,),
    )
    return {key for (key,) in rows}


def get_games(database: sqlite3.Connection, level: Level) -> tuple[str, ...]:
    """The player's own solutions of a level, the best first. What does not replay is left out."""
    identity = identify(level)
    rows = database.execute(
        "SELECT lurd FROM solutions JOIN levels ON levels.id = level"
        " WHERE key = ? AND pusher = ? AND is_own ORDER BY pushes, moves, solutions.id",
        (identity.key, identity.pusher),
    )
    found = (replayed(level, identity.pusher, lurd) for (lurd,) in rows)
    return tuple(each.lurd for each in found if each is not None)


def get_losses(database: sqlite3.Connection, collection: int) -> tuple[int, int, int]:
    """How many of the player's games on the levels of a collection have been reviewed to the end,
    and how many pushes they have lost, at least and at most."""
    (games, least, most) = database.execute(
        f"SELECT count(*), total(at_least), total(at_most) FROM {REVIEWED}"
        " WHERE metric = ? AND is_complete AND key IN"
        " (SELECT key FROM entries WHERE collection = ?)"
        " AND (level, pusher, lurd) IN (SELECT level, pusher, lurd FROM solutions WHERE is_own)",
        (Metric.PUSHES, collection),
    ).fetchone()
    return games, int(least), int(most)


def _written(findings: ReviewState, turned: Callable[[str], str]) -> str:
    return json.dumps(
        {
            "least": _runs(findings.least),
            "most": _runs(findings.most),
            "ways": _runs(findings.ways),
            "found": [(push, turned(lurd)) for push, lurd in findings.found.items()],
            "unseen": sorted(findings.unseen),
            "tried": [*findings.tried.items()],
            "tried_at_all": [*findings.tried_at_all.items()],
            "round": findings.round,
        },
        separators=(",", ":"),
    )


def read_findings(text: str, turned: Callable[[str], str] = str) -> ReviewState:
    """Findings as they are stored, their ways turned to the level; raises ValueError, TypeError or
    KeyError if they are none."""
    found = json.loads(text)
    return ReviewState(
        _spread(found["least"]),
        _spread(found["most"]),
        _spread(found["ways"]),
        {push: turned(lurd) for push, lurd in found["found"]},
        frozenset(found["unseen"]),
        dict(found["tried"]),
        dict(found["tried_at_all"]),
        found["round"],
    )


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Each number with how often it stands in a row: most pushes lose nothing."""
    return [(number, sum(1 for _ in run)) for number, run in groupby(numbers)]


def _spread(runs: Iterable[Any]) -> tuple[int, ...]:
    return tuple(number for number, times in runs for _ in range(times))
