"""Takes the pictures of the README and the docs: python3 docs/screenshots/take.py [NAME ...]

Without names it takes all of them, in a few minutes. The real game is played without a screen,
with a home folder of its own, the real solver and levels of our own, through keys and clicks as a
player would; each picture is taken once the game says what it is to show.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from docs.screenshots.contact_sheet import contact_sheet
from docs.screenshots.desk import Desk, desk, drawn, game_window, pack
from docs.screenshots.story import SIZES, story_name, story_sheet
from game.browser.import_report import ImportReportScene
from game.days.days import par_on
from game.input.clipboard import write_clipboard
from game.looks.theme import THEME_NAMES
from game.storage.database import open_database
from game.storage.folders import HOME_VARIABLE
from game.storage.rows import put_solution
from levels.days import level_of
from levels.files import PACKS, read
from levels.level import Level
from solver import solve

HERE = Path(__file__).parent
SMALL = (900, 640)


def pick_up(game: Desk) -> None:
    """Pick up a box that can be pushed to a free goal, and point at that."""
    position = game.app.features.course.session.position
    for box in sorted(position.boxes - position.level.goals):
        game.click_at(game.place(box))
        game.settle()
        for goal in sorted(position.level.goals - position.boxes):
            game.point(goal)
            if game.said[:1].isdigit() and "dead" not in game.said:
                return
        game.press("escape")


Shots: TypeAlias = Generator[str | tuple[str, pygame.Surface], None, None]
"""A sitting: it names a picture whenever the window shows it, or gives one with its name."""


class Sitting(NamedTuple):
    """The pictures that are taken in one sitting, and how."""

    names: tuple[str, ...]
    take: Callable[[], Shots]


SITTINGS: list[Sitting] = []


def sitting(*names: str) -> Callable[[Callable[[], Shots]], Callable[[], Shots]]:
    """Enter a sitting in the list, with the names of its pictures."""

    def enter(take: Callable[[], Shots]) -> Callable[[], Shots]:
        SITTINGS.append(Sitting(names, take))
        return take

    return enter


# --- the proof panel -------------------------------------------------------------------------

YARD = """
#################
#               #
# #  $ $ $ $ $  #
#  ## # #   $ $ #
#  #  ....$  #  #
# #  #.... $ #  #
# #@ #....$  ## #
#  $ #....  #   #
# # $  # $    $ #
#  # $ #   # $  #
#               #
#################
Title: Yard
"""


@sitting("proof-stopped", "proof-gave-up")
def hard_searches() -> Shots:
    with desk(drawn("Hard levels", YARD), search_metric="moves", search_minutes=1) as game:
        game.press("f5")
        began = time.monotonic()
        game.wait(lambda: time.monotonic() - began > 4 and game.app.link.is_running)
        game.press("escape")
        game.wait_for("Stopped")
        game.settle()
        yield "proof-stopped"
        game.press("f5")
        game.wait_for("Gave up")
        game.settle()
        yield "proof-gave-up"


def half_done(game: Desk) -> int:
    """The step of the solution after which half of the boxes are on goals."""
    proof = game.app.link.proof
    assert proof is not None and proof.solution is not None
    goals, boxes = proof.solution[0].level.goals, len(proof.solution[0].boxes)
    done = [2 * len(position.boxes & goals) >= boxes for position in proof.solution]
    return done.index(True)


@sitting("proof-running", "proof-optimal", "play")
def proofs() -> Shots:
    foundry = pack("foundry")
    titles = [level.title for level in foundry.levels]
    with desk(foundry, titles.index("Battlements") + 1) as game:
        game.press("f5")
        link = game.app.link
        game.wait(lambda: link.proof and link.proof.upper_bound and link.proof.seconds > 1)
        game.settle()
        assert link.is_running, "the proof was too quick to be seen running"
        yield "proof-running"
        game.await_proof()
        yield "proof-optimal"
    with desk(foundry, titles.index("Furnace") + 1) as game:
        lurd = game.solve()
        game.play(lurd[: half_done(game)])
        pick_up(game)
        yield "play"


THREE = """
##########
# $ $ $  #
#.      .#
#   @    #
#   .    #
##########
Title: Three
"""


@sitting("proof-unsolvable")
def unsolvable() -> Shots:
    with desk(drawn("Unsolvable", THREE)) as game:
        game.press("f5")
        game.wait_for("Unsolvable: proved")
        game.settle()
        yield "proof-unsolvable"


# --- hints and stuck boxes -------------------------------------------------------------------


@sitting("hint-1", "hint-2", "hint-3", "hint-4")
def hints() -> Shots:
    with desk(pack("first-steps"), 5, SMALL) as game:
        game.press("h")
        game.wait_for("proved shortest")
        game.settle()
        yield "hint-1"
        for rung, words in ((2, "Next: this box"), (3, "Push this box"), (4, "Moved there")):
            game.press("h")
            game.wait_for(words)
            game.settle()
            yield f"hint-{rung}"


STUCK = (
    ("corner", "l", "corner", "#######\n# $@ .#\n#     #\n#     #\n#######"),
    ("square", "u", "reach a goal", "#######\n#     #\n# $ . #\n# @   #\n#     #\n#######"),
    ("wall", "uu", "against the wall",
     "########\n#  $ ..#\n#      #\n#   $  #\n#   @  #\n########"),
    ("block", "l", "block each other",
     "#########\n#       #\n#  $ $@.#\n#  $$ ..#\n#      .#\n#########"),
    ("goals", "u", "must share", "##########\n#.$ $   .#\n#     $  #\n# .   @  #\n##########"),
    ("corral", "r", "cannot get behind",
     "########\n#. @$  #\n#     $#\n#      #\n#     .#\n########"),
    ("search", "", "proved by search",
     "########\n# @$ . #\n#   $$ #\n## .. ##\n##$## ##\n##   .##\n########"),
)  # fmt: skip
"""Why boxes are stuck: the name of a picture, what to play, what is said then, and a level."""


@sitting(*(f"stuck-{name}" for name, *_ in STUCK))
def stuck() -> Shots:
    text = "\n\n".join(f"{board}\nTitle: {name.capitalize()}" for name, _, _, board in STUCK)
    levels = drawn("Stuck", text)
    with desk(levels, 1, SMALL, deadlock_aid="show") as game:
        for number, (name, lurd, words, _) in enumerate(STUCK):
            if number:
                game.press("page down")
            game.play(lurd)
            game.wait(lambda words=words: words in game.said and "earlier" not in game.said)  # type: ignore[misc]
            game.settle()
            yield f"stuck-{name}"


# --- the review ------------------------------------------------------------------------------

DETOURS = (
    "ludrrrrrruLdlluRlldlluRdrruuullDDRdrUlllduururrDullddrdrUllldRurDrrrruLdlluRlldDrrurruLdlluRdrru"
    "LdlllluuurrrrDDrdLuuullllddrrRllluurrrrdDlDDuurrdLulDluU"
)
"""A game of the level below with four pushes too many, and four back."""


@sitting("review", "review-better", "review-find", "compare")
def review() -> Shots:
    warehouse = pack("warehouse")
    number = [level.title for level in warehouse.levels].index("Balance") + 1
    with desk(warehouse, number) as game:
        game.play(DETOURS)
        game.press("f8")
        game.wait_for("You lost 8 pushes.")
        game.press("n", "n", "n")
        game.settle()
        yield "review"
        game.press("b")
        game.settle()
        yield "review-better"
        game.press("enter")
        game.settle()
        yield "review-find"
        game.press("escape", "escape", "escape")
        game.settle()
        game.press("f7")
        game.settle()
        game.press("c")
        game.settle()
        yield "compare"


# --- the X-ray -------------------------------------------------------------------------------

LAYERS = ("distance", "matching", "dead", "tunnels", "reach", "corrals", "frozen", "facts")
XRAY = """
   ###
   #.#
   #.##
####$ ###
#    $  #
# $.@  *#
###   ###
  #####
Title: Corrals

##########
#*.***@  #
#   ##   #
#    $ # #
#        #
###    ###
  ######
Title: Frozen
"""


def show_layer(game: Desk, layer: str) -> None:
    """Show one layer of the X-ray alone."""
    game.press("escape", "escape")
    game.press(str(LAYERS.index(layer) + 1))
    game.settle()
    sighting, session = game.app.companion.sighting, game.app.features.course.session
    game.wait(lambda: sighting.sight and not sighting.is_waiting)
    assert sighting._position == session.position
    game.settle()


@sitting(*(f"xray-{layer}" for layer in ("distance", "matching", "dead", "reach", "facts")),
         "replay", "traffic")  # fmt: skip
def xray() -> Shots:
    warehouse = pack("warehouse")
    number = [level.title for level in warehouse.levels].index("Honeycomb") + 1
    with desk(warehouse, number) as game:
        game.solve()
        game.press("escape")
        for layer in ("distance", "matching", "dead", "reach", "facts"):
            show_layer(game, layer)
            yield f"xray-{layer}"
        game.press("escape", "f5", "space", *["page down"] * 5, "left")
        game.settle()
        yield "replay"
        game.press("end", "x")
        game.settle()
        yield "traffic"


@sitting("xray-corrals", "xray-frozen")
def more_xray() -> Shots:
    with desk(drawn("X-ray", XRAY)) as game:
        show_layer(game, "corrals")
        yield "xray-corrals"
        game.press("escape", "page down")
        show_layer(game, "frozen")
        yield "xray-frozen"


@sitting("xray-tunnels")
def tunnels() -> Shots:
    with desk(pack("first-steps"), 5) as game:
        show_layer(game, "tunnels")
        yield "xray-tunnels"


# --- looks -----------------------------------------------------------------------------------


def themed(theme: str) -> Callable[[], Shots]:
    """A theme, with a box picked up."""

    def take() -> Shots:
        warehouse = pack("warehouse")
        number = [level.title for level in warehouse.levels].index("Honeycomb") + 1
        with desk(warehouse, number, theme=theme) as game:
            pick_up(game)
            yield theme

    return take


for _theme in THEME_NAMES:
    sitting(_theme)(themed(_theme))


@sitting("metrics", "snapshots")
def counters() -> Shots:
    metrics = (
        "moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines", "time"
    )  # fmt: skip
    with desk(pack("first-steps"), 8, metrics=metrics) as game:
        solution = game.solve()
        game.press("escape", "escape")
        game.play(solution[:7])
        game.press("ctrl+s")
        game.play(solution[7:10])
        game.press("ctrl+s")
        game.play(solution[10:13])
        yield "metrics"
        game.press("shift+ctrl+s")
        game.settle()
        yield "snapshots"


@sitting("ways")
def ways() -> Shots:
    warehouse = pack("warehouse")
    number = [level.title for level in warehouse.levels].index("Balance") + 1
    with desk(warehouse, number) as game:
        session = game.app.features.course.session
        for at, lurd in ((0, DETOURS[:96]), (54, "ruulldrRdrU"), (38, "ddlluRRR"), (85, "rdLLuu")):
            session.go_to(at)
            session.go(lurd, as_one=False)
        game.settle()
        game.press("shift+b")
        game.settle()
        yield "ways"


@sitting("reverse")
def reverse() -> Shots:
    first_steps = pack("first-steps")
    with desk(first_steps, 12) as game:
        game.press("v")
        game.settle()
        for goal in sorted(first_steps.levels[11].goals):
            game.click_at(game.place(goal))
            game.settle()
            game.point(max(first_steps.levels[11].boxes))
            if "pull" in game.said and "dead" not in game.said and "," in game.said:
                break
            game.press("escape")
        yield "reverse"


# --- levels ----------------------------------------------------------------------------------

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


# --- taking them -----------------------------------------------------------------------------


PACK_FILES = sorted(PACKS.glob("*.xsb"))


@sitting(*(f"pack-{path.stem}" for path in PACK_FILES))
def packs() -> Shots:
    """All levels of each collection that ships, in one picture each."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))
    for path in PACK_FILES:
        yield f"pack-{path.stem}", contact_sheet(read(path))


def told(size: tuple[int, int]) -> Callable[[], Shots]:
    """The story of a first day, in a window of that size."""

    def take() -> Shots:
        yield story_name(size), story_sheet(size)

    return take


for _size in SIZES:
    sitting(story_name(_size))(told(_size))

NAMES = frozenset(name for each in SITTINGS for name in each.names)


def take(number: int) -> tuple[str, ...]:
    """Take the pictures of one sitting."""
    with tempfile.TemporaryDirectory() as home:
        os.environ[HOME_VARIABLE] = home
        taken = []
        for shot in SITTINGS[number].take():
            name, picture = (shot, game_window()) if isinstance(shot, str) else shot
            pygame.image.save(picture, HERE / f"{name}.png")
            taken.append(name)
    return tuple(taken)


def main(names: list[str]) -> int:
    """Take the pictures with these names, or all; the exit code. ``--list`` only names them."""
    if names == ["--list"]:
        print(*sorted(NAMES), sep="\n")
        return 0
    unknown = sorted(set(names) - NAMES)
    if unknown:
        print(f"no such picture: {', '.join(unknown)}", file=sys.stderr)
        return 2
    every = [each.names for each in SITTINGS]
    wanted = [n for n, each in enumerate(every) if not names or set(names) & set(each)]
    with ProcessPoolExecutor(max_workers=2) as pool:
        for number, taken in zip(wanted, pool.map(take, wanted), strict=True):
            assert set(taken) == set(every[number]), f"{every[number]}: only {taken}"
            print(*taken, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
