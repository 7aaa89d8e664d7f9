"""Where the pusher can get around a box, known for every square at once.

The free squares are a graph. Two sides of a square are joined by a way around it exactly when the
two edges that lead to them lie in the same block (biconnected part) of the graph. One walk through
the graph finds all blocks (Hopcroft and Tarjan 1973), and no flood is needed for each square that
a box is pushed to.
"""

import numpy as np

from solver.kernels.jit import kernel


@kernel
def label_blocks(neighbors, box_at, ways):
    """Number the areas of free squares and their blocks from 1; returns how many areas there are.

    Fills ``ways``, see solver.board.tables.PusherWays.
    """
    wall = neighbors.shape[0] - 1
    for square in range(wall + 1):
        ways.order[square] = 0
        ways.area[square] = 0
        ways.cuts[square] = 0
    visited, areas, blocks = 0, 0, 0
    for root in range(wall):
        # A square that no walk has come to is the first of an area: walk from there.
        if box_at[root] == 0 and ways.order[root] == 0:
            areas += 1
            ways.least[areas] = root
            ways.second[areas] = wall
            visited, blocks = _walk_from(neighbors, box_at, ways, root, areas, (visited, blocks))
    return areas


@kernel
def _walk_from(neighbors, box_at, ways, root, area, before):
    """Walk through the area with that number, from its first square. ``before`` and returned: the
    squares found and the blocks closed so far."""
    order, low, back, turn = ways.order, ways.low, ways.back, ways.turn
    (visited, blocks), stacked, square = before, 0, root
    visited += 1
    _come_to(ways, root, -1, area, visited)
    while True:
        # 1. Go on in the next direction, but not straight back.
        direction = turn[square]
        if direction < 4:
            turn[square] += 1
            ahead = neighbors[square, direction]
            if box_at[ahead] or direction == back[square]:
                continue
            # 2. From a new square the walk goes on. An earlier one closes a cycle: note how far up
            # that leads. An edge to a later one was seen from there already.
            if order[ahead] == 0:
                ways.stack[stacked] = 4 * square + direction
                stacked += 1
                visited += 1
                _come_to(ways, ahead, direction ^ 2, area, visited)
                ways.second[area] = min(ways.second[area], ahead)
                square = ahead
            elif order[ahead] < order[square]:
                ways.stack[stacked] = 4 * square + direction
                stacked += 1
                low[square] = min(low[square], order[ahead])
            continue
        # 3. Nothing is left here: go back. If no cycle leads above the parent, all edges found
        # since the one that led here are a block, and the parent is where it hangs.
        ways.last[square] = visited
        if back[square] < 0:
            break
        parent = neighbors[square, back[square]]
        if low[square] >= order[parent]:
            blocks += 1
            ways.cuts[parent] += 1
            stacked = _close(neighbors, ways, 4 * parent + (back[square] ^ 2), stacked, blocks)
        low[parent] = min(low[parent], low[square])
        square = parent
    # ``cuts`` counted the blocks below a square; all but the root have one above as well.
    ways.cuts[root] -= 1
    return visited, blocks


@kernel
def _come_to(ways, square, back, area, number):
    """Note that the walk found this square as that number, and the direction ``back``."""
    ways.found[number] = square
    ways.order[square] = number
    ways.low[square] = number
    ways.back[square] = back
    ways.turn[square] = 0
    ways.area[square] = area


@kernel
def _close(neighbors, ways, first, stacked, block):
    """Take the edges of a block off the stack, its ``first`` one last, and number them both ways;
    returns how many are left there."""
    while True:
        stacked -= 1
        edge = ways.stack[stacked]
        ways.block[edge] = block
        ahead = neighbors[edge >> 2, edge & 3]
        ways.block[4 * ahead + ((edge & 3) ^ 2)] = block
        if edge == first:
            return stacked


@kernel
def mark_beside(neighbors, ways, square, side, stamp, area):
    """Write ``stamp`` to ``area`` at every square that a pusher on this ``side`` of a box on
    ``square`` gets to, given the ``ways`` of the board without the box; returns the least of them.

    The walk found all squares below another one after the other, so each part that hangs from the
    box is a range of what was found, and all else is one part.
    """
    here, beside = ways.order[square], ways.order[neighbors[square, side]]
    root, least = ways.least[ways.area[square]], neighbors.shape[0]
    for direction in range(4):
        ahead = neighbors[square, direction]
        if _hangs(ways, ahead, direction, here) and ways.order[ahead] <= beside <= ways.last[ahead]:
            return _mark_found(ways, ways.order[ahead], ways.last[ahead], stamp, area, least)
    # All before the box, between what hangs from it, and after that.
    least = _mark_found(ways, ways.order[root], here - 1, stamp, area, least)
    first = here + 1
    for direction in range(4):
        ahead = neighbors[square, direction]
        if _hangs(ways, ahead, direction, here):
            least = _mark_found(ways, first, ways.order[ahead] - 1, stamp, area, least)
            first = ways.last[ahead] + 1
    return _mark_found(ways, first, ways.last[root], stamp, area, least)


@kernel
def _hangs(ways, ahead, direction, here):
    """Whether ``ahead`` and all below it, found in this ``direction`` of the square that was found
    as number ``here``, have no other way out than through that square."""
    is_below = ways.order[ahead] > here and ways.back[ahead] == direction ^ 2
    return is_below and ways.low[ahead] >= here


@kernel
def _mark_found(ways, first, last, stamp, area, least):
    """Mark what the walk found from number ``first`` to ``last``; returns the least of these
    squares, or ``least`` if that is less."""
    for number in range(first, last + 1):
        square = np.int64(ways.found[number])
        area[square] = stamp
        least = min(least, square)
    return least
