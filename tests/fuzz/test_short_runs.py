"""A short run of each kind of random trial; the long ones are made by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from solver.saving import files as saving
from solver.saving import kept_tables
from tests.fuzz import kills, level_files, records, saved_searches, solves
from tests.fuzz.run import Tally, Trial, run


def short_run(trial: Trial, count: int) -> Tally:
    """A run without faults."""
    tally = run(trial.__module__, trial, seed=1, count=count)
    assert not tally.faults, str(tally)
    return tally


def test_the_solver_says_what_a_naive_search_says() -> None:
    counts = short_run(solves.trial, 26).counts
    assert counts["solves"] == 26 * 9 and counts["resumes"] > 5
    assert counts["unsolvable levels"] >= 3 and counts["gave up"] < 60


def test_mutants_of_level_files_are_read_or_refused() -> None:
    counts = short_run(level_files.trial, 15).counts
    assert min(counts["read"], counts["read in part"], counts["refused"]) > 100


@pytest.fixture
def own_folder() -> Iterator[None]:
    """The trials keep their key and tables where they like; here until the end of the test."""
    kept = saving.KEY_FILE, kept_tables.FOLDER, kept_tables.KEPT_AFTER
    most = kept_tables.MOST_IN_MEMORY
    yield
    saving.KEY_FILE, kept_tables.FOLDER, kept_tables.KEPT_AFTER = kept
    kept_tables.MOST_IN_MEMORY = most


@pytest.mark.usefixtures("own_folder")
def test_mutants_of_saved_searches_cost_time_and_nothing_else() -> None:
    counts = short_run(saved_searches.trial, 6).counts
    assert counts["solution only"] > 10 and counts["damaged arrays"] > 5 and counts["tables"] > 10


def test_damaged_records_and_settings_lose_nothing_without_a_word() -> None:
    counts = short_run(records.trial, 60).counts
    assert min(counts[kind] for kind in records.KINDS) > 0 and counts["nothing told"] < 40


def test_killed_games_lose_a_second_at_most() -> None:
    assert short_run(kills.trial, 1).counts["kills"] == kills.LIVES
