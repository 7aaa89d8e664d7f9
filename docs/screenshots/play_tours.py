"""What is said while a level is played, and what the solver shows of it."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

from docs.screenshots.desk import desk, drawn, pack
from docs.screenshots.play_shots import DETOURS
from docs.screenshots.solver_shots import LAYERS, YARD, show_layer
from docs.screenshots.tour import Shown, Steps, answer, balance, tour
from game.input.clipboard import write_clipboard
from game.proof.choice_fields import ChoiceField
from game.storage.database import open_database
from game.storage.rows import put_solution
from solver import solve


@tour
def said() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        write_clipboard("")
        for name, key, words in (
            ("pasted-nothing", "ctrl+v", "There is no text on the clipboard."),
            ("aid", "f6", "Stuck boxes are ringed and explained."),
            ("muted", "ctrl+m", "Sound is off."),
            ("copied", "ctrl+c", "Level copied as XSB."),
            ("copied-short", "c", "Copied as a short text"),
            ("copied-game", "shift+ctrl+c", "Level and game copied"),
            ("solved-short", "shift+c", "You have not solved this level yet."),
            ("picture", "f12", "Picture of"),
            ("no-snapshot", "ctrl+l", "No snapshots yet."),
            ("snapshot", "ctrl+s", "Snapshot taken"),
            ("no-best", "f7", "You have not solved this level yet."),
            ("no-review", "f8", "There is nothing to review."),
            ("solvable", "shift+u", "Nothing was taken back."),
            ("other-way", "b", "No other way branches off here."),
            ("no-result", "shift+t", "There is no result of the day to copy."),
        ):  # fmt: skip
            game.ask(key, says=words)
            yield f"said-{name}"
        game.press("left")
        game.ask("r", says="Restarted.")
        yield "said-restarted"
        game.press("right", "home")
        game.ask("b", says="The other way from here")
        yield "said-switched"


TWO_ROOMS = """
#########
#   #   #
# $ . @ #
#   #   #
#########
Title: Two Rooms
"""


@tour
def in_reverse() -> Steps:
    with desk(drawn("Two rooms", TWO_ROOMS)) as game:
        game.open("v", scene="ReverseScene")
        game.wait_for("pull the boxes back")
        yield "reverse-start"
        game.ask("o", says="The pusher starts here.")
        yield "reverse-elsewhere"
        game.ask("f12", says="Picture of")
        yield "reverse-picture"
        game.press("escape")
    with desk(drawn("Corridor", "########\n#@ $ . #\n########\nTitle: Corridor")) as game:
        game.open("v", scene="ReverseScene")
        game.press("ctrl+right", "right", "left", "left")
        game.wait_for("Back at the start")
        game.settle()
        yield "reverse-solved"
        game.ask("enter", says="Reversed into a solution.")
        yield "reverse-turned"


@tour
def solved_levels() -> Steps:
    with desk(pack("first-steps"), 2) as game:
        game.press("ctrl+s", "right", "ctrl+s", "r")
        game.play(answer(game))
        game.wait_for("Solved")
        yield "solved-alone"
        yield Shown("hint-when-solved", ("h",), says="This level is solved.")
        game.open("f7", scene="ReplayScene")
        game.ask("c", says="Nobody can do better than your best solution")
        yield "compared-with-nothing"
        game.open("escape", scene="PlayScene")
        game.press("r", "h", "h", "h", "h")
        game.solve()
        game.press("escape", "escape", "r")
        game.play(answer(game))
        game.wait_for("Solved")
        yield "solved-and-proved"
        game.open("f7", scene="ReplayScene")
        yield "replay-best"
        game.ask("ctrl+c", says="Copied as LURD")
        yield "replay-copied"
        game.ask("f12", says="replay.png")
        yield "replay-strip"
        game.press("ctrl+e")
        game.wait(lambda: not game.app.features.export.progress)
        game.wait_for("replay.gif")
        yield "replay-gif"


@tour
def lists() -> Steps:
    with desk(pack("warehouse"), balance()) as game:
        session = game.app.features.course.session
        yield Shown("no-ways", ("shift+b",), ("escape",), "No other ways yet.")
        for at, lurd in ((0, DETOURS[:96]), (54, "ruulldrRdrU"), (38, "ddlluRRR"), (85, "rdLLuu")):
            session.go_to(at)
            session.go(lurd, as_one=False)
        game.settle()
        yield Shown("list-of-ways", ("shift+b",), ("escape",))
        yield Shown("no-snapshots", ("shift+ctrl+s",), ("escape",), "No snapshots yet.")
        game.press("ctrl+s", "u", "u", "ctrl+s")
        game.settle()
        yield Shown("list-of-snapshots", ("shift+ctrl+s",), ("escape",))


@tour
def last_level() -> Steps:
    with desk(pack("first-steps"), 12) as game:
        course = game.app.features.course
        assert course.records is not None
        with closing(open_database(course.records.path)) as database:
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            for level in pack("first-steps").levels[:-1]:
                put_solution(database, level, solve(level).solution.lurd, now)  # type: ignore[union-attr]
        game.play(answer(game))
        game.wait_for("all 12 solved")
        game.settle()
        yield "solved-last"


@tour
def layers() -> Steps:
    with desk(pack("warehouse"), balance()) as game:
        game.solve()
        show_layer(game, "distance")
        yield "xray-with-proof"
        for number in range(2, len(LAYERS) + 1):
            game.press(str(number))
            game.settle()
        yield "xray-everything"


@tour
def one_layer() -> Steps:
    with desk(pack("first-steps"), 5) as game:
        for layer in LAYERS:
            show_layer(game, layer)
            yield f"xray-alone-{layer}"


@tour
def proof_choices() -> Steps:
    with desk(drawn("Hard levels", YARD), search_minutes=1) as game:
        game.press("f5")
        game.wait(lambda: game.app.link.is_running)
        game.press("escape")
        game.wait_for("Stopped")
        for field in [hit for hit in game.app.hits if isinstance(hit, ChoiceField)]:
            game.click(field)
            game.settle()
            yield f"proof-choices-{field.setting.replace('_', '-')}"
            game.click(field)
            game.settle()
