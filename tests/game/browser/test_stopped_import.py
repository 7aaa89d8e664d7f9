"""An import that is stopped: what was added stays, and what is left is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.browser.importing import Files, Importing, Reading, Report
from game.browser.library import Library
from game.browser.words import report_words
from tests.game.browser.test_importing import OTHER, library, written
from tests.game.waiting import wait_until

__all__ = ["library"]


def test_an_import_can_be_stopped(library: Library, tmp_path: Path) -> None:
    """What was added until then stays, and what was not is said."""
    files = tuple(
        written(tmp_path / "from" / f"{number}.xsb", OTHER.replace("Other", f"N{number}"))
        for number in range(2000)
    )
    importing = Importing(library)
    importing.begin(Files(files))
    wait_until(lambda: importing.poll() or (importing.reading and importing.reading.number >= 3))
    importing.stop()
    told = importing.poll()
    assert not importing.is_running
    assert report_words(told)[0].startswith("Stopped. ")
    assert report_words(told)[1].endswith(" files were not read.")
    assert sum(not report.is_stopped for report in told) + told[-1].left == len(files)


@pytest.mark.parametrize("read", [1, 2, 3])
def test_a_file_that_was_just_read_is_not_left(
    library: Library, monkeypatch: pytest.MonkeyPatch, read: int
) -> None:
    """The import is stopped after the report on one file and before the next is begun."""

    class Between:
        is_over, failure = False, ""

        def __init__(self, *arguments: object) -> None:
            self._said = [
                said
                for number in range(1, read + 1)
                for said in (Reading(f"{number}.xsb", number, 3), Report(f"{number}.xsb", added=1))
            ]

        def hear(self) -> list[Reading | Report]:
            return self._said

        def stop(self) -> None:
            """It has ended."""

    monkeypatch.setattr("game.browser.importing.Errand", Between)
    importing = Importing(library)
    importing.begin(Files(()))
    assert not importing.poll()
    importing.stop()
    told = importing.poll()
    assert sum(report.added for report in told) == read
    assert [report.left for report in told if report.is_stopped] == [3 - read][: 3 - read]
