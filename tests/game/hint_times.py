"""Measures how soon a hint is there: python3 tests/game/hint_times.py FILE [--levels 155].

Opens a window on the present display, or on an Xvfb of its own if there is none, and presses H at
the start of each level of the file, and then at random positions of some of them: half of these
come from up to 60 pushes of any kind, half from up to 12 that the simple checks do not call stuck.
The time is that from the key to the frame with the first rung, through the worker, which is warm.
As other programs may keep it from the processor, the time that worker and game spend on it is told
as well.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.game.frame_times import a_display, press

if TYPE_CHECKING:
    from game.shell.app import App
    from levels.level import Level
    from levels.position import Position
    from solver.client import SolverClient

SIZE = (1280, 800)
SOON = 0.3
"""Seconds: what a hint may take."""

PATIENCE = 5.0
"""Seconds after which it is no use to wait."""

MOST_PUSHES, FEW_PUSHES = 60, 12
"""Of the game that leads to a random position; many random pushes leave little to be solved."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--levels", type=int, default=20, help="levels with random positions")
    parser.add_argument("--positions", type=int, default=50, help="random positions of each")
    chosen = parser.parse_args()
    with a_display(SIZE):
        measure(chosen.file, chosen.levels, chosen.positions)


@dataclass
class Hint:
    """How one hint came."""

    name: str
    said: str
    seconds: float
    processor: float
    """what of it the worker and the game spent working"""


def measure(file: Path, levels: int, positions: int) -> None:
    """Ask for hints in a game of its own."""
    import pygame

    from game.looks.theme import load_theme
    from game.session.course import Course
    from game.shell.app import App
    from game.shell.window import prepare_display
    from levels.files import read
    from solver.client import SolverClient

    prepare_display()
    pygame.display.init()
    pygame.font.init()
    collection = read(file)
    course = Course(file.stem, collection, 1)
    app = App(pygame.display.set_mode(SIZE), load_theme("dusk"), course, SolverClient())
    client = SolverClient()
    app.companion.employ(client)
    client.start()
    while not client.is_ready:
        app.turn()
    numbers = sorted(course.numbers)
    report("start positions", [hint_at(app, client, number, []) for number in numbers])
    chosen = numbers[:: max(1, len(numbers) // levels)][:levels]
    games = ((number, random_game(course.session_of(number).position.level, number, index))
             for number in chosen for index in range(positions))  # fmt: skip
    report("random positions", [hint_at(app, client, *game) for game in games])
    client.close()
    pygame.quit()


def hint_at(app: App, client: SolverClient, number: int, line: list[Position]) -> Hint:
    """Go to a position and press H."""
    import psutil
    import pygame

    from game.play.scene import PlayScene
    from game.session.line import Line
    from tests.game.sentences import sentence_of

    scene, course = app.scene, app.features.course
    assert isinstance(scene, PlayScene)
    course.number = number
    if line:
        course.session.begin(Line(line))
    app.turn()
    worker = psutil.Process(client.worker_pid)
    spent, began = _spent(worker), time.perf_counter()
    press(pygame.K_h)
    while not sentence_of(scene).startswith(("Solvable", "Stuck", "Solved")):
        app.turn()
        if time.perf_counter() > began + PATIENCE:
            break
    seconds, processor = time.perf_counter() - began, _spent(worker) - spent
    said = sentence_of(scene)
    press(pygame.K_ESCAPE)
    app.turn()
    return Hint(f"{number}, step {max(0, len(line) - 1)}", said, seconds, processor)


def _spent(worker: object) -> float:
    import psutil

    assert isinstance(worker, psutil.Process)
    times = worker.cpu_times()
    return times.user + times.system + time.process_time()


def random_game(level: Level, number: int, index: int) -> list[Position]:
    """A game of random pushes; every other one is short and keeps out of deadlocks."""
    from game.hints.deadlocks import quick_deadlock
    from game.paths.goal_reach import goal_reach
    from levels.position import Position
    from tests.game.pushes import pushes_of

    chance = random.Random(f"{number} {index}")
    reach = goal_reach(level)
    reach.advance()
    line = [Position.start(level)]
    for _ in range(chance.randint(1, FEW_PUSHES if index % 2 else MOST_PUSHES)):
        ways = list(pushes_of(line[-1]))
        chance.shuffle(ways)
        if index % 2:
            ways = [way for way in ways if quick_deadlock(way[-1], reach) is None]
        if not ways:
            break
        line += ways[0]
    return line


def report(what: str, hints: list[Hint]) -> None:
    """How many came soon, and which did not."""
    soon = sum(hint.seconds <= SOON for hint in hints)
    worked = sum(hint.processor <= SOON for hint in hints)
    stuck = sum(hint.said.startswith("Stuck") for hint in hints)
    print(
        f"{what}: {soon} of {len(hints)} within {SOON * 1000:.0f} ms, "
        f"{worked} by the time on the processor; {stuck} are stuck"
    )
    for hint in sorted(hints, key=lambda hint: -hint.seconds)[:5]:
        times = f"{hint.seconds * 1000:.0f} ms, {hint.processor * 1000:.0f} ms on the processor"
        print(f"    level {hint.name}: {times}: {hint.said}")


if __name__ == "__main__":
    main()
