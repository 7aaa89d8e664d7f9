"""Measures what long games cost a frame: python3 tests/game/long_game_times.py [STEPS].

A game of so many steps (5,000), which solves its level in the end, is brought back, pasted, played
as a replay, told by the solver, and whatever else makes or reads all its positions. The game has no
screen; the processor's time for each turn of its loop is taken, and that of the longest is printed.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

if TYPE_CHECKING:
    from game.shell.app import App
    from game.storage.records import Records
    from levels.level import Level
    from tests.game.scripted_client import ScriptedClient

BOARD = """
####################
#                  #
#                  #
#  @*         *    #
# $.               #
#                  #
# ** ** ** ** ** * #
#  *  *  *  *  *  *#
#                  #
####################
"""
CYCLE = "R" * 8 + "urrd" + "R" + "urrd" + "L" + "ulld" + "L" * 8 + "ulld"
"""Two boxes are pushed to and fro, and are where they were."""
ENDING = "lldR"

WAYS = 1000
"""Of one game."""

TURNS = 40
"""That are looked at, from the one of the key on."""


def long_game(steps: int) -> str:
    """The level solved in so many steps, or a few more."""
    return CYCLE * max(1, (steps - len(ENDING)) // len(CYCLE)) + ENDING


def main() -> None:
    """Measure and print."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUSHWISE_HOME"] = folder
        for measure in (
            comes_back,
            pasted,
            replayed,
            snapshot,
            told,
            remembered,
            turned_round,
            reviewed,
            forked,
        ):
            measure(long_game(steps))


# --- what is measured ---------------------------------------------------------------------------


def comes_back(lurd: str) -> None:
    """Go to a level whose game is long."""
    from game.storage.values import Game

    with closing(opened()) as records:
        records.keep_game(long_level(), Game((lurd[:-1],), steps=(len(lurd) - 1,)))
        records.flush()
        app = app_of(records)
        show("a game comes back", app, lambda: press(app, "n"))
        assert app.features.course.session.moves == len(lurd) - 1
        show("undo all", app, lambda: press(app, "home"))
        show("redo all", app, lambda: press(app, "end"))
        show("solved", app, lambda: press(app, "right"))
        assert app.features.course.session.is_solved
        show("undo", app, lambda: press(app, "u"))
        records.flush()


def pasted(lurd: str) -> None:
    """The same game from the clipboard."""
    with closing(opened()) as records:
        app = app_of(records)
        press(app, "n")
        fill_clipboard(lurd)
        show("pasted while playing", app, lambda: press(app, "ctrl+v"))
        assert app.features.course.session.is_solved


def replayed(lurd: str) -> None:
    """One's own best solution."""
    with closing(opened()) as records:
        records.keep_solution(long_level(), lurd)
        records.flush()
        app = app_of(records)
        press(app, "n")
        show("the best solution plays", app, lambda: press(app, "f7"))
        assert app.scene.title.endswith(f"of {len(lurd)}"), app.scene.title
        show("its end", app, lambda: press(app, "end"))
        show("its start", app, lambda: press(app, "home"))
        show("the traffic", app, lambda: press(app, "x"))
        fill_clipboard(lurd)
        show("copied", app, lambda: press(app, "ctrl+c"))
        show("copied with counts", app, lambda: press(app, "shift+ctrl+c"))
        show("pasted in a replay", app, lambda: press(app, "ctrl+v"))
        show("saved as a moving picture", app, lambda: press(app, "ctrl+e"))
        press(app, "end")
        show("taken over", app, lambda: press(app, "enter"))
        assert app.features.course.session.is_solved


def snapshot(lurd: str) -> None:
    """A snapshot on a line of its own."""
    from game.storage.values import Game, Snapshot

    with closing(opened()) as records:
        taken = Snapshot("far", lurd[:-1])
        records.keep_game(long_level(), Game(("u",), steps=(1,), snapshots=(taken,)))
        records.flush()
        app = app_of(records)
        press(app, "n")
        show("to a snapshot", app, lambda: press(app, "ctrl+l"))
        assert app.features.course.session.moves == len(lurd) - 1


def told(lurd: str) -> None:
    """A solution that the solver finds, for the player and for a hint."""
    from solver.messages import Improved, Solved
    from tests.game.scripted_client import ScriptedClient

    client, second = ScriptedClient(), ScriptedClient()
    with closing(opened(".told")) as records:
        app = app_of(records, client)
        app.companion.employ(second)
        press(app, "n")
        pushes = sum(map(str.isupper, lurd))
        press(app, "f5")
        client.reports = [Improved(len(client.asked), lurd, pushes, len(lurd))]
        show("a better solution", app, lambda: turn(app))
        assert app.link.proof is not None and app.link.proof.solution
        client.reports = [Solved(len(client.asked), lurd, pushes, len(lurd), optimal=True)]
        show("an optimal solution", app, lambda: turn(app))
        records.flush()
    with closing(opened(".hint")) as records:
        app = app_of(records, client)
        app.companion.employ(second)
        press(app, "n")
        press(app, "h")
        second.reports = [Solved(len(second.asked), lurd, pushes, len(lurd), optimal=True)]
        show("a hint", app, lambda: turn(app))
        assert app.companion.way_on is not None
        show("its second rung", app, lambda: press(app, "h"))


def remembered(lurd: str) -> None:
    """A level of which such a solution is remembered."""
    from game.storage.values import Proved
    from levels.solution import Solution
    from solver.messages import Metric

    with closing(opened(".remembered")) as records:
        solution = Solution(lurd)
        records.keep_proof(long_level(), Metric.PUSHES, Proved(solution.pushes, solution))
        records.keep_solution(long_level(), lurd)
        records.flush()
        app = app_of(records)
        show("a level with a proof", app, lambda: press(app, "n"))
        show("its solution", app, lambda: press(app, "f5"))
        show("which plays", app, lambda: press(app, "enter"))


def turned_round(lurd: str) -> None:
    """A game of reverse play."""
    from levels.lurd import replay_lurd
    from levels.position import Position
    from levels.reverse import PullPosition

    with closing(opened()) as records:
        app = app_of(records)
        press(app, "n")
        press(app, "v")
        reverse = app.features.course.reverse
        line = replay_lurd(Position.start(long_level()), lurd)
        pulled = [PullPosition(reverse.level, at.boxes, at.pusher) for at in reversed(line)]
        reverse.begin_at(pulled[0])
        reverse.take_over(1, pulled)
        reverse.arrive()
        turn(app)
        show("turned round", app, lambda: press(app, "enter"))
        assert app.features.course.session.is_solved


def reviewed(lurd: str) -> None:
    """Its review, in which every round to and fro is lost, and its better way."""
    from game.review.scene import ReviewScene
    from game.storage.values import Game
    from tests.game.scripted_client import ScriptedClient

    client = ScriptedClient()
    with closing(opened(".reviewed")) as records:
        records.keep_game(long_level(), Game((lurd[:-1],), steps=(len(lurd) - 1,)))
        records.flush()
        app = app_of(records, client)
        press(app, "n")
        for _ in range(TURNS):
            turn(app)
        press(app, "right")
        for key in ("f8", "escape"):  # it was only to be drawn once
            press(app, key)
            turn(app)
        show("a review opens", app, lambda: press(app, "f8"))
        assert isinstance(app.scene, ReviewScene)
        show("it is answered", app, lambda: answer(app, client))
        while not any(loss.is_exact for loss in app.scene._losses):
            answer(app, client)
        show("a loss is shown", app, lambda: press(app, "p"))
        show("the better way", app, lambda: press(app, "b"))
        show("find it yourself", app, lambda: press(app, "enter"))
        assert app.scene.title.endswith("find it yourself")
        show("a step there", app, lambda: press(app, "right"))


def forked(lurd: str) -> None:
    """A game that was left on another way a thousand times, once in so many steps."""
    from game.storage.values import Game

    with closing(opened()) as records:
        records.keep_game(long_level(), Game((lurd[:-1],), steps=(len(lurd) - 1,)))
        records.flush()
        app = app_of(records)
        press(app, "n")
        app.features.course.arrive()
        turn(app)
        session = app.features.course.session
        for number in range(WAYS):
            session.go_to(session.length * number // WAYS)
            whole = session._line.way
            for letter in "udlr":
                session.go(letter)
                if session._line.way is not whole:
                    session.go("urdl" * 5)
                    fork = next(each for each in session.forks if whole in each.ways)
                    for _ in session.following(fork, whole):
                        pass
                    break
        ways = session.game.ways
        print(f"{len(ways)} ways, {sum(len(each.steps) for each in ways)} steps stored", flush=True)
        show("a step where there are many ways", app, lambda: press(app, "left"))
        show("undo", app, lambda: press(app, "u"))
        show("undo all", app, lambda: press(app, "home"))
        show("a new way", app, lambda: press(app, "up"))
        show("the other way", app, lambda: press(app, "b"))
        show("the other ways", app, lambda: press(app, "shift+b"))
        show("to one of them", app, lambda: press(app, "enter"))


def answer(app: App, client: ScriptedClient) -> None:
    """Answer what the review asks: nothing is to be saved but whole rounds."""
    from solver.messages import Solved

    review = app.features.reviewer.review
    question = review.question if review is not None else None
    if review is not None and question is not None and client.asked:
        begun = review.steps[question.push] % len(CYCLE)
        way = (CYCLE[begun:] if begun else "") + ENDING
        pushes = sum(map(str.isupper, way))
        client.reports = [Solved(len(client.asked), way, pushes, len(way), optimal=True)]
    turn(app)


def fill_clipboard(text: str) -> None:
    """Without that of the system."""
    for name in ("replay.scene", "play.trade", "replay.recording"):
        module = import_module(f"game.{name}")
        vars(module).update(read_clipboard=lambda: text, write_clipboard=lambda text: True)


# --- the game -----------------------------------------------------------------------------------


def long_level() -> Level:
    """The second level of the course."""
    from levels.files import parse_collection

    return parse_collection(BOARD).levels[0]


def opened(name: str = "") -> Records:
    from game.storage.records import Records

    records = Records(Path(os.environ["PUSHWISE_HOME"]) / f"records{name or time.time()}")
    records.open()
    return records


def app_of(records: Records, client: object = None) -> App:
    """The game before the first of two levels, with all that it needs drawn once."""
    import pygame

    from game.looks.theme import load_theme
    from game.session.course import Course
    from game.shell.app import App
    from levels.collection import Collection
    from levels.files import read, shipped_packs
    from solver.client import SolverClient

    pygame.display.init()
    surface = pygame.display.set_mode((1280, 800))
    first = read(shipped_packs()[0]).levels[0]
    course = Course("Long games", Collection(entries=(first, long_level())), 1, records, "long.xsb")
    app = App(surface, load_theme("dusk"), course, client or SolverClient())  # type: ignore[arg-type]
    for key in ("right", "left", "n", "p", "n", "p"):
        press(app, key)
        for _ in range(TURNS):
            turn(app)
    if len(course._sessions) > 1:
        del course._sessions[2]  # it was only to be drawn once
    app.garbage.begin()
    return app


def show(what: str, app: App, begin: Callable[[], None]) -> None:
    """Print the longest of the turns that something takes."""
    turns = []
    for number in range(TURNS):
        began = time.thread_time()
        begin() if number == 0 else turn(app)
        turns.append(time.thread_time() - began)
    longest = max(turns)
    print(f"{what}: longest {longest * 1000:.1f} ms, turn {turns.index(longest) + 1}", flush=True)


def press(app: App, key: str) -> None:
    from tests.game.driven import KEY, key_event

    turn(app, *(key_event(kind, key) for kind in KEY))


def turn(app: App, *events: object) -> None:
    """Let the loop go round once."""
    import pygame

    for event in (*events, pygame.Event(pygame.USEREVENT)):
        pygame.event.post(event)  # type: ignore[arg-type]
    app.turn()


if __name__ == "__main__":
    main()
