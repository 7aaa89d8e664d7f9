"""The index of the packs, which is made once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from game.storage.database import FILE_NAME
from game.storage.folders import data_folder
from game.storage.indexing import index
from levels.files import PACKS


def copy_index() -> None:
    """Give a game that has no records yet some which hold nothing but this index."""
    database = data_folder() / FILE_NAME
    if not database.exists():
        database.parent.mkdir(parents=True, exist_ok=True)
        database.write_bytes(_made_once())


@cache
def _made_once() -> bytes:
    with TemporaryDirectory() as folder:
        database = Path(folder, FILE_NAME)
        for _ in index(database, [PACKS]):
            pass
        return database.read_bytes()
