"""Where the shipped pictures, sounds and fonts are."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from levels.files import PACKS

_NEEDED = {"fonts": 4, "sounds": 14, "themes": 5}
"""At least this many files are in each folder."""


def _find_assets() -> Path:
    """Inside the installed package, even if they are missing; beside it in a checkout."""
    package = Path(str(files("game")))
    installed, checkout = package / "assets", package.parent
    is_checkout = (checkout / "main.py").is_file() and not installed.is_dir()
    return checkout / "assets" if is_checkout else installed


ASSETS = _find_assets()


def asset(*parts: str) -> Path:
    """The path of a shipped file: asset("themes", "dusk.json")."""
    return ASSETS.joinpath(*parts)


def missing_assets() -> list[Path]:
    """The folders without the files that should be in them: the game was installed in part."""
    missing = [asset(name) for name, count in _NEEDED.items() if _count(asset(name)) < count]
    return missing if _count(PACKS) else [*missing, PACKS]


def _count(folder: Path) -> int:
    return len(list(folder.glob("*.*")))
