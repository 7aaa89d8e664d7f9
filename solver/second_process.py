"""Compiles kernels beside the process that started this one, and ends with it.

From the first moment it watches whether that process lives: importing what compiles takes a second,
and a game may be over by then.
"""

from __future__ import annotations

import os
import sys
from threading import Thread


def main() -> None:
    """Watch, and compile what is wanted of a second process."""
    Thread(target=_end_with_parent, daemon=True).start()
    from solver.warm_up import compile_beside

    compile_beside()


def _end_with_parent() -> None:
    """Wait until the other end of the input is closed. What is being compiled is then lost; what is
    compiled is in the cache."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    main()
