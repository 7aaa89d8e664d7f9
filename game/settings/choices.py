"""What there is to choose in the settings: sections of rows, each about one setting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from game.looks.theme import THEMES
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
from levels.language import LANGUAGES, N_, NP_, _, decimal
from solver.messages import Metric

_METRIC_LABELS = {
    Metric.PUSHES: N_("Pushes"),
    Metric.MOVES: N_("Moves"),
    Metric.PUSHES_MOVES: N_("Both"),
}


@dataclass(frozen=True)
class Option:
    """One of the values of a setting, and what it is called."""

    value: Any
    label: str
    number: float | None = None
    """what stands in the label, if a number does"""

    @property
    def words(self) -> str:
        """What it is called on the screen."""
        return _(self.label) if self.number is None else _(self.label, number=decimal(self.number))


Options: TypeAlias = tuple[Option, ...]


@dataclass(frozen=True)
class Choice:
    """A setting with one of several values; the note says what it is good for."""

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
    """A setting with any of several values, in their order."""

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
    unit: str = "{number}"
    """how the number is written"""

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
        return _(self.unit, number=getattr(settings, self.name))


@dataclass(frozen=True)
class Reset(Choice):
    """No setting: what puts all of its section back."""

    def is_on(self, settings: object, number: int) -> bool:
        """Nothing is chosen by it."""
        return False


Row: TypeAlias = Choice | Amount

SWITCH = (Option(False, N_("Off")), Option(True, N_("On")))


COUNTER_LABELS = {
    "moves": N_("Moves"), "pushes": N_("Pushes"), "box_lines": N_("Box lines"),
    "box_changes": N_("Box changes"), "pushing_sessions": N_("Sessions"),
    "player_lines": N_("Player lines"), "time": N_("Time"),
}  # fmt: skip
"""What a metric is called where it is counted."""


# Translators: a section of the settings, about playing.
PLAY = NP_("section of the settings", "Play")

SECTIONS: dict[str, tuple[Row, ...]] = {
    PLAY: (
        Choice("journeys", N_("Box paths use the fewest"), N_("Ties are broken by the other."),
               tuple(Option(name, COUNTER_LABELS[name]) for name in JOURNEYS)),
        Choice("undo_unit", N_("Undo"), N_("A walk or a box move counts as one."),
               (Option(UNDO_UNITS[0], N_("Whole move")), Option(UNDO_UNITS[1], N_("Single step")))),
        Choice("deadlock_aid", N_("Stuck boxes"), N_("Every warning is proved, never a guess."),
               (Option(DEADLOCK_AIDS[0], N_("Off")), Option(DEADLOCK_AIDS[1], N_("Warn")),
                Option(DEADLOCK_AIDS[2], N_("Explain")))),
        Several("metrics", N_("Counters"), N_("Shown above the board."),
                tuple(Option(value, COUNTER_LABELS[value]) for value in METRICS)),
        Amount("repeat_delay", N_("Key repeat delay"), N_("Before a held key repeats."),
               100, 1000, 50, N_("{number} ms")),
        Amount("repeat_rate", N_("Key repeat rate"), N_("Every step is shown before the next."),
               2, 50, 1, N_("{number}/s")),
    ),
    N_("Look"): (
        Choice("language", N_("Language"), N_("Texts change at once."),
               (Option("", N_("As the system")),
                *(Option(code, name) for code, name in LANGUAGES.items()))),
        Choice("theme", N_("Theme"), N_("Okabe is made for color-blind players."),
               tuple(Option(name, label) for name, label in THEMES.items())),
        Choice("animation", N_("Animation"), N_("You never have to wait for it."),
               tuple(Option(value, label) for value, label in
                     zip(ANIMATIONS, (N_("Off"), N_("Fast"), N_("Smooth")), strict=True))),
        Choice("reduce_motion", N_("Reduce motion"), N_("Pieces jump; nothing pulses or glides."),
               (Option(None, N_("As the system")), *SWITCH)),
        Choice("interface_scale", N_("Interface size"), N_("How large text and buttons are."),
               tuple(Option(value, N_("{number}%"), value) if value
                     else Option(0, N_("Fit to window"))
                     for value in INTERFACE_SCALES)),
        Choice("is_full_screen", N_("Full screen"), N_("Off restores the window."), SWITCH),
    ),
    N_("Solver"): (
        Choice("search_metric", N_("Solve for the fewest"), N_("With both, moves break ties."),
               tuple(Option(metric.value, label) for metric, label in _METRIC_LABELS.items())),
        Choice("search_minutes", N_("Time limit"), N_("You can stop it at any time."),
               tuple(Option(value, N_("{number} min"), value) if value else Option(0, N_("None"))
                     for value in (*SEARCH_MINUTES[1:], SEARCH_MINUTES[0]))),
        Choice("search_memory", N_("Memory limit"), N_("More memory proves more levels."),
               tuple(Option(value, N_("{number} MiB"), value) if value < 1024
                     else Option(value, N_("{number} GiB"), value // 1024)
                     for value in SEARCH_MEMORY)),
    ),
    N_("Sound"): (
        Choice("is_muted", N_("Sound"), N_("Steps, pushes and boxes on goals. No music."),
               (Option(True, N_("Off")), Option(False, N_("On")))),
        Amount("volume", N_("Volume"), N_("Plays a sample when you change it."),
               0, 100, 5, N_("{number}%")),
    ),
}  # fmt: skip


RESET = Reset("", N_("Defaults"), "", (Option(None, N_("Reset this page")),))
KEYS = N_("Keys")
"""The section that is a table of its own."""

NAMES = (*SECTIONS, KEYS)


def rows_of(section: str) -> tuple[Row, ...]:
    """The rows of a section, with the one that resets it at the end."""
    return (*SECTIONS[section], RESET)
