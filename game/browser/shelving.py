"""Changes to the player's library, each of which can be undone as long as the game runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from game.browser.edits import Edit, Edited, FileChange, Refused, run, stamp_of
from game.browser.entries import CollectionEntry
from game.browser.library import Library
from game.language.words import Words, listed
from game.storage.arrangement import Arrangement
from game.storage.bin import FOLDER_NAME, Bin, exchange
from game.storage.files import advice_of, free_name, reason_of
from game.storage.folders import data_folder
from game.work.errand import Errand
from levels.language import N_, _, ngettext, said_of

NOTHING = "", ""
COMES_BACK = N_("{undo} brings it back until you quit; your records stay.")


@dataclass(frozen=True, slots=True)
class LibraryChange:
    """Something that was done: files as they were are kept, and so is the arrangement."""

    what: str
    """``removing Rooms``"""
    files: tuple[FileChange, ...] = ()
    arrangement: Arrangement | None = None
    """as it was before; None if it was left alone"""


@dataclass(frozen=True, slots=True)
class _Asked:
    """An edit that a process is working on."""

    what: str
    done: Words
    failed: str
    errand: Errand[Edited | Refused]


class Shelving:
    """Removes, renames, orders and hides collections, and has levels edited."""

    def __init__(self, library: Library) -> None:
        self.changed: set[Path] = set()
        """files that have changed since this was emptied"""
        self.returned: Path | None = None
        """the file that the last undo or redo has brought back whole, if it did"""
        self._library = library
        self._bin = Bin(library.database.with_name(FOLDER_NAME))
        self._done: list[LibraryChange] = []
        self._undone: list[LibraryChange] = []
        self._asked: _Asked | None = None

    def close(self) -> None:
        """End the session: nothing can be undone anymore."""
        if self._asked is not None:
            self._asked.errand.stop()
        self._bin.close()

    # --- collections -----------------------------------------------------------------------------

    def remove(self, collection: CollectionEntry) -> Words:
        """Put the file of one of the player's collections into the bin; what to say."""
        title, path = collection.title, collection.path
        name, before = self._library.name_of(path), self._library.arrangement
        try:
            kept = exchange(path, None, self._bin.session_folder())
            after = replace(
                before.with_title(name, ""), order=tuple(n for n in before.order if n != name)
            )
            try:
                self._library.arrange(after)
            except OSError:
                exchange(path, kept, self._bin.session_folder())
                raise
        except OSError as error:
            return _failed(_("“{title}” could not be removed", title=title), error)
        self._note(_("removing “{title}”", title=title), (FileChange(path, kept, None),), before)
        return _("“{title}” was removed.", title=title), _(COMES_BACK)

    def hide(self, collection: CollectionEntry) -> Words:
        """No longer list a pack that ships with the game."""
        name, title = self._library.name_of(collection.path), collection.title
        return self._arrange(
            lambda before: replace(before, hidden=before.hidden | {name}),
            _("hiding “{title}”", title=title),
            (_("“{title}” is hidden.", title=title), _("{show_hidden} shows it again.")),
        )

    def show_hidden(self) -> Words:
        """List all packs again."""
        names = [each.title for each in self._library.hidden()]
        if not names:
            return _("No collection is hidden."), ""
        lead = ngettext(
            "{collections} is back.",
            "{collections} are back.",
            len(names),
            collections=listed(names),
        )
        return self._arrange(
            lambda before: replace(before, hidden=frozenset()), _("showing hidden collections"),
            (lead, ""),
        )  # fmt: skip

    def rename(self, collection: CollectionEntry, title: str) -> Words:
        """Give a collection another title, which is kept beside its file."""
        name = self._library.name_of(collection.path)
        title = " ".join(title.split())
        if not title or title == collection.title:
            return NOTHING
        return self._arrange(
            lambda before: before.with_title(name, title),
            _("renaming “{title}”", title=collection.title),
            (
                _("“{title}” is now called “{name}”.", title=collection.title, name=title),
                _("{undo} undoes it."),
            ),
        )

    def move(self, collection: CollectionEntry, way: int) -> Words:
        """Swap one of the player's collections with the one after it, or the one before."""
        library = self._library
        own = [each for each in library.collections() if not library.is_shipped(each.path)]
        names = [library.name_of(each.path) for each in own]
        name = library.name_of(collection.path)
        if name not in names:
            return _("Packs that come with Pushwise keep their order."), ""
        place = names.index(name) + way
        if not 0 <= place < len(names):
            if way > 0:
                return _("“{title}” is already last.", title=collection.title), ""
            return _("“{title}” is already first.", title=collection.title), ""
        beside, moving = names[place], {"title": collection.title}
        what = (
            _("moving “{title}” up", **moving) if way < 0 else _("moving “{title}” down", **moving)
        )
        return self._arrange(
            lambda before: before.with_new(names).moved(name, beside, is_before=way < 0),
            what, NOTHING,
        )  # fmt: skip

    def _arrange(
        self, change: Callable[[Arrangement], Arrangement], what: str, done: Words
    ) -> Words:
        before = self._library.arrangement
        try:
            self._library.arrange(change(before))
        except OSError as error:
            return _failed(_("Nothing was changed"), error)
        self._note(what, (), before)
        return done

    def _note(
        self, what: str, files: tuple[FileChange, ...], before: Arrangement | None = None
    ) -> None:
        self._done.append(LibraryChange(what, files, before))
        self._undone.clear()
        self._look_again(files)

    def _look_again(self, files: tuple[FileChange, ...]) -> None:
        """List what files hold now."""
        if files:
            paths = {each.path for each in files}
            self.changed |= paths
            self._library.forget(path for path in paths if not path.exists())
            self._library.refresh()

    # --- levels ----------------------------------------------------------------------------------

    def begin(self, edit: Edit, what: str, done: Words, failed: str) -> Words:
        """Have a level edited; `poll` hears how it went. What to say at once."""
        if self._asked is not None:
            return _("One moment: the last change is still being saved."), ""
        try:
            errand: Errand[Edited | Refused] = Errand(
                run, edit, self._bin.session_folder(), self._library.index
            )
        except OSError as error:
            return _failed(failed, error)
        self._asked = _Asked(what, done, failed, errand)
        return NOTHING

    def poll(self) -> Words | None:
        """What to say about an edit that is over."""
        asked = self._asked
        if asked is None:
            return None
        said = next(iter(asked.errand.hear()), None)
        if said is None and not asked.errand.is_over:
            return None
        self._asked = None
        match said:
            case Edited(changes=changes):
                self._note(asked.what, changes)
                return asked.done
            case Refused(reason=reason, advice=advice):
                return f"{said_of(asked.failed, reason.rstrip('.'))}.", advice
        failed = said_of(asked.failed, asked.errand.failure)
        return f"{failed}.", _("Your levels are as they were.")

    def free_file(self, title: str) -> Path:
        """A name that no file has yet, for a new collection."""
        name = re.sub(r"[^\w-]+", "-", title.casefold()).strip("-_")[:60] or "levels"
        return free_name((self._library.folder / f"{name}.sok").absolute())

    # --- undo ------------------------------------------------------------------------------------

    @property
    def undoable(self) -> str:
        """What undo would take back; empty if there is nothing."""
        return self._done[-1].what if self._done else ""

    def undo(self) -> Words:
        """Take back the last change; what to say."""
        return self._reverse(self._done, self._undone, N_("Undone: {what}."))

    def redo(self) -> Words:
        """Do again what was undone last; what to say."""
        return self._reverse(self._undone, self._done, N_("Redone: {what}."))

    def _reverse(self, stack: list[LibraryChange], other: list[LibraryChange], done: str) -> Words:
        self.returned = None
        if self._asked is not None:
            return _("One moment: the last change is still being saved."), ""
        if not stack:
            if other is self._undone:
                return _("There is nothing to undo."), ""
            return _("There is nothing to redo."), ""
        change = stack[-1]
        others = [each for each in change.files if stamp_of(each.path) != each.stamp]
        if others:
            stack.pop()
            return self._bring_beside(change, others[0])
        now = self._library.arrangement
        turned: list[FileChange] = []
        try:
            if change.arrangement is not None:
                self._library.arrange(change.arrangement)
            for each in change.files:
                turned.append(self._exchanged(each))
        except OSError as error:
            self._take_back(turned, now)
            return _failed(_("Nothing was changed"), error)
        stack.pop()
        before = None if change.arrangement is None else now
        other.append(LibraryChange(change.what, tuple(turned), before))
        self._look_again(change.files)
        self.returned = next((each.path for each in turned if each.kept is None), None)
        return _(done, what=change.what), ""

    def _exchanged(self, change: FileChange) -> FileChange:
        kept = exchange(change.path, change.kept, self._bin.session_folder())
        return FileChange(change.path, kept, stamp_of(change.path))

    def _take_back(self, turned: list[FileChange], arrangement: Arrangement) -> None:
        """Half of it could not be done: undo the other half."""
        try:
            self._library.arrange(arrangement)
            for each in turned:
                self._exchanged(each)
        except OSError:
            pass  # the bin holds it all until the next session

    def _bring_beside(self, change: LibraryChange, file: FileChange) -> Words:
        """A file has since changed by other means: what it was becomes a collection beside it."""
        lead = _(
            "{name} has changed since, so {what} cannot be undone.",
            name=file.path.name,
            what=change.what,
        )
        if file.kept is None:
            return lead, ""
        place = free_name(file.path)
        try:
            exchange(place, file.kept, self._bin.session_folder())
        except OSError as error:
            return _failed(lead.rstrip("."), error)
        self._look_again((replace(file, path=place),))
        return lead, _("The earlier file is in your library as {name}.", name=place.name)


def _failed(what: str, error: OSError) -> Words:
    advice = advice_of(error, data_folder())
    kept = _("Your levels are as they were.")
    return f"{said_of(what, reason_of(error))}.", f"{kept} {advice}"
