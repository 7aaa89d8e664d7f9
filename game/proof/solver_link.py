"""The solver as the game sees it: one question at a time, and answers that stay with it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from game.proof.measuring import Measuring
from game.proof.needs import Client, ProofStore
from game.proof.proof import (
    WRONG,
    Ending,
    Proof,
    Question,
    known_of,
    proved_of,
    recalled,
    searched_on,
    told_by,
    with_report,
)
from game.proof.side_search import SideSearch
from game.session.line import Way, solving
from game.work.slices import advance
from levels.level import Level
from levels.metrics import count_pushes
from levels.position import Position
from solver.messages import Examined, Failed, FoundCut, Limits, Metric, Outcome, Ready, Report

LIMITS = Limits(memory=1024)

AT_ONCE = 0.002
"""Seconds of a turn that go into replaying what the solver reports."""

_Asked: TypeAlias = tuple[Metric, Position]


class SolverLink:
    """Asks the solver, and keeps each answer with the question that it belongs to."""

    def __init__(self, client: Client, memory: ProofStore | None = None) -> None:
        self._client = client
        self._memory = memory
        self._job: int | None = None
        self._hearing: Iterator[None] | None = None
        """the reports that are being taken in"""
        self._has_measured = False
        self._known: dict[_Asked, Proof] = {}
        """what is known of positions that were asked about, final or not"""
        self._pars: dict[Position, int | None] = {}
        self._leasts: dict[Position, int] = {}
        """what ships with levels that were looked at, as long as nothing refutes it"""
        self.measuring = Measuring(client, memory)
        self.side = SideSearch(client)
        self.pastime: Callable[[], bool] | None = None
        """what runs alongside everything else, a moment in every turn, until it is None; it says
        whether it has anything new to show"""
        self.proof: Proof | None = None
        """that of the latest question, until it is dismissed"""

    @property
    def is_running(self) -> bool:
        return self.proof is not None and self.proof.is_running

    @property
    def is_preparing(self) -> bool:
        """Whether the solver still has to warm up."""
        return not self._client.is_ready

    @property
    def is_waiting(self) -> bool:
        """Whether a report may come at any moment."""
        is_hearing = self._hearing is not None
        is_beside = self.pastime is not None or self.measuring.running is not None
        return is_hearing or self.is_running or is_beside

    def ask(
        self, question: Question, metric: Metric = Metric.PUSHES, limits: Limits = LIMITS
    ) -> Proof:
        """Search for the best solution of a position; any other search ends.

        What is already known of it is where the search begins, or is the answer at once.
        """
        self.dismiss()
        known = self._recall(metric, question.position)
        if known.is_final:
            self.proof = replace(known, question=question)
            return self.proof
        self.measuring.give_way()
        self.side.give_way()
        level = question.position.as_level()
        self._job = self._client.solve(level, limits, metric, known_of(known))
        self.proof = replace(
            searched_on(known), question=question, limits=limits,
            is_preparing=self.is_preparing,
        )  # fmt: skip
        return self.proof

    def stop(self) -> None:
        """End the search; what it has learned comes with its answer."""
        if self.proof is not None and self.proof.is_running and not self.proof.is_stopping:
            self.proof = replace(self.proof, is_stopping=True)
            self._client.stop()

    def dismiss(self) -> None:
        """Forget the latest question; if its search still runs, it ends unheard.

        What it has proved so far is kept.
        """
        if self.proof is not None and self.proof.is_running:
            self._keep(self.proof)
            self._client.stop()
        self._job = None
        self.proof = None

    def par(self, level: Level) -> int | None:
        """The pushes that a level needs, if that is proved: by the solver, or in the book."""
        start = Position.start(level)
        proof = self._recall(Metric.PUSHES, start)
        return proof.upper_bound if proof.ending is Ending.OPTIMAL else self._shipped_par(start)

    def is_par_from_book(self, level: Level) -> bool:
        """Whether `par` is what the book says, as the solver has not proved it here."""
        proof = self._recall(Metric.PUSHES, Position.start(level))
        return proof.ending is not Ending.OPTIMAL

    def _shipped_par(self, position: Position) -> int | None:
        if position not in self._pars:
            memory = self._memory
            self._pars[position] = memory.par_of(position.as_level()) if memory else None
        return self._pars[position]

    def _shipped_least(self, position: Position) -> int:
        if position not in self._leasts:
            memory = self._memory
            self._leasts[position] = memory.least_of(position.as_level()) if memory else 0
        return self._leasts[position]

    def _check_par(self, position: Position, at_least: float, at_most: float) -> None:
        """A shipped par must lie between what is proved and what has been done, and a shipped bound
        must not exceed the latter."""
        if self._memory is not None and self._shipped_least(position) > at_most:
            self._leasts[position] = 0
            if self._shipped_par(position) is None:
                self._memory.refute_par()
        par = self._shipped_par(position)
        if par is not None and self._memory is not None and not at_least <= par <= at_most:
            self._pars[position] = None
            self._memory.refute_par()

    def least(self, level: Level) -> int:
        """The fewest pushes that a level can need, as known from the solver or the book; 0 if
        nothing is known."""
        start, proof = Position.start(level), self.proof
        bound = max(self._recall(Metric.PUSHES, start).lower_bound, self._shipped_least(start))
        is_asked = proof is not None and proof.metric is Metric.PUSHES
        if proof is not None and is_asked and proof.question.position == start:
            bound = max(bound, proof.lower_bound)
        return bound

    def known(self, position: Position) -> Proof:
        """What is known of a position and its pushes."""
        return self._recall(Metric.PUSHES, position)

    def cut(self, position: Position) -> FoundCut | None:
        """The best cut that a search of a position has found since the program was started."""
        proof = self.proof
        if proof is None or proof.question.position != position:
            proof = self._known.get((Metric.PUSHES, position))
        return None if proof is None else proof.cut

    def note(self, position: Position, outcome: Outcome, way: Way) -> None:
        """Keep what another search has proved or found of the pushes of a position, and the
        ``way`` on which it is solved."""
        known = self.known(position)
        if not known.is_final and not isinstance(outcome, Failed):
            self._keep(with_report(known, outcome, way))

    def note_start(self, level: Level, outcome: Outcome, way: Way) -> None:
        """Do the same for the start of a level. Nothing stays in memory of one that nobody has
        looked at: whole collections may be proved."""
        start = Position.start(level)
        asked = (Metric.PUSHES, start)
        is_looked_at = asked in self._known
        self.note(start, outcome, way)
        if not is_looked_at:
            self._known.pop(asked, None)
            self._pars.pop(start, None)
            self._leasts.pop(start, None)

    def note_played(self, line: Sequence[Position]) -> None:
        """The player has solved a level: what is said to be proved must not contradict that."""
        cost = {"moves": len(line) - 1, "pushes": count_pushes(line)}
        self._check_par(line[0], 0, cost["pushes"])
        for metric in Metric:
            known = self._recall(metric, line[0])
            if known.ending is Ending.UNSOLVABLE or known.lower_bound > cost[metric.counts]:
                self._forget(metric, line[0])

    def _forget(self, metric: Metric, position: Position) -> None:
        """What was said to be proved of a position has turned out to be wrong."""
        known = self._known.get((metric, position))
        self._known[metric, position] = Proof(Question(0, (position,)), metric)
        is_said = known is not None and (known.lower_bound or known.is_final)
        if self._memory is not None and is_said:
            self._memory.forget_proof(position.as_level(), metric)

    def _recall(self, metric: Metric, position: Position) -> Proof:
        """What is known of a position, from this game or from the memory."""
        asked = (metric, position)
        if asked not in self._known:
            proof = Proof(Question(0, (position,)), metric)
            if self._memory is not None:
                proof = recalled(proof, self._memory.proof_of(position.as_level(), metric))
            self._known[asked] = proof
        return self._known[asked]

    def _keep(self, proof: Proof) -> None:
        """Remember what a search has proved and found, even if it broke down in the end."""
        position = proof.question.position
        if proof.ending is Ending.REFUTED:
            return
        if proof.ending is Ending.CONTRADICTED:
            self._forget(proof.metric, position)
        if proof.ending in (Ending.FAILED, Ending.CONTRADICTED):
            proof = replace(proof, ending=None)
        if self._recall(proof.metric, position).is_final:
            return
        self._known[proof.metric, position] = proof
        if proof.metric is Metric.PUSHES:
            at_most = math.inf if proof.upper_bound is None else proof.upper_bound
            is_unsolvable = proof.ending is Ending.UNSOLVABLE
            self._check_par(position, math.inf if is_unsolvable else proof.lower_bound, at_most)
        if self._memory is not None and (proof.lower_bound or proof.solution or proof.is_final):
            self._memory.keep_proof(position.as_level(), proof.metric, proved_of(proof))

    def poll(self) -> bool:
        """Take in what the solver has reported; whether there is anything new to show."""
        before, self._has_measured = self.proof, False
        if self._hearing is None and (reports := self._client.poll()):
            self._hearing = self._hear(reports)
        if self._hearing is not None and advance(self._hearing, AT_ONCE):
            self._hearing = None
        is_news = self.pastime is not None and self.pastime()
        if not self.is_running:
            self._use_leisure()
        return is_news or self._has_measured or self.proof is not before

    def _use_leisure(self) -> None:
        """The player is asking nothing: answer what is asked on the side, then measure levels."""
        if self.pastime is not None and self.side.is_waiting:
            if not self.side.is_running:
                self.measuring.give_way()
                self.side.go_on()
        elif self.measuring.wanted:
            self.measuring.go_on()

    def _hear(self, reports: Sequence[Report]) -> Iterator[None]:
        """Take in reports; long solutions are replayed in small pieces."""
        for report in reports:
            lurd, way = told_by(report, self._job), Way()
            if self.proof is not None and lurd is not None:
                way = yield from solving(self.proof.question.position, lurd)
            self._take_in(report, way)
            self._has_measured |= self.measuring.hear(report)
            if self.pastime is not None:
                self.side.hear(report)

    def _take_in(self, report: Report, way: Way) -> None:
        proof = self.proof
        if isinstance(report, Ready):
            if proof is not None and proof.is_running:
                self.proof = replace(proof, is_preparing=False)
        elif isinstance(report, Examined):
            return
        elif proof is not None and proof.is_running and report.job == self._job:
            self.proof = with_report(proof, report, way)
            if not self.proof.is_running:
                self._keep(self.proof)
            if self.proof.ending in WRONG:
                self._client.stop()
