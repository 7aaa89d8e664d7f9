"""Proves whole collections, or reviews all games on them, level by level, in the background.

A worker of its own searches while no other process needs the processor, so nothing that the player
asks for has to wait. Each level is tried briefly at first; those that need longer get more time in
later rounds. Games are reviewed as they are after `F8`.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

from game.browser.entries import CollectionEntry, LevelEntry
from game.browser.library import Library
from game.browser.proving_task import Chore, ProvingProgress, ProvingState, ProvingTask, ReviewTask
from game.browser.proving_words import (
    ALREADY,
    PAUSED,
    STOPPED,
    WAITING,
    begun_words,
    failed_words,
    proved_words,
    reviewed_words,
)
from game.language.words import Words
from game.proof.needs import WorkerClient
from game.proof.proof import told_by
from game.proof.reviewer import LIMITS as REVIEW_LIMITS
from game.proof.reviewer import Reviewer
from game.proof.side_search import SideQuestion, SideSearch
from game.proof.solver_link import SolverLink
from game.session.line import Way, solving
from game.storage.proving_plan import ProvingPlan, read_plan, write_plan
from game.storage.records import Records
from game.storage.reviews import get_games, get_losses, get_reviewed
from game.work.inquiry import Answer, Inquiry
from levels.language import _
from levels.level import Level
from levels.position import Position
from solver.messages import Cause, GaveUp, Known, Limits, Metric, Outcome, Solved, Unsolvable

AT_ONCE = 0.001
"""Seconds of a turn that go into choosing levels and taking in what was found."""

POWER_SECONDS = 10.0
"""How soon to check again whether the computer runs on its battery."""

SAVE_SECONDS = 10.0
"""How soon to save the plan again."""

SPARE_SECONDS = 15.0
"""How long a worker with nothing to do is kept."""

_log = logging.getLogger(__name__)

_Turns: TypeAlias = Generator[bool, None, None]
"""Work in slices. It yields whether it has to wait for something."""

_Task: TypeAlias = ProvingTask | ReviewTask


class _Assignment(NamedTuple):
    """What the player has asked for."""

    chore: Chore
    path: Path


@dataclass(frozen=True)
class Means:
    """What collections are proved with."""

    new_client: Callable[[], WorkerClient]
    is_on_battery: Callable[[], bool] = lambda: False
    memory: Callable[[], int] = lambda: 1024
    """the MiB that a search may take"""
    clock: Callable[[], float] = time.monotonic


class Proving:
    """Proves or reviews the collections that the player has asked for, one after another."""

    def __init__(
        self, library: Library, link: SolverLink, memory: Records | None, place: Path, means: Means,
    ) -> None:  # fmt: skip
        """``place``: the file of the plan."""
        self.notices: deque[Words] = deque()
        """what was finished, until somebody takes it"""
        self._library, self._link, self._memory = library, link, memory
        self._means, self._place = means, place
        self._clock = self._means.clock
        plan = read_plan(place)
        self._queue = deque(_Assignment(Chore.PROVE, Path(each)) for each in plan.files)
        self._queue += (_Assignment(Chore.REVIEW, Path(each)) for each in plan.reviews)
        self._tried = dict(plan.tried)
        self._is_paused = bool(self._queue)  # the player has to ask again in each session
        self._has_power, self._ignores_power = True, False
        self._power_due = self._save_due = self._idle_since = 0.0
        self._client: WorkerClient | None = None
        self._side: SideSearch | None = None
        self._work: _Turns | None = self._proving() if self._queue else None
        self._progress: ProvingProgress | None = None
        self._tasks: dict[_Assignment, _Task] = {}
        self._task: _Task | None = None
        """the one at hand"""
        self._reviewing: SolverLink | None = None
        """the link over which a game is reviewed, while one is"""

    # --- what the player asks for ----------------------------------------------------------------

    def ask(self, collection: CollectionEntry, chore: Chore = Chore.PROVE) -> Words:
        """Prove a collection or review the games on it, besides what was asked for before; what to
        say."""
        title, wish = collection.title, _Assignment(chore, collection.path)
        if self._memory is None:
            return _("There are no records in which proofs could be kept."), ""
        if wish in self._queue:
            if self._is_resting:
                return self._resume()
            return _(ALREADY[chore], title=title), ""
        self._queue.append(wish)
        self._save()
        if self._work is None:
            self._is_paused = False
            self._progress = ProvingProgress(title, chore=chore)
            self._work = self._proving()
            return begun_words(self._progress)
        if self._progress is not None:
            self._progress = replace(self._progress, waiting=len(self._queue) - 1)
        return _(WAITING[chore], title=title), _("Levels that take long come last.")

    def pause_or_resume(self) -> Words:
        """Rest until the player asks again, or resume; what to say."""
        if self._work is None:
            return _("Nothing is being proved or reviewed."), _(
                "{prove} proves the collection that is shown."
            )
        return self._resume() if self._is_resting else self._pause()

    def _resume(self) -> Words:
        """Resume, even on the battery if it was waiting for power."""
        self._ignores_power = not self._has_power
        self._is_paused = False
        return begun_words(self._progress or ProvingProgress(""))

    def _pause(self) -> Words:
        self._is_paused = True
        self._interrupt()
        chore = self._progress.chore if self._progress else Chore.PROVE
        return _(PAUSED[chore]), _("{pause_proving} resumes it, even after a restart.")

    def stop(self) -> Words:
        """Leave the collection at hand; what was found stays. What to say."""
        progress, self._progress = self._progress, None
        if self._work is None or progress is None:
            return "", ""
        self._work.close()
        self._leave()
        lead = _(STOPPED[progress.chore], title=progress.title)
        return lead, _("Everything found so far is kept.")

    def _leave(self) -> None:
        """Drop the current collection, and continue with the rest if there are any."""
        if self._side is not None:
            self._side.drop()
        if self._task is not None:
            self._drop(self._task)
        else:  # its levels have not been listed yet
            self._queue.clear()
        self._work = self._proving() if self._queue else None

    def _fail(self, error: Exception) -> None:
        """Give up the current collection because of an unexpected error."""
        progress, self._progress = self._progress, None
        if progress is None:  # it is the first of the plan
            chore, path = self._queue[0]
            progress = ProvingProgress(path.stem, chore=chore)
        self.notices.append(failed_words(progress.title, progress.chore, error))
        self._leave()

    def close(self) -> None:
        """End the worker, and keep the plan for the next session."""
        if self._queue:
            self._save()
        if self._work is not None:
            self._work.close()
        if self._client is not None:
            self._client.close()
        self._client = self._side = self._work = None

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def progress(self) -> ProvingProgress | None:
        """How far it is; None if nothing was asked for, or the player has seen the end."""
        return self._progress

    def notice(self) -> Words | None:
        """What there is to say about a collection that is finished."""
        return self.notices.popleft() if self.notices else None

    @property
    def is_under_way(self) -> bool:
        """Whether anything is being done, or would be but for a pause."""
        return self._work is not None

    @property
    def is_waiting(self) -> bool:
        """Whether there may be something to hear at any moment."""
        return self._work is not None and not self._is_resting

    @property
    def _is_resting(self) -> bool:
        return self._is_paused or not (self._has_power or self._ignores_power)

    # --- alongside the game ----------------------------------------------------------------------

    def poll(self) -> None:
        """Go on for a moment."""
        self._look_after_worker()
        if self._work is None:
            return
        self._look_at_power()
        try:
            self._go_on(self._work)
        except Exception as error:  # the game goes on, and so do the other collections
            _log.exception("proving")
            self._fail(error)
        side = self._side
        if side is not None and side.is_waiting and not side.is_running and not self._is_resting:
            side.go_on()

    def _go_on(self, work: _Turns) -> None:
        end = time.perf_counter() + AT_ONCE
        for must_wait in work:
            if must_wait or time.perf_counter() >= end:
                return
        self._work = None

    def _look_after_worker(self) -> None:
        """Hear the worker, and end it once it has had nothing to do for a while."""
        client, side, now = self._client, self._side, self._clock()
        if client is None or side is None:
            return
        for report in client.poll() if self._reviewing is None else ():
            side.hear(report)
        if side.is_waiting or self._reviewing is not None:
            self._idle_since = now
        elif now >= self._idle_since + SPARE_SECONDS:
            self._client = self._side = None
            Inquiry(client.close)  # it may wait for the process

    def _look_at_power(self) -> None:
        now = self._clock()
        if now < self._power_due:
            return
        self._power_due = now + POWER_SECONDS
        had_power, self._has_power = self._has_power, not self._means.is_on_battery()
        if self._has_power:
            self._ignores_power = False
        elif had_power and not self._ignores_power:
            self._interrupt()

    def _interrupt(self) -> None:
        """End the search at hand; what it has learned is kept."""
        if self._client is not None:
            self._client.stop()

    def _save(self) -> None:
        self._save_due = self._clock() + SAVE_SECONDS
        files, reviews = (
            tuple(str(each.path) for each in self._queue if each.chore is chore) for chore in Chore
        )
        write_plan(self._place, ProvingPlan(files, self._tried, reviews))

    # --- the work --------------------------------------------------------------------------------

    def _proving(self) -> _Turns:
        """All collections, first the one whose levels have been tried for the shortest time."""
        while self._queue:
            yield from self._list_new()
            tasks = [self._tasks[wish] for wish in self._queue]
            if not tasks:
                self._progress = None
                return
            self._task = task = min(tasks, key=lambda each: each.next_seconds)
            entry = task.next_level()
            if entry is None:
                yield from self._finish(task)
                continue
            yield from self._rest(entry)
            level = self._library.level(task.collection.path, entry.number)
            yield False
            if level is None:
                task.skip()
            elif isinstance(task, ReviewTask):
                yield from self._review(task, entry, level)
            else:
                yield from self._try(task, entry, level)

    def _list_new(self) -> _Turns:
        """Read which levels there are in collections that were asked for just now."""
        for wish in [each for each in self._queue if each not in self._tasks]:
            listed = {each.path: each for each in self._library.listed()}
            while wish.path not in listed and self._library.progress is not None:
                yield True
                listed = {each.path: each for each in self._library.listed()}
            found = listed.get(wish.path)
            task = None
            try:
                task = yield from _answer(partial(self._listing, wish, found))
            except (sqlite3.Error, OSError) as error:
                title = found.title if found else wish.path.stem
                self.notices.append(failed_words(title, wish.chore, error))
            if task is None:
                self._queue.remove(wish)
            else:
                self._tasks[wish] = task

    def _listing(self, wish: _Assignment, collection: CollectionEntry | None) -> _Task | None:
        """What is to be done; None if the collection is gone (in an inquiry's thread)."""
        assert self._memory is not None
        entries = self._library.entries_of(wish.path)
        if collection is None:
            return None
        if wish.chore is Chore.REVIEW:
            return ReviewTask(collection, entries, self._memory.ask(get_reviewed))
        return ProvingTask(collection, entries, self._tried)

    def _finish(self, task: _Task) -> _Turns:
        """Say what has come of it."""
        assert self._memory is not None
        self._note_progress(ProvingState.FINISHED)
        title = task.collection.title
        if isinstance(task, ReviewTask):
            losses = partial(get_losses, collection=task.collection.id)
            found = yield from _answer(partial(self._memory.ask, losses))
            self.notices.append(reviewed_words(title, *found))
        else:
            self.notices.append(proved_words(title, task.proved, task.levels))
        self._drop(task)

    def _drop(self, task: _Task) -> None:
        wish = _Assignment(task.chore, task.collection.path)
        self._queue.remove(wish)
        del self._tasks[wish]
        self._task = None
        self._save()

    def _rest(self, entry: LevelEntry) -> _Turns:
        """Wait while there is a pause, and then report which level is looked at."""
        while self._is_resting:
            is_paused = self._is_paused
            self._note_progress(ProvingState.PAUSED if is_paused else ProvingState.ON_BATTERY)
            yield True
        self._note_progress(ProvingState.PROVING, entry.number)

    def _review(self, task: ReviewTask, entry: LevelEntry, level: Level) -> _Turns:
        """All of the player's games on a level."""
        assert self._memory is not None
        games = partial(self._memory.ask, partial(get_games, level=level))
        for lurd in (yield from _answer(games)):
            line = yield from _along(level, lurd)
            while not (yield from self._review_game(line)):
                yield from self._rest(entry)
        task.decide(entry)

    def _review_game(self, line: Way) -> Generator[bool, None, bool]:
        """Review a game from where its review left off; whether that has come to its end, which it
        has not if somebody interrupts."""
        self._worker()
        assert self._client is not None
        self._reviewing = link = SolverLink(self._client, self._memory)
        limits = replace(REVIEW_LIMITS, memory=self._means.memory())
        reviewer = Reviewer(link, self._memory, limits, self._note)
        reviewer.begin(line, Metric.PUSHES)
        try:
            while reviewer.is_running and not self._is_resting:
                link.poll()
                yield True
            return not reviewer.is_running
        finally:
            reviewer.stop()
            self._reviewing = None

    def _note(self, position: Position, outcome: Outcome, way: Way) -> None:
        self._link.note_start(position.as_level(), outcome, way)

    def _try(self, task: ProvingTask, entry: LevelEntry, level: Level) -> _Turns:
        """One level, until it is decided or has had its time, or somebody interrupts."""
        question = self._question(level, task.seconds)
        if question is None:
            task.decide(entry)
            return
        side = self._worker()
        side.ask(question)
        while side.is_waiting:
            if not side.is_running:  # a pause may have begun before the question was put
                yield from self._rest(entry)
            yield True
        assert side.outcome is not None
        way = yield from _along(level, told_by(side.outcome, side.outcome.job))
        yield False
        self._link.note_start(level, side.outcome, way)
        _settle(task, entry, side.outcome, is_sound=bool(way))
        if self._clock() >= self._save_due:
            self._save()

    def _question(self, level: Level, seconds: float) -> SideQuestion | None:
        """What to ask the solver; None if the records know all that there is to know."""
        assert self._memory is not None
        known = self._memory.proof_of(level)
        if known.is_unsolvable or known.is_optimal(Metric.PUSHES):
            return None
        limits = Limits(seconds=seconds, memory=self._means.memory())
        return SideQuestion(level, Metric.PUSHES, limits, Known(known.lower_bound, known.solution))

    def _worker(self) -> SideSearch:
        """What asks the worker, which is started if there is none."""
        if self._side is None:
            self._client = self._means.new_client()
            self._side = SideSearch(self._client)
            self._idle_since = self._clock()
        return self._side

    def _note_progress(self, state: ProvingState, number: int = 0) -> None:
        assert self._task is not None
        task, waiting = self._task, len(self._queue) - 1
        self._progress = ProvingProgress(
            task.collection.title, state, task.proved, task.levels, number, waiting, task.chore
        )


def _answer(ask: Callable[[], Answer]) -> Generator[bool, None, Answer]:
    """What a thread found, or the error that ended it."""
    inquiry = Inquiry(ask)
    while not inquiry.is_over:
        yield True
    if inquiry.error is not None:
        raise inquiry.error
    return cast("Answer", inquiry.answer)


def _along(level: Level, lurd: str | None) -> Generator[bool, None, Way]:
    """The positions of a solution, replayed; none if there is none."""
    if lurd is None:
        return ()
    replaying = solving(Position.start(level), lurd)
    while True:
        try:
            next(replaying)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        yield False


def _settle(task: ProvingTask, entry: LevelEntry, outcome: Outcome, *, is_sound: bool) -> None:
    """Note what an outcome means for the level; ``is_sound``: its solution could be replayed."""
    match outcome:
        case Unsolvable():
            task.decide(entry)
        case Solved(optimal=True) if is_sound:
            task.decide(entry)
        case GaveUp(cause=Cause.INTERRUPTED):
            pass
        case GaveUp(cause=Cause.MEMORY):
            task.try_in_vain(entry, is_hopeless=True)
        case _:
            task.try_in_vain(entry)
