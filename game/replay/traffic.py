"""The traffic of a solution: how often each square is crossed, by boxes or by the pusher."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from itertools import pairwise

from levels.language import N_
from levels.level import Square
from levels.position import Position, moved_box


class Traffic(Enum):
    """Whose way is counted, by what is said about it."""

    BOXES = N_("how often a box visited each square.")
    PUSHER = N_("how often the pusher visited each square.")


def next_traffic(now: Traffic | None) -> Traffic | None:
    """From none to boxes to the pusher, and to none again."""
    return {None: Traffic.BOXES, Traffic.BOXES: Traffic.PUSHER, Traffic.PUSHER: None}[now]


def count_traffic(positions: Sequence[Position], whose: Traffic) -> Counter[Square]:
    """How often each square was entered; those that nothing entered are left out."""
    counts: Counter[Square] = Counter()
    for before, after in pairwise(positions):
        if whose is Traffic.PUSHER:
            counts[after.pusher] += 1
        elif (moved := moved_box(before, after)) is not None:
            counts[moved[1]] += 1
    return counts
