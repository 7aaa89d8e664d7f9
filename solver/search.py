"""The one conductor: from a level to a proved answer, in slices."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from enum import Enum, auto
from functools import partial

from levels.canonical import SYMMETRIES, canonical_layout, lay, transform_lurd
from levels.language import _, ngettext
from levels.level import Level
from levels.position import Position
from levels.solution import Solution
from solver.board.distances import table_bytes
from solver.board.graph import BoardGraph, RoomTooLargeError
from solver.board.push import Push
from solver.bounds.pair_penalties import MOST_WORK, MOST_WORK_FOR_ANY
from solver.lines.further import Joining, further_lines, lines_beside_moves
from solver.lines.line import LineOfAttack, PlainLine, Standing
from solver.lines.moves import MoveLine
from solver.lines.polish import PolishLine
from solver.lines.quick import QuickLine
from solver.lines.turns import Turns
from solver.messages import Cause, FoundCut, Known, Limits, Metric
from solver.preparing.problem import Problem, prepare
from solver.prunings import rules_for
from solver.relaxation.tolls import TolledZone, found_cut
from solver.resources import shares
from solver.resources.mapped import HEAP
from solver.resources.memory import Memory
from solver.resources.threads import Threads
from solver.saving.files import Arrays, SavingError, source_hash
from solver.saving.saved_search import About, SavedSearch, drawing_of
from solver.solutions.dressing import dressed_lurd, undressed
from solver.solutions.replay import WrongSolutionError, replayed
from solver.solutions.trace import cost_of
from solver.warm_up import must_compile, warm_up

_MOST_IDLE_ROUNDS = 1_000
"""Rounds in which every line only waits for the others: none will ever go on."""
_PLAIN_FIRST = 2_000
"""Nodes that the plain search gets for itself; most small levels need no more."""
_PLAIN_FIRST_FOR_ANY, _PLAIN_FIRST_IF_FEW, _FEW = 1_000, 2_000, 6
"""The same where any solution will do: others then find one sooner, unless boxes are few."""

_MOVES_FIRST = 40_000
"""Nodes of a search for moves, on a small level, before others look for a solution to it."""

_PLAIN_PACE = 2
"""Of the plain search beside others: cuts usually prove more."""


class Status(Enum):
    """How a search stands."""

    RUNNING = auto()
    SOLVED = auto()
    UNSOLVABLE = auto()
    GAVE_UP = auto()


class Search:
    """A search for the best solution by a metric.

    Every attribute can be read between two calls of `advance`. ``lower_bound`` is proved at every
    moment, ``best`` was replayed, and ``optimal`` says whether it is proved that nothing is better.
    """

    def __init__(
        self,
        level: Level,
        limits: Limits | None = None,
        metric: Metric = Metric.PUSHES,
        without: frozenset[str] = frozenset(),
    ) -> None:
        """Raises ValueError for a name in ``without`` that is not in PRUNINGS."""
        self.level = level
        self.limits = limits or Limits()
        self.metric = metric
        self.phase = _("Measuring the room")
        self.lower_bound = 0
        self.optimal = False
        self.status = Status.RUNNING
        self.cause: Cause | None = None
        self.seconds = 0.0
        self.cut: FoundCut | None = None
        """the best cut, once one is known that proves more than the first"""
        self.table_fill = 0.0
        """how much of the memory allowed for positions is taken, 0 to 1"""
        self._without = without
        self._rules = rules_for(metric, without)
        self._uses_cuts = "cuts" not in without
        self._uses_vicinity = "vicinity" not in without
        self._symmetry = SYMMETRIES[0]
        """how the level is laid out to be searched: so that copies all do the same, by one table"""
        self._standing = Standing(nodes_left=self.limits.nodes)
        self._lines: list[LineOfAttack] = []
        self._to_join: list[Joining] = []
        """what makes the lines that join these where they do not solve the level at once"""
        self._turns = self._make_turns()
        self._taken_cut: TolledZone | None = None
        """the one that `cut` shows"""
        self._taken: list[Push] | None = None
        """the last solution that a line offered"""
        self._best: Solution | None = None
        self._cost: tuple[int, ...] | None = None
        """what is compared of it: pushes, or both numbers where walks count"""
        self._better: tuple[Problem, list[Push]] | None = None
        """a solution that is not yet carried to the level"""
        self._work = self._run()
        self._resumed: SavedSearch | None = None
        self._allowed = 0
        self._before = (0, 0.0)
        """nodes and seconds until it was saved, to which no limit applies"""
        self._most_resident = self._most_in_tables = 0
        self._is_closed = self._is_compiled = False
        self.resume_fault = ""
        """why resuming failed, so that the search started over; empty if it did not"""

    def begin_with(self, known: Known) -> None:
        """Start from what earlier searches for the same metric have proved and found.

        To be called before the first `advance`. The solution is replayed: raises
        WrongSolutionError if it is not one.
        """
        if known.best is not None:
            solution = replayed(self.level, known.best.lurd)
            if self._notes_cost(self.metric.cost(solution)):
                self._best = solution
        self._standing.raise_to(known.lower_bound)
        self.lower_bound = self._standing.lower_bound

    def resume(self, saved: SavedSearch) -> None:
        """Resume where a search of the same problem was saved.

        To be called before the first `advance`. Limits are for what follows. Raises SavingError if
        it is a search of something else, or not to be believed; the solution of one that is not to
        be believed is kept, as it was replayed.
        """
        saved.check_fits(self.level, self.metric, self._without)
        about, doubt = saved.about, saved.doubt
        try:
            self.begin_with(Known(0 if doubt else about.lower_bound, about.best))
        except WrongSolutionError as error:
            raise SavingError(_("it is damaged: {error}", error=error)) from None
        if doubt:
            raise SavingError(doubt)
        self._before = about.nodes, about.seconds
        self._standing.nodes, self.seconds = self._before
        self._resumed = saved

    def saved(self) -> tuple[About, Arrays] | None:
        """What has to be written to resume from here, not copied; None while what was saved
        before is still being read, and once it is closed."""
        if (
            self._is_closed
            or any(line.resumed is not None for line in self._lines)
            or (self._resumed is not None and len(self._lines) < len(self._resumed.about.done))
        ):
            return None
        # The first line decides, and may resume with more memory.
        done = tuple(
            bool(number) and line not in self._turns for number, line in enumerate(self._lines)
        )
        about = About(
            drawing_of(self.level), self.metric, tuple(sorted(self._without)), self._allowed,
            self.lower_bound, self.best, self.nodes, self.seconds, done, source_hash(),
        )  # fmt: skip
        arrays = {
            f"{number}.{name}": array
            for number, line in enumerate(self._lines)
            if not done[number]
            for name, array in line.saved().items()
        }
        return about, arrays

    @property
    def best(self) -> Solution | None:
        """The best solution so far. It is carried to the level when somebody asks for it: most of
        those that are found at the beginning are soon overtaken.

        Raises WrongSolutionError if it is not one.
        """
        self._carry()
        return self._best

    def _carry(self) -> None:
        """Carry the best solution to the level; until then the tables are held for it."""
        if self._better is not None:
            (problem, pushes), self._better = self._better, None
            self._best = self._solution(problem, pushes)

    @property
    def nodes(self) -> int:
        """Positions expanded so far, including before it was saved."""
        return self._standing.nodes

    @property
    def table_mib(self) -> float:
        """The most that the tables of positions held, in MiB."""
        return self._most_in_tables / shares.MEBI

    @property
    def peak_mib(self) -> float:
        """The most memory that the process held while it searched, in MiB: the resident part of
        tables and program, looked at after every slice."""
        return self._most_resident / shares.MEBI

    def advance(self, seconds: float = 0.02) -> Status:
        """Work for about ``seconds``, once what has to be compiled has been."""
        if not self._is_compiled:
            if must_compile(self.metric):
                warm_up(self.metric)
            self._is_compiled = True
        start = time.perf_counter()
        until = start + seconds
        before = self.seconds
        try:
            while self.status is Status.RUNNING:
                next(self._work)
                now = time.perf_counter()
                self.seconds = before + now - start
                self._look_at_limits()
                if now >= until:
                    break
        except StopIteration:
            assert self.status is not Status.RUNNING
        except (MemoryError, RoomTooLargeError):
            self.give_up(Cause.MEMORY)
        except SavingError as error:
            self._begin_anew(str(error))
        self._measure()
        if self.status is Status.GAVE_UP:
            self._stop_working()
        elif self.status is not Status.RUNNING:
            self.close()
        self.seconds = before + time.perf_counter() - start
        return self.status

    def close(self) -> None:
        """Return all memory of the search to the system at once. What it found and its figures stay
        readable. A search that has been decided closes itself; one that was given up can be saved
        until it is closed."""
        if self._is_closed:
            return
        self.give_up(Cause.INTERRUPTED)
        self._stop_working()
        self._turns.close()
        self._lines, self._to_join = [], []
        self._resumed, self._is_closed = None, True
        HEAP.return_freed()

    def give_up(self, cause: Cause) -> Status:
        """End the search; what was proved stays readable."""
        if self.status is Status.RUNNING:
            self._end_without(cause)
            self._stop_working()
        return self.status

    def _end_without(self, cause: Cause) -> None:
        """End before anything is decided, even from within the generator. Where any solution will
        do, one that is being made shorter is the answer."""
        if self.metric is Metric.ANY and self.best is not None:
            return self._finish(self.best)
        self.status, self.cause = Status.GAVE_UP, cause

    def _measure(self) -> None:
        in_tables = sum(line.used_bytes for line in self._lines)
        self._most_in_tables = max(self._most_in_tables, in_tables)
        self._most_resident = max(self._most_resident, HEAP.resident)
        if self._lines:
            self.table_fill = max(line.fill for line in self._lines)

    def _stop_working(self) -> None:
        """Drop the generator, which holds the search that holds it: nothing would be freed before
        Python looks for such cycles."""
        self._work.close()
        self._turns.stop()
        self._carry()

    def _look_at_limits(self) -> None:
        limits = self.limits
        nodes, seconds = self._before
        if limits.seconds is not None and self.seconds - seconds >= limits.seconds:
            self.give_up(Cause.TIME)
        elif limits.nodes is not None and self.nodes - nodes >= limits.nodes:
            self.give_up(Cause.NODES)

    def _begin_anew(self, fault: str) -> None:
        """Start over, with the bound and the solution that are known."""
        self.resume_fault, self._resumed = fault, None
        self._turns.close()
        self._lines, self._turns = [], self._make_turns()
        self._work = self._run()

    def _make_turns(self) -> Turns:
        cores = self.limits.cores
        threads = Threads(cores) if cores > 1 else None
        return Turns(self._standing, threads, any_will_do=self.metric is Metric.ANY)

    def _run(self) -> Generator[None]:
        """The whole search; every yield is a place to rest."""
        if Position.start(self.level).is_solved:
            return self._finish(Solution(""))
        yield
        self._symmetry = canonical_layout(self.level)
        graph = BoardGraph.of(lay(self.level, self._symmetry))
        if not graph.is_balanced:
            self.status = Status.UNSOLVABLE
            return
        self._allowed = self._memory()
        if table_bytes(graph) + graph.component_bytes > shares.of_distances(self._allowed):
            self._end_without(Cause.MEMORY)
            return
        yield
        self.phase = _("Looking at every two boxes")
        has_dead_squares = "dead-squares" not in self._without
        most_for_pairs = MOST_WORK_FOR_ANY if self.metric is Metric.ANY else MOST_WORK
        spare = shares.of_any_table(self._allowed)
        for problem in prepare(
            graph, self._rules, has_dead_squares=has_dead_squares, spare=spare,
            most_for_pairs=most_for_pairs, threads=self._turns.threads,
        ):  # fmt: skip
            if problem is None:
                yield
            else:
                yield from self._attack(problem)

    def _attack(self, problem: Problem) -> Generator[None]:
        """Give all lines of attack their turns until one of them decides, or none can go on."""
        standing, memory = self._standing, shares.of_positions(self._allowed)
        self._turns.cost = partial(cost_of, problem.graph, self.metric)
        if self.best is not None:
            if self._is_enough(standing):
                return self._finish(self.best)
            laid = transform_lurd(self.best.lurd, self._symmetry)
            standing.offered = undressed(problem.graph, laid)
            self._note(problem, standing)  # its walks may have been detours
        self._add_lines([self._first_line(problem, memory)])
        self._to_join = self._further_lines(problem, memory)
        rests = yield from self._take_turns(problem)
        if standing.is_decided or not self._is_enough(standing):
            return self._conclude(problem, standing)
        assert standing.upper_bound is not None
        if self.metric is Metric.ANY and standing.upper_bound > self.lower_bound:
            yield from self._polish(problem, memory, rests)
        assert self.best is not None
        self._finish(self.best)

    def _take_turns(self, problem: Problem) -> Generator[None, None, int]:
        """Let the lines work until there is enough, or none can go on; returns how often they have
        rested."""
        standing, idle_rounds, rests = self._standing, 0, 0
        while (may_join := self._may_join(problem)) or self._turns:
            if idle_rounds > _MOST_IDLE_ROUNDS:
                break
            if may_join:
                if not self.metric.counts_walks:
                    self._lines[0].pace = _PLAIN_PACE
                    if len(self._to_join) == 1:  # lines that prove come last
                        self.phase = _("Looking for narrow places")
                yield
                self._add_lines(self._to_join.pop(0)())
            idle_rounds += 1
            for has_got_on in self._turns.round():
                rests += 1
                if self._turns.threads is not None:  # all rest together, after a whole round
                    rests += max(line.turns for line in self._lines) - 1
                if has_got_on:
                    idle_rounds = 0
                self._note(problem, standing)
                if standing.is_decided or self._is_enough(standing):
                    return rests
                yield
        return rests

    def _polish(self, problem: Problem, memory: int, rests: int) -> Generator[None]:
        """Make the first solution shorter for a while, with all the memory that there is."""
        if "polish" in self._without:
            return
        self._turns.close()
        line = PolishLine(problem, memory, rests, uses_vicinity=self._uses_vicinity)
        self._lines = [line]
        HEAP.return_freed()
        for _has_got_on in line.run(self._standing):
            self._note(problem, self._standing)
            yield

    def _first_line(self, problem: Problem, memory: int) -> LineOfAttack:
        if self.metric.counts_walks:
            return MoveLine(problem, self.metric, shares.of_move_lines(memory).proof)
        first = Memory(shares.of_first_line(memory, is_alone=not self._uses_cuts))
        if self.metric is Metric.ANY and not self._uses_cuts:
            return QuickLine(problem, self.metric, first)
        return PlainLine(problem, first, self._turns.threads)

    def _further_lines(self, problem: Problem, memory: int) -> list[Joining]:
        """What makes the lines that join the first on levels that it does not solve at once."""
        if self.metric.counts_walks:
            return lines_beside_moves(problem, self.metric, memory)
        if not self._uses_cuts:
            return []
        further = shares.of_further_lines(memory)
        return further_lines(problem, self.metric, further, self._turns.threads, self._without)

    def _add_lines(self, lines: Sequence[LineOfAttack]) -> None:
        for number, line in enumerate(lines, start=len(self._lines)):
            if self._resumed is not None:
                line.resumed = self._resumed.arrays_of(number)
            if self._resumed is None or not self._resumed.is_done(number):
                self._turns.add(line)
        self._lines += lines

    def _may_join(self, problem: Problem) -> bool:
        """Whether those that wait are to join now. They wait for the first line alone."""
        if not self._to_join or len(self._lines) > 1 or not self._turns:
            return bool(self._to_join)
        if self.metric.counts_walks:
            return self.nodes >= problem.turn(_MOVES_FIRST)
        if self.metric is Metric.ANY:
            is_few = len(problem.graph.boxes) <= _FEW
            first = _PLAIN_FIRST_IF_FEW if is_few else _PLAIN_FIRST_FOR_ANY
            return self.nodes >= problem.turn(first)
        return self.nodes >= _PLAIN_FIRST

    def _note(self, problem: Problem, standing: Standing) -> None:
        self.lower_bound = standing.lower_bound
        if self.metric is not Metric.ANY:
            self.phase = _trying(self.lower_bound, self.metric)
        elif standing.upper_bound is None:
            self.phase = _("Looking for any solution")
        else:
            self.phase = _("Making the solution shorter")
        if standing.cut is not None and standing.cut is not self._taken_cut:
            self._taken_cut = standing.cut
            self.cut = found_cut(problem, standing.cut, self._symmetry)
        if standing.offered is not self._taken:
            self._taken = standing.offered
            if self._taken is not None and self._notes_cost(self._turns.cost(self._taken)):
                self._better = problem, self._taken

    def _notes_cost(self, cost: tuple[int, ...]) -> bool:
        """Whether a solution of that cost is the best so far; if so, that is noted. Where pushes
        alone are looked for, they alone are compared."""
        cost = cost if self.metric.counts_walks else cost[:1]
        if self._cost is not None and cost >= self._cost:
            return False
        self._cost, self._standing.upper_bound = cost, cost[0]
        return True

    def _solution(self, problem: Problem, pushes: Sequence[Push]) -> Solution:
        """What a line found, carried to the level as it is given, and replayed there."""
        laid = dressed_lurd(problem.graph, pushes)
        return replayed(self.level, transform_lurd(laid, self._symmetry.inverse))

    def _is_enough(self, standing: Standing) -> bool:
        """Whether the best solution so far costs no more than what is proved, or any will do.

        The bound of a metric that breaks ties proves nothing about the tie: there the search that
        proves it has to find nothing better.
        """
        if self.metric is Metric.PUSHES:
            return standing.upper_bound is not None and standing.upper_bound <= standing.lower_bound
        return self.metric is Metric.ANY and standing.upper_bound is not None

    def _conclude(self, problem: Problem, standing: Standing) -> None:
        if standing.pushes is not None:
            self._finish(self._solution(problem, standing.pushes))
        elif standing.is_unsolvable:
            self.status = Status.UNSOLVABLE
        else:
            self._end_without(Cause.MEMORY)

    def _finish(self, solution: Solution) -> None:
        found = self.metric.cost(solution)[0]
        self.optimal = self.metric is not Metric.ANY or found <= self.lower_bound
        if self.optimal and found != self.lower_bound:
            raise WrongSolutionError(f"{found} found, but {self.lower_bound} proved")
        self._best, self._better = solution, None
        self.status = Status.SOLVED

    def _memory(self) -> int:
        """Bytes for the whole search: what the limit says, at most what is free."""
        before = self._resumed.about.memory if self._resumed is not None else 0
        return shares.of_search(self.limits.memory, before)


def _trying(bound: int, metric: Metric) -> str:
    if metric.counts == "moves":
        return ngettext(
            "Trying every way to solve it in {n} move",
            "Trying every way to solve it in {n} moves",
            bound,
        )
    return ngettext(
        "Trying every way to solve it in {n} push",
        "Trying every way to solve it in {n} pushes",
        bound,
    )
