"""The library with the ways into it and out of it."""

from __future__ import annotations

from game.browser.exporting import Exporting
from game.browser.importing import Importing
from game.browser.library import Library
from game.browser.shelving import Shelving
from game.browser.system_dialog import SystemDialog


class Stock:
    """All levels that there are, what takes in more of them, writes them out and arranges them."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.importing = Importing(library)
        self.exporting = Exporting()
        self.dialog = SystemDialog()
        self.shelving = Shelving(library)

    def close(self) -> None:
        """End the processes that read files, and forget what could be undone."""
        self.importing.close()
        self.dialog.close()
        self.shelving.close()
