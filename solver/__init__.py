r"""A Sokoban solver that proves its answers.

>>> import levels, solver
>>> level = levels.parse("########\n#.  $@ #\n########")
>>> print(solver.solve(level).solution.lurd)
LLL

Nothing is loaded before it is used; the first search compiles the solver, which takes half a minute
once. docs/library.md has more examples.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from levels.solution import Solution
    from levels.version import __version__
    from solver.making.generator import Generated
    from solver.messages import Cause, Difficulty, Metric
    from solver.result import Interim, Result, Verdict
    from solver.solving import RunningSearch, difficulty, generate, improve, is_dead, solve, start
else:
    from levels.lazy import lazy_names

    __getattr__, __dir__ = lazy_names(globals(), {
        "levels.solution": ("Solution",),
        "levels.version": ("__version__",),
        "solver.making.generator": ("Generated",),
        "solver.messages": ("Cause", "Difficulty", "Metric"),
        "solver.result": ("Interim", "Result", "Verdict"),
        "solver.solving": (
            "RunningSearch", "difficulty", "generate", "improve", "is_dead", "solve", "start",
        ),
    })  # fmt: skip

__all__ = [
    "Cause", "Difficulty", "Generated", "Interim", "Metric", "Result", "RunningSearch", "Solution",
    "Verdict", "__version__", "difficulty", "generate", "improve", "is_dead", "solve", "start",
]  # fmt: skip
