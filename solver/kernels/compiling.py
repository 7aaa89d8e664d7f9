"""How kernels become machine code: Numba's way, except for what would be done twice.

Numba optimizes and translates every function together with all that it calls, so what lies deep is
compiled once for every level above it. Here only what Python calls is translated; the rest comes to
it as it was written.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import create_new_function_pass_manager, parse_assembly
from numba._dynfunc import make_function
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering


class _CodeLibrary(JITCodeLibrary):
    """Code that is only made smaller before it is linked to other code: all else comes after."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        builder = self._codegen._pass_builder()
        passes = create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)


class _CodePart(_CodeLibrary):
    """The code of a kernel that only kernels call: it becomes machine code with theirs. Numba would
    optimize and translate it here as well, with all that it calls, and again in every caller."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _Whole(_CodeLibrary):
    """The code of a kernel that Python calls, and of all that it calls: optimized in one go."""

    def _optimize_functions(self, module: Any) -> None:
        # What a kernel reads of a named tuple is declared never to change (see `arguments._Group`);
        # where the tuple is laid down for it, that would not be so.
        for function in module.functions:
            if not function.is_declaration:
                function.add_function_attribute("noinline")
        super()._optimize_functions(module)

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def serialize_using_object_code(self) -> Any:
        """The machine code, and only the names of what is in it: Numba would add all of LLVM's code
        for others to link, and read it at every start."""
        module = self._final_module
        names = [function.name for function in module.functions if not function.is_declaration]
        text = "".join(f'define void @"{name}"() {{ ret void }}\n' for name in names)
        return self.name, "object", (self._get_compiled_object(), _bitcode_of(text))


class WholeCompiler(Compiler):
    """For kernels that Python calls."""

    def define_pipelines(self) -> list[PassManager]:
        """Numba's own way, into a `_Whole`."""
        self.state.library = _new_library(_Whole, self.state)
        pipelines: list[PassManager] = super().define_pipelines()
        return pipelines


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    """Makes a `_CodePart` and nothing that Python could call."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function, and let others call it by a name that stands for it."""
        state.library = _new_library(_CodePart, state)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        name = make_function(
            lowered.fndesc.lookup_module(), state.func_id.func_name, "", 0, lowered.env,
            (state.library,),
        )  # fmt: skip
        state.targetctx.insert_user_function(name, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=name)
        return True


class PartCompiler(Compiler):
    """For kernels that only kernels call."""

    def define_pipelines(self) -> list[PassManager]:
        """Numba's own way, except for its end."""
        (pipeline,) = super().define_pipelines()
        pipeline.add_pass_after(_PartLowering, NativeLowering)
        pipeline.passes = [each for each in pipeline.passes if each[0] is not NativeLowering]
        pipeline.finalize()
        return [pipeline]


def _bitcode_of(text: str) -> bytes:
    bitcode: bytes = parse_assembly(text).as_bitcode()
    return bitcode


def _new_library(kind: type[JITCodeLibrary], state: Any) -> JITCodeLibrary:
    library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
    library.enable_object_caching()
    return library
