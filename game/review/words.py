"""What is said of a reviewed game: only what is proved, and as much of why as can be checked."""

from __future__ import annotations

from game.language.words import Words, placed
from game.review.reasons import Fact, FactKind, Mistake
from levels.language import N_, _, grouped, ngettext
from levels.level import Direction
from solver.messages import Metric
from solver.review import Downfall, Loss, Review

_PUSHED = {
    Direction.UP: N_("Step {step}: pushing this box up costs {amount}."),
    Direction.LEFT: N_("Step {step}: pushing this box left costs {amount}."),
    Direction.DOWN: N_("Step {step}: pushing this box down costs {amount}."),
    Direction.RIGHT: N_("Step {step}: pushing this box right costs {amount}."),
}
_FATAL = {
    Direction.UP: N_("Step {step}: pushing this box up makes the level unsolvable."),
    Direction.LEFT: N_("Step {step}: pushing this box left makes the level unsolvable."),
    Direction.DOWN: N_("Step {step}: pushing this box down makes the level unsolvable."),
    Direction.RIGHT: N_("Step {step}: pushing this box right makes the level unsolvable."),
}
_OTHER_WAY = {
    Direction.UP: N_("A shortest solution pushes it up."),
    Direction.LEFT: N_("A shortest solution pushes it left."),
    Direction.DOWN: N_("A shortest solution pushes it down."),
    Direction.RIGHT: N_("A shortest solution pushes it right."),
}


def amount_words(loss: Loss, metric: Metric) -> str:
    """``4 pushes``, ``at least 2 and at most 6 pushes``, ``up to 6 pushes``."""
    if loss.at_least == loss.at_most:
        return metric.amount(loss.at_most)
    moves, least = metric.counts == "moves", loss.at_least
    if least and moves:
        return ngettext(
            "at least {least} and at most {n} move", "at least {least} and at most {n} moves",
            loss.at_most, least=least,
        )  # fmt: skip
    if least:
        return ngettext(
            "at least {least} and at most {n} push", "at least {least} and at most {n} pushes",
            loss.at_most, least=least,
        )  # fmt: skip
    if moves:
        return ngettext("up to {n} move", "up to {n} moves", loss.at_most)
    return ngettext("up to {n} push", "up to {n} pushes", loss.at_most)


def loss_words(review: Review, loss: Loss, mistake: Mistake | None) -> Words:
    """A loss in one sentence, and why, as far as that can be seen."""
    step = grouped(review.steps[loss.upto])
    if loss.is_fatal:
        if mistake is None:
            return _("Step {step}: from here on it cannot be solved.", step=step), ""
        return _(_FATAL[mistake.own.way], step=step), reason_words(mistake.reason)
    # Translators: {amount} is "4 pushes", "up to 6 moves", "at least 2 and at most 6 pushes".
    amount = amount_words(loss, review.metric)
    if mistake is not None:
        lead = _(_PUSHED[mistake.own.way], step=step, amount=amount)
        return lead, reason_words(mistake.reason)
    first = review.steps[loss.after] + 1
    if loss.upto == loss.after + 1:
        return _("Step {step}: {amount} lost.", step=step, amount=amount), ""
    lead = _(
        "Between steps {first} and {last}: {amount} lost.",
        first=grouped(first), last=step, amount=amount,
    )  # fmt: skip
    return lead, _("Proving which push it was is out of reach for now.")


def reason_words(reason: Fact) -> str:
    """Why a push was no good."""
    number = reason.number
    match reason.kind:
        case FactKind.RETURNS if number:
            return _("It puts the boxes back where they were at step {step}.", step=grouped(number))
        case FactKind.RETURNS:
            return _("It puts the boxes back where they were at the start.")
        case FactKind.TAKEN_BACK:
            return _(
                "You took it back: at step {step} the boxes are here again.", step=grouped(number)
            )
        case FactKind.LONG_WALK:
            return ngettext(
                "The walk to this push was {n} move too long.",
                "The walk to this push was {n} moves too long.",
                number,
            )
        case FactKind.BLOCKS:
            return _("It blocks the first push of a shortest solution.")
        case FactKind.TOO_EARLY:
            return _("Too early: in a shortest solution another box goes first.")
        case FactKind.OTHER_GOAL:
            return _("In a shortest solution this box ends on another goal.")
        case FactKind.DETOUR:
            return ngettext(
                "It is a detour: {n} push of this box can be saved.",
                "It is a detour: {n} pushes of this box can be saved.",
                number,
            )
        case FactKind.OTHER_WAY:
            return _(_OTHER_WAY[Direction(number % 4)])
    return _("A shortest solution pushes another box here.")


def better_words(review: Review, loss: Loss) -> Words:
    """What is said while the better way is shown."""
    if loss.is_fatal:
        amount = review.metric.amount(review.at_least(loss.after))
        return _("A better way:"), _(
            "this box goes there first. From here it takes {amount}.", amount=amount
        )
    amount = review.metric.amount(loss.at_most)
    return _("A better way:"), _("this box goes there first, which saves {amount}.", amount=amount)


def summary_words(review: Review) -> Words:
    """What is said of the whole game when all has been looked at."""
    downfall = review.downfall
    if downfall is not None:
        return _downfall_words(review, downfall)
    if review.pushes == 0:
        return _("No box has been pushed yet."), _("There is nothing to review.")
    if review.end < 0:
        return _("This game is out of reach for now."), _("Nothing could be proved about it.")
    lead, rest = _total_words(review)
    if review.end < review.pushes:
        step = grouped(review.steps[review.end])
        return lead, _("After step {step} nothing could be proved.", step=step)
    if not review.is_solved and review.is_exact(review.end):
        amount = review.metric.amount(review.at_least(review.end))
        return lead, _("From here it still takes {amount}.", amount=amount)
    return lead, rest


def _total_words(review: Review) -> Words:
    total, losses = review.total, review.losses
    if total.at_most == 0:
        wasted = _("Not one push was wasted.")
        if review.metric.counts == "moves":
            wasted = _("Not one move was wasted.")
        return wasted, _("Proved: nobody can do better.")
    lead = _("You lost {amount}.", amount=amount_words(total, review.metric))
    if total.at_least < total.at_most:
        return lead, _("No more is proved for now.")
    good = review.pushes - len(losses)
    kept = ngettext(
        "{good} of your {n} push lost nothing.",
        "{good} of your {n} pushes lost nothing.",
        review.pushes,
        good=grouped(good),
    )
    if any(not loss.is_exact for loss in losses):
        kept = ""
    return lead, kept


def _downfall_words(review: Review, downfall: Downfall) -> Words:
    if downfall.upto == 0:
        return _("This level cannot be solved: proved."), _("None of your pushes is to blame.")
    step = grouped(review.steps[downfall.upto])
    if downfall.is_exact:
        lead = _("Step {step}: from here on it cannot be solved.", step=step)
        before = _total_words(review)[0] if review.end >= 0 else ""
        return lead, placed(_("Until then"), before) if before else ""
    since = 0 if downfall.after is None else review.steps[downfall.after]
    return (
        _(
            "Somewhere between steps {first} and {last} it became unsolvable.",
            first=grouped(since),
            last=step,
        ),
        _("Proving which push did it is out of reach for now."),
    )


def progress_words(review: Review) -> Words:
    """What is said while more is looked for."""
    lost = sum(loss.at_least for loss in review.losses)
    found = _("{amount} lost so far.", amount=review.metric.amount(lost)) if lost else ""
    return _("Reviewing your game, from the end backward."), found
