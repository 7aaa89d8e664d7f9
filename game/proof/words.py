"""What is said about the solver and about what it proves."""

from __future__ import annotations

from game.language.words import Words, count
from game.proof.proof import Ending, Proof
from solver.messages import Cause, Metric

BEGUN_ANEW = "The solver did not respond and was restarted."
_KEPT = "Bounds and solutions are kept."
PREPARING = "Preparing the solver.", "Up to a minute the first time. You can keep playing."


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
    """What to say about a search, running or ended."""
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
            return _cause_words(proof), _bounds(proof)
        case Ending.REFUTED:
            return "The solver's answer does not solve this position.", "It is not shown."
        case Ending.CONTRADICTED:
            return "A solution contradicts an earlier proof.", "{solve} proves it again."
        case Ending.FAILED:
            return _failed_words(proof.reason)


def _running_words(proof: Proof) -> Words:
    if proof.is_preparing:
        return PREPARING
    if proof.is_stopping:
        return "Stopping.", ""
    rest = f"{BEGUN_ANEW} {_KEPT}" if proof.is_begun_anew else "You can keep playing."
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
    if reason in ("the solver stopped unexpectedly", "the solver did not respond"):
        return f"{reason.capitalize()}.", "It has been restarted."
    return f"{reason[:1].upper()}{reason[1:]}.", "{solve} tries again."


def phase_words(proof: Proof) -> str:
    """What the search is at, for the panel."""
    if proof.is_stopping:
        return "Stopping"
    if proof.lower_bound:
        return f"Trying every way to solve it in {cost_words(proof.lower_bound, proof.metric)}"
    return "Looking at the level"
