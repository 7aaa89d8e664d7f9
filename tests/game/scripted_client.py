"""A solver that says what the test wrote, and records that hold what it put there."""

from collections.abc import Sequence

from game.storage.reviews import KeptReview
from game.storage.values import Proved
from levels.level import Level
from solver.messages import NOTHING_KNOWN, Known, Limits, Metric, Report


class ScriptedClient:
    """A client whose reports the test writes."""

    def __init__(self, *, ready: bool = True) -> None:
        self.is_ready = ready
        self.asked: list[Level] = []
        self.examined: list[Level] = []
        self.requests: list[tuple[Limits, Metric, Known]] = []
        self.answered = 0
        """how many questions the test has answered"""
        self.stops = 0
        self.reports: list[Report] = []
        self.is_open = False

    def start(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def solve(
        self, level: Level, limits: Limits, metric: Metric, known: Known = NOTHING_KNOWN
    ) -> int:
        self.asked.append(level)
        self.requests.append((limits, metric, known))
        return len(self.asked)

    def examine(self, level: Level) -> int:
        self.examined.append(level)
        return 1000 + len(self.examined)

    def stop(self) -> None:
        self.stops += 1

    def poll(self) -> Sequence[Report]:
        reports, self.reports = self.reports, []
        return reports


class ScriptedStore:
    """Proofs of levels, kept in a dictionary."""

    def __init__(self) -> None:
        self.proofs: dict[Level, Proved] = {}
        self.reviews: dict[tuple[Level, Metric, str], KeptReview] = {}
        self.forgotten: list[tuple[Level, Metric]] = []
        self.shipped: int | None = None
        self.shipped_least = 0
        self.refuted = 0

    def keep_proof(self, level: Level, metric: Metric, proved: Proved) -> None:
        self.proofs[level] = proved

    def proof_of(self, level: Level, metric: Metric = Metric.PUSHES) -> Proved:
        return self.proofs.get(level, Proved())

    def forget_proof(self, level: Level, metric: Metric) -> None:
        self.forgotten.append((level, metric))
        self.proofs.pop(level, None)

    def keep_review(self, level: Level, review: KeptReview) -> None:
        self.reviews[level, review.metric, review.lurd] = review

    def review_of(self, level: Level, metric: Metric, lurd: str) -> KeptReview | None:
        return self.reviews.get((level, metric, lurd))

    def par_of(self, level: Level) -> int | None:
        return self.shipped

    def least_of(self, level: Level) -> int:
        return self.shipped_least

    def refute_par(self) -> None:
        self.refuted += 1
