"""Searches that answer the questions of a review, one after the other, in this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from solver.messages import NOTHING_KNOWN, Limits, Metric
from solver.review import Review, Weighing, Weight
from solver.search import Search, Status
from solver.solving import open_search

_SLICE = 0.1


def weighing(review: Review, limits: Limits) -> Iterator[Weighing | None]:
    """Answer all that a review asks: yields each question once it is answered, and None while a
    search for one goes on. ``limits``: of each search."""
    while (question := review.question) is not None:
        search = open_search(question.position.as_level(), limits, question.metric)
        with closing(search):
            if question.known != NOTHING_KNOWN:
                search.begin_with(question.known)
            while search.advance(_SLICE) is Status.RUNNING:
                yield None
            for _ in review.learn(question, weight_of(search)):
                pass
        yield question


def weight_of(search: Search) -> Weight:
    """What a search that has ended tells of its position."""
    if search.status is Status.UNSOLVABLE:
        return Weight(is_unsolvable=True)
    is_counted = search.metric is not Metric.ANY
    return Weight(search.lower_bound if is_counted else 0, search.best)
