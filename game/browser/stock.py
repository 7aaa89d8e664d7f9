"""The library with the ways into it and out of it."""

from __future__ import annotations

from dataclasses import dataclass

from game.browser.exporting import Exporting
from game.browser.importing import Importing
from game.browser.library import Library
from game.browser.shelving import Shelving
from game.browser.system_dialog import SystemDialog


@dataclass(frozen=True)
class Stock:
    """All levels that there are, what takes in more of them, writes them out and arranges them."""

    library: Library
    importing: Importing
    exporting: Exporting
    dialog: SystemDialog
    shelving: Shelving
