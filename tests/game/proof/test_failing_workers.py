"""What becomes of the game when a worker dies, hangs, has no memory, or is slow: real processes."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pygame
import pytest
from PIL import Image

from game.hints.companion import REST_SECONDS
from game.hints.deadlocks import Reason
from game.input.actions import Action
from game.looks.theme import load_theme
from game.play.scene import PlayScene
from game.proof.proof import Ending
from game.proof.words import BEGUN_ANEW
from game.replay.export import STRIP_SQUARE
from game.replay.scene import ReplayScene
from game.session.course import Course
from game.shell.app import App
from game.storage.folders import exports_folder
from levels.collection import Collection
from levels.lurd import after_letter
from solver.client import ANSWER_SECONDS, SILENT_SECONDS, SolverClient
from solver.processes.worker_process import Main
from tests.game.boards import level_of
from tests.game.driven import Clock, Timed
from tests.game.sentences import sentence_of
from tests.solver import scripted_workers

PATIENCE = 60.0
"""Seconds until a test gives up on something that a loaded machine does late."""

LEVELS = (
    level_of("########\n#@ $  .#\n########", "rRRR"),
    level_of("########\n#      #\n# $. $.#\n#@     #\n########"),
    level_of("#######\n#     #\n#.$ @ #\n#     #\n#######", "lL"),
    level_of("#####\n# @ #\n# $ #\n#   #\n# . #\n#####", "DD"),
)
"""With their solutions in their titles, which is where the slow worker reads them. Of the second
it says that nothing solves it."""

ASKED = {"a hint": "h", "the X-ray": "x", "a search": "f5", "a check": ""}


class Helped(Timed):
    """The game, with two workers of a kind, and a clock that the test moves."""

    def __init__(self, app: App, clock: Clock) -> None:
        self.app, self.clock = app, clock

    @property
    def says(self) -> str:
        assert isinstance(self.app.scene, PlayScene)
        return sentence_of(self.app.scene)

    def until(self, has_happened: Callable[[], bool], seconds: float = 0.0) -> None:
        """Let the loop go on; ``seconds`` are what each turn seems to take."""
        end = time.monotonic() + PATIENCE
        while not has_happened():
            assert time.monotonic() < end, self.app.scene.title
            time.sleep(0.002)
            self.turn(seconds)

    def ask(self, what: str) -> None:
        """For one of the things that the solver is asked for."""
        if ASKED[what]:
            self.press(ASKED[what])
        else:
            self.turn(2 * REST_SECONDS)


@contextmanager
def helped_by(main: Main) -> Iterator[Helped]:
    """The game with these workers, ready."""
    pygame.display.init()
    pygame.event.clear()
    clock = Clock()
    workers = SolverClient(main, clock), SolverClient(main, clock)
    course = Course("Tests", Collection(entries=LEVELS), 1)
    surface = pygame.display.set_mode((640, 480))
    app = App(surface, load_theme("dusk"), course, workers[0], clock=clock)
    app.companion.employ(workers[1])
    helped = Helped(app, clock)
    workers[0].start()
    try:
        helped.until(lambda: all(worker.is_ready for worker in workers))
        yield helped
    finally:
        for worker in workers:
            worker.close()
        pygame.display.quit()


# --- dying, hanging, and without memory ----------------------------------------------------------


@pytest.mark.parametrize("what", ASKED)
def test_a_worker_that_dies_is_reported_and_there_is_another(what: str) -> None:
    with helped_by(scripted_workers.dying_at_work) as helped:
        helped.press("right")
        pids = worker_pids(helped.app)
        helped.ask(what)
        helped.until(lambda: worker_pids(helped.app) != pids and are_ready(helped.app))
        assert helped.app.features.course.session.lurd == "r"
        if what == "the X-ray":
            assert helped.says == "The solver could not analyze this position. X tries again."
        elif what == "a check":
            assert helped.says == "", "nobody asked for it"
        else:
            helped.until(lambda: helped.says.startswith("The solver stopped unexpectedly."))
        helped.press("escape", "escape", "right")
        assert helped.app.features.course.session.lurd == "rR"


@pytest.mark.parametrize("what", ["a hint", "the X-ray", "a search"])
def test_a_worker_that_hangs_is_replaced(what: str) -> None:
    with helped_by(scripted_workers.deaf) as helped:
        pids = worker_pids(helped.app)
        helped.ask(what)
        if what != "the X-ray":
            helped.press("escape", "right")  # a hint is not wanted any more, a search is stopped
        helped.until(lambda: worker_pids(helped.app) != pids, ANSWER_SECONDS / 4)
        helped.until(lambda: are_ready(helped.app))
        if what == "a search":
            assert "stopped." in helped.says
        helped.press("escape", "escape", "right")
        assert helped.app.features.course.session.lurd.endswith("r" if what == "the X-ray" else "R")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGSTOP")
@pytest.mark.parametrize("what", ["a hint", "the X-ray", "a search"])
def test_what_a_halted_worker_was_asked_another_one_answers(what: str) -> None:
    with helped_by(scripted_workers.slow) as helped:
        helped.press("right", "left")
        app = helped.app
        pids = worker_pids(app)
        for pid in filter(None, pids):
            os.kill(pid, signal.SIGSTOP)
        helped.ask(what)
        helped.until(lambda: worker_pids(app) != pids, SILENT_SECONDS / 20)
        helped.turn()
        assert BEGUN_ANEW in helped.says
        helped.until(lambda: is_answered(app, what))
        if what != "a search":
            assert BEGUN_ANEW in helped.says
        assert app.features.course.session.lurd == "rl"


def is_answered(app: App, what: str) -> bool:
    if what == "a search":
        return isinstance(app.scene, ReplayScene)  # where the solution plays
    companion = app.companion
    return (companion.way_on if what == "a hint" else companion.sighting.sight) is not None


def test_a_worker_without_memory_says_so_and_stays() -> None:
    with helped_by(scripted_workers.out_of_memory) as helped:
        pids = worker_pids(helped.app)
        helped.ask("a check")
        helped.until(lambda: not helped.app.companion.is_waiting)
        assert helped.says == ""
        for what, said in (
            ("a hint", "There is not enough memory."),
            ("the X-ray", "The solver could not analyze this position."),
            ("a search", "There is not enough memory."),
        ):
            helped.ask(what)
            helped.until(lambda said=said: said in helped.says)  # type: ignore[misc]
            helped.press("escape", "escape")
        assert worker_pids(helped.app) == pids
        helped.press("right", "right")
        assert helped.app.features.course.session.lurd == "rR"


def worker_pids(app: App) -> tuple[int | None, int | None]:
    clients = app._client, app.companion._client
    assert isinstance(clients[0], SolverClient) and isinstance(clients[1], SolverClient)
    return clients[0].worker_pid, clients[1].worker_pid


def are_ready(app: App) -> bool:
    return app._client.is_ready and app.companion.is_ready


# --- slow ----------------------------------------------------------------------------------------


def test_no_answer_of_a_slow_worker_lands_on_another_level() -> None:
    chance = random.Random(1)
    with helped_by(scripted_workers.slow) as helped:
        app = helped.app
        landed = dict.fromkeys(("way", "stuck", "sight", "facts", "proof", "replay", "file"), 0)
        keys = ["h", "x", "f5", "n", "p", "n", "p", "escape", "r", "f12"]
        for _ in range(160):
            helped.press(chance.choice(keys))
            if Action.LAYER_FACTS in app.hits and chance.random() < 0.2:
                helped.click(Action.LAYER_FACTS)
            for _ in range(chance.randrange(8)):
                time.sleep(0.01)
                helped.turn(REST_SECONDS / 4)
                check(app, landed)
        helped.until(lambda: app.features.export.progress is None)
        landed["file"] = check_files()
        assert all(landed.values()), landed


def check_files() -> int:
    """Each file with the key positions of a replay is as large as those of the level it is named
    after: two, in a frame of half a square. How many there are."""
    strips = list(exports_folder().glob("* replay*.png"))
    for strip in strips:
        level = LEVELS[int(strip.name.split()[1]) - 1]
        with Image.open(strip) as picture:
            wanted = 2 * STRIP_SQUARE * (level.width + 1), STRIP_SQUARE * (level.height + 1)
            assert picture.size == wanted, strip.name
    return len(strips)


def check(app: App, landed: dict[str, int]) -> None:
    """Whatever is known is known of the level that it is told of."""
    course, companion, scene = app.features.course, app.companion, app.scene
    level, position = course.level, course.session.position
    way = companion.way_on
    if way is not None and isinstance(scene, PlayScene):
        landed["way"] += 1
        assert companion._line[-1].level == level
        for letter in way.journey.steps:
            after = after_letter(position, letter)
            assert after is not None
            position = after
        assert position.is_solved, "each of these levels is solved by one journey"
        position = course.session.position
    found = app.features.lookout.found
    if found is not None:
        landed["stuck"] += 1
        assert not level.title and found.deadlock.reason is Reason.SEARCH
    sighting = companion.sighting
    if sighting.sight is not None and sighting.is_about(position):
        landed["sight"] += 1
        assert sighting.sight.dead == level.goals, "what the worker told of this level"
    view = scene._xray.view(position) if isinstance(scene, PlayScene) else None
    for legend in view.legends if view else ():
        if legend.caption == "Facts":
            landed["facts"] += 1
            facts = dict(legend.rows)
            assert facts["Pushes possible now"] == facts["Floor squares"], "as it told"
    proof = app.link.proof
    if proof is not None and proof.solution:
        landed["proof"] += 1
        asked = course.session_of(proof.question.number).line[0]
        assert proof.solution[0] == asked and proof.solution[-1].is_solved
    if isinstance(scene, ReplayScene):
        landed["replay"] += 1
        asked = course.session_of(scene._proof.question.number).line[0]
        assert scene.playback.positions[0] == asked
    for number in course.numbers:
        known = app.link.known(course.session_of(number).line[0])
        assert known.upper_bound in (None, known.lower_bound)
        assert known.ending is not Ending.UNSOLVABLE or not LEVELS[number - 1].title
        if known.solution:
            assert replace(known.solution[0].level, title="") == replace(
                LEVELS[number - 1], title=""
            )
