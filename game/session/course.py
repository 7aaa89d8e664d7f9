"""A collection being played: the game of each of its levels, and which one is current."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterable, Iterator, KeysView, Mapping

from game.session.line import Line
from game.session.session import Session
from game.storage.attempts import Attempts
from game.storage.made_here import is_made_here
from game.storage.records import Records
from game.storage.values import Game, Help, Origin, clipped
from game.work.slices import advance, finish
from levels.collection import Collection
from levels.files import is_shipped, pack_words
from levels.formats.board import format_board
from levels.language import _, retellable, retold, said_of
from levels.level import Level
from levels.position import Position
from levels.reverse import PullPosition, reversed_level
from solver.messages import Metric

OPENING_SECONDS = 0.5
"""How long opening a collection waits for what has been played to be on the disk; usually 0.02."""

AT_ONCE = 0.002
"""Seconds of a frame that go into bringing back a long game."""

_log = logging.getLogger(__name__)


class Course:
    """Levels by their number in the file. Leaving a level keeps its game as it is.

    With records, games resume where they were left, and `keep` saves what has changed. The
    ``file`` is where the records find the collection again.
    """

    def __init__(
        self,
        title: str,
        collection: Collection,
        number: int,
        records: Records | None = None,
        file: str = "",
    ) -> None:
        self.records = records
        self._arrival: Iterator[None] | None = None
        self._unread: set[Level] = set()
        """levels that were begun before the records could be read"""
        levels = {
            number: entry for number, entry in collection.numbered() if isinstance(entry, Level)
        }
        self._begin(title, levels, number, file)
        self.last_number = len(collection.entries)

    def _begin(self, title: str, levels: Mapping[int, Level], number: int, file: str) -> None:
        self._title = title
        self.file = file
        self.is_shipped = is_shipped(file)
        self._is_made_here = is_made_here(file, title)
        """whether it is a pack, whose words are in the chosen language"""
        self._levels = levels
        self._sessions: dict[int, Session] = {}
        self._kept: dict[int, Game] = {}
        """the game of each level as it is recorded"""
        self._kept_place: int | None = None
        self._best: dict[int, int | None] = {}
        self._reverses: dict[int, Course] = {}
        self.last_number = max(levels)
        self.number = number

    # --- going to another level ------------------------------------------------------------------

    def go_to(self, number: int) -> None:
        """Continue with another level: at once, or when `advance` has brought back a long game."""
        self.arrive()
        self._set_out(self._go_to(number))

    def open(self, title: str, levels: Mapping[int, Level], number: int, file: str) -> None:
        """The same with a level of another collection; what has been played is kept as it is."""
        self.arrive()
        self.keep()
        if self.records:
            # The other collection may hold a copy of a level that has just been played.
            self.records.flush(OPENING_SECONDS)
        self._set_out(self._open(title, levels, number, file))

    def take_over(self, number: int, positions: Iterable[Position], help_: Help = ()) -> None:
        """Continue with a level from the end of a game of it: at once, or soon if that is long.

        Undo can return to the player's own game. ``help_``: what of the game is the solver's.
        """
        self.fetch(self.taking_over(number, positions, help_))

    def restore(self, lurd: str) -> bool:
        """Go to a snapshot of the game that is played; whether it is there now, or only soon."""
        self.fetch(self._restoring(lurd))
        return not self.is_arriving

    def fetch(self, work: Iterator[None]) -> None:
        """Get a game of these levels, in small pieces: at once, or when `advance` has done all."""
        self.arrive()
        self._set_out(work)

    @property
    def is_arriving(self) -> bool:
        """Whether another game is on its way; until it is there, the one before goes on."""
        reverse = self._reverses.get(self.number)
        return self._arrival is not None or (reverse is not None and reverse.is_arriving)

    @property
    def is_busy(self) -> bool:
        """Whether `advance` has anything to do."""
        return self.is_arriving or self.session.is_replaying or self._can_catch_up

    def advance(self, seconds: float | None = None) -> bool:
        """Go on bringing back the game to come, or what can be redone of the one that is there;
        whether a game has come just now."""
        seconds = AT_ONCE if seconds is None else seconds
        if self._can_catch_up and not self.is_arriving:
            self._arrival = self._catch_up()
        if self._arrival is None:
            self.session.advance(seconds)
            reverse = self._reverses.get(self.number)
            return reverse is not None and reverse.advance(seconds)
        if not advance(self._arrival, seconds):
            return False
        self._arrival = None
        return True

    def arrive(self) -> None:
        """Get to the game to come, however long it takes."""
        if self.is_arriving:
            self.advance(1e9)

    def _set_out(self, arrival: Iterator[None]) -> None:
        self._arrival = arrival
        self.advance()

    def _go_to(self, number: int) -> Iterator[None]:
        if number not in self._sessions:
            self._add(number, (yield from self._resuming(self._levels[number])))
        self.number = number

    def taking_over(
        self, number: int, positions: Iterable[Position], help_: Help = ()
    ) -> Iterator[None]:
        """The work of `take_over`."""
        line = yield from Line.along(positions)
        line.help = clipped(help_, line.length)
        yield from self._go_to(number)
        self.session.begin(line)
        if self.session.is_solved:
            self.note_solved()

    def _restoring(self, lurd: str) -> Iterator[None]:
        session, line = self.session, None
        if not session.leads_to(lurd):
            try:
                line = yield from Line.resuming(session.start, lurd, ())
            except ValueError as error:
                _log.warning("a recorded snapshot: %s", error)
                session.remove_snapshot(lurd)
                return
        session.restore(lurd, line)

    def _open(
        self, title: str, levels: Mapping[int, Level], number: int, file: str
    ) -> Iterator[None]:
        session = yield from self._resuming(levels[number])
        self._begin(title, levels, number, file)
        self._add(number, session)

    @property
    def _can_catch_up(self) -> bool:
        """Whether records that opened late can be read by now."""
        return bool(self._unread) and self.records is not None and self.records.is_open

    def _catch_up(self) -> Iterator[None]:
        """Bring back the games of levels that were begun too early. Where the player has made a
        move since, the writer puts the earlier game behind it."""
        unread, self._unread = self._unread, set()
        self._best.clear()
        for number, early in [*self._sessions.items()]:
            if self._levels[number] in unread and early.game.is_new:
                session = yield from self._resuming(self._levels[number])
                if early.game.is_new:  # still
                    self._add(number, session)

    # --- what there is ---------------------------------------------------------------------------

    @property
    def numbers(self) -> KeysView[int]:
        """The numbers of the levels that can be played."""
        return self._levels.keys()

    @property
    def level(self) -> Level:
        return self._levels[self.number]

    def holds(self, number: int, level: Level) -> bool:
        """Whether a number stands for this level; its title may have changed."""
        return number in self._levels and _board(self._levels[number]) == _board(level)

    def place_in(self, levels: Mapping[int, Level]) -> int | None:
        """The number of this level now that one other may have come or gone; None if it is gone."""
        near = (self.number, self.number - 1, self.number + 1)
        found = (each for each in near if each in levels and self.holds(self.number, levels[each]))
        return next(found, None)

    @property
    def session(self) -> Session:
        """The game of the current level."""
        return self.session_of(self.number)

    def session_of(self, number: int) -> Session:
        if number not in self._sessions:
            self._add(number, finish(self._resuming(self._levels[number])))
        return self._sessions[number]

    def _add(self, number: int, session: Session) -> None:
        self._sessions[number] = session
        self._kept[number] = session.game

    def _resuming(self, level: Level) -> Generator[None, None, Session]:
        """The game of a level as it was left, replayed in small pieces."""
        if self.records and not self.records.is_open:
            self._unread.add(level)
        game = self.records.game_of(level) if self.records else None
        if game is None:
            return Session(level)
        try:
            return (yield from Session.resuming(level, game))
        except ValueError as error:
            _log.warning("a recorded game: %s", error)
            if self.records:
                self.records.doubt_game(level)
            return Session(level)

    def keep(self) -> None:
        """Have the records take in what has changed since the last time."""
        if self.records is None:
            return
        if self.number != self._kept_place:
            self._kept_place = self.number
            self.records.keep_place(self.file, self.number)
        for number, session in self._sessions.items():
            game = session.game
            if game != self._kept[number]:
                self._kept[number] = game
                self.records.keep_game(self._levels[number], game)

    @property
    def rescues(self) -> int:
        """How often damaged records have been replaced, and with them the index of the library."""
        return self.records.rescues if self.records else 0

    @property
    def reverse(self) -> Course:
        """Reverse play of this level, as it was left: a game beside its own."""
        if self.number not in self._reverses:
            level = reversed_level(self.level)
            levels = Collection(entries=(level,))
            reverse = Course(self.title_of(self.number), levels, 1, file=self.file)
            reverse.begin_at(PullPosition.start(level))
            self._reverses[self.number] = reverse
        return self._reverses[self.number]

    def begin_at(self, start: Position) -> None:
        """Begin the game of this level anew, from a position of its own."""
        self._sessions[self.number] = Session(self.level, start)
        self._kept[self.number] = self.session.game

    @property
    def title(self) -> str:
        """What the collection is called."""
        return _(self._title) if self._is_made_here else self._said(self._title)

    def title_of(self, number: int) -> str:
        title = self._said(self._levels[number].title)
        return (
            title if title and not title.isdigit() else _("Level {number}", number=title or number)
        )

    def name_of(self, number: int) -> str:
        """``Foundry 3: Bellows``; ``Foundry 3`` if the level has no title of its own."""
        called, own = self.title_of(number), self._levels[number].title
        place = self.title if self.last_number == 1 else _numbered(self.title, number)
        if place in ("", called):
            return called
        return place if own in ("", str(number)) else said_of(place, called)

    def _said(self, words: str) -> str:
        return pack_words(words) if self.is_shipped else retold(words)

    @property
    def following(self) -> int | None:
        """The number of the next level that can be played."""
        return min((n for n in self._levels if n > self.number), default=None)

    @property
    def preceding(self) -> int | None:
        """The number of the level before."""
        return max((n for n in self._levels if n < self.number), default=None)

    # --- best solutions --------------------------------------------------------------------------

    @property
    def best(self) -> int | None:
        """The fewest pushes in which the player has solved this level."""
        if self.number not in self._best:
            best = self.records.best_of(self.level) if self.records else None
            self._best[self.number] = best.by_pushes.pushes if best else None
        return self._best[self.number]

    def forget_best(self) -> None:
        """An import may have brought better solutions: ask the records again."""
        self._best.clear()

    def note_solved(self) -> None:
        """The level has just been solved; with help, it is not the player's own solution."""
        session = self.session
        if not session.is_assisted:
            best = self.best
            self._best[self.number] = session.pushes if best is None else min(session.pushes, best)
        if self.records:
            origin = Origin.ASSISTED if session.is_assisted else Origin.OWN
            self.records.keep_solution(self.level, session.lurd, origin)
            self.records.count(self.level, Attempts(solves=1))

    def help_in(self, number: int, lurd: str) -> Help:
        """The stretches of a game of a level that are known to be the solver's."""
        if self.records and lurd:
            level = self._levels[number]
            proved = (self.records.proof_of(level, metric).solution for metric in Metric)
            if any(each is not None and lurd.startswith(each.lurd) for each in proved):
                return ((0, len(lurd)),)
        return self.session_of(number).help_in(lurd)

    # --- what is counted -------------------------------------------------------------------------

    def note_restart(self) -> None:
        """The player has begun this level again."""
        if self.records:
            self.records.count(self.level, Attempts(restarts=1))

    def note_hint(self) -> None:
        """A rung of the hint ladder has been shown for this level."""
        if self.records:
            self.records.count(self.level, Attempts(hints=1))


@retellable
def _numbered(title: str, number: int) -> str:
    return f"{title} {number}"


def _board(level: Level) -> str:
    return "\n".join(format_board(level))
