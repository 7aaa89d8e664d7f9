"""IDA* that does not repeat itself: the loop of the push-optimal search.

Each iteration takes all nodes with f = g + h within the threshold, smallest h first; nodes beyond
it wait in lists by f, and the next iteration resumes from them. So nothing is expanded twice, and
the threshold is a proved lower bound at every moment. Sources: IDA* (Korf 1985; Horváth 2009, 2.2;
Hoste 2009, 6.5) as the series of limited A* searches that Hoste describes.

All of the search state sits in arrays, so the caller regains control after a budget of nodes. When
the table of nodes is full, the same loop goes on depth-first below the nodes that wait in it:
kernels/dives.py. Other threads may expand nodes ahead of it: kernels/ahead.py.
"""

from solver.kernels.ahead import (
    begin_row,
    end_slice,
    is_any_taken,
    is_first_done,
    leave_row,
    slice_of,
    store_first,
    take_nodes,
)
from solver.kernels.bound import bound_of
from solver.kernels.expansion import expand
from solver.kernels.frontier import add_node
from solver.kernels.jit import kernel
from solver.kernels.numbers import EXHAUSTED, EXPANDED, NODES, RUNNING, SOLVED, THRESHOLD
from solver.kernels.position import renew_stamps
from solver.kernels.relaxed_bound import is_within_threshold


@kernel
def _measure_regret(tables, scratch, vicinity, most):
    """Measure by how much the rest of a solution exceeds the lower bound, from up to ``most`` more
    of the positions. Returns whether this is known for all of them."""
    count, measured = vicinity.key.shape[0], vicinity.measured
    for position in range(measured[0], min(count, measured[0] + most)):
        vicinity.regret[position] -= bound_of(tables, scratch, vicinity.key[position])
        measured[0] += 1
    return measured[0] == count


@kernel
def _enter_root(tables, state):
    """Store the position in ``scratch.key`` as node 0, with its lower bound as the threshold.
    False: the position is proved unsolvable at once."""
    numbers, key = state.scratch.numbers, state.scratch.key
    bound = bound_of(tables, state.scratch, key)
    if bound < 0:
        return False
    numbers[THRESHOLD] = max(bound, numbers[THRESHOLD])
    add_node(state.nodes, numbers, key, 0, bound, -1, 0)
    return True


@kernel
def _help(tables, state, checks, rows, bound, which):
    """Expand a node that was taken in slice ``which``, unless all have been begun."""
    row = begin_row(rows, which)
    if row >= 0:
        if is_within_threshold(tables, state.scratch, rows, bound, row):
            expand(tables, state, checks, rows, row)
        leave_row(rows, row)


@kernel
def _run_slice(tables, state, checks, rows, bound, until):
    """Expand nodes until ``until`` have been expanded. Ends as `search_slice` does."""
    numbers, which = state.scratch.numbers, slice_of(rows)
    end = RUNNING
    while True:
        if end == RUNNING:
            end = take_nodes(state, rows, until - numbers[EXPANDED])
        if not is_any_taken(rows):
            return end
        while not is_first_done(rows):
            _help(tables, state, checks, rows, bound, which)
        if store_first(state, rows) == SOLVED:
            end = SOLVED


@kernel
def search_slice(tables, state, checks, rows, bound, budget, helped):
    """Expand up to ``budget`` nodes. Returns RUNNING, SOLVED, EXHAUSTED or TABLE_FULL.

    The first slice, whose budget may be 0, enters the position in ``scratch.key``; in a vicinity,
    the first ones measure its regret, each from as many positions as its budget says. ``helped`` is
    -1, or the number of a slice that another thread runs: then this one expands nodes for it until
    that ends, with ``state.scratch`` and ``checks`` of its own. All of it is one kernel, as
    compiling this much code once takes long enough.
    """
    if helped >= 0:
        while slice_of(rows) == helped:
            _help(tables, state, checks, rows, bound, helped)
        return RUNNING
    renew_stamps(state.scratch)
    numbers = state.scratch.numbers
    end = EXHAUSTED
    if not _measure_regret(tables, state.scratch, checks.vicinity, budget):
        end = RUNNING
    elif numbers[NODES] > 0 or _enter_root(tables, state):
        end = _run_slice(tables, state, checks, rows, bound, numbers[EXPANDED] + budget)
    end_slice(rows)
    return end
