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
    order, low, back, turn = ways.order, ways.low, ways.back, ways.turn
    for square in range(wall + 1):
        order[square] = 0
        ways.area[square] = 0
        ways.cuts[square] = 0
    visited, areas, blocks, stacked = 0, 0, 0, 0
    for root in range(wall):
        # 1. A square that no walk has come to is the first of an area: walk from there.
        if box_at[root] or order[root]:
            continue
        areas += 1
        ways.least[areas] = root
        ways.second[areas] = wall
        visited += 1
        ways.found[visited] = root
        order[root] = visited
        low[root] = visited
        back[root] = -1
        turn[root] = 0
        ways.area[root] = areas
        square = root
        while True:
            # 2. Go on in the next direction, but not straight back.
            direction = turn[square]
            if direction < 4:
                turn[square] += 1
                ahead = neighbors[square, direction]
                if box_at[ahead] or direction == back[square]:
                    continue
                # 3. From a new square the walk goes on. An earlier one closes a cycle: note how far
                # up that leads. An edge to a later one was seen from there already.
                if order[ahead] == 0:
                    ways.stack[stacked] = 4 * square + direction
                    stacked += 1
                    visited += 1
                    ways.found[visited] = ahead
                    order[ahead] = visited
                    low[ahead] = visited
                    back[ahead] = direction ^ 2
                    turn[ahead] = 0
                    ways.area[ahead] = areas
                    if ahead < ways.second[areas]:
                        ways.second[areas] = ahead
                    square = ahead
                elif order[ahead] < order[square]:
                    ways.stack[stacked] = 4 * square + direction
                    stacked += 1
                    low[square] = min(low[square], order[ahead])
                continue
            # 4. Nothing is left here: go back. If no cycle leads above the parent, all edges found
            # since the one that led here are a block, and the parent is where it hangs.
            ways.last[square] = visited
            if back[square] < 0:
                break
            parent = neighbors[square, back[square]]
            if low[square] >= order[parent]:
                blocks += 1
                first = 4 * parent + (back[square] ^ 2)
                ways.cuts[parent] += 1
                while True:
                    stacked -= 1
                    edge = ways.stack[stacked]
                    ways.block[edge] = blocks
                    ahead = neighbors[edge >> 2, edge & 3]
                    ways.block[4 * ahead + ((edge & 3) ^ 2)] = blocks
                    if edge == first:
                        break
            low[parent] = min(low[parent], low[square])
            square = parent
        # ``cuts`` counted the blocks below a square; all but the root have one above as well.
        ways.cuts[root] -= 1
    return areas


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
