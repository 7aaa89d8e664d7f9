"""Kill workers, scheduler and the batch itself at random while a file is solved, and compare the
results with those of a batch that nobody disturbed.

    python3 -m tests.solver.batch.kills FILE --kills 30 [--cluster] [--seconds 5] [--seed 1]

With --cluster there are a scheduler and two sets of workers joined by its address, each a process
of its own; without, the batch has workers of its own: two, or as many as --workers says. A batch
that ends before the last kill is asked again with twice the seconds, and resumes what it gave up.
Prints each kill, and then what differs: statuses, pushes and moves of what is decided, and findings
that were recorded and solved again.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil

from solver.batch.finding import QUARANTINED, Finding
from solver.batch.results import ResultsFile
from solver.batch.subject import Subject
from solver.messages import Metric

ADDRESS = "tcp://127.0.0.1:18786"
SHORTEST, LONGEST = 2.0, 12.0
"""Seconds between two kills."""


class Processes:
    """What the batch consists of; what has died is started again."""

    def __init__(self, command: list[str], options: argparse.Namespace) -> None:
        python = [sys.executable, "-m"]
        self._commands = {"batch": [*python, "solver", "batch", *command, "--memory", "500"]}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        if options.cluster:
            dask = [*python, "distributed.cli.dask_"]
            self._commands["batch"] += ["--scheduler", ADDRESS]
            self._commands["scheduler"] = _dask(dask, "scheduler", "--port", "18786")
            for name in ("one set of workers", "another set"):
                self._commands[name] = _dask(dask, "worker", ADDRESS, "--nthreads", "1")
        else:
            self._commands["batch"] += ["--workers", str(options.workers)]

    def ask_again(self, seconds: float) -> None:
        """Begin another batch, which gives each level so much time."""
        self._commands["batch"] += ["--seconds", str(seconds)]
        del self._running["batch"]

    def look(self) -> bool:
        """Start what has died; whether the batch has come to its end."""
        if self.has_ended:
            return True
        for name in reversed(self._commands):
            process = self._running.get(name)
            if process is None or process.poll() is not None:
                self._running[name] = subprocess.Popen(
                    self._commands[name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
        return False

    @property
    def has_ended(self) -> bool:
        """Whether the batch has come to its end."""
        batch = self._running.get("batch")
        return batch is not None and batch.poll() in (0, 1)

    def kill_one(self, chance: random.Random) -> str:
        """Kill one of them, or a process that one of them has started; what it was."""
        name = chance.choice(list(self._running))
        process = psutil.Process(self._running[name].pid)
        with suppress(psutil.NoSuchProcess):
            children = process.children(recursive=True)
            if children and chance.random() < 0.6:
                process, name = chance.choice(children), f"a child of {name}"
            process.send_signal(signal.SIGKILL)
        return name

    def end(self) -> None:
        """End all of them."""
        for process in self._running.values():
            with suppress(psutil.NoSuchProcess):
                for child in psutil.Process(process.pid).children(recursive=True):
                    child.kill()
            process.kill()
            process.wait()


def _dask(dask: list[str], name: str, *arguments: str) -> list[str]:
    *python, prefix = dask
    return [*python, f"{prefix}{name}", *arguments, "--no-dashboard"]


def disturbed(command: list[str], path: Path, options: argparse.Namespace) -> list[str]:
    """Solve with kills; what was recorded and solved again."""
    chance = random.Random(options.seed)
    processes = Processes(command, options)
    recorded: dict[Subject, Finding] = {}
    again: list[str] = []
    kills, due = 0, time.monotonic() + 10.0
    try:
        while not processes.look() or kills < options.kills:
            if processes.has_ended:
                options.seconds *= 2
                print(f"the batch has ended: asked again with {options.seconds} s", flush=True)
                processes.ask_again(options.seconds)
            time.sleep(0.2)
            if kills < options.kills and time.monotonic() >= due:
                due = time.monotonic() + chance.uniform(SHORTEST, LONGEST)
                kills += 1
                again += _solved_again(path, recorded)
                what = processes.kill_one(chance)
                print(f"kill {kills}: {what}; {len(recorded)} decided before", flush=True)
        again += _solved_again(path, recorded)
    finally:
        processes.end()
    print(f"{kills} kills")
    return again


def _solved_again(path: Path, recorded: dict[Subject, Finding]) -> list[str]:
    """Findings that have changed, though they were decided; note those that are decided now."""
    if not path.exists():
        return []
    with ResultsFile(path) as results:
        found = results.findings(Metric.PUSHES)
    changed = [
        f"solved again: {subject.board}"
        for subject, finding in recorded.items()
        if found.get(subject) != finding
    ]
    recorded.update({each: finding for each, finding in found.items() if finding.is_decided})
    return changed


def differences(one: Path, other: Path) -> list[str]:
    """Where two files of results do not say the same of what both have decided."""
    with ResultsFile(one) as results:
        first = results.findings(Metric.PUSHES)
    with ResultsFile(other) as results:
        second = results.findings(Metric.PUSHES)
    faults = [f"missing: {each.board}" for each in first.keys() ^ second.keys()]
    decided = [
        each for each in first.keys() & second.keys()
        if first[each].is_decided and second[each].is_decided
    ]  # fmt: skip
    counts = [sum(each.is_decided for each in found.values()) for found in (first, second)]
    print(f"decided: {counts[0]} undisturbed, {counts[1]} with kills, both {len(decided)}")
    faults += [
        f"not the same: {each.board}"
        for each in decided
        if (first[each].status, first[each].bound) != (second[each].status, second[each].bound)
    ]
    faults += [
        f"left out: {each.board}"
        for each in second
        if second[each].cause == QUARANTINED or second[each].is_broken
    ]
    return faults


def main() -> int:
    """Run both, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--cluster", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        calm, wild = Path(folder, "calm.sqlite"), Path(folder, "wild.sqlite")
        seconds = ["--seconds", str(options.seconds)]
        faults = disturbed([options.file, "--results", str(wild), *seconds], wild, options)
        command = ["batch", options.file, "--results", str(calm), "--memory", "500"]
        seconds = ["--seconds", str(options.seconds)]  # by now
        subprocess.run([sys.executable, "-m", "solver", *command, *seconds], check=False)
        faults += differences(calm, wild)
    print("\n".join(faults) or "the same results, and nothing was solved again")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
