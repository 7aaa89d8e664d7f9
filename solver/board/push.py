"""One push of a box."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Push:
    """A push of the box on ``square`` (a number of the BoardGraph)."""

    square: int
    direction: int
