"""How arrays, and named tuples of them, are handed from kernel to kernel.

Numba takes both apart into every number that describes them, and puts them together again: a search
hands on a hundred arrays with each call, so that would be most of its code. Here an array is handed
on as its address and its shape, all else about it being known, and a named tuple as the address of
such descriptions of its parts, which never change.

None of this is registered with Numba: only the private context of the kernels knows it
(`solver.kernels.context`), so that the functions of others are compiled as always.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel.models import ArrayModel, PrimitiveModel
from numba.core.datamodel.packer import ArgPacker
from numba.core.imputils import Registry, impl_ret_borrowed
from numba.core.pythonapi import NativeValue, PythonAPI
from numba.np.numpy_support import as_dtype

_MEMORY, _PARENT, _COUNT, _ITEM_SIZE, _DATA, _SHAPE, _STRIDES = range(7)
"""The fields of an array in machine code, one by one."""


registry = Registry("kernels")
"""What reads the parts of named tuples."""


class _Array(ArrayModel):
    """An array that lies in one piece, C-contiguous, is passed on as its memory and its shape."""

    def __init__(self, models: Any, kind: Any) -> None:
        super().__init__(models, kind)
        self._is_whole = kind.layout == "C"
        self._dimensions = kind.ndim
        self._item_size = as_dtype(kind.dtype).itemsize if self._is_whole else 0

    def get_argument_type(self) -> Any:
        """The types of what is passed on."""
        if not self._is_whole:
            return super().get_argument_type()
        fields = self.get_value_type().elements
        return (fields[_MEMORY], fields[_DATA], *(fields[_COUNT],) * self._dimensions)

    def as_argument(self, builder: ir.IRBuilder, value: ir.Value) -> Any:
        """Take an array apart."""
        if not self._is_whole:
            return super().as_argument(builder, value)
        shape = [builder.extract_value(value, [_SHAPE, axis]) for axis in range(self._dimensions)]
        memory, data = (builder.extract_value(value, [field]) for field in (_MEMORY, _DATA))
        return (memory, data, *shape)

    def from_argument(self, builder: ir.IRBuilder, value: Any) -> ir.Value:
        """Put it together again."""
        if not self._is_whole:
            return super().from_argument(builder, value)
        memory, data, *shape = value
        kinds = self.get_value_type().elements
        fields = [ir.Constant(kind, ir.Undefined) for kind in kinds]
        fields[_PARENT] = ir.Constant(kinds[_PARENT], None)
        fields[_ITEM_SIZE] = count = stride = ir.Constant(kinds[_ITEM_SIZE], self._item_size)
        array = ir.Constant(self.get_value_type(), fields)
        for axis in reversed(range(self._dimensions)):
            array = builder.insert_value(array, shape[axis], [_SHAPE, axis])
            array = builder.insert_value(array, stride, [_STRIDES, axis])
            if axis:
                stride = builder.mul(stride, shape[axis])
            count = shape[axis] if count is fields[_ITEM_SIZE] else builder.mul(count, shape[axis])
        for field, content in ((_MEMORY, memory), (_DATA, data), (_COUNT, count)):
            array = builder.insert_value(array, content, [field])
        return array


class _Group(PrimitiveModel):
    """A named tuple is a pointer to its parts, each as it is handed on. Kernels make none of their
    own, so the parts never change, whatever is written to the arrays."""

    def __init__(self, models: Any, kind: Any) -> None:
        self._packers = [ArgPacker(models, [part]) for part in kind]
        lengths = [len(packer.argument_types) for packer in self._packers]
        self._first = [0, *accumulate(lengths)]
        parts = [each for packer in self._packers for each in packer.argument_types]
        super().__init__(models, kind, ir.LiteralStructType(parts).as_pointer())

    def lay_down(self, builder: ir.IRBuilder, values: Any) -> ir.Value:
        """A pointer to the parts, which lie on the stack."""
        place = cgutils.alloca_once(builder, self.be_type.pointee)
        for packer, first, value in zip(self._packers, self._first, values, strict=False):
            for index, number in enumerate(packer.as_arguments(builder, [value]), first):
                builder.store(number, cgutils.gep_inbounds(builder, place, 0, index))
        return place

    def part(self, builder: ir.IRBuilder, place: ir.Value, number: int) -> ir.Value:
        """One of the parts."""
        found = []
        for index in range(self._first[number], self._first[number + 1]):
            found.append(builder.load(cgutils.gep_inbounds(builder, place, 0, index)))
            found[-1].set_metadata("invariant.load", builder.module.add_metadata([]))
        (value,) = self._packers[number].from_arguments(builder, found)
        return value


MODELS = {types.Array: _Array, types.NamedTuple: _Group, types.NamedUniTuple: _Group}
"""How each of these kinds of values is represented."""


class Python(PythonAPI):
    """How kernels take what Python hands to them."""

    def to_native_value(self, typ: Any, obj: ir.Value) -> NativeValue:
        """A named tuple is laid down for as long as the kernel runs; all else is Numba's."""
        if not isinstance(typ, types.NamedTuple | types.NamedUniTuple):
            plain: NativeValue = super().to_native_value(typ, obj)
            return plain
        parts = types.Tuple.from_types(tuple(typ))
        taken = super().to_native_value(parts, obj)
        values = cgutils.unpack_tuple(self.builder, taken.value, len(typ))
        place = self.context.data_model_manager[typ].lay_down(self.builder, values)

        def release() -> None:
            """Let go of the arrays. Numba sees only a pointer and would keep them forever."""
            if taken.cleanup is not None:
                taken.cleanup()
            if self.context.enable_nrt:
                self.context.nrt.decref(self.builder, parts, taken.value)

        return NativeValue(place, cleanup=release, is_error=taken.is_error)


@registry.lower_getattr_generic(types.NamedTuple)
@registry.lower_getattr_generic(types.NamedUniTuple)
def _part_by_name(context: Any, builder: ir.IRBuilder, kind: Any, place: Any, name: str) -> Any:
    return _part(context, builder, kind, place, kind.fields.index(name))


@registry.lower("static_getitem", types.NamedTuple, types.IntegerLiteral)
@registry.lower("static_getitem", types.NamedUniTuple, types.IntegerLiteral)
def _part_by_number(context: Any, builder: ir.IRBuilder, signature: Any, given: Any) -> Any:
    return _part(context, builder, signature.args[0], *given)


def _part(context: Any, builder: ir.IRBuilder, kind: Any, place: Any, number: int) -> Any:
    value = context.data_model_manager[kind].part(builder, place, number)
    return impl_ret_borrowed(context, builder, kind[number], value)
