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
    "choose_metric": ("search_metric", SEARCH_METRICS),
    "choose_time": ("search_minutes", SEARCH_MINUTES),
    "choose_memory": ("search_memory", SEARCH_MEMORY),
}
"""By the name of its button: the setting, and what it can be."""


@dataclass(frozen=True)
class Choice:
    """One thing to choose, as the panel shows it."""

    key: str
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
        Choice("choose_metric", "Fewest", _METRIC_WORDS[metric_of(settings)]),
        Choice("choose_time", "Time", time),
        Choice("choose_memory", "Memory", memory_words(limits.memory)),
    )


def next_choice(settings: Settings, key: str) -> dict[str, object]:
    """The change of the settings that a press on one of the buttons makes: the value after it."""
    name, values = CHOICES[key]
    now = getattr(settings, name)
    at = values.index(now) if now in values else -1
    return {name: values[(at + 1) % len(values)]}
