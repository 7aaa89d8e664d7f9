"""Sets as the bits of a word."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solver.kernels.jit import kernel
from solver.kernels.words import lowest_bit
from tests.solver.random_levels import kernel_examples


@kernel
def lowest_bits(words, found):  # type: ignore[no-untyped-def]
    """The lowest bit of each word, as kernels find it."""
    for index in range(words.shape[0]):
        found[index] = lowest_bit(words[index])  # type: ignore[call-arg]


@kernel_examples
@given(st.sets(st.integers(0, 63), min_size=1))
def test_the_lowest_bit_is_the_least_of_the_set(things: set[int]) -> None:
    words = np.array([sum(1 << thing for thing in things)], dtype=np.uint64)
    found = np.zeros(1, dtype=np.int64)
    lowest_bits(words, found)
    assert found[0] == min(things)
