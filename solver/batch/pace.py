"""How long levels take, from those that have been searched."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Mean:
    """A running mean."""

    total: float = 0.0
    count: int = 0

    def add(self, value: float) -> None:
        """Add a value."""
        self.total += value
        self.count += 1

    def or_else(self, value: float | None) -> float | None:
        """The mean, or `value` if nothing was added."""
        return self.total / self.count if self.count else value


@dataclass(slots=True)
class Pace:
    """Seconds for a level: in a portion with others, and alone."""

    easy: Mean = field(default_factory=Mean)
    alone: Mean = field(default_factory=Mean)
