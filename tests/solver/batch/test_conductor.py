"""How a batch hands out levels and takes in what comes back, by workers that follow a script."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from levels.files import parse
from solver.batch.conductor import Conductor, Terms
from solver.batch.finding import QUARANTINED, Finding, solver_version
from solver.batch.pool import Done, Lost
from solver.batch.portion import Harvest, Portion, Situation
from solver.batch.results import ResultsFile
from solver.batch.subject import Subject, subject_of
from solver.messages import Metric
from solver.result import Verdict

SUBJECTS = [
    subject_of(parse(f"{'#' * (size + 5)}\n#@$ {' ' * size}.#\n{'#' * (size + 5)}"))[0]
    for size in range(20)
]
UNSOLVED = Finding(Metric.PUSHES, Verdict.GAVE_UP, "time", bound=1, seconds=3.0)


class ScriptedPool:
    """A pool whose workers do what a function says of each portion; it may die of it."""

    workers = 2
    room = 3

    def __init__(self, answer: Callable[[Portion], Harvest | None]) -> None:
        self.situations: dict[str, Situation] = {}
        self.portions: list[Portion] = []
        self.is_stopped = False
        self._answer = answer
        self._waiting: deque[Portion] = deque()

    def get_ready(self, metric: Metric) -> None:
        """They are."""

    def submit(self, portion: Portion) -> None:
        self.portions.append(portion)
        self._waiting.append(Portion.read(portion.text()))

    def news(self, seconds: float) -> list[Done | Lost]:
        portion = self._waiting.popleft()
        harvest = self._answer(portion)
        if harvest is None:
            return [Lost(portion.number, 1)]
        return [Done(portion.number, Harvest.read(harvest.text()))]

    def stop(self) -> None:
        self.is_stopped = True

    def close(self) -> None:
        """There is nobody."""


@pytest.fixture
def results(tmp_path: Path) -> Iterator[ResultsFile]:
    """A new file of results."""
    with ResultsFile(tmp_path / "results.sqlite", writes=True) as results:
        yield results


def _run(results: ResultsFile, pool: ScriptedPool, seconds: float | None = 60.0) -> Conductor:
    terms = Terms(Metric.PUSHES, seconds, 100)
    conductor = Conductor(results, SUBJECTS, terms, pool, "batch")
    while not conductor.is_over:
        conductor.step(0.0)
    conductor.close()
    return conductor


def _all(portion: Portion) -> Harvest:
    return Harvest({place: UNSOLVED for place in range(len(portion.subjects))})


def test_easy_levels_travel_together_and_each_once(results: ResultsFile) -> None:
    pool = ScriptedPool(_all)
    conductor = _run(results, pool)
    handed_out = [subject for portion in pool.portions for subject in portion.subjects]
    assert sorted(handed_out) == sorted(SUBJECTS)
    assert len(pool.portions[0].subjects) == 4 and len(pool.portions[-1].subjects) == 1
    assert not any(portion.is_alone for portion in pool.portions)
    assert len(conductor.found) == len(results.findings(Metric.PUSHES)) == len(SUBJECTS)
    assert not list(results.path.parent.glob("*-searches")), "nothing is left to resume"


def test_hard_levels_travel_alone_after_the_easy_ones(results: ResultsFile) -> None:
    hard = set(SUBJECTS[:3])

    def answer(portion: Portion) -> Harvest:
        if portion.is_alone:
            return _all(portion)
        places = [place for place, each in enumerate(portion.subjects) if each in hard]
        easy = {p: UNSOLVED for p in range(len(portion.subjects)) if p not in places}
        return Harvest(easy, tuple(places))

    pool = ScriptedPool(answer)
    _run(results, pool)
    alone = [portion.subjects for portion in pool.portions if portion.is_alone]
    assert {subject for (subject,) in alone} == hard
    assert len(results.findings(Metric.PUSHES)) == len(SUBJECTS)


def test_levels_that_were_not_begun_are_handed_out_again(results: ResultsFile) -> None:
    pool = ScriptedPool(lambda portion: Harvest({0: UNSOLVED}))
    _run(results, pool)
    assert len(results.findings(Metric.PUSHES)) == len(SUBJECTS)


def test_a_level_that_ends_each_worker_is_left_out_after_three(results: ResultsFile) -> None:
    deadly = SUBJECTS[5]
    pool = ScriptedPool(lambda portion: None if deadly in portion.subjects else _all(portion))
    conductor = _run(results, pool)
    alone = [portion for portion in pool.portions if portion.subjects == (deadly,)]
    assert len(alone) == 3 and conductor.quarantined == [deadly]
    found = results.findings(Metric.PUSHES)
    assert found[deadly].cause == QUARANTINED and len(found) == len(SUBJECTS)
    assert found[deadly].is_enough(60.0, 100, solver_version()), "it is not tried again"
    assert not found[deadly].is_enough(60.0, 200, solver_version()), "with more memory it is"


def test_levels_that_wait_behind_a_deadly_one_are_not_left_out(results: ResultsFile) -> None:
    """Dask loses whatever a worker was given, and tells no more than that."""
    deadly = SUBJECTS[5]

    class OneForAll(ScriptedPool):
        """A pool whose workers all die together."""

        def news(self, seconds: float) -> list[Done | Lost]:
            if not any(deadly in portion.subjects for portion in self._waiting):
                return super().news(seconds)
            lost: list[Done | Lost] = [Lost(portion.number, 1) for portion in self._waiting]
            self._waiting.clear()
            return lost

    conductor = _run(results, OneForAll(_all))
    assert conductor.quarantined == [deadly]
    found = results.findings(Metric.PUSHES)
    assert [each for each in found if found[each].cause == QUARANTINED] == [deadly]


def test_a_level_whose_workers_die_by_chance_is_not_left_out(results: ResultsFile) -> None:
    """Its search gets further each time."""
    unlucky, deaths = SUBJECTS[0], 5

    def answer(portion: Portion) -> Harvest | None:
        nonlocal deaths
        if unlucky in portion.subjects and deaths:
            deaths -= 1
            now = Situation("w", portion.number, 0, 100, 10.0 * (5 - deaths), 1)
            pool.situations["w"] = now
            return None
        return _all(portion)

    pool = ScriptedPool(answer)
    conductor = _run(results, pool)
    assert not deaths and not conductor.quarantined
    assert len(results.findings(Metric.PUSHES)) == len(SUBJECTS)


def test_stopping_hands_out_nothing_more_and_takes_in_what_comes(results: ResultsFile) -> None:
    pool = ScriptedPool(_all)
    conductor = Conductor(results, SUBJECTS, Terms(Metric.PUSHES, 60.0, 100), pool, "batch")
    conductor.step(0.0)
    conductor.stop()
    handed_out = sum(len(portion.subjects) for portion in pool.portions)
    while not conductor.is_over:
        conductor.step(0.0)
    assert pool.is_stopped
    assert len(results.findings(Metric.PUSHES)) == handed_out < len(SUBJECTS)


def test_what_contradicts_is_reported_and_not_recorded(results: ResultsFile) -> None:
    refuted = replace(UNSOLVED, status=Verdict.UNSOLVABLE, cause=None, bound=None)
    solved = Finding(Metric.MOVES, Verdict.OPTIMAL, lurd="RR", bound=2)
    subject, _ = subject_of(parse("######\n#@$ .#\n######"))
    turned = {"R": "RR", "L": "LL", "U": "UU", "D": "DD"}
    for lurd in turned.values():
        try:
            results.record([(subject, replace(solved, lurd=lurd))])
        except Exception:
            continue
    pool = ScriptedPool(lambda portion: Harvest({p: refuted for p in range(len(portion.subjects))}))
    conductor = _run(results, pool)
    (contradiction,) = conductor.contradictions
    assert "proved that there is no solution" in str(contradiction)
    assert subject not in results.findings(Metric.PUSHES)


def test_a_search_that_knows_less_takes_nothing_away(results: ResultsFile) -> None:
    results.record([(SUBJECTS[0], replace(UNSOLVED, bound=2))])
    _run(results, ScriptedPool(_all))
    assert results.findings(Metric.PUSHES)[SUBJECTS[0]].bound == 2


# --- what is enough --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cause, seconds, memory, is_enough",
    [
        ("time", 3.0, 100, True),
        ("time", 4.0, 100, False),
        ("time", None, 100, False),
        ("memory", 60.0, 100, True),
        ("memory", 3.0, 200, False),
        ("interrupted", 3.0, 100, False),
        ("failed: KeyError", 3.0, 100, True),
    ],
)
def test_what_was_given_up_is_tried_again_with_more(
    cause: str, seconds: float | None, memory: int, is_enough: bool
) -> None:
    finding = replace(UNSOLVED, cause=cause, asked_mib=100, version="1")
    assert finding.is_enough(seconds, memory, "1") == is_enough
    assert not finding.is_enough(seconds, memory, "2"), "another version may know better"
    assert replace(finding, status=Verdict.OPTIMAL).is_enough(seconds, memory, "2")


def test_subjects_are_levels_again() -> None:
    assert all(subject_of(each.level())[0] == each for each in SUBJECTS)
    assert isinstance(SUBJECTS[0], Subject)
