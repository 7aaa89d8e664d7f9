"""What there is to choose in the settings: sections of rows, each about one setting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from game.looks.theme import THEME_NAMES
from game.storage.settings import (
    ANIMATIONS,
    DEADLOCK_AIDS,
    INTERFACE_SCALES,
    JOURNEYS,
    METRICS,
    SEARCH_MEMORY,
    SEARCH_MINUTES,
    UNDO_UNITS,
)
from solver.messages import Metric

_METRIC_LABELS = {Metric.PUSHES: "Pushes", Metric.MOVES: "Moves", Metric.PUSHES_MOVES: "Both"}


@dataclass(frozen=True)
class Option:
    """One of the values of a setting, and what it is called."""

    value: Any
    label: str


Options: TypeAlias = tuple[Option, ...]


@dataclass(frozen=True)
class Choice:
    """A setting with one of some values; the note says what it is good for."""

    name: str
    label: str
    note: str
    options: Options

    def is_on(self, settings: object, number: int) -> bool:
        """Whether an option is chosen."""
        return bool(getattr(settings, self.name) == self.options[number].value)

    def chosen(self, settings: object, number: int) -> Any:
        """The value of the setting once an option is picked."""
        return self.options[number].value

    def moved(self, settings: object, by: int) -> Any:
        """The value to the left or to the right; the ends stay."""
        values = [option.value for option in self.options]
        value = getattr(settings, self.name)
        index = values.index(value) if value in values else 0
        return values[min(max(index + by, 0), len(values) - 1)]


@dataclass(frozen=True)
class Several(Choice):
    """A setting with any of some values, in their order."""

    def is_on(self, settings: object, number: int) -> bool:
        """Whether an option is among the chosen ones."""
        return self.options[number].value in getattr(settings, self.name)

    def chosen(self, settings: object, number: int) -> Any:
        """The values with an option added, or taken away if it was among them."""
        picked = {*getattr(settings, self.name)} ^ {self.options[number].value}
        return tuple(option.value for option in self.options if option.value in picked)


@dataclass(frozen=True)
class Amount:
    """A setting with a number, from ``least`` to ``most``."""

    name: str
    label: str
    note: str
    least: int
    most: int
    step: int
    unit: str

    def moved(self, settings: object, by: int) -> int:
        """The number one step less or more."""
        return self.fitted(getattr(settings, self.name) + by * self.step)

    def fitted(self, value: float) -> int:
        """The nearest number that can be chosen."""
        steps = round((value - self.least) / self.step)
        return min(max(self.least + steps * self.step, self.least), self.most)

    def share(self, settings: object) -> float:
        """How far the number is from the least to the most: 0 to 1."""
        return float(getattr(settings, self.name) - self.least) / (self.most - self.least)

    def words(self, settings: object) -> str:
        """The number as it is shown: ``200 ms``."""
        return f"{getattr(settings, self.name)}{self.unit}"


@dataclass(frozen=True)
class Reset(Choice):
    """No setting: what puts all of its section back."""

    def is_on(self, settings: object, number: int) -> bool:
        """Nothing is chosen by it."""
        return False


Row: TypeAlias = Choice | Amount

SWITCH = (Option(False, "Off"), Option(True, "On"))


COUNTER_LABELS = {
    metric: metric.removeprefix("pushing_").replace("_", " ").capitalize() for metric in METRICS
}
"""What a metric is called where it is counted: ``pushing_sessions`` are Sessions."""


def _named(*values: str) -> Options:
    return tuple(Option(value, value.replace("_", " ").capitalize()) for value in values)


SECTIONS: dict[str, tuple[Row, ...]] = {
    "Play": (
        Choice("journeys", "Box paths use the fewest", "Ties are broken by the other.",
               _named(*JOURNEYS)),
        Choice("undo_unit", "Undo", "A walk or a box move counts as one.",
               (Option(UNDO_UNITS[0], "Whole move"), Option(UNDO_UNITS[1], "Single step"))),
        Choice("deadlock_aid", "Stuck boxes", "Every warning is proved, never a guess.",
               (Option(DEADLOCK_AIDS[0], "Off"), Option(DEADLOCK_AIDS[1], "Warn"),
                Option(DEADLOCK_AIDS[2], "Explain"))),
        Several("metrics", "Counters", "Shown above the board.",
                tuple(Option(value, COUNTER_LABELS[value]) for value in METRICS)),
        Amount("repeat_delay", "Key repeat delay", "Before a held key repeats.",
               100, 1000, 50, " ms"),
        Amount("repeat_rate", "Key repeat rate", "Every step is shown before the next.",
               2, 50, 1, " per second"),
    ),
    "Look": (
        Choice("theme", "Theme", "Okabe is made for color-blind players.",
               tuple(Option(name, name.capitalize())
                     for name in THEME_NAMES)),
        Choice("animation", "Animation", "You never have to wait for it.",
               tuple(Option(value, label) for value, label in
                     zip(ANIMATIONS, ("Off", "Fast", "Smooth"), strict=True))),
        Choice("reduce_motion", "Reduce motion", "Pieces jump; nothing pulses or glides.", SWITCH),
        Choice("interface_scale", "Interface size", "How large text and buttons are.",
               tuple(Option(value, f"{value / 100:g}×" if value else "Fit to window")
                     for value in INTERFACE_SCALES)),
        Choice("is_full_screen", "Full screen", "Off restores the window.", SWITCH),
    ),
    "Solver": (
        Choice("search_metric", "Solve for the fewest", "With both, moves break ties.",
               tuple(Option(metric.value, label) for metric, label in _METRIC_LABELS.items())),
        Choice("search_minutes", "Time limit", "You can stop it at any time.",
               tuple(Option(value, f"{value} min" if value else "None")
                     for value in (*SEARCH_MINUTES[1:], SEARCH_MINUTES[0]))),
        Choice("search_memory", "Memory limit", "More memory proves more levels.",
               tuple(Option(value, f"{value} MiB" if value < 1024 else f"{value // 1024} GiB")
                     for value in SEARCH_MEMORY)),
    ),
    "Sound": (
        Choice("is_muted", "Sound", "Steps, pushes and boxes on goals. No music.",
               (Option(True, "Off"), Option(False, "On"))),
        Amount("volume", "Volume", "Plays a sample when you change it.", 0, 100, 5, "%"),
    ),
}  # fmt: skip


RESET = Reset("", "Defaults", "", (Option(None, "Reset this page"),))
KEYS = "Keys"
"""The section that is a table of its own."""

NAMES = (*SECTIONS, KEYS)


def rows_of(section: str) -> tuple[Row, ...]:
    """The rows of a section, what resets it at the end."""
    return (*SECTIONS[section], RESET)
