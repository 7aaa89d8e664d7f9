"""Searches that answer the questions of a review, one after the other, in this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from solver.messages import NOTHING_KNOWN, Cause, Metric
from solver.review import Review, Weighing, Weight
from solver.search import Search, Status
from solver.solving import open_search

_SLICE = 0.1


def weighing(review: Review) -> Iterator[Weighing | None]:
    """Answer all that a review asks: yields each question once it is answered, and None while a
    search for one goes on."""
    while (question := review.question) is not None:
        # If any solution will do, all that matters is that there is one.
        search = open_search(
            question.position.as_level(), question.limits, question.metric, ("polish",)
        )
        with closing(search):
            if question.known != NOTHING_KNOWN:
                search.begin_with(question.known)
            while search.advance(_SLICE) is Status.RUNNING:
                yield None
            for _ in review.learn(question, weight_of(search)):
                pass
        yield question


def weight_of(search: Search) -> Weight:
    """What a search that has ended tells about its position."""
    if search.status is Status.UNSOLVABLE:
        return Weight(is_unsolvable=True)
    bound = 0 if search.metric is Metric.ANY else search.lower_bound
    return Weight(bound, search.best, is_out_of_reach=search.cause is Cause.MEMORY)
