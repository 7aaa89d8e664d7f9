"""The node signature: a change of the search that changes no node visits as many as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from levels.files import read, shipped_packs
from levels.level import Level
from solver import __main__ as command_line
from solver.commands import bench
from solver.messages import Limits
from tests.solver.searching import level_of, optimum_of, searched


def signature(levels: list[Level]) -> list[tuple[int, int | None]]:
    """Nodes and pushes of every level."""
    searches = [searched(level, Limits()) for level in levels]
    return [(search.nodes, optimum_of(search)) for search in searches]


def test_levels_have_the_same_signature_twice() -> None:
    easiest = shipped_packs()[:2]
    levels = [level for pack in easiest for level in read(pack).levels]
    assert levels
    first = signature(levels)
    assert signature(levels) == first
    assert sum(nodes for nodes, _ in first) > len(levels)


def test_the_search_has_the_signature_it_is_known_by(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["bench", "--check"]) == 0
    shown = capsys.readouterr()
    assert f"{bench.SIGNATURE} nodes in " in shown.out
    assert "changed" not in shown.err


def test_another_signature_fails_the_check_and_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    level = "#######\n#@ $ .#\n#######"
    (tmp_path / "one.xsb").write_text(level)
    nodes = searched(level_of(level)).nodes
    monkeypatch.setattr(bench, "FILES", (tmp_path / "one.xsb",))
    assert command_line.main(["bench", "--check"]) == 1
    told = capsys.readouterr().err
    assert f"{nodes} nodes instead of {bench.SIGNATURE}" in told
    assert "solver/commands/bench.py" in told
    assert f"Bench: {nodes}" in told
