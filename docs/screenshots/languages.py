"""Takes pictures of every scene in every language, to be looked at:
python3 docs/screenshots/languages.py FOLDER [SITTING ...]

They go to FOLDER as NAME-WIDTH-LANGUAGE.png; a sitting is a function here or in take.py, such as
``menus``. The game is played in English,
and whenever there is something to see, the language and the size of the window are changed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import pygame

from docs.screenshots import take
from docs.screenshots.desk import Desk, desk, drawn, game_window, pack
from game.storage.folders import HOME_VARIABLE
from levels.language import LANGUAGES

SIZES = ((1280, 720), (800, 600))

Steps = Generator[str | tuple[str, ...], None, None]
"""A sitting: it names what the window shows, or what it will show after some keys, if that is kept
in the language of the moment."""

TOURS: list[Callable[[], Steps]] = []


def tour(steps: Callable[[], Steps]) -> Callable[[], Steps]:
    """Enter a sitting in the list."""
    TOURS.append(steps)
    return steps


# --- what is on no picture of the docs -------------------------------------------------------


@tour
def menus() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        yield "lesson"
        yield "menu", "escape", "f10"
        for name, number in (("history", 9), ("more", 10)):
            yield f"menu-{name}", "escape", "escape", "f10", *["down"] * number, "enter"
            game.press("escape", "escape")
        game.press("f1")
        for number in range(1, 8):
            game.settle()
            yield f"keys-{number}"
            game.press("page down")


@tour
def settings() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        game.press("f2")
        for name in ("play", "look", "solver", "sound"):
            game.settle()
            yield f"settings-{name}"
            game.press(*["down"] * 20)
            game.settle()
            yield f"settings-{name}-end"
            game.press("tab")
        game.settle()
        yield "settings-keys"
        game.press("enter")
        game.settle()
        yield "settings-key-asked"


@tour
def said() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        for name, key in (
            ("pasted-nothing", "ctrl+v"), ("aid", "f6"), ("muted", "ctrl+m"),
            ("copied", "ctrl+c"), ("copied-short", "c"), ("picture", "f12"), ("snapshot", "ctrl+s"),
            ("no-best", "f7"), ("no-review", "f8"), ("solvable", "shift+u"), ("other-way", "b"),
        ):  # fmt: skip
            yield f"said-{name}", key
        game.press("v")
        game.settle()
        yield "reverse-start"


@tour
def library() -> Steps:
    with desk(pack("foundry"), 3) as game:
        lurd = game.solve()
        game.press("escape", "escape")
        game.play(lurd)
        game.settle()
        yield "solved"
        game.press("l")
        game.settle()
        game.wait(lambda: game.app.link.measuring.running is None)
        game.press("f5")
        game.settle()
        yield "proving"
        game.press("f6")
        game.settle()
        yield "proving-paused"
        game.press("shift+f5")
        yield "arrange", "escape", "escape", "l", "f9"
        game.press("escape")
        for name, key in (
            ("export", "ctrl+e"), ("records", "ctrl+b"), ("short", "shift+ctrl+c"),
            ("hidden", "ctrl+h"), ("filter", "ctrl+f"), ("order", "ctrl+r"),
        ):  # fmt: skip
            yield f"library-{name}", key
        game.type("nothing is called that")
        yield "library-nothing-found"
        game.press("escape", "f3")
        game.settle()
        yield "rename"
        game.press("escape", "ctrl+d")
        game.settle()
        yield "copy-level"
        game.press("escape", "escape")


@tour
def files() -> Steps:
    with desk(pack("first-steps"), 1) as game, tempfile.TemporaryDirectory() as folder:
        game.press("l")
        game.settle()
        for number in range(3):
            Path(folder, f"mine-{number}.xsb").write_text("#####\n#@$.#\n#####\n")
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=folder))
        game.turn(3)
        game.wait_for("to your library?")
        game.settle()
        yield "folder-question"
        game.app.features.stock.dialog.is_missing = True
        game.press("escape", "ctrl+o")
        game.wait(lambda: game.app.scene.listed is not None)
        yield "file-chooser"


@tour
def drawing() -> Steps:
    with desk(drawn("Plain", "#######\n#  .  #\n# @$  #\n#     #\n#######\nTitle: Plain")) as game:
        game.press("f4")
        game.settle()
        yield "editor-plain"
        game.press("n")
        game.settle()
        yield "editor-name"
        game.press("escape", "4", "space")
        game.settle()
        yield "editor-fault"
        yield "editor-saved", "ctrl+s"
        game.press("escape", "escape")
        game.settle()
        game.press("ctrl+g")
        game.settle()
        yield "generator-empty"


# --- taking them -----------------------------------------------------------------------------

LEFT_OUT = {
    *take.THEME_NAMES, *(f"pack-{path.stem}" for path in take.PACK_FILES),
    *map(take.story_name, take.SIZES),
}  # fmt: skip


def sittings() -> dict[str, Callable[[], Steps]]:
    """Those of the docs, but for what has no words or is put together of pictures, and ours."""
    shown = [each.take for each in take.SITTINGS if not LEFT_OUT & set(each.names)]
    return {each.__name__: each for each in (*shown, *TOURS)}


def looks(game: Desk, folder: Path, name: str, keys: Sequence[str]) -> None:
    """Take a picture in each language and size, and leave the game as it was."""
    before = game_window().get_size()
    for code, size in product(LANGUAGES, SIZES):
        game.app.stage.choose(language=code)
        resize(game, size)
        game.press(*keys)
        game.settle()
        pygame.image.save(game_window(), folder / f"{name}-{size[0]}-{code}.png")
    game.app.stage.choose(language="en")
    resize(game, before)


def resize(game: Desk, size: tuple[int, int]) -> None:
    """Give the window another size, as its frame would."""
    pygame.display.set_mode(size)
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
    game.turn(3)


def picture(name: str, folder: Path) -> tuple[str, ...]:
    """Take the pictures of one sitting; what they are called."""
    taken = []
    with tempfile.TemporaryDirectory() as home:
        os.environ[HOME_VARIABLE] = home
        for shot in sittings()[name]():
            called, *keys = (shot,) if isinstance(shot, str) else shot
            assert Desk.present is not None
            looks(Desk.present, folder, called, keys)
            taken.append(called)
    return tuple(taken)


def main(words: list[str]) -> int:
    """Take the pictures; the exit code."""
    if not words:
        print(__doc__, file=sys.stderr)
        return 2
    folder, wanted = Path(words[0]), words[1:] or list(sittings())
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(max_workers=2) as pool:
        for taken in pool.map(picture, wanted, [folder] * len(wanted)):
            print(*taken, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
