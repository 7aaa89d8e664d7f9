"""A review: of a whole game, of one that was left, and the better way found alone."""

from __future__ import annotations

from docs.screenshots.desk import Desk, desk, pack
from docs.screenshots.play_shots import DETOURS
from docs.screenshots.tour import Steps, balance, menu_and_keys, tour


def climb(game: Desk) -> bool:
    """Take a hint; whether that has led to the better way."""
    game.press("h")
    game.settle()
    return "Found" in game.said


@tour
def better_ways() -> Steps:
    with desk(pack("warehouse"), balance()) as game:
        game.play(DETOURS)
        game.settle()
        game.press("f8")
        game.wait_for("You lost 8 pushes.")
        game.settle()
        yield "review-summary"
        yield from menu_and_keys("review")
        game.press("n")
        game.open("c", scene="CompareScene")
        yield "compare-in-review"
        yield from menu_and_keys("compare")
        game.open("escape", scene="ReviewScene")
        game.press("n")
        game.wait_for("costs")
        game.open("enter", scene="RetryScene")
        yield "find-start"
        yield from menu_and_keys("find")
        game.ask("l", says="You are only trying out this level.")
        yield "find-elsewhere"
        game.wait(lambda: climb(game))
        yield "find-found"


@tour
def review_by_moves() -> Steps:
    with desk(pack("warehouse"), balance()) as game:
        game.play(DETOURS[:60])
        game.open("f8", scene="ReviewScene")
        reviewer = game.app.features.reviewer
        game.wait(lambda: not reviewer.is_running)
        game.settle()
        yield "review-unsolved"
        game.press("m")
        game.wait_for("Reviewing your game")
        yield "review-running"
        game.wait(lambda: not reviewer.is_running)
        game.settle()
        yield "review-by-moves"
        game.press("n")
        game.settle()
        yield "review-loss-of-moves"
