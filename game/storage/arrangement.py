"""How the player has arranged the collections: their order, new titles, and what is hidden.

It is kept in a small file of its own, so that no level file is touched by any of this.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from game.storage.files import damaged_name
from levels.language import _
from levels.regular_file import read_at_most
from levels.whole_file import whole

FILE_NAME = "arrangement.json"

LARGEST = 4 * 1024 * 1024
"""Bytes: tens of thousands of collections."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What the player has chosen. Collections go by the names of their files in the library."""

    order: tuple[str, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()

    def ranks(self) -> dict[str, int]:
        """The place of each collection in the order."""
        return {name: place for place, name in enumerate(self.order)}

    def with_new(self, names: Iterable[str]) -> Arrangement:
        """The same with collections that have no place yet put behind the others."""
        known = set(self.order)
        return replace(self, order=(*self.order, *(name for name in names if name not in known)))

    def with_title(self, name: str, title: str) -> Arrangement:
        """The same with a new title for a collection, or with that of its file if it is empty."""
        titles = {each: words for each, words in self.titles.items() if each != name}
        return replace(self, titles=titles | {name: title} if title else titles)

    def moved(self, name: str, beside: str, *, is_before: bool) -> Arrangement:
        """The same with a collection directly before or after another one."""
        order = [each for each in self.order if each != name]
        order.insert(order.index(beside) + (not is_before), name)
        return replace(self, order=tuple(order))


def read_arrangement(place: Path) -> Arrangement:
    """What the file says. What makes no sense in it is passed over."""
    try:
        return _parsed(_read(place))
    except FileNotFoundError:
        return Arrangement()
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        _log.warning("%s: %s", place, error)
        return Arrangement()


def write_arrangement(place: Path, arrangement: Arrangement) -> None:
    """Write the file whole or not at all; a damaged one is set aside. Raises OSError."""
    about = {
        "order": arrangement.order,
        "titles": dict(arrangement.titles),
        "hidden": sorted(arrangement.hidden),
    }
    with whole(place) as part:
        part.write_text(json.dumps(about, ensure_ascii=False, indent=1), encoding="utf-8")
        if place.exists() and not _is_sound(place):
            place.replace(damaged_name(place))


def _read(place: Path) -> Any:
    content = read_at_most(place, LARGEST)
    if content is None:
        raise ValueError(_("too large"))
    return json.loads(content)


def _is_sound(place: Path) -> bool:
    try:
        _parsed(_read(place))
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return False
    return True


def _parsed(found: Any) -> Arrangement:
    titles = found.get("titles", {}).items()
    return Arrangement(
        tuple(dict.fromkeys(filter(_is_text, found.get("order", ())))),
        {name: title for name, title in titles if _is_text(title)},
        frozenset(filter(_is_text, found.get("hidden", ()))),
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str)
