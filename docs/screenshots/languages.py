"""Takes pictures of every scene in every language, to be looked at:
python3 docs/screenshots/languages.py FOLDER [SITTING ...]

They go to FOLDER as NAME-WIDTH-LANGUAGE.png; a sitting is a function in a file of tours or shots,
such as ``menus``. The game is played in English, and whenever there is something to see, the
language and the size of the window are changed. What leaves its box, lies over something else or is
cut off is printed; so is a picture that shows another state than it is called, and a scene that no
picture shows.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from importlib import import_module
from inspect import isabstract
from itertools import count, product
from pathlib import Path
from traceback import format_exc
from typing import NamedTuple
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import pygame

from docs.screenshots import take
from docs.screenshots.desk import Desk, game_window
from docs.screenshots.level_shots import PACK_FILES
from docs.screenshots.tour import Shown, Steps
from docs.screenshots.tours import TOURS
from game.looks.theme import THEME_NAMES
from game.scene.base import Scene
from game.shell.preloading import later_modules
from game.storage.folders import HOME_VARIABLE
from levels.language import LANGUAGES
from tests.game.language.stages import drawn_by

SIZES = ((1280, 720), (800, 600))

# --- taking them -----------------------------------------------------------------------------

LEFT_OUT = {
    *THEME_NAMES, *(f"pack-{path.stem}" for path in PACK_FILES),
    *map(take.story_name, take.SIZES),
}  # fmt: skip


def sittings() -> dict[str, Callable[[], Steps]]:
    """Those of the docs, but for what has no words or is put together of pictures, and ours."""
    shown = [each.take for each in take.SITTINGS if not LEFT_OUT & set(each.names)]
    return {each.__name__: each for each in (*shown, *TOURS)}


class State(NamedTuple):
    """What a picture shows, in whatever language."""

    scene: str
    said: str
    """in English, without figures: they may go on"""


def state(game: Desk) -> State:
    """What the game shows now."""
    return State(game.place_name, re.sub(r"\d+", "0", game.said))


def looks(game: Desk, folder: Path, shot: Shown) -> Iterator[str]:
    """Take pictures in each language and size, and leave the game as it was; what is wrong with
    them."""
    before = game_window().get_size()
    first: dict[tuple[int, int], State] = {}
    """a narrow window may say something else"""
    for code, size in product(LANGUAGES, SIZES):
        game.app.stage.choose(language=code)
        resize(game, size)
        game.press(*shot.keys)
        if shot.says:
            game.wait_for(shot.says)
        kind = f"{size[0]}-{code}"
        if shot.has_pages:
            yield from pages(game, folder, shot.name, kind)
        else:
            yield from save(game, folder, f"{shot.name}-{kind}")
        now = state(game)
        SEEN.add(now.scene)
        if first.setdefault(size, now) != now:
            raise RuntimeError(f"{shot.name}-{kind} shows {now}, not {first[size]}")
        game.press(*shot.back)
    game.app.stage.choose(language="en")
    resize(game, before)


@contextmanager
def unheard(game: Desk) -> Iterator[None]:
    """The game deaf to its solvers, so that what goes on is the same in all pictures."""
    with patch.object(game.app, "_hear_solvers", lambda: None):
        yield


SEEN: set[str] = set()
"""the classes of the scenes that were seen in this process"""


def pages(game: Desk, folder: Path, name: str, kind: str) -> Iterator[str]:
    """Take a picture of each page."""
    last = b""
    for number in count(1):
        game.settle()
        if last == (last := game_window().get_buffer().raw):
            return
        yield from save(game, folder, f"{name}-{number}-{kind}")
        game.press("page down")


def save(game: Desk, folder: Path, name: str) -> Iterator[str]:
    """Take one picture; what is wrong with it."""
    game.settle()
    pygame.image.save(game_window(), folder / f"{name}.png")
    seen = drawn_by(game.app)
    for kind, found in (
        ("leaves its box", seen.outside()), ("overlaps", seen.overlapping()), ("cut", seen.cut)
    ):  # fmt: skip
        yield from (f"{name}: {kind}: {each}" for each in dict.fromkeys(found))


def resize(game: Desk, size: tuple[int, int]) -> None:
    """Give the window another size, as its frame would."""
    pygame.display.set_mode(size)
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
    game.turn(3)


def picture(name: str, folder: Path) -> tuple[list[str], set[str], str]:
    """Take the pictures of one sitting; what is wrong with them, which scenes they show, and why
    some are missing."""
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        os.environ[HOME_VARIABLE] = home
        SEEN.clear()
        try:
            with closing(sittings()[name]()) as shots:
                for shot in shots:
                    assert Desk.present is not None
                    step = Shown(shot) if isinstance(shot, str) else shot
                    with unheard(Desk.present):
                        faults += looks(Desk.present, folder, step)
        except Exception:
            return faults, SEEN, format_exc()
    return faults, SEEN, ""


def all_scenes() -> set[str]:
    """The classes of all scenes of the game."""
    for name in later_modules():
        import_module(name)
    found, left = set(), [Scene]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if not isabstract(kind) and kind.__module__.startswith("game."):
            found.add(kind.__name__)
    return found


def main(words: list[str]) -> int:
    """Take the pictures; the exit code."""
    if not words:
        print(__doc__, file=sys.stderr)
        return 2
    folder, wanted = Path(words[0]), words[1:] or list(sittings())
    folder.mkdir(parents=True, exist_ok=True)
    seen: set[str] = set()
    is_whole = True
    with ProcessPoolExecutor(max_workers=2) as pool:
        for name, (faults, scenes, end) in zip(
            wanted, pool.map(picture, wanted, [folder] * len(wanted)), strict=True
        ):
            said = [*faults, end] if end else faults or ["nothing to report"]
            print(f"{name}:", *said, sep="\n  ", flush=True)
            seen |= scenes
            is_whole &= not end
    unseen = set() if words[1:] else all_scenes() - seen
    if unseen:
        print("on no picture:", *sorted(unseen), sep="\n  ")
    return 0 if is_whole and not unseen else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
