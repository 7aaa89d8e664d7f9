"""What the browser lists: a collection or all of them, searched, filtered, and one level chosen."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from game.browser.entries import CollectionEntry, LevelEntry, Order, Wanted
from game.browser.library import Library
from game.work.inquiry import Inquiry
from levels import language

ALL, UNSOLVED, NOT_OPTIMAL = "all", "unsolved", "not_optimal"

FILTERS: dict[str, Callable[[LevelEntry], bool]] = {
    ALL: lambda entry: True,
    UNSOLVED: lambda entry: entry.is_unsolved,
    NOT_OPTIMAL: lambda entry: entry.mark != "optimal",
}


AT_ONCE = 200
"""Levels that are listed in the turn in which they are asked for; more are read in a thread."""


@dataclass(frozen=True)
class Listing:
    """The levels that were looked for."""

    entries: list[LevelEntry]
    """those of the collection that the text finds"""
    shown: list[LevelEntry]
    """those of them that pass the filter"""
    counts: Mapping[str, int]
    """how many of the entries pass each filter"""
    index: int
    """of the chosen level among those shown"""


NOTHING = Listing([], [], dict.fromkeys(FILTERS, 0), 0)


class Browsing:
    """The lists of the library as far as they are asked for.

    A long list is there some turns later, when `hear` has taken it in; until then the previous
    one is shown. Whoever needs it at once calls `arrive`.
    """

    def __init__(self, library: Library, path: Path | None, number: int) -> None:
        self._library = library
        self.collections: list[CollectionEntry] = []
        self.collection: CollectionEntry | None = None
        """the one that is shown; None for all of them"""
        self.text = ""
        self.filter = ALL
        self.order = Order.PLACE
        self._listing = NOTHING
        self._inquiry: Inquiry[Listing] | None = None
        self._awaited: tuple[Path, int] | None = None
        """the level that is to be chosen in the list to come"""
        self.index = 0
        """of the chosen level among those shown"""
        self.shipped: list[CollectionEntry] = []
        self.own: list[CollectionEntry] = []
        self.opened: list[CollectionEntry] = []
        """the collections in three groups"""
        self._by_id: dict[int, CollectionEntry] = {}
        self._read_collections()
        if path is None or not self.go_to(path, number):
            self._find(None)

    @property
    def entries(self) -> list[LevelEntry]:
        """Those of the collection that the text finds."""
        return self._listing.entries

    @property
    def shown(self) -> list[LevelEntry]:
        """Those of them that pass the filter."""
        return self._listing.shown

    @property
    def counts(self) -> Mapping[str, int]:
        """How many of the entries pass each filter."""
        return self._listing.counts

    @property
    def chosen(self) -> LevelEntry | None:
        """The chosen level; None if nothing is shown."""
        return self.shown[self.index] if self.shown else None

    @property
    def is_opened(self) -> bool:
        """Whether the chosen level is of a collection that is only opened, not in the library."""
        return self.chosen is not None and self.collection_of(self.chosen) in self.opened

    @property
    def is_shipped(self) -> bool:
        """Whether the chosen level is of a pack that ships."""
        return self.chosen is not None and self.collection_of(self.chosen) in self.shipped

    def place_of(self, entry: LevelEntry) -> tuple[Path, int]:
        """The file of a level, and its number in it."""
        return self._by_id[entry.collection].path, entry.number

    def collection_of(self, entry: LevelEntry) -> CollectionEntry:
        """Where a level is from."""
        return self._by_id[entry.collection]

    # --- what is listed --------------------------------------------------------------------------

    def reload(self) -> None:
        """Read the index anew; the same level stays chosen if it is there still."""
        chosen, path = self._place, self.collection and self.collection.path
        self._read_collections()
        self.collection = next((each for each in self.collections if each.path == path), None)
        self._find(chosen)
        if self.is_finding:
            self._take(_known(replace(self._listing, index=self.index), self._by_id))

    def follow_language(self) -> None:
        """Read the index anew in another language: packs and their levels have other names."""
        if self._language != language.chosen():
            self.reload()

    def _read_collections(self) -> None:
        self._language = language.chosen()
        self.collections = self._library.collections()
        self._by_id = {each.id: each for each in self.collections}
        self.shipped = [each for each in self.collections if self._library.is_shipped(each.path)]
        self.opened = [each for each in self.collections if each.path in self._library.opened]
        ids = {each.id for each in (*self.shipped, *self.opened)}
        self.own = [each for each in self.collections if each.id not in ids]

    def go_to(self, path: Path, number: int) -> bool:
        """Show a collection with one of its levels chosen; whether it is there."""
        found = next((each for each in self.collections if each.path == path), None)
        if found is None:
            return False
        self.collection, self.text, self.filter, self.order = found, "", ALL, Order.PLACE
        self._find((path, number))
        return True

    def show(self, collection: CollectionEntry | None) -> None:
        """Show another collection, or all."""
        self.collection = collection
        self._find(None)

    def search(self, text: str) -> None:
        """Show only what the text finds."""
        if text != self.text:
            self.text = text
            self._find(self._place)

    def filter_by(self, name: str) -> None:
        """Show only what passes."""
        self.filter = name
        self._find(self._place)

    @property
    def next_filter(self) -> str:
        """The filter after the present one; after the last, the first again."""
        names = list(FILTERS)
        return names[(names.index(self.filter) + 1) % len(names)]

    @property
    def next_order(self) -> Order:
        """What `sort` needs for the next order: fewest boxes, small, as in the file."""
        return {Order.PLACE: Order.BOXES, Order.BOXES: Order.SIZE}.get(self.order, self.order)

    def sort(self, order: Order) -> None:
        """Show the levels in that order, or in that of the file if the order was that already."""
        self.order = Order.PLACE if self.order is order else order
        self._find(None)

    # --- reading ---------------------------------------------------------------------------------

    @property
    def is_finding(self) -> bool:
        """Whether a long list is still being read."""
        return self._inquiry is not None

    def hear(self) -> bool:
        """Whether a long list has been read, and is the one that is shown now."""
        inquiry = self._inquiry
        if inquiry is None or not inquiry.is_over:
            return False
        self._inquiry = None
        self._take(inquiry.answer or NOTHING)
        return True

    def arrive(self) -> None:
        """Wait for the list to come."""
        if self._inquiry is not None:
            self._inquiry.wait()
            self.hear()

    @property
    def _place(self) -> tuple[Path, int] | None:
        """The chosen level, or the one that will be."""
        if self.is_finding:
            return self._awaited
        return self.chosen and self.place_of(self.chosen)

    def _find(self, chosen: tuple[Path, int] | None) -> None:
        shown, self._inquiry, self._awaited = self.collection, None, chosen
        wanted = Wanted(self.text.strip(), collection=shown and shown.id, order=self.order)
        work = partial(_list, self._library, wanted, self.filter, chosen)
        if sum(each.levels for each in ([shown] if shown else self.collections)) > AT_ONCE:
            self._inquiry = Inquiry(work)
        else:
            self._take(work())

    def _take(self, listing: Listing) -> None:
        if not {each.collection for each in listing.entries} <= self._by_id.keys():
            # The index is read while another process writes it: a collection has come since.
            self._read_collections()
            listing = _known(listing, self._by_id)
        self._listing, self.index = listing, listing.index

    # --- which one is chosen ---------------------------------------------------------------------

    def index_of(self, collection: int, number: int) -> int | None:
        """The place of a level among those shown; None if it is not there."""
        places = (
            place
            for place, each in enumerate(self.shown)
            if each.number == number and each.collection == collection
        )
        return next(places, None)

    def choose(self, index: int) -> None:
        """Choose a level by its place among those shown, or the nearest to it."""
        self.index = max(0, min(len(self.shown) - 1, index))

    def choose_unsolved(self, way: int = 1) -> bool:
        """Choose the next unsolved level that is shown, or the one before; whether there is any."""
        places = range(self.index + way, len(self.shown) if way > 0 else -1, way)
        found = next((place for place in places if self.shown[place].is_unsolved), None)
        if found is not None:
            self.index = found
        return found is not None


def _list(library: Library, wanted: Wanted, name: str, chosen: tuple[Path, int] | None) -> Listing:
    """The levels that are looked for and pass a filter, with one of them chosen."""
    entries = library.find(wanted)
    unsolved = sum(each.is_unsolved for each in entries)
    optimal = sum(each.pushes == each.par for each in entries if each.pushes is not None)
    counts = {ALL: len(entries), UNSOLVED: unsolved, NOT_OPTIMAL: len(entries) - optimal}
    shown = entries if name == ALL else list(filter(FILTERS[name], entries))
    path, number = chosen or (None, 0)
    ids = {each.id for each in library.listed() if each.path == path}
    # Twenty thousand levels are gone through: the cheaper question comes first.
    places = (
        place
        for place, each in enumerate(shown)
        if each.number == number and each.collection in ids
    )
    return Listing(entries, shown, counts, next(places, 0))


def _known(listing: Listing, collections: Container[int]) -> Listing:
    """A listing without levels of collections that are gone; the first level is chosen."""
    entries, shown = (
        [each for each in levels if each.collection in collections]
        for levels in (listing.entries, listing.shown)
    )
    index = listing.index if len(shown) == len(listing.shown) else 0
    return replace(listing, entries=entries, shown=shown, index=index)
