"""The kernels' own corner of Numba: what is changed here is changed for kernels alone.

Numba keeps a context for each kind of machine that it compiles for: how values are represented,
which code implements what, and how LLVM is set. Kernels have a context of their own, made the way
Numba's guide to supporting other machines describes, so a program that uses both the solver and
Numba finds Numba as it always was.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from numba import jit
from numba.core import externals
from numba.core.codegen import JITCPUCodegen
from numba.core.cpu import CPUContext
from numba.core.datamodel.manager import DataModelManager
from numba.core.datamodel.registry import default_manager
from numba.core.registry import CPUDispatcher, CPUTarget
from numba.core.target_extension import CPU, dispatcher_registry, jit_registry, target_registry
from numba.core.utils import threadsafe_cached_property

from solver.kernels import arguments

_NAME = "pushwise"
_EFFORT = 1
"""LLVM takes a fifth less time than at its highest level, and searches are as fast."""


class _Codegen(JITCPUCodegen):
    """LLVM, set to `_EFFORT`."""

    def _customize_tm_options(self, options: dict[str, Any]) -> None:
        super()._customize_tm_options(options)
        options["opt"] = _EFFORT

    def _pass_builder(self, **settings: Any) -> Any:
        return super()._pass_builder(**{"opt": _EFFORT, **settings})


class _Context(CPUContext):
    """Numba's context for this machine, but for how kernels are handed their arguments."""

    def init(self) -> None:
        """Make the code generator and the models."""
        super().init()
        self._internal_codegen = _Codegen("pushwise.exec")
        externals.c_math_functions.install(self)
        self.data_model_manager = DataModelManager(arguments.MODELS).chain(default_manager)

    def load_additional_registries(self) -> None:
        """Numba's implementations, and those that read named tuples."""
        super().load_additional_registries()
        self.install_registry(arguments.registry)

    def get_python_api(self, builder: Any) -> arguments.Python:
        """How code calls Python."""
        return arguments.Python(self, builder)


class _Description(CPUTarget):
    @threadsafe_cached_property
    def _toplevel_target_context(self) -> _Context:
        return _Context(self.typing_context, self._target_name)


class _Machine(CPU):
    """This machine, as kernels are compiled for it."""


class KernelDispatcher(CPUDispatcher):
    """Finds the machine code for a call, and has it compiled in the kernels' own context."""

    targetdescr = _Description(_NAME)


def machine() -> str:
    """What machine code is made for here: the kind of processor, and what it can do."""
    codegen = KernelDispatcher.targetdescr.target_context.codegen()
    return repr(codegen.magic_tuple())


target_registry[_NAME] = _Machine
dispatcher_registry[_Machine] = KernelDispatcher
# What Numba implements in Python is compiled for kernels as they are themselves.
jit_registry[_Machine] = partial(jit, _target=_NAME)
