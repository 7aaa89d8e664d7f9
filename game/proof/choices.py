"""What a search is asked for and may use: chosen in the proof panel, kept in the settings."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from game.proof.words import memory_words, time_words
from game.storage.settings import SEARCH_MEMORY, SEARCH_METRICS, SEARCH_MINUTES, Settings
from levels.language import N_, _
from solver.messages import Limits, Metric

_METRIC_WORDS = {
    Metric.PUSHES: N_("Pushes"),
    Metric.MOVES: N_("Moves"),
    Metric.PUSHES_MOVES: N_("Pushes, moves"),
}
_MOST_CORES = 2
"""More would mostly wait for each other."""

CHOICES: dict[str, tuple[Any, ...]] = {
    "search_metric": SEARCH_METRICS,
    "search_minutes": SEARCH_MINUTES,
    "search_memory": SEARCH_MEMORY,
}
"""What each setting can be."""


@dataclass(frozen=True)
class DropDown:
    """One thing to choose, as the panel shows it."""

    setting: str
    label: str
    value: str
    options: tuple[str, ...] = ()
    """all values in words"""
    chosen: int = -1
    """the number of the present one; -1 if it is another one, from the settings file"""


def limits_of(settings: Settings) -> Limits:
    """What the next search may use."""
    minutes = settings.search_minutes
    return Limits(
        seconds=minutes * 60.0 if minutes else None,
        memory=settings.search_memory,
        cores=_cores(os.cpu_count() or 1),
    )


def _cores(there: int) -> int:
    """Two of those there are, but one is left for the game."""
    return max(1, min(_MOST_CORES, there - 1))


def choices_of(settings: Settings) -> tuple[DropDown, ...]:
    """What is chosen now, and what could be."""
    labels = {
        "search_metric": _("Fewest"),
        "search_minutes": _("Time"),
        "search_memory": _("Memory"),
    }
    return tuple(_choice(settings, setting, label) for setting, label in labels.items())


def _choice(settings: Settings, setting: str, label: str) -> DropDown:
    values, now = CHOICES[setting], getattr(settings, setting)
    words = tuple(_words(setting, value) for value in values)
    chosen = values.index(now) if now in values else -1
    return DropDown(setting, label, _words(setting, now), words, chosen)


def _words(setting: str, value: Any) -> str:
    """A value as the panel names it."""
    if setting == "search_metric":
        return _(_METRIC_WORDS[Metric(value)])
    if setting == "search_minutes":
        return time_words(value * 60.0) if value else _("No limit")
    return memory_words(value)
