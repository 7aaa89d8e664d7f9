"""The book: what is written is found, by any copy of a level, and damage is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.storage.identity import identify
from levels.book import (
    SHIPPED,
    Book,
    BookEntry,
    BookError,
    format_book,
    moves_hash,
    pushes_hash,
    read_book,
    shipped_book,
)
from levels.canonical import SYMMETRIES, canonical_form, lay
from levels.files import parse, read, shipped_packs

LEVEL = parse("########\n#.  $@ #\n#   ####\n########")
KEY = canonical_form(LEVEL).key

HASHES = st.binary(min_size=10, max_size=10)
NUMBERS = st.integers(1, 256**3 - 1)
ENTRIES = st.dictionaries(HASHES, st.builds(BookEntry, NUMBERS, st.none() | NUMBERS))


@given(ENTRIES, ENTRIES, HASHES)
def test_what_is_written_is_found_and_nothing_else(
    pushes: dict[bytes, BookEntry], moves: dict[bytes, BookEntry], other: bytes
) -> None:
    book = Book(format_book(pushes, moves))
    assert len(book) == len(pushes) + len(moves)
    assert dict(book.all_pushes()) == pushes and dict(book.all_moves()) == moves
    for found_by in [*pushes, *moves, other]:
        assert book.pushes(found_by) == pushes.get(found_by)
        assert book.moves(found_by + b"more") == moves.get(found_by)


def test_every_copy_of_a_level_is_found() -> None:
    form = canonical_form(LEVEL)
    pusher = form.row * KEY.index("|") + form.column
    optimum = BookEntry(3, 3)
    book = Book(
        format_book({pushes_hash(KEY): optimum}, {moves_hash(KEY, pusher): BookEntry(2, 5)})
    )
    for symmetry in SYMMETRIES:
        assert book.of(lay(LEVEL, symmetry)) == (optimum, BookEntry(2, 5))
    beside = LEVEL.with_pieces(LEVEL.boxes, LEVEL.pusher + 1)
    assert book.of(beside) == (optimum, None), "moves depend on where the pusher starts"
    assert optimum.optimum == 3 and BookEntry(2, 5).optimum is None
    assert (str(optimum), str(BookEntry(2, 5))) == ("proved 3", "at least 2, done in 5")


def test_the_game_finds_pushes_by_its_own_keys() -> None:
    assert bytes.fromhex(identify(LEVEL).key)[:10] == pushes_hash(KEY)


@pytest.mark.parametrize(
    "content, reason",
    [
        (b"", "not a book"),
        (b"#####\n#@$.#\n#####\n" * 3, "no book"),
        (b"pushwise book 2\n" + b"\0" * 12, "a newer Pushwise"),
        (format_book({b"0123456789": BookEntry(1, 1)}, {})[:-1], "damaged"),
        (format_book({b"0123456789": BookEntry(1, 1)}, {})[:-1] + b"x", "damaged"),
    ],
)
def test_what_is_no_book_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(BookError, match=reason):
        Book(content)


def test_the_book_that_ships_is_small() -> None:
    assert SHIPPED.stat().st_size <= 300 << 10
    shipped_book.cache_clear()
    level = read(shipped_packs()[2])[0]
    (pushes, _) = shipped_book().of(level)
    assert pushes is not None and pushes.optimum == 25


def test_a_missing_book_is_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("levels.book.SHIPPED", tmp_path / "none.book")
    shipped_book.cache_clear()
    try:
        assert len(shipped_book()) == 0 and "the book" in caplog.text
    finally:
        shipped_book.cache_clear()
    assert len(read_book(SHIPPED)) > 0
