"""The X-ray: which of the things that the solver sees are shown, and what they say."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from enum import Enum
from math import comb

from game.language.words import shortened
from levels.language import N_, _, decimal, grouped
from levels.level import Level
from solver.messages import CorralKind, Sight


class Layer(Enum):
    """One thing that the solver sees, by its name in the panel."""

    DISTANCE = N_("Distance")
    MATCHING = N_("Matching")
    DEAD = N_("Dead")
    TUNNELS = N_("Tunnels")
    REACH = N_("Reach")
    CORRALS = N_("Corrals")
    FROZEN = N_("Frozen")
    FACTS = N_("Facts")
    CUT = N_("Cut")


LAYERS = tuple(Layer)

MOST_PARTS = 8
"""Of a sum that fits into the panel."""


def sum_words(sight: Sight, most: int = MOST_PARTS) -> str:
    """``17 + 11 + 2 = 30``: the pushes of the matching; ``3 × 4 + 2 = 14`` where they are many.

    No more parts than ``most`` are listed one by one.
    """
    if sight.pairings is None:
        return _("not every box can have a goal")
    pushes = [pairing.pushes for pairing in sight.pairings if pairing.pushes]
    parts = [str(each) for each in pushes]
    if len(parts) > most:
        counts = sorted(Counter(pushes).items(), reverse=True)
        parts = [f"{number} × {each}" if number > 1 else str(each) for each, number in counts]
    if len(parts) > most:
        parts = [*parts[: most - 1], "…"]
    return f"{' + '.join(parts) or '0'} = {sight.bound}"


def facts_of(level: Level, sight: Sight) -> tuple[tuple[str, str], ...]:
    """What can be counted of a level and of the position.

    The first number of positions is C(m, k) for k boxes on m walkable squares, times the squares
    that are left to the pusher; the second one keeps boxes off dead squares.
    """
    floor, boxes = len(level.floor), len(level.boxes & level.floor)
    live = len(level.floor - sight.dead)
    return (
        (_("Boxes"), str(boxes)),
        (_("Floor squares"), str(floor)),
        (_("not dead"), str(live)),
        (
            _(
                "Positions: C({floor}, {boxes}) × {left}",
                floor=floor,
                boxes=boxes,
                left=floor - boxes,
            ),
            large(comb(floor, boxes) * (floor - boxes)),
        ),
        (_("boxes only: C({live}, {boxes})", live=live, boxes=boxes), large(comb(live, boxes))),
        (_("Pushes possible now"), str(sight.pushes)),
        (
            _("Matching bound"),
            "–" if sight.bound is None else _("at least {bound}", bound=sight.bound),
        ),
    )


def large(number: int) -> str:
    """``230 230``, ``6.1 M``, ``2.4 × 10^18``."""
    if number < 10**6:
        return grouped(number)
    if number < 10**12:
        return shortened(number)
    mantissa, _e, digits = f"{Decimal(number):.1e}".partition("e+")
    return f"{decimal(float(mantissa), 1)} × 10^{digits}"


def kind_figure(kind: CorralKind) -> int:
    """The figure that a kind of corral has among the marks of the board."""
    return list(CorralKind).index(kind)
