"""What the browser shows of what it lists."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from game.board.thumbnails import Wish
from game.browser.browsing import ALL, NOT_OPTIMAL, UNSOLVED, Browsing
from game.browser.grid import BrowserView, Card, Chip, Hints
from game.browser.layout import BrowserLayout
from game.browser.library import CollectionEntry, LevelEntry, Order
from game.browser.side import Side, Tab
from game.input.actions import Action
from game.input.controls import Scope
from game.proof.words import Words, count
from game.scene.base import Services
from solver.messages import Difficulty

HINTED = (Action.PLAY_CHOSEN, Action.EXPORT, Action.NEXT_UNSOLVED)
"""The actions whose keys are shown beside them."""


def title_of(entry: LevelEntry, collection: CollectionEntry) -> str:
    """What a level is called: by its place in its collection if it has no title."""
    if entry.title and not entry.title.isdigit():
        return entry.title
    return f"{collection.title} {entry.title or entry.number}"


def browser_view(
    services: Services, browsing: Browsing, layout: BrowserLayout, scroll: float, side: Side,
    notice: Words | None,
) -> BrowserView:  # fmt: skip
    """All that is to be seen in the browser; wishes for the thumbnails that are in sight."""
    collection = browsing.collection
    services.thumbnails.forget_wishes()
    seen = layout.seen(scroll, len(browsing.shown))
    cards = tuple((index, _card(services, browsing, layout, index)) for index in seen)
    want_marks(services, browsing, seen)
    return BrowserView(
        title=collection.title if collection else "All levels",
        subtitle=_subtitle(browsing),
        side=side,
        chips=_chips(browsing),
        cards=cards,
        count=len(browsing.shown),
        scroll=scroll,
        sentence=_spelled(services, notice or ("", "")),
        empty=("", "") if browsing.shown else _spelled(services, _empty(browsing)),
        can_search_all=bool(browsing.text and collection and not browsing.shown),
        hints=Hints(*(services.label(action, Scope.BROWSER) for action in HINTED)),
    )


def _spelled(services: Services, words: Words) -> Words:
    lead, rest = (services.spell(part, Scope.BROWSER) for part in words)
    return lead, rest


def _subtitle(browsing: Browsing) -> str:
    collection = browsing.collection
    if collection is None:
        return count(len(browsing.collections), "collection")
    levels = count(collection.levels, "level")
    if collection.faults:
        levels += f" · {count(collection.faults, 'error')}"
    return f"{collection.author} · {levels}" if collection.author else levels


def _chips(browsing: Browsing) -> tuple[Chip, ...]:
    names = ((ALL, "All"), (UNSOLVED, "Unsolved"), (NOT_OPTIMAL, "Not yet optimal"))
    filters = [
        Chip(name, f"{label} {browsing.counts[name]}", browsing.filter == name)
        for name, label in names
    ]
    orders = ((Order.BOXES, "fewest", "Fewest boxes"), (Order.SIZE, "small", "Small"))
    sorts = [Chip(name, label, browsing.order is order) for order, name, label in orders]
    return (*filters, *sorts)


def _empty(browsing: Browsing) -> Words:
    if browsing.text:
        where = browsing.collection.title if browsing.collection else "any collection"
        return f"Nothing in {where} matches.", "{back} clears the search."
    if browsing.collection and browsing.collection.reason:
        return "There are no levels in this file.", ""
    if browsing.filter == UNSOLVED and browsing.entries:
        return "Every level here is solved.", ""
    if browsing.filter == NOT_OPTIMAL and browsing.entries:
        return "Every level here is solved at par.", ""
    return "There are no levels here.", "Drop level files on the window, or press {add_levels}."


# --- cards -----------------------------------------------------------------------------------


def _card(services: Services, browsing: Browsing, layout: BrowserLayout, index: int) -> Card:
    entry = browsing.shown[index]
    path, number = browsing.place_of(entry)
    load = partial(services.library.level, path, number)
    wish = Wish((entry.collection, number), layout.picture_size, load, layout.scale)
    is_titled = bool(entry.title) and not entry.title.isdigit()
    return Card(
        name=f"card:{index}",
        title=_short_title(entry, browsing),
        number=str(number) if is_titled else "",
        mark=entry.mark,
        best=_best(entry),
        par=_par(entry),
        marks=_marks(services, entry),
        picture=services.thumbnails.get(wish),
        is_chosen=index == browsing.index,
    )


def _short_title(entry: LevelEntry, browsing: Browsing) -> str:
    """Without the collection that is seen at the left: a long one would hide the number."""
    if browsing.collection is not None and (not entry.title or entry.title.isdigit()):
        return f"Level {entry.title or entry.number}"
    return title_of(entry, browsing.collection_of(entry))


def _marks(services: Services, entry: LevelEntry) -> int | None:
    """The marks for the difficulty of a level; None until it is measured."""
    if entry.score is not None:
        return Difficulty(entry.score).marks
    found = services.link.measuring.found.get(entry.key)
    return found.marks if found else None


def want_marks(services: Services, browsing: Browsing, seen: Iterable[int]) -> None:
    """Have the levels in sight measured that have no marks yet."""
    wanted = {}
    for index in seen:
        entry = browsing.shown[index]
        if entry.score is None:
            wanted[entry.key] = partial(services.library.level, *browsing.place_of(entry))
    services.link.measuring.want(wanted)


def _par(entry: LevelEntry) -> str:
    """What is proved; failing that, what a solution takes that nobody has played."""
    if entry.par is not None:
        return f"par {entry.par}"
    return f"known {entry.known}" if entry.known is not None and entry.pushes is None else ""


def _best(entry: LevelEntry) -> tuple[str, ...]:
    if entry.pushes is None:
        boxes = f"{entry.boxes} {'box' if entry.boxes == 1 else 'boxes'}"
        return f"{boxes} · {entry.width} × {entry.height}", boxes
    pushes, moves = count(entry.pushes, "push"), count(entry.moves or 0, "move")
    return f"{pushes} · {moves}", pushes, str(entry.pushes)


# --- the list at the left --------------------------------------------------------------------


def side_view(services: Services, browsing: Browsing, scroll: float) -> Side:
    """The collections, those that ship first, and how far the reading of files is."""
    collections = browsing.collections
    levels = sum(each.levels for each in collections)
    tabs = [Tab("tab:all", "All levels", str(levels), *_shares(collections))]
    groups = (("Shipped with Pushwise", browsing.shipped), ("Your library", browsing.own))
    for heading, group in groups:
        for index, each in enumerate(group):
            tabs.append(_tab(each, heading if index == 0 else ""))
    chosen = f"tab:{browsing.collection.id}" if browsing.collection else "tab:all"
    hint = services.label(Action.ADD_LEVELS, Scope.BROWSER)
    return Side(tuple(tabs), chosen, scroll, _progress(services), hint)


def _progress(services: Services) -> tuple[str, float] | None:
    """Which file is read now, and how far it is."""
    if services.importing.is_running:
        reading = services.importing.reading
        return (f"Reading {reading.name}", reading.number / reading.total) if reading else ("", 0.0)
    progress = services.library.progress
    if progress is None or not progress.total:
        return None
    return f"Reading {progress.file}", progress.done / progress.total


def _tab(each: CollectionEntry, heading: str) -> Tab:
    done = f"{each.solved} / {each.levels}" if each.levels else "no levels"
    solved, optimal = _shares([each])
    return Tab(f"tab:{each.id}", each.title, done, solved, optimal, heading, not each.levels)


def _shares(collections: list[CollectionEntry]) -> tuple[float, float]:
    """How much is solved, and solved at par."""
    levels = max(1, sum(each.levels for each in collections))
    solved, optimal = (
        sum(parts) for parts in zip(*((each.solved, each.optimal) for each in collections),
                                    strict=True)
    ) if collections else (0, 0)  # fmt: skip
    return solved / levels, optimal / levels
