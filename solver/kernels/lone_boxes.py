"""How many pushes a lone box is away, counted back from where it is to go."""

from solver.kernels.jit import kernel
from solver.kernels.numbers import UNREACHABLE

_FAR = 1 << 30


@kernel
def lower_steps(first, before, last, steps, queue):
    """Lower ``steps`` int32 [states] to the fewest pushes from each state to one of the ``last``,
    and what ``steps`` says of that one.

    ``last`` int32 are in the order of their steps. ``first`` int32 [states + 1] is the first push
    that leads to each state, ``before`` int32 [pushes] the states that pushes begin with. ``queue``
    int32 [states] is scratch.
    """
    filled, taken, given = 0, 0, 0
    while taken < filled or given < last.shape[0]:
        is_queued = given == last.shape[0]
        if taken < filled and not is_queued:
            is_queued = steps[queue[taken]] < steps[last[given]]
        if is_queued:
            state = queue[taken]
            taken += 1
        else:
            state = last[given]
            given += 1
        for push in range(first[state], first[state + 1]):
            if steps[before[push]] > steps[state] + 1:
                steps[before[push]] = steps[state] + 1
                queue[filled] = before[push]
                filled += 1


@kernel
def count_steps(first, before, last, found, steps, queue):
    """Write to a row of ``found`` int16 for each of ``last`` int32 [rows, states that are as good]
    how many pushes lead there from every state, UNREACHABLE where none do.

    Returns whether all ways are shorter than UNREACHABLE. Other arrays as for `lower_steps`.
    """
    for row in range(last.shape[0]):
        steps[:] = _FAR
        for state in last[row]:
            steps[state] = 0
        lower_steps(first, before, last[row], steps, queue)
        for state in range(steps.shape[0]):
            if UNREACHABLE <= steps[state] < _FAR:
                return False
            found[row, state] = min(steps[state], UNREACHABLE)
    return True
