"""Which stored proofs and reviews are believed: those that this user's own game has sealed, row by
row.

A solution is replayed, but a bound takes as long to check as it took to prove. So a file of records
from somebody else, or one that somebody has changed, must not decide what is called optimal.
"""

from __future__ import annotations

import sqlite3
from functools import cache, partial
from pathlib import Path

from levels.seal import sealer

_CLAIMS = ("lower_bound", "best", "unsolvable", "difficulty", "is_tie_proved")
"""The columns that nobody can replay; ``best`` is what lists go by, which replay nothing."""

SEALED = ("key", "metric", "pusher", *_CLAIMS)
"""What a seal is for."""

PROVED = f"""(
    SELECT key, level, metric, pusher, lurd,
        CASE WHEN is_ours THEN lower_bound ELSE 0 END AS lower_bound,
        CASE WHEN is_ours THEN best END AS best,
        CASE WHEN is_ours THEN unsolvable ELSE 0 END AS unsolvable,
        CASE WHEN is_ours THEN difficulty END AS difficulty,
        CASE WHEN is_ours THEN is_tie_proved ELSE 0 END AS is_tie_proved,
        NOT is_ours AND (lower_bound IS NOT 0 OR unsolvable IS NOT 0 OR is_tie_proved IS NOT 0
            OR difficulty NOT NULL) AS is_doubted
    FROM (
        SELECT key, proofs.*, ifnull(seal = proof_seal({", ".join(SEALED)}), 0) AS is_ours
        FROM proofs JOIN levels ON levels.id = level
    )
)"""
"""The proofs, for any query: of a row that is not sealed, only the solution, which is replayed."""


REVIEW_SEALED = (
    "key", "metric", "pusher", "lurd", "findings", "at_least", "at_most", "is_complete"
)  # fmt: skip
"""What the seal of a review is for: all of it."""

REVIEWED = f"""(
    SELECT key, reviews.* FROM reviews JOIN levels ON levels.id = level
    WHERE seal = review_seal({", ".join(REVIEW_SEALED)})
)"""
"""The reviews that are believed, for any query."""


def know_seals(database: sqlite3.Connection, key_file: Path) -> None:
    """Let queries seal proofs and reviews with the key in a file, which is read when the first one
    does."""
    sealing = cache(partial(sealer, key_file))

    def seal(*values: object) -> str | None:
        try:
            return sealing()(repr(values).encode()).hex()
        except OSError:  # which SQLite would report as damage
            return None

    # A query asks for the seal of a proof once for each column.
    proof, review = cache(partial(seal, "proof")), partial(seal, "review")
    database.create_function("proof_seal", len(SEALED), proof, deterministic=True)
    database.create_function("review_seal", len(REVIEW_SEALED), review, deterministic=True)
