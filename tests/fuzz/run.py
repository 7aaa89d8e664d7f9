"""What all runs of random trials share: the command line, the counts, how faults are printed."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

Trial: TypeAlias = "Callable[[int, Counter[str]], None]"
"""Does whatever follows from a seed, and counts what became of it. Any exception is a fault."""

_REPORT_EVERY = 30.0
"""Seconds between two lines of progress."""


@dataclass
class Tally:
    """What became of the trials of a run."""

    name: str
    """of the script, as Python imports it"""
    options: str = ""
    """that it was called with, and that a trial depends on"""
    trials: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[int] = field(default_factory=list)
    """the seeds that make them again"""
    slowest: tuple[float, int] = (0.0, 0)
    """seconds of a trial, and its seed"""

    def add(self, seed: int, trial: Trial) -> None:
        """Make one more trial, and print its fault if it has one."""
        start = time.perf_counter()
        try:
            trial(seed, self.counts)
        except Exception:
            self.faults.append(seed)
            print(
                f"FAULT: python3 -m {self.name} --seed {seed} --count 1{self.options}", flush=True
            )
            traceback.print_exc(file=sys.stdout)
            sys.stdout.flush()
        self.trials += 1
        self.slowest = max(self.slowest, (time.perf_counter() - start, seed))

    def __str__(self) -> str:
        counts = ", ".join(f"{name} {count}" for name, count in sorted(self.counts.items()))
        seconds, seed = self.slowest
        return (
            f"{self.name}: {self.trials} trials, {len(self.faults)} faults; "
            f"slowest {seconds:.1f} s (seed {seed}); {counts}"
        )


def run(
    name: str, trial: Trial, *, seed: int = 1, count: int = 0, minutes: float = 0.0,
    options: str = "",
) -> Tally:  # fmt: skip
    """Make trials from ``seed`` on, ``count`` of them or as many as fit into ``minutes``."""
    tally = Tally(name, options)
    begun = time.monotonic()
    due = begun + _REPORT_EVERY
    while tally.trials < count or time.monotonic() - begun < 60 * minutes:
        tally.add(seed + tally.trials, trial)
        if time.monotonic() >= due:
            print(tally, flush=True)
            due = time.monotonic() + _REPORT_EVERY
    return tally


def main(
    name: str, trial: Callable[..., None], about: str, arguments: Sequence[str] | None = None,
    *, events: int = 0,
) -> int:  # fmt: skip
    """Run a script; its exit code is 1 if there was a fault. ``about`` describes it.

    If its trials consist of events, ``events`` is how many: an option changes that, and the trial
    takes it as an argument.
    """
    parser = argparse.ArgumentParser(
        prog=f"python3 -m {name}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the first trial")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--count", type=int, default=0, metavar="N", help="make N trials")
    length.add_argument("--minutes", type=float, default=0.0, metavar="N", help="run for N minutes")
    if events:
        parser.add_argument(
            "--events", type=int, default=events, metavar="N", help="in a trial (%(default)s)"
        )
    chosen = parser.parse_args(arguments)
    if not chosen.count and not chosen.minutes:
        chosen.minutes = 1.0
    again = ""
    if events:
        trial, again = partial(trial, events=chosen.events), f" --events {chosen.events}"
    tally = run(
        name, trial, seed=chosen.seed, count=chosen.count, minutes=chosen.minutes, options=again
    )
    print(tally, flush=True)
    return 1 if tally.faults else 0
