"""Where the person's own files are kept: each in the place that the system has for it."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

HOME_VARIABLE = "PUSHWISE_HOME"
"""If this is set in the environment, everything is kept in the folder that it names."""


def data_folder() -> Path:
    """The folder of the records, and of what the person has added."""
    home = _home()
    if home:
        return home / "data"
    return Path(platformdirs.user_data_dir("pushwise", appauthor=False, roaming=False))


def config_folder() -> Path:
    """The folder of the settings."""
    home = _home()
    if home:
        return home / "config"
    return Path(platformdirs.user_config_dir("pushwise", appauthor=False, roaming=False))


def levels_folder() -> Path:
    """The folder of the person's own collections."""
    return data_folder() / "levels"


def exports_folder() -> Path:
    """Where collections and pictures are written to: a folder that the person finds easily."""
    home = _home()
    if home:
        return home / "exports"
    return Path(platformdirs.user_documents_dir()) / "Pushwise"


def _home() -> Path | None:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) if home else None
