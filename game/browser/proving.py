"""Proves whole collections, level by level, beside everything else.

A worker of its own searches while no other process needs the processor, so nothing that the player
asks for has to wait. Each level is tried briefly at first; those that need longer get more time in
later rounds.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from game.browser.entries import CollectionEntry, LevelEntry, Wanted
from game.browser.library import Library
from game.browser.proving_task import ProvingProgress, ProvingState, ProvingTask
from game.language.words import Words
from game.proof.needs import ProofStore, WorkerClient
from game.proof.proof import told_by
from game.proof.side_search import SideQuestion, SideSearch
from game.proof.solver_link import SolverLink
from game.session.line import Way, solving
from game.storage.proving_plan import ProvingPlan, read_plan, write_plan
from game.work.inquiry import Inquiry
from levels.language import _, ngettext
from levels.level import Level
from levels.position import Position
from solver.messages import Cause, GaveUp, Known, Limits, Metric, Outcome, Solved, Unsolvable

AT_ONCE = 0.001
"""Seconds of a turn that go into choosing levels and taking in what was found."""

POWER_SECONDS = 10.0
"""How soon to see again whether the computer runs on its battery."""

SAVE_SECONDS = 10.0
"""How soon to save the plan again."""

SPARE_SECONDS = 15.0
"""How long a worker with nothing to do is kept."""

_Turns: TypeAlias = Generator[bool, None, None]
"""Work in slices. It yields whether it has to wait for something."""


@dataclass(frozen=True)
class Means:
    """What collections are proved with."""

    new_client: Callable[[], WorkerClient]
    is_on_battery: Callable[[], bool] = lambda: False
    memory: Callable[[], int] = lambda: 1024
    """the MiB that a search may take"""
    clock: Callable[[], float] = time.monotonic


class Proving:
    """Proves the collections that the player has asked for, one after the other."""

    def __init__(
        self, library: Library, link: SolverLink, memory: ProofStore | None, place: Path,
        means: Means,
    ) -> None:  # fmt: skip
        """``place``: the file of the plan."""
        self.notices: deque[Words] = deque()
        """what was finished, until somebody takes it"""
        self._library, self._link, self._memory = library, link, memory
        self._means, self._place = means, place
        self._clock = self._means.clock
        plan = read_plan(place)
        self._queue = deque(Path(each) for each in plan.files)
        self._tried = dict(plan.tried)
        self._is_paused = bool(self._queue)  # the player has to ask again in each session
        self._has_power, self._ignores_power = True, False
        self._power_due = self._save_due = self._idle_since = 0.0
        self._client: WorkerClient | None = None
        self._side: SideSearch | None = None
        self._work: _Turns | None = self._proving() if self._queue else None
        self._progress: ProvingProgress | None = None
        self._tasks: dict[Path, ProvingTask] = {}
        self._task: ProvingTask | None = None
        """the one at hand"""

    # --- what the player asks for ----------------------------------------------------------------

    def ask(self, collection: CollectionEntry) -> Words:
        """Prove a collection, beside those that were asked for before; what to say."""
        title, path = collection.title, collection.path
        if self._memory is None:
            return _("There are no records in which proofs could be kept."), ""
        if path in self._queue:
            if self._is_resting:
                return self._resume()
            return _("{title} is already being proved.", title=title), ""
        self._queue.append(path)
        self._save()
        if self._work is None:
            self._is_paused = False
            self._progress = ProvingProgress(title)
            self._work = self._proving()
            return _begun(title)
        if self._progress is not None:
            self._progress = replace(self._progress, waiting=len(self._queue) - 1)
        return _("{title} will be proved too.", title=title), _("Levels that take long come last.")

    def pause_or_resume(self) -> Words:
        """Rest until the player asks again, or go on; what to say."""
        if self._work is None:
            return _("Nothing is being proved."), _("{prove} proves the collection that is shown.")
        return self._resume() if self._is_resting else self._pause()

    def _resume(self) -> Words:
        """Go on, on the battery too if that is what it waits for."""
        self._ignores_power = not self._has_power
        self._is_paused = False
        return _begun(self._progress.title if self._progress else "")

    def _pause(self) -> Words:
        self._is_paused = True
        self._interrupt()
        return _("Proving is paused."), _("{pause_proving} resumes it, even after a restart.")

    def stop(self) -> Words:
        """Prove the collection at hand no more; what was proved stays. What to say."""
        progress, self._progress = self._progress, None
        if self._work is None or progress is None:
            return "", ""
        self._work.close()
        if self._side is not None:
            self._side.drop()
        if self._task is not None:
            self._drop(self._task)
        else:  # its levels have not been listed yet
            self._queue.clear()
        self._task = None
        self._work = self._proving() if self._queue else None
        lead = _("{title} is no longer being proved.", title=progress.title)
        return lead, _("All proofs found so far are kept.")

    def close(self) -> None:
        """End the worker, and keep the plan for the next session."""
        if self._queue:
            self._save()
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
        """Whether anything is being proved, or would be but for a pause."""
        return self._work is not None

    @property
    def is_waiting(self) -> bool:
        """Whether there may be something to hear at any moment."""
        return self._work is not None and not self._is_resting

    @property
    def _is_resting(self) -> bool:
        return self._is_paused or not (self._has_power or self._ignores_power)

    # --- beside the game -------------------------------------------------------------------------

    def poll(self) -> None:
        """Go on for a moment."""
        self._look_after_worker()
        if self._work is None:
            return
        self._look_at_power()
        end = time.perf_counter() + AT_ONCE
        for must_wait in self._work:
            if must_wait or time.perf_counter() >= end:
                break
        else:
            self._work = None
        side = self._side
        if side is not None and side.is_waiting and not side.is_running and not self._is_resting:
            side.go_on()

    def _look_after_worker(self) -> None:
        """Hear the worker, and end it once it has had nothing to do for a while."""
        client, side, now = self._client, self._side, self._clock()
        if client is None or side is None:
            return
        for report in client.poll():
            side.hear(report)
        if side.is_waiting:
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
        write_plan(self._place, ProvingPlan(tuple(map(str, self._queue)), self._tried))

    # --- the work --------------------------------------------------------------------------------

    def _proving(self) -> _Turns:
        """All collections: the one first whose levels have been tried for the shortest time."""
        while self._queue:
            yield from self._list_new()
            tasks = [self._tasks[path] for path in self._queue]
            if not tasks:
                return
            self._task = task = min(tasks, key=lambda each: each.next_seconds)
            entry = task.next_level()
            if entry is None:
                self._finish(task)
            else:
                yield from self._try(task, entry)

    def _list_new(self) -> _Turns:
        """Read which levels there are in collections that were asked for just now."""
        for path in [each for each in self._queue if each not in self._tasks]:
            listed = {each.path: each for each in self._library.listed()}
            while path not in listed and self._library.progress is not None:
                yield True
                listed = {each.path: each for each in self._library.listed()}
            if path not in listed:
                self._queue.remove(path)
                continue
            inquiry = Inquiry(partial(self._library.find, Wanted(collection=listed[path].id)))
            while not inquiry.is_over:
                yield True
            self._tasks[path] = ProvingTask(listed[path], inquiry.answer or [], self._tried)

    def _finish(self, task: ProvingTask) -> None:
        title, levels, proved = task.collection.title, task.levels, task.proved
        self._note_progress(ProvingState.FINISHED)
        self._drop(task)
        if proved == levels:
            self.notices.append((_("Every level of {title} is proved.", title=title), ""))
            return
        lead = ngettext(
            "{title}: {proved} of {n} level proved.", "{title}: {proved} of {n} levels proved.",
            levels, title=title, proved=proved,
        )  # fmt: skip
        rest = ngettext(
            "{prove} tries the other one for longer.", "{prove} tries the other {n} for longer.",
            levels - proved,
        )  # fmt: skip
        self.notices.append((lead, rest))

    def _drop(self, task: ProvingTask) -> None:
        self._queue.remove(task.collection.path)
        del self._tasks[task.collection.path]
        self._save()

    def _try(self, task: ProvingTask, entry: LevelEntry) -> _Turns:
        """One level, until it is decided or has had its time, or somebody interrupts."""
        while self._is_resting:
            is_paused = self._is_paused
            self._note_progress(ProvingState.PAUSED if is_paused else ProvingState.ON_BATTERY)
            yield True
        self._note_progress(ProvingState.PROVING, entry.number)
        level = self._library.level(task.collection.path, entry.number)
        yield False
        if level is None:
            task.skip()
            return
        question = self._question(level, task.seconds)
        if question is None:
            task.decide(entry)
            return
        side = self._worker()
        side.ask(question)
        while side.is_waiting:
            yield True
        assert side.outcome is not None
        way = yield from _way(level, side.outcome)
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
            task.collection.title, state, task.proved, task.levels, number, waiting
        )


def _begun(title: str) -> Words:
    return _("Proving {title} in the background.", title=title), _("{pause_proving} pauses it.")


def _way(level: Level, outcome: Outcome) -> Generator[bool, None, Way]:
    """The positions of the solution that an outcome tells, replayed; none if there is none."""
    lurd = told_by(outcome, outcome.job)
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
