"""Symmetry: where walls and goals are symmetric, mirrored positions are one.

    #######      Turned around, this room is the same, goals included. So a position and its mirror
    #.  # #      image cost the same, and only the one of the two with the smaller key is kept.
    #     #
    # #  .#
    #######

Only symmetries of the room that take goals to goals count; where the boxes start does not matter.
A way to the solution is unfolded afterward, see solver/board/symmetry.py. Sound for pushes and for
moves. With an exact pusher, the smallest image is that of the boxes alone, so that all positions
with the same boxes stay together; the pusher goes where one of the symmetries that lead there takes
it.
Source: Virkkala 2011, 5.2 (where symmetric positions are named as what is missing).
"""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.jit import kernel
from solver.kernels.nodes import set_pusher, toggle_bit


@kernel
def _is_smaller(key, other):
    for word in range(key.shape[0]):
        if key[word] != other[word]:
            return key[word] < other[word]
    return False


@kernel
def smallest_image(board, images, boxes, key):
    """Replace ``key`` uint64 [words], which holds ``boxes`` and no pusher, by the smallest of its
    mirror images, and note which symmetries lead there."""
    squares, leads, image = images
    for symmetry in range(squares.shape[0]):
        image[:] = np.uint64(0)
        for index in range(boxes.shape[0]):
            toggle_bit(image, board.bit[squares[symmetry, boxes[index]]])
        if _is_smaller(image, key):
            copy(image, key)
            leads[:symmetry] = 0
        leads[symmetry] = not _is_smaller(key, image)


@kernel
def image_of_pusher(images, square):
    """(the smallest image of ``square`` where the boxes are at theirs, the symmetry that leads
    there)."""
    squares, leads, _ = images
    smallest, which = squares.shape[1], 0
    for symmetry in range(squares.shape[0]):
        if leads[symmetry] and squares[symmetry, square] < smallest:
            smallest, which = np.int64(squares[symmetry, square]), symmetry
    return (smallest, which) if squares.shape[0] > 0 else (square, 0)


@kernel
def make_canonical(board, mirror, box_at, reached, stamp, keys):
    """Replace ``keys[0]`` uint64 [words], a position with the normalized pusher, by the smallest
    of its mirror images. ``keys[1]`` is scratch; the pusher's area has ``stamp`` in ``reached``."""
    smallest, image = keys
    for symmetry in range(mirror.shape[0]):
        image[:] = np.uint64(0)
        pusher = mirror.shape[1]
        for square in range(mirror.shape[1] - 1):
            if reached[square] == stamp:
                pusher = min(pusher, mirror[symmetry, square])
            elif box_at[square]:
                toggle_bit(image, board.bit[mirror[symmetry, square]])
        set_pusher(image, pusher)
        if _is_smaller(image, smallest):
            copy(image, smallest)
