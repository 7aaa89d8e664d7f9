"""What crosses the process boundary, in both directions: frozen dataclasses, nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from levels.level import Level


class Metric(StrEnum):
    """What a solution is to have the fewest of."""

    PUSHES = "pushes"
    MOVES = "moves"
    """and among those the fewest pushes"""
    PUSHES_MOVES = "pushes+moves"
    """fewest pushes, and among those the fewest moves"""

    @property
    def counts(self) -> str:
        """What a bound of this metric counts: pushes or moves."""
        return "moves" if self is Metric.MOVES else "pushes"


class Cause(StrEnum):
    """Why a search ended without a decision."""

    TIME = "time"
    MEMORY = "memory"
    NODES = "nodes"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use; None is unlimited."""

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None
    """MiB"""


UNLIMITED = Limits()


@dataclass(frozen=True, slots=True)
class Solution:
    """A way to solve a level, already replayed."""

    lurd: str
    pushes: int
    moves: int


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a level is for people, measured from a proved solution; see docs/difficulty.md."""

    score: float

    @property
    def marks(self) -> int:
        """1 to 5: what is shown."""
        return 1 + sum(self.score >= limit for limit in MARK_LIMITS)


MARK_LIMITS = (5.0, 7.0, 9.0, 11.5)
"""The least scores for two marks, three, four and five."""


# --- to the worker ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Solve:
    """Search for a solution of ``level``; a second one stops the first."""

    job: int
    level: Level
    limits: Limits = UNLIMITED
    metric: Metric = Metric.PUSHES


@dataclass(frozen=True, slots=True)
class Stop:
    """End the search of ``job``; it is answered with GaveUp (interrupted)."""

    job: int


@dataclass(frozen=True, slots=True)
class Quit:
    """End the worker."""


# --- from the worker -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker has its kernels compiled or loaded; sent once."""

    warm_up_seconds: float


@dataclass(frozen=True, slots=True)
class Progress:
    """How a search stands; at most ten a second."""

    job: int
    phase: str
    lower_bound: int
    upper_bound: int | None
    nodes: int
    nodes_per_second: float
    seconds: float
    table_fill: float
    """0 to 1"""


@dataclass(frozen=True, slots=True)
class Improved:
    """A solution better than the last, not yet proved best."""

    job: int
    lurd: str
    pushes: int
    moves: int


@dataclass(frozen=True, slots=True)
class Solved:
    """The outcome: a solution, and whether it is proved to be the best."""

    job: int
    lurd: str
    pushes: int
    moves: int
    optimal: bool
    difficulty: Difficulty | None = None
    """where the fewest pushes were proved"""


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """The outcome: it is proved that there is no solution."""

    job: int


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The outcome: a limit was reached; what was proved and found so far."""

    job: int
    cause: Cause
    lower_bound: int
    best: Solution | None


@dataclass(frozen=True, slots=True)
class Failed:
    """The outcome: the search or its worker broke down."""

    job: int
    reason: str


Request: TypeAlias = Solve | Stop | Quit
Outcome: TypeAlias = Solved | Unsolvable | GaveUp | Failed
Report: TypeAlias = Ready | Progress | Improved | Outcome
