"""Tunnel macros: a box that is being pushed along a tunnel is pushed on.

After a push the pusher stands on p and the box on q. Let both squares beside p be walls, one of
those beside q too, and q no goal. Then the next push may as well be that of the same box, onward.

    #########      From p a push brings the box to q; stopping there to do something else first
    #   #####      is never better than doing that first, with the box still on p. So box and
    #@$ pq       #      pusher go on at once, to the first square beyond the tunnel.
    #########

Proof. The box has to leave q, as q is no goal, and no push moves it sideways. Until it does, p is a
dead end: nothing is pushed from there, and a box that came there could never leave, as the pusher
would have to stand on q or beside p; the box on q could then never be pushed on. So all that
happens in between can happen just as well with the box still on p: the push from p to q can wait.
If the box is then pushed on, this costs as many pushes and two fewer steps. If it is pushed back
from the other side, both pushes can be left out. So some solution with the fewest pushes, and every
one with the fewest moves, pushes on at once. If the way on is blocked, the push is not needed at
all.

Sound for pushes, and for moves. With PI-corrals: where a box of a corral has to be pushed first,
the squares that it is pushed along are inside, so all pushes of the macro can be made first.
The dead ends among tunnels are dead squares already, and a box in a tunnel that the pusher cannot
go around is a PI-corral. Sources: Junghanns 1999, 5.2 (tunnel macros); Horváth 2009, 3.4; Hoste
2009, 14.3.
"""

from solver.kernels.jit import kernel


@kernel
def push_through(board, box_at, box, ahead, direction):
    """Where a push of the box on ``box`` to ``ahead`` ends: (the pusher's square, the box's square,
    pushes); (-1, -1, 0) if the tunnel is blocked. ``box_at`` does not show the box."""
    wall = board.neighbors.shape[0] - 1
    side = (direction + 1) & 3
    pushes = 1
    while True:
        if board.neighbors[box, side] != wall or board.neighbors[box, side ^ 2] != wall:
            return box, ahead, pushes
        if board.neighbors[ahead, side] != wall and board.neighbors[ahead, side ^ 2] != wall:
            return box, ahead, pushes
        if board.goal[ahead]:
            return box, ahead, pushes
        beyond = board.neighbors[ahead, direction]
        if box_at[beyond] or board.dead[beyond]:
            return -1, -1, 0
        box, ahead = ahead, beyond
        pushes += 1
