"""What a worker does with a portion. Long searches are saved as they run, so a worker that dies
costs only a few seconds of them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from solver.batch.finding import FAILED, Finding, machine_name, solver_version
from solver.batch.portion import Harvest, Portion
from solver.batch.subject import Subject
from solver.messages import Cause, Limits, Metric
from solver.result import Verdict
from solver.saving import kept_searches
from solver.saving.kept_searches import Keeping, KeptSearch
from solver.search import Search, Status
from solver.solving import open_search, result_of
from solver.warm_up import must_compile, warm_up

Watch = Callable[[int, Search], bool]
"""Given the place of the level and its search now and then; returns whether to go on."""

TASTE_SECONDS = 1.0
"""What a level that travels with others gets. One that needs more travels alone."""

_PORTION_SECONDS = 5.0
"""After which a worker reports what it has: if it dies, no more is lost."""

_SAVED_AFTER = 2.0
_SAVED_EVERY = 8.0
_MOST_SAVED = 16 << 30
"""Bytes of all searches that were given up; the least recently used go first."""

_log = logging.getLogger(__name__)


def get_ready(metric: Metric) -> None:
    """Compile what a search needs, if that is not in the cache."""
    if must_compile(metric):
        warm_up(metric)


def work_on(portion: Portion, watch: Watch) -> Harvest:
    """Solve the levels of a portion, as far as time allows."""
    begun = time.monotonic()
    findings: dict[int, Finding] = {}
    hard: list[int] = []
    for place, subject in enumerate(portion.subjects):
        if time.monotonic() - begun >= _PORTION_SECONDS:
            break
        finding = _searched(portion, place, subject, watch)
        if finding is None:
            hard.append(place)
        elif finding.cause == Cause.INTERRUPTED and not portion.is_alone:
            break  # after a moment that is no finding
        else:
            findings[place] = finding
    return Harvest(findings, tuple(hard))


def kept_search(subject: Subject, metric: Metric, folder: Path) -> KeptSearch:
    """The place where a level's search is kept between workers."""
    keeping = Keeping(folder, _SAVED_AFTER, _SAVED_EVERY, _MOST_SAVED, _MOST_SAVED)
    return KeptSearch(subject.level(), metric, keeping)


def folder_beside(results: Path) -> Path:
    """The folder for saved searches beside a file of results."""
    return results.with_name(f"{results.name}-searches")


def _searched(portion: Portion, place: int, subject: Subject, watch: Watch) -> Finding | None:
    """The finding for a level, or None if it needs more time than a portion gives. If the search
    breaks, the finding says so: a bug costs one level, not the batch."""
    try:
        return _finding_of(portion, place, subject, watch)
    except Exception as error:
        _log.error("a search broke down", exc_info=error)
        return _signed(
            portion,
            Finding(portion.metric, Verdict.GAVE_UP, f"{FAILED}: {type(error).__name__}: {error}"),
        )


def _finding_of(portion: Portion, place: int, subject: Subject, watch: Watch) -> Finding | None:
    limits = Limits(portion.seconds, memory=portion.memory)
    search = open_search(subject.drawn(), limits, portion.metric)  # looks for faults itself
    kept = None
    if portion.is_alone and portion.metric is not Metric.ANY:
        kept = kept_search(subject, portion.metric, _folder(portion.folder))
    with closing(search):
        if kept is not None:
            _resume(search, kept)
        while search.advance() is Status.RUNNING:
            if not portion.is_alone and search.seconds >= TASTE_SECONDS:
                return None
            while kept is not None and kept.write_on(search):
                pass
            if not watch(place, search):
                search.give_up(Cause.INTERRUPTED)
        finding = _signed(portion, _found(search))
        # What is decided is forgotten by the batch, once it is recorded.
        if kept is not None and not finding.is_decided:
            for _ in kept.end(search):
                pass
    return finding


def _resume(search: Search, kept: KeptSearch) -> None:
    """Continue from where the search was saved. Its time limit includes the time spent before."""
    kept.resume(search)
    if search.limits.seconds is not None:
        left = max(0.0, search.limits.seconds - search.seconds)
        search.limits = replace(search.limits, seconds=left)


def _found(search: Search) -> Finding:
    result = result_of(search)
    return Finding(
        search.metric, result.status, None if result.cause is None else str(result.cause),
        lurd=None if result.solution is None else result.solution.lurd, bound=result.lower_bound,
        nodes=result.nodes, seconds=result.seconds, peak_mib=result.peak_mib,
    )  # fmt: skip


def _signed(portion: Portion, finding: Finding) -> Finding:
    return replace(
        finding, asked_seconds=portion.seconds, asked_mib=portion.memory,
        version=solver_version(), machine=machine_name(),
    )  # fmt: skip


def _folder(beside_results: str) -> Path:
    """The folder beside the results if this machine can see it, so that other workers can resume;
    otherwise this machine's own folder for searches."""
    folder = Path(beside_results)
    if folder.is_dir():
        return folder
    return kept_searches.FOLDER
