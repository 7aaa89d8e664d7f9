"""Takes pictures of every scene in every language, to be looked at:
python3 docs/screenshots/languages.py FOLDER [SITTING ...]

They go to FOLDER as NAME-WIDTH-LANGUAGE.png; a sitting is a function in tours.py or take.py, such
as ``menus``. The game is played in English, and whenever there is something to see, the language
and the size of the window are changed. What leaves its box, lies over something else or is cut off
is printed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import pygame

from docs.screenshots import take
from docs.screenshots.desk import Desk, game_window
from docs.screenshots.tours import TOURS, Steps, Turning
from game.storage.folders import HOME_VARIABLE
from levels.language import LANGUAGES
from tests.game.language.stages import drawn_by

SIZES = ((1280, 720), (800, 600))

# --- taking them -----------------------------------------------------------------------------

LEFT_OUT = {
    *take.THEME_NAMES, *(f"pack-{path.stem}" for path in take.PACK_FILES),
    *map(take.story_name, take.SIZES),
}  # fmt: skip


def sittings() -> dict[str, Callable[[], Steps]]:
    """Those of the docs, but for what has no words or is put together of pictures, and ours."""
    shown = [each.take for each in take.SITTINGS if not LEFT_OUT & set(each.names)]
    return {each.__name__: each for each in (*shown, *TOURS)}


def looks(game: Desk, folder: Path, shot: Turning | tuple[str, ...]) -> Iterator[str]:
    """Take pictures in each language and size, and leave the game as it was; what is wrong with
    them."""
    before = game_window().get_size()
    for code, size in product(LANGUAGES, SIZES):
        game.app.stage.choose(language=code)
        resize(game, size)
        if isinstance(shot, Turning):
            game.press(*shot.keys)
            yield from pages(game, folder, shot.name, f"{size[0]}-{code}")
            game.press(*shot.back)
        else:
            name, *keys = shot
            game.press(*keys)
            yield from save(game, folder, f"{name}-{size[0]}-{code}")
    game.app.stage.choose(language="en")
    resize(game, before)


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


def picture(name: str, folder: Path) -> list[str]:
    """Take the pictures of one sitting; what is wrong with them."""
    faults = []
    with tempfile.TemporaryDirectory() as home:
        os.environ[HOME_VARIABLE] = home
        for shot in sittings()[name]():
            assert Desk.present is not None
            faults += looks(Desk.present, folder, (shot,) if isinstance(shot, str) else shot)
    return faults


def main(words: list[str]) -> int:
    """Take the pictures; the exit code."""
    if not words:
        print(__doc__, file=sys.stderr)
        return 2
    folder, wanted = Path(words[0]), words[1:] or list(sittings())
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(max_workers=2) as pool:
        for name, faults in zip(
            wanted, pool.map(picture, wanted, [folder] * len(wanted)), strict=True
        ):
            print(f"{name}:", *(faults or ["nothing to report"]), sep="\n  ", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
