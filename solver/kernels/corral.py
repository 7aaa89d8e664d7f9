"""PI-corral pruning: when boxes fence off squares, deal with that fence first.

A corral is a set of boxes and the areas they fence off from the pusher. It is an I-corral when all
of its boxes can, until one of them is pushed, only be pushed inward, and a PI-corral when the
pusher can make every one of these pushes now.

    ########
    #   #..#     The box beside the pusher fences off the goals with the box below it. The two can
    #  @$  #     only be pushed inward, and the pusher can do both now: nothing else needs to be
    # $ $. #     tried, no matter what else might be pushed.
    #   #  #
    ########

Sound for pushes: any solution has a first push of a box of the corral. It is one of these, and no
earlier push uses a square inside, so it can be made first without changing any other push. Not
sound for moves: making it earlier changes the walks. A corral none of whose boxes can be pushed is
a deadlock, for every metric. Sources: the I- and PI-corrals of Horváth 2009, 3.3, whose warning
about optimality this answers for pushes; Virkkala 2011, 4.4.1.
"""

from solver.kernels.jit import kernel

_OUTSIDE, _INSIDE = 0, 1
_NO_CORRAL = 1 << 20


@kernel
def label_areas(board, box_at, reached, stamp, area, queue):
    """Number the areas that the pusher cannot reach: ``area`` int32 [n + 1] gets 1, 2, ... there
    and 0 elsewhere. Returns how many there are."""
    squares = board.neighbors.shape[0] - 1
    for square in range(squares + 1):
        area[square] = 0
    count = 0
    for seed in range(squares):
        if area[seed] == 0 and box_at[seed] == 0 and reached[seed] != stamp:
            count += 1
            area[seed] = count
            queue[0] = seed
            filled = 1
            while filled > 0:
                filled -= 1
                square = queue[filled]
                for direction in range(4):
                    ahead = board.neighbors[square, direction]
                    if box_at[ahead] == 0 and area[ahead] == 0:
                        area[ahead] = count
                        queue[filled] = ahead
                        filled += 1
    return count


@kernel
def _take_area(board, box_at, seed, inside, todo, filled):
    """Make the area that ``seed`` is in and the boxes around it part of the corral. Boxes still to
    be looked at are at the front of ``todo``; its back is scratch. Returns the new end of these."""
    wall, last = board.neighbors.shape[0] - 1, todo.shape[0]
    inside[seed] = _INSIDE
    top = last - 1
    todo[top] = seed
    while top < last:
        square = todo[top]
        top += 1
        for direction in range(4):
            ahead = board.neighbors[square, direction]
            if ahead == wall or inside[ahead]:
                continue
            inside[ahead] = _INSIDE
            if box_at[ahead]:
                todo[filled] = ahead
                filled += 1
            else:
                top -= 1
                todo[top] = ahead
    return filled


@kernel
def grow_corral(board, box_at, area, seed, inside, todo):
    """Grow a corral from the area that ``seed`` is in until it is a PI-corral, or cannot become
    one.

    Returns (pushes, boxes): how many pushes the pusher can make into it, -1 if it is none, and
    how many boxes it has, listed in ``todo``. ``inside`` uint8 [n + 1] marks the corral; ``todo``
    is int32 [n + 1].
    """
    squares = board.neighbors.shape[0] - 1
    for square in range(squares + 1):
        inside[square] = _OUTSIDE
    filled = _take_area(board, box_at, seed, inside, todo, 0)
    pushes = 0
    taken = 0
    while taken < filled:
        box = todo[taken]
        taken += 1
        for direction in range(4):
            behind = board.neighbors[box, direction ^ 2]
            ahead = board.neighbors[box, direction]
            if behind == squares or board.dead[ahead] or inside[behind]:
                continue
            if box_at[ahead] and inside[ahead]:
                continue
            if box_at[behind] or area[behind]:
                blocker = behind  # the pusher may get there later: it must belong to the corral
            elif box_at[ahead] or (area[ahead] and inside[ahead] == _OUTSIDE):
                blocker = ahead
            elif area[ahead]:
                pushes += 1
                continue
            else:
                return -1, filled  # this push leads outward
            if box_at[blocker]:
                inside[blocker] = _INSIDE
                todo[filled] = blocker
                filled += 1
            else:
                filled = _take_area(board, box_at, blocker, inside, todo, filled)
            if blocker == ahead and area[ahead]:
                pushes += 1
    return pushes, filled


@kernel
def _must_be_opened(board, inside, boxes, count, is_full):
    """Whether every solution pushes a box of the corral: one is off its goal, or a goal inside is
    empty and, if ``is_full``, no goal can stay empty."""
    for index in range(count):
        if board.goal[boxes[index]] == 0:
            return True
    if is_full:
        for square in range(inside.shape[0]):
            if inside[square] and board.goal[square]:
                for index in range(count):
                    if boxes[index] == square:
                        break
                else:
                    return True
    return False


@kernel
def choose_corral(board, box_at, areas, area, inside, todo, allowed, is_full):
    """Find the PI-corral with the fewest pushes and set ``allowed`` uint8 [n + 1] to 1 at its
    boxes alone. Returns its pushes (0: a deadlock), or -1 when there is no PI-corral."""
    fewest = _NO_CORRAL
    seed = 0
    for which in range(1, areas + 1):
        while area[seed] != which:
            seed += 1  # areas are numbered in the order of their first squares
        pushes, count = grow_corral(board, box_at, area, seed, inside, todo)
        if 0 <= pushes < fewest and _must_be_opened(board, inside, todo, count, is_full):
            fewest = pushes
            for square in range(allowed.shape[0]):
                allowed[square] = 0
            for index in range(count):
                allowed[todo[index]] = 1
            if fewest == 0:
                return 0
    return -1 if fewest == _NO_CORRAL else fewest
