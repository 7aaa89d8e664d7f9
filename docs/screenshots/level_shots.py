"""Pictures of the library, the statistics, the calendar, and how levels are made."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, date, datetime, timedelta

import pygame

from docs.screenshots.contact_sheet import contact_sheet
from docs.screenshots.desk import desk, pack
from docs.screenshots.sitting import Shots, sitting
from game.browser.import_report import ImportReportScene
from game.days.days import par_on
from game.input.clipboard import write_clipboard
from game.storage.database import open_database
from game.storage.rows import put_solution
from levels.days import level_of
from levels.files import PACKS, read
from levels.level import Level
from solver import solve

PASTED = """
########
#@  $ .#
########

######
#  $.#
######

#########
#@ $   .#
#########
Solution
llRR

#######
#@ $ .
#######

##########
#@  $   .#
##########
"""


@sitting("browser", "import", "generator")
def levels() -> Shots:
    with desk(pack("foundry")) as game:
        for _ in range(5):
            lurd = game.solve()
            game.press("escape", "escape")
            game.play(lurd)
            game.wait_for("Solved")
            game.press("enter")
            game.settle()
        game.press("l")
        game.settle()
        game.wait(lambda: game.app.link.measuring.running is None)
        game.settle()
        yield "browser"
        write_clipboard(PASTED)
        game.press("ctrl+v")
        game.wait(lambda: isinstance(game.app.scene, ImportReportScene))
        game.settle()
        yield "import"
        game.press("escape", "escape", "ctrl+g")
        game.settle()
        game.press("f5")
        game.wait_for("12 levels found")
        game.press("tab", "right", "space", "right", "right", "space", "ctrl+s")
        game.wait_for("saved to")
        game.settle()
        yield "generator"


@sitting("statistics", "level-page")
def statistics() -> Shots:
    levels = [entry for entry in pack("first-steps").entries if isinstance(entry, Level)]
    with desk(pack("first-steps"), 9) as game:
        records = game.app.features.course.records
        assert records is not None
        with closing(open_database(records.path)) as database:
            for number, level in enumerate(levels[:10]):
                solved = datetime.now(UTC) - timedelta(days=number * number // 4)
                lurd = solve(level).solution.lurd  # type: ignore[union-attr]
                put_solution(database, level, lurd, solved.isoformat(timespec="milliseconds"))
        game.press("shift+i")
        game.wait_for("solved for the first time")
        game.settle()
        yield "statistics"
        game.press("escape", "i")
        game.wait_for("replays the solution")
        game.settle()
        yield "level-page"


@sitting("calendar")
def calendar() -> Shots:
    with desk(pack("first-steps"), 9) as game:
        records = game.app.features.course.records
        assert records is not None
        game.app.features.days.now = lambda: datetime(2026, 11, 22, 12)
        for number in reversed(range(1, 60)):
            day = date(2026, 11, 22) - timedelta(days=number)
            if number not in (9, 26, 27):
                more = (0, 0, 2, 0, 4, 1, 0)[number % 7]
                pushes = (par_on(day) or 0) + more
                records.note_day(level_of(day), day, pushes, is_on_day=True)
        game.press("t")
        game.settle()
        yield "calendar"


@sitting("editor")
def editor() -> Shots:
    with desk(pack("first-steps"), 12) as game:
        game.press("f4")
        game.settle()
        game.press("f5")
        game.wait(lambda: game.app.link.proof is not None and game.app.link.proof.is_final)
        game.press(*["down"] * 20)
        while not game.said.startswith("Wall"):
            game.press("up")
        game.press("delete")
        game.settle()
        yield "editor"


PACK_FILES = sorted(PACKS.glob("*.xsb"))


@sitting(*(f"pack-{path.stem}" for path in PACK_FILES))
def packs() -> Shots:
    """All levels of each collection that ships, in one picture each."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))
    for path in PACK_FILES:
        yield f"pack-{path.stem}", contact_sheet(read(path))
