"""What the browser shows of what it lists."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from game.board.thumbnails import PictureWish
from game.browser.browsing import ALL, NOT_OPTIMAL, UNSOLVED, Browsing
from game.browser.entries import CollectionEntry, LevelEntry, Order
from game.browser.grid import MARKS, BrowserView, Card, Chip, FilterChip, LevelCard, OrderChip
from game.browser.layout import BrowserLayout
from game.browser.side import SidePanel, Tab
from game.browser.stock import Stock
from game.input.actions import Action
from game.input.controls import Scope
from game.language.words import Words
from game.proof.measuring import Measuring
from game.scene.stage import Stage
from levels.language import _, grouped, ngettext, pgettext
from solver.messages import Difficulty, Metric

HINTED = (Action.PLAY_CHOSEN, Action.EXPORT, Action.NEXT_UNSOLVED, Action.KEEP)
"""The actions whose keys are shown beside them."""


def title_of(entry: LevelEntry, collection: CollectionEntry) -> str:
    """What a level is called: by its place in its collection if it has no title."""
    if entry.title and not entry.title.isdigit():
        return entry.title
    return f"{collection.title} {entry.title or entry.number}"


class Showing:
    """What is to be seen in the browser, made anew whenever it is drawn."""

    def __init__(
        self, stage: Stage, stock: Stock, measuring: Measuring, browsing: Browsing
    ) -> None:
        self._stage = stage
        self._stock = stock
        self._measuring = measuring
        self._browsing = browsing

    def view(
        self, layout: BrowserLayout, scroll: float, side: SidePanel, sentence: Words
    ) -> BrowserView:
        """Everything that is shown in the browser; asks for the thumbnails that are in sight."""
        stage, browsing = self._stage, self._browsing
        collection = browsing.collection
        is_empty = not browsing.shown and not browsing.is_finding
        stage.thumbnails.forget_wishes()
        seen = layout.seen(scroll, len(browsing.shown))
        cards = tuple((index, self._card(layout, index)) for index in seen)
        self._want_marks(seen)
        return BrowserView(
            title=collection.title if collection else _("All levels"),
            subtitle=_subtitle(browsing),
            side=side,
            chips=_chips(browsing),
            cards=cards,
            count=len(browsing.shown),
            scroll=scroll,
            sentence=sentence,
            empty=stage.spell_both(self._empty, Scope.BROWSER) if is_empty else ("", ""),
            can_search_all=bool(browsing.text and collection and is_empty),
            can_keep=browsing.is_opened,
            keys={action: stage.label(action, Scope.BROWSER) for action in HINTED},
        )

    @property
    def _empty(self) -> Words:
        """What is said where no level is listed."""
        if not self._browsing.collections and self._stock.library.arrangement.hidden:
            return _("All collections are hidden."), _("{show_hidden} shows them again.")
        return _empty(self._browsing)

    def side(self, scroll: float) -> SidePanel:
        """The collections, those opened in this run first, and how far the reading of files is."""
        browsing = self._browsing
        collections = browsing.collections
        levels = sum(each.levels for each in collections)
        tabs = [Tab(None, _("All levels"), str(levels), *_shares(collections))]
        groups = (
            (_("Opened now"), browsing.opened),
            (_("Shipped with Pushwise"), browsing.shipped),
            (_("Your library"), browsing.own),
        )
        for heading, group in groups:
            for index, each in enumerate(group):
                tabs.append(_tab(each, heading if index == 0 else ""))
        chosen = browsing.collection.id if browsing.collection else None
        can_stop = self._stock.importing.is_running
        proving = self._stock.proving.progress
        return SidePanel(tuple(tabs), chosen, scroll, self._progress(), can_stop, proving)

    def _card(self, layout: BrowserLayout, index: int) -> Card:
        browsing = self._browsing
        entry = browsing.shown[index]
        path, number = browsing.place_of(entry)
        load = partial(self._stock.library.level, path, number)
        wish = PictureWish((entry.collection, number), layout.picture_size, load, layout.scale)
        is_titled = bool(entry.title) and not entry.title.isdigit()
        marks = self._marks(entry)
        meaning = _(MARKS[entry.mark])
        if marks:
            meaning = _("{mark} · difficulty {marks} of 5", mark=meaning, marks=marks)
        return Card(
            hit=LevelCard(entry.collection, entry.number, meaning),
            title=_short_title(entry),
            number=str(number) if is_titled else "",
            mark=entry.mark,
            best=_best(entry),
            par=_par(entry),
            marks=marks,
            picture=self._stage.thumbnails.get(wish),
            is_chosen=index == browsing.index,
            collection="" if browsing.collection else browsing.collection_of(entry).title,
        )

    def _marks(self, entry: LevelEntry) -> int | None:
        """The marks for the difficulty of a level; None until it is measured."""
        if entry.score is not None:
            return Difficulty(entry.score).marks
        found = self._measuring.found.get(entry.key)
        return found.marks if found else None

    def _want_marks(self, seen: Iterable[int]) -> None:
        """Have those levels measured that are in sight and have no marks yet."""
        wanted = {}
        for index in seen:
            entry = self._browsing.shown[index]
            if entry.score is None:
                wanted[entry.key] = partial(
                    self._stock.library.level, *self._browsing.place_of(entry)
                )
        self._measuring.want(wanted)

    def _progress(self) -> tuple[str, float] | None:
        """Which file is read now, and how far it is."""
        if self._stock.importing.is_running:
            reading = self._stock.importing.reading
            return (
                (_("Reading {name}", name=reading.name), reading.number / reading.total)
                if reading
                else (_("Reading files"), 0.0)
            )
        progress = self._stock.library.progress
        if progress is None or not progress.total:
            return None
        return _("Reading {file}", file=progress.file), progress.done / progress.total


def _subtitle(browsing: Browsing) -> str:
    collection = browsing.collection
    if collection is None:
        return ngettext("{n} collection", "{n} collections", len(browsing.collections))
    levels = ngettext("{n} level", "{n} levels", collection.levels)
    if collection.faults:
        errors = ngettext("{n} error", "{n} errors", collection.faults)
        levels = f"{levels} · {errors}"
    return f"{collection.author} · {levels}" if collection.author else levels


def _chips(browsing: Browsing) -> tuple[Chip, ...]:
    names = (
        (ALL, _("All")),
        (UNSOLVED, pgettext("filter", "Unsolved")),
        (NOT_OPTIMAL, _("Not yet optimal")),
    )
    filters = [
        Chip(FilterChip(name), label, browsing.filter == name, grouped(browsing.counts[name]))
        for name, label in names
    ]
    orders = ((Order.BOXES, _("Fewest boxes")), (Order.SIZE, _("Small")))
    sorts = [Chip(OrderChip(order), label, browsing.order is order) for order, label in orders]
    return (*filters, *sorts)


def _empty(browsing: Browsing) -> Words:
    if browsing.text:
        if browsing.collection is None:
            return _("Nothing in any collection matches."), _("{back} clears the search.")
        rest = _("{play_chosen} searches all levels, {back} clears the search.")
        return _("Nothing in “{collection}” matches.", collection=browsing.collection.title), rest
    if browsing.collection and browsing.collection.reason:
        return _("There are no levels in this file."), ""
    if browsing.filter == UNSOLVED and browsing.entries:
        return _("Every level here is solved."), ""
    if browsing.filter == NOT_OPTIMAL and browsing.entries:
        return _("Every level here is solved at par."), ""
    return _("There are no levels here."), _(
        "Drop level files on the window, or press {add_levels}."
    )


# --- cards -----------------------------------------------------------------------------------


def _short_title(entry: LevelEntry) -> str:
    """Without the collection, which is named elsewhere: a long one would hide the number."""
    if not entry.title or entry.title.isdigit():
        return _("Level {number}", number=entry.title or entry.number)
    return entry.title


def _par(entry: LevelEntry) -> str:
    """What is proved; failing that, what a known solution takes, if the player has none."""
    if entry.par is not None:
        return _("par {number}", number=entry.par)
    return (
        _("known {number}", number=entry.known)
        if entry.known is not None and entry.pushes is None
        else ""
    )


def _best(entry: LevelEntry) -> tuple[str, ...]:
    if entry.pushes is None:
        boxes = ngettext("{n} box", "{n} boxes", entry.boxes)
        return f"{boxes} · {entry.width} × {entry.height}", boxes
    pushes, moves = Metric.PUSHES.amount(entry.pushes), Metric.MOVES.amount(entry.moves or 0)
    return f"{pushes} · {moves}", pushes, str(entry.pushes)


# --- the list at the left --------------------------------------------------------------------


def _tab(each: CollectionEntry, heading: str) -> Tab:
    done = f"{each.solved} / {each.levels}" if each.levels else _("no levels")
    solved, optimal = _shares([each])
    return Tab(each.id, each.title, done, solved, optimal, heading, not each.levels)


def _shares(collections: list[CollectionEntry]) -> tuple[float, float]:
    """How much is solved, and solved at par."""
    levels = max(1, sum(each.levels for each in collections))
    solved, optimal = (
        sum(parts) for parts in zip(*((each.solved, each.optimal) for each in collections),
                                    strict=True)
    ) if collections else (0, 0)  # fmt: skip
    return solved / levels, optimal / levels
