"""Which collections are still to be proved or reviewed, and how long each level has been tried.

Kept in a small file beside the records, so that the work resumes where it was in the next session.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from levels.language import _
from levels.regular_file import read_at_most
from levels.whole_file import whole

FILE_NAME = "proving.json"

LARGEST = 4 * 1024 * 1024
"""Bytes of the file."""
_MOST_TRIED = 40_000
"""Levels whose tries are kept; the oldest are forgotten first."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ProvingPlan:
    """What the player has asked for, and what has been tried in vain."""

    files: tuple[str, ...] = ()
    """the collections, in the order in which they are proved"""
    tried: Mapping[str, float] = field(default_factory=dict)
    """the seconds of the longest search of each undecided level, by its key"""
    reviews: tuple[str, ...] = ()
    """the collections whose games are to be reviewed"""


def read_plan(place: Path) -> ProvingPlan:
    """What the file says; an empty plan if it cannot be read."""
    try:
        content = read_at_most(place, LARGEST)
        if content is None:
            raise ValueError(_("too large"))
        found = json.loads(content)
        files = tuple(dict.fromkeys(str(each) for each in found["files"]))
        reviews = tuple(dict.fromkeys(str(each) for each in found.get("reviews", ())))
        return ProvingPlan(files, {str(k): float(s) for k, s in found["tried"].items()}, reviews)
    except FileNotFoundError:
        return ProvingPlan()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        _log.warning("%s: %s", place, error)
        return ProvingPlan()


def write_plan(place: Path, plan: ProvingPlan) -> None:
    """Write the file whole or not at all. A plan that cannot be kept is only logged."""
    tried = dict(list(plan.tried.items())[-_MOST_TRIED:])
    try:
        with whole(place) as part:
            content = {"files": plan.files, "reviews": plan.reviews, "tried": tried}
            part.write_text(json.dumps(content), encoding="utf-8")
    except OSError as error:
        _log.warning("%s: %s", place, error)
