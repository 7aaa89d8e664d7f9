"""Solutions of levels by other authors: python3 tests/known_solutions.py FILE --seconds S.

They are ours, found by the solver, and kept in tests/solutions for the tests that walk along them:
a line for each level with its number and its LURD, without the level. The command looks for those
that are missing, makes all of them shorter for --improve seconds each, and writes the file anew
after every level; --levels chooses among them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from levels.files import read
from levels.level import Level
from levels.lurd import replay_lurd, run_length, spelled_out
from levels.position import Position
from levels.solution import Solution
from solver.commands.bench_optimal import level_numbers
from solver.messages import Known, Limits, Metric

FOLDER = Path(__file__).parent / "solutions"

MEMORY = 2048  # MiB


def known_solutions(name: str) -> dict[int, str]:
    """The LURD of every level of which a solution is known, by its number in ``name``.xsb."""
    path = FOLDER / f"{name}.txt"
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return {int(number): spelled_out(lurd) for number, lurd in map(str.split, lines)}


def pushed(level: Level, lurd: str) -> Iterator[Position]:
    """The positions after the pushes of a solution, the last of which is solved.

    Those between two pushes differ in where the pusher stands among squares that it can walk to:
    nobody looks at that.
    """
    game = replay_lurd(Position.start(level), lurd)
    assert game[-1].is_solved, level.title
    return (after for before, after in pairwise(game) if after.boxes != before.boxes)


# --- finding them --------------------------------------------------------------------------------


def main() -> None:
    """Find and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=60.0, help="for a level without solution")
    parser.add_argument("--improve", type=float, default=0.0, help="for each level")
    parser.add_argument("--levels", type=level_numbers, default=None, help="1-5,8")
    chosen = parser.parse_args()
    name, found = chosen.file.stem, known_solutions(chosen.file.stem)
    for number, level in enumerate(read(chosen.file).levels, start=1):
        if chosen.levels is not None and number not in chosen.levels:
            continue
        solution = _solution_of(level, found.get(number)) or _searched(
            level, Metric.ANY, chosen.seconds, None
        )
        if solution is not None and chosen.improve:
            solution = _searched(level, Metric.PUSHES, chosen.improve, solution)
        if solution is not None:
            found[number] = solution.lurd
            _write(name, found)
        told = f"{solution.pushes} pushes, {solution.moves} moves" if solution else "not solved"
        print(f"{number:3}  {told}", flush=True)
    print(f"{len(found)} solutions")


def _solution_of(level: Level, lurd: str | None) -> Solution | None:
    if lurd is None:
        return None
    return Solution(lurd)


def _searched(
    level: Level, metric: Metric, seconds: float, known: Solution | None
) -> Solution | None:
    from solver.search import Search, Status

    search = Search(level, Limits(seconds=seconds, memory=MEMORY), metric)
    if known is not None:
        search.begin_with(Known(0, known))
    while search.advance(0.1) is Status.RUNNING:
        pass
    return search.best


def _write(name: str, found: dict[int, str]) -> None:
    lines = [f"{number} {run_length(found[number])}\n" for number in sorted(found)]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
