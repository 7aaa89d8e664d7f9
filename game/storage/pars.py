"""The pushes that levels are proved to need, as they ship with the game: the book."""

from __future__ import annotations

from levels.book import BookEntry, shipped_book


def shipped_par(key: str | None) -> int | None:
    """The pushes that the level of an `Identity.key` is proved to need; None if the book does not
    say, or if that is no such key."""
    entry = _entry(key)
    return None if entry is None else entry.optimum


def shipped_least(key: str) -> int:
    """The pushes that such a level is proved to need at least; 0 if the book does not say."""
    entry = _entry(key)
    return 0 if entry is None else entry.least


def _entry(key: str | None) -> BookEntry | None:
    try:
        return shipped_book().pushes(bytes.fromhex(key or ""))
    except (ValueError, TypeError):  # from a damaged index
        return None
