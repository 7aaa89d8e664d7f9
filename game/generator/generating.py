"""Levels being made for one wish: what the generator has found so far, and whether it goes on."""

from __future__ import annotations

from game.work.errand import Errand, Job
from levels.language import _
from levels.refusals import words_of
from solver import generating
from solver.messages import Made, Tried, Wish


class Generating:
    """Makes levels for one wish at a time. Stopping it costs nothing: what it made is here."""

    def __init__(self, job: Job = generating.run) -> None:
        self._job = job
        self._errand: Errand[Made | Tried] | None = None
        self.wish: Wish | None = None
        """what is being made, or was made last"""
        self.made: list[Made] = []
        self.rooms = 0
        """tried so far"""
        self.is_warm = False
        """whether the process has begun to try rooms: compiling comes first"""
        self.failure = ""
        """why it ended before its time, if it did"""

    @property
    def is_running(self) -> bool:
        """Whether more is to come."""
        return self._errand is not None

    @property
    def process_id(self) -> int | None:
        """The process that makes levels, if there is one."""
        return self._errand.process_id if self._errand else None

    def begin(self, wish: Wish) -> None:
        """Forget what was made and make this. Raises ValueError for what can never be."""
        if wish.fault:
            raise ValueError(wish.fault)
        self.stop()
        self.wish, self.made, self.rooms = wish, [], 0
        self.is_warm, self.failure = False, ""
        try:
            self._errand = Errand(self._job, wish)
        except OSError as error:
            self.failure = _("it could not be started ({reason})", reason=words_of(error))

    def stop(self) -> None:
        """Make no more; what was made stays."""
        if self._errand is not None:
            self._errand.stop()
        self._errand = None

    def poll(self) -> bool:
        """Take in what has come; whether there is anything new."""
        errand = self._errand
        if errand is None:
            return False
        reports = errand.hear()
        for report in reports:
            self._take_in(report)
        if errand.is_over:
            self.failure = errand.failure
            self._errand = None
        return bool(reports) or errand.is_over

    def _take_in(self, report: Made | Tried) -> None:
        self.is_warm = True
        match report:
            case Made():
                self.made.append(report)
            case Tried(rooms=rooms):
                self.rooms = rooms
