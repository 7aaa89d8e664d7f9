"""The vicinity of a solution: positions in which all but a few boxes stand as in one of its own.

From each of its positions, the solution takes more pushes than the lower bound says: the difference
is its regret there. A position near one of these will hardly cost less than its own bound plus that
regret, so those for which this sum is least come first: they gain most on the solution. The
vicinity of several solutions is that of the positions of all.
"""

import numpy as np

from solver.kernels.jit import kernel

ELSEWHERE, PUSHES = range(2)  # Vicinity.limits


@kernel
def _count(word):
    """The bits that are set (Warren, Hacker's Delight, 2nd edition, 5-1)."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    twos = np.uint64(0x3333333333333333)
    word = (word & twos) + ((word >> np.uint64(2)) & twos)
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def _elsewhere(vicinity, position, key):
    """How many boxes of ``key`` stand elsewhere than in one of the positions."""
    found = 0
    for word in range(key.shape[0] - 1):  # the last one is the pusher's
        found += _count(key[word] & ~vicinity.key[position, word])
    return found


@kernel
def is_kept_near(vicinity):
    """Whether a search stays near a solution at all."""
    return vicinity.key.shape[0] > 0


@kernel
def look_around(vicinity, key):
    """Note which positions the children of ``key`` may be near: one push moves one box."""
    most, around, count = vicinity.limits[ELSEWHERE], vicinity.around, 0
    for position in range(vicinity.key.shape[0]):
        if _elsewhere(vicinity, position, key) <= most + 1:
            count += 1
            around[count] = position
    around[0] = count


@kernel
def last_near(vicinity, key):
    """The last of the positions that a child is near, after its parent has looked around;
    -1: it is not in the vicinity. 0 where a search goes anywhere."""
    for place in range(vicinity.around[0], 0, -1):
        position = vicinity.around[place]
        if _elsewhere(vicinity, position, key) <= vicinity.limits[ELSEWHERE]:
            return np.int64(position)
    return np.int64(-1) if is_kept_near(vicinity) else np.int64(0)
