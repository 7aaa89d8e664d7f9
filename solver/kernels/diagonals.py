"""Closed diagonals: boxes around one or two empty squares that no push can open.

    ######      The empty squares x lie on a diagonal. Left and right of every step along it are
    # $# #      boxes or walls, and both ends are filled. The boxes can only be pushed onto an x,
    # $x$ #      and each such push fills a square of four with the box on it, which is no goal:
    #  $x$#      it is frozen there.
    #   $##
    #######

With two empty squares, a box pushed onto one of them from the side of the closed end leaves a
closed diagonal with the other. With three empty squares or more, a box pushed onto the middle one
opens a way in; so no more than two are looked at. A box at an end cannot be pushed away before the
others: two of its neighbors are boxes of the diagonal or walls, and the pusher would have to stand
on their squares.

Sound for pushes and for moves: there is no solution if any of the boxes is off its goal. Source:
the closed diagonal deadlocks of the YASS and JSoko solvers, here proved for up to two squares.
"""

from solver.kernels.jit import kernel

_MOST_EMPTY = 2


@kernel
def _walk(board, box_at, pusher, square, down, across, off_goal):
    """Follow the diagonal from the empty ``square`` by steps ``down`` and ``across`` at once.

    Returns (empty squares passed after the first, boxes off their goals), or (-1, 0) if the
    diagonal is open that way.
    """
    wall = board.neighbors.shape[0] - 1
    empty = 0
    while True:
        one, other = board.neighbors[square, down], board.neighbors[square, across]
        if box_at[one] == 0 or box_at[other] == 0:
            return -1, 0
        off_goal += (one != wall and board.goal[one] == 0) + (
            other != wall and board.goal[other] == 0
        )
        # The next square of the diagonal; between two walls it is unknown, but closed.
        if one != wall:
            square = board.neighbors[one, across]
        elif other != wall:
            square = board.neighbors[other, down]
        else:
            return empty, off_goal
        if box_at[square]:
            off_goal += square != wall and board.goal[square] == 0
            return empty, off_goal
        empty += 1
        if board.goal[square] or square == pusher or empty == _MOST_EMPTY:
            return -1, 0


@kernel
def closes_diagonal(board, box_at, pushed, pusher):
    """Whether the box just pushed to ``pushed`` is part of a closed diagonal. ``box_at`` uint8
    [n + 1] shows the position after the push, and ``pusher`` is where the pusher stands."""
    for side in range(4):
        empty = board.neighbors[pushed, side]
        if box_at[empty] or board.goal[empty] or empty == pusher:
            continue
        for across in range(1, 4, 2):  # up with left, and up with right
            first, boxes = _walk(board, box_at, pusher, empty, 0, across, 0)
            if first < 0:
                continue
            second, boxes = _walk(board, box_at, pusher, empty, 2, across ^ 2, boxes)
            if second >= 0 and first + second < _MOST_EMPTY and boxes > 0:
                return True
    return False
