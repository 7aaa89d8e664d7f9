"""What the game says of stuck boxes and of the way on."""

from __future__ import annotations

from game.hints.companion import Since
from game.hints.deadlocks import Deadlock, Reason
from game.hints.ways import NextStep
from game.language.words import Words
from game.proof.words import reason_words
from levels.language import N_, _, grouped, ngettext
from solver.messages import Cause

# Translators: how many boxes or goals, in words: "These three boxes block each other."
_NUMBERS = (
    N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"),
    N_("eight"), N_("nine"), N_("ten"),
)  # fmt: skip

AIDS = {
    "off": (N_("Stuck-box warnings: off."), N_("{deadlock_aid} changes this.")),
    "warn": (N_("Stuck-box warnings: on."), N_("{deadlock_aid} changes this.")),
    "show": (N_("Stuck boxes are ringed and explained."), N_("{deadlock_aid} changes this.")),
}


def number_word(number: int) -> str:
    """``three``; in figures from eleven on."""
    return _(_NUMBERS[number]) if number < len(_NUMBERS) else grouped(number)


def deadlock_words(deadlock: Deadlock) -> str:
    """Why boxes are stuck, in a sentence."""
    boxes = len(deadlock.boxes)
    number = number_word(boxes)
    # Translators: {number} is the number in words; {n} is the same in figures.
    match deadlock.reason:
        case Reason.CORNER:
            return _("This box is in a corner.")
        case Reason.DEAD_SQUARE:
            return _("This box can no longer reach a goal.")
        case Reason.WALL:
            return ngettext(
                "This box is stuck against the wall.",
                "These {number} boxes block each other against the wall.",
                boxes,
                number=number,
            )
        case Reason.FREEZE:
            return ngettext(
                "This box is stuck.", "These {number} boxes block each other.", boxes, number=number
            )
        case Reason.GOALS:
            return ngettext(
                "{Number} boxes must share {goals} goal.",
                "{Number} boxes must share {goals} goals.",
                deadlock.goals,
                Number=number[:1].upper() + number[1:],
                goals=number_word(deadlock.goals),
            )
        case Reason.BLOCKED | Reason.LOCKED:
            return f"{_blocking_words(boxes)} {_cut_off_words(deadlock)}"
        case Reason.CORRAL:
            return ngettext(
                "The pusher cannot get behind this box.",
                "The pusher cannot get behind these {number} boxes.",
                boxes,
                number=number,
            )
        case Reason.SEARCH:
            return _("No sequence of pushes solves it: proved by search.")


def _blocking_words(boxes: int) -> str:
    """What boxes do that are frozen on goals."""
    # Translators: "No box can reach the marked goal." or the like follows.
    return ngettext(
        "This box blocks the way.",
        "These {number} boxes block the way.",
        boxes,
        number=number_word(boxes),
    )


def _cut_off_words(deadlock: Deadlock) -> str:
    """What follows for the goals or the boxes whose way is blocked."""
    left, number = deadlock.left, number_word(deadlock.left)
    if deadlock.reason is Reason.BLOCKED and not left:
        return ngettext(
            "No box can reach the marked goal.",
            "No box can reach the marked goals.",
            len(deadlock.cut_off),
        )
    if deadlock.reason is Reason.BLOCKED:
        return ngettext(
            "Only one box can still reach the marked goals.",
            "Only {number} boxes can still reach the marked goals.",
            left,
            number=number,
        )
    if not left:
        return ngettext(
            "The marked box can no longer reach a goal.",
            "The marked boxes can no longer reach any goals.",
            len(deadlock.cut_off),
        )
    # Translators: {goals} is the number in words; {n} is the same in figures.
    return ngettext(
        "The marked boxes can reach only one goal.",
        "The marked boxes can reach only {goals} goals.",
        left,
        goals=number,
    )


def stuck_words(since: Since, deadlock: Deadlock | None) -> Words:
    """Since when a game has been stuck, and why if that is to be explained."""
    if not since.step:
        lead = _("Unsolvable from the start.")
    elif since.is_exact:
        lead = _("Stuck since step {step}.", step=since.step)
    else:
        lead = _("Stuck since step {step} or earlier.", step=since.step)
    return lead, deadlock_words(deadlock) if deadlock else ""


def quality_words(way: NextStep) -> str:
    """How good the way is that a hint is taken from."""
    if way.is_optimal:
        return _("From a solution proved shortest.")
    return _("From the first solution found, not proved shortest.")


def solvable_words(way: NextStep) -> Words:
    """The first rung: it can still be done, and in how many pushes."""
    if way.is_optimal:
        rest = ngettext(
            "{n} push to go: proved shortest.", "{n} pushes to go: proved shortest.", way.pushes
        )
    else:
        rest = ngettext(
            "A solution in {n} push is known, not proved shortest.",
            "A solution in {n} pushes is known, not proved shortest.",
            way.pushes,
        )
    return _("Solvable."), rest


def journey_words(way: NextStep, *, on_goal: bool) -> Words:
    """The third rung: where the box goes."""
    pushes = way.journey.pushes
    if on_goal:
        lead = ngettext(
            "Push this box to the marked goal: {n} push.",
            "Push this box to the marked goal: {n} pushes.",
            pushes,
        )
    else:
        lead = ngettext(
            "Push this box to the marked square: {n} push.",
            "Push this box to the marked square: {n} pushes.",
            pushes,
        )
    return lead, quality_words(way)


def undecided_words(cause: Cause | str | None) -> Words:
    """The solver does not know."""
    match cause:
        case Cause.TIME:
            return _("No solution found in time."), _(
                "It may still be solvable. {hint} looks again."
            )
        case Cause.MEMORY:
            return _("No solution found with the memory available."), _("It may still be solvable.")
        case str():
            return reason_words(cause), _("{hint} tries again.")
    return _("Unknown."), _("{hint} tries again.")
