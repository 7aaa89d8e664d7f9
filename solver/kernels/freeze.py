"""Freeze deadlocks: boxes that can never be pushed again.

A box cannot be pushed along an axis when one of its two sides there is a wall or a frozen box, or
when both are dead squares. A set of boxes each blocked like this along both axes is frozen: the
first of them to move would need a side that is none of these. The largest such set is found by
starting from all boxes and taking away those that are not blocked, until nothing changes.

    ####
    # $#     the upper box has a wall to its right and a box below; the lower one has a wall to
    #.$#     its right and the upper box above: frozen, and neither is on a goal.
    #@ #

Sound for pushes and for moves: a position with a frozen box off its goal has no solution at all.
Sources: Junghanns 1999; Hoste 2009, 8 (line, square of four and Z are all cases of it).
"""

from solver.kernels.jit import kernel


@kernel
def _is_blocked(board, frozen, square, axis):
    """``axis`` 0: up and down, 1: left and right. ``frozen`` includes the wall."""
    one = board.neighbors[square, axis]
    other = board.neighbors[square, axis + 2]
    if frozen[one] or frozen[other]:
        return True
    return board.dead[one] == 1 and board.dead[other] == 1


@kernel
def mark_frozen(board, boxes, count, frozen):
    """Set ``frozen`` uint8 [n + 1] to 1 at every frozen box; it must be 1 at all boxes and walls
    and 0 elsewhere at the start. ``boxes`` int32, the first ``count`` are read."""
    changed = True
    while changed:
        changed = False
        for index in range(count):
            square = boxes[index]
            if frozen[square] and not (
                _is_blocked(board, frozen, square, 0) and _is_blocked(board, frozen, square, 1)
            ):
                frozen[square] = 0
                changed = True


@kernel
def is_freeze_deadlock(board, boxes, count, pushed, box_at, frozen):
    """Whether the box just pushed to ``pushed`` froze a box that is not on a goal.

    ``box_at`` uint8 [n + 1] shows the position after the push; ``frozen`` is scratch.
    """
    if not (_is_blocked(board, box_at, pushed, 0) and _is_blocked(board, box_at, pushed, 1)):
        return False
    for square in range(box_at.shape[0]):
        frozen[square] = box_at[square]
    mark_frozen(board, boxes, count, frozen)
    if frozen[pushed] == 0:
        return False
    for index in range(count):
        if frozen[boxes[index]] and board.goal[boxes[index]] == 0:
            return True
    return False
