"""What can be opened later is imported before that, while nobody does anything."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from threading import Thread

ROOMS = (
    "menu", "widgets", "settings", "browser", "play", "review", "replay", "statistics", "days",
    "editor", "generator",
)  # fmt: skip
"""Those that the play screen does not need in full, the ones opened most often first."""

LOOK_SECONDS = 0.1
"""How soon to see again whether the player has stopped doing something."""

SWITCH_SECONDS = 0.0005
"""How long an import keeps the game waiting when it has something to do; Python's own is 5 ms."""

_log = logging.getLogger(__name__)


def later_modules() -> Iterator[str]:
    """All modules of these rooms, room by room."""
    for room in ROOMS:
        package = import_module(f"game.{room}")
        yield from (each.name for each in iter_modules(package.__path__, f"{package.__name__}."))


class Preloading(Thread):
    """Imports module by module, and begins with none while the player does something.

    Whatever is opened before its turn has come is imported there and then.
    """

    def __init__(
        self, modules: Iterable[str], is_quiet: Callable[[], bool], end: Callable[[], None]
    ) -> None:
        """``end`` is called when all is there, and nothing else happens."""
        super().__init__(name="preloading", daemon=True)
        self._modules = modules
        self._is_quiet = is_quiet
        self._end = end

    def run(self) -> None:
        """Import all; what cannot be imported is left to whoever opens it."""
        before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        try:
            for name in self._modules:
                self._await_quiet()
                import_module(name)
        except Exception as error:
            _log.warning("preloading: %r", error)
        finally:
            sys.setswitchinterval(before)
        self._await_quiet()
        self._end()

    def _await_quiet(self) -> None:
        while not self._is_quiet():
            time.sleep(LOOK_SECONDS)
