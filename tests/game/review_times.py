"""Measures how soon games are reviewed: python3 tests/game/review_times.py FILE [--levels 1-50].

Each game takes about twice the pushes that its level needs: it goes along a solution and wanders
off at random again and again, never to where no solution is found. Where none is found soon, the
game is the first solution that is found at all. It is reviewed as in the game, by a worker that is
warm, with nothing known beforehand. Prints when the first answer came, when the review was over,
what it found, and the longest turn that it cost the game's process.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from levels.files import read
from levels.level import Level
from levels.lurd import replay_lurd
from levels.metrics import count_pushes
from levels.position import Position
from tests.naive import pushes
from tests.reviewed_games import walk

LOOK_SECONDS = 5.0
"""For a solution from where a game has wandered to."""
ANY_SECONDS = 120.0
"""For any solution at all of a level that is too hard for that."""
MOST_PUSHES = 6
"""Of one stretch off the solution."""
MOST_IN_VAIN = 200
"""Stretches that could not be kept, after which a game is as long as it gets."""
TURN_SECONDS = 0.004
"""Between two turns of the game: less than in the game, so that times are those of the review."""


@dataclass(frozen=True)
class Timing:
    """How the review of a game went."""

    pushes: int
    first: float
    """seconds until the first answer"""
    whole: float
    turn: float
    """the processor's seconds of the longest turn"""
    losses: int
    least: int
    most: int


def solution_from(position: Position, seconds: float = LOOK_SECONDS) -> list[Position]:
    """The rest of the game from a position; nothing if none is found in time."""
    from solver.messages import Limits, Metric
    from solver.search import Search, Status

    metric = Metric.PUSHES if seconds == LOOK_SECONDS else Metric.ANY
    search = Search(position.as_level(), Limits(seconds=seconds, memory=512), metric)
    while search.advance() is Status.RUNNING:
        pass
    return list(replay_lurd(position, search.best.lurd)) if search.best else []


def wandering(level: Level, seed: str) -> list[Position] | None:
    """A game with about twice the pushes that are needed; None if no solution is found soon."""
    random = Random(seed)
    rest = solution_from(Position.start(level))
    if not rest:
        return solution_from(Position.start(level), ANY_SECONDS) or None
    wanted, played, in_vain = 2 * count_pushes(rest), rest[:1], 0
    while count_pushes(played) + count_pushes(rest) < wanted and in_vain < MOST_IN_VAIN:
        along = random.randrange(max(1, min(len(rest) - 1, len(rest) // 10 + 4)))
        line = strayed(rest[along], random)
        onward = solution_from(line[-1]) if not line[-1].is_solved else []
        way = [*played, *rest[1 : along + 1], *line[1:]]
        if not onward or count_pushes(way) + count_pushes(onward) > 1.2 * wanted:
            in_vain += 1
            continue
        played, rest = way, onward
    return [*played, *rest[1:]]


def strayed(at: Position, random: Random) -> list[Position]:
    """A few pushes at random."""
    line = [at]
    for _ in range(random.randint(1, MOST_PUSHES)):
        possible = pushes(at.level, line[-1].boxes, line[-1].pusher)
        if possible and not line[-1].is_solved:
            line += walk(line[-1], random.choice(possible))
    return line


def timed(line: list[Position]) -> Timing:
    """Review a game with a worker of its own, which is warm.

    This process has looked for solutions, which that of the game never does: what the solver has
    left in it takes 50 ms to go through for garbage, and is kept out of that.
    """
    from game.proof.reviewer import Reviewer
    from game.proof.solver_link import SolverLink
    from solver.client import SolverClient
    from solver.messages import Metric

    with closing(SolverClient()) as client:
        client.start()
        while not client.is_ready:
            client.poll()
            time.sleep(TURN_SECONDS)
        link = SolverLink(client)
        reviewer = Reviewer(link, None)
        gc.collect()
        gc.freeze()
        start, first, longest = time.perf_counter(), 0.0, 0.0
        reviewer.begin(tuple(line), Metric.PUSHES)
        while reviewer.is_running:
            began = time.thread_time()
            link.poll()
            longest = max(longest, time.thread_time() - began)
            review = reviewer.review
            if not first and review is not None and review.weighed[:-1]:
                first = time.perf_counter() - start
            time.sleep(TURN_SECONDS)
        whole, review = time.perf_counter() - start, reviewer.review
        assert review is not None
        total = review.total
        return Timing(
            review.pushes, first or whole, whole, longest, len(review.losses),
            total.at_least, total.at_most,
        )  # fmt: skip


def numbers(text: str) -> Iterator[int]:
    """``1-5,50``"""
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--levels", default="1-50")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    from solver.warm_up import warm_up

    warm_up()
    levels, timings = read(options.file).levels, []
    for number in numbers(options.levels):
        line = wandering(levels[number - 1], f"{options.seed} {number}")
        if line is None:
            print(f"{number}: no solution within {ANY_SECONDS:g} s", flush=True)
            continue
        each = timed(line)
        timings.append(each)
        lost = f"{each.least}" if each.least == each.most else f"{each.least} to {each.most}"
        print(
            f"{number}: {each.pushes} pushes, {lost} lost in {each.losses} places; first answer"
            f" {each.first:.2f} s, whole {each.whole:.1f} s, longest turn {_ms(each.turn)}",
            flush=True,
        )
    if not timings:
        return
    for limit in (5, 60):
        within = sum(each.whole <= limit for each in timings)
        print(f"{within} of {len(timings)} within {limit} s")
    print(f"first answer after {max(each.first for each in timings):.2f} s at most")
    print(f"longest turn {_ms(max(each.turn for each in timings))}")


if __name__ == "__main__":
    main()
