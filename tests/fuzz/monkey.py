"""A monkey at the game: random keys, mouse, files, clipboard, windows and dying workers.

Each trial is one evening of it, with EVENTS events in a game of its own. After every turn of the
loop the counters must fit the position, nothing that can be clicked may lie outside the window, and
no way that was played may be lost; from time to time Esc must lead back to the board. At the end
the game is closed, and what was played must be in the records. One trial in WITH_WORKERS has the
solver's own workers, which get signals as well; the others have a solver that answers at random.
"""

from __future__ import annotations

import faulthandler
import os
import random
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from pygame import Rect

import game.shell.app
from game.input.clipboard import write_clipboard
from game.input.controls import CONTROLS, WIDER, Scope, is_pointing
from game.looks.theme import load_theme
from game.play.scene import PlayScene
from game.session.course import Course
from game.session.session import Session
from game.shell.app import App
from game.storage.folders import levels_folder
from game.storage.records import Records
from game.storage.settings_file import SettingsFile
from game.storage.values import Game
from game.widgets.layout import SCALING, seen_size
from levels.files import read
from levels.level import Level
from levels.lurd import replay_lurd
from solver.client import SolverClient
from tests.fuzz.home import own_home
from tests.fuzz.random_solver import RandomSolver
from tests.fuzz.run import main
from tests.game.boards import HARD
from tests.game.browser_game import OTHERS, ROOMS
from tests.game.driven import BUTTON, KEY, Clock, key_event

EVENTS = 1000
"""In a trial."""

WITH_WORKERS = 8
"""One trial in so many has real workers."""

SIZES = ((640, 480), (800, 600), (1024, 640), (480, 900), (320, 200), (1366, 768))

WAY_OUT = 12
"""So often Esc is pressed at most until the board is there: it closes one thing at a time."""

SLOW_SECONDS = 5.0
"""A turn of the loop that computes for so long is a fault."""

HANGING_SECONDS = 600.0
"""After which a trial is given up, with a traceback."""

PASTED = (
    "", "rRlLuUdD", "rrrrRRRR", "10r3U", "####\n#@ #\n####", "#####\n#@$.#\n#####\nTitle: Pasted",
    OTHERS, HARD, "\0\x1b[31m", "#" * 5000, "x" * 200_000, "Title: é ü 漢字\n\n#####\n#@$.#\n#####",
)  # fmt: skip

TEXT = "abcXYZ 0123456789-:;'\"äß漢\t\u202e"

SIGNALS = (signal.SIGSTOP, signal.SIGCONT, signal.SIGCONT, signal.SIGKILL)

WINDOW_EVENTS = (
    pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWLEAVE, pygame.WINDOWENTER,
    pygame.WINDOWEXPOSED, pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED,
    pygame.WINDOWDISPLAYCHANGED,
)  # fmt: skip


class InvariantError(AssertionError):
    """What has to be true of the game at any time is not."""


def _write_rooms() -> Path:
    """The collection that is played; written once more if the monkey has removed or renamed it."""
    file = levels_folder() / "rooms.xsb"
    if not file.exists():
        file.write_text(f"{ROOMS}\n\n{HARD}")
    return file


def trial(seed: int, counts: Counter[str], events: int = EVENTS) -> None:
    """One evening of a monkey."""
    with own_home() as home, _quick_frames():
        levels_folder().mkdir(parents=True)
        _write_rooms()
        (levels_folder() / "others.xsb").write_text(OTHERS)
        chance = random.Random(seed)
        with Monkey(chance, home, counts, has_workers=seed % WITH_WORKERS == 0) as monkey:
            try:
                monkey.play(events)
            except Exception as error:
                error.add_note(f"in {monkey.scene}, after: {'; '.join(monkey.done)}")
                raise


@contextmanager
def _quick_frames() -> Iterator[None]:
    """Nobody watches: frames need not wait for one another. A hang is told where it hangs."""
    faulthandler.dump_traceback_later(HANGING_SECONDS, exit=True)
    before, game.shell.app.FRAMES_A_SECOND = game.shell.app.FRAMES_A_SECOND, 1_000_000
    try:
        yield
    finally:
        game.shell.app.FRAMES_A_SECOND = before
        faulthandler.cancel_dump_traceback_later()


class Monkey:
    """A game in its hands, and what has to be true of the game."""

    def __init__(
        self, chance: random.Random, home: Path, counts: Counter[str], *, has_workers: bool
    ) -> None:
        self._chance = chance
        self._home = home
        self._counts = counts
        self._has_workers = has_workers
        self._held: list[str] = []
        """keys that are down"""
        self._played: dict[Level, Game] = {}
        """the games as they were after the last turn"""
        self.done: deque[str] = deque(maxlen=40)
        """what it did last"""
        self._acts: dict[Callable[[], None], float] = {
            self._press_key: 40, self._press_any_key: 6, self._hold_key: 2, self._let_go: 2,
            self._type: 3, self._click_on_something: 18, self._click_somewhere: 6,
            self._press_button: 3, self._point: 4, self._drag: 4, self._turn_wheel: 5,
            self._resize: 0.7, self._meet_window_event: 1.5, self._drop: 0.15, self._paste: 0.6,
            self._leave_by_escape: 1.5, self._quit: 0.15, self._signal_worker: 2,
        }  # fmt: skip

    def __enter__(self) -> Monkey:
        self._open()
        return self

    def __exit__(self, *error: object) -> None:
        self._closing.close()

    def _open(self) -> None:
        """Start the game as `main.py` does."""
        pygame.display.init()
        pygame.font.init()
        pygame.event.clear()
        self._closing = ExitStack()
        self._closing.callback(pygame.display.quit)
        self._records = Records()
        self._closing.callback(self._records.close)
        self._records.open()
        settings_file = SettingsFile()
        settings = settings_file.read()
        SCALING.display, SCALING.chosen = 1.0, settings.scale
        file = _write_rooms()
        place = self._records.last_place(str(file))
        self._course = Course(
            "Rooms", read(file), place[1] if place else 3, self._records, str(file)
        )
        surface = pygame.display.set_mode(settings.window_size or SIZES[0])
        clients = [self._client() for _ in range(2)]
        self.app = App(
            surface, load_theme(settings.theme.lower()), self._course, clients[0], settings_file,
            clock=self._clock(),
        )  # fmt: skip
        self._closing.callback(self.app.close)
        self.app.companion.employ(clients[1])
        self.app.features.new_prover = self._client
        clients[0].start()
        self._closing.callback(clients[0].close)
        self._closing.callback(self.app.companion.close)

    def _client(self) -> RandomSolver | SolverClient:
        return SolverClient() if self._has_workers else RandomSolver(self._chance)

    def _clock(self) -> Callable[[], float]:
        """With real workers the real time, or else as much as the monkey wants."""
        self._virtual = Clock()
        return time.perf_counter if self._has_workers else self._virtual

    @property
    def scene(self) -> str:
        """What is on the screen."""
        return type(self.app.scene).__name__

    # --- playing -------------------------------------------------------------------------------

    def play(self, events: int) -> None:
        """Do so many things, several of them within one turn of the loop, then close the game."""
        left = events
        while left > 0:
            count = min(left, self._chance.choice((1, 1, 2, 3, 8, 20)))
            for _ in range(count):
                self._act()
            left -= count
            self._turn()
        self._leave_by_escape()
        self._quit()
        self._turn()

    def _act(self) -> None:
        (act,) = self._chance.choices(list(self._acts), list(self._acts.values()))
        self._counts[f"in {self.scene}"] += 1
        self._counts["events"] += 1
        act()

    def _note(self, *words: object) -> None:
        self.done.append(" ".join(map(str, words)))

    def _turn(self) -> None:
        """Let the loop go round, and look at what has come of it."""
        self._note("|")
        self._virtual.now += self._chance.choice((0.0, 0.004, 0.02, 0.3, 2.0))
        pygame.event.post(pygame.Event(pygame.USEREVENT))
        begun = time.thread_time()
        self.app.turn()
        seconds = time.thread_time() - begun
        self._counts["turns"] += 1
        self._counts["turns above 0.1 s"] += seconds > 0.1
        if seconds > SLOW_SECONDS:
            raise InvariantError(f"a turn took {seconds:.1f} s")
        self._check()
        if not self.app.is_running:
            self._start_again()

    # --- what it does --------------------------------------------------------------------------

    def _press_key(self) -> None:
        """A key that means something here, but for quitting."""
        scope = self.app.scene.scope
        scopes = (scope, *WIDER.get(scope, ()), Scope.ANYWHERE)
        rows = [row for row in CONTROLS if row.scope in scopes and not is_pointing(row)]
        key = self._chance.choice(self._chance.choice(rows).keys)
        if key != "ctrl+q":
            self._press(key)

    def _press_any_key(self) -> None:
        keys = [key for row in CONTROLS if not is_pointing(row) for key in row.keys]
        keys += ["z", "q", "f3", "f9", "insert", "pause", "caps lock", "left shift", "print screen"]
        key = self._chance.choice(keys)
        if key != "ctrl+q":
            self._press(key)

    def _press(self, key: str) -> None:
        self._note(key)
        for kind in KEY:
            pygame.event.post(key_event(kind, key))

    def _hold_key(self) -> None:
        key = self._chance.choice(("up", "left", "down", "right", "u", "y", "tab", "page down"))
        self._note("hold", key)
        self._held.append(key)
        pygame.event.post(key_event(pygame.KEYDOWN, key))

    def _let_go(self) -> None:
        while self._held:
            pygame.event.post(key_event(pygame.KEYUP, self._held.pop()))

    def _type(self) -> None:
        text = "".join(self._chance.choices(TEXT, k=self._chance.randrange(1, 4)))
        self._note("type", repr(text))
        for letter in text:
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))

    def _click_on_something(self) -> None:
        if self.app.hits:
            hit, place = self._chance.choice(list(self.app.hits.items()))
            self._note("click", hit)
            self._click(place.center, self._chance.choice((1, 1, 1, 2)))

    def _click_somewhere(self) -> None:
        point = self._any_point()
        self._note("click", point)
        self._click(point, self._chance.choice((1, 1, 2)))

    def _click(self, point: tuple[int, int], times: int) -> None:
        self._move_to(point)
        for kind in BUTTON * times:
            self._post_button(kind, point, pygame.BUTTON_LEFT)

    def _press_button(self) -> None:
        """Any button, which may not be released for a while."""
        point, button = self._any_point(), self._chance.randrange(1, 8)
        kinds = self._chance.choice((BUTTON, BUTTON[:1], BUTTON[1:]))
        self._note("button", button, point, len(kinds))
        self._move_to(point)
        for kind in kinds:
            self._post_button(kind, point, button)

    def _drag(self) -> None:
        places = list(self.app.hits.values())
        start = self._any_point()
        if places and self._chance.random() < 0.5:
            start = self._chance.choice(places).center
        self._note("drag", start)
        button = self._chance.choice((pygame.BUTTON_LEFT, pygame.BUTTON_LEFT, pygame.BUTTON_MIDDLE))
        self._move_to(start)
        self._post_button(pygame.MOUSEBUTTONDOWN, start, button)
        end = start
        for _ in range(self._chance.randrange(1, 5)):
            end = self._any_point()
            self._move_to(end, button)
        self._post_button(pygame.MOUSEBUTTONUP, end, button)

    def _point(self) -> None:
        self._move_to(self._any_point())

    def _any_point(self) -> tuple[int, int]:
        """A point in the window, and now and then beside it; in a board mostly on the board."""
        width, height = pygame.display.get_window_size()
        if self._chance.random() < 0.1:
            return self._chance.randrange(-50, width + 50), self._chance.randrange(-50, height + 50)
        if self._chance.random() < 0.5:
            return (
                round(self._chance.gauss(width / 2, width / 8)),
                round(self._chance.gauss(height / 2, height / 8)),
            )
        return self._chance.randrange(width), self._chance.randrange(height)

    def _move_to(self, point: tuple[int, int], button: int = 0) -> None:
        pygame.mouse.set_pos(point)
        buttons = tuple(int(each == button) for each in (1, 2, 3))
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=point, rel=(3, 2), buttons=buttons))

    def _post_button(self, kind: int, point: tuple[int, int], button: int) -> None:
        pygame.event.post(pygame.Event(kind, pos=point, button=button))

    def _turn_wheel(self) -> None:
        x, y = self._chance.choice(((0, 1), (0, -1), (0, 3), (0, -7), (1, 0), (-2, 0)))
        self._note("wheel", x, y)
        about: dict[str, Any] = {
            "x": x,
            "y": y,
            "precise_x": x * 0.7,
            "precise_y": y * 0.7,
            "flipped": False,
        }
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, **about))

    def _resize(self) -> None:
        size = self._chance.choice(SIZES)
        self._note("resize", size)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))

    def _meet_window_event(self) -> None:
        kind = self._chance.choice(WINDOW_EVENTS)
        self._note(pygame.event.event_name(kind))
        pygame.event.post(pygame.Event(kind))

    def _drop(self) -> None:
        """Files of all kinds, and some that are none."""
        known = sorted(levels_folder().glob("*"))
        junk = self._home / os.fsdecode(b"junk\xe9.xsb")
        junk.write_bytes(self._chance.randbytes(2000))
        path = self._chance.choice(
            [*known, junk, self._home / "missing.xsb", self._records.path, Path("/")]
        )
        if path == Path("/"):
            path = levels_folder()
        self._note("drop", path.name)
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))

    def _paste(self) -> None:
        text = self._chance.choice(PASTED)
        self._note("paste", repr(text[:20]))
        write_clipboard(text)
        self._press("ctrl+v")

    def _signal_worker(self) -> None:
        """Halt a worker, let it go on, or kill it."""
        if not self._has_workers:
            return
        client = self._chance.choice((self.app._client, self.app.companion._client))
        pid = client.worker_pid if isinstance(client, SolverClient) else None
        if pid is not None:
            sent = self._chance.choice(SIGNALS)
            self._note(sent.name)
            self._counts["signals"] += 1
            with suppress(ProcessLookupError):
                os.kill(pid, sent)

    def _leave_by_escape(self) -> None:
        """Press Esc until the board is there."""
        self._let_go()
        self._turn()
        for _ in range(WAY_OUT):
            if isinstance(self.app.scene, PlayScene):
                return
            self._press("escape")
            self._turn()
        if not isinstance(self.app.scene, PlayScene):
            raise InvariantError(f"{self.scene} cannot be left by Esc")

    # --- what has to be true -------------------------------------------------------------------

    def _check(self) -> None:
        self._check_counters(self._course.session)
        if self.app.is_running:  # or else the last picture may be older than the window's size
            self._check_places()
        self._check_nothing_lost()

    def _check_counters(self, session: Session) -> None:
        lurd, metrics = session.lurd, session.metrics
        if replay_lurd(session.start, lurd)[-1] != session.position:
            raise InvariantError(f"{lurd} does not lead to the position")
        counted = (len(lurd), sum(map(str.isupper, lurd)))
        if (session.moves, session.pushes) != counted or metrics.moves != session.moves:
            raise InvariantError(f"moves and pushes: {session.moves}, {session.pushes}, {lurd}")

    def _check_places(self) -> None:
        size = pygame.display.get_window_size()
        window = Rect((0, 0), seen_size(size))
        for hit, place in self.app.hits.items():
            if place.width and place.height and not window.contains(place):
                raise InvariantError(f"{hit} lies at {place}, outside of {window}")

    def _check_nothing_lost(self) -> None:
        """What had been played on a level before is still there, as a line, put by, or as another
        way."""
        level, session = self._course.level, self._course.session
        now = session.game
        before = self._played.get(level)
        self._played[level] = now
        if before is None:
            return
        played = before.lines[before.line][: before.steps[before.line]]
        kept = (*now.lines, *(snapshot.lurd for snapshot in now.snapshots))
        ways = (session.way_of(way) for fork in session.forks for way in fork.ways)
        if not any(each.startswith(played) for each in (*kept, *ways)):
            raise InvariantError(f"{played} of {level.title} is lost")

    def _quit(self) -> None:
        self._note("quit")
        self._press("ctrl+q")

    def _start_again(self) -> None:
        """The game has been quit: what was played must be there when it is started again."""
        self._counts["quits"] += 1
        level, played = self._course.level, self._course.session.game
        self._closing.close()
        self._open()
        found = self._records.game_of(level)
        if found is None and played.is_new:
            return
        if found is None or (found.lines, found.line, found.steps) != (
            played.lines, played.line, played.steps,
        ):  # fmt: skip
            raise InvariantError(f"{level.title} was closed with {played}, found was {found}")


if __name__ == "__main__":
    sys.exit(main("tests.fuzz.monkey", trial, __doc__ or "", events=EVENTS))
