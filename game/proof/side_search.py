"""A search beside the one in the panel: it waits while the player's own goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.proof.needs import Client
from levels.level import Level
from levels.solution import Solution
from solver.messages import Failed, Improved, Known, Limits, Metric, Outcome, Progress, Report


@dataclass(frozen=True)
class SideQuestion:
    """What is searched for, with what is known of it so far."""

    level: Level
    metric: Metric
    limits: Limits
    known: Known


class SideSearch:
    """One question at a time. What is asked for the player comes first; what was begun is then
    begun again, with all that was reported of it."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._question: SideQuestion | None = None
        self._job: int | None = None
        self._has_failed = False
        """whether a worker has died of the question already, or been killed meanwhile"""
        self.outcome: Outcome | None = None
        """the answer to the latest question"""

    @property
    def is_waiting(self) -> bool:
        """Whether a question has yet to be answered."""
        return self._question is not None

    @property
    def is_running(self) -> bool:
        """Whether the solver is working on it."""
        return self._job is not None

    @property
    def question(self) -> SideQuestion | None:
        """What is asked, with all that was reported of it so far."""
        return self._question

    def ask(self, question: SideQuestion) -> None:
        """Search when the solver has nothing else to do; another question is forgotten."""
        self.drop()
        self._question, self.outcome, self._has_failed = question, None, False

    def drop(self) -> None:
        """Nobody needs the answer anymore."""
        if self._job is not None:
            self._client.stop()
        self._question = self._job = None

    def give_way(self) -> None:
        """The solver has been asked something else, which has ended this."""
        self._job = None

    def go_on(self) -> None:
        """Ask the solver, which has nothing else to do; if it is not warm, it begins when it is."""
        question = self._question
        if question is not None and self._job is None:
            self._job = self._client.solve(
                question.level, question.limits, question.metric, question.known
            )

    def hear(self, report: Report) -> None:
        """Take in what the solver reports."""
        question = self._question
        if question is None or getattr(report, "job", None) != self._job:
            return
        if isinstance(report, Progress):
            bound = max(question.known.lower_bound, report.lower_bound)
            self._question = replace(question, known=replace(question.known, lower_bound=bound))
        elif isinstance(report, Improved):
            best = Solution(report.lurd)
            self._question = replace(question, known=replace(question.known, best=best))
        elif isinstance(report, Failed) and not self._has_failed:
            self._has_failed, self._job = True, None
        elif isinstance(report, Outcome):
            self.outcome, self._question, self._job = report, None, None
