"""How far the pusher walks: breadth-first search around boxes and walls."""

from solver.kernels.jit import kernel


@kernel
def measure_walks(neighbors, box_at, start, stamp, walks):
    """Write ``stamp`` to ``reached``, and the steps of the shortest walk to ``steps``, at every
    square that a pusher on ``start`` can walk to.

    ``walks`` is (reached, steps, queue), each int32 [n + 1]; ``box_at`` uint8 [n + 1] counts the
    wall as a box. A walk back is as long as the walk there, because both avoid the same boxes.
    """
    reached, steps, queue = walks
    reached[start] = stamp
    steps[start] = 0
    queue[0] = start
    filled = 1
    taken = 0
    while taken < filled:
        square = queue[taken]
        taken += 1
        further = steps[square] + 1
        for direction in range(4):
            ahead = neighbors[square, direction]
            if box_at[ahead] == 0 and reached[ahead] != stamp:
                reached[ahead] = stamp
                steps[ahead] = further
                queue[filled] = ahead
                filled += 1
