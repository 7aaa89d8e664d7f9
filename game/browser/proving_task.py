"""A collection that is to be proved, or whose games are to be reviewed: which levels are left."""

from __future__ import annotations

from collections import deque
from collections.abc import Set
from dataclasses import dataclass
from enum import Enum, auto

from game.browser.entries import CollectionEntry, LevelEntry
from game.proof.reviewer import LIMITS

ROUNDS = (5.0, 60.0, 600.0)
"""Seconds that each level gets, as long as it is undecided."""

LATER_ROUNDS = (3600.0, 36_000.0)
"""What a level gets if all rounds were not enough for it: one of these each time its collection is
asked for again."""

HOPELESS = LATER_ROUNDS[-1]
"""Noted for a level that more time would not help."""


class Chore(Enum):
    """What is done with a collection."""

    PROVE = auto()
    REVIEW = auto()


class ProvingState(Enum):
    """What is happening to a collection."""

    LISTING = auto()
    PROVING = auto()
    PAUSED = auto()
    ON_BATTERY = auto()
    FINISHED = auto()


@dataclass(frozen=True, slots=True)
class ProvingProgress:
    """How far the proving of a collection is."""

    title: str
    state: ProvingState = ProvingState.LISTING
    proved: int = 0
    """of its levels, by earlier searches and the book too; or reviewed"""
    levels: int = 0
    """all of them; or those that the player has solved"""
    number: int = 0
    """of the level that is tried now; 0: none is"""
    waiting: int = 0
    """how many other collections are to be proved or reviewed"""
    chore: Chore = Chore.PROVE


class ReviewTask:
    """The levels of a collection that the player has solved, and which of them are reviewed."""

    chore = Chore.REVIEW

    def __init__(
        self, collection: CollectionEntry, entries: list[LevelEntry], reviewed: Set[str]
    ) -> None:
        """``reviewed``: the keys of levels of which all games have been reviewed."""
        self.collection = collection
        self._entries = [each for each in entries if each.pushes is not None]
        self._reviewed = {each.key for each in self._entries} & reviewed
        self._skipped: set[str] = set()

    @property
    def next_seconds(self) -> float:
        """How long each position of its next level is tried; 0 if there is none."""
        return 0.0 if self.next_level() is None else LIMITS.seconds or 0.0

    @property
    def levels(self) -> int:
        """How many the player has solved."""
        return len(self._entries)

    @property
    def proved(self) -> int:
        """How many are reviewed: each copy of a level counts."""
        return sum(each.key in self._reviewed for each in self._entries)

    def next_level(self) -> LevelEntry | None:
        """The next one whose games are to be reviewed."""
        done = self._reviewed | self._skipped
        return next((each for each in self._entries if each.key not in done), None)

    def decide(self, entry: LevelEntry) -> None:
        """All games of a level have been reviewed."""
        self._reviewed.add(entry.key)

    def skip(self) -> None:
        """Leave out the next level, which is not there any more."""
        entry = self.next_level()
        if entry is not None:
            self._skipped.add(entry.key)


class ProvingTask:
    """The levels of a collection, and which of them are decided."""

    chore = Chore.PROVE

    def __init__(
        self, collection: CollectionEntry, entries: list[LevelEntry], tried: dict[str, float]
    ) -> None:
        """``tried``: the seconds of the longest search of each undecided level, by its key. What is
        tried here is added."""
        self.collection = collection
        self._entries, self._tried = entries, tried
        self._decided = {each.key for each in entries if each.par is not None}
        left = (each.key for each in entries if each.key not in self._decided)
        least = min((tried.get(key, 0.0) for key in left), default=0.0)
        later = next((each for each in LATER_ROUNDS if each > least), HOPELESS)
        self._rounds = deque(ROUNDS if least < ROUNDS[-1] else (later,))
        self._place = 0
        """how many entries have had their turn in this round"""

    @property
    def seconds(self) -> float:
        """How long each level is tried in this round."""
        return self._rounds[0]

    @property
    def next_seconds(self) -> float:
        """How long its next level is tried; 0 if all rounds are over."""
        return 0.0 if self.next_level() is None else self.seconds

    @property
    def levels(self) -> int:
        """How many there are."""
        return len(self._entries)

    @property
    def proved(self) -> int:
        """How many are decided: each copy of a level counts."""
        return sum(each.key in self._decided for each in self._entries)

    def next_level(self) -> LevelEntry | None:
        """The next one to be tried, for `seconds`; None if all rounds are over."""
        while self._rounds:
            while self._place < len(self._entries):
                entry = self._entries[self._place]
                tried = self._tried.get(entry.key, 0.0)
                if entry.key not in self._decided and tried < self.seconds:
                    return entry
                self._place += 1
            self._rounds.popleft()
            self._place = 0
        return None

    def decide(self, entry: LevelEntry) -> None:
        """Nothing is left to be found out about a level."""
        self._decided.add(entry.key)
        self._tried.pop(entry.key, None)

    def try_in_vain(self, entry: LevelEntry, *, is_hopeless: bool = False) -> None:
        """A level has had its time in this round."""
        self._tried[entry.key] = HOPELESS if is_hopeless else self.seconds

    def skip(self) -> None:
        """Leave out the next level of this round."""
        self._place += 1
