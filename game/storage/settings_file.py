"""The file of the settings: read at the start, and written whole whenever something is chosen."""

from __future__ import annotations

import os
from collections import deque
from dataclasses import replace
from pathlib import Path
from threading import Lock, Thread

from game.storage.files import damaged_name, reason_of, shown
from game.storage.folders import config_folder
from game.storage.notice import Notice, unread_settings, unsaved_settings
from game.storage.settings import Settings, SettingsError, format_settings, parse_settings
from levels.language import _, said_of
from levels.regular_file import read_at_most
from levels.whole_file import whole

FILE_NAME = "settings.json"

LONGEST_FILE = 1024 * 1024
"""Bytes. All settings need some thousand."""

CLOSING_SECONDS = 2.0
"""How long the end of the game waits for the disk."""


class SettingsFile:
    """Holds the settings and keeps them. Writing is left to a thread; `notices` say if it fails."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or config_folder()).absolute() / FILE_NAME
        self.settings = Settings()
        self.notices: deque[Notice] = deque()
        """what the person has to know of the file"""
        self._lock = Lock()
        self._waiting: Settings | None = None
        self._thread: Thread | None = None
        self._has_failed = False
        self._is_closed = False
        """whether the file is left as it is, since it could not be read"""

    def read(self) -> Settings:
        """The settings as they were left; a file that cannot be used is set aside, not lost."""
        try:
            self.settings, faults = parse_settings(self._text())
        except FileNotFoundError:
            pass
        except OSError as error:
            self._is_closed = True
            self.notices.append(unread_settings(reason_of(error)))
        except UnicodeDecodeError:
            self._set_aside(_("is not text"), _("The defaults are used."))
        except SettingsError as error:
            self._set_aside(str(error), _("The defaults are used."))
        else:
            if faults:
                self._set_aside(faults[0], _("All other settings are kept."))
                self._keep()
        return self.settings

    def _text(self) -> str:
        content = read_at_most(self.path, LONGEST_FILE)
        if content is None:
            raise SettingsError(_("is larger than {number} KiB", number=LONGEST_FILE // 1024))
        return content.decode()

    def choose(self, **changes: object) -> None:
        """Change some settings, and have them written soon; returns at once."""
        changed = replace(self.settings, **changes)  # type: ignore[arg-type]
        if changed != self.settings:
            self.settings = changed
            self._keep()

    def _keep(self) -> None:
        if self._is_closed:
            return
        with self._lock:
            self._waiting = self.settings
            if self._thread is None:
                self._thread = Thread(target=self._write_all, name="settings", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Wait until everything is written, for a moment at most."""
        thread = self._thread
        if thread is not None:
            thread.join(CLOSING_SECONDS)

    # --- the disk --------------------------------------------------------------------------------

    def _write_all(self) -> None:
        while True:
            with self._lock:
                settings, self._waiting = self._waiting, None
                if settings is None:
                    self._thread = None
                    return
            try:
                self._write(format_settings(settings))
                self._has_failed = False
            except Exception as error:  # the thread has to go on: later settings may be writable
                if not self._has_failed:
                    self.notices.append(unsaved_settings(reason_of(error)))
                self._has_failed = True

    def _write(self, text: str) -> None:
        with whole(self.path) as part, part.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())

    def _set_aside(self, reason: str, consequence: str) -> None:
        """Keep a faulty file under another name, as the next one written would overwrite it."""
        place = damaged_name(self.path)
        try:
            self.path.rename(place)
        except OSError as error:
            self._is_closed = True
            self.notices.append(unread_settings(f"{FILE_NAME} {reason} ({reason_of(error)})"))
        else:
            lead = f"{said_of(FILE_NAME, reason)}."
            renamed = _("The file was renamed to {place}.", place=shown(place))
            self.notices.append(Notice(lead, f"{consequence} {renamed}"))
