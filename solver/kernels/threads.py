"""How threads that work on the same arrays agree: by numbers read and written atomically.

What a thread wrote before it published a number, or added to one, is seen by every thread that
reads that number afterward. Kernels that Numba does not compile never run at the same time.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.extending import intrinsic

from solver.kernels.jit import IS_COMPILED

_ALIGNMENT = 8  # bytes, of an int64


def _place(backend: Any, builder: Any, signature: Any, given: Any) -> Any:
    """A pointer to ``numbers[index]``, the first two arguments."""
    numbers = backend.make_array(signature.args[0])(backend, builder, given[0])
    return builder.gep(numbers.data, [given[1]])


@intrinsic
def _read(context: Any, numbers: Any, index: Any) -> Any:
    def generate(backend: Any, builder: Any, signature: Any, given: Any) -> Any:
        place = _place(backend, builder, signature, given)
        return builder.load_atomic(place, "acquire", _ALIGNMENT)

    return types.int64(numbers, types.int64), generate


@intrinsic
def _publish(context: Any, numbers: Any, index: Any, number: Any) -> Any:
    def generate(backend: Any, builder: Any, signature: Any, given: Any) -> Any:
        place = _place(backend, builder, signature, given)
        builder.store_atomic(given[2], place, "release", _ALIGNMENT)
        return backend.get_dummy_value()

    return types.void(numbers, types.int64, types.int64), generate


@intrinsic
def _add_one(context: Any, numbers: Any, index: Any) -> Any:
    def generate(backend: Any, builder: Any, signature: Any, given: Any) -> Any:
        place = _place(backend, builder, signature, given)
        return builder.atomic_rmw("add", place, ir.Constant(ir.IntType(64), 1), "acq_rel")

    return types.int64(numbers, types.int64), generate


@intrinsic
def _turn_into(context: Any, numbers: Any, index: Any, expected: Any, number: Any) -> Any:
    def generate(backend: Any, builder: Any, signature: Any, given: Any) -> Any:
        place = _place(backend, builder, signature, given)
        swapped = builder.cmpxchg(place, given[2], given[3], "acq_rel", "acquire")
        return builder.extract_value(swapped, 1)

    return types.boolean(numbers, types.int64, types.int64, types.int64), generate


@intrinsic
def _finish_reading(context: Any) -> Any:
    def generate(backend: Any, builder: Any, signature: Any, given: Any) -> Any:
        builder.fence("acquire")
        return backend.get_dummy_value()

    return types.void(), generate


def _read_alone(numbers: Any, index: int) -> int:
    return int(numbers[index])


def _publish_alone(numbers: Any, index: int, number: int) -> None:
    numbers[index] = number


def _add_one_alone(numbers: Any, index: int) -> int:
    numbers[index] += 1
    return int(numbers[index]) - 1


def _turn_into_alone(numbers: Any, index: int, expected: int, number: int) -> bool:
    if numbers[index] != expected:
        return False
    numbers[index] = number
    return True


def _finish_reading_alone() -> None:
    pass


read = _read if IS_COMPILED else _read_alone
"""``read(numbers, index)``: ``numbers[index]``, int64."""
publish = _publish if IS_COMPILED else _publish_alone
"""``publish(numbers, index, number)``: make it ``numbers[index]``."""
add_one = _add_one if IS_COMPILED else _add_one_alone
"""``add_one(numbers, index)``: add one to ``numbers[index]``; returns what it was."""
turn_into = _turn_into if IS_COMPILED else _turn_into_alone
"""``turn_into(numbers, index, expected, number)``: make ``numbers[index]`` ``number`` if it is
``expected``; returns whether it was."""
finish_reading = _finish_reading if IS_COMPILED else _finish_reading_alone
"""``finish_reading()``: whatever was read before it in the program is read before what follows."""
