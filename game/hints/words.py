"""What the game says of stuck boxes and of the way on."""

from __future__ import annotations

from game.hints.companion import Since
from game.hints.deadlocks import Deadlock, Reason
from game.hints.ways import NextStep
from game.language.words import Words, count
from solver.messages import Cause

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

AIDS = {
    "off": ("Stuck-box warnings: off.", "{deadlock_aid} changes this."),
    "warn": ("Stuck-box warnings: on.", "{deadlock_aid} changes this."),
    "show": ("Stuck boxes are ringed and explained.", "{deadlock_aid} changes this."),
}


def number_word(number: int) -> str:
    """``three``; in figures from eleven on."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def deadlock_words(deadlock: Deadlock) -> str:
    """Why boxes are stuck, in a sentence."""
    boxes = len(deadlock.boxes)
    these = "This box" if boxes == 1 else f"These {number_word(boxes)} boxes"
    match deadlock.reason:
        case Reason.CORNER:
            return "This box is in a corner."
        case Reason.DEAD_SQUARE:
            return "This box can no longer reach a goal."
        case Reason.WALL:
            return f"{these} block each other against the wall."
        case Reason.FREEZE:
            return f"{these} block each other."
        case Reason.GOALS:
            goals = number_word(deadlock.goals)
            goals += " goal" if deadlock.goals == 1 else " goals"
            return f"{number_word(boxes).capitalize()} boxes must share {goals}."
        case Reason.CORRAL:
            return f"The pusher cannot get behind {these.lower()}."
        case Reason.SEARCH:
            return "No sequence of pushes solves it: proved by search."


def stuck_words(since: Since, deadlock: Deadlock | None) -> Words:
    """Since when a game has been stuck, and why if that is to be explained."""
    lead = "Unsolvable from the start."
    if since.step:
        lead = f"Stuck since step {since.step}{'' if since.is_exact else ' or earlier'}."
    return lead, deadlock_words(deadlock) if deadlock else ""


def quality_words(way: NextStep) -> str:
    """How good the way is that a hint is taken from."""
    if way.is_optimal:
        return "From a solution proved shortest."
    return "From the first solution found, not proved shortest."


def solvable_words(way: NextStep) -> Words:
    """The first rung: it can still be done, and in how many pushes."""
    pushes = count(way.pushes, "push")
    if way.is_optimal:
        return "Solvable.", f"{pushes} to go: proved shortest."
    return "Solvable.", f"A solution in {pushes} is known, not proved shortest."


def journey_words(way: NextStep, *, on_goal: bool) -> Words:
    """The third rung: where the box goes."""
    place = "goal" if on_goal else "square"
    pushes = count(way.journey.pushes, "push")
    return f"Push this box to the marked {place}: {pushes}.", quality_words(way)


def undecided_words(cause: Cause | str | None) -> Words:
    """The solver does not know."""
    match cause:
        case Cause.TIME:
            return "No solution found in time.", "It may still be solvable. {hint} looks again."
        case Cause.MEMORY:
            return "No solution found with the memory available.", "It may still be solvable."
        case str():
            return f"{cause[:1].upper()}{cause[1:].rstrip('.')}.", "{hint} tries again."
    return "Unknown.", "{hint} tries again."
