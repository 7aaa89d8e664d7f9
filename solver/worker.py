"""The worker's end of the solver: hears requests, searches in slices, reports.

Between two slices it looks at the pipe, so that whatever comes in is answered at once; this is
also how it notices the game's death, which closes the pipe. Only while it warms up is it deaf.
"""

from __future__ import annotations

import gc
import logging
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, TypeAlias

from levels.language import N_
from levels.level import Level
from levels.solution import Solution
from solver.messages import (
    NOTHING_KNOWN,
    Cause,
    Difficulty,
    Examine,
    Examined,
    Failed,
    FoundCut,
    GaveUp,
    Improved,
    Limits,
    Metric,
    Outcome,
    Progress,
    Quit,
    Ready,
    Request,
    Solve,
    Solved,
    Stop,
    Unsolvable,
)
from solver.processes.giving_way import give_way

if TYPE_CHECKING:
    from solver.saving.kept_searches import KeptSearch
    from solver.search import Search

SearchFactory: TypeAlias = "Callable[[Level, Limits, Metric], Search]"

SLICE_SECONDS = 0.02
PROGRESS_SECONDS = 0.1

_AT_ONCE = frozenset({"polish"})
"""What is left out when any solution will do."""

_COMPILING_SECONDS = 180.0
"""What compiling may take on a slow and busy machine before anybody need worry."""

_log = logging.getLogger(__name__)


def run(connection: Connection) -> None:
    """Serve the game at the other end of the pipe: what the worker process runs."""
    # Ctrl+C in a terminal reaches every process there; it is for the game to end its worker.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(connection, warm_search)


def run_again(connection: Connection) -> None:
    """Serve in place of a worker that was warm: its kernels are in the cache, and each is loaded
    when it is first needed, so it is ready in half the time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(connection, cached_search)


def run_in_background(connection: Connection) -> None:
    """Serve as `run_again` does, while no other process needs the processor."""
    give_way()
    run_again(connection)


def warm_search() -> SearchFactory:
    """Import the search and compile or load its kernels, which takes seconds.

    What only searches by moves need is left until one is asked for.
    """
    make_search = cached_search()
    from solver.warm_up import compile_for_this_processor, warm_up

    warm_up()
    compile_for_this_processor()
    return make_search


def cached_search() -> SearchFactory:
    """Import the search; kernels that are not in the cache are compiled when they are needed."""
    # A seventh of the time of importing would go into looking for garbage among objects that stay.
    gc.disable()
    try:
        from solver.search import Search
    finally:
        gc.freeze()
        gc.enable()

    def make_search(level: Level, limits: Limits, metric: Metric) -> Search:
        # The game asks for any solution to know whether there is one, or to give a hint at once.
        return Search(level, limits, metric, _AT_ONCE if metric is Metric.ANY else frozenset())

    return make_search


def serve(connection: Connection, load: Callable[[], SearchFactory]) -> None:
    """Warm up, then answer requests until one says Quit or nobody is there to ask."""
    make_search = load()
    try:
        connection.send(Ready())
        request = connection.recv()
        while not isinstance(request, Quit):
            interrupting = None
            if isinstance(request, Solve):
                interrupting = _answer(request, connection, make_search)
            elif isinstance(request, Examine):
                connection.send(_examined(request))
            request = interrupting or connection.recv()
    except (EOFError, OSError):
        _log.debug("the game has gone")
    finally:
        connection.close()


def _answer(request: Solve, connection: Connection, make_search: SearchFactory) -> Request | None:
    """Search and report, up to the outcome; the request that cut the search short, if any."""
    job = _Job(request, make_search)
    outcome = None
    interrupting = None
    try:
        while outcome is None:
            for report in job.news():
                connection.send(report)
            interrupting = _interrupting(connection, request.job)
            outcome = job.interrupt() if interrupting else job.advance()
    except (EOFError, OSError):
        # The game has died; what it asked for may be asked for again.
        job.interrupt()
        for _ in job.putting_by():
            pass
        raise
    connection.send(job.progress())  # however short the search was, its figures are known
    connection.send(outcome)
    if isinstance(interrupting, Solve):  # whoever asks for another search is not kept waiting
        return interrupting
    for _ in job.putting_by():
        interrupting = interrupting or _interrupting(connection, request.job)
        if isinstance(interrupting, Solve):
            break
    return interrupting


def _interrupting(connection: Connection, job: int) -> Request | None:
    """The next request that ends a job, if it has come in."""
    while connection.poll():
        request: Request = connection.recv()
        if isinstance(request, Examine):
            connection.send(_examined(request))
        elif not isinstance(request, Stop) or request.job == job:
            return request
    return None


def _examined(request: Examine) -> Examined:
    """What is to be seen of a position, if anything."""
    from solver.sight import see

    try:
        return Examined(request.job, see(request.level))
    except Exception as error:
        _log.error("job %s cannot be examined", request.job, exc_info=error)
        return Examined(request.job, None)


def _rated(request: Solve, search: Search) -> Difficulty | None:
    """How hard the level is; None unless it is proved in how few pushes it can be solved."""
    from solver.rating import traits_of

    if request.metric is not Metric.PUSHES or not search.optimal or search.best is None:
        return None
    return traits_of(request.level, search.best.lurd, search.nodes).difficulty


class _Job:
    """A request being worked on. Whatever goes wrong in the search becomes its outcome."""

    def __init__(self, request: Solve, make_search: SearchFactory) -> None:
        self._request = request
        self._make_search = make_search
        self._search: Search | None = None
        self._kept: KeptSearch | None = None
        self._progress_due = time.monotonic()
        self._told_best: Solution | None = None
        self._told_cut: FoundCut | None = None
        self._resumed_nodes, self._resumed_seconds = 0, 0.0

    def advance(self) -> Outcome | None:
        """Search for one slice; the outcome if that was the last."""
        try:
            return self._advance()
        except Exception as error:
            return None if self._doubts_what_is_known(error) else self._failed(error)

    def _doubts_what_is_known(self, error: Exception) -> bool:
        """Whether remembered results may have caused the error; if so, search without them."""
        from solver.solutions.replay import WrongSolutionError

        if self._request.known == NOTHING_KNOWN or not isinstance(error, WrongSolutionError):
            return False
        _log.warning("job %s begins anew: %s", self._request.job, error)
        if self._kept is not None:
            self._kept.forget()
        self._request = replace(self._request, known=NOTHING_KNOWN)
        self._search = self._kept = self._told_best = None
        return True

    def interrupt(self) -> Outcome:
        """End the search; the outcome says what it has proved."""
        if self._search is None:
            return GaveUp(self._request.job, Cause.INTERRUPTED, lower_bound=0, best=None)
        try:
            self._search.give_up(Cause.INTERRUPTED)
            return self._outcome(self._search)
        except Exception as error:
            return self._failed(error)

    def news(self) -> Iterator[Improved | Progress]:
        """The reports that are due: any better solution, and now and then the progress.

        The first is due before there is a search, as preparing one can take a while.
        """
        best = self._search.best if self._search else None
        if best is not None and best != self._told_best:
            self._told_best = best
            yield Improved(self._request.job, best.lurd, best.pushes, best.moves)
        now = time.monotonic()
        if now >= self._progress_due:
            self._progress_due = now + PROGRESS_SECONDS
            yield self.progress()

    def _advance(self) -> Outcome | None:
        from solver.search import Status

        if self._search is None:
            self._search = self._begin()
        if self._kept is not None and self._kept.write_on(self._search):
            return None
        status = self._search.advance(SLICE_SECONDS)
        return None if status is Status.RUNNING else self._outcome(self._search)

    def _begin(self) -> Search:
        """The search, with all that is known of it from before."""
        from solver.saving.kept_searches import KeptSearch

        request = self._request
        search = self._make_search(request.level, request.limits, request.metric)
        if request.known != NOTHING_KNOWN:
            search.begin_with(request.known)
            self._told_best = search.best
        if request.metric is not Metric.ANY:
            self._kept = KeptSearch(request.level, request.metric)
            self._kept.resume(search)
        self._resumed_nodes, self._resumed_seconds = search.nodes, search.seconds
        return search

    def putting_by(self) -> Iterator[None]:
        """Keep what the search has found for the next time, a portion at a time, once its outcome
        has been reported, and then return its memory."""
        if self._search is None:
            return
        with closing(self._search) as search:
            if self._kept is not None:
                yield from self._kept.end(search)

    def _outcome(self, search: Search) -> Outcome:
        job, best = self._request.job, search.best
        if search.cause is not None:
            return GaveUp(job, search.cause, search.lower_bound, best)
        if best is None:
            return Unsolvable(job)
        difficulty = _rated(self._request, search)
        return Solved(job, best.lurd, best.pushes, best.moves, search.optimal, difficulty)

    def _failed(self, error: Exception) -> Failed:
        """The outcome in a line for the player; the rest is for the log."""
        _log.error("job %s broke down", self._request.job, exc_info=error)
        if isinstance(error, MemoryError):
            return Failed(self._request.job, N_("there is not enough memory"))
        failed = N_("the search failed")
        return Failed(self._request.job, f"{failed} ({type(error).__name__})")

    def progress(self) -> Progress:
        """How the search stands now."""
        job, search = self._request.job, self._search
        if search is None:
            phase, patience = "Preparing the level", _patience(self._request.level)
            if _must_compile(self._request.metric):
                phase, patience = "Preparing the solver", _COMPILING_SECONDS
            return Progress(job, phase, 0, None, 0, 0.0, 0.0, patience)
        told, self._told_cut = self._told_cut, search.cut
        return Progress(
            job,
            phase=search.phase,
            lower_bound=search.lower_bound,
            upper_bound=self._request.metric.cost(search.best)[0] if search.best else None,
            nodes=search.nodes,
            seconds=search.seconds,
            table_fill=search.table_fill,
            patience=_patience(self._request.level),
            resumed_nodes=self._resumed_nodes,
            resumed_seconds=self._resumed_seconds,
            cut=search.cut if search.cut is not told else None,
        )


def _must_compile(metric: Metric) -> bool:
    """Whether kernels are needed that no start has compiled yet."""
    if metric in (Metric.PUSHES, Metric.ANY):
        return False  # those every worker warms up
    from solver.warm_up import must_compile

    return must_compile(metric)


def _patience(level: Level) -> float:
    """Seconds that a portion of a search may take before anybody need worry.

    A portion takes milliseconds, except in the largest rooms: floods from every square grow with
    the square of their size, and a matching with the third power of the goals.
    """
    return len(level.floor) ** 2 / 5e6 + len(level.goals) ** 3 / 5e8
