"""Everything that the person reads is marked for translation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MARKS = frozenset({"_", "N_", "NP_", "gettext", "ngettext", "pgettext"})
"""Functions whose arguments are messages."""

TABLES = {"Control": 3}
"""Calls that `assets/languages/update.py` reads as well, and which argument it takes."""

READ_BY_PROGRAMS = re.compile(
    r"\s*(SELECT|INSERT|DELETE|UPDATE|CREATE|WITH|PRAGMA|BEGIN|COMMIT|ROLLBACK|FROM|DROP|ALTER)\b"
)
"""How a statement for the database begins."""

UNSAID = frozenset(
    {"Bold", "Medium", "SemiBold", "Mono", "Pushwise", "LURD", "Sokoban", "None", "Okabe"}
)
"""Weights of type and names that are the same in all languages."""

KEYS = re.compile(
    r"(shift\+|ctrl\+|\{\w+\})*((page|pad|stick|right stick|wheel|mouse|swipe|right) ?"
    r"(up|down|left|right|back|forward|click|start|guide|lb|rb|lt|rt|left stick|right stick)?"
    r"|caps lock|alt gr) ?"
)
"""How keys and buttons are named in the tables of controls."""

SILENT_CALLS = re.compile(
    r"(_log|logging|re|sys|os|ctypes|database|\w*connection)\.|(cast|Path|TypeVar|NewType)$"
)
"""Calls whose arguments nobody sees."""

ENGLISH = {
    "game/browser/entries.py": r"[\w*, ]+",  # orders of the database
    "game/browser/exporting.py": "Solution",
    "game/browser/library.py": r"f'Collection: .*",
    "game/editor/panels.py": r"\w+",  # pieces, as `Tool` has them
    "game/input/controls.py": r"\w+",
    "game/play/lessons.py": r".*(\{left\}|Click).*",  # notes, as the pack has them
    "game/proof/measuring.py": r"f'.* pushes, not .*",  # for the log
    "game/session/session.py": r"Overwritten( earlier)?",  # marks in records
    "game/storage/exchange.py": r"pushwise records|[\w, ]+",  # fields
    "game/storage/made_here.py": r"\w+\.sok",
    "game/storage/proof_seals.py": ".*",
    "game/storage/rows.py": r"\w+, \w+",
    "game/storage/statistics.py": r"[\w, ]+",  # the head of a spreadsheet
    "game/widgets/text.py": r".*\.ttf'?",
    "game/widgets/widget_theme.py": r".*\.ttf",
    "levels/__init__.py": r"\w+",
    "levels/canonical.py": "the levels are not the same",  # a fault of the program
    "levels/collection.py": ".*<figure.*",
    "levels/formats/detect.py": r"[\w -.]+",  # for those who read the code
    "levels/formats/paragraphs.py": r"\w+:?",
    "levels/formats/saved_games.py": "Solution|Snapshot",
    "levels/formats/slc.py": r"\w+|<.*",
    "levels/formats/sok.py": "Collection|:: Sokoban.*",
    "levels/formats/thesis1.py": "f'Parameters.*",
    "levels/language.py": ".*",  # what is said when no catalogue can be read
    "levels/lazy.py": ".*",
    "levels/picture.py": ".*",
    "solver/compare/chart.py": r"f.Manrope.*",
    "solver/batch/charts.py": ".*",  # a report is read by others
    "solver/batch/one_worker.py": ".*",
    "solver/batch/report.py": ".*",
    "solver/commands/bench.py": ".*",  # for those who develop the solver
    "solver/commands/bench_any.py": ".*",
    "solver/commands/bench_optimal.py": ".*",
    "solver/commands/report.py": "python3 -m pip .*",
}
"""What stays English in a file, most of it since programs read it."""


def _files() -> Iterator[Path]:
    for folder in ("game", "levels", "solver/commands", "solver/batch", "solver/compare"):
        yield from sorted((ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("folder", ["game", "levels", "solver"])
def test_all_words_are_marked(folder: str) -> None:
    faults = []
    for path in _files():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(folder):
            tree, stays = ast.parse(path.read_text(encoding="utf-8")), ENGLISH.get(name, "")
            faults += [
                f"{name}:{line}: {text}"
                for line, text in unmarked(tree)
                if not re.fullmatch(stays, text, re.DOTALL)
            ]
    assert not faults, "\n" + "\n".join(faults)


def unmarked(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The texts that read like words and are no messages, with their lines."""
    passed = {id(node) for node in _passed(tree)}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
            if _is_said(" ".join(map(str, parts)).strip()):
                yield node.lineno, ast.unparse(node)
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_said(node.value)
        ):
            yield node.lineno, node.value


def _is_said(text: str) -> bool:
    """Whether a text reads like words: several of them, or one with a capital."""
    if READ_BY_PROGRAMS.match(text) or KEYS.fullmatch(text) or text in UNSAID:
        return False
    words = re.sub(r"\{\w*\}|https?://\S+", "", text)
    return bool(
        re.search(r"[a-z]{2,}[,:;]? [a-z]{2,}", words) or re.match(r"[A-Z][a-z]{2,}", words)
    )


def _passed(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes in which there may be any text."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.Compare() | ast.Subscript():
                yield from ast.walk(node)
            case ast.Call():
                yield from _of_call(node)
            case ast.AnnAssign(annotation=annotation, value=value):
                yield from ast.walk(annotation)
                if value and "TypeAlias" in ast.unparse(annotation):
                    yield from ast.walk(value)
            case ast.arg(annotation=ast.AST() as kind) | ast.FunctionDef(returns=ast.AST() as kind):
                yield from ast.walk(kind)
            case ast.JoinedStr(values=values):
                yield from values


def _of_call(node: ast.Call) -> Iterator[ast.AST]:
    name = ast.unparse(node.func)
    if name in MARKS or SILENT_CALLS.match(name):
        yield from ast.walk(node)
    elif name in TABLES:
        yield node.args[TABLES[name]]


def test_words_without_a_mark_are_found() -> None:
    code = (
        'a = "Nothing was lost"\n'
        'b = f"{x} was lost"\n'
        'c = _("Nothing was lost")\n'
        '_log.info("nothing was lost")\n'
        'd = "SELECT key FROM levels"\n'
        'e = "page_down"\n'
    )
    assert [line for line, _ in unmarked(ast.parse(code))] == [1, 2]


def test_no_message_stands_within_another_text() -> None:
    """Inside the braces of an f-string, no program finds it that collects messages."""
    faults = []
    for path in [*_files(), *(ROOT / "solver").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                faults += [f"{path}:{node.lineno}" for each in ast.walk(node) if _is_message(each)]
    assert not faults, "\n".join(faults)


def _is_message(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name), args=[ast.Constant(), *_]):
            return name in MARKS
    return False
