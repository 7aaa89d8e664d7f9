"""The rules of the house that a program can check: layers, words and sizes."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("architecture")
"""In one process: what all files say takes seconds to read and a hundred MiB to hold."""

ROOT = Path(__file__).parent.parent
PACKAGES = ("levels", "solver", "game")
OURS = frozenset({*PACKAGES, "main", "tests"})
SOURCES = [ROOT / "main.py", *(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))]
TESTS = sorted((ROOT / "tests").rglob("*.py"))

LONGEST_FUNCTION = 50
LONGEST_KERNEL = 80
LONGEST_MODULE = 500
LONGEST_INIT = 5
LIBRARIES = ("levels", "solver")
"""Packages whose `__init__.py` is a public face."""
SEARCH_SLICE = "search_slice"
"""The one function that may be long: the search, in numbered steps."""

BANNED_WORDS = frozenset(
    {"barrel", "cell", "crate", "helper", "man", "manager", "stone", "target", "util"}
)
NAMES_TWICE = {"Line": "a line of play, and a line of an icon"}
"""Class names that stand more than once, and why."""
PICTURE_WORD = "tile"
"""Only where sprites are drawn."""
DRAWING = ("game/board", "game/widgets")
NAMES_OF_NUMBA = frozenset({"_toplevel_target_context", "data_model_manager"})
"""Attributes that `solver.kernels.context` overrides."""

ROOMS = (
    "language", "work", "storage", "looks", "input", "widgets", "board", "scene", "paths",
    "session", "settings", "menu", "proof", "browser", "statistics", "days", "editor", "generator",
    "hints", "xray", "replay", "review", "play", "shell",
)  # fmt: skip
"""The rooms of the game from the ground up: each may import those before it."""

PARTS_OF_THE_SOLVER = (
    "messages", "review", "result", "kernels", "prunings", "processes", "resources", "saving",
    "board", "solutions", "nodes", "bounds", "preparing", "relaxation", "searches", "quick",
    "lines", "rating", "sight", "warm_up", "second_process", "search", "improvement", "making",
    "solving", "weighing", "worker", "client", "generating", "compare", "batch", "commands",
)  # fmt: skip
"""The rooms of the solver, and the modules beside them, in the same order."""

NEAR_END = frozenset({"solver.client", "solver.generating", "solver.messages", "solver.review"})
"""What the game may import of the solver."""

WITHOUT_PYGAME = (
    "language", "work", "storage", "paths", "session", "proof/solver_link", "proof/reviewer",
    "review/reasons", "review/words",
)  # fmt: skip
"""Rooms and modules of the game that need no window."""


# --- reading the sources ---------------------------------------------------------------------


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """All that a file consists of. Walking along it takes long, and most rules do."""
    return tuple(ast.walk(_tree(path)))


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module", autouse=True)
def _forgotten_in_the_end() -> Iterator[None]:
    yield
    for kept in (_tree, _nodes, _lines, _imports):
        kept.cache_clear()


def _module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {_module_name(path): path for path in SOURCES}


@cache
def _imports(path: Path) -> frozenset[str]:
    """The modules that a file imports, wherever in it."""
    return frozenset(name for node in _nodes(path) for name in _imported(node))


def _loaded_imports(path: Path) -> set[str]:
    """The same without those that only type checkers read."""
    nodes = _nodes(path)
    unread = {
        node
        for block in nodes
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for statement in block.body
        for node in ast.walk(statement)
    }
    return {name for node in set(nodes) - unread for name in _imported(node)}


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0 and node.module, "relative imports hide the layer"
        submodules = [f"{node.module}.{alias.name}" for alias in node.names]
        found = [name for name in submodules if name in MODULES]
        yield from found or [node.module]


def _functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in _nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _code_lines(path: Path, function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without its docstring, comments and blank lines."""
    first = function.body[0]
    has_docstring = ast.get_docstring(function, clean=False) is not None
    docstring = range(first.lineno, (first.end_lineno or 0) + 1) if has_docstring else range(0)
    lines = _lines(path)
    numbers = range(function.lineno, (function.end_lineno or 0) + 1)
    texts = [lines[number - 1].strip() for number in numbers if number not in docstring]
    return sum(bool(text) and not text.startswith("#") for text in texts)


def _top(module: str) -> str:
    return module.partition(".")[0]


def _foreign(path: Path) -> set[str]:
    """The imported packages that are neither ours nor the standard library's."""
    tops = {_top(module) for module in _imports(path)}
    return tops - OURS - sys.stdlib_module_names


def _of_ours(path: Path) -> set[str]:
    return {module for module in _imports(path) if _top(module) in OURS}


def _files_of(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def _assert_none(faults: list[str]) -> None:
    assert not faults, "\n" + "\n".join(faults)


# --- layers ----------------------------------------------------------------------------------


def test_levels_imports_only_the_standard_library() -> None:
    for path in _files_of("levels"):
        assert {_top(module) for module in _of_ours(path)} <= {"levels"}, path
        assert _foreign(path) <= {"defusedxml"}, path


def test_solver_knows_neither_the_game_nor_pygame() -> None:
    for path in _files_of("solver"):
        assert {_top(module) for module in _of_ours(path)} <= {"levels", "solver"}, path
        assert not _foreign(path) & {"pygame", "pygame_gui"}, path


def test_only_kernels_import_numba() -> None:
    for path in _files_of("solver"):
        in_kernels = path.is_relative_to(ROOT / "solver" / "kernels")
        assert in_kernels or "numba" not in _foreign(path), path


def test_kernels_know_only_arrays_and_each_other() -> None:
    for path in _files_of("solver/kernels"):
        # What compiles the kernels or asks for an instruction writes LLVM's code, and has to find
        # the folder to keep it in.
        extra = {
            "code_cache.py": {"platformdirs"}, "compiling.py": {"llvmlite"},
            "arguments.py": {"llvmlite"}, "threads.py": {"llvmlite"}, "context.py": {"llvmlite"},
            "words.py": {"llvmlite"},
        }.get(path.name, set())  # fmt: skip
        assert _foreign(path) <= {"numba", "numpy"} | extra, path
        assert all(module.startswith("solver.kernels") for module in _of_ours(path)), path


def test_messages_and_client_import_no_part_of_the_search() -> None:
    near = {
        f"solver.{name}"
        for name in ("messages", "client", "processes.workers", "processes.worker_process")
    }
    for name in near | {"solver.generating"}:
        assert not _foreign(MODULES[name]), name
    messages = ROOT / "solver" / "messages.py"
    assert all(module.startswith("levels") for module in _of_ours(messages))
    review = ROOT / "solver" / "review.py"
    assert not _foreign(review)
    of_solver = {module for module in _of_ours(review) if not module.startswith("levels")}
    assert of_solver == {"solver.messages"}
    for name in near:
        far = {module for module in _of_ours(MODULES[name]) if not module.startswith("levels")}
        assert far <= near | {"solver.worker"}, name


def test_the_game_knows_only_the_near_end_of_the_solver() -> None:
    for path in _files_of("game"):
        of_solver = {module for module in _of_ours(path) if _top(module) == "solver"}
        assert of_solver <= NEAR_END, path
        assert not _foreign(path) & {"numpy", "scipy", "numba"}, path


def test_every_room_of_the_game_imports_only_those_below_it() -> None:
    rooms = sorted(path.name for path in (ROOT / "game").iterdir() if list(path.glob("*.py")))
    assert rooms == sorted(ROOMS), "each room has its place in the order"
    faults = []
    for path in (path for path in _files_of("game") if path.parent.name in ROOMS):
        below = {*ROOMS[: ROOMS.index(path.parent.name) + 1]}
        rooms_used = {module.split(".")[1] for module in _of_ours(path) if _top(module) == "game"}
        faults += [f"{path} imports from {room}/" for room in sorted(rooms_used - below)]
    _assert_none(faults)


def test_every_part_of_the_solver_imports_only_those_below_it() -> None:
    solver = ROOT / "solver"
    part_of = {path: path.relative_to(solver).parts[0] for path in _files_of("solver")}
    part_of = {path: part.removesuffix(".py") for path, part in part_of.items()}
    parts = set(part_of.values()) - {"__init__", "__main__"}
    assert sorted(parts) == sorted(PARTS_OF_THE_SOLVER), "each has its place in the order"
    faults = []
    for path, part in part_of.items():
        if part in parts:
            below = PARTS_OF_THE_SOLVER[: PARTS_OF_THE_SOLVER.index(part) + 1]
            ours = {name for name in _loaded_imports(path) if name.startswith("solver.")}
            used = {name.split(".")[1] for name in ours}
            faults += [f"{path} imports from {each}" for each in sorted(used.difference(below))]
    _assert_none(faults)


@pytest.mark.parametrize(
    ("heading", "parts"), [("| room |", ROOMS), ("| room or module |", PARTS_OF_THE_SOLVER)]
)
def test_contributing_lists_the_rooms_in_their_order(heading: str, parts: tuple[str, ...]) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition(heading)[2].partition("\n\n")[0]
    assert tuple(re.findall(r"`(\w+)(?:/|\.py)`", table)) == parts


def test_nothing_imports_main_or_the_tests() -> None:
    for path in SOURCES:
        assert not {_top(module) for module in _of_ours(path)} & {"main", "tests"}, path


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = {name: _loaded_imports(path) & MODULES.keys() for name, path in MODULES.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"import circle: {' -> '.join(error.args[1])}")


# --- what an import loads --------------------------------------------------------------------


def _python(code: str) -> None:
    """Run code in a fresh interpreter; fail with what it says if it fails."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def _assert_loads_without(module: str, *unwanted: str) -> None:
    _python(
        f"import sys, {module}\n"
        f"loaded = sorted(set({unwanted!r}) & set(sys.modules))\n"
        "assert not loaded, loaded"
    )


def test_importing_a_library_loads_nothing_else_of_it() -> None:
    _assert_loads_without("levels", "levels.level", "levels.files", "pathlib")
    _assert_loads_without("solver", "levels.level", "solver.messages", "numpy", "scipy", "numba")


def test_the_solvers_client_loads_no_numbers() -> None:
    for module in ("solver.client", "solver.generating"):
        _assert_loads_without(module, "numpy", "scipy", "numba", "pygame")


def test_the_solvers_worker_loads_the_search_only_when_asked() -> None:
    _assert_loads_without("solver.worker", "numpy", "scipy", "numba", "pygame")


def test_level_files_load_no_xml_at_the_start() -> None:
    _assert_loads_without("levels.files", "defusedxml", "http.client", "xml.sax.saxutils")


def test_main_loads_no_pygame() -> None:
    """Because the worker's process imports main.py again."""
    _assert_loads_without("main", "pygame", "numpy", "game.shell.app")


def test_the_game_starts_without_rooms_that_nobody_has_opened() -> None:
    scenes = [
        f"game.{room}.scene" for room in ("browser", "settings", "statistics", "days", "menu")
    ]
    _assert_loads_without("game.shell.app", "pygame_gui", "game.editor", "game.generator", *scenes)


@pytest.mark.parametrize("name", WITHOUT_PYGAME)
def test_the_logic_of_the_game_runs_without_pygame(name: str) -> None:
    part = ROOT / "game" / name
    paths = sorted(part.glob("*.py")) if part.is_dir() else [part.with_suffix(".py")]
    modules = ", ".join(_module_name(path) for path in paths)
    _python(f"import sys; sys.modules['pygame'] = None; import {modules}")


# --- words -----------------------------------------------------------------------------------


def _words(name: str) -> set[str]:
    """The words of an identifier in the singular, however they are joined."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return {word.lower().removesuffix("s") for word in words}


def _names_defined(path: Path) -> Iterator[tuple[int, str]]:
    """All names that a file gives; those it only uses belong to others."""
    for node in _nodes(path):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr
            case ast.alias(asname=str(name)):
                yield node.lineno, name


def test_one_word_for_each_idea() -> None:
    faults = []
    for path in [*SOURCES, *TESTS]:
        draws = path.name == "assets.py" or path.parent.as_posix().endswith(DRAWING)
        banned = BANNED_WORDS if draws else BANNED_WORDS | {PICTURE_WORD}
        names = [(1, path.stem), *_names_defined(path)]
        faults += [
            f"{path}:{line}: {name}"
            for line, name in names
            if _words(name) & banned and name not in NAMES_OF_NUMBA
        ]
    _assert_none(faults)


def test_one_idea_for_each_class_name() -> None:
    """A name that stands for two things makes every search for it find the other."""
    places: dict[str, list[str]] = {}
    for path in SOURCES:
        for node in _nodes(path):
            if isinstance(node, ast.ClassDef):
                name = node.name.lstrip("_")
                places.setdefault(name, []).append(f"{path.relative_to(ROOT)}:{node.lineno}")
    twice = {name: found for name, found in places.items() if len(found) > 1}
    faults = [f"{name}: {', '.join(twice[name])}" for name in twice.keys() - NAMES_TWICE.keys()]
    faults += [f"{name} stands only once now" for name in NAMES_TWICE.keys() - twice.keys()]
    _assert_none(faults)


# --- sizes and docstrings --------------------------------------------------------------------


def test_functions_are_short() -> None:
    faults = []
    for path in [*SOURCES, *TESTS]:
        limit = LONGEST_KERNEL if "kernels" in path.parts else LONGEST_FUNCTION
        for function in _functions(path):
            length = _code_lines(path, function)
            if length > limit and function.name != SEARCH_SLICE:
                faults.append(f"{path}:{function.lineno}: {function.name} has {length} lines")
    _assert_none(faults)


def test_modules_are_short() -> None:
    lengths = {path: len(_lines(path)) for path in [*SOURCES, *TESTS]}
    long = [(path, length) for path, length in lengths.items() if length > LONGEST_MODULE]
    _assert_none(
        [
            f"{path}: {length} lines. Does it hold a second noun? Move that, and only that."
            for path, length in long
        ]
    )


def test_package_files_are_nearly_empty() -> None:
    for path in [*SOURCES, *TESTS]:
        if path.name == "__init__.py" and _module_name(path) not in LIBRARIES:
            assert len(_lines(path)) <= LONGEST_INIT, path


@pytest.mark.parametrize("library", LIBRARIES)
def test_libraries_only_name_what_they_offer(library: str) -> None:
    """Their package files say where each name is defined, once for type checkers and once for
    loading it when it is first used, and do nothing else."""
    path = ROOT / library / "__init__.py"
    docstring, _, block, names = _tree(path).body
    assert isinstance(docstring, ast.Expr) and isinstance(block, ast.If)
    assert isinstance(names, ast.Assign)
    offered = ast.literal_eval(names.value)
    assert offered == sorted(offered)
    imported = {
        alias.name: each.module
        for each in block.body
        if isinstance(each, ast.ImportFrom)
        for alias in each.names
    }
    assert sorted(imported) == offered
    _python(
        f"import importlib, {library}\n"
        f"for name, module in {imported!r}.items():\n"
        f"    assert name in dir({library})\n"
        f"    assert getattr({library}, name) is getattr(importlib.import_module(module), name)\n"
    )


def test_every_module_says_what_it_is() -> None:
    faults = [
        str(path)
        for path in [*SOURCES, *TESTS]
        if path.name != "__init__.py" and not ast.get_docstring(_tree(path))
    ]
    _assert_none(faults)


def test_everything_public_says_what_it_is() -> None:
    faults = []
    for path in SOURCES:
        for node in _tree(path).body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
                continue
            if not ast.get_docstring(node):
                faults.append(f"{path}:{node.lineno}: {node.name} has no docstring")
    _assert_none(faults)
