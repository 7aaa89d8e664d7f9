"""Machine code on disk that was damaged, or cannot be written."""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path
from random import Random
from typing import Any

import pytest
from numba.core import types
from numba.core.registry import cpu_target

from solver.kernels.code_cache import CheckedFiles
from solver.kernels.flood import label_components
from solver.kernels.jit import Kernel

CODE = {"machine code": Random(0).randbytes(5_000)}


def files_in(folder: Path) -> Any:
    files: Any = CheckedFiles
    return files(str(folder), "kernel", "stamp")


def harmed(content: bytes, damage: str, random: Random) -> bytes:
    if damage == "cut short":
        return content[: random.randrange(len(content))]
    if damage == "garbled":
        return random.randbytes(len(content))
    place = random.randrange(len(content))
    return (
        content[:place] + bytes([content[place] ^ 1 << random.randrange(8)]) + content[place + 1 :]
    )


@pytest.mark.parametrize("damage", ["cut short", "garbled", "one bit"])
@pytest.mark.parametrize("name", ["kernel.nbi", "kernel.1.nbc"])
def test_damaged_code_is_taken_for_none_and_compiled_again(
    name: str, damage: str, tmp_path: Path
) -> None:
    random = Random(1)
    for number in range(50):
        folder = tmp_path / str(number)
        folder.mkdir()
        files_in(folder).save("kernel", CODE)
        assert files_in(folder).load("kernel") == CODE
        path = folder / name
        path.write_bytes(harmed(path.read_bytes(), damage, random))
        assert files_in(folder).load("kernel") is None
        files_in(folder).save("kernel", CODE)
        assert files_in(folder).load("kernel") == CODE


@pytest.mark.parametrize("suffix", [".nbi", ".1.nbc"])
def test_the_files_of_another_kernel_are_not_taken_for_those_of_this_one(
    suffix: str, tmp_path: Path
) -> None:
    another: Any = CheckedFiles
    files_in(tmp_path).save("kernel", CODE)
    another(str(tmp_path), "other", "stamp").save("kernel", {"machine code": b"of another"})
    (tmp_path / f"other{suffix}").replace(tmp_path / f"kernel{suffix}")
    assert files_in(tmp_path).load("kernel") is None


def test_code_is_found_by_the_names_of_what_it_reads() -> None:
    """Machine code knows the arrays of a named tuple by their place, and no type tells their names:
    with the fields of a table in another order it would take one for the other."""
    if not isinstance(label_components, Kernel):
        pytest.skip("nothing is compiled")
    cache, codegen = label_components._for_python._cache, cpu_target.target_context.codegen()
    kinds: Any = types
    kind = kinds.NamedTuple((types.int64[::1],) * 2, namedtuple("rows", "cost estimate"))
    signature = (types.int64, kinds.Tuple((kind,)))
    first = cache._index_key(signature, codegen)
    assert cache._index_key(signature, codegen) == first
    kind.fields = ("estimate", "cost")  # what another version of the program says of the same type
    assert cache._index_key(signature, codegen) != first


def test_a_disk_that_is_full_costs_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    if not isinstance(label_components, Kernel):
        pytest.skip("nothing is compiled")
    cache = label_components._for_python._cache

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(type(cache).__mro__[1], "save_overload", full)
    cache.save_overload("any signature", "any code")
