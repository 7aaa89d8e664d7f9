"""What the index knows of collections and levels, and what it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from game.widgets.brush import Mark


class CollectionEntry(NamedTuple):
    """What the index knows of a level file."""

    id: int
    path: Path
    title: str
    author: str
    levels: int
    faults: int
    reason: str | None
    """why nothing in the file can be played, if that is so"""
    solved: int
    """how many of its levels the person has solved"""
    optimal: int
    """how many of those in as few pushes as are proved to be needed"""


class LevelEntry(NamedTuple):
    """What the index and the records know of a level in a file."""

    collection: int
    number: int
    title: str
    author: str
    boxes: int
    width: int
    height: int
    key: str
    """the same for levels that differ only by a turn or a mirror"""
    pushes: int | None
    """the fewest in which the person has solved it"""
    moves: int | None
    """likewise"""
    par: int | None
    """the pushes that it needs, if that is proved"""
    score: float | None
    """its measured difficulty, see `solver.messages.Difficulty`"""
    known: int | None
    """the fewest pushes of all solutions there are, those that came with a file included"""
    is_assisted: bool
    """whether it has been solved with help, perhaps also without"""
    is_begun: bool
    """whether a game of it is under way"""

    @property
    def is_unsolved(self) -> bool:
        """Whether it has not been solved, not even with help."""
        return self.pushes is None and not self.is_assisted

    @property
    def mark(self) -> Mark:
        """How far the person has got with it."""
        if self.pushes is None:
            return "assisted" if self.is_assisted else "begun" if self.is_begun else "unsolved"
        return "optimal" if self.pushes == self.par else "solved"


class Holder(NamedTuple):
    """A collection that holds a level."""

    title: str
    place: tuple[Path, int]
    """the file, and the number of the level in it"""


class Order(StrEnum):
    """The order in which levels are listed."""

    PLACE = "collection, number"
    BOXES = "boxes, width * height, collection, number"
    SIZE = "width * height, boxes, collection, number"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which levels are looked for."""

    text: str = ""
    """in the title, author or number; if all are listed, also in a collection's title or author"""
    collection: int | None = None
    order: Order = Order.PLACE


EVERYTHING = Wanted()
