"""Pars that ship with the game: the pushes that the levels of its packs are proved to need."""

from __future__ import annotations

import csv
import logging
from collections.abc import Mapping
from functools import lru_cache

from levels.files import PARS

_log = logging.getLogger(__name__)


@lru_cache(maxsize=1)
def shipped_pars() -> Mapping[str, int]:
    """The pushes by the key of each level; nothing if the file is missing or damaged."""
    try:
        with PARS.open(encoding="utf-8", newline="") as stream:
            return {row["key"]: int(row["pushes"]) for row in csv.DictReader(stream)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        _log.warning("pars: %s", error)
        return {}
