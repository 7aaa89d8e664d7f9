"""Levels and records on their way in, as the browser hears of them."""

from __future__ import annotations

from pathlib import Path

from game.browser.importing import Files, Job, Pasted, Report
from game.browser.stock import Stock
from game.input.clipboard import read_clipboard
from game.language.words import Words
from game.session.course import Course
from game.session.pasting import is_lurd
from levels.language import _


class Arrivals:
    """What is being read: an import first, then the index of all levels."""

    def __init__(self, stock: Stock, course: Course) -> None:
        self._stock = stock
        self._course = course
        self._awaited: tuple[Path, int] | None = None
        self._kept: tuple[Path, int] | None = None
        """the level that was chosen when its collection was to be kept"""
        self._times_read = stock.library.times_read
        self._progress: tuple[object, object] = (None, None)
        course.keep()
        self.awaits_records = course.records is not None and not course.records.flush(0.0)
        """whether what was played just now is still on its way to the disk"""

    @property
    def is_reading(self) -> bool:
        """Whether files are still on their way into the lists."""
        return self._stock.importing.is_running or self._stock.library.progress is not None

    @property
    def still_reading(self) -> Words | None:
        """What to tell a player who presses Enter before a new level is in the index."""
        if self._awaited is None or not self.is_reading:
            return None
        name = self._awaited[0].name
        return _("{name} is still being read.", name=name), _("One moment.")

    @property
    def is_opening(self) -> bool:
        """Whether the collection that is played has yet to come into the lists."""
        return self._awaited is not None and str(self._awaited[0]) == self._course.file

    def begin(self, job: Job) -> None:
        """Take something in; `reports` tells what became of it."""
        self._stock.importing.begin(job)

    def keep(self, place: tuple[Path, int]) -> None:
        """Add the collection of a level that is only opened; that level stays chosen."""
        self._kept = place
        self.begin(Files((place[0],)))

    def paste(self) -> Words | None:
        """Take in what the clipboard holds; what there is to say if that is nothing of use."""
        text = read_clipboard()
        if not text.strip():
            return _("There is no text on the clipboard."), ""
        if is_lurd(text):
            return _("There is a game on the clipboard."), _("Open its level first, then paste.")
        self.begin(Pasted(text))
        return None

    def reports(self) -> tuple[Report, ...]:
        """What became of an import, once it is done; the index is then read anew."""
        reports = self._stock.importing.poll()
        if reports:
            for report in reports:
                self._settle(report)
            self._awaited = next((self._place(each) for each in reports if each.place), None)
            self._stock.library.refresh()
            self._course.forget_best()
        return reports

    def _place(self, report: Report) -> tuple[Path, int] | None:
        """The level that is to be chosen because of what has come."""
        kept, place = self._kept, report.place
        if kept and place and report.added and report.file == kept[0]:
            return place[0], kept[1]
        return place

    def _settle(self, report: Report) -> None:
        """List an opened file where it is; list it in its new place once it has been added."""
        library, course = self._stock.library, self._course
        if report.place is None:
            return
        place = report.place[0]
        if report.opened:
            library.open(place)
        elif report.added and report.file in library.opened:
            library.opened.remove(report.file)
            if course.file == str(report.file):
                course.file = str(place)

    def has_read(self) -> bool:
        """Whether the index has been read anew since the last time this was asked."""
        library, before = self._stock.library, self._times_read
        library.poll()
        self._times_read = library.times_read
        return self._times_read != before

    def expect(self, place: tuple[Path, int] | None) -> None:
        """Have a level chosen once it is in the index, or none after all."""
        self._awaited = place

    @property
    def is_recording(self) -> bool:
        """Whether what was played may be recorded at any moment."""
        records = self._course.records
        return self.awaits_records and records is not None and not records.is_in_trouble

    def has_recorded(self) -> bool:
        """Whether what was played before the browser was opened has been recorded just now."""
        records = self._course.records
        if not self.awaits_records or records is None or not records.is_saved:
            return False
        self.awaits_records = False
        return True

    def take_awaited(self) -> tuple[Path, int] | None:
        """The new level to choose, now that it is in the index; None if there is none.

        None, too, while the index is being read again: the level may have arrived after that began.
        """
        if self._stock.library.progress is not None:
            return None
        awaited, self._awaited = self._awaited, None
        return awaited

    def has_progressed(self) -> bool:
        """Whether the reading is further along than the last time this was asked."""
        before = self._progress
        self._progress = (self._stock.library.progress, self._stock.importing.reading)
        return self._progress != before
