"""Compare proved pushes in a file of results with a breadth-first search that knows nothing.

    python3 -m tests.solver.batch.breadth_first RESULTS --sample 300 [--seed 1]

The search shares no code with the solver: sets of squares are integers with a bit for each, pushes
are tried one by one, and no position is left out but those seen before. Boards of four boxes take
it seconds. Prints what differs.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from solver.batch.results import ResultsFile
from solver.messages import Metric
from solver.result import Verdict


class Board(NamedTuple):
    """A drawing with ``|`` between its rows, as sets of squares."""

    width: int
    floor: int
    goals: int
    boxes: int
    pusher: int
    """a set of one"""

    @classmethod
    def read(cls, drawing: str) -> Board:
        """Read a canonical key."""
        width = drawing.index("|")
        squares = drawing.replace("|", "")

        def where(characters: str) -> int:
            return sum(1 << place for place, each in enumerate(squares) if each in characters)

        return cls(width, where("-.$*@+"), where(".*+"), where("$*"), where("@+"))


def reach(board: Board, boxes: int, pusher: int) -> int:
    """The squares that the pusher can walk to."""
    free = board.floor & ~boxes
    area = pusher
    while True:
        wider = area | (area << 1 | area >> 1 | area << board.width | area >> board.width) & free
        if wider == area:
            return area
        area = wider


def following(board: Board, boxes: int, area: int) -> Iterator[tuple[int, int]]:
    """The boxes, and where the pusher can walk then, after each push."""
    free = board.floor & ~boxes
    for step in (1, -1, board.width, -board.width):
        # A box with the pusher behind it and nothing ahead, in this direction.
        behind, ahead = _moved(area, step), _moved(free, -step)
        movable = boxes & behind & ahead
        while movable:
            box = movable & -movable
            movable ^= box
            after = boxes ^ box ^ _moved(box, step)
            yield after, reach(board, after, box)


def _moved(squares: int, step: int) -> int:
    return squares << step if step > 0 else squares >> -step


def fewest_pushes(board: Board) -> int | None:
    """By trying everything, layer by layer; None if there is no solution."""
    start = board.boxes, reach(board, board.boxes, board.pusher)
    layer, seen, pushes = [start], {start}, 0
    while layer:
        if any(boxes == board.goals for boxes, _ in layer):
            return pushes
        further = {each for boxes, area in layer for each in following(board, boxes, area)}
        layer = list(further - seen)
        seen.update(layer)
        pushes += 1
    return None


def main() -> int:
    """Compare a sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with ResultsFile(options.results) as results:
        found = results.findings(Metric.PUSHES)
    proved = sorted(each for each in found if found[each].status is Verdict.OPTIMAL)
    sample = random.Random(options.seed).sample(proved, min(options.sample, len(proved)))
    faults = 0
    for number, subject in enumerate(sample, start=1):
        pushes = fewest_pushes(Board.read(subject.board))
        if pushes != found[subject].bound:
            faults += 1
            print(f"{subject.board}: {found[subject].bound} proved, but {pushes} searched")
        if number % 20 == 0:
            print(f"{number} compared, {faults} faults", flush=True)
    print(f"{len(sample)} of {len(proved)} compared, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
