"""The system's own dialog for files and folders, shown by a process of its own, which it blocks."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from game.work.errand import Errand
from levels.language import _

NOBODY_SECONDS = 0.25
"""A dialog that is gone sooner, without an answer, was never seen: it could not be shown."""

CANCELED = "-128"
"""What macOS calls it when the player cancels, which its dialogs report as an error."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """What is asked for: files of these suffixes, or a folder if there are none."""

    title: str
    folder: Path
    """where to begin"""
    suffixes: tuple[str, ...] = ()
    window: int = 0
    """the window under X11 that the dialog belongs to"""


@dataclass(frozen=True, slots=True)
class Answered:
    """The dialog was closed: with a path, or without one if the player canceled it."""

    path: Path | None


@dataclass(frozen=True, slots=True)
class NoDialog:
    """The system has no dialog, or it could not be shown."""


Answer: TypeAlias = Answered | NoDialog


class SystemDialog:
    """Asks for a file or a folder; `poll` hears the answer. Meanwhile the game goes on."""

    is_missing = False
    """whether the system has turned out to have none"""

    def __init__(self) -> None:
        self._errand: Errand[Answer] | None = None

    @property
    def is_open(self) -> bool:
        """Whether an answer is to come."""
        return self._errand is not None

    def begin(self, question: FileQuestion) -> None:
        """Show the dialog, in place of one that is open. Raises OSError."""
        self.close()
        self._errand = Errand(ask, question)

    def poll(self) -> Answer | None:
        """The answer, once."""
        errand = self._errand
        if errand is None:
            return None
        answers = errand.hear()
        if not answers and not errand.is_over:
            return None
        self.close()
        answer = answers[0] if answers else NoDialog()
        self.is_missing = isinstance(answer, NoDialog)
        return answer

    def close(self) -> None:
        """Take the dialog away, whatever program shows it."""
        errand, self._errand = self._errand, None
        if errand is None or errand.is_over:
            return
        if errand.process_id and hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(errand.process_id, signal.SIGKILL)
        errand.stop()


# --- in the other process --------------------------------------------------------------------


def ask(question: FileQuestion, tell: Callable[[Answer], None]) -> None:
    """What the process does: show the dialog, and report how it was closed."""
    if hasattr(os, "setpgrp"):
        os.setpgrp()  # the programs that show dialogs can then be ended with this one
    os.environ["WINDOWID"] = str(question.window)
    _give_back_libraries()
    began = time.monotonic()
    try:
        chosen = _show(question)
    except Exception as error:  # whatever it is: there is a dialog of our own to fall back on
        if CANCELED in str(error):
            tell(Answered(None))
            return
        _log.info("no dialog of the system: %r", error)
        tell(NoDialog())
        return
    if chosen:
        tell(Answered(Path(chosen)))
    else:
        was_seen = time.monotonic() - began >= NOBODY_SECONDS
        tell(Answered(None) if was_seen else NoDialog())


def _give_back_libraries() -> None:
    """In a bundle, let programs of the system load the libraries of the system."""
    if getattr(sys, "frozen", False):
        before = os.environ.get("LD_LIBRARY_PATH_ORIG", "")
        os.environ["LD_LIBRARY_PATH"] = before


def _show(question: FileQuestion) -> str | None:
    # It looks for the programs that show dialogs when it is imported.
    import crossfiledialog

    folder = str(question.folder)
    if not question.suffixes:
        path: str | None = crossfiledialog.choose_folder(question.title, folder)
        return path
    patterns = [f"*{suffix}" for suffix in question.suffixes]
    kinds = {_("Level files"): patterns, _("All files"): "*"}
    path = crossfiledialog.open_file(question.title, folder, kinds)
    return path
