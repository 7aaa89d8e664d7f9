"""The generator at work in a process of its own: a wish goes in, and reports come out.

Importing this loads no part of the search.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from solver.messages import Made, Tried, Wish

TRIED_SECONDS = 0.1
"""How often it reports how many rooms it has tried."""


def run(wish: Wish, tell: Callable[[Made | Tried], None]) -> None:
    """Make the levels of a wish, and report each with the number of rooms tried so far."""
    from solver.making.generator import Generator
    from solver.warm_up import warm_up

    warm_up()
    generator, due = Generator(wish), 0.0
    for each in generator.run():
        if each is not None:
            tell(Made(each.level, each.solution.pushes, each.difficulty))
        if time.monotonic() >= due:
            tell(Tried(generator.tries))
            due = time.monotonic() + TRIED_SECONDS
    tell(Tried(generator.tries))
