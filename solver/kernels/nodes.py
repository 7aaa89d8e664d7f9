"""The transposition table and the lists of nodes still to be taken.

Keys are compared in full, so a hash collision costs time and never an answer.
"""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.jit import kernel
from solver.kernels.threads import publish, read
from solver.kernels.words import lowest_bit

OPEN, CLOSED, STALE = 0, 1, 2
COUNTER_BITS = 6
PUSHER_MASK = np.uint64(0xFFFF)
NEVER = 65_535  # greater than any cost

_SEED = np.uint64(0x9E3779B97F4A7C15)
_MULTIPLIER = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_SIXTY_THREE = np.uint64(63)


@kernel
def _mix(mixed, word):
    mixed = (mixed ^ word) * _MULTIPLIER
    return mixed ^ (mixed >> _HALF)


@kernel
def hash_key(key):
    """64 bits that depend on every bit of ``key`` uint64 [words]."""
    mixed = _SEED
    for word in range(key.shape[0]):
        mixed = _mix(mixed, key[word])
    return mixed * _MULTIPLIER


@kernel
def hash_part(key, part):
    """64 bits that depend on those bits of ``key`` that are set in ``part`` uint64 [words]."""
    mixed = _SEED
    for word in range(key.shape[0]):
        mixed = _mix(mixed, key[word] & part[word])
    return mixed * _MULTIPLIER


@kernel
def is_same(key, other):
    """Whether two keys are equal."""
    for word in range(key.shape[0]):
        if key[word] != other[word]:
            return False
    return True


@kernel
def toggle_bit(key, bit):
    """Put a box on the square of ``bit``, or take it off."""
    key[bit >> 6] ^= _ONE << (np.uint64(bit) & _SIXTY_THREE)


@kernel
def set_pusher(key, pusher):
    """Write the normalized pusher into the last word."""
    last = key.shape[0] - 1
    key[last] = (key[last] & ~PUSHER_MASK) | np.uint64(pusher)


@kernel
def pusher_of(key):
    """The normalized pusher."""
    return np.int64(key[key.shape[0] - 1] & PUSHER_MASK)


@kernel
def count_of(key, which):
    """How many boxes have gone through exits of class ``which``."""
    shift = np.uint64(16 + COUNTER_BITS * which)
    return np.int64((key[key.shape[0] - 1] >> shift) & np.uint64((1 << COUNTER_BITS) - 1))


@kernel
def add_to_count(key, which):
    """One more box has gone through an exit of class ``which``."""
    key[key.shape[0] - 1] += _ONE << np.uint64(16 + COUNTER_BITS * which)


@kernel
def unpack_boxes(key, square_of_bit, boxes):
    """Write the squares of the boxes to ``boxes`` in the order of their bits; returns how many."""
    count = 0
    for word in range(key.shape[0] - 1):
        rest = key[word]
        while rest != _NONE:
            boxes[count] = square_of_bit[64 * word + lowest_bit(rest)]
            count += 1
            rest &= rest - _ONE
    return count


@kernel
def probe(nodes, key):
    """The slot of ``key``: the one that holds it, or the empty one where it belongs."""
    mask = np.uint64(nodes.slots.shape[0] - 1)
    hashed = hash_key(key)
    tag = hashed >> _HALF
    place = hashed & mask
    while True:
        slot = np.uint64(read(nodes.slots, place))
        if slot == _NONE:
            return np.int64(place)
        if slot >> _HALF == tag:
            node = np.int64(slot & _LOW) - 1
            if is_same(nodes.key[node], key):
                return np.int64(place)
        place = (place + _ONE) & mask


@kernel
def node_in(nodes, slot):
    """The node that a slot holds, -1 if it is empty."""
    return np.int64(nodes.slots[slot] & _LOW) - 1


@kernel
def store(nodes, slot, node, key):
    """Give ``node`` the key and let ``slot`` hold it, for other threads to find: whatever else they
    read of a node must be there already."""
    copy(key, nodes.key[node])
    publish(nodes.slots, slot, ((hash_key(key) >> _HALF) << _HALF) | np.uint64(node + 1))


@kernel
def enter_slot(nodes, node):
    """Let the slot where the key of a node belongs hold the node."""
    key = nodes.key[node]
    nodes.slots[probe(nodes, key)] = ((hash_key(key) >> _HALF) << _HALF) | np.uint64(node + 1)


@kernel
def enter_nodes(nodes, first, last):
    """Enter the nodes ``first`` to ``last`` - 1 into ``nodes.slots``, all but the stale ones. None
    of them may be there yet."""
    for node in range(first, last):
        if nodes.state[node] != STALE:
            enter_slot(nodes, node)


@kernel
def put(heads, nodes, list_number, node):
    """Lay ``node`` on top of a list of ``nodes.open`` or ``nodes.frontier``."""
    nodes.next[node] = heads[list_number]
    heads[list_number] = node + 1


@kernel
def take(heads, nodes, list_number):
    """Take the top node off a list that is not empty."""
    node = np.int64(heads[list_number]) - 1
    heads[list_number] = nodes.next[node]
    return node
