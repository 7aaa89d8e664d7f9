"""Errands without processes of their own, each of which takes half a second to start."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from game.browser.library import Library
from game.work.errand import UNDER_WAY, Errand, Job, Report
from tests.game.waiting import refreshed

ROOMS = ("library", "importing", "counting", "shelving")
"""Modules of the browser that send somebody on errands."""


class ErrandInPlace(Errand[Report]):
    """Does its job as soon as it is heard: there is news of it from the start."""

    def __init__(
        self, job: Job, *arguments: object, patience: float | None = None, gives_way: bool = False
    ) -> None:
        self.failure = ""
        self._job = partial(job, *arguments)
        self._patience = None
        self._pipe, self._far_end = multiprocessing.Pipe(duplex=False)
        self._far_end.send("news")
        UNDER_WAY.add(self)

    @property
    def process_id(self) -> int | None:
        return None

    def hear(self) -> list[Report]:
        heard: list[Report] = []
        if not self.is_over:
            self._end()
            self._job(heard.append)
        return heard

    def _end(self) -> None:
        UNDER_WAY.discard(self)
        self._pipe.close()
        self._far_end.close()


@contextmanager
def errands_in_place() -> Iterator[pytest.MonkeyPatch]:
    """The browser's errands are done in this process, until the patch is undone."""
    with pytest.MonkeyPatch.context() as patch:
        for room in ROOMS:
            patch.setattr(f"game.browser.{room}.Errand", ErrandInPlace)
        yield patch


def indexed(library: Library) -> Library:
    """The library with its index up to date, for which no process was started."""
    with errands_in_place():
        return refreshed(library)
