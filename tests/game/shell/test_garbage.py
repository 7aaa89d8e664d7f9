"""Garbage is looked through while nobody plays, and at no other time."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from game.shell.garbage import ENOUGH, MOST, REST_SECONDS, Garbage


@pytest.fixture(autouse=True)
def threshold() -> Iterator[None]:
    """Put back as it was."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def make_garbage(collections: int = 2 * ENOUGH) -> None:
    """Enough of it for many collections, of what is young and of what is in the middle."""
    young, middle, _ = gc.get_threshold()
    kept: list[list[int]] = []
    for _ in range(collections * young * (middle + 1)):
        kept.append([])
        if len(kept) > 4 * young * middle:
            kept.clear()


def full_collections() -> int:
    return int(gc.get_stats()[2]["collections"])


def test_it_waits_for_rest() -> None:
    garbage = Garbage()
    garbage.begin()
    before = full_collections()
    make_garbage()
    assert full_collections() == before, "none comes by itself"
    assert not garbage.collect(0.0), "somebody plays"
    assert not garbage.collect(REST_SECONDS - 0.1)
    assert garbage.collect(REST_SECONDS)
    assert full_collections() == before + 1
    assert not garbage.collect(9 * REST_SECONDS), "nothing new is there"


def test_it_does_not_wait_for_rest_forever() -> None:
    garbage = Garbage()
    garbage.begin()
    before = full_collections()
    for _ in range(4 * MOST):
        make_garbage(1)
        garbage.collect(0.0)
    assert 2 <= full_collections() - before <= 6
