"""What the browser lists: a collection or all of them, searched, filtered, and one level chosen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.browser.library import CollectionEntry, LevelEntry, Library, Order, Wanted

ALL, UNSOLVED, NOT_OPTIMAL = "all", "unsolved", "not_optimal"

FILTERS: dict[str, Callable[[LevelEntry], bool]] = {
    ALL: lambda entry: True,
    UNSOLVED: lambda entry: entry.pushes is None,
    NOT_OPTIMAL: lambda entry: entry.mark != "optimal",
}


class Browsing:
    """The lists of the library as far as they are asked for."""

    def __init__(self, library: Library, path: Path | None, number: int) -> None:
        self._library = library
        self.collections: list[CollectionEntry] = []
        self.collection: CollectionEntry | None = None
        """the one that is shown; None for all of them"""
        self.text = ""
        self.filter = ALL
        self.order = Order.PLACE
        self.entries: list[LevelEntry] = []
        """those of the collection that the text finds"""
        self.shown: list[LevelEntry] = []
        """those of them that pass the filter"""
        self.index = 0
        """of the chosen level among those shown"""
        self.counts: dict[str, int] = {}
        """how many of the entries pass each filter"""
        self.shipped: list[CollectionEntry] = []
        self.own: list[CollectionEntry] = []
        self.opened: list[CollectionEntry] = []
        """the collections in three groups"""
        self._by_id: dict[int, CollectionEntry] = {}
        self._read_collections()
        if path is None or not self.go_to(path, number):
            self._find(None)

    @property
    def chosen(self) -> LevelEntry | None:
        """The chosen level; None if nothing is shown."""
        return self.shown[self.index] if self.shown else None

    @property
    def is_opened(self) -> bool:
        """Whether the chosen level is of a collection that is opened, and not in the library."""
        return self.chosen is not None and self.collection_of(self.chosen) in self.opened

    def place_of(self, entry: LevelEntry) -> tuple[Path, int]:
        """The file of a level, and its number in it."""
        return self._by_id[entry.collection].path, entry.number

    def collection_of(self, entry: LevelEntry) -> CollectionEntry:
        """Where a level is from."""
        return self._by_id[entry.collection]

    # --- what is listed --------------------------------------------------------------------------

    def reload(self) -> None:
        """Read the index anew; the same level stays chosen if it is there still."""
        chosen = self.chosen and self.place_of(self.chosen)
        path = self.collection and self.collection.path
        self._read_collections()
        self.collection = next((each for each in self.collections if each.path == path), None)
        self._find(chosen)

    def _read_collections(self) -> None:
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
            self._find(self.chosen and self.place_of(self.chosen))

    def filter_by(self, name: str) -> None:
        """Show only what passes."""
        self.filter = name
        self._sift(self.chosen and self.place_of(self.chosen))

    @property
    def next_filter(self) -> str:
        """The filter after the present one, the first again after the last."""
        names = list(FILTERS)
        return names[(names.index(self.filter) + 1) % len(names)]

    @property
    def next_order(self) -> Order:
        """What `sort` has to be told for the next order: fewest boxes, small, as in the file."""
        return {Order.PLACE: Order.BOXES, Order.BOXES: Order.SIZE}.get(self.order, self.order)

    def sort(self, order: Order) -> None:
        """Show in that order, or as the file has them if that was the order."""
        self.order = Order.PLACE if self.order is order else order
        self._find(None)

    def _find(self, chosen: tuple[Path, int] | None) -> None:
        number = self.collection and self.collection.id
        self.entries = self._library.find(
            Wanted(self.text.strip(), collection=number, order=self.order)
        )
        if not {each.collection for each in self.entries} <= self._by_id.keys():
            # The index is read while another process writes it: a collection has come since.
            self._read_collections()
            self.entries = [each for each in self.entries if each.collection in self._by_id]
        unsolved = sum(each.pushes is None for each in self.entries)
        optimal = sum(each.pushes == each.par for each in self.entries if each.pushes is not None)
        self.counts = {
            ALL: len(self.entries), UNSOLVED: unsolved, NOT_OPTIMAL: len(self.entries) - optimal,
        }  # fmt: skip
        self._sift(chosen)

    def _sift(self, chosen: tuple[Path, int] | None) -> None:
        passes = FILTERS[self.filter]
        self.shown = self.entries if self.filter == ALL else list(filter(passes, self.entries))
        path, number = chosen or (None, 0)
        ids = {each.id for each in self.collections if each.path == path}
        # Twenty thousand levels are gone through: the cheaper question comes first.
        places = (
            place
            for place, each in enumerate(self.shown)
            if each.number == number and each.collection in ids
        )
        self.index = next(places, 0)

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
        found = next((place for place in places if self.shown[place].pushes is None), None)
        if found is not None:
            self.index = found
        return found is not None
