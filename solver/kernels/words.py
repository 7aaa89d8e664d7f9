"""Sets of up to 64 things, each a bit of a word."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.extending import intrinsic

from solver.kernels.jit import IS_COMPILED

_OF_NONE_IS_UNDEFINED = ir.Constant(ir.IntType(1), 1)


@intrinsic
def _lowest_bit(context: Any, word: Any) -> Any:
    """An instruction of the processor."""

    def generate(backend: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.cttz(given[0], _OF_NONE_IS_UNDEFINED)

    return types.int64(types.uint64), generate


def _lowest_bit_alone(word: Any) -> int:
    bits = int(word)
    return (bits & -bits).bit_length() - 1


lowest_bit = _lowest_bit if IS_COMPILED else _lowest_bit_alone
"""``lowest_bit(word)``: the number of the lowest bit set in ``word``, uint64 and not 0."""
