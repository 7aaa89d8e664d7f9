"""What is sent to a worker and back: text, so that a worker can tell which version wrote it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from solver.batch.finding import Finding
from solver.batch.subject import Subject
from solver.messages import Metric
from solver.result import Verdict


@dataclass(frozen=True, slots=True)
class Portion:
    """Work for one worker: several levels to try briefly, or a single one with all its time."""

    number: int
    """within the batch"""
    batch: str
    """which batch it belongs to"""
    subjects: tuple[Subject, ...]
    metric: Metric
    seconds: float | None
    memory: int | None
    """MiB"""
    folder: str
    """where searches are kept, if the worker can see it"""
    is_alone: bool
    """whether its one level gets all the time"""
    version: str

    def text(self) -> str:
        """The portion, to travel."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Portion:
        """Raises WrongVersionError if another version wrote it."""
        found = json.loads(text)
        _check_version(found["version"])
        subjects = tuple(Subject(*each) for each in found["subjects"])
        return cls(**{**found, "subjects": subjects, "metric": Metric(found["metric"])})


@dataclass(frozen=True, slots=True)
class Harvest:
    """The outcome of a portion. Its levels are numbered from 0."""

    findings: dict[int, Finding] = field(default_factory=dict)
    hard: tuple[int, ...] = ()
    """those that a moment was not enough for; all others were not begun"""

    def text(self) -> str:
        """The harvest, to travel."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Harvest:
        """What `text` wrote."""
        found = json.loads(text)
        findings = {int(place): _finding(each) for place, each in found["findings"].items()}
        return cls(findings, tuple(found["hard"]))


@dataclass(frozen=True, slots=True)
class Situation:
    """What a worker is doing."""

    worker: str
    portion: int
    place: int
    """of the level within the portion"""
    nodes: int
    seconds: float
    bound: int

    def text(self) -> str:
        """The situation, to travel."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Situation:
        """What `text` wrote."""
        return cls(**json.loads(text))


class WrongVersionError(Exception):
    """A worker and its batch have different versions."""


def _check_version(version: str) -> None:
    from solver.batch.finding import solver_version

    if version != solver_version():
        raise WrongVersionError(solver_version())


def _finding(found: dict[str, Any]) -> Finding:
    status = Verdict(found["status"])
    return Finding(**{**found, "metric": Metric(found["metric"]), "status": status})
