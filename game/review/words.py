"""What is said of a reviewed game: only what is proved, and as much of why as can be checked."""

from __future__ import annotations

from game.language.words import Words, count
from game.review.reasons import Fact, FactKind, Mistake
from levels.language import grouped
from levels.level import Direction
from solver.messages import Metric
from solver.review import Downfall, Loss, Review

_WAYS = {way: way.name.lower() for way in Direction}


def amount_words(loss: Loss, metric: Metric) -> str:
    """``4 pushes``, ``at least 2 and at most 6 pushes``, ``up to 6 pushes``."""
    most = count(loss.at_most, "push" if metric is Metric.PUSHES else "move")
    if loss.at_least == loss.at_most:
        return most
    return f"at least {loss.at_least} and at most {most}" if loss.at_least else f"up to {most}"


def loss_words(review: Review, loss: Loss, mistake: Mistake | None) -> Words:
    """A loss in one sentence, and why, as far as that can be seen."""
    amount, step = amount_words(loss, review.metric), review.steps[loss.upto]
    if mistake is not None:
        pushed = f"pushing this box {_WAYS[mistake.own.way]}"
        return f"Step {grouped(step)}: {pushed} costs {amount}.", reason_words(
            mistake.reason, review.metric
        )
    first = review.steps[loss.after] + 1
    if loss.upto == loss.after + 1:
        return f"Step {grouped(step)}: {amount} lost.", ""
    place = f"Between steps {grouped(first)} and {grouped(step)}"
    rest = "Proving which push it was is out of reach for now."
    return f"{place}: {amount} lost.", rest


def reason_words(reason: Fact, metric: Metric) -> str:
    """Why a push was no good."""
    number, way = reason.number, _WAYS.get(Direction(reason.number % 4), "")
    match reason.kind:
        case FactKind.RETURNS:
            place = f"at step {grouped(number)}" if number else "at the start"
            return f"It puts the boxes back where they were {place}."
        case FactKind.TAKEN_BACK:
            return f"You took it back: at step {grouped(number)} the boxes are here again."
        case FactKind.LONG_WALK:
            return f"The walk to this push was {count(number, 'step')} too long."
        case FactKind.BLOCKS:
            return "It blocks the first push of a shortest solution."
        case FactKind.TOO_EARLY:
            return "Too early: in a shortest solution another box goes first."
        case FactKind.OTHER_GOAL:
            return "In a shortest solution this box ends on another goal."
        case FactKind.DETOUR:
            return f"It is a detour: {count(number, 'push')} of this box can be saved."
        case FactKind.OTHER_WAY:
            return f"A shortest solution pushes it {way}."
    return "A shortest solution pushes another box here."


def better_words(mistake: Mistake, saved: int, metric: Metric) -> Words:
    """What is said while the better way is shown."""
    unit = count(saved, "push" if metric is Metric.PUSHES else "move")
    return "A better way:", f"this box goes there first, which saves {unit}."


def summary_words(review: Review) -> Words:
    """What is said of the whole game when all has been looked at."""
    downfall = review.downfall
    if downfall is not None:
        return _downfall_words(review, downfall)
    if review.pushes == 0:
        return "No box has been pushed yet.", "There is nothing to review."
    if review.end < 0:
        return "This game is out of reach for now.", "Nothing could be proved about it."
    lead, rest = _total_words(review)
    if review.end < review.pushes:
        step = grouped(review.steps[review.end])
        return lead, f"After step {step} nothing could be proved."
    if not review.is_solved and review.is_exact(review.end):
        needed = review.at_least(review.end)
        unit = count(needed, "push" if review.metric is Metric.PUSHES else "move")
        return lead, f"From here it still takes {unit}."
    return lead, rest


def _total_words(review: Review) -> Words:
    total, losses = review.total, review.losses
    unit = "push" if review.metric is Metric.PUSHES else "move"
    if total.at_most == 0:
        return f"Not one {unit} was wasted.", "Proved: nobody can do better."
    if total.at_least < total.at_most:
        return f"You lost {amount_words(total, review.metric)}.", "No more is proved for now."
    good = review.pushes - len(losses)
    kept = f"{grouped(good)} of your {count(review.pushes, 'push')} lost nothing."
    if any(not loss.is_exact for loss in losses):
        kept = ""
    return f"You lost {count(total.at_most, unit)}.", kept


def _downfall_words(review: Review, downfall: Downfall) -> Words:
    if downfall.upto == 0:
        return "This level cannot be solved: proved.", "None of your pushes is to blame."
    step = grouped(review.steps[downfall.upto])
    if downfall.is_exact:
        lead = f"Step {step}: from here on it cannot be solved."
        before, _ = _total_words(review) if review.end >= 0 else ("", "")
        return lead, f"Until then: {before[:1].lower()}{before[1:]}" if before else ""
    since = 0 if downfall.after is None else review.steps[downfall.after]
    return (
        f"Somewhere between steps {grouped(since)} and {step} it became unsolvable.",
        "Proving which push did it is out of reach for now.",
    )


def progress_words(review: Review) -> Words:
    """What is said while more is looked for."""
    lost = sum(loss.at_least for loss in review.losses)
    unit = "push" if review.metric is Metric.PUSHES else "move"
    found = f"{count(lost, unit)} lost so far." if lost else ""
    return "Reviewing your game, from the end backward.", found
