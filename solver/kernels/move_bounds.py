"""Lower bounds of positions in the search that counts moves: what matchings and pairs of boxes know
of the pushes that are left, and of the climbs (solver/bounds/climbs.py).
"""

from solver.kernels.bound import fill_row, match_child, match_position
from solver.kernels.flood import component_of
from solver.kernels.jit import kernel
from solver.kernels.move_nodes import FIRST_BITS, RULES, WALK
from solver.kernels.numbers import CLIMBS, MATCHING, PAIRS
from solver.kernels.pairs import DEADLOCK
from solver.kernels.penalties import collect_penalties, sum_disjoint


@kernel
def _prepare(tables, scratch, rules, key, count, pusher):
    """Match the loaded position and collect its penalties. False: it is a deadlock."""
    if rules & MATCHING and match_position(tables, scratch, key, count) < 0:
        return False
    return not rules & PAIRS or collect_penalties(tables, scratch, count, pusher)


@kernel
def prepare_bounds(tables, state, key, count, pusher):
    """What the bounds of all children start from. False: the position is a deadlock."""
    rules = state.numbers[RULES]
    if not _prepare(tables.pushes, state.scratch, rules, key, count, pusher):
        return False
    return not rules & CLIMBS or _prepare(tables.climbs, state.uphill, rules, key, count, pusher)


@kernel
def _bound_after(tables, scratch, rules, count, index, push):
    """Lower bound on pushes or climbs after a ``push`` of box ``index`` that ends with the pusher
    and the box on these two squares; DEADLOCK or more: it is a deadlock."""
    board, costs, _, _ = tables
    box, ahead = push
    bound = 0
    if rules & MATCHING:
        part = component_of(board.cut, board.component, ahead, box)
        fill_row(costs.to_goal, 4 * ahead + part, scratch.cost, index)
        bound = match_child(scratch, count + costs.fixed.shape[0], index)
        fill_row(costs.to_goal, scratch.states[index], scratch.cost, index)
        if bound < 0:
            return DEADLOCK
    if rules & PAIRS:
        bound += sum_disjoint(tables, scratch, count, index, False, box)
    return bound


@kernel
def _combined(tables, state, pushes, climbs, pusher):
    """The estimate of a position with bounds on its pushes and climbs."""
    moves = pushes
    if state.numbers[RULES] & CLIMBS:
        moves = max(pushes, climbs + tables.height[pusher] - tables.top)
    if state.numbers[WALK] == 1:
        return (pushes << FIRST_BITS) + moves
    return (moves << FIRST_BITS) + pushes


@kernel
def bound_child(tables, state, count, index, push):
    """Estimate of the loaded position after ``push`` = (pusher, box) of box ``index``, -1 if it is
    a deadlock."""
    rules = state.numbers[RULES]
    pushes = _bound_after(tables.pushes, state.scratch, rules, count, index, push)
    if pushes >= DEADLOCK:
        return -1
    climbs = 0
    if rules & CLIMBS:
        climbs = _bound_after(tables.climbs, state.uphill, rules, count, index, push)
        if climbs >= DEADLOCK:
            climbs = 0
    return _combined(tables, state, pushes, climbs, push[0])


@kernel
def _total(tables, scratch, rules, key, count, pusher):
    """Lower bound on pushes or climbs of the loaded and prepared position itself."""
    bound = 0
    if rules & MATCHING:
        bound = match_position(tables, scratch, key, count)
    if rules & PAIRS:
        bound += sum_disjoint(tables, scratch, count, -1, True, pusher)
    return bound


@kernel
def bound_position(tables, state, key, count, pusher):
    """Estimate of the loaded and prepared position itself."""
    rules = state.numbers[RULES]
    pushes = _total(tables.pushes, state.scratch, rules, key, count, pusher)
    climbs = 0
    if rules & CLIMBS:
        climbs = _total(tables.climbs, state.uphill, rules, key, count, pusher)
    return _combined(tables, state, pushes, climbs, pusher)
