"""Runs a batch: hands out its levels and records the results."""

from __future__ import annotations

import os
import secrets
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from levels.book import shipped_book
from solver.batch.book import disagreements
from solver.batch.finding import (
    QUARANTINED,
    Finding,
    contradictions,
    enriched,
    machine_name,
    solver_version,
)
from solver.batch.merging import Contradiction, name_of
from solver.batch.pace import Pace
from solver.batch.pool import Done, Lost, Pool
from solver.batch.portion import Harvest, Portion
from solver.batch.results import ResultsFile
from solver.batch.subject import Subject
from solver.batch.working import TASTE_SECONDS, folder_beside, kept_search
from solver.messages import Metric
from solver.result import Verdict

_PORTION_WORK = 2.0
"""Seconds of work in a portion: handing it over takes a few milliseconds."""
_FIRST_LEVELS, _MOST_LEVELS = 4, 256
"""In the first portion, and in any."""
_FIRST_PORTIONS = 4
"""Handed out before any has come back; more if there are many workers."""
_MOST_DEATHS = 3
"""Of workers in a row over one level whose search got no further in between. The last time, nothing
else is under way, because a worker that dies takes with it whatever was queued there."""
_FURTHER = 1.0
"""How many more seconds of searching than before show that a level does not end each worker at the
same place."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What to search for, and the limits for each level."""

    metric: Metric
    seconds: float | None
    """for each level, all searches together"""
    memory: int | None
    """MiB for each worker; None: the worker knows"""


@dataclass(slots=True)
class _Deaths:
    """How many workers in a row have died over a level, and how far its search had got."""

    count: int = 0
    seconds: float = 0.0


def new_name() -> str:
    """A name that identifies a batch to its workers."""
    return secrets.token_hex(4)


class Conductor:
    """A running batch. Call `step` until it `is_over`, then `close` it."""

    def __init__(
        self, results: ResultsFile, subjects: Iterable[Subject], terms: Terms, pool: Pool, name: str
    ) -> None:
        self.terms, self.pool = terms, pool
        self.found: list[Finding] = []
        """the findings of this batch, oldest first"""
        self.contradictions: list[Contradiction] = []
        self.quarantined: list[Subject] = []
        self.failed: list[tuple[Subject, str]] = []
        self.under_way: dict[int, Portion] = {}
        self._results, self._name = results, name
        self._easy = deque(subjects)
        """not tried yet"""
        self._hard: deque[Subject] = deque()
        self._suspects: deque[Subject] = deque()
        """levels that are left out if one more worker dies over them"""
        self._trial: int | None = None
        """the last portion that held a suspect"""
        self._deaths: dict[Subject, _Deaths] = {}
        self._pace = Pace()
        self._numbers = count()
        self._folder = folder_beside(results.path.resolve())
        self._is_stopping = False
        with suppress(OSError):  # then each machine keeps searches in a folder of its own
            self._folder.mkdir(exist_ok=True)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to do or to wait for."""
        return not self.under_way and (self._is_stopping or not self.waiting)

    @property
    def waiting(self) -> int:
        """The number of levels that have not been handed out."""
        return len(self._easy) + len(self._hard) + len(self._suspects)

    def seconds_left(self) -> float | None:
        """An estimate of the time left, from the levels so far; None if there is nothing to go
        by."""
        portions = self.under_way.values()
        tried = sum(len(each.subjects) for each in portions if not each.is_alone)
        alone = len(self._hard) + len(self._suspects) + sum(each.is_alone for each in portions)
        for_easy, for_alone = (
            self._pace.easy.or_else(None), self._pace.alone.or_else(self.terms.seconds),
        )  # fmt: skip
        work = 0.0
        for levels, mean in ((len(self._easy) + tried, for_easy), (alone, for_alone)):
            if levels and mean is None:
                return None
            work += levels * (mean or 0.0)
        return work / max(1, self.pool.workers)

    def step(self, seconds: float) -> None:
        """Hand out as many portions as there is room for, then wait up to `seconds` and record what
        comes back. Raises BatchError and ResultsError."""
        while not self._is_stopping and len(self.under_way) < self._room:
            self._hand_out()
        found: list[tuple[Subject, Finding]] = []
        for event in self.pool.news(seconds):
            portion = self.under_way.pop(event.portion)
            if isinstance(event, Done):
                found += self._harvest(portion, event.harvest)
            else:
                found += self._lose(portion, event)
        self._record(found)

    def stop(self) -> None:
        """Hand out nothing more, and ask the workers to stop. Call it again from time to time: new
        workers may have joined."""
        self._is_stopping = True
        self.pool.stop()

    def close(self) -> None:
        """End the workers that this batch started."""
        self.pool.close()
        with suppress(OSError):  # it is not empty: there is something to resume
            os.rmdir(self._folder)

    # --- handing out ---------------------------------------------------------------------------

    @property
    def _room(self) -> int:
        """How many portions may be under way now. Suspects go last, one at a time."""
        if self._easy and self._pace.easy.or_else(None) is None:
            # Their size is only a guess yet.
            return min(self.pool.room, max(_FIRST_PORTIONS, 2 * self.pool.workers))
        if self._easy or self._hard:
            return self.pool.room
        return 1 if self._suspects else 0

    def _hand_out(self) -> None:
        is_alone = not self._easy
        queue = self._easy or self._hard or self._suspects
        subjects = tuple(queue.popleft() for _ in range(1 if is_alone else self._size()))
        terms = self.terms
        portion = Portion(
            next(self._numbers), self._name, subjects, terms.metric, terms.seconds, terms.memory,
            str(self._folder), is_alone, solver_version(),
        )  # fmt: skip
        if queue is self._suspects:
            self._trial = portion.number
        self.under_way[portion.number] = portion
        self.pool.submit(portion)

    def _size(self) -> int:
        """How many easy levels to put into a portion: a few seconds of work, but few enough at the
        end for all workers to finish together."""
        mean = self._pace.easy.or_else(None)
        size = _FIRST_LEVELS if mean is None else int(_PORTION_WORK / max(mean, 1e-6))
        share = len(self._easy) // (2 * max(1, self.pool.workers))
        return min(max(1, min(size, share, _MOST_LEVELS)), len(self._easy))

    # --- taking in -----------------------------------------------------------------------------

    def _harvest(self, portion: Portion, harvest: Harvest) -> list[tuple[Subject, Finding]]:
        pace = self._pace.alone if portion.is_alone else self._pace.easy
        for finding in harvest.findings.values():
            pace.add(finding.seconds)
        for place in harvest.hard:
            pace.add(TASTE_SECONDS)
            self._hard.append(portion.subjects[place])
        rest = set(range(len(portion.subjects))) - harvest.findings.keys() - set(harvest.hard)
        self._easy.extendleft(portion.subjects[place] for place in sorted(rest, reverse=True))
        return [(portion.subjects[place], each) for place, each in harvest.findings.items()]

    def _lose(self, portion: Portion, lost: Lost) -> list[tuple[Subject, Finding]]:
        """Deal with the death of a worker. If it had several levels, any of them may have killed
        it, so each is sent alone."""
        subject, *others = portion.subjects
        if others:
            self._hard.extend(portion.subjects)
            return []
        deaths = self._deaths_of(subject, portion, lost)
        if deaths < _MOST_DEATHS - 1:
            self._hard.append(subject)
            return []
        if deaths < _MOST_DEATHS or portion.number != self._trial:
            self._suspects.append(subject)
            return []
        self.quarantined.append(subject)
        terms = self.terms
        return [
            (
                subject,
                Finding(
                    terms.metric, Verdict.GAVE_UP, QUARANTINED, bound=0,
                    asked_seconds=terms.seconds, asked_mib=terms.memory, version=solver_version(),
                    machine=machine_name(),
                ),
            )
        ]  # fmt: skip

    def _deaths_of(self, subject: Subject, portion: Portion, lost: Lost) -> int:
        """How many workers in a row have died over this level without its search getting any
        further."""
        deaths = self._deaths.setdefault(subject, _Deaths())
        now = [each for each in self.pool.situations.values() if each.portion == portion.number]
        seconds = max((each.seconds for each in now), default=0.0)
        if seconds > deaths.seconds + _FURTHER:
            deaths.count, deaths.seconds = 0, seconds
        deaths.count += lost.workers
        return deaths.count

    def _record(self, found: list[tuple[Subject, Finding]]) -> None:
        """Record findings, then delete the saved searches that are no longer needed."""
        sound = []
        for subject, finding in found:
            known = self._results.findings_of(subject)
            reasons = [
                *contradictions([*known, finding]),
                *disagreements(shipped_book(), subject, finding),
            ]
            before = [each for each in known if each.metric is finding.metric]
            if reasons:
                name = name_of(self._results.dossier(subject).spots)
                self.contradictions += [Contradiction(name, each) for each in reasons]
            else:
                undecided = before if not finding.is_decided else []
                sound.append((subject, enriched(finding, undecided[0]) if undecided else finding))
            if finding.is_broken:
                self.failed.append((subject, str(finding.cause)))
        self._results.record(sound)
        self.found += [finding for _, finding in found]
        for subject, finding in found:
            if finding.is_decided and finding.seconds >= TASTE_SECONDS:
                kept_search(subject, finding.metric, self._folder).forget()
