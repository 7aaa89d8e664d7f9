"""Pictures of play: every look, snapshots and ways, reverse play, the review."""

from __future__ import annotations

from collections.abc import Callable

from docs.screenshots.desk import desk, pack
from docs.screenshots.sitting import Shots, pick_up, sitting
from game.looks.theme import THEME_NAMES

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
