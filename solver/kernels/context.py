"""The kernels' own corner of Numba: what is changed here is changed for kernels alone.

Numba keeps a context for each kind of machine that it compiles for: how values are represented,
which code implements what, and how LLVM is set up. Kernels have a context of their own, made the
way Numba's guide to supporting other machines describes, so a program that uses both the solver and
Numba finds Numba as it always was.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from llvmlite.binding import get_host_cpu_name, get_process_triple
from numba import jit
from numba.core import config as numba_config
from numba.core import externals
from numba.core.codegen import JITCPUCodegen, get_host_cpu_features
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


class Processor(NamedTuple):
    """A kind of processor by LLVM's name for it, and what it can do beyond the others of its
    family, such as ``+avx2``."""

    name: str
    features: str

    @property
    def machine(self) -> str:
        """The processor and its system: machine code for one machine does not run on another."""
        return repr((get_process_triple(), *self))


ANY = Processor("generic", "")
"""What all processors of a family can do: machine code that ships is made for this."""


def processor_here() -> Processor:
    """The processor of this computer, unless Numba's settings name another."""
    name: str | None = numba_config.CPU_NAME  # type: ignore[attr-defined]
    features: str | None = numba_config.CPU_FEATURES  # type: ignore[attr-defined]
    return Processor(
        get_host_cpu_name() if name is None else name,
        get_host_cpu_features() if features is None else features,
    )


_chosen = processor_here()


def compile_for(processor: Processor) -> None:
    """Choose what kernels are compiled for, before the first of them is."""
    global _chosen
    _chosen = processor


class _Codegen(JITCPUCodegen):
    """LLVM, set to `_EFFORT` and to the chosen processor."""

    def _get_host_cpu_name(self) -> str:
        return _chosen.name

    def _get_host_cpu_features(self) -> str:
        return _chosen.features

    def _customize_tm_options(self, options: dict[str, Any]) -> None:
        super()._customize_tm_options(options)
        options["opt"] = _EFFORT

    def _pass_builder(self, **settings: Any) -> Any:
        return super()._pass_builder(**{"opt": _EFFORT, **settings})


class _Context(CPUContext):
    """Numba's context for this machine, except for how kernels are handed their arguments."""

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


target_registry[_NAME] = _Machine
dispatcher_registry[_Machine] = KernelDispatcher
# What Numba implements in Python is compiled for kernels as they themselves are.
jit_registry[_Machine] = partial(jit, _target=_NAME)
