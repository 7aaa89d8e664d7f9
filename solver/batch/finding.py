"""The result of searching a level for one metric, and how two such results combine or clash."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from levels.language import _
from levels.solution import Solution
from levels.version import __version__
from solver.messages import Metric
from solver.result import Verdict
from solver.saving.files import source_hash

FAILED = "failed"
"""How the cause begins if the search itself broke down."""
QUARANTINED = "quarantined"
"""The cause given for a level that killed its workers."""

DECIDED = frozenset({Verdict.OPTIMAL, Verdict.SOLVED, Verdict.UNSOLVABLE})


def solver_version() -> str:
    """The version of the solver with a hash of its source, since results may depend on either."""
    return f"{__version__}+{source_hash()}"


def machine_name() -> str:
    """The name of this machine in results."""
    return platform.node() or "unnamed"


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of a level for one metric. The fields are columns of the results."""

    metric: Metric
    status: Verdict
    cause: str | None = None
    """why it was given up: that of the search, or `QUARANTINED`"""
    lurd: str | None = None
    """of the canonical level"""
    bound: int | None = None
    """no solution has fewer pushes, or fewer moves with the metric of moves; None: there is none"""
    nodes: int = 0
    seconds: float = 0.0
    """of all searches that it took, each resumed from the one before"""
    peak_mib: float = 0.0
    asked_seconds: float | None = None
    """the time limit; None if there was none"""
    asked_mib: int | None = None
    version: str = ""
    machine: str = ""

    @property
    def solution(self) -> Solution | None:
        """The best solution found."""
        return None if self.lurd is None else Solution(self.lurd)

    @property
    def cost(self) -> tuple[int, int] | None:
        """The cost of the best solution by the metric, and its tie-break."""
        return None if self.lurd is None else self.metric.cost(Solution(self.lurd))

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left to find out."""
        return self.status in DECIDED

    @property
    def is_broken(self) -> bool:
        """Whether the search broke down, as it would again."""
        return self.cause is not None and self.cause.startswith(FAILED)

    def is_enough(self, seconds: float | None, memory: int | None, version: str) -> bool:
        """Whether a search with these limits and this version would find nothing more."""
        if self.is_decided:
            return True
        if self.version != version:
            return False
        if self.is_broken:
            return True
        if self.cause == "memory" or self.cause == QUARANTINED:
            return memory is not None and self.asked_mib is not None and memory <= self.asked_mib
        return self.cause == "time" and seconds is not None and self.seconds >= seconds


def merged(one: Finding, other: Finding) -> Finding:
    """Two findings for the same level and metric combined: the decided one, or that of the longer
    search with the better bound and solution of both. They must not contradict each other."""
    if one.is_decided or other.is_decided:
        return one if one.is_decided else other
    shorter, longer = sorted((one, other), key=lambda each: each.seconds)
    return enriched(longer, shorter)


def enriched(finding: Finding, other: Finding) -> Finding:
    """An undecided finding with the better bound and solution of two."""
    solved = [each for each in (finding, other) if each.cost is not None]
    best = min(solved, key=lambda each: each.cost or (0, 0)).lurd if solved else None
    return replace(finding, bound=max(finding.bound or 0, other.bound or 0), lurd=best)


def contradictions(findings: Iterable[Finding]) -> Iterator[str]:
    """Explains which findings for a level cannot all be true: whoever made one of them has a
    bug."""
    known = list(findings)
    unsolvable = [each for each in known if each.status is Verdict.UNSOLVABLE]
    solved = [each for each in known if each.lurd is not None]
    for refuted in unsolvable[:1]:
        for proof in solved[:1]:
            yield _(
                "{one} proved that there is no solution, {other} has one",
                one=_whose(refuted),
                other=_whose(proof),
            )
    for counts in ("pushes", "moves"):
        yield from _crossed(known, counts)
    for metric in Metric:
        yield from _unequal([each for each in known if each.metric is metric])


def _crossed(known: list[Finding], counts: str) -> Iterator[str]:
    """A solution that costs less than a proved lower bound."""
    bounds = [(each.bound, each) for each in known if each.bound and each.metric.counts == counts]
    costs = [(getattr(each.solution, counts), each) for each in known if each.lurd is not None]
    if not bounds or not costs:
        return
    bound, prover = max(bounds, key=lambda pair: pair[0])
    cost, solver = min(costs, key=lambda pair: pair[0])
    if cost < bound:
        metric = Metric.MOVES if counts == "moves" else Metric.PUSHES
        amount = metric.amount(bound)
        yield _(
            "{one} proved at least {amount}, {other} has {cost}",
            one=_whose(prover),
            amount=amount,
            other=_whose(solver),
            cost=cost,
        )


def _unequal(known: list[Finding]) -> Iterator[str]:
    """Optima of one metric that differ in the tie-break, which is part of the metric."""
    optima = [each for each in known if each.status is Verdict.OPTIMAL and each.cost is not None]
    for one, other in pairwise(optima):
        assert one.cost is not None and other.cost is not None
        if one.metric is Metric.PUSHES or one.cost[0] != other.cost[0] or one.cost == other.cost:
            continue
        yield (
            _(
                "{one} proved {fewest} to be fewest beside {amount}, {other} {number}",
                one=_whose(one),
                fewest=one.cost[1],
                amount=one.metric.amount(one.cost[0]),
                other=_whose(other),
                number=other.cost[1],
            )
        )


def _whose(finding: Finding) -> str:
    """The version and machine that made a finding."""
    version = finding.version.partition("+")
    return _(
        "version {version} ({source}) on {machine}",
        version=version[0],
        source=version[2][:8],
        machine=finding.machine,
    )
