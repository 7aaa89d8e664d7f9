"""What comes after a level: the next one that is unsolved, in its collection or in another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game.browser.library import CollectionEntry, Library, Wanted
from game.session.course import Course


@dataclass(frozen=True)
class Ahead:
    """An unsolved level that comes next."""

    collection: CollectionEntry
    number: int
    is_near: bool
    """whether it is in the collection that is being played"""


@dataclass(frozen=True)
class Completion:
    """How much of the collection that is being played has been solved."""

    title: str
    solved: int
    levels: int

    @property
    def is_complete(self) -> bool:
        """Whether nothing in it is left to be solved."""
        return self.solved == self.levels


class Onward:
    """Finds unsolved levels and goes to them. Only a library knows what is unsolved."""

    def __init__(self, course: Course, library: Library, dismiss: Callable[[], None]) -> None:
        """``dismiss``: puts away what was said of a level of another collection."""
        self._course = course
        self._library = library
        self._dismiss = dismiss

    @property
    def is_known(self) -> bool:
        """Whether the library holds the collection that is being played."""
        return self._collection is not None

    @property
    def _collection(self) -> CollectionEntry | None:
        path = Path(self._course.file)
        return next((each for each in self._library.collections() if each.path == path), None)

    def completion(self) -> Completion | None:
        """Of this collection, with the level before the player as it is now."""
        collection = self._collection
        if collection is None:
            return None
        unsolved = set(self._unsolved(collection))
        if self._course.session.is_solved:  # perhaps it is only on its way into the records
            unsolved.discard(self._course.number)
        return Completion(collection.title, collection.levels - len(unsolved), collection.levels)

    def next_unsolved(self, way: int = 1) -> Ahead | None:
        """The next unsolved level, or with ``way`` -1 the one before.

        After the last one of this collection comes the first, and when nothing is left in it,
        the next collection.
        """
        collections = self._library.collections()
        here = next((each for each in collections if each.path == Path(self._course.file)), None)
        if here is None:
            return None
        at = collections.index(here)
        order = [*collections[at:], *collections[:at]] if way > 0 else [
            *collections[at::-1], *collections[:at:-1]
        ]  # fmt: skip
        for collection in order:
            numbers = self._unsolved(collection)[::way]
            if collection is here:
                number = self._course.number
                numbers.sort(key=lambda each: (each - number) * way < 0)
                numbers = [each for each in numbers if each != number]
            if numbers:
                return Ahead(collection, numbers[0], collection is here)
        return None

    def _unsolved(self, collection: CollectionEntry) -> list[int]:
        """The numbers of its unsolved levels, in their order."""
        if collection.solved >= collection.levels:
            return []
        wanted = Wanted(collection=collection.id, is_unsolved=True)
        return [each.number for each in self._library.find(wanted)]

    def go(self, ahead: Ahead) -> bool:
        """Go to a level; False if it is no longer there."""
        course, path = self._course, ahead.collection.path
        if ahead.is_near:
            if ahead.number in course.numbers:
                course.go_to(ahead.number)
                return True
            return False
        shelf = self._library.shelf(path)
        if ahead.number not in shelf:
            return False
        self._dismiss()
        course.open(ahead.collection.title, shelf, ahead.number, str(path))
        return True
