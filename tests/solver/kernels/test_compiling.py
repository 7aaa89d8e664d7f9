"""What a kernel sees of the arrays and named tuples that another kernel has handed to it."""

from __future__ import annotations

import inspect
import sys
from typing import Any, NamedTuple

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


class Pair(NamedTuple):
    one: Any
    other: Any


class Parts(NamedTuple):
    pair: Pair
    grid: Any
    both: tuple[Any, Pair]


@kernel
def _sum_of(pair: Any) -> Any:
    one, other = pair
    total = 0
    for place in range(one.shape[0]):
        total += one[place] * (place + 1) - other[place]
    return total


@kernel
def all_parts(parts: Any) -> Any:
    """What is reached by name, by number and by unpacking."""
    pair, grid, (numbers, again) = parts
    return (
        grid.size, grid.strides[1], grid[-1, 0], parts.grid[1, 2], parts[1].shape[1],
        pair.one[2], parts.pair.other.strides[0], parts.both[1].one.size, parts.both[0][3],
        _sum_of(pair), _sum_of(parts.pair), _sum_of(parts.both[1]), _sum_of(again), numbers.size,
    )  # fmt: skip


@kernel
def written_through(parts: Any, count: Any) -> Any:
    """Changes arrays of a tuple while others are read: no reading is done too early."""
    for turn in range(count):
        parts.pair.one[turn] = parts.pair.other[turn] + parts.grid[0, turn]
        parts.grid[0, turn] += parts.pair.one[turn]
    return _sum_of(parts.pair)


@building_kernel
def taken_out(parts: Any) -> Any:
    """An array of a tuple that outlives it."""
    return _doubled(parts.pair.one), parts.pair.other


def _parts(step: int) -> Parts:
    one, other = np.arange(7 * step, dtype=np.int64)[::step], 3 + np.arange(7, dtype=np.int64)
    grid = np.arange(24 * step, dtype=np.int16).reshape(3, 8 * step)[:, ::step]
    # Of one type and of two, for Numba has a kind of tuple for each.
    return Parts(Pair(one, other), grid, (one, Pair(grid[0, :7], other)))


@pytest.mark.parametrize("step", [1, 2])
def test_kernels_hand_on_named_tuples_as_they_are(step: int) -> None:
    assert all_parts(_parts(step)) == inspect.unwrap(all_parts)(_parts(step))


def test_what_a_kernel_writes_is_read_in_order() -> None:
    ours, theirs = _parts(1), _parts(1)
    assert written_through(ours, 6) == inspect.unwrap(written_through)(theirs, 6)
    assert (ours.grid == theirs.grid).all()


def test_arrays_of_a_tuple_outlive_it() -> None:
    doubled, other = taken_out(_parts(1))
    assert (doubled.tolist(), other.tolist()) == ([0, 2, 4, 6, 8, 10, 12], list(range(3, 10)))


@building_kernel
def _length(parts: Any) -> Any:
    return _doubled(parts.pair.one).shape[0]


@pytest.mark.parametrize("step", [1, 2])
def test_kernels_let_go_of_the_arrays_of_a_tuple(step: int) -> None:
    parts = _parts(step)
    arrays = (*parts.pair, parts.grid, parts.both[0], *parts.both[1])
    before = [sys.getrefcount(array) for array in arrays]
    for _ in range(10):
        _length(parts)
        all_parts(parts)
    assert [sys.getrefcount(array) for array in arrays] == before
