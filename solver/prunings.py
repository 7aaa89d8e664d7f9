"""All that a search can do without and that never changes an optimum, in one list."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag
from functools import reduce
from operator import or_

from levels.language import N_, _
from solver.kernels import numbers
from solver.messages import Metric


class Rule(IntFlag):
    """What a search makes use of. Values are those of the kernels."""

    FREEZE = numbers.FREEZE
    PI_CORRAL = numbers.PI_CORRAL
    """where moves count, only for its verdict that a corral cannot be opened"""
    MATCHING = numbers.MATCHING
    PAIRS = numbers.PAIRS
    DIRECT_EXIT = numbers.DIRECT_EXIT
    STOP_AT_SOLUTION = numbers.STOP_AT_SOLUTION
    ALL_GOALS_NEEDED = numbers.ALL_GOALS_NEEDED
    SINGLE_DETOURS = numbers.SINGLE_DETOURS
    LEAVE_GOALS = numbers.LEAVE_GOALS
    PACKING = numbers.PACKING
    TRIPLES = numbers.TRIPLES
    PATTERNS = numbers.PATTERNS
    TUNNELS = numbers.TUNNELS
    DIAGONALS = numbers.DIAGONALS
    CORRAL_DEADLOCKS = numbers.CORRAL_DEADLOCKS
    FROZEN_WALLS = numbers.FROZEN_WALLS
    SYMMETRY = numbers.SYMMETRY
    PERIMETER = numbers.PERIMETER
    DOMINANCE = numbers.DOMINANCE
    CLIMBS = numbers.CLIMBS
    PRICED_CUTS = numbers.PRICED_CUTS
    EXPLORATION = numbers.EXPLORATION
    FILLING = numbers.FILLING
    DEAD_ENDS = numbers.DEAD_ENDS
    TOLLS = numbers.TOLLS
    SECTORS = numbers.SECTORS
    UNPACKING = numbers.UNPACKING
    RELAXED_BOUNDS = numbers.RELAXED_BOUNDS
    GOAL_ZONES = numbers.GOAL_ZONES


PUSHES = frozenset({Metric.PUSHES, Metric.ANY})
MOVES = frozenset({Metric.MOVES, Metric.PUSHES_MOVES})
NO_RULE = Rule(0)


@dataclass(frozen=True, slots=True)
class Pruning:
    """What it does, for the help of the command line; for which metrics; and its rule, if the
    kernels make use of it."""

    sentence: str
    rule: Rule = NO_RULE
    metrics: frozenset[Metric] = PUSHES | MOVES


PRUNINGS = {
    "dead-squares": Pruning(N_("push no box to where it can reach no goal any more")),
    "freeze": Pruning(N_("leave no box frozen off its goal"), Rule.FREEZE),
    "pi-corral": Pruning(N_("first push what a corral forces"), Rule.PI_CORRAL),
    "matching": Pruning(N_("bound by the cheapest goals for all boxes together"), Rule.MATCHING),
    "pairs": Pruning(N_("add what every two boxes cost each other"), Rule.PAIRS),
    "triples": Pruning(N_("add what every three boxes cost each other"), Rule.TRIPLES, PUSHES),
    "patterns": Pruning(N_("refuse three boxes that cannot all get home"), Rule.PATTERNS, PUSHES),
    "tunnels": Pruning(N_("push a box through a tunnel in one go"), Rule.TUNNELS),
    "diagonals": Pruning(N_("refuse diagonals of boxes that cannot be opened"), Rule.DIAGONALS),
    "corral-deadlocks": Pruning(
        N_("refuse corrals that have no solution of their own"), Rule.CORRAL_DEADLOCKS, PUSHES
    ),
    "frozen-walls": Pruning(N_("take boxes frozen on goals for walls"), Rule.FROZEN_WALLS, PUSHES),
    "symmetry": Pruning(N_("search one of two mirrored positions"), Rule.SYMMETRY),
    "cuts": Pruning(N_("prove bounds of parts of the level"), metrics=PUSHES),
    "priced-cuts": Pruning(N_("in such a part, charge for goals"), Rule.PRICED_CUTS, PUSHES),
    "filling": Pruning(N_("add what the boxes cost each other there"), Rule.FILLING, PUSHES),
    "tolls": Pruning(
        N_("in such a part, charge for entrances"), Rule.TOLLS, frozenset({Metric.PUSHES})
    ),
    "goal-zones": Pruning(
        N_("take the squares around the goals for such a part, too"),
        Rule.GOAL_ZONES,
        frozenset({Metric.PUSHES}),
    ),
    "relaxed-bounds": Pruning(
        N_("bound each position by what such a part costs from there"),
        Rule.RELAXED_BOUNDS,
        frozenset({Metric.PUSHES}),
    ),
    "direct-exits": Pruning(N_("let a box leave such a part if it can"), Rule.DIRECT_EXIT, PUSHES),
    "vicinity": Pruning(N_("look for shorter solutions near the best one"), metrics=PUSHES),
    "kicks": Pruning(
        N_("shorten the best solution again, with its pushes in another order"),
        metrics=frozenset({Metric.PUSHES}),
    ),
    "elsewhere": Pruning(
        N_("look for shorter solutions far from the best one"), metrics=frozenset({Metric.PUSHES})
    ),
    "dead-ends": Pruning(
        N_("leave out dead ends where any solution is looked for"), Rule.DEAD_ENDS, PUSHES
    ),
    "unpacking": Pruning(
        N_("refuse frozen boxes among which the goals cannot all be filled"), Rule.UNPACKING, PUSHES
    ),
    "polish": Pruning(
        N_("shorten the first solution where any will do"), metrics=frozenset({Metric.ANY})
    ),
    "exploration": Pruning(
        N_("every third time, search where more seems to be left"), Rule.EXPLORATION, PUSHES
    ),
    "climbs": Pruning(N_("bound how far the pusher has to walk back"), Rule.CLIMBS, MOVES),
    "sectors": Pruning(
        N_("bound what all boxes in each part of the level cost"),
        Rule.SECTORS,
        frozenset({Metric.MOVES}),
    ),
    "dominance": Pruning(N_("drop what a walk from another node reaches"), Rule.DOMINANCE, MOVES),
    "perimeter": Pruning(N_("know exactly what is needed near the end"), Rule.PERIMETER, MOVES),
}
"""By the names that can be left out."""


def prunings_for(metric: Metric) -> list[str]:
    """The names of those that searches for ``metric`` make use of."""
    return [name for name, pruning in PRUNINGS.items() if metric in pruning.metrics]


def rules_for(metric: Metric, without: frozenset[str] = frozenset()) -> Rule:
    """The rules for ``metric``, but for the prunings named.

    Raises ValueError for a name that is not in PRUNINGS.
    """
    unknown = ", ".join(map(repr, sorted(without - PRUNINGS.keys())))
    if unknown:
        raise ValueError(
            _("no {unknown}; there are {names}", unknown=unknown, names=", ".join(PRUNINGS))
        )
    kept = [PRUNINGS[name].rule for name in prunings_for(metric) if name not in without]
    return reduce(or_, kept, NO_RULE)
