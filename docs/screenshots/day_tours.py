"""The calendar and the statistics, before and after something is solved."""

from __future__ import annotations

from datetime import datetime

from docs.screenshots.desk import desk, pack
from docs.screenshots.tour import Shown, Steps, answer, tour


@tour
def days() -> Steps:
    with desk(pack("first-steps"), 9) as game:
        game.app.features.days.now = lambda: datetime(2026, 11, 22, 12)
        game.open("t", scene="CalendarScene")
        yield "calendar-empty"
        game.ask("ctrl+c", says="not")
        yield "calendar-not-solved"
        game.press("right")
        game.settle()
        yield "calendar-tomorrow"
        game.press("end", "enter")
        game.wait(lambda: game.place_name == "PlayScene")
        game.settle()
        yield "day"
        game.ask("ctrl+n", says="This is the level of the day.")
        yield "day-unsolved"
        game.play(answer(game))
        game.wait_for("Solved")
        game.settle()
        yield "day-solved"
        yield Shown("day-copied", ("shift+t",), says="Copied.")
        game.open("t", scene="CalendarScene")
        yield "calendar-solved"


@tour
def figures() -> Steps:
    with desk(pack("first-steps"), 9) as game:
        game.open("i", scene="LevelScene")
        yield "level-page-unplayed"
        game.open("escape", scene="PlayScene")
        game.open("shift+i", scene="StatisticsScene")
        game.wait(lambda: "Counting" not in game.said)
        game.settle()
        yield "statistics-empty"
        game.open("escape", scene="PlayScene")
        game.play(answer(game))
        game.open("shift+i", scene="StatisticsScene")
        game.wait(lambda: "Counting" not in game.said)
        game.settle()
        yield "statistics-begun"
