"""The library with the ways into it and out of it, and what is done with whole collections."""

from __future__ import annotations

from game.browser.exporting import Exporting
from game.browser.importing import Importing
from game.browser.library import Library
from game.browser.proving import Proving
from game.browser.shelving import Shelving
from game.browser.system_dialog import SystemDialog


class Stock:
    """All levels that there are; what takes in more of them, writes them out, arranges them and
    proves them."""

    def __init__(self, library: Library, proving: Proving) -> None:
        self.library = library
        self.proving = proving
        self.importing = Importing(library)
        self.exporting = Exporting()
        self.dialog = SystemDialog()
        self.shelving = Shelving(library)

    def close(self) -> None:
        """End all processes, and forget what could be undone."""
        self.importing.close()
        self.dialog.close()
        self.shelving.close()
        self.proving.close()
