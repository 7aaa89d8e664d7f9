"""What the game says: sentences in two parts, the first of which is set in a bolder weight.

Plain, short, calm, figures first; *proved* only where it is, *at least* for a bound.
"""

from __future__ import annotations

from typing import TypeAlias

from game.proof.proof import Ending, Proof
from levels.collection import Collection
from levels.level import LevelError
from solver.messages import Cause, Metric

Words: TypeAlias = tuple[str, str]

BEGUN_ANEW = "The solver did not respond and was restarted."
PREPARING = "Preparing the solver.", "Up to a minute the first time. You can keep playing."


def grouped(number: int) -> str:
    """``9213``, ``12 345``: thin spaces in what has more than four figures."""
    return f"{number:,}".replace(",", "\u2009") if abs(number) >= 10_000 else str(number)


def count(number: int, noun: str) -> str:
    """``1 push``, ``97 pushes``: a number with its noun."""
    if number == 1:
        return f"1 {noun}"
    return f"{grouped(number)} {noun}{'es' if noun.endswith('sh') else 's'}"


def placed(place: str, words: str) -> str:
    """``From step 12: at least 97 pushes.``; without a place just the words."""
    return f"{place}: {words[:1].lower()}{words[1:]}" if place else words


# --- levels ----------------------------------------------------------------------------------


def solved_words(pushes: int, par: int | None, *, least: int = 0, last_of: str = "") -> Words:
    """What is said of a solved level: how good it was, and what comes next."""
    lead = f"Solved: {count(pushes, 'push')}."
    compared = f"It takes at least {least}. " if 0 < least < pushes else ""
    if par is not None:
        compared = "Nobody can do better. " if pushes == par else f"{par} is proved optimal. "
    ending = f"That was the last level of {last_of}."
    return lead, compared + (ending if last_of else "Next level: {lead_on}.")


def fault_words(file: str, fault: LevelError) -> str:
    """``levels.xsb, line 14: row has no closing wall.``"""
    text = str(LevelError(fault.reason, file=file, line=fault.line, column=fault.column))
    return text if text.endswith(".") else f"{text}."


def opened_words(file: str, collection: Collection) -> Words | None:
    """What to say of a file with faulty levels; None if there is nothing to say."""
    faults, levels = collection.faults, collection.levels
    if not faults:
        return None
    lead = fault_words(file, faults[0])
    lost = [entry for entry in collection.entries if isinstance(entry, LevelError)]
    if not lost:  # a saved game was at fault, and its level can be played all the same
        return lead, f"{count(len(levels), 'level')} added."
    further = len(lost) - (faults[0] in lost)
    more = f"{count(further, 'more level')} cannot be played. " if further else ""
    if len(levels) == 1:
        return lead, f"{more}The other level was added."
    return lead, f"{more}The other {len(levels)} levels were added."


# --- the solver ------------------------------------------------------------------------------


def cost_words(cost: int, metric: Metric) -> str:
    """``97 pushes``, or moves, as the metric counts."""
    return count(cost, "push" if metric.counts == "pushes" else "move")


def memory_words(mebibytes: int | None) -> str:
    """``256 MiB``, ``1 GiB``."""
    if mebibytes is None:
        return "all memory"
    return f"{mebibytes // 1024} GiB" if mebibytes % 1024 == 0 else f"{mebibytes} MiB"


def time_words(seconds: float | None) -> str:
    """``30 s``, ``5 min``."""
    if seconds is None:
        return "no limit"
    return f"{seconds / 60:.0f} min" if seconds >= 60 else f"{seconds:.0f} s"


def _cause_words(proof: Proof) -> str:
    match proof.cause:
        case Cause.TIME:
            return f"Gave up after {time_words(proof.limits.seconds)}."
        case Cause.MEMORY:
            limit = proof.limits.memory  # the system may have had less
            allowed = f" (limit {memory_words(limit)})" if limit is not None else ""
            return f"Gave up: out of memory{allowed}."
        case Cause.NODES:
            return "Gave up: position limit reached."
    return "Stopped."


def proof_words(proof: Proof) -> Words:
    """What there is to say of a search, running or ended."""
    match proof.ending:
        case None:
            return _running_words(proof)
        case Ending.OPTIMAL:
            return f"{cost_words(proof.lower_bound, proof.metric)}: proved optimal.", ""
        case Ending.SOLVED:
            cost = cost_words(proof.upper_bound or 0, proof.metric)
            return f"{cost}: not proved optimal.", ""
        case Ending.UNSOLVABLE:
            return "Unsolvable: proved.", "No sequence of pushes solves this position."
        case Ending.GAVE_UP:
            return _cause_words(proof), _gap_words(proof)
        case Ending.REFUTED:
            return "The solver's answer does not solve this position.", "It is not shown."
        case Ending.CONTRADICTED:
            return "A solution contradicts an earlier proof.", "{solve} proves it again."
        case Ending.FAILED:
            return _failed_words(proof.reason)


def _gap_words(proof: Proof) -> str:
    """What an ended search leaves open."""
    return _bounds(proof)


def _running_words(proof: Proof) -> Words:
    if proof.is_preparing:
        return PREPARING
    if proof.is_stopping:
        return "Stopping.", ""
    rest = BEGUN_ANEW if proof.is_begun_anew else "You can keep playing."
    return _bounds(proof) or "Searching.", rest


def _bounds(proof: Proof) -> str:
    """What is proved and found so far."""
    if proof.upper_bound is not None:
        return f"Between {proof.lower_bound} and {cost_words(proof.upper_bound, proof.metric)}."
    if not proof.lower_bound:
        return ""
    return f"At least {cost_words(proof.lower_bound, proof.metric)}."


def _failed_words(reason: str) -> Words:
    reason = reason.rstrip(".")
    if reason in ("the solver stopped unexpectedly", "the solver did not answer"):
        return f"{reason.capitalize()}.", "It has been restarted."
    return f"{reason[:1].upper()}{reason[1:]}.", "{solve} tries again."


def phase_words(proof: Proof) -> str:
    """What the search is at, for the panel."""
    if proof.is_stopping:
        return "Stopping"
    if proof.lower_bound:
        return f"Trying every way to solve it in {cost_words(proof.lower_bound, proof.metric)}"
    return "Looking at the level"
