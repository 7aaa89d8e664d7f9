"""Measures what a turn of the game has to fit in: python3 tests/game/turn_times.py.

A language is read, the book that ships is opened for an answer, and the journeys of a box and the
dead squares of a room of 600 squares are looked for as far as one turn goes. For each it prints
processor time: the least of fifteen turns, and their median. A turn of much more than 5 ms
keeps the keys waiting.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

TURNS = 15

ROOM = "\n".join(["#" * 30, "#@" + " " * 27 + "#", *["#  $ ." + " " * 23 + "#"] * 3]
                 + ["#" + " " * 28 + "#"] * 14 + ["#" * 30])  # fmt: skip


def main() -> None:
    """Measure and print."""
    for what, prepare, act in turns():
        times = [timed(prepare, act) for _turn in range(TURNS)]
        print(f"{what}: {min(times):.2f} ms, median {median(times):.2f} ms")


def turns() -> Iterator[tuple[str, Callable[[], object], Callable[[], object]]]:
    """What is measured, what has to come before it every time, and the turn itself."""
    from game.paths.dead_squares import DeadSquares
    from game.paths.pathfinding import Journeys
    from levels.book import shipped_book
    from levels.files import parse, read, shipped_packs
    from levels.language import LANGUAGES, choose
    from levels.position import Position

    for code in sorted(LANGUAGES.keys() - {"en"}):
        yield f"read {LANGUAGES[code]}", partial(choose, "en"), partial(choose, code)
    level = read(shipped_packs()[2])[0]
    yield "open the book", shipped_book.cache_clear, lambda: shipped_book().of(level)
    room = parse(ROOM)
    start, box = Position.start(room), next(iter(room.boxes))
    yield "journeys of a box", lambda: None, lambda: Journeys(start, box).advance()
    yield "dead squares", lambda: None, lambda: DeadSquares(room).advance()


def timed(prepare: Callable[[], object], act: Callable[[], object]) -> float:
    """Milliseconds of the processor."""
    prepare()
    begun = time.process_time()
    act()
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()
