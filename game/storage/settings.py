"""What the person has chosen: one value, and its text in the settings file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from levels.language import _
from levels.metrics import Metrics
from solver.messages import Metric

VERSION = 1
"""Of the file: one more for each change that an older game could not read."""

ANIMATIONS = ("off", "fast", "smooth")
JOURNEYS = ("pushes", "moves")
UNDO_UNITS = ("journey", "step")
DEADLOCK_AIDS = ("off", "warn", "show")
SEARCH_METRICS = tuple(metric.value for metric in Metric if metric is not Metric.ANY)
SEARCH_MINUTES = (0, 1, 5, 30)
SEARCH_MEMORY = (256, 1024, 4096)
INTERFACE_SCALES = (0, 100, 125, 150, 200, 300)
METRICS = (*(each.name for each in fields(Metrics)), "time")

Binds: TypeAlias = Mapping[str, tuple[str, ...]]
"""The keys, or buttons of a gamepad, of each row of the table of controls that was changed."""


@dataclass(frozen=True)
class Settings:
    """Everything that can be chosen, each with the value it has until then."""

    language: str = ""
    """a code such as de; "" is the language of the system"""
    theme: str = "dusk"
    """the name of a file of themes"""
    animation: str = "smooth"
    reduce_motion: bool | None = None
    """None leaves it to the system"""
    volume: int = 60
    """percent"""
    is_muted: bool = False
    repeat_delay: int = 200
    """milliseconds until a held key is repeated"""
    repeat_rate: int = 12
    """how often per second it is repeated then"""
    journeys: str = "pushes"
    """what the way of a box is to have the fewest of; the other one breaks ties"""
    undo_unit: str = "journey"
    """what one undo takes back of a walk or of the journey of a box"""
    metrics: tuple[str, ...] = ("moves", "pushes")
    """those that are shown while playing"""
    deadlock_aid: str = "warn"
    search_metric: str = "pushes"
    """what Solve looks for the fewest of"""
    search_minutes: int = 0
    """how long it may take; 0 is no limit"""
    search_memory: int = 1024
    """MiB"""
    window_size: tuple[int, int] | None = None
    """in pixels; None until there has been a window"""
    window_place: tuple[int, int] | None = None
    is_maximized: bool = False
    is_full_screen: bool = False
    interface_scale: int = 0
    """percent; 0 leaves it to the display and the size of the window"""
    keys: Binds = field(default_factory=dict)
    gamepad: Binds = field(default_factory=dict)
    unknown: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """what a newer game has written, kept as it is"""

    @property
    def scale(self) -> float | None:
        """How large everything is to be drawn; None leaves it to the window."""
        return self.interface_scale / 100 if self.interface_scale >= 100 else None


class SettingsError(ValueError):
    """Text that is no settings file."""


# --- what each may be ------------------------------------------------------------------------

Check: TypeAlias = Callable[[Any], Any]
"""Returns the value as the settings hold it; raises ValueError that says what was expected."""


def _one_of(*names: str) -> Check:
    def check(value: Any) -> Any:
        if value not in names:
            raise ValueError(_("{names} or {last}", names=", ".join(names[:-1]), last=names[-1]))
        return value

    return check


def _name(value: Any) -> Any:
    if not isinstance(value, str) or not value:
        raise ValueError(_("a name"))
    return value


def _text(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError(_("a name"))
    return value


def _switch(value: Any) -> Any:
    if not isinstance(value, bool):
        raise ValueError(_("true or false"))
    return value


def _switch_or_none(value: Any) -> Any:
    return None if value is None else _switch(value)


def _number(least: int, most: int) -> Check:
    def check(value: Any) -> Any:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(_("a whole number from {least} to {most}", least=least, most=most))
        return value

    return check


def _pair(least: int) -> Check:
    number = _number(least, 100_000)

    def check(value: Any) -> Any:
        if value is None:
            return None
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise ValueError(_("two numbers"))
        return tuple(map(number, value))

    return check


def _metrics(value: Any) -> Any:
    if not isinstance(value, list | tuple) or any(each not in METRICS for each in value):
        raise ValueError(_("a list of {names}", names=", ".join(METRICS)))
    return tuple(name for name in METRICS if name in value)


def _binds(value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise ValueError(_("an object of lists of keys"))
    for keys in value.values():
        if not isinstance(keys, list | tuple) or not all(isinstance(key, str) for key in keys):
            raise ValueError(_("an object of lists of keys"))
    return {name: tuple(keys) for name, keys in value.items()}


CHECKS: Mapping[str, Check] = {
    "language": _text,
    "theme": _name,
    "animation": _one_of(*ANIMATIONS),
    "reduce_motion": _switch_or_none,
    "volume": _number(0, 100),
    "is_muted": _switch,
    "repeat_delay": _number(100, 1000),
    "repeat_rate": _number(2, 50),
    "journeys": _one_of(*JOURNEYS),
    "undo_unit": _one_of(*UNDO_UNITS),
    "metrics": _metrics,
    "deadlock_aid": _one_of(*DEADLOCK_AIDS),
    "search_metric": _one_of(*SEARCH_METRICS),
    "search_minutes": _number(0, 10_000),
    "search_memory": _number(16, 1_000_000),
    "window_size": _pair(1),
    "window_place": _pair(-100_000),
    "is_maximized": _switch,
    "is_full_screen": _switch,
    "interface_scale": _number(0, 400),
    "keys": _binds,
    "gamepad": _binds,
}
"""Every setting that the file holds."""

DEFAULTS = Settings()


# --- text ------------------------------------------------------------------------------------


def parse_settings(text: str) -> tuple[Settings, Sequence[str]]:
    """The settings of a file, and what in it is wrong: such a value counts as never chosen.

    What a newer game has added, names and values alike, is no fault: it is kept.
    Raises SettingsError if the text is no settings at all.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(_("is not JSON")) from error
    if not isinstance(found, dict):
        raise SettingsError(_("must be one object of settings"))
    version = found.get("version", VERSION)
    is_newer = isinstance(version, int) and version > VERSION
    chosen: dict[str, Any] = {}
    known = CHECKS.keys() | (set() if is_newer else {"version"})
    unknown = {name: value for name, value in found.items() if name not in known}
    faults = []
    for name in CHECKS.keys() & found.keys():
        try:
            chosen[name] = CHECKS[name](found[name])
        except (ValueError, TypeError) as error:
            if is_newer:
                unknown[name] = found[name]
            else:
                faults.append(
                    _(
                        "{name}: {expected} was expected, not {value}",
                        name=name,
                        expected=error,
                        value=json.dumps(found[name]),
                    )
                )
    return Settings(**chosen, unknown=unknown), sorted(faults)


def format_settings(settings: Settings) -> str:
    """The text of a settings file; what a newer game has written stands in it unchanged."""
    values: dict[str, Any] = {"version": VERSION}
    for name in CHECKS:
        value = getattr(settings, name)
        values[name] = dict(value) if isinstance(value, Mapping) else value
        if name in settings.unknown and value == getattr(DEFAULTS, name):
            values[name] = settings.unknown[name]
    values |= {name: value for name, value in settings.unknown.items() if name not in CHECKS}
    text = json.dumps(values, indent=2, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        # Half a surrogate pair, which JSON can name, has no place in text: then all is ASCII.
        text = json.dumps(values, indent=2)
    return text + "\n"
