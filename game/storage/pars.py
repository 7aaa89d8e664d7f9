"""Pars that ship with the game, from the book: the pushes that levels are proved to need."""

from __future__ import annotations

from levels.book import shipped_book


def shipped_par(key: str | None) -> int | None:
    """The pushes that the level of an `Identity.key` is proved to need; None if the book does not
    tell, or if that is no such key."""
    try:
        entry = shipped_book().pushes(bytes.fromhex(key or ""))
    except (ValueError, TypeError):  # from a damaged index
        return None
    return None if entry is None else entry.optimum
