"""The pars that ship with the packs: the solver finds the same."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from game.storage.identity import identify
from game.storage.pars import shipped_par
from game.storage.records import Records
from game.storage.values import Proved
from levels.files import read, shipped_packs
from levels.level import Level
from solver.messages import Metric
from solver.search import Search, Status
from tests.game.drained import drained

PACKED = [level for path in shipped_packs() for level in read(path).levels]


def test_every_level_that_ships_has_a_par_and_others_have_none() -> None:
    assert all(shipped_par(identify(level).key) for level in PACKED)
    level = PACKED[0]
    assert shipped_par(identify(level.with_pieces(level.boxes, level.pusher)).key)
    assert [shipped_par(key) for key in (None, "", "0" * 32, "no key", "é")] == [None] * 5


@pytest.mark.parametrize("level", PACKED, ids=[level.title for level in PACKED])
def test_the_solver_proves_every_par(level: Level) -> None:
    search = Search(level)
    while search.advance() is Status.RUNNING:
        pass
    assert search.optimal and search.best is not None
    assert search.best.pushes == shipped_par(identify(level).key)


def test_records_tell_par_before_anything_is_known(tmp_path: Path) -> None:
    records = Records(tmp_path)
    assert records.par_of(PACKED[0]) == 3  # even where no records can be kept
    with closing(records):
        records.open()
        assert [records.par_of(level) for level in PACKED[:3]] == [3, 2, 5]
        assert [records.least_of(level) for level in PACKED[:3]] == [3, 2, 5]
        assert not drained(records.notices)


@pytest.mark.parametrize(
    "proved", [Proved(lower_bound=4), Proved(is_unsolvable=True), Proved(lower_bound=9)]
)
def test_a_par_that_the_records_refute_is_reported(tmp_path: Path, proved: Proved) -> None:
    with closing(Records(tmp_path)) as records:
        records.open()
        records.keep_proof(PACKED[0], Metric.PUSHES, proved)
        records.flush()
        assert records.par_of(PACKED[0]) is None
        assert [each.lead for each in drained(records.notices)] == [
            "The par that came with this level was wrong."
        ]
