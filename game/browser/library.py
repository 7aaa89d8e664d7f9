"""The levels that the person has: those that ship with the game, and the person's own collections.

An index of them is kept beside the records. A process of its own brings it up to date while the
game goes on; until then the previous index serves.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from game.browser.entries import EVERYTHING, CollectionEntry, Holder, LevelEntry, Order, Wanted
from game.browser.shelf import Shelf
from game.storage import indexing
from game.storage.arrangement import FILE_NAME as ARRANGEMENT_NAME
from game.storage.arrangement import Arrangement, read_arrangement, write_arrangement
from game.storage.bin import FOLDER_NAME as BIN_NAME
from game.storage.database import FILE_NAME, open_for_reading
from game.storage.folders import data_folder, levels_folder
from game.storage.indexing import IndexFailed, Indexing
from game.storage.made_here import said_title
from game.storage.pars import shipped_par
from game.storage.proof_seals import PROVED
from game.work.errand import Errand
from levels.files import PACK_ORDER, PACKS, pack_words
from levels.language import _, chosen
from levels.level import Level
from levels.whole_file import whole

Found = TypeVar("Found")

_log = logging.getLogger(__name__)


_LEVELS = f"""
    WITH best AS (
        SELECT key, min(pushes) FILTER (WHERE is_own) AS pushes,
            min(moves) FILTER (WHERE is_own) AS moves, min(pushes) AS known,
            max(is_assisted) AS assisted
        FROM solutions JOIN levels ON levels.id = level GROUP BY levels.id
    ), proof AS (
        SELECT key, max(lower_bound) AS bound, min(best) AS found, max(difficulty) AS score
        FROM {PROVED} WHERE metric = 'pushes' GROUP BY level
    ), begun AS (
        -- Steps are the places on the lines of a game, as JSON: somewhere one has been taken.
        SELECT key FROM games JOIN levels ON levels.id = level WHERE steps GLOB '*[1-9]*'
    )
    SELECT collection, number, title, author, boxes, width, height, key, pushes, moves,
        CASE WHEN bound = min(ifnull(found, known), ifnull(known, found)) THEN bound
            WHEN shipped_par(key) BETWEEN ifnull(bound, 0)
            AND min(ifnull(found, 1e9), ifnull(known, 1e9)) THEN shipped_par(key) END AS par,
        score, known, ifnull(assisted, 0), key IN begun
    FROM entries LEFT JOIN best USING (key) LEFT JOIN proof USING (key)
"""

_COLLECTIONS = f"""
    SELECT id, path, collections.title, collections.author, levels, faults, reason,
        ifnull(solved, 0), ifnull(optimal, 0)
    FROM collections LEFT JOIN (
        SELECT collection, count(*) AS solved, count(CASE WHEN pushes = par THEN 1 END) AS optimal
        FROM ({_LEVELS} WHERE pushes NOT NULL) GROUP BY collection
    ) ON collection = collections.id
"""

_PLACES = "SELECT id, path, title, author, levels, faults, reason, 0, 0 FROM collections"

_SOLVED = "SELECT key FROM solutions JOIN levels ON levels.id = level WHERE"

_UNSOLVED = f"FROM entries WHERE key NOT IN ({_SOLVED} is_own OR is_assisted)"

_WITH_HELP = f"FROM entries WHERE key IN ({_SOLVED} is_assisted) AND key NOT IN ({_SOLVED} is_own)"

_BOARDS = """
    SELECT number, entries.title, entries.author, notes, board
    FROM entries JOIN collections ON id = collection WHERE path = ?
"""


_HOLDERS = """
    SELECT key, collections.title, path, number
    FROM entries JOIN collections ON id = collection ORDER BY id DESC, number DESC
"""


SAID_TITLE = "CASE WHEN collection IN ({packs}) THEN said_title(title) ELSE title END"
"""What a level is called in the chosen language, in which those of packs have other names."""


class Library:
    """Lists levels at once from the index, which `refresh` brings up to date."""

    def __init__(self, folder: Path | None = None, packs: Path = PACKS) -> None:
        self.folder = levels_folder() if folder is None else folder / "levels"
        self.progress: Indexing | None = None
        """of the refreshing that is under way; None if none is"""
        self.failure: str | None = None
        """why the last refreshing came to nothing, if it did"""
        self.times_read = 0
        """how often the index has been brought up to date, or an attempt failed"""
        self.database = ((folder or data_folder()) / FILE_NAME).absolute()
        """the file of the index, which is that of the records"""
        self.index = self._goal = self.database
        """the file that lists are read from, and the one that is brought up to date"""
        self._makeshift: TemporaryDirectory[str] | None = None
        self._folders = (packs, self.folder.absolute())
        self._prefixes = (f"{packs}{os.sep}", f"{self.folder.absolute()}{os.sep}")
        """what the paths of packs and of the player's own files begin with"""
        self.opened: list[Path] = []
        """files that are listed from where they are, in this run alone"""
        self._errand: Errand[indexing.Report] | None = None
        self._rescues = 0
        self._past_bin: Path | None = self.database.with_name(BIN_NAME)
        """what earlier sessions have left, until it is emptied"""
        self._arrangement_file = self.database.with_name(ARRANGEMENT_NAME)
        self._absent: set[Path] = set()
        """files that were removed just now, which the index holds until it is read again"""

    def is_shipped(self, path: Path) -> bool:
        """Whether a level file came with the game."""
        return str(path).startswith(self._prefixes[0])

    def name_of(self, path: Path) -> str:
        """What a level file is called in the arrangement."""
        # Cutting text is ten times as fast as cutting paths, and there may be thousands of files.
        name, (packs, own) = str(path), self._prefixes
        if name.startswith(packs):
            return f"shipped:{name[len(packs) :].replace(os.sep, '/')}"
        return name.removeprefix(own).replace(os.sep, "/")

    @property
    def arrangement(self) -> Arrangement:
        """How the player has arranged the collections."""
        return read_arrangement(self._arrangement_file)

    def arrange(self, arrangement: Arrangement) -> None:
        """Keep another arrangement. Raises OSError."""
        write_arrangement(self._arrangement_file, arrangement)

    def is_own(self, path: Path) -> bool:
        """Whether a level file is the player's own, in the folder of such collections."""
        return str(path).startswith(self._prefixes[1])

    def forget(self, paths: Iterable[Path]) -> None:
        """No longer list files that are gone, even before the index has been read anew."""
        self._absent |= {*paths}

    def _find_places(self) -> None:
        """Give new collections their places after the others, and keep them."""
        arrangement = self.arrangement
        own = [
            each
            for each in self._arranged(_PLACES)
            if not self.is_shipped(each.path) and each.path not in self.opened
        ]
        placed = arrangement.with_new(self.name_of(each.path) for each in own)
        if placed != arrangement:
            try:
                self.arrange(placed)
            except OSError as error:
                _log.warning("the order of the collections: %s", error)

    def open(self, path: Path) -> None:
        """List a file without copying it, unless it is in the library; `refresh` then finds it."""
        if path not in self.opened and not self._holds(str(path)):
            self.opened.append(path)

    def _holds(self, path: str) -> bool:
        """Whether a file is one of those that ship with the game or that have been added."""
        return path.startswith(self._prefixes)

    @property
    def places(self) -> tuple[Path, Path]:
        """The folders of the data and of the packs: a library made from these equals this one."""
        return self.database.parent, self._folders[0]

    @property
    def process_id(self) -> int | None:
        """The process that reads level files, if one does."""
        return self._errand.process_id if self._errand else None

    # --- keeping the index up to date ----------------------------------------------------------

    def refresh(self) -> None:
        """Begin to look for what is new, afresh if that is under way; `poll` hears of it."""
        self._refresh(self.database)

    def _refresh(self, index: Path) -> None:
        self.close()
        self._goal = index
        self._errand = Errand(
            indexing.run, index, self._folders, tuple(self.opened), self._past_bin, gives_way=True
        )
        self._past_bin = None
        self.progress = Indexing(0, 0, "")
        self.failure = None

    def poll(self, rescues: int = 0) -> bool:
        """Take in what the process reports; whether there is anything new to show.

        When damaged records have been rescued more often than before, the index is made again.
        """
        if rescues != self._rescues:
            self._rescues = rescues
            self.refresh()
        errand = self._errand
        if errand is None:
            return False
        reports = errand.hear()
        for report in reports:
            match report:
                case Indexing():
                    self.progress = report
                case IndexFailed(reason=reason) if not self._can_do_without(reason):
                    self._end(reason)
                case indexing.Indexed():
                    self.index = self._goal
                    self._absent.clear()
                    self._end(None)
                    self._find_places()
        if errand is self._errand and errand.failure:
            self._end(_("reading the level files stopped unexpectedly"))
        return bool(reports) or errand.is_over

    def _end(self, failure: str | None) -> None:
        """The refreshing is over, well or not."""
        if failure:
            _log.warning("library: %s", failure)
        self.failure = failure
        self.times_read += 1
        self.close()

    def _can_do_without(self, reason: str) -> bool:
        """Make an index for this run alone if the records can neither be written nor read.

        Then all levels can be played, though nothing is known of what has been solved. Whether that
        could be begun.
        """
        if self._goal != self.database or self.collections():
            return False
        try:
            self._makeshift = self._makeshift or TemporaryDirectory(prefix="pushwise-")
        except OSError:
            return False
        _log.warning("library: %s", reason)
        self._refresh(Path(self._makeshift.name, FILE_NAME))
        return True

    def close(self) -> None:
        """End the process, wherever it is: the index is sound at every moment."""
        if self._errand is not None:
            self._errand.stop()
        self._errand = self.progress = None

    def add(self, name: str, content: bytes) -> Path:
        """Put a level file into the folder of the player's collections; `refresh` then finds it.

        A file that is there already is not written again. Raises OSError.
        """
        place, number = self.folder / name, 2
        while place.exists() and place.read_bytes() != content:
            place = place.with_name(f"{Path(name).stem} {number}{place.suffix}")
            number += 1
        if not place.exists():
            _write(place, content)
        return place

    def append(self, name: str, title: str, text: str) -> Path:
        """Add levels as `.sok` text to one of the player's files; a new one begins with a title."""
        place = self.folder / name
        before = place.read_bytes() if place.exists() else f"Collection: {title}\n".encode()
        _write(place, before.rstrip() + b"\n\n" + text.encode())
        return place

    def rewrite(self, name: str, text: str) -> None:
        """Put other levels into one of the player's files, whole or not at all. Raises OSError."""
        _write(self.folder / name, text.encode())

    # --- reading the index ---------------------------------------------------------------------

    def collections(self) -> list[CollectionEntry]:
        """All level files that are not hidden: those that ship with the game from the easiest to
        the hardest, then the player's own in the order that the player has given them."""
        return self._arranged(_COLLECTIONS)

    def listed(self) -> list[CollectionEntry]:
        """These collections, quickly: nothing is counted as solved."""
        return self._arranged(_PLACES)

    def unsolved_in(self, collection: int) -> list[int]:
        """The numbers of the unsolved levels of a collection, in order."""
        return self._numbers_of(_UNSOLVED, collection)

    def solved_with_help(self, collection: int) -> list[int]:
        """The numbers of the levels that have been solved only with help."""
        return self._numbers_of(_WITH_HELP, collection)

    def _numbers_of(self, which: str, collection: int) -> list[int]:
        query = f"SELECT number {which} AND collection = ? ORDER BY number"
        return [number for (number,) in self._rows(query, (collection,))]

    def end_of_unsolved(self, collections: Sequence[int], way: int) -> tuple[int, int] | None:
        """The first of these collections with an unsolved level, and the number of its first one;
        with ``way`` -1 that of its last one.

        They are looked through one by one, as it is usually the first that has one.
        """
        turn = "DESC" if way < 0 else "ASC"
        query = f"SELECT number {_UNSOLVED} AND collection = ? ORDER BY number {turn} LIMIT 1"

        def look(database: sqlite3.Connection) -> tuple[int, int] | None:
            for each in collections:
                row = database.execute(query, (each,)).fetchone()
                if row is not None:
                    return each, row[0]
            return None

        return self._ask(look, None)

    def hidden(self) -> list[CollectionEntry]:
        """The collections that the player has hidden."""
        return self._arranged(_PLACES, are_hidden=True)

    def _arranged(self, query: str, *, are_hidden: bool = False) -> list[CollectionEntry]:
        """Those without a place in the order come after the others, by their titles."""
        arrangement = self.arrangement
        ranks, found = arrangement.ranks(), []
        for row in self._rows(query, ()):
            path, title = Path(row[1]), row[2]
            name = self.name_of(path)
            if (name in arrangement.hidden) != are_hidden or path in self._absent:
                continue
            is_own = not self.is_shipped(path)
            rank = ranks.get(name, len(ranks)) if is_own else _pack_rank(path)
            title = self._title(path, title, arrangement.titles)
            entry = CollectionEntry(row[0], path, title, *row[3:])
            found.append((is_own, rank, title.casefold(), name, entry))
        return [each[-1] for each in sorted(found)]

    def find(self, wanted: Wanted = EVERYTHING) -> list[LevelEntry]:
        """The levels that are looked for, in the order asked for."""
        conditions = ["1"]
        values: list[object] = []
        shown = self._arranged(_PLACES) if wanted.collection is None else []
        packs = self._translated()
        if wanted.collection is not None:
            conditions.append("collection = ?")
            values.append(wanted.collection)
        else:
            conditions.append(f"collection IN ({_numbers(shown)})")
        if wanted.text:
            holding = [each for each in shown if _holds(each, wanted.text)]
            title = SAID_TITLE.format(packs=", ".join(map(str, packs)))
            conditions.append(
                f"({title} LIKE ? ESCAPE '!' OR author LIKE ? ESCAPE '!' OR number = ?"
                f" OR collection IN ({_numbers(holding)}))"
            )
            pattern = _pattern(wanted.text)
            values += [pattern, pattern, wanted.text]
        query = f"{_LEVELS} WHERE {' AND '.join(conditions)} ORDER BY {wanted.order}"
        found = [LevelEntry._make(row) for row in self._rows(query, values)]
        found = [
            each._replace(title=pack_words(each.title)) if each.collection in packs else each
            for each in found
        ]
        if wanted.order is Order.PLACE and shown:
            ranks = {each.id: rank for rank, each in enumerate(shown)}
            found.sort(key=lambda each: ranks[each.collection])
        return found

    def entries_of(self, path: Path) -> list[LevelEntry]:
        """All levels of a file. Raises sqlite3.Error or OSError if the index cannot be read."""
        query = f"{_LEVELS} WHERE collection = (SELECT id FROM collections WHERE path = ?)"
        with closing(open_for_reading(self.index)) as database:
            rows = _fetched(database, f"{query} ORDER BY number", (str(path),))
        return [LevelEntry._make(row) for row in rows]

    def _translated(self) -> set[int]:
        """The packs whose levels have other names in the chosen language."""
        packs = self._arranged(_PLACES) if chosen() != "en" else []
        return {each.id for each in packs if self.is_shipped(each.path)}

    def shelf(self, path: Path) -> Shelf:
        """The levels of a file that can be played."""
        return Shelf(self._rows(f"{_BOARDS} ORDER BY number", (str(path),)))

    def level(self, path: Path, number: int) -> Level | None:
        """One level of a file; None if it is not there anymore, or its board is damaged."""
        return Shelf(self._rows(f"{_BOARDS} AND number = ?", (str(path), number))).get(number)

    def holders(self) -> dict[str, Holder]:
        """For the key of each level, a collection of the library that holds it, perhaps turned or
        mirrored; what is only opened is not in the library."""
        titles = self.arrangement.titles
        return {
            key: Holder(self._title(Path(path), title, titles), (Path(path), number))
            for key, title, path, number in self._rows(_HOLDERS, ())
            if self._holds(path)
        }

    def _title(self, path: Path, title: str, titles: Mapping[str, str]) -> str:
        """What a collection is called: as the player has renamed it, or in the chosen language."""
        said = pack_words(title) if self.is_shipped(path) else said_title(path, title)
        return titles.get(self.name_of(path), said)

    def _rows(self, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        """What a query finds; nothing where there is no index to be read."""
        return self._ask(partial(_fetched, query=query, values=values), [])

    def _ask(self, look: Callable[[sqlite3.Connection], Found], nothing: Found) -> Found:
        """What a look into the index finds; nothing where there is none to be read."""
        try:
            with closing(open_for_reading(self.index)) as database:
                return look(database)
        except (sqlite3.Error, OSError) as error:
            _log.warning("library: %s", error)
            return nothing


def _fetched(
    database: sqlite3.Connection, query: str, values: Sequence[object]
) -> list[tuple[Any, ...]]:
    database.create_function("shipped_par", 1, shipped_par, deterministic=True)
    database.create_function("said_title", 1, pack_words, deterministic=True)
    return database.execute(query, values).fetchall()


def _write(place: Path, content: bytes) -> None:
    with whole(place) as part:
        part.write_bytes(content)


def _pack_rank(path: Path) -> int:
    return PACK_ORDER.index(path.name) if path.name in PACK_ORDER else len(PACK_ORDER)


def _numbers(collections: Sequence[CollectionEntry]) -> str:
    return ", ".join(str(each.id) for each in collections)


def _holds(collection: CollectionEntry, text: str) -> bool:
    """Whether a text is in the title or the author of a collection."""
    names = (collection.title, collection.author)
    return any(text.casefold() in name.casefold() for name in names)


def _pattern(text: str) -> str:
    """Text as a part of what LIKE looks for."""
    for special in "!%_":
        text = text.replace(special, f"!{special}")
    return f"%{text}%"
