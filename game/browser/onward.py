"""What comes after a level: the next one that is unsolved, in its collection or in another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from game.browser.entries import CollectionEntry
from game.browser.library import Library
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
    """without help"""
    levels: int
    with_help: int = 0
    """others, solved only with help"""


class Onward:
    """Finds unsolved levels and goes to them. Only a library knows what is unsolved."""

    def __init__(self, course: Course, library: Library, dismiss: Callable[[], None]) -> None:
        """``dismiss``: puts away what was said about a level of another collection."""
        self._course = course
        self._library = library
        self._dismiss = dismiss

    @property
    def is_known(self) -> bool:
        """Whether the library holds the collection that is being played."""
        return self._place_in(self._library.listed()) is not None

    def _place_in(self, collections: list[CollectionEntry]) -> int | None:
        """Which of them is being played."""
        path = Path(self._course.file)
        return next((at for at, each in enumerate(collections) if each.path == path), None)

    def completion(self) -> Completion | None:
        """How much of this collection is solved, with the current level as it is now."""
        collections = self._library.listed()
        at = self._place_in(collections)
        if at is None:
            return None
        here = collections[at]
        unsolved = set(self._library.unsolved_in(here.id))
        with_help = set(self._library.solved_with_help(here.id))
        session, number = self._course.session, self._course.number
        if session.is_solved:  # perhaps it is only on its way into the records
            if not session.is_assisted:
                with_help.discard(number)
            elif number in unsolved:
                with_help.add(number)
            unsolved.discard(number)
        solved = here.levels - len(unsolved | with_help)
        return Completion(here.title, solved, here.levels, len(with_help))

    def next_unsolved(self, way: int = 1) -> Ahead | None:
        """The next unsolved level, or with ``way`` -1 the one before.

        After the last one of this collection comes the first, and when nothing is left in it,
        the next collection. A level whose board turns out to be damaged is passed over.
        """
        collections = self._library.listed()
        at = self._place_in(collections)
        if at is None:
            return None
        here, number = collections[at], self._course.number
        unsolved = [each for each in self._library.unsolved_in(here.id)[::way] if each != number]
        unsolved.sort(key=lambda each: (each - number) * way < 0)  # those behind come last
        near = next((each for each in unsolved if each in self._course.numbers), None)
        if near is not None:
            return Ahead(here, near, True)
        return self._elsewhere((collections[at + 1 :] + collections[:at])[::way], way)

    def _elsewhere(self, collections: list[CollectionEntry], way: int) -> Ahead | None:
        """The first unsolved level of the first of these collections that has one."""
        others = {each.id: each for each in collections}
        while found := self._library.end_of_unsolved([*others], way):
            here = others.pop(found[0])
            numbers = chain([found[1]], self._library.unsolved_in(here.id)[::way])
            for number in numbers:
                if self._library.level(here.path, number) is not None:
                    return Ahead(here, number, False)
        return None

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
