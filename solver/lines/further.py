"""The lines of attack that join the plain one on levels that it does not solve at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.lines.cut import CutLine
from solver.lines.elsewhere import ElsewhereLine
from solver.lines.ending import EndingLine
from solver.lines.kicks import KickLine
from solver.lines.line import LineOfAttack
from solver.lines.meeting import MeetingLine
from solver.lines.quick import QuickLine
from solver.lines.realizing import FreeLine, SlackLine
from solver.lines.relaxed_bound import RelaxedBoundLine
from solver.lines.tolls import TollLine
from solver.lines.vicinity import VicinityLine
from solver.messages import Metric
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation, relax
from solver.relaxation.prices import prices_at_start, relax_with_prices
from solver.relaxation.zones import find_zones
from solver.resources.memory import Memory
from solver.resources.shares import LineShares, of_each_cut, of_lines, of_move_lines
from solver.resources.threads import Threads

_TIMES_FOR_ANY = 2
"""Where any solution will do, a search from both ends has this many times its turns. The turns of
the quick search are longer there too, so lines that go by a bound get a smaller share of the time.
"""


Joining: TypeAlias = Callable[[], list[LineOfAttack]]
"""Makes lines that join others at the same time."""


def further_lines(
    problem: Problem, metric: Metric, memory: int, threads: Threads | None, without: frozenset[str]
) -> list[Joining]:
    """What makes the lines that prove and those that look for solutions, sharing ``memory`` bytes,
    but for the prunings that are left out.

    Where any solution will do, those that prove join one round later: by then there mostly is a
    solution, and finding their zones takes longer than many a search.
    """
    any_will_do = metric is Metric.ANY
    parts = of_lines(memory, any_will_do=any_will_do)
    finding = partial(_finding_lines, problem, metric, parts)
    proving = partial(_proving_lines, problem, parts, threads, without)
    return [finding, proving] if any_will_do else [lambda: finding() + proving()]


def lines_beside_moves(problem: Problem, metric: Metric, memory: int) -> list[Joining]:
    """What makes the lines that look for a solution beside a search where walks count; all of them
    have ``memory`` bytes."""
    parts = of_move_lines(memory)

    def finding() -> list[LineOfAttack]:
        quick = QuickLine(problem, metric, Memory(parts.quick))
        return [quick, MeetingLine(problem, parts.meeting)]

    return [finding] if parts.quick else []


def _finding_lines(problem: Problem, metric: Metric, parts: LineShares) -> list[LineOfAttack]:
    """The lines that look for a first solution, however many pushes it takes."""
    lines: list[LineOfAttack] = []
    # Nothing is looked for elsewhere before this has ended with a first solution.
    meeting = parts.meeting or parts.elsewhere
    if meeting:
        goes_first = metric is Metric.ANY
        lines.append(MeetingLine(problem, meeting, goes_first=goes_first, times=_TIMES_FOR_ANY))
    if parts.quick:
        lines.append(QuickLine(problem, metric, Memory(parts.quick)))
    return lines


def _proving_lines(
    problem: Problem, parts: LineShares, threads: Threads | None, without: frozenset[str]
) -> list[LineOfAttack]:
    """The lines that prove, those that go by their bounds, and those that shorten solutions."""
    lines = lines_for_hard_levels(problem, Memory(parts.proof), threads)
    if parts.ending:
        lines.append(EndingLine(problem, Memory(parts.ending)))
    if parts.vicinity and "vicinity" not in without:
        lines.append(VicinityLine(problem, Memory(parts.vicinity)))
    if parts.kicks and "kicks" not in without:
        lines.append(KickLine(problem, Memory(parts.kicks)))
    if parts.elsewhere and "elsewhere" not in without:
        lines.append(ElsewhereLine(problem, Memory(parts.elsewhere)))
    return lines


def lines_for_hard_levels(
    problem: Problem, memory: Memory, threads: Threads | None = None
) -> list[LineOfAttack]:
    """The lines that prove besides the plain one, and those that go by their bounds, sharing
    ``memory``.

    Lines that work at the same time share none: what one can take would depend on how fast another
    is, and so would the nodes that both visit. Each gets a part, and half of that for one search.
    """
    zones = list(find_zones(problem.graph, problem.distances))
    relaxations = list(_relaxations(problem, zones))
    priced = next((each for _pace, each in relaxations if each.prices is not None), None)
    has_tolls = priced is not None and bool(problem.rules & Rule.TOLLS)
    bounds_positions = priced is not None and bool(problem.rules & Rule.RELAXED_BOUNDS)
    number = len(relaxations) + has_tolls + bounds_positions
    part = of_each_cut(memory.size, number)
    share = part if threads is None else part // 2
    # Cuts take what they can get; the lines that look for a solution keep the rest.
    of_cuts = Memory(number * part, within=memory)

    def of_line(shared: Memory) -> Memory:
        return shared if threads is None else Memory(part)

    cuts: list[LineOfAttack] = [
        CutLine(problem, each, of_line(of_cuts), share, pace, threads) for pace, each in relaxations
    ]
    if priced is not None and has_tolls:
        cuts.append(TollLine(problem, zones, priced, of_line(of_cuts), share, threads))
    if priced is not None and bounds_positions:
        own = of_line(of_cuts)
        line = RelaxedBoundLine(problem, priced, own, share, threads, awaits_better=has_tolls)
        cuts.append(line)
    free, slack = (line(problem, of_line(memory), share) for line in (FreeLine, SlackLine))
    return [*cuts, free, slack]


def _relaxations(
    problem: Problem, zones: Sequence[NDArray[np.bool_]]
) -> Iterator[tuple[int, Relaxation]]:
    """The cuts to be searched, each with its pace. The first is searched with prices: beside the
    search without them or, if there all exits are of one class, instead of it, since prices then
    change nothing. With prices, others would hardly prove more."""
    graph, distances = problem.graph, problem.distances
    for pace, zone in enumerate(zones, start=1):
        relaxation = relax(graph, distances, zone)
        priced = None
        if pace == 1 and problem.rules & Rule.PRICED_CUTS:
            prices = prices_at_start(graph, distances)
            priced = None if prices is None else relax_with_prices(problem, zone, prices)
        is_split = relaxation is not None and len(relaxation.costs.from_class) > 1
        if relaxation is not None and (is_split or priced is None):
            yield pace, relaxation
        if priced is not None:
            yield pace, priced
