"""What the player does to collections and levels in the browser, by key, menu or right click."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from game.browser.browsing import Browsing
from game.browser.edits import LevelPlace, LevelRemoval, LevelRenaming, LevelTransfer
from game.browser.entries import CollectionEntry
from game.browser.grid import LevelCard
from game.browser.naming import NamingScene
from game.browser.proving_task import Chore
from game.browser.shelving import COMES_BACK
from game.browser.side import CollectionTab
from game.browser.stock import Stock
from game.browser.view import title_of
from game.input.actions import Action
from game.input.controls import Scope
from game.language.words import Words, translated
from game.menu.choice_list import ListEntry
from game.menu.choosing import ChoiceScene
from game.scene.base import Actions, Scene
from game.scene.stage import Stage
from game.session.course import Course
from game.widgets.buttons import Hit
from levels.language import N_, _

OF_LEVEL = (
    (Action.RENAME, N_("Rename level"), "edit"),
    (Action.MOVE_LEVEL, N_("Move to another collection"), "next"),
    (Action.COPY_LEVEL, N_("Copy to another collection"), "export"),
    (Action.REMOVE, N_("Delete level"), "close"),
)
OF_COLLECTION = (
    (Action.RENAME_COLLECTION, N_("Rename collection"), "edit"),
    (Action.COLLECTION_UP, N_("Move collection up"), "up"),
    (Action.COLLECTION_DOWN, N_("Move collection down"), "down"),
    (Action.REMOVE_COLLECTION, N_("Remove collection"), "close"),
)
OF_PACK = ((Action.REMOVE_COLLECTION, N_("Hide collection"), "close"),)
PROVING = (
    (Action.PAUSE_PROVING, N_("Pause or resume background work"), "pause"),
    (Action.STOP_PROVING, N_("Stop background work"), "close"),
)
SHOWING = (Action.SHOW_HIDDEN, N_("Show hidden collections"), "grid")
UNDOING = (Action.UNDO, N_("Undo"), "undo")

LevelAt: TypeAlias = tuple[Path, int] | None
"""A file, and the number of a level in it."""

NO_LEVEL = N_("No level is chosen."), ""
NO_COLLECTION = N_("Choose a collection at the left first."), ""
SHIPPED = (N_("This level came with Pushwise."), N_("{copy_level} copies it."))
NOT_YOURS = N_("This level is not in your library."), N_("{copy_level} copies it there.")


class Arranging:
    """Asks what has to be asked, and has `Shelving` do it. ``tell`` shows what it says, and
    ``expect`` has a level chosen that has yet to come into the lists."""

    def __init__(
        self, stage: Stage, stock: Stock, course: Course, browsing: Browsing,
        tell: Callable[[Words], Scene], expect: Callable[[LevelAt], None],
    ) -> None:  # fmt: skip
        self._stage = stage
        self._stock = stock
        self._course = course
        self._shelving = stock.shelving
        self._browsing = browsing
        self._tell = tell
        self._expect = expect

    def actions(self, scene: Scene) -> Actions:
        """What is done over the browser."""
        shelving = self._shelving
        return {
            Action.UNDO: lambda: self._reversed(shelving.undo()),
            Action.REDO: lambda: self._reversed(shelving.redo()),
            Action.SHOW_HIDDEN: lambda: self._said(shelving.show_hidden()),
            Action.ARRANGE: partial(self.menu, scene),
            Action.PROVE: partial(self._work_on, Chore.PROVE),
            Action.REVIEW_ALL: partial(self._work_on, Chore.REVIEW),
            Action.PAUSE_PROVING: self._stock.proving.pause_or_resume,
            Action.STOP_PROVING: self._stock.proving.stop,
            **{action: partial(self._act_on, action, scene) for action, *_ in OF_LEVEL},
            **{
                action: partial(self._act_on_collection, action, scene)
                for action, *_ in OF_COLLECTION
            },
        }

    def poll(self) -> Words | None:
        """What there is to say of an edit that is over; the lists show it."""
        said = self._shelving.poll()
        if said is not None:
            self.follow()
            self._browsing.reload()
        return said

    def follow(self) -> None:
        """The index has been read anew. The level that is played may stand elsewhere in its file
        now: go on there.
        """
        course, changed = self._course, self._shelving.changed
        if changed:
            self._stage.thumbnails.forget()
        if Path(course.file) in changed:
            levels = self._stock.library.shelf(Path(course.file))
            number = course.place_in(levels)
            if number is not None:
                course.open(course.title, levels, number, course.file)
        changed.clear()

    # --- menus -----------------------------------------------------------------------------------

    def menu(
        self, scene: Scene, corner: tuple[int, int] | None = None, *,
        has_level: bool = True, has_collection: bool = True,
    ) -> Scene:  # fmt: skip
        """The list of what can be done with the chosen level and the collection that is shown."""
        browsing = self._browsing
        chosen, shown = browsing.chosen, browsing.collection
        entries: list[tuple[Action, str, str]] = []
        heading = _("Your library")
        if has_level and chosen:
            path = browsing.place_of(chosen)[0]
            entries += OF_LEVEL if self._stock.library.is_own(path) else OF_LEVEL[2:3]
            heading = title_of(chosen, browsing.collection_of(chosen))
        if has_collection and shown:
            if self._stock.library.is_own(shown.path):
                entries += OF_COLLECTION
            elif self._stock.library.is_shipped(shown.path):
                entries += OF_PACK
            entries.append((Action.PROVE, N_("Prove the whole collection"), "solve"))
            if shown.solved:
                entries.append((Action.REVIEW_ALL, N_("Review the whole collection"), "search"))
            heading = heading if has_level and chosen else shown.title
        if has_collection and self._stock.proving.is_under_way:
            entries += PROVING
        if self._stock.library.hidden():
            entries.append(SHOWING)
        if self._shelving.undoable:
            entries.append((Action.UNDO, _("Undo {what}", what=self._shelving.undoable), "undo"))
        if not entries:
            return self._tell(translated(NO_COLLECTION))

        def take(number: int) -> Scene:
            return scene.act(entries[number][0])

        choices = [
            ListEntry(_(words), icon, self._stage.label(action, Scope.BROWSER))
            for action, words, icon in entries
        ]
        return ChoiceScene(self._stage, scene, heading, choices, take, corner)

    def menu_of(self, hit: Hit | None, point: tuple[int, int], scene: Scene) -> Scene:
        """What can be done with the level or the collection under the mouse."""
        if isinstance(hit, CollectionTab):
            return self.menu(scene, point, has_level=False)
        if isinstance(hit, LevelCard):
            index = self._browsing.index_of(hit.collection, hit.number)
            if index is not None:
                self._browsing.choose(index)
                return self.menu(scene, point, has_collection=False)
        return scene

    # --- collections -----------------------------------------------------------------------------

    def _work_on(self, chore: Chore) -> Words:
        """Have the collection that is shown proved, or its games reviewed, in the background."""
        shown = self._browsing.collection
        return translated(NO_COLLECTION) if shown is None else self._stock.proving.ask(shown, chore)

    def _act_on_collection(self, action: Action, scene: Scene) -> Scene:
        found = self._browsing.collection
        if found is None:
            return self._tell(translated(NO_COLLECTION))
        library, shelving = self._stock.library, self._shelving
        match action:
            case Action.COLLECTION_UP | Action.COLLECTION_DOWN:
                return self._said(
                    shelving.move(found, 1 if action is Action.COLLECTION_DOWN else -1)
                )
            case Action.REMOVE_COLLECTION if library.is_shipped(found.path):
                return self._removed(found, shelving.hide)
            case _ if not library.is_own(found.path):
                return self._tell(_elsewhere(found, is_shipped=library.is_shipped(found.path)))
            case Action.REMOVE_COLLECTION:
                return self._removed(found, shelving.remove)
        return NamingScene(
            self._stage, scene, _("Rename “{title}”", title=found.title), found.title,
            lambda title: self._said(shelving.rename(found, title)),
        )  # fmt: skip

    def _removed(self, found: CollectionEntry, remove: Callable[[CollectionEntry], Words]) -> Scene:
        """Show the one that follows in its place."""
        before = [each.path for each in self._browsing.collections]
        place = before.index(found.path) if found.path in before else 0
        words = remove(found)
        self._browsing.reload()
        left = self._browsing.collections
        if found.path not in {each.path for each in left}:
            self._browsing.show(left[min(place, len(left) - 1)] if left else None)
        return self._tell(words)

    def _reversed(self, words: Words) -> Scene:
        """Show the collection that an undo has brought back, once it is listed."""
        before = {each.path for each in self._browsing.collections}
        scene = self._said(words)
        listed = (each.path for each in self._browsing.collections if each.path not in before)
        found = next(listed, None) or self._shelving.returned
        if found is not None and not self._browsing.go_to(found, 1):
            self._expect((found, 1))
        return scene

    def _said(self, words: Words) -> Scene:
        self._browsing.reload()
        return self._tell(words)

    # --- levels ----------------------------------------------------------------------------------

    def _act_on(self, action: Action, scene: Scene) -> Scene:
        chosen = self._browsing.chosen
        if chosen is None:
            return self._tell(translated(NO_LEVEL))
        path, number = self._browsing.place_of(chosen)
        level = self._stock.library.level(path, number)
        if level is None:
            return self._tell((_("This level no longer exists."), ""))
        place = LevelPlace(path, number, level)
        title = title_of(chosen, self._browsing.collection_of(chosen))
        library = self._stock.library
        if action is not Action.COPY_LEVEL and not library.is_own(path):
            return self._tell(translated(SHIPPED if library.is_shipped(path) else NOT_YOURS))
        if action in (Action.MOVE_LEVEL, Action.COPY_LEVEL):
            return self._ask_where(scene, place, title, is_copy=action is Action.COPY_LEVEL)
        if action is Action.RENAME:
            return NamingScene(
                self._stage, scene, _("Rename “{title}”", title=title), chosen.title or title,
                lambda words: self._rename(place, title, words),
            )  # fmt: skip
        return self._tell(
            self._shelving.begin(
                LevelRemoval(place),
                _("deleting “{title}”", title=title),
                (_("“{title}” was deleted.", title=title), _(COMES_BACK)),
                _("“{title}” could not be deleted", title=title),
            )
        )

    def _rename(self, place: LevelPlace, before: str, title: str) -> Scene:
        return self._tell(
            self._shelving.begin(
                LevelRenaming(place, title),
                _("renaming “{title}”", title=before),
                (
                    _("“{title}” is now called “{name}”.", title=before, name=title),
                    _("{undo} undoes it."),
                ),
                _("“{title}” could not be renamed", title=before),
            )
        )

    def _ask_where(self, scene: Scene, place: LevelPlace, title: str, *, is_copy: bool) -> Scene:
        own = [
            each for each in self._browsing.collections
            if self._stock.library.is_own(each.path) and (is_copy or each.path != place.path)
        ]  # fmt: skip

        def transfer(goal: Path, collection: str) -> Scene:
            edit = LevelTransfer(place, goal, collection, title, is_copy)
            names = {"title": title, "collection": collection}
            if is_copy:
                what = _("copying “{title}” to “{collection}”", **names)
                done = _("“{title}” was copied to “{collection}”.", **names)
                failed = _("“{title}” could not be copied", **names)
            else:
                what = _("moving “{title}” to “{collection}”", **names)
                done = _("“{title}” was moved to “{collection}”.", **names)
                failed = _("“{title}” could not be moved", **names)
            return self._tell(
                self._shelving.begin(edit, what, (done, _("{undo} undoes it.")), failed)
            )

        def take(number: int) -> Scene:
            if number < len(own):
                return transfer(own[number].path, own[number].title)
            return NamingScene(
                self._stage, scene, _("New collection"), "",
                lambda words: transfer(self._shelving.free_file(words), words),
            )  # fmt: skip

        choices = [ListEntry(each.title, "grid") for each in own]
        choices.append(ListEntry(_("New collection"), "add"))
        heading = (
            _("Copy “{title}” to", title=title) if is_copy else _("Move “{title}” to", title=title)
        )
        return ChoiceScene(self._stage, scene, heading, choices, take)


def _elsewhere(found: CollectionEntry, *, is_shipped: bool) -> Words:
    """Why a collection that is not the player's stays as it is."""
    if is_shipped:
        return _("“{title}” came with Pushwise and keeps its name.", title=found.title), ""
    return _("“{title}” is only opened, not in your library.", title=found.title), _(
        "{keep} keeps it."
    )
