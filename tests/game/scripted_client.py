"""A solver that says what the test wrote."""

from collections.abc import Sequence

from levels.level import Level
from solver.messages import NOTHING_KNOWN, Known, Limits, Metric, Report


class ScriptedClient:
    """A client whose reports the test writes."""

    def __init__(self, *, ready: bool = True) -> None:
        self.is_ready = ready
        self.asked: list[Level] = []
        self.examined: list[Level] = []
        self.requests: list[tuple[Limits, Metric, Known]] = []
        self.stops = 0
        self.reports: list[Report] = []
        self.is_open = False

    def start(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def solve(
        self, level: Level, limits: Limits, metric: Metric, known: Known = NOTHING_KNOWN
    ) -> int:
        self.asked.append(level)
        self.requests.append((limits, metric, known))
        return len(self.asked)

    def examine(self, level: Level) -> int:
        self.examined.append(level)
        return 1000 + len(self.examined)

    def stop(self) -> None:
        self.stops += 1

    def poll(self) -> Sequence[Report]:
        reports, self.reports = self.reports, []
        return reports
