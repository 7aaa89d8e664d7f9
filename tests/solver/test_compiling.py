"""What a kernel sees of the arrays that another kernel has handed to it."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from solver.kernels.jit import building_kernel, kernel


@kernel
def all_of(one: Any, two: Any, three: Any) -> Any:
    """Every property of three arrays, and some of their numbers."""
    return (
        one.size, one.itemsize, one.shape[0], one.strides[0], one[0], one[-1],
        two.size, two.itemsize, two.shape[1], two.strides[0], two.strides[1], two[0, 2], two[-1, 1],
        three.size, three.shape[2], three.strides[0], three.strides[1], three[1, 0, -1],
    )  # fmt: skip


@kernel
def handed_on(one: Any, two: Any, three: Any) -> Any:
    """The same, from one kernel to the next."""
    return all_of(one, two, three)


@building_kernel
def handed_on_and_back(one: Any) -> Any:
    """An array that a kernel has made of another, after that one is gone."""
    for _ in range(3):
        one = _doubled(one)
    return one


@building_kernel
def _doubled(one: Any) -> Any:
    other = np.empty(one.shape[0], one.dtype)
    for place in range(one.shape[0]):
        other[place] = 2 * one[place]
    return other


ONE = np.arange(7, dtype=np.int16)
TWO = np.arange(24, dtype=np.uint8).reshape(4, 6)
THREE = np.arange(60, dtype=np.int64).reshape(3, 4, 5)


@pytest.mark.parametrize(
    "arrays",
    [
        (ONE, TWO, THREE),
        (ONE[:3], TWO[1:3], THREE[1:]),
        (ONE[::2], TWO.T, THREE[:, 1:3]),
        (ONE[::-1], TWO[:, 2:], THREE.transpose(2, 0, 1)),
    ],
)
def test_kernels_hand_on_arrays_as_they_are(arrays: tuple[np.ndarray, ...]) -> None:
    assert handed_on(*arrays) == inspect.unwrap(all_of)(*arrays)


def test_arrays_that_kernels_make_live_on() -> None:
    assert [handed_on_and_back(ONE + start)[6] for start in range(5)] == [48, 56, 64, 72, 80]
