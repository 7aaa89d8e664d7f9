"""What the tests of the game share: none of them touches the records of the person."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.folders import HOME_VARIABLE


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new folder for all that the game keeps, also of the games that a test starts."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    return home
