"""A game under review: its questions go to the solver one by one, and what is proved is kept."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence

from game.proof.needs import ProofStore
from game.proof.side_search import SideQuestion
from game.proof.solver_link import SolverLink
from game.session.line import Way, solving
from game.storage.reviews import KeptReview
from game.storage.values import Proved
from levels.level import Level
from levels.position import Position
from levels.solution import Solution
from solver.messages import Cause, GaveUp, Known, Limits, Metric, Outcome, Solved, Unsolvable
from solver.review import Review, Weighing, Weight

LIMITS = Limits(seconds=20, memory=1024)
"""For each position in the end: one that takes longer is shown as a range."""

AT_ONCE = 0.001
"""Seconds of a turn that go into reading a game and taking in what was found."""

_log = logging.getLogger(__name__)


class Reviewer:
    """Reviews one game at a time, alongside whatever the player does."""

    def __init__(
        self, link: SolverLink, memory: ProofStore | None, limits: Limits = LIMITS,
        note: Callable[[Position, Outcome, Way], None] | None = None,
    ) -> None:  # fmt: skip
        """``note`` is told what is proved of the start of a level, instead of the link."""
        self._link = link
        self._memory = memory
        self._limits = limits
        self._note = note or link.note
        self._subject: tuple[Sequence[Position], Metric] = ((), Metric.PUSHES)
        self._work: Iterator[None] | None = None
        self.review: Review | None = None
        """of the game at hand, once it has been read"""

    @property
    def is_running(self) -> bool:
        """Whether there is still something to be found out."""
        return self._work is not None

    @property
    def is_preparing(self) -> bool:
        """Whether it is waiting for the solver to warm up."""
        return self.is_running and self._link.is_preparing

    def is_about(self, line: Sequence[Position], metric: Metric) -> bool:
        """Whether this game is at hand, and counted by this metric."""
        return self._subject[0] is line and self._subject[1] is metric

    def begin(self, line: Sequence[Position], metric: Metric) -> None:
        """Review a game, instead of the one at hand; what was proved of that is kept."""
        self.stop()
        self._subject, self.review = (line, metric), None
        self._work = self._reviewing(line, metric)
        self._link.pastime = self._go_on

    def stop(self) -> None:
        """End the review at hand; what it has found stays."""
        if self._work is not None:
            self._keep_begun()
            self._link.side.drop()
        self._work = self._link.pastime = None

    def _keep_begun(self) -> None:
        """Remember what the search at hand has proved so far."""
        asked = self._link.side.question
        if asked is not None and self._memory is not None and asked.known.lower_bound:
            proved = Proved(asked.known.lower_bound)
            self._memory.keep_proof(asked.level, _kept_as(asked.metric), proved)

    def _go_on(self) -> bool:
        """Go on for a moment; whether there is anything new to show."""
        side = self._link.side
        if self._work is None or side.is_waiting:
            return False
        end = time.perf_counter() + AT_ONCE
        for _ in self._work:
            if side.is_waiting or time.perf_counter() >= end:
                return True
        self._work = self._link.pastime = None
        return True

    def _reviewing(self, line: Sequence[Position], metric: Metric) -> Iterator[None]:
        """The whole review, from where it was last kept. Once it has asked the solver, it rests
        until the answer comes."""
        review = yield from Review.reading(line, metric, self._limits)
        is_kept = self._resume(review)
        if metric is Metric.PUSHES and line[0] == Position.start(line[0].level):
            yield from review.recall(0, self._weight_of_start(line[0].level))
        yield
        self.review, before = review, review.answers
        while (question := review.question) is not None:
            yield
            known = self._remembered(question)
            weight = _weight_of(question, known)
            is_asked = weight is None
            if weight is None:
                self._link.side.ask(_side_question(question, known))
                yield
                outcome = self._link.side.outcome
                weight = _told(question, outcome)
                yield from self._keep(question, weight, outcome)
            try:
                yield from review.learn(question, weight)
            except ValueError as error:
                _log.error("the solver sent an invalid solution: %s", error)
            yield
            if is_asked:
                self._keep_review(review)
                yield
        if review.answers > before or not is_kept:
            self._keep_review(review)

    def _resume(self, review: Review) -> bool:
        """Take over what has been kept of it; whether that was all of it."""
        if self._memory is None:
            return False
        level = review.positions[0].as_level()
        kept = self._memory.review_of(level, review.metric, review.lurd)
        try:
            if kept is not None:
                review.resume(kept.findings)
        except ValueError as error:
            _log.error("a review was kept that is none: %s", error)
            return False
        return kept is not None and kept.is_complete

    def _keep_review(self, review: Review) -> None:
        if self._memory is not None and review.pushes:
            kept = KeptReview(review.metric, review.lurd, review.findings, review.is_complete)
            self._memory.keep_review(review.positions[0].as_level(), kept)

    def _weight_of_start(self, level: Level) -> Weight:
        """What the records or the book say of the pushes of a level."""
        par = self._link.par(level)
        return Weight(self._link.least(level) if par is None else par, at_most=par)

    def _remembered(self, question: Weighing) -> Proved:
        if self._memory is None:
            return Proved()
        return self._memory.proof_of(question.position.as_level(), _kept_as(question.metric))

    def _keep(self, question: Weighing, weight: Weight, outcome: Outcome | None) -> Iterator[None]:
        """Remember what was proved; for the start of a level, the par is to be seen at once."""
        if outcome is None or not (weight.at_least or weight.solution or weight.is_unsolvable):
            return
        position, solution = question.position, weight.solution
        try:
            way = (yield from solving(position, solution.lurd)) if solution is not None else ()
        except ValueError:
            return
        if solution is not None and not way:
            return
        if question.push == 0 and question.metric is Metric.PUSHES:
            self._note(position, outcome, way)
        elif self._memory is not None:
            proved = Proved(weight.at_least, solution, weight.is_unsolvable)
            self._memory.keep_proof(position.as_level(), _kept_as(question.metric), proved)


def _kept_as(metric: Metric) -> Metric:
    """Any solution at all is kept among those with few pushes."""
    return Metric.PUSHES if metric is Metric.ANY else metric


def _side_question(question: Weighing, known: Proved) -> SideQuestion:
    """What to ask the solver, with what is remembered, and what the game itself shows."""
    here, metric = question.known, question.metric
    found = [each for each in (here.best, known.solution) if each is not None]
    best = min(found, key=metric.cost, default=None)
    bound = 0 if metric is Metric.ANY else max(here.lower_bound, known.lower_bound)
    level = question.position.as_level()
    return SideQuestion(level, metric, question.limits, Known(bound, best))


def _weight_of(question: Weighing, known: Proved) -> Weight | None:
    """What is remembered, if it is all there is to know."""
    if known.is_unsolvable:
        return Weight(is_unsolvable=True)
    if question.metric is Metric.ANY:
        return Weight(0, known.solution) if known.solution is not None else None
    if known.is_optimal(question.metric):
        return Weight(known.lower_bound, known.solution)
    return None


def _told(question: Weighing, outcome: Outcome | None) -> Weight:
    """What the solver's answer says."""
    metric = question.metric
    match outcome:
        case Unsolvable():
            return Weight(is_unsolvable=True)
        case Solved(lurd=lurd, optimal=optimal):
            found = Solution(lurd)
            is_proved = optimal and metric is not Metric.ANY
            return Weight(metric.cost(found)[0] if is_proved else 0, found)
        case GaveUp(cause=cause, lower_bound=bound, best=best):
            bound = 0 if metric is Metric.ANY else bound
            return Weight(bound, best, is_out_of_reach=cause is Cause.MEMORY)
    return Weight(is_out_of_reach=True)
