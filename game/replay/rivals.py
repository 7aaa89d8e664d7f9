"""What a solution of the player's can be compared with."""

from __future__ import annotations

from dataclasses import dataclass

from game.language.words import Words
from game.proof.solver_link import SolverLink
from game.storage.records import Records
from game.storage.values import Origin
from levels.language import _
from levels.level import Level
from solver.messages import Metric


@dataclass(frozen=True)
class Rival:
    """A way to compare a game with, from the same start."""

    lurd: str
    is_shortest: bool
    """whether that is proved"""
    metric: Metric = Metric.PUSHES
    """in which it is better, or shortest"""


def pair_up(records: Records | None, link: SolverLink, level: Level) -> tuple[str, Rival] | Words:
    """The player's best solution of a level and the best one known with fewer pushes; if there
    are no two such solutions, what to say."""
    best = records.best_of(level, (Origin.OWN,)) if records else None
    if records is None or best is None:
        return _("You have not solved this level yet."), _("There is nothing to compare.")
    own, par = best.by_pushes, link.par(level)
    others = records.best_of(level, (Origin.ASSISTED, Origin.IMPORTED))
    known = [records.proof_of(level).solution, others.by_pushes if others else None]
    found = [each for each in known if each is not None and each.pushes < own.pushes]
    if found:
        rival = min(found, key=Metric.PUSHES.cost)
        return own.lurd, Rival(rival.lurd, rival.pushes == par)
    if own.pushes == par:
        return _("Nobody can do better than your best solution: proved."), ""
    return _("No solution with fewer pushes is known yet."), _("Solve the level to look for one.")
