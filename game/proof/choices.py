"""What a search is asked for and may use: chosen in the proof panel, kept in the settings."""

from __future__ import annotations

import os
from dataclasses import dataclass

from game.proof.words import memory_words, time_words
from game.storage.settings import SEARCH_MEMORY, SEARCH_METRICS, SEARCH_MINUTES, Settings
from solver.messages import Limits, Metric

_METRIC_WORDS = {
    Metric.PUSHES: "Pushes",
    Metric.MOVES: "Moves",
    Metric.PUSHES_MOVES: "Pushes, moves",
}
_MOST_CORES = 2
"""More would mostly wait for each other."""

CHOICES = {
    "search_metric": SEARCH_METRICS,
    "search_minutes": SEARCH_MINUTES,
    "search_memory": SEARCH_MEMORY,
}
"""By the setting: what it can be."""


@dataclass(frozen=True)
class Choice:
    """One thing to choose, as the panel shows it."""

    setting: str
    label: str
    value: str


def metric_of(settings: Settings) -> Metric:
    """What the next search looks for the fewest of."""
    return Metric(settings.search_metric)


def limits_of(settings: Settings) -> Limits:
    """What the next search may use."""
    minutes = settings.search_minutes
    return Limits(
        seconds=minutes * 60.0 if minutes else None,
        memory=settings.search_memory,
        cores=_cores(os.cpu_count() or 1),
    )


def _cores(there: int) -> int:
    """Two of those that there are, but one is left to the game."""
    return max(1, min(_MOST_CORES, there - 1))


def choices_of(settings: Settings) -> tuple[Choice, ...]:
    """What is chosen now."""
    limits = limits_of(settings)
    time = time_words(limits.seconds) if limits.seconds else "No limit"
    return (
        Choice("search_metric", "Fewest", _METRIC_WORDS[metric_of(settings)]),
        Choice("search_minutes", "Time", time),
        Choice("search_memory", "Memory", memory_words(limits.memory)),
    )


def next_choice(settings: Settings, setting: str) -> dict[str, object]:
    """The change of the settings that a press on one of the buttons makes: the value after it."""
    values = CHOICES[setting]
    now = getattr(settings, setting)
    at = values.index(now) if now in values else -1
    return {setting: values[(at + 1) % len(values)]}
