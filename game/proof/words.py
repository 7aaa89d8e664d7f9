"""What is said about the solver and about what it proves."""

from __future__ import annotations

from game.language.words import Words, capitalized, translated
from game.proof.proof import Ending, Proof
from levels.language import N_, _, ngettext
from solver.client import SILENT, STOPPED
from solver.messages import Cause, Metric

BEGUN_ANEW = N_("The solver did not respond and was restarted.")
_KEPT = N_("Bounds and solutions are kept.")
PREPARING = N_("Preparing the solver."), N_("Up to a minute the first time. You can keep playing.")


def cost_words(cost: int, metric: Metric) -> str:
    """``97 pushes``, or moves, as the metric counts."""
    return metric.amount(cost)


def memory_words(mebibytes: int | None) -> str:
    """``256 MiB``, ``1 GiB``."""
    if mebibytes is None:
        return _("all memory")
    if mebibytes % 1024 == 0:
        return _("{number} GiB", number=mebibytes // 1024)
    return _("{number} MiB", number=mebibytes)


def time_words(seconds: float | None) -> str:
    """``30 s``, ``5 min``."""
    if seconds is None:
        return _("no limit")
    if seconds >= 60:
        return _("{number} min", number=f"{seconds / 60:.0f}")
    return _("{number} s", number=f"{seconds:.0f}")


def _cause_words(proof: Proof) -> str:
    match proof.cause:
        case Cause.TIME:
            return _("Gave up after {time}.", time=time_words(proof.limits.seconds))
        case Cause.MEMORY:
            limit = proof.limits.memory  # the system may have had less
            if limit is not None:
                return _("Gave up: out of memory (limit {memory}).", memory=memory_words(limit))
            return _("Gave up: out of memory.")
        case Cause.NODES:
            return _("Gave up: position limit reached.")
    return _("Stopped.")


def proof_words(proof: Proof) -> Words:
    """What to say about a search, running or ended."""
    match proof.ending:
        case None:
            return _running_words(proof)
        case Ending.OPTIMAL:
            return _(
                "{cost}: proved optimal.", cost=cost_words(proof.lower_bound, proof.metric)
            ), ""
        case Ending.SOLVED:
            cost = cost_words(proof.upper_bound or 0, proof.metric)
            return _("{cost}: not proved optimal.", cost=cost), ""
        case Ending.UNSOLVABLE:
            return _("Unsolvable: proved."), _("No sequence of pushes solves this position.")
        case Ending.GAVE_UP:
            return _cause_words(proof), _bounds(proof)
        case Ending.REFUTED:
            return _("The solver's answer does not solve this position."), _("It is not shown.")
        case Ending.CONTRADICTED:
            return _("A solution contradicts an earlier proof."), _("{solve} proves it again.")
        case Ending.FAILED:
            return _failed_words(proof.reason)


def _running_words(proof: Proof) -> Words:
    if proof.is_preparing:
        return translated(PREPARING)
    if proof.is_stopping:
        return _("Stopping."), ""
    rest = f"{_(BEGUN_ANEW)} {_(_KEPT)}" if proof.is_begun_anew else _("You can keep playing.")
    return _bounds(proof) or _("Searching."), rest


def _bounds(proof: Proof) -> str:
    """What is proved and found so far."""
    least, most = proof.lower_bound, proof.upper_bound
    if most is not None:
        if proof.metric.counts == "moves":
            return ngettext(
                "Between {least} and {n} move.", "Between {least} and {n} moves.", most, least=least
            )
        return ngettext(
            "Between {least} and {n} push.", "Between {least} and {n} pushes.", most, least=least
        )
    if not least:
        return ""
    if proof.metric.counts == "moves":
        return ngettext("At least {n} move.", "At least {n} moves.", least)
    return ngettext("At least {n} push.", "At least {n} pushes.", least)


def reason_words(reason: str) -> str:
    """Why the solver failed, as its process says it in English, in a sentence."""
    words, bracket, name = reason.rstrip(".").partition(" (")
    return f"{capitalized(_(words))}{bracket}{name}."


def _failed_words(reason: str) -> Words:
    lead = reason_words(reason)
    if reason.rstrip(".") in (STOPPED, SILENT):
        return lead, _("It has been restarted.")
    return lead, _("{solve} tries again.")


def phase_words(proof: Proof) -> str:
    """What the search is doing, for the panel."""
    if proof.is_stopping:
        return _("Stopping")
    if not proof.lower_bound:
        return _("Looking at the level")
    if proof.metric.counts == "moves":
        return ngettext(
            "Trying every way to solve it in {n} move",
            "Trying every way to solve it in {n} moves",
            proof.lower_bound,
        )
    return ngettext(
        "Trying every way to solve it in {n} push",
        "Trying every way to solve it in {n} pushes",
        proof.lower_bound,
    )
