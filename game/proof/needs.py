"""What proofs need of the solver and of the records, whatever stands in for either."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from game.storage.reviews import KeptReview
from game.storage.values import Proved
from levels.level import Level
from solver.messages import NOTHING_KNOWN, Known, Limits, Metric, Report


class Client(Protocol):
    """What is needed of `solver.client.SolverClient`."""

    @property
    def is_ready(self) -> bool: ...

    def solve(
        self, level: Level, limits: Limits, metric: Metric, known: Known = NOTHING_KNOWN
    ) -> int: ...

    def stop(self) -> None: ...

    def poll(self) -> Sequence[Report]: ...


class WorkerClient(Client, Protocol):
    """A client whose worker is started and ended here."""

    def start(self) -> None: ...

    def examine(self, level: Level) -> int: ...

    def close(self) -> None: ...


class ProofStore(Protocol):
    """What is needed of `game.storage.records.Records`: proofs and reviews that
    outlive the game."""

    def keep_proof(self, level: Level, metric: Metric, proved: Proved) -> None: ...

    def proof_of(self, level: Level, metric: Metric = ...) -> Proved: ...

    def forget_proof(self, level: Level, metric: Metric) -> None: ...

    def keep_review(self, level: Level, review: KeptReview) -> None: ...

    def review_of(self, level: Level, metric: Metric, lurd: str) -> KeptReview | None: ...

    def par_of(self, level: Level) -> int | None: ...

    def least_of(self, level: Level) -> int: ...

    def refute_par(self) -> None: ...
