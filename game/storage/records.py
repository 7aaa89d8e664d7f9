"""The person's records: solved levels, running games, what is proved, and where play was left.

Kept in one file of the data folder. Reading is done at once, in a millisecond or so; writing is
left to a thread of its own, at most twice a second. So power loss costs at most the last second.
"""

from __future__ import annotations

import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import date
from functools import partial
from pathlib import Path
from typing import TypeVar

from game.storage import exchange, notice
from game.storage.attempts import Attempts, add_attempts, today
from game.storage.daily import DayResult, get_results, put_result
from game.storage.database import FAULTS, FILE_NAME, Trouble, open_for_reading, trouble_of
from game.storage.folders import data_folder
from game.storage.identity import identify
from game.storage.notice import Notice
from game.storage.pars import shipped_least, shipped_par
from game.storage.proofs import forget_proof, get_proof, mend, put_proof
from game.storage.rescue import check_sound
from game.storage.reviews import KeptReview, get_review, put_review
from game.storage.rows import (
    UNREADABLE_NAME,
    UnreadableError,
    get_best,
    get_game,
    get_place,
    put_by_row,
    put_game,
    put_place,
    put_solution,
)
from game.storage.values import Best, Game, Origin, Proved
from game.storage.writer import Writer
from levels.language import _
from levels.level import Level
from solver.messages import Metric

Result = TypeVar("Result")

OPENING_SECONDS = 5.0
"""How long the start of the game waits for its records: usually a hundredth of a second, but more
than a second on a busy machine, and without them nobody would find their games."""

CLOSING_SECONDS = 3.0
"""How long the end of the game waits for the disk."""

ASKING_SECONDS = 0.5
"""How long it waits before it asks whether the player wants to lose something."""

_DISPENSABLE = frozenset({"place", "check"})
"""Jobs that nobody who has not played will miss."""

_log = logging.getLogger(__name__)


class NotOpenError(OSError):
    """The records have not been opened yet, or cannot be."""


class Records:
    """What is known of every level. No call but `open`, `flush` and `close` waits for the disk.

    Where records cannot be kept, all reading finds nothing, the game plays, and `notices` say why.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or data_folder()).absolute() / FILE_NAME
        self._writer = Writer(self.path)
        self._kept: dict[Level, Game] = {}
        """the games handed over in this run, which the database may not have yet"""
        self._known: dict[Level, tuple[Game | None, ...]] = {}
        """what the database may hold of a level, if nobody else has written there"""
        self._earlier: dict[Level, Game] = {}
        """games that somebody else has written, or that could not be read: kept all the same"""
        self._doubted: set[Level] = set()
        """levels whose stored game cannot be played"""

    def open(self) -> None:
        """Begin to keep records, and wait a moment until what there is can be read."""
        self._writer.start()
        if not self._writer.is_settled.wait(OPENING_SECONDS):
            self._writer.notices.append(notice.LATE)

    @property
    def is_open(self) -> bool:
        """Whether what is stored can be read: until then, all reading finds nothing."""
        return self._writer.is_open

    def flush(self, seconds: float = CLOSING_SECONDS) -> bool:
        """Wait until everything is on the disk, but no longer than this; whether it is."""
        return self._writer.flush(seconds)

    @property
    def is_saved(self) -> bool:
        """Whether everything is on the disk."""
        return self._writer.is_saved

    @property
    def is_in_trouble(self) -> bool:
        """Whether saving fails at present: nobody knows when it will succeed."""
        return self._writer.is_in_trouble

    def obstacle(self, seconds: float = ASKING_SECONDS) -> Notice | None:
        """Why what was played would be lost if the game ended now, after one more attempt to write
        it; None if it would not be."""
        if self._writer.waiting <= _DISPENSABLE or self.flush(seconds):
            return None
        return self._writer.obstacle

    def close(self) -> bool:
        """Write everything and end; whether all of it could be written."""
        return self._writer.close(CLOSING_SECONDS)

    @property
    def notices(self) -> deque[Notice]:
        """What the person has to know, until somebody takes it."""
        return self._writer.notices

    @property
    def rescues(self) -> int:
        """How often a new file has taken the place of a damaged one: what others have in it, such
        as the index of level files, may be incomplete then."""
        return self._writer.rescues

    # --- games -----------------------------------------------------------------------------------

    def game_of(self, level: Level) -> Game | None:
        """The running game of a level, as it was left; None if there is none."""
        if level in self._kept:
            return self._kept[level]
        try:
            game = self._read(partial(get_game, level=level))
        except (*FAULTS, ValueError) as error:
            self._note_unread(error)
            return None
        self._known[level] = (game,)
        return game

    def doubt_game(self, level: Level) -> None:
        """The running game of a level cannot be played: it is kept elsewhere before another one
        takes its place."""
        self._doubted.add(level)

    def keep_game(self, level: Level, game: Game) -> None:
        """Have the running game of a level saved, half a second from now at the latest."""
        self._kept[level] = game
        self._writer.put_latest(level, partial(self._put_game, level=level, game=game))

    def _put_game(self, database: sqlite3.Connection, level: Level, game: Game) -> None:
        """Store a game, behind what the player does not know of (the writer's thread).

        An import may have brought that, a second copy of the game may have written it, or it could
        not be read when the level was opened.
        """
        stored = self._stored_game(database, level)
        if stored is not None and stored not in self._known.get(level, ()):
            self._earlier[level] = stored
        if level in self._earlier:
            game = game.after(self._earlier[level])
        self._known[level] = (stored, game)  # the end of the transaction decides which
        put_game(database, level, game)

    def _stored_game(self, database: sqlite3.Connection, level: Level) -> Game | None:
        """The game that is to be replaced, if it can be played (the writer's thread)."""
        try:
            stored = get_game(database, level)
            if level not in self._doubted:
                return stored
        except UnreadableError as error:
            _log.warning("records: %s", error)
        self._doubted.discard(level)
        place = put_by_row(database, level, self.path.with_name(UNREADABLE_NAME))
        if place is not None:
            self._writer.notices.append(notice.unreadable_game(place))
        return None

    # --- solutions and proofs --------------------------------------------------------------------

    def keep_solution(self, level: Level, lurd: str, origin: Origin = Origin.OWN) -> None:
        """Have a solved game stored; it is replayed first."""
        self._writer.put(partial(put_solution, level=level, lurd=lurd, origin=origin))

    def best_of(self, level: Level, origins: Iterable[Origin] = (Origin.OWN,)) -> Best | None:
        """The best solutions of a level, among those of some origins.

        None if there is none. They are replayed first.
        """
        faults: list[str] = []
        query = partial(get_best, level=level, origins=origins, faults=faults)
        best = self._read_or(None, query)
        self._mend(level, faults)
        return best

    def keep_proof(self, level: Level, metric: Metric, proved: Proved) -> None:
        """Store what the solver has proved: it is added to what was known."""
        self._writer.put(partial(put_proof, level=level, metric=metric, proved=proved))

    def proof_of(self, level: Level, metric: Metric = Metric.PUSHES) -> Proved:
        """What the solver has proved of a level, as far as no solution refutes it."""
        faults: list[str] = []
        query = partial(get_proof, level=level, metric=metric, faults=faults)
        proved = self._read_or(Proved(), query)
        self._mend(level, faults)
        return proved

    def keep_review(self, level: Level, review: KeptReview) -> None:
        """Store what a review has found out so far."""
        name = ("review", level, review.metric, review.lurd)
        self._writer.put_latest(name, partial(put_review, level=level, review=review))

    def review_of(self, level: Level, metric: Metric, lurd: str) -> KeptReview | None:
        """What has been found out about a game of a level; None if it was not reviewed."""
        return self._read_or(None, partial(get_review, level=level, metric=metric, lurd=lurd))

    def par_of(self, level: Level) -> int | None:
        """The pushes that a level is proved to need, by the book that ships with the game.

        None for levels that are not in it, and where something that is stored refutes it.
        """
        par = shipped_par(identify(level).key)
        if par is None:
            return None
        proved, best = self.proof_of(level), self.best_of(level, Origin)
        found = [proved.solution, best and best.by_pushes]
        is_refuted = proved.is_unsolvable or proved.lower_bound > par
        if is_refuted or any(each.pushes < par for each in found if each):
            self.refute_par()
            return None
        return par

    def least_of(self, level: Level) -> int:
        """The pushes that a level needs at least, by the book; 0 if it does not say, or where
        something that is stored refutes it."""
        least = shipped_least(identify(level).key)
        if not least:
            return 0
        best = self.best_of(level, Origin)
        found = [self.proof_of(level).solution, best and best.by_pushes]
        return 0 if any(each.pushes < least for each in found if each) else least

    def refute_par(self) -> None:
        """What ships about the pushes of a level has turned out to be wrong: say so."""
        self._writer.notices.append(notice.wrong_par())

    def forget_proof(self, level: Level, metric: Metric) -> None:
        """Forget what is said to be proved of a level: it has turned out to be wrong."""
        self._writer.put(partial(forget_proof, level=level, metric=metric))
        self._writer.notices.append(notice.refuted(_("a stored bound")))

    def _mend(self, level: Level, faults: list[str]) -> None:
        """Forget what was found to be wrong, and tell the person."""
        if faults:
            self._writer.put(partial(mend, level=level))
            self._writer.notices.append(notice.refuted(faults[0]))

    def count(self, level: Level, attempts: Attempts) -> None:
        """Count, for today, what was done with a level."""
        self._writer.put(partial(add_attempts, level=level, attempts=attempts, day=today()))

    # --- levels of the day -----------------------------------------------------------------------

    def note_day(self, level: Level, day: date, pushes: int, *, is_on_day: bool) -> None:
        """Note that the level of a day was solved without help, on that day or another."""
        self._writer.put(
            partial(put_result, level=level, day=day, pushes=pushes, is_on_day=is_on_day)
        )

    def results_of_days(self, today: date = date.max) -> list[DayResult]:
        """How the levels of the day were solved, up to today's."""
        return self._read_or([], partial(get_results, today=today))

    # --- places ----------------------------------------------------------------------------------

    def keep_place(self, file: str, number: int) -> None:
        """Note which level of which file is played."""
        self._writer.put_latest("place", partial(put_place, file=file, number=number))

    def last_place(self, file: str | None = None) -> tuple[str, int] | None:
        """The file and number of the level played last, of all or in one file."""
        return self._read_or(None, partial(get_place, file=file))

    # --- all records as one file -----------------------------------------------------------------

    def export_to(self, file: Path) -> exchange.Exported:
        """Write all records into a file, including those that wait to be saved.

        Raises OSError or sqlite3.Error. It takes its time: not for the game's own thread.
        """
        self._writer.put_latest("check", check_sound)  # what is damaged is rescued first
        self.flush()
        return exchange.export_records(self.path, file)

    # --- reading ---------------------------------------------------------------------------------

    def ask(self, query: Callable[[sqlite3.Connection], Result]) -> Result:
        """What a query finds once all that was played is saved.

        For queries that take long: it waits, and may be called in a thread. Raises OSError or
        sqlite3.Error.
        """
        self.flush()
        return self._read(query)

    def _read(self, query: Callable[[sqlite3.Connection], Result]) -> Result:
        # A connection for each reading costs 0.2 ms, and leaves no file open that may be set aside.
        if not self._writer.is_open:
            raise NotOpenError(_("the records are not open"))
        with closing(open_for_reading(self.path)) as database:
            return query(database)

    def _read_or(self, nothing: Result, query: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            return self._read(query)
        except (*FAULTS, ValueError) as error:
            self._note_unread(error)
            return nothing

    def _note_unread(self, error: Exception) -> None:
        """Where reading meets damage, what can still be read is rescued."""
        _log.warning("records: %s", error)
        if isinstance(error, FAULTS) and trouble_of(error) is Trouble.DAMAGED:
            self._writer.put_latest("check", check_sound)
