"""Prints how much of a core the game takes while nobody does anything:
python3 tests/game/idle_use.py [--seconds 30] [--size 1280x800] [--threads].

Starts the real game on a display of its own, waits until both workers are warm, and reads what
`/proc` says the game and all processes that it has started have used: for play, the browser, the
menu and the editor.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent.parent

if TYPE_CHECKING:
    from tests.game.real_window import Window

SCENES = (
    ("play", ()), ("play, after a step", ("Right",)), ("browser", ("l",)),
    ("menu", ("Escape", "Escape")), ("editor", ("Escape", "shift+ctrl+n")),
)  # fmt: skip
"""Each with the keys that lead to it from the one before."""

TICKS = os.sysconf("SC_CLK_TCK")
WARM_SECONDS = 180.0
SETTLING_SECONDS = 5.0
"""What a scene has begun is over by then, and garbage is collected."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--threads", action="store_true", help="print each thread of the game, too")
    chosen = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from tests.game.real_window import Window, a_display

    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with tempfile.TemporaryDirectory() as home, a_display(chosen.size) as display:
        os.environ["PUSHWISE_HOME"] = home
        window = Window(display)
        try:
            wait_for_workers(window)
            for scene, keys in SCENES:
                if keys:
                    window.press(*keys)
                time.sleep(SETTLING_SECONDS)
                measure(window, scene, chosen.seconds, with_threads=chosen.threads)
        finally:
            window.process.kill()
            window.process.wait()


def wait_for_workers(window: Window) -> None:
    """Until the game has two workers, and none of them has done anything for some seconds."""
    end = time.monotonic() + WARM_SECONDS
    quiet_since, before = time.monotonic(), used(window)
    while len(before) != 3 or time.monotonic() < quiet_since + SETTLING_SECONDS:
        if time.monotonic() > end:
            sys.exit(f"the workers were not warm within {WARM_SECONDS:.0f} s")
        time.sleep(0.2)
        after = used(window)
        if {**after, window.process.pid: 0} != {**before, window.process.pid: 0}:
            quiet_since, before = time.monotonic(), after


def used(window: Window) -> dict[int, float]:
    """Seconds of the processor that the game and each of its processes have used."""
    tracker = "resource_tracker"
    processes = [window.process.pid, *window.processes]
    lines = {each: Path(f"/proc/{each}/cmdline").read_bytes().decode() for each in processes}
    return {
        each: seconds_of(Path(f"/proc/{each}/stat"))
        for each, line in lines.items()
        if tracker not in line
    }


def seconds_of(stat: Path) -> float:
    """What a process or a thread has used, by its file in `/proc`: see proc(5)."""
    words = stat.read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICKS


def by_thread(window: Window) -> dict[str, float]:
    """The same for each thread of the game."""
    tasks = Path(f"/proc/{window.process.pid}/task")
    return {
        f"{(task / 'comm').read_text().strip()} {task.name}": seconds_of(task / "stat")
        for task in tasks.iterdir()
    }


def measure(window: Window, scene: str, seconds: float, *, with_threads: bool) -> None:
    """Do nothing for so long, and print what that took."""
    before, threads, began = used(window), by_thread(window), time.monotonic()
    time.sleep(seconds)
    after, passed = used(window), time.monotonic() - began
    shares = [(after[each] - before.get(each, 0.0)) / passed for each in after]
    others = ", ".join(f"{share:.2%}" for share in shares[1:])
    print(f"{scene}: {sum(shares):.2%} of a core (game {shares[0]:.2%}, workers {others})")
    if with_threads:
        for name, used_by_now in by_thread(window).items():
            print(f"    {name}: {(used_by_now - threads.get(name, 0.0)) / passed:.2%}")


if __name__ == "__main__":
    main()
