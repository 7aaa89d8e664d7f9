"""The player is asked for a file or a folder: in the system's own dialog, or else in ours."""

from __future__ import annotations

import logging
from pathlib import Path

from game.browser.counting import SUFFIXES
from game.browser.system_dialog import Answered, FileQuestion, NoDialog, SystemDialog
from game.looks.display import window_number
from game.widgets.widgets import Widgets
from levels.language import _

_log = logging.getLogger(__name__)


class FileChoosing:
    """One question at a time; dialogs begin where something was chosen last."""

    def __init__(self, dialog: SystemDialog) -> None:
        self.is_folder = False
        """whether a folder is asked for"""
        self._dialog = dialog
        self._folder = Path.home()

    def begin(self, widgets: Widgets, *, is_folder: bool) -> None:
        """Show a dialog. That of the system answers by `poll`, ours by an event."""
        self.is_folder = is_folder
        title = _("Add a folder of level files") if is_folder else _("Add a level file")
        question = FileQuestion(title, self._folder, () if is_folder else SUFFIXES, window_number())
        if not self._dialog.is_missing:
            try:
                self._dialog.begin(question)
                return
            except OSError as error:
                _log.warning("no process for a dialog: %s", error)
        widgets.begin_choice(question.title, question.folder, question.suffixes)

    def poll(self, widgets: Widgets) -> Path | None:
        """What was chosen in the system's dialog; ours is shown if that one cannot be."""
        answer = self._dialog.poll()
        if isinstance(answer, NoDialog):
            self.begin(widgets, is_folder=self.is_folder)
        return answer.path if isinstance(answer, Answered) else None

    def note(self, path: Path) -> None:
        """Begin there the next time."""
        self._folder = path if self.is_folder else path.parent
