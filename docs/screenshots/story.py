"""A first day with the game, in pictures: first steps, a collection come and gone, a pack's end."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pygame
from pygame import Rect, Surface

from docs.screenshots.desk import Desk, desk, game_window, pack
from game.looks.theme import load_theme
from game.storage.database import open_database
from game.storage.folders import HOME_VARIABLE
from game.storage.rows import put_solution
from game.widgets.brush import Brush
from game.widgets.text import SMALL, TITLE
from levels.collection import Collection
from levels.formats.xsb import format_xsb
from levels.level import Level
from solver import generate, solve

SIZES = ((800, 600), (1280, 720), (1920, 1080))
THEMES = ("dusk", "paper")
COLUMNS, WIDTH, GAP, CAPTION, MARGIN = 4, 420, 12, 28, 20

Frame = tuple[str, Surface]
"""What happens, and what the window shows then."""


def story_name(size: tuple[int, int]) -> str:
    """What the picture of a story is called."""
    return "story-{}x{}".format(*size)


def story_sheet(size: tuple[int, int]) -> Surface:
    """The story in windows of a size, in one theme and then in the other."""
    rooms = generate(boxes=2, difficulty=1, columns=9, rows=7, count=40, seed=37)
    entries = tuple(replace(each.level, title="", notes="") for each in rooms)
    attic = Collection("Attic", entries=entries)
    sheets = []
    for theme in THEMES:
        with tempfile.TemporaryDirectory() as home:
            os.environ[HOME_VARIABLE] = home
            file = Path(home, "attic.xsb")
            file.write_text(format_xsb(attic))
            frames = [(caption, _small(game_window())) for caption in tell(theme, size, file)]
        sheets.append(_sheet(f"{theme.capitalize()}, {size[0]} × {size[1]}", frames))
    both = Surface((sheets[0].get_width(), sum(each.get_height() for each in sheets)))
    both.blits([(each, (0, number * each.get_height())) for number, each in enumerate(sheets)])
    return both


def tell(theme: str, size: tuple[int, int], file: Path) -> Iterator[str]:
    """Play the story: it says what happens whenever the window shows it."""
    with desk(pack("first-steps"), 1, size, theme=theme) as game:
        yield from first_lessons(game)
    with desk(pack("first-steps"), 3, size, theme=theme) as game:
        yield from a_collection(game, file)
    with desk(pack("first-steps"), 12, size, theme=theme) as game:
        yield from the_end_of_a_pack(game)
        yield from what_was_done(game)


def first_lessons(game: Desk) -> Iterator[str]:
    """The first start, to the second lesson."""
    yield "The first start"
    game.play("rrr")
    yield "The lesson stays in sight"
    game.play("r")
    game.wait_for("Solved")
    game.settle()
    yield "The first lesson, solved"
    game.press("enter")
    game.settle()
    game.play("ullu")
    game.wait_for("corner")
    game.settle()
    yield "A box is stuck, and why"


def a_collection(game: Desk, file: Path) -> Iterator[str]:
    """A file is opened, a level of it solved, and it is kept, removed and brought back."""
    library, course = game.app.features.stock.library, game.app.features.course
    pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(file)))
    game.wait_for("opened")
    game.wait(lambda: library.progress is None)
    game.settle()
    yield "A file, dropped on the window"
    game.type("37")
    yield "Its level 37"
    game.press("enter")
    game.settle()
    game.play(solve(course.level).solution.lurd)  # type: ignore[union-attr]
    game.wait_for("Solved")
    game.settle()
    yield "Level 37, solved"
    for key, words, caption in (
        ("ctrl+k", "added", "Kept in the library"),
        ("shift+delete", "was removed", "Removed again"),
        ("ctrl+z", "Undone", "Undone"),
    ):
        game.press(key)
        game.wait_for(words)
        game.wait(lambda: library.progress is None)
        game.settle()
        yield caption


def the_end_of_a_pack(game: Desk) -> Iterator[str]:
    """The last level of First Steps, when all others are solved."""
    course = game.app.features.course
    levels = [entry for entry in pack("first-steps").entries if isinstance(entry, Level)]
    assert course.records is not None
    with closing(open_database(course.records.path)) as database:
        for number, level in enumerate(levels[1:-1]):
            solved = datetime.now(UTC) - timedelta(days=number * number // 4)
            lurd = solve(level).solution.lurd  # type: ignore[union-attr]
            put_solution(database, level, lurd, solved.isoformat(timespec="milliseconds"))
    game.play(solve(course.level).solution.lurd)  # type: ignore[union-attr]
    game.wait_for("all 12 solved")
    game.settle()
    yield "The last level of a pack"
    game.press("i")
    game.wait_for("replays the solution")
    game.settle()
    yield "All about that level"
    game.press("escape")
    game.press("enter")
    game.wait(lambda: course.title == "Warehouse")
    game.settle()
    yield "On to the next one"


def what_was_done(game: Desk) -> Iterator[str]:
    """The statistics and the settings."""
    game.press("shift+i")
    game.wait_for("solved for the first time")
    game.settle()
    yield "Statistics"
    game.press("escape", "f2")
    game.settle()
    yield "Settings: play"
    game.press("tab")
    game.settle()
    yield "Settings: look"


# --- on one sheet ----------------------------------------------------------------------------


def _small(window: Surface) -> Surface:
    height = round(WIDTH * window.get_height() / window.get_width())
    return pygame.transform.smoothscale(window, (WIDTH, height))


def _sheet(heading: str, frames: list[Frame]) -> Surface:
    theme = load_theme("dusk")
    pitch = WIDTH + GAP, frames[0][1].get_height() + CAPTION + GAP
    rows = -(-len(frames) // COLUMNS)
    top = MARGIN + 44
    surface = Surface((2 * MARGIN + COLUMNS * pitch[0] - GAP, top + rows * pitch[1] + MARGIN - GAP))
    surface.fill(theme.outside)
    brush = Brush(surface, theme, 1.0, Rect((0, 0), surface.get_size()))
    brush.text((MARGIN, MARGIN + 12), heading, TITLE, theme.text, "Bold")
    for number, (caption, picture) in enumerate(frames):
        left = MARGIN + number % COLUMNS * pitch[0]
        below = top + number // COLUMNS * pitch[1]
        surface.blit(picture, (left, below))
        place = (left, below + picture.get_height() + CAPTION // 2)
        brush.text(place, f"{number + 1}  {caption}", SMALL, theme.text_2)
    return surface
