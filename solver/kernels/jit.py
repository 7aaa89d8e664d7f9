"""The one decorator of every kernel."""

import functools
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
from numba.core import config as numba_config
from numba.core import sigutils, types

from solver.kernels.code_cache import CheckedCache
from solver.kernels.compiling import PartCompiler, WholeCompiler
from solver.kernels.context import KernelDispatcher

_NARROW = types.integer_domain - {types.int64, types.uint64}
_NARROW_SCALARS = (np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32)


def _widened(given: types.Type) -> types.Type:
    """The type that a kernel is compiled for when called with an argument of the ``given`` one."""
    kind: Any = types.unliteral(given)
    widened: types.Type
    if isinstance(given, types.BaseTuple):
        parts = [_widened(part) for part in kind.types]
        is_named = isinstance(given, types.NamedTuple | types.NamedUniTuple)
        name = kind.instance_class if is_named else None
        widened = types.BaseTuple.from_types(parts, name)
    else:
        widened = types.int64 if kind in _NARROW else kind
    return widened


class _Overloads(KernelDispatcher):
    """Machine code of a function, the same for all widths of integers that it is called with.

    Otherwise it would be compiled anew for every constant and every int32 that a caller passes,
    along with everything that it calls.
    """

    def _compilation_chain_init_hook(self) -> None:
        """No package that extends Numba is looked for: kernels need none."""

    def compile(self, sig: Any) -> Any:
        """The entry point for the argument types of ``sig``, widened."""
        args, _ = sigutils.normalize_signature(sig)
        return super().compile(tuple(_widened(kind) for kind in args))

    def enable_caching(self) -> None:
        """Keep the machine code on disk, if there is a place for it."""
        with suppress(RuntimeError):
            self._cache = CheckedCache(self.py_func)


class Kernel:
    """A function on arrays and numbers as machine code, for Python and for other kernels.

    Most kernels are called only by kernels. What Python needs in order to call one is a lot of
    code, as every array of every table is unpacked and checked; so it is made only for those that
    Python does call, and only those are kept on disk: the others are part of their code.
    """

    def __init__(self, function: Callable[..., Any], makes_arrays: bool) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._options = {
            "nopython": True, "nogil": True, "error_model": "numpy", "_nrt": makes_arrays,
            "no_cfunc_wrapper": True,
        }  # fmt: skip

    @functools.cached_property
    def _for_python(self) -> Any:
        overloads = _Overloads(
            self._function, targetoptions=self._options, pipeline_class=WholeCompiler
        )
        overloads.enable_caching()
        return overloads

    @functools.cached_property
    def _for_kernels(self) -> Any:
        bare = self._options | {"no_cpython_wrapper": True}
        return _Overloads(self._function, targetoptions=bare, pipeline_class=PartCompiler)

    @functools.cached_property
    def _numba_type_(self) -> types.Dispatcher:
        """What Numba asks for."""
        return types.Dispatcher(self._for_kernels)

    @property
    def is_loaded(self) -> bool:
        """Whether Python can call it without waiting for its machine code."""
        return "_for_python" in vars(self) and bool(self._for_python.overloads)

    def load(self) -> None:
        """Load what the cache has of its machine code; what is damaged there is compiled again."""
        for signature in self._for_python._cache.kept():
            self._for_python.compile(signature)

    def __call__(self, *args: Any) -> Any:
        # Numba takes a hundred times as long to find the code for a type that it has widened.
        return self._for_python(
            *[int(arg) if isinstance(arg, _NARROW_SCALARS) else arg for arg in args]
        )


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function on arrays and numbers a `Kernel`; NUMBA_DISABLE_JIT=1 leaves it Python.

    It makes no arrays and returns none, so none of those it is given needs to be counted.
    """
    return _made(function, makes_arrays=False)


def building_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function that makes arrays of its own a `Kernel`, as `kernel` does."""
    return _made(function, makes_arrays=True)


IS_COMPILED = not numba_config.DISABLE_JIT  # type: ignore[attr-defined]
"""Whether kernels become machine code at all."""


KERNELS: dict[str, Kernel] = {}
"""All that are compiled, by module and name."""


def _made(function: Callable[..., Any], makes_arrays: bool) -> Callable[..., Any]:
    if not IS_COMPILED:
        return function
    made = Kernel(function, makes_arrays)
    KERNELS[f"{function.__module__}.{function.__qualname__}"] = made
    return made
