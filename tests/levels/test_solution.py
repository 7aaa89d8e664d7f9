"""What a solution costs."""

from __future__ import annotations

from levels.solution import Solution


def test_a_solution_counts_its_own_moves_and_pushes() -> None:
    solution = Solution("urRdDLlUu")
    assert (solution.moves, solution.pushes) == (9, 4)
    assert Solution("") == Solution("")
    assert (Solution("").moves, Solution("").pushes) == (0, 0)
