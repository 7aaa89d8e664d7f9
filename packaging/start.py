"""What a bundle starts: the game or the solver, by the name it is called by.

With ``-m MODULE`` it runs a module of ours as Python would: the solver starts a second process that
way, and a bundle has no Python.
"""

from __future__ import annotations

import runpy
import sys
from multiprocessing import freeze_support
from pathlib import Path


def main() -> None:
    """Run what is asked for, and end with its exit code."""
    if sys.argv[1:2] == ["-m"] and len(sys.argv) > 2:
        _, _, module, *words = sys.argv
        sys.argv[1:] = words
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    elif Path(sys.executable).stem == "pushwise-solver":
        from solver.__main__ import main as solve

        sys.exit(solve())
    else:
        from game.__main__ import main as play

        sys.exit(play())


if __name__ == "__main__":
    freeze_support()
    main()
