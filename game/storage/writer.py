"""The thread that writes the records, so that the game never waits for the disk."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Hashable
from pathlib import Path
from threading import Condition, Event, Thread
from typing import TypeAlias

from game.storage import notice
from game.storage.database import (
    FAULTS,
    Fault,
    NewerError,
    Trouble,
    open_database,
    transaction,
    trouble_of,
)
from game.storage.files import check_writable, reason_of
from game.storage.notice import Notice
from game.storage.rescue import check_sound, is_sound, rescue

Job: TypeAlias = Callable[[sqlite3.Connection], object]
"""Something to write. It may be done again after a failure, so it holds all it needs."""

PAUSE_SECONDS = 0.5
"""Between two commits: what is played in that time is written together, in its latest state."""

RETRY_SECONDS = 10.0
"""After a failure that only the person can mend, such as by making room on the disk."""

MOST_RESCUES = 3
"""In one run. A disk that damages whatever is written to it is not written to time and again."""

_log = logging.getLogger(__name__)


class Writer:
    """Writes jobs in the order they came, all that are waiting in one transaction.

    Whatever goes wrong with the file, the jobs are kept and tried again, and the person is told
    once. Only records of a newer version are given up: then `is_off`.
    """

    def __init__(self, path: Path) -> None:
        self.notices: deque[Notice] = deque()
        self.is_settled = Event()
        """set once it is known whether the database can be opened"""
        self.is_open = False
        """whether it can be read"""
        self.is_off = False
        self._path = path
        self._jobs: dict[Hashable, Job] = {}
        self._changed = Condition()
        self._is_closing = False
        self._is_hurried = False
        self._is_writing = False
        self._next_time = 0.0
        self._trouble: Trouble | None = None
        self.obstacle: Notice | None = None
        """what was reported of the trouble, as long as it lasts"""
        self._database: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        """which file the connection is to"""
        self._is_doubted = False
        """whether the last attempt met damage that could not be found afterwards"""
        self.rescues = 0
        """how often a damaged file has been replaced in this run"""
        self._thread = Thread(target=self._run, name="records", daemon=True)

    def start(self) -> None:
        """Begin; the database is opened before the first job comes."""
        self._thread.start()

    # --- from the game's thread, never waiting but where it says so ------------------------------

    def put(self, job: Job) -> None:
        """Have something written."""
        self.put_latest(object(), job)

    def put_latest(self, name: Hashable, job: Job) -> None:
        """The same, in place of the job of that name if that one is still waiting."""
        with self._changed:
            if not self.is_off:
                self._jobs[name] = job
                self._changed.notify_all()

    def flush(self, seconds: float) -> bool:
        """Wait until all is written or that fails, but no longer than this; whether all is."""
        with self._changed:
            self._is_hurried = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._is_idle() or self._has_failed(), seconds)
            return self._is_idle()

    def close(self, seconds: float) -> bool:
        """Write what waits and end; whether all could be written in time."""
        done = self.flush(seconds)
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        self._thread.join(seconds if done else 0.0)
        return done

    @property
    def is_saved(self) -> bool:
        """Whether nothing waits to be written. Asking does not hurry it, as `flush` does."""
        with self._changed:
            return self._is_idle()

    @property
    def waiting(self) -> frozenset[Hashable]:
        """The names of what has not been written yet."""
        with self._changed:
            return frozenset(self._jobs)

    @property
    def is_in_trouble(self) -> bool:
        """Whether the last attempt failed: the next one may be long in coming."""
        return self._trouble is not None

    def _is_idle(self) -> bool:
        return self.is_off or not (self._jobs or self._is_writing)

    def _has_failed(self) -> bool:
        """Whether the attempt that a flush asks for has been made, without success."""
        return self._trouble is not None and not (self._is_hurried or self._is_writing)

    # --- the thread ------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._write_all()
        except Exception as error:
            _log.exception("records: nothing is written any more")
            self.obstacle = notice.stopped(str(error))
            self.notices.append(self.obstacle)
            with self._changed:
                self.is_off, self._is_writing = True, False
                self._changed.notify_all()
        finally:
            self.is_settled.set()
            self._disconnect()

    def _write_all(self) -> None:
        self._attempt({})
        if self._database is None and self._trouble is None and not self.is_off:
            # It was damaged, and has been replaced.
            self._attempt({})
        self.is_settled.set()
        self._look_for_damage()
        while (batch := self._next_batch()) is not None:
            self._attempt(batch)

    def _next_batch(self) -> dict[Hashable, Job] | None:
        """What is to be written now, if only the tables; None at the end."""
        with self._changed:
            self._is_writing = False
            self._changed.notify_all()
            while not self._is_due():
                is_waiting = self._jobs or self._database is None
                self._changed.wait(self._next_time - time.monotonic() if is_waiting else None)
            if self._is_closing or self.is_off:
                return None
            batch, self._jobs = self._jobs, {}
            self._is_writing = True
            # In trouble a flush asks for one more attempt, not for attempts without a pause.
            self._is_hurried = False
            return batch

    def _is_due(self) -> bool:
        if self.is_off or self._is_closing:
            return True
        is_time = self._is_hurried or time.monotonic() >= self._next_time
        return is_time and (bool(self._jobs) or self._database is None)

    def _attempt(self, batch: dict[Hashable, Job]) -> None:
        """Write some jobs; if that fails, they wait again, unless newer ones took their places."""
        pause = PAUSE_SECONDS
        try:
            self._write(batch)
            self._is_doubted = False
            self._recover()
        except NewerError:
            self._switch_off()
        except FAULTS as error:
            with self._changed:
                self._jobs = {**batch, **self._jobs}
            pause = self._take_in(error)
        self._next_time = time.monotonic() + pause

    def _write(self, batch: dict[Hashable, Job]) -> None:
        database = self._connected()
        self.is_open = True
        if not batch:
            return
        with transaction(database):
            for job in batch.values():
                self._do(job, database)

    def _connected(self) -> sqlite3.Connection:
        """The connection; a new one if the file is gone, or another one is in its place."""
        if self._database is not None and self._file != _file_at(self._path):
            self._disconnect()
        if self._database is None:
            self._database = open_database(self._path)
            self._file = _file_at(self._path)
        return self._database

    def _disconnect(self) -> None:
        database, self._database = self._database, None
        if database is not None:
            database.close()

    # --- trouble ---------------------------------------------------------------------------------

    def _recover(self) -> None:
        if self._trouble is not None:
            self._trouble = self.obstacle = None
            self.notices.append(notice.SAVED_AGAIN)

    def _switch_off(self) -> None:
        self.notices.append(notice.NEWER)
        with self._changed:
            self.is_off = True
            self._jobs.clear()

    def _take_in(self, error: Fault) -> float:
        """Tell the person, once, and mend what can be mended; how long to wait before a retry."""
        _log.warning("records: %s", error)
        try:
            if trouble_of(error) is Trouble.DAMAGED and self._replace_damaged():
                return 0.0
        except FAULTS as obstacle:
            _log.warning("records: cannot be rescued: %s", obstacle)
            error = obstacle
        error = self._cause_of(error)
        trouble = trouble_of(error)
        if trouble is not self._trouble:
            self._trouble = trouble
            self.obstacle = self._words(trouble, error)
            self.notices.append(self.obstacle)
        self._disconnect()
        return PAUSE_SECONDS if trouble is Trouble.LOCKED else RETRY_SECONDS

    def _cause_of(self, error: Fault) -> Fault:
        """What the system says of a file that SQLite only says it cannot open or write."""
        if isinstance(error, sqlite3.Error) and trouble_of(error) is Trouble.UNWRITABLE:
            try:
                check_writable(self._path.parent)
            except OSError as cause:
                return cause
        return error

    def _words(self, trouble: Trouble, error: Fault) -> Notice:
        match trouble:
            case Trouble.FULL:
                return notice.DISK_FULL
            case Trouble.LOCKED:
                return notice.LOCKED
            case Trouble.DAMAGED:
                return notice.DAMAGED_AGAIN
            case _:
                return notice.unwritable(self._path.parent, reason_of(error))

    def _look_for_damage(self) -> None:
        """Find damage that opening did not meet, while nothing is lost by it yet."""
        try:
            if self._database is not None:
                check_sound(self._database)
        except FAULTS as error:
            self._next_time = time.monotonic() + self._take_in(error)

    def _replace_damaged(self) -> bool:
        """Put a new file with all that can still be read in place of the damaged one, so that the
        next attempt can begin at once; whether that is so. Raises as `rescue` does."""
        self._disconnect()
        if not self._is_doubted and is_sound(self._path):
            # Another copy of the game may have been quicker; if not, the next failure tells.
            self._is_doubted = True
            return True
        if self.rescues >= MOST_RESCUES:
            return False
        rescued = rescue(self._path)
        self.rescues += 1
        self._is_doubted = False
        if rescued is not None:
            self.notices.append(notice.rescued(rescued))
        return True

    def _do(self, job: Job, database: sqlite3.Connection) -> None:
        try:
            job(database)
        except (sqlite3.OperationalError, OSError):
            raise
        except Exception as error:
            if isinstance(error, FAULTS) and trouble_of(error) is Trouble.DAMAGED:
                raise
            # A job that cannot be done must not keep the others from being done.
            _log.exception("records: not written")
            self.notices.append(notice.unwritten(str(error)))


def _file_at(path: Path) -> tuple[int, int] | None:
    """Which file has this name now; None if there is none."""
    try:
        about = path.stat()
    except FileNotFoundError:
        return None
    return about.st_dev, about.st_ino
