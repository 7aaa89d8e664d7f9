"""What is known of a level by one metric, and what two who searched it make of each other."""

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
from solver.saving import source_hash

FAILED = "failed"
"""What the cause begins with if the search itself broke down."""
QUARANTINED = "quarantined"
"""The cause of giving up on a level that ended its worker each time."""

DECIDED = frozenset({Verdict.OPTIMAL, Verdict.SOLVED, Verdict.UNSOLVABLE})


def solver_version() -> str:
    """The version of the solver, with a hash of its sources: what it finds may depend on them."""
    return f"{__version__}+{source_hash()}"


def machine_name() -> str:
    """What this machine is called in results."""
    return platform.node() or "unnamed"


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of a level by one metric. The fields are the columns of results."""

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
    """what the search was allowed, None: as long as it takes"""
    asked_mib: int | None = None
    version: str = ""
    machine: str = ""

    @property
    def solution(self) -> Solution | None:
        """The best that was found."""
        return None if self.lurd is None else Solution(self.lurd)

    @property
    def cost(self) -> tuple[int, int] | None:
        """What the metric counts in the best solution, and what breaks ties."""
        return None if self.lurd is None else self.metric.cost(Solution(self.lurd))

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left to search for."""
        return self.status in DECIDED

    @property
    def is_broken(self) -> bool:
        """Whether the search broke down, as it would again."""
        return self.cause is not None and self.cause.startswith(FAILED)

    def is_enough(self, seconds: float | None, memory: int | None, version: str) -> bool:
        """Whether a search with so many seconds and MiB, by such a solver, would find no more."""
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
    """All that two findings for the same level and metric say, which do not contradict: the one
    that decides, or that of the longer search with the better bound and solution of both."""
    if one.is_decided or other.is_decided:
        return one if one.is_decided else other
    shorter, longer = sorted((one, other), key=lambda each: each.seconds)
    return enriched(longer, shorter)


def enriched(finding: Finding, other: Finding) -> Finding:
    """A finding with the better bound and solution of two that decide nothing."""
    solved = [each for each in (finding, other) if each.cost is not None]
    best = min(solved, key=lambda each: each.cost or (0, 0)).lurd if solved else None
    return replace(finding, bound=max(finding.bound or 0, other.bound or 0), lurd=best)


def contradictions(findings: Iterable[Finding]) -> Iterator[str]:
    """What cannot all be true of one level, in words: somebody who searched it has a bug."""
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
    """A solution that costs less than what is proved to be needed."""
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
    """Optima of one metric that are the same but for what breaks the tie, which counts too."""
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
    """Who found it."""
    version = finding.version.partition("+")
    return _(
        "version {version} ({source}) on {machine}",
        version=version[0],
        source=version[2][:8],
        machine=finding.machine,
    )
