"""What crosses the process boundary, in both directions: frozen dataclasses, nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import log2
from typing import TypeAlias

from levels.language import N_, _, ngettext
from levels.level import Level, Square
from levels.solution import Solution


class Metric(StrEnum):
    """What a solution is to have the fewest of."""

    PUSHES = N_("pushes")
    MOVES = N_("moves")
    """and among those the fewest pushes"""
    PUSHES_MOVES = "pushes+moves"
    """fewest pushes, and among those the fewest moves"""
    ANY = "any"
    """nothing: the first solution found, after a moment of shortening"""

    @property
    def counts(self) -> str:
        """What a bound of this metric counts: pushes or moves."""
        return "moves" if self is Metric.MOVES else "pushes"

    @property
    def counts_walks(self) -> bool:
        """Whether it matters how far the pusher walks, if only to break ties in pushes."""
        return self in (Metric.MOVES, Metric.PUSHES_MOVES)

    def amount(self, number: int) -> str:
        """``97 pushes``, or moves."""
        if self.counts == "moves":
            return ngettext("{n} move", "{n} moves", number)
        return ngettext("{n} push", "{n} pushes", number)

    def cost(self, solution: Solution) -> tuple[int, int]:
        """What this metric counts in a solution, and the other number, which breaks ties."""
        if self is Metric.MOVES:
            return solution.moves, solution.pushes
        return solution.pushes, solution.moves


class Cause(StrEnum):
    """Why a search ended without a decision."""

    TIME = N_("time")
    MEMORY = N_("memory")
    NODES = N_("nodes")
    INTERRUPTED = N_("interrupted")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use; None is unlimited."""

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None
    """MiB"""
    cores: int = 1
    """that work at the same time"""


UNLIMITED = Limits()


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


@dataclass(frozen=True, slots=True)
class Wish:
    """What generated levels are to be like."""

    columns: int
    """at most, including the walls around it; likewise the rows"""
    rows: int
    boxes: int
    difficulty: int
    """marks, 1 to 5"""
    count: int = 1
    seed: int = 0

    @property
    def fault(self) -> str | None:
        """Why there can be no such level, if that is plain."""
        inside = max(0, self.columns - 2) * max(0, self.rows - 2)
        size = f"{self.columns} × {self.rows}"
        if not all(LEAST_SIDE <= side <= MOST_SIDE for side in (self.columns, self.rows)):
            return _(
                "{size}: each side must be {least} to {most} squares",
                size=size,
                least=LEAST_SIDE,
                most=MOST_SIDE,
            )
        if self.boxes < 1 or self.boxes > MOST_BOXES:
            return _(
                "{number} boxes: there must be 1 to {most}", number=self.boxes, most=MOST_BOXES
            )
        if not 1 <= self.difficulty <= len(MARK_LIMITS) + 1:
            return _(
                "difficulty {difficulty}: it must be 1 to {most}",
                difficulty=self.difficulty,
                most=len(MARK_LIMITS) + 1,
            )
        if not 1 <= self.count <= MOST_LEVELS:
            return _("{number} levels: ask for 1 to {most}", number=self.count, most=MOST_LEVELS)
        needed = 3 * self.boxes + 3
        if inside < needed:
            return ngettext(
                "{size} leaves {inside} squares inside the walls, too few for {n} box "
                "(at least {needed})",
                "{size} leaves {inside} squares inside the walls, too few for {n} boxes "
                "(at least {needed})",
                self.boxes,
                size=size,
                inside=inside,
                needed=needed,
            )
        # Three traits count positions of a lone box and the pusher's side; the others are 0.
        if self.boxes == 1 and self.difficulty > Difficulty(0.9 * log2(4 * inside)).marks:
            return _(
                "no level of {size} with one box has difficulty {difficulty}",
                size=size,
                difficulty=self.difficulty,
            )
        return None


@dataclass(frozen=True, slots=True)
class Made:
    """A generated level: proved to be solvable in this many pushes, and no fewer."""

    level: Level
    pushes: int
    difficulty: Difficulty


@dataclass(frozen=True, slots=True)
class Tried:
    """How far a generator is; at most ten a second, and once at its end."""

    rooms: int


LEAST_SIDE, MOST_SIDE = 4, 30
MOST_BOXES = 20
MOST_LEVELS = 10_000
MOST_TRIES_IN_VAIN = 1_000
"""Rooms tried without a level coming of them before the generator gives up."""


@dataclass(frozen=True, slots=True)
class Known:
    """What was proved and found by earlier searches for the same: where a search may begin."""

    lower_bound: int = 0
    best: Solution | None = None


NOTHING_KNOWN = Known()


class CorralKind(StrEnum):
    """What the search makes of squares that the pusher cannot walk to."""

    PLAIN = "corral"
    I = "I-corral"  # noqa: E741
    """its boxes can only be pushed inward"""
    PI = "PI-corral"
    """and the pusher can do so with each of them now: nothing else needs to be tried"""


@dataclass(frozen=True, slots=True)
class Corral:
    """Squares that boxes fence off from the pusher, and these boxes."""

    kind: CorralKind
    squares: frozenset[Square]
    boxes: frozenset[Square]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A box and the goal that the matching gives it, and the pushes that a lone box needs."""

    box: Square
    goal: Square
    pushes: int


@dataclass(frozen=True, slots=True)
class SeenCut:
    """The first of the cuts that the search relaxes a level by: see solver/relaxation/cut.py."""

    zone: frozenset[Square]
    """where boxes vanish; all goals are in it"""
    prices: dict[Square, int]
    """pushes, 0 or more, that a box is charged for each goal besides those to it"""
    charged: int
    """pushes: what all boxes are charged at these prices, each for the goal that suits it best"""
    deducted: int
    """pushes: the dearest prices, for as many goals as there are boxes"""


@dataclass(frozen=True, slots=True)
class FoundCut:
    """The cut by which a search proves most: see solver/relaxation/tolls.py."""

    bound: int
    """pushes that it proves"""
    zone: frozenset[Square]
    """where boxes vanish; all goals are in it"""
    tolls: dict[Square, int]
    """pushes that a box pays in the zone, not before, for coming in on a square: the most, where
    it depends on the side"""


@dataclass(frozen=True, slots=True)
class Sight:
    """What the solver sees of a position."""

    dead: frozenset[Square]
    to_goals: dict[Square, dict[Square, int]]
    """pushes of a lone box from each square to each goal; empty for very large levels"""
    pairings: tuple[Pairing, ...] | None
    """None: there is no matching, so that the position is a deadlock"""
    bound: int | None
    """what the pairings sum to: at least this many pushes are still needed"""
    reach: frozenset[Square]
    corrals: tuple[Corral, ...]
    frozen: frozenset[Square]
    pushes: int
    """the pushes that make sense now: the branching factor"""
    tunnels: frozenset[Square] = frozenset()
    entrances: frozenset[Square] = frozenset()
    """squares of tunnels beside a room"""
    rooms: tuple[frozenset[Square], ...] = ()
    cut: SeenCut | None = None
    """None: nothing parts boxes from goals, a charge is too high, or the level is very large"""


# --- to the worker ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Solve:
    """Search for a solution of ``level``; a second one stops the first."""

    job: int
    level: Level
    limits: Limits = UNLIMITED
    metric: Metric = Metric.PUSHES
    known: Known = NOTHING_KNOWN


@dataclass(frozen=True, slots=True)
class Stop:
    """End the search of ``job``; it is answered with GaveUp (interrupted)."""

    job: int


@dataclass(frozen=True, slots=True)
class Examine:
    """Say what is to be seen of the start of ``level``; a search goes on meanwhile."""

    job: int
    level: Level


@dataclass(frozen=True, slots=True)
class Quit:
    """End the worker."""


# --- from the worker -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker has its kernels compiled or loaded; sent once."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How a search stands; at most ten a second."""

    job: int
    phase: str
    lower_bound: int
    upper_bound: int | None
    nodes: int
    seconds: float
    table_fill: float
    """0 to 1"""
    patience: float = 0.0
    """seconds that what comes next may take without another report, if that is long"""
    resumed_nodes: int = 0
    resumed_seconds: float = 0.0
    """of an earlier search that this one resumes: nodes and seconds above include them"""
    cut: FoundCut | None = None
    """if a better one has been found since the last report"""


@dataclass(frozen=True, slots=True)
class Improved:
    """A solution better than the last, not yet proved best."""

    job: int
    lurd: str
    pushes: int
    moves: int


@dataclass(frozen=True, slots=True)
class BegunAnew:
    """The worker has fallen silent, and another one has begun the job anew, from what was known."""

    job: int


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


@dataclass(frozen=True, slots=True)
class Examined:
    """What is to be seen; None if the level is too large, or something went wrong."""

    job: int
    sight: Sight | None


Request: TypeAlias = Solve | Stop | Examine | Quit
Outcome: TypeAlias = Solved | Unsolvable | GaveUp | Failed
Report: TypeAlias = Ready | Progress | Improved | BegunAnew | Examined | Outcome
