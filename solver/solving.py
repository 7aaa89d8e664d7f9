"""The door to the solver: whatever searches comes in here.

A search that is opened here is ready: its level can be played, and every kernel that it needs is
compiled and loaded, so its clock measures searching and nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Self

from levels.level import Level, LevelError
from levels.lurd import spelled_out
from levels.position import Position
from levels.solution import Solution
from levels.validation import find_fault
from solver.board.graph import RoomTooLargeError
from solver.improvement import Improvement
from solver.making.generator import Generated, Generator
from solver.messages import Cause, Difficulty, Limits, Metric, Wish
from solver.rating import traits_of
from solver.result import Interim, Result, Verdict
from solver.search import Search, Status
from solver.sight import see
from solver.solutions.replay import WrongSolutionError
from solver.warm_up import warm_up

_DEAD_NODES = 2_000
_SLICE = 0.1


class RunningSearch:
    """A search that advances in slices, whenever it is asked to.

    >>> import levels
    >>> level = levels.parse("#######\\n#. $@ #\\n#######")
    >>> with start(level) as search:
    ...     while search.advance(seconds=0.1):
    ...         print(search.progress.lower_bound)
    >>> search.result().solution.lurd
    'LL'
    """

    def __init__(self, search: Search) -> None:
        self.search = search

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def __iter__(self) -> Iterator[Interim]:
        """Search to the end, and say ten times a second how it stands."""
        while self.advance():
            yield self.progress

    def advance(self, seconds: float = _SLICE) -> bool:
        """Search for about ``seconds``; returns whether there is more to do."""
        return self.search.advance(seconds) is Status.RUNNING

    @property
    def progress(self) -> Interim:
        """How it stands."""
        search = self.search
        return Interim(search.phase, search.lower_bound, search.best, search.nodes, search.seconds)

    def stop(self) -> None:
        """End it; its result says what was proved so far. One that has ended stays as it is."""
        self.search.give_up(Cause.INTERRUPTED)
        self.search.close()

    def result(self) -> Result:
        """What it has proved and found, after searching to the end if it has not ended."""
        while self.advance():
            pass
        result = result_of(self.search)
        self.search.close()
        return result


def result_of(search: Search) -> Result:
    """What a search that has ended has proved and found."""
    status = _verdict(search)
    return Result(
        search.level, search.metric, status, search.cause,
        None if status is Verdict.UNSOLVABLE else search.lower_bound,
        search.best, search.nodes, search.seconds, search.peak_mib,
    )  # fmt: skip


def _verdict(search: Search) -> Verdict:
    if search.cause is not None:
        return Verdict.GAVE_UP
    if search.best is None:
        return Verdict.UNSOLVABLE
    return Verdict.OPTIMAL if search.optimal else Verdict.SOLVED


def open_search(
    level: Level, limits: Limits, metric: Metric, without: Iterable[str] = ()
) -> Search:
    """A search that is ready to begin.

    Raises LevelError for a level that cannot be played, and ValueError for a name in ``without``
    that is not that of a pruning.
    """
    fault = find_fault(level)
    if fault is not None:
        if fault.square is None:
            raise LevelError(fault.reason)
        column, row = level.column_and_row(fault.square)
        raise LevelError(fault.reason, line=row + 1, column=column + 1)
    warm_up(metric)
    return Search(level, limits, metric, frozenset(without))


def start(
    level: Level,
    metric: Metric | str = Metric.PUSHES,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    cores: int = 1,
) -> RunningSearch:
    """Begin to solve a level, as `solve` does, in slices: the caller says when to go on."""
    limits = Limits(seconds, nodes, memory, cores)
    return RunningSearch(open_search(level, limits, Metric(metric)))


def solve(
    level: Level,
    metric: Metric | str = Metric.PUSHES,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    cores: int = 1,
) -> Result:
    """Find the best solution of a level, and prove that nothing is better.

    The ``metric`` is what to minimize: ``"pushes"``, ``"moves"``, ``"pushes+moves"``, or ``"any"``
    for any solution, quickly. The search gives up after this many ``seconds`` or ``nodes``, or when
    it has used this many MiB of ``memory``; without a limit it may take hours. It works on
    ``cores`` threads.

    Raises LevelError if the level cannot be played, ValueError for an unknown metric.

    >>> import levels
    >>> proof = solve(levels.parse("########\\n#.  $@ #\\n########"))
    >>> proof.status, proof.lower_bound, proof.solution.lurd
    (<Verdict.OPTIMAL: 'optimal'>, 3, 'LLL')
    >>> solve(levels.parse("#######\\n#$@  .#\\n#######")).status
    <Verdict.UNSOLVABLE: 'unsolvable'>
    """
    limits = Limits(seconds, nodes, memory, cores)
    return RunningSearch(open_search(level, limits, Metric(metric))).result()


def improve(
    level: Level,
    solution: Solution | str,
    metric: Metric | str = Metric.PUSHES_MOVES,
    *,
    seconds: float | None = None,
) -> Iterator[Solution]:
    """Make a solution shorter, and yield every better one as soon as it is found.

    With the metric ``"pushes+moves"`` pushes count before moves, with ``"moves"`` the other way
    around. It ends after this many ``seconds``; without a limit, when nothing is left to improve.

    Raises ValueError if the solution, which may be LURD, does not solve the level.

    >>> import levels
    >>> level = levels.parse("#######\\n#     #\\n# @$ .#\\n#     #\\n#######")
    >>> [each.lurd for each in improve(level, "RurrdLulldRR", seconds=1.0)]
    ['RR']
    """
    warm_up(Metric.PUSHES)
    lurd = solution if isinstance(solution, str) else solution.lurd
    try:
        improvement = Improvement(level, lurd, Metric(metric))
    except WrongSolutionError as error:
        raise ValueError(str(error)) from None
    return _improving(improvement, len(spelled_out(lurd)), seconds)


def _improving(improvement: Improvement, moves: int, seconds: float | None) -> Iterator[Solution]:
    if improvement.best.moves < moves:
        yield improvement.best
    until = None if seconds is None else time.perf_counter() + seconds
    while not improvement.is_done and (until is None or time.perf_counter() < until):
        if improvement.advance():
            yield improvement.best


def is_dead(position: Position | Level, nodes: int = _DEAD_NODES) -> bool:
    """Whether it is proved that a position cannot be solved any more.

    First the solver looks at it: at frozen boxes, and whether every box can have a goal of its own.
    Then it searches at most ``nodes`` positions. False says that nothing was proved, not that there
    is a solution.

    >>> import levels
    >>> level = levels.parse("######\\n#    #\\n# @$.#\\n#    #\\n######")
    >>> is_dead(level)
    False
    >>> is_dead(level.with_pieces(frozenset({7}), pusher=8))  # the box is in a corner
    True
    """
    level = position.as_level() if isinstance(position, Position) else position
    search = open_search(level, Limits(nodes=nodes), Metric.ANY, ("polish",))
    try:
        sight = see(level)
    except RoomTooLargeError:
        pass
    else:
        if sight.pairings is None or not sight.frozen <= level.goals:
            return True
    return RunningSearch(search).result().status is Verdict.UNSOLVABLE


def difficulty(
    level: Level, *, seconds: float | None = None, nodes: int | None = None
) -> Difficulty | None:
    """How hard a level is for people, by docs/difficulty.md: its score, and one to five marks.

    The fewest pushes have to be proved for it. None if that is not done within the limits, or if
    there is no solution.

    >>> import levels
    >>> difficulty(levels.read(levels.shipped_packs()[0])[0]).marks
    1
    """
    result = solve(level, seconds=seconds, nodes=nodes)
    if result.status is not Verdict.OPTIMAL or result.solution is None:
        return None
    return traits_of(level, result.solution.lurd, result.nodes).difficulty


def generate(
    *,
    boxes: int = 3,
    difficulty: int = 2,
    columns: int = 8,
    rows: int = 8,
    count: int = 1,
    seed: int = 1,
) -> Iterator[Generated]:
    """New levels, each proved to have a solution and to be as hard as asked for, no two alike.

    ``difficulty`` is one to five marks; ``columns`` and ``rows`` are upper limits and include the
    walls around the level. The same arguments give the same levels on every machine. There may be
    fewer than ``count``, if no more are found.

    Raises ValueError for what cannot be, such as twenty boxes in a room for ten.

    >>> made = next(generate(boxes=2, difficulty=1, seed=3))
    >>> len(made.level.boxes), made.difficulty.marks
    (2, 1)
    """
    generator = Generator(Wish(columns, rows, boxes, difficulty, count, seed))
    warm_up(Metric.PUSHES)
    return (each for each in generator.run() if each is not None)
