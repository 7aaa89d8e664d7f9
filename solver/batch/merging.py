"""Merging files of results, and finding contradictions in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from levels.language import _
from solver.batch.finding import Finding, contradictions, merged
from solver.batch.results import Dossier, ResultsFile, Spot
from solver.messages import Metric


class Contradiction(NamedTuple):
    """Why two findings for a level cannot both be true: one of the solvers has a bug."""

    level: str
    """what the level is called, for people"""
    reason: str

    def __str__(self) -> str:
        return _("{level}: contradiction: {reason}", level=self.level, reason=self.reason)


def merge(source: ResultsFile, destination: ResultsFile) -> Iterator[Contradiction]:
    """Add all that one file knows to another; what contradicts it is yielded instead.

    Nothing is merged beyond what has been asked for. Raises ResultsError.
    """
    for known in source.dossiers():
        there = destination.dossier(known.subject)
        reasons = list(contradictions([*there.findings, *known.findings]))
        if not reasons:
            findings = _joined(there.findings, known.findings)
            destination.keep(Dossier(known.subject, known.spots, findings))
        for reason in reasons:
            yield Contradiction(name_of(known.spots or there.spots), reason)


def clashes(results: ResultsFile) -> Iterator[Contradiction]:
    """The contradictions within one file. Raises ResultsError."""
    for known in results.dossiers():
        for reason in contradictions(known.findings):
            yield Contradiction(name_of(known.spots), reason)


def name_of(spots: list[Spot]) -> str:
    """A name for a level: the first place where it occurs."""
    if not spots:
        return _("a level of no file")
    return f"{spots[0].file} {spots[0].number}"


def _joined(known: list[Finding], further: list[Finding]) -> list[Finding]:
    by_metric: dict[Metric, Finding] = {each.metric: each for each in known}
    for each in further:
        there = by_metric.get(each.metric)
        by_metric[each.metric] = each if there is None else merged(there, each)
    return list(by_metric.values())
