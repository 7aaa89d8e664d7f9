"""The solver against a naive search, on random levels of thirteen kinds.

    python3 -m tests.fuzz.solves --seed S --minutes N

Each trial is a level, searched by every metric and with odd options: next to no memory, two cores,
a limit of nodes, prunings left out, and saved and resumed. Whatever the solver claims is compared
with a breadth-first search that knows no bounds and no deadlocks, and solutions are replayed here.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from unittest.mock import patch

from levels.level import Level
from solver import search as conductor
from solver.commands.attempt import warm_up
from solver.lines import relaxed_bound, tolls
from solver.messages import Cause, Limits, Metric
from solver.prunings import PRUNINGS
from solver.saving.saved_search import SavedSearch, save
from solver.search import Search, Status
from solver.searches import move_search, push_search
from tests.fuzz.kinds import KINDS, level_of
from tests.fuzz.run import main
from tests.naive import fewest_moves, fewest_pushes_then_moves
from tests.solver.random_levels import drawing_of

LONGEST = 5.0
"""Seconds of the processor for one search; more is a hang."""
OFFSETS = {"l": (-1, 0), "r": (1, 0), "u": (0, -1), "d": (0, 1)}


@dataclass(frozen=True)
class Truth:
    """What the naive search says; None: there is no solution."""

    by_pushes: tuple[int, int] | None
    """(pushes, moves)"""
    by_moves: tuple[int, int] | None
    """(moves, pushes)"""

    @property
    def is_solvable(self) -> bool:
        return self.by_pushes is not None

    def least(self, metric: Metric) -> int:
        """What a solution costs at least, in what the bound of the metric counts."""
        assert self.by_pushes is not None and self.by_moves is not None
        return self.by_moves[0] if metric is Metric.MOVES else self.by_pushes[0]


def trial(seed: int, counts: Counter[str]) -> None:
    """Search one level in all ways."""
    _prepare()
    random = Random(seed)
    kind = list(KINDS)[seed % len(KINDS)]
    level = level_of(KINDS[kind], random)
    truth = Truth(fewest_pushes_then_moves(level), fewest_moves(level))
    counts["unsolvable levels"] += not truth.is_solvable
    for metric in Metric:
        _solve(level, truth, metric, Limits(memory=64), frozenset(), counts)
    # Small levels are decided before most lines begin, and before threads help each other.
    wait, alone = random.choice((0, 3, 40)), random.choice((0, 5, 60_000))
    with (
        patch.object(move_search, "SECTORS_AFTER", random.choice((0, 1, 30, 20_000))),
        patch.object(conductor, "_PLAIN_FIRST", random.choice((0, 5, 2_000))),
        patch.object(tolls, "ROUNDS_TO_WAIT", wait),
        patch.object(relaxed_bound, "ROUNDS_TO_WAIT", wait),
        patch.object(push_search, "_ALONE_FOR", alone),
        patch.object(push_search, "_ALONE_WITH_BOUNDS", alone),
    ):
        for _ in range(4):
            metric = random.choice(list(Metric))
            limits, without = _odd(random)
            _solve(level, truth, metric, limits, without, counts)
        metric = random.choice([Metric.PUSHES, Metric.MOVES, Metric.PUSHES_MOVES])
        _resume(level, truth, metric, random, counts)


@cache
def _prepare() -> None:
    """Load the search, which may compile for a minute: that is no hang."""
    for metric in Metric:
        warm_up(metric)


def _odd(random: Random) -> tuple[Limits, frozenset[str]]:
    """Options that change how much work there is, and never the answer."""
    without = random.sample(sorted(PRUNINGS), random.choice((0, 0, 1, 2, 5, len(PRUNINGS))))
    limits = Limits(
        nodes=random.choice((None, None, None, 1, 5, 40)),
        memory=random.choice((1, 1, 2, 16, 64)),
        cores=random.choice((1, 1, 2)),
    )
    return limits, frozenset(without)


def _solve(
    level: Level, truth: Truth, metric: Metric, limits: Limits, without: frozenset[str],
    counts: Counter[str],
) -> None:  # fmt: skip
    search = Search(level, limits, metric, without)
    try:
        _end(search)
        _check(search, truth)
    except AssertionError as fault:
        about = f"{metric} {limits} --without {','.join(sorted(without))}"
        raise AssertionError(f"{fault}: {about}{drawing_of(level)}") from fault
    counts["solves"] += 1
    counts[str(metric)] += 1
    counts["gave up"] += search.status is Status.GAVE_UP


def _resume(
    level: Level, truth: Truth, metric: Metric, random: Random, counts: Counter[str]
) -> None:
    """Solve with breaks: saved, and read again by another search."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "saved"
        _, without = _odd(random)
        search = Search(level, Limits(memory=16, nodes=random.randint(1, 6)), metric, without)
        _end(search)
        for _ in range(5):
            found = search.saved() if search.cause is Cause.NODES else None
            if found is None:
                break
            for _ in save(path, *found):
                pass
            limits = Limits(memory=16, nodes=random.choice((1, 10, 100, 1_000)))
            search = Search(level, limits, metric, without)
            search.resume(SavedSearch(path))
            _end(search)
            counts["resumes"] += 1
        assert not search.resume_fault
        _check(search, truth)
    counts["solves"] += 1


def _end(search: Search) -> None:
    begun = time.process_time()
    while search.advance(0.5) is Status.RUNNING:
        assert time.process_time() - begun < LONGEST, "a hang"


def _check(search: Search, truth: Truth) -> None:
    """Compare all that a search claims with the truth."""
    metric, best = search.metric, search.best
    if best is not None:
        counted = replay(search.level, best.lurd)
        assert counted == (best.pushes, best.moves), f"{counted} counted, {best} claimed"
        assert truth.is_solvable, "it solved what cannot be solved"
    if truth.is_solvable:
        least = truth.least(metric)
        assert search.lower_bound <= least, f"bound {search.lower_bound}, optimum {least}"
    match search.status:
        case Status.UNSOLVABLE:
            assert not truth.is_solvable, "it says that there is no solution"
        case Status.SOLVED:
            assert best is not None
            _check_optimum(search, truth)
        case Status.GAVE_UP:
            assert search.limits.nodes is not None or search.cause is Cause.MEMORY, search.cause
        case Status.RUNNING:
            raise AssertionError("it has not ended")


def _check_optimum(search: Search, truth: Truth) -> None:
    best = search.best
    assert best is not None
    found = {
        Metric.PUSHES: ((best.pushes,), (truth.by_pushes or ())[:1]),
        Metric.PUSHES_MOVES: ((best.pushes, best.moves), truth.by_pushes),
        Metric.MOVES: ((best.moves, best.pushes), truth.by_moves),
    }
    if search.metric is Metric.ANY:
        if search.optimal:
            assert best.pushes == truth.least(Metric.ANY), "it is not optimal"
        return
    assert search.optimal
    claimed, true = found[search.metric]
    assert claimed == true, f"{claimed} claimed, {true} is the optimum"


def replay(level: Level, lurd: str) -> tuple[int, int]:
    """(pushes, moves) of a solution; AssertionError if it is none."""
    boxes, (x, y) = set(level.boxes), level.column_and_row(level.pusher)
    pushes = 0
    for letter in lurd:
        dx, dy = OFFSETS[letter.lower()]
        x, y = x + dx, y + dy
        square, beyond = x + y * level.width, x + dx + (y + dy) * level.width
        assert square not in level.walls, "it walks into a wall"
        assert (square in boxes) == letter.isupper(), "a capital for a walk, or a small push"
        if square in boxes:
            assert beyond not in boxes and beyond not in level.walls, "it pushes against something"
            boxes ^= {square, beyond}
            pushes += 1
    assert boxes <= level.goals, "boxes are left"
    return pushes, len(lurd)


if __name__ == "__main__":
    sys.exit(main("tests.fuzz.solves", trial, __doc__ or ""))
