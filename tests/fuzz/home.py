"""A home of its own for a trial."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.storage.folders import HOME_VARIABLE


@contextmanager
def own_home(disk: Path | None = None) -> Iterator[Path]:
    """A new folder, on some disk or other, in which the game keeps everything."""
    with tempfile.TemporaryDirectory(dir=disk) as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, folder)
        yield Path(folder)
