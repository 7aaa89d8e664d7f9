"""show where a game lost pushes or moves

The game may be unfinished, or one that can no longer be solved. Losses that are proved are reported
exactly: "step 61: 4 pushes lost". Where --seconds for each position are not enough for a proof, the
loss is given as a range. --metric moves counts moves.

Exit code: 0 if all is known, 1 if something was given up or interrupted, 2 if the input could not
be used: no such file or level, or steps that cannot be played.
"""

from __future__ import annotations

import argparse
import json
import sys

from levels.language import _, ngettext, said_of
from levels.lurd import replay_lurd
from levels.position import Position
from solver.commands.attempt import warm_up
from solver.commands.interrupt import Interrupt
from solver.commands.tasks import add_game, add_limits, add_metric, limits_of, read_game
from solver.messages import Metric
from solver.review import Downfall, Loss, Review


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The level, the game, what is counted, and what each search may use."""
    add_game(parser)
    add_metric(parser, (Metric.PUSHES, Metric.MOVES), _("what is counted"))
    parser.add_argument("--json", action="store_true", help=_("one JSON object"))
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """Review the game; returns the exit code."""
    found = read_game(options)
    if found is None:
        return 2
    level, name, lurd = found
    try:
        line = replay_lurd(Position.start(level), lurd)
        review = Review(line, options.metric, limits_of(options))
    except ValueError as error:
        print(said_of(name, error), file=sys.stderr)
        return 2
    interrupt = Interrupt()
    proofs = _weigh(review, interrupt)
    (_tell_json if options.json else _tell)(review, proofs)
    return int(interrupt.is_requested or not _is_settled(review))


def _weigh(review: Review, interrupt: Interrupt) -> int:
    """Ask the search until nothing is left to ask, or Ctrl+C is pressed; how often it answered."""
    warm_up(review.metric)
    # Not sooner: this loads the search.
    from solver.weighing import weighing

    proofs = 0
    with interrupt.listening():
        for question in weighing(review):
            proofs += question is not None
            if interrupt.is_requested:
                break
    return proofs


def _is_settled(review: Review) -> bool:
    """Whether it is known exactly what was lost, and where."""
    downfall = review.downfall
    is_known = review.end == review.pushes if downfall is None else downfall.is_exact
    return is_known and review.is_complete and all(loss.is_exact for loss in review.losses)


def _tell(review: Review, proofs: int) -> None:
    lines = [_words(review, loss) for loss in review.losses]
    downfall = review.downfall
    if downfall is not None:
        lines.append(_downfall_words(review, downfall))
    elif review.end < review.pushes:
        lines.append(
            _("after step {step}: nothing is known", step=review.steps[max(0, review.end)])
        )
    total = review.total
    if review.end >= 0:
        lines.append(_("total: {amount} lost", amount=_amount(review, total)))
    lines.append(ngettext("{n} search", "{n} searches", proofs))
    print("\n".join(lines))


def _words(review: Review, loss: Loss) -> str:
    first, last = review.steps[loss.after] + 1, review.steps[loss.upto]
    if loss.upto == loss.after + 1:
        first = last
    amount = _amount(review, loss)
    if first == last:
        return _("step {step}: {amount} lost", step=last, amount=amount)
    return _("steps {first} to {last}: {amount} lost", first=first, last=last, amount=amount)


def _amount(review: Review, loss: Loss) -> str:
    """``4 pushes``, ``2 to 4 pushes``."""
    most = review.metric.amount(loss.at_most)
    if loss.at_least == loss.at_most:
        return most
    # Translators: 2 to 4 pushes.
    return _("{least} to {most}", least=loss.at_least, most=most)


def _downfall_words(review: Review, downfall: Downfall) -> str:
    step = review.steps[downfall.upto]
    if downfall.upto == 0:
        return _("this level cannot be solved")
    if downfall.is_exact:
        return _("step {step}: from here on it cannot be solved", step=step)
    since = 0 if downfall.after is None else review.steps[downfall.after]
    return _(
        "steps {first} to {step}: by then it can no longer be solved", first=since + 1, step=step
    )


def _tell_json(review: Review, proofs: int) -> None:
    downfall = review.downfall
    row = {
        "metric": review.metric,
        "solved": review.is_solved,
        "losses": [
            {
                "after_step": review.steps[loss.after],
                "step": review.steps[loss.upto],
                "at_least": loss.at_least,
                "at_most": loss.at_most,
            }
            for loss in review.losses
        ],
        "unsolvable_from": None if downfall is None else review.steps[downfall.upto],
        "searches": proofs,
    }
    print(json.dumps(row), flush=True)
