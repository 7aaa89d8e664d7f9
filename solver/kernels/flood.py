"""The pusher's reachable area, and how a lone box divides a room."""

from solver.kernels.jit import kernel
from solver.kernels.numbers import NOWHERE

_LAST_FIRST = (2, 3, 1, 0)  # directions: what is looked at first is put on the pile last


@kernel
def mark_reachable(neighbors, box_at, start, stamp, reached, queue):
    """Write ``stamp`` to ``reached`` at every square that a pusher on ``start`` can walk to.

    Returns the smallest of them: the normalized pusher. ``box_at`` is uint8 [n + 1] with the wall
    counted as a box; ``reached`` is int32 [n + 1], ``queue`` int32 [n + 1].
    """
    return mark_and_count(neighbors, box_at, start, stamp, reached, queue)[0]


@kernel
def mark_and_count(neighbors, box_at, start, stamp, reached, queue):
    """Do the same as `mark_reachable`; returns (normalized pusher, squares that it can walk to)."""
    reached[start] = stamp
    queue[0] = start
    smallest = start
    filled = 1
    taken = 0
    while taken < filled:
        square = queue[taken]
        taken += 1
        for direction in range(4):
            ahead = neighbors[square, direction]
            if box_at[ahead] == 0 and reached[ahead] != stamp:
                reached[ahead] = stamp
                queue[filled] = ahead
                filled += 1
                if ahead < smallest:
                    smallest = ahead
    return smallest, filled


@kernel
def least_reachable(neighbors, box_at, start, stamp, reached, waiting):
    """The normalized pusher, where nobody needs to know what else can be reached.

    Squares are numbered row by row, so what is above or to the left is looked at first, and none is
    smaller than the first one without a box: once that is reached, and mostly it soon is, the rest
    does not matter. Arrays as in `mark_reachable`; only part of the area gets its ``stamp``.
    """
    least = 0
    while box_at[least]:
        least += 1
    reached[start] = stamp
    waiting[0] = start
    smallest = start
    filled = 1
    while filled > 0 and smallest != least:
        filled -= 1
        square = waiting[filled]
        for turn in range(4):
            ahead = neighbors[square, _LAST_FIRST[turn]]
            if box_at[ahead] == 0 and reached[ahead] != stamp:
                reached[ahead] = stamp
                waiting[filled] = ahead
                filled += 1
                if ahead < smallest:
                    smallest = ahead
    return smallest


@kernel
def pusher_nearby(board, box_at, pushed, before, reached, stamp):
    """The normalized pusher after a push, where a look around the box tells; -1 where it does not.

    ``pushed`` is (square the box came from, square where it is now), ``box_at`` the position with
    it there; ``before`` the normalized pusher before the push, whose area ``reached`` shows with
    ``stamp``. The area gets no larger if it was already on all sides of the square that the box
    left. It stays in one piece if the free squares beside the box are connected around it.
    """
    neighbors = board.neighbors
    left, taken = pushed
    if taken == before:
        return -1
    for direction in range(4):
        beside = neighbors[left, direction]
        if box_at[beside] == 0 and reached[beside] != stamp:
            return -1
    if reached[taken] == stamp:
        pieces = 0
        for direction in range(4):
            turn = (direction + 1) & 3
            beside, next_beside = neighbors[taken, direction], neighbors[taken, turn]
            if box_at[beside] == 0:
                pieces += 1
                # The square at the corner joins this side to the next one.
                if box_at[next_beside] == 0 and box_at[neighbors[beside, turn]] == 0:
                    pieces -= 1
        if pieces > 1:
            return -1
    return min(before, left)


@kernel
def label_components(neighbors, cut, component, box_at, reached, queue):
    """Fill the rows of ``component`` uint8 [cuts + 1, n + 1], see BoardGraph.components.

    ``cut`` int32 [n] says which square has which row, -1: none. ``box_at`` uint8 [n + 1] is 1 at
    the wall alone; ``reached``, all 0, and ``queue`` are int32 [n + 1].
    """
    squares = neighbors.shape[0] - 1
    stamp = 0
    for box in range(squares):
        if cut[box] < 0:
            continue
        box_at[box] = 1
        first = stamp + 1
        for direction in range(4):
            side = neighbors[box, direction]
            if side != squares and reached[side] < first:
                stamp += 1
                mark_reachable(neighbors, box_at, side, stamp, reached, queue)
        for square in range(squares):
            component[cut[box], square] = max(0, reached[square] - first)
        box_at[box] = 0


@kernel
def component_of(cut, component, box, pusher):
    """The part of the room, as a lone box on ``box`` divides it, that ``pusher`` is in."""
    row = cut[box]
    return 0 if row < 0 else component[row, pusher]


@kernel
def number_parts(neighbors, box_at, part, work):
    """Number the parts of the room between boxes: ``part`` uint8 [n + 1] gets NOWHERE at the boxes
    and the wall. ``work``: (reached int32 [n + 1], queue, the stamp that was used last). Returns
    the new stamp, greater by the number of parts."""
    reached, queue, stamp = work
    before = stamp
    for square in range(part.shape[0]):
        if box_at[square]:
            part[square] = NOWHERE
            continue
        if reached[square] <= before:
            stamp += 1
            mark_reachable(neighbors, box_at, square, stamp, reached, queue)
        part[square] = reached[square] - before - 1
    return stamp
