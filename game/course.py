"""A collection being played: the game of each of its levels, and which one is before the player."""

from __future__ import annotations

from game.session import Session
from levels.collection import Collection
from levels.level import Level


class Course:
    """Levels by their number in the file. Leaving a level keeps its game as it is."""

    def __init__(self, title: str, collection: Collection, number: int) -> None:
        self.title = title
        self._levels = {
            number: entry for number, entry in collection.numbered() if isinstance(entry, Level)
        }
        self._sessions: dict[int, Session] = {}
        self._best: dict[int, int] = {}
        self.last_number = len(collection.entries)
        self.number = number

    @property
    def level(self) -> Level:
        return self._levels[self.number]

    @property
    def session(self) -> Session:
        """The game of the level before the player."""
        return self.session_of(self.number)

    def session_of(self, number: int) -> Session:
        if number not in self._sessions:
            self._sessions[number] = Session(self._levels[number])
        return self._sessions[number]

    def title_of(self, number: int) -> str:
        title = self._levels[number].title
        return title if title and not title.isdigit() else f"Level {title or number}"

    @property
    def following(self) -> int | None:
        """The number of the next level that can be played."""
        return min((n for n in self._levels if n > self.number), default=None)

    @property
    def preceding(self) -> int | None:
        """The number of the level before."""
        return max((n for n in self._levels if n < self.number), default=None)

    # --- best solutions of this run of the program ---------------------------------------------

    @property
    def best(self) -> int | None:
        """The fewest pushes in which the player has solved this level."""
        return self._best.get(self.number)

    def note_solved(self) -> None:
        """The level has just been solved."""
        pushes = self.session.pushes
        self._best[self.number] = min(pushes, self._best.get(self.number, pushes))
