"""What goes out of the browser: copied, saved as a picture, exported. Each says what it did."""

from __future__ import annotations

from game.browser.browsing import Browsing
from game.browser.exporting import export_picture
from game.browser.stock import Stock
from game.browser.view import title_of
from game.input.actions import Action
from game.input.clipboard import level_text, write_clipboard
from game.language.words import Words
from game.looks.theme import Theme
from game.storage.records import Records
from levels.formats.detect import SOK, XSB
from levels.formats.short import short_word
from levels.language import _
from levels.position import Position

HANDED_OUT = (
    Action.COPY, Action.COPY_SHORT, Action.SAVE_PICTURE, Action.EXPORT, Action.EXPORT_XSB,
    Action.EXPORT_RECORDS,
)  # fmt: skip
"""The actions that are done here."""


def hand_out(
    stock: Stock, browsing: Browsing, action: Action, records: Records | None, theme: Theme
) -> Words | None:
    """Do what an action asks for with the chosen level or its collection."""
    if action is Action.EXPORT_RECORDS:
        return _export_records(stock, records)
    if action in (Action.EXPORT, Action.EXPORT_XSB):
        return _export(stock, browsing, action, records)
    chosen = browsing.chosen
    if chosen is None:
        return None
    level = stock.library.level(*browsing.place_of(chosen))
    if level is None:
        return _("This level no longer exists."), ""
    title = title_of(chosen, browsing.collection_of(chosen))
    if action is Action.SAVE_PICTURE:
        return export_picture(title, Position.start(level), theme)
    is_short = action is Action.COPY_SHORT
    if write_clipboard(short_word(level) if is_short else level_text(level)):
        if is_short:
            return _("{title}: copied as a short text.", title=title), ""
        return _("{title}: copied.", title=title), ""
    return _("Could not copy to the clipboard."), ""


def _export(stock: Stock, browsing: Browsing, action: Action, records: Records | None) -> Words:
    collection = browsing.collection
    if collection is None:
        return _("Choose a collection to export."), ""
    shelf = stock.library.shelf(collection.path)
    form = SOK if action is Action.EXPORT else XSB
    stock.exporting.begin(collection.title, shelf, records, form)
    return _("Exporting “{title}”.", title=collection.title), ""


def _export_records(stock: Stock, records: Records | None) -> Words:
    if records is None:
        return _("There are no records to export."), ""
    stock.exporting.begin_records(records)
    return _("Exporting your records."), ""
