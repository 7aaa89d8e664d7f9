"""The reviewer: it asks the solver beside the player's own searches, and keeps what is proved."""

from __future__ import annotations

from game.proof.proof import Question
from game.proof.reviewer import Reviewer
from game.proof.solver_link import SolverLink
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from solver.messages import Cause, Failed, GaveUp, Limits, Metric, Outcome, Solved, Unsolvable
from solver.review import Loss, Review
from solver.weighing import weighing
from tests.game.scripted_client import ScriptedClient, ScriptedStore
from tests.solver.test_review import BACK_AND_FORTH, CORNERED, ROOM

START = Position.start(ROOM)


def line_of(lurd: str, level: Level = ROOM) -> tuple[Position, ...]:
    return tuple(replay_lurd(Position.start(level), lurd))


class Desk:
    """A reviewer whose solver proves all that it is asked, or says what it is told to."""

    def __init__(self, store: ScriptedStore | None = None) -> None:
        self.client, self.store = ScriptedClient(), store or ScriptedStore()
        self.link = SolverLink(self.client, self.store)
        self.reviewer = Reviewer(self.link, self.store)

    def turn(self, outcome: Outcome | None = None) -> None:
        self.client.reports += [outcome] if outcome is not None else []
        self.link.poll()

    def until_asked(self) -> None:
        asked = len(self.client.asked)
        for _ in range(200):
            self.turn()
            if len(self.client.asked) > asked or not self.reviewer.is_running:
                return

    def review(self, lurd: str, level: Level = ROOM) -> Review:
        self.reviewer.begin(line_of(lurd, level), Metric.PUSHES)
        self.until_asked()
        while self.reviewer.is_running:
            self.turn(proved(len(self.client.asked), self.client.asked[-1]))
            self.until_asked()
        assert self.reviewer.review is not None
        return self.reviewer.review


def proved(job: int, level: Level) -> Outcome:
    """What the solver answers."""
    review = Review([Position.start(level)], limits=Limits(memory=64))
    for _ in weighing(review):
        pass
    way = review.way_on(0)
    if way is None:
        return Unsolvable(job)
    return Solved(job, way.lurd, way.pushes, way.moves, True)


def test_a_game_is_reviewed_by_asking_the_solver() -> None:
    desk = Desk()
    assert desk.review(BACK_AND_FORTH).losses == (Loss(1, 2, 2, 2),)


def test_what_is_proved_is_kept_and_never_asked_again() -> None:
    desk = Desk()
    desk.review(BACK_AND_FORTH)
    again = Desk(desk.store)
    assert again.review(BACK_AND_FORTH).losses == (Loss(1, 2, 2, 2),)
    assert again.client.asked == []


def test_a_finished_review_is_shown_at_once_and_a_half_done_one_resumes() -> None:
    desk = Desk()
    desk.reviewer.begin(line_of(BACK_AND_FORTH), Metric.PUSHES)
    desk.until_asked()
    desk.turn(GaveUp(1, Cause.TIME, 0, None))
    desk.until_asked()
    again = Desk(desk.store)
    assert again.review(BACK_AND_FORTH).losses == (Loss(1, 2, 2, 2),)
    assert again.client.asked[0] == desk.client.asked[1], "the first position had its time"
    again.store.proofs.clear()
    third = Desk(again.store)
    assert third.review(BACK_AND_FORTH).losses == (Loss(1, 2, 2, 2),)
    assert third.client.asked == []


def test_par_of_the_level_is_known_afterwards() -> None:
    desk = Desk()
    desk.review(BACK_AND_FORTH)
    assert desk.link.par(ROOM) == 3


def test_par_from_the_book_is_not_proved_again() -> None:
    desk = Desk()
    desk.store.shipped = 3
    review = desk.review(BACK_AND_FORTH)
    assert review.losses == (Loss(1, 2, 2, 2),)
    assert desk.client.asked
    assert ROOM not in desk.client.asked
    desk = Desk()
    desk.store.shipped = 3
    assert desk.review("LLdlU").total == Loss(0, 3, 0, 0)
    assert desk.client.asked == []


def test_the_players_own_search_comes_first() -> None:
    desk = Desk()
    desk.reviewer.begin(line_of(BACK_AND_FORTH), Metric.PUSHES)
    desk.until_asked()
    first = desk.client.asked[-1]
    desk.link.ask(Question(1, (START,)))
    for _ in range(5):
        desk.turn()
    assert desk.client.asked[-1] == START.as_level()
    desk.turn(Solved(2, "LLdlU", 3, 5, True))
    desk.turn()
    assert desk.client.asked[-1] == first


def test_a_level_that_cannot_be_solved_is_said_to_be_so() -> None:
    review = Desk().review("L", CORNERED)
    assert review.downfall is not None and review.downfall.upto == 0


def test_what_the_solver_gives_up_is_shown_as_a_range() -> None:
    desk = Desk()
    desk.reviewer.begin(line_of(BACK_AND_FORTH), Metric.PUSHES)
    desk.until_asked()
    while desk.reviewer.is_running:
        job = len(desk.client.asked)
        desk.turn(GaveUp(job, Cause.TIME, 0, None) if job % 2 else Failed(job, "it broke"))
        desk.until_asked()
    review = desk.reviewer.review
    assert review is not None
    assert review.losses == (Loss(0, 4, 0, 4),)


def test_a_question_is_asked_once_more_when_its_worker_dies() -> None:
    desk = Desk()
    desk.reviewer.begin(line_of(BACK_AND_FORTH), Metric.PUSHES)
    desk.until_asked()
    desk.client.is_ready = False
    desk.turn(Failed(1, "the solver stopped unexpectedly"))
    desk.turn()
    assert desk.client.asked == [desk.client.asked[0]] * 2
    desk.turn(Failed(2, "the solver stopped unexpectedly"))
    desk.until_asked()
    assert desk.client.asked[2] != desk.client.asked[0]


def test_a_wrong_solution_is_not_believed() -> None:
    desk = Desk()
    desk.reviewer.begin(line_of(BACK_AND_FORTH), Metric.PUSHES)
    desk.until_asked()
    desk.turn(Solved(1, "rrr", 0, 3, True))
    desk.until_asked()
    assert desk.store.proofs == {}
    assert desk.reviewer.review is not None and desk.reviewer.review.total.at_least == 0


def test_another_game_ends_the_one_before() -> None:
    desk = Desk()
    desk.reviewer.begin(line_of(BACK_AND_FORTH), Metric.PUSHES)
    desk.until_asked()
    assert desk.review("LLdlU").total == Loss(0, 3, 0, 0)
