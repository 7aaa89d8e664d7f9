"""Boxes without a place of their own, against SciPy's largest matching."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from solver.kernels.quick.features import unserved
from solver.kernels.quick.numbers import BACKWARD, FORWARD, LARGEST_PLAN
from tests.solver.random_levels import kernel_examples

PLACES = 9


class _Room(NamedTuple):
    place: NDArray[np.int32]


class _Scratch(NamedTuple):
    boxes: NDArray[np.int32]
    server: NDArray[np.int32]
    order: NDArray[np.int32]
    way: NDArray[np.int32]


@kernel_examples
@given(
    st.lists(st.sets(st.integers(0, PLACES - 1)), min_size=1, max_size=PLACES),
    st.sets(st.integers(0, PLACES - 1), max_size=3),
)
def test_as_many_boxes_are_left_without_a_place_as_no_matching_can_serve(
    wishes: list[set[int]], kept: set[int]
) -> None:
    """Box i stands on square i; the first squares are the places that are kept."""
    boxes = len(kept) + len(wishes)
    place = np.full((2, boxes + 1), -1, dtype=np.int32)
    place[FORWARD, : len(kept)] = sorted(kept)
    serves = np.zeros(boxes + 1, dtype=np.uint64)
    can_fill = np.zeros((len(wishes), PLACES), dtype=np.int8)
    for index, wish in enumerate(wishes):
        for each in wish - kept:
            serves[len(kept) + index] |= np.uint64(1) << np.uint64(each)
            can_fill[index, each] = 1
    empty = np.full((3, LARGEST_PLAN), -1, dtype=np.int32)
    scratch = _Scratch(np.arange(boxes, dtype=np.int32), *empty)
    mask = np.uint64(sum(1 << each for each in kept))
    served = (maximum_bipartite_matching(csr_array(can_fill), "column") >= 0).sum()
    for direction, missing in ((FORWARD, len(wishes) - served), (BACKWARD, boxes - served)):
        assert unserved(_Room(place), scratch, direction, serves, mask, boxes) == missing
