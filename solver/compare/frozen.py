"""Boxes that can never be pushed again: corners, lines along a wall, squares of four and Z shapes
in one rule.

    ####       A box is held along an axis if a wall or a held box is at one of its sides there, or
    # $#       both sides are dead squares. Held along both axes, it is frozen. At first all boxes
    #.$#       count as held; those that are not frozen are let go, until nothing changes.
    #@ #

Sources: Hoste 2009, 8; Junghanns 1999.
"""

from __future__ import annotations

from collections.abc import Callable

from solver.compare.floor import Floor, Node, Squares, shifted


def freeze_test(room: Floor, allowed: Squares) -> Callable[[Node], bool]:
    """Whether a box of a node is frozen off the goals; squares not ``allowed`` are dead."""
    up, left, _, _ = room.offsets
    wall, dead = ~room.floor, ~allowed
    both_dead = {axis: shifted(dead, axis) & shifted(dead, -axis) for axis in (up, left)}

    def is_frozen(node: Node) -> bool:
        held, before = node.boxes, 0
        while held != before:
            before = held
            hard = wall | held
            for axis in (up, left):
                held &= shifted(hard, axis) | shifted(hard, -axis) | both_dead[axis]
        return held & ~room.goals != 0

    return is_frozen
