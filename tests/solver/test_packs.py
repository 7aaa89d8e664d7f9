"""The levels that ship: each is proved again, and what docs/packs.md says of it is so."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from levels.canonical import canonical_form
from levels.files import read, shipped_packs
from levels.level import Level
from levels.lurd import replay_lurd
from levels.metrics import count_pushes
from levels.position import Position
from solver.messages import Difficulty
from solver.rating import traits_of
from solver.search import Search, Status

ROOT = Path(__file__).parents[2]
PACKS = {pack.title: pack.levels for pack in map(read, shipped_packs())}


def rows_of(title: str) -> list[dict[str, str]]:
    """The table of a pack, each row by the heads of its columns."""
    text = (ROOT / "docs" / "packs.md").read_text()
    part = text.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("|")]
    head = ["number", *(name.strip("| ") for name in lines[0])]
    return [dict(zip(head, row, strict=True)) for row in lines[2:]]


TOLD = [
    pytest.param(level, row, id=f"{title} {row['number']}")
    for title, levels in PACKS.items()
    for level, row in zip(levels, rows_of(title), strict=True)
]


@pytest.mark.parametrize(("level", "row"), TOLD)
def test_every_level_takes_as_many_pushes_as_reported(level: Level, row: dict[str, str]) -> None:
    search = Search(level)
    while search.advance() is Status.RUNNING:
        pass
    assert search.status is Status.SOLVED and search.optimal
    assert search.best is not None
    game = replay_lurd(Position.start(level), search.best.lurd)
    assert game[-1].is_solved
    assert (level.title, len(level.boxes)) == (row["level"], int(row["boxes"]))
    assert count_pushes(game) == int(row["pushes"])
    # How many positions a proof takes, and with it the score, changes a little with the solver.
    score = traits_of(level, search.best.lurd, search.nodes).difficulty.score
    assert score == pytest.approx(float(row["score"]), abs=0.5)
    assert Difficulty(float(row["score"])).marks == int(row["marks"])
    assert int(row["moves"]) >= int(row["pushes"]) and row["made with"]


def test_no_two_levels_are_the_same_but_for_a_turn_or_a_mirror() -> None:
    levels = [level for pack in PACKS.values() for level in pack]
    assert len({canonical_form(level).key for level in levels}) == len(levels)


def test_every_level_has_a_title_of_its_own() -> None:
    for levels in PACKS.values():
        titles = [level.title for level in levels]
        assert all(titles) and len(set(titles)) == len(titles)


@pytest.mark.parametrize(("title", "count"), [("Warehouse", 60), ("Foundry", 20)])
def test_a_pack_goes_from_easy_to_hard(title: str, count: int) -> None:
    assert len(PACKS[title]) == count
    scores = [float(row["score"]) for row in rows_of(title)]
    assert all(easier <= harder for easier, harder in pairwise(scores))


def test_at_least_twelve_levels_of_the_warehouse_are_drawn_by_hand() -> None:
    assert sum(row["made with"] == "by hand" for row in rows_of("Warehouse")) >= 12


def test_foundry_has_many_boxes_and_is_balanced() -> None:
    """Some turn or mirror takes its walls, goals and boxes to themselves."""
    for level in PACKS["Foundry"]:
        assert len(level.boxes) >= 8
        places = {
            kind: {level.column_and_row(square) for square in squares}
            for kind, squares in (("floor", level.floor), ("goals", level.goals),
                                  ("boxes", level.boxes))
        }  # fmt: skip
        right = max(x for x, _ in places["floor"]) + min(x for x, _ in places["floor"])
        low = max(y for _, y in places["floor"]) + min(y for _, y in places["floor"])
        down = (low - right) // 2
        turns: tuple[Callable[[int, int], tuple[int, int]], ...] = (
            lambda x, y: (right - x, y),  # noqa: B023
            lambda x, y: (right - x, low - y),  # noqa: B023
            lambda x, y: (right - y + down, x + down),  # noqa: B023
        )
        assert any(
            all({turn(*place) for place in part} == part for part in places.values())
            for turn in turns
        ), level.title
