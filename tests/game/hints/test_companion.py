"""Hints and checks: every answer stays with the game that it was asked of."""

from __future__ import annotations

from game.hints.companion import REST_SECONDS, Answer, Companion, Since
from game.hints.lookout import Lookout
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from levels.solution import Solution
from solver.messages import (
    NOTHING_KNOWN,
    Cause,
    Failed,
    GaveUp,
    Improved,
    Known,
    Metric,
    Outcome,
    Report,
    Solved,
    Unsolvable,
)
from tests.game.boards import level_of
from tests.game.scripted_client import ScriptedClient
from tests.solver.searching import searched

HALL = level_of("##########\n#@ $ $ ..#\n#        #\n##########")
OPEN = level_of("#########\n#       #\n#       #\n#@ $ .  #\n#       #\n#########")
ROOM = level_of("#########\n#       #\n# $  .  #\n#@  $ . #\n#       #\n#########")


class Asking:
    """A companion with its client and its clock in the test's hands."""

    def __init__(self, level: Level = HALL) -> None:
        self.now = 0.0
        self.client = ScriptedClient()
        self.lookout = Lookout()
        self.companion = Companion(self.lookout, lambda: self.now)
        self.companion.employ(self.client)
        self.level = level

    def go(self, lurd: str) -> None:
        line = tuple(replay_lurd(Position.start(self.level), lurd))
        self.lookout.look_at(line)
        while self.lookout.is_looking:
            self.lookout.advance()
        self.companion.look_at(line)

    def rest(self) -> None:
        self.now += 2 * REST_SECONDS
        self.companion.check()

    def hear(self, *reports: Report) -> bool:
        self.client.reports.extend(reports)
        return self.companion.poll()

    def knows(self, answer: Answer) -> bool:
        return self.companion.answer is answer


SOLUTION = "rdrruRRRdllllluRRRR"


def test_a_hint_comes_with_the_first_solution_and_the_best_replaces_it() -> None:
    asking = Asking()
    asking.go("")
    asking.companion.ask()
    assert asking.knows(Answer.ASKED)
    assert asking.hear(Improved(1, SOLUTION, 7, 19))
    assert asking.knows(Answer.SOLVABLE)
    way = asking.companion.way_on
    assert way is not None and not way.is_optimal and way.pushes == 7
    asking.hear(Solved(1, SOLUTION, 7, 19, optimal=True))
    way = asking.companion.way_on
    assert way is not None and way.is_optimal


def test_any_way_is_looked_for_first_and_then_the_shortest() -> None:
    asking = Asking()
    asking.go("")
    asking.companion.ask()
    asking.hear(Solved(1, SOLUTION, 7, 19, optimal=False))
    assert asking.knows(Answer.SOLVABLE)
    requests = [(metric, known) for _, metric, known in asking.client.requests]
    assert requests == [
        (Metric.ANY, NOTHING_KNOWN),
        (Metric.PUSHES, Known(best=Solution(SOLUTION))),
    ]
    asking.hear(GaveUp(2, Cause.TIME, 5, None))
    assert asking.knows(Answer.SOLVABLE)
    asking.companion.ask()
    assert len(asking.client.asked) == 2, "what was not proved in the time is not tried again"
    asking.go("r")
    asking.companion.ask()
    assert asking.client.requests[2][1] is Metric.PUSHES, "a way is known from here"


def test_a_hint_takes_over_the_check_that_runs() -> None:
    asking = Asking()
    asking.go("")
    asking.rest()
    asking.companion.ask()
    assert len(asking.client.asked) == 1
    asking.hear(Solved(1, SOLUTION, 7, 19, optimal=False))
    assert asking.client.requests[1][1] is Metric.PUSHES


def test_a_check_is_content_with_any_way() -> None:
    asking = Asking()
    asking.go("")
    asking.rest()
    asking.hear(Solved(1, SOLUTION, 7, 19, optimal=False))
    asking.rest()
    assert len(asking.client.asked) == 1


def test_what_is_known_of_the_start_is_kept() -> None:
    asking = Asking()
    kept: list[Outcome] = []
    asking.companion = Companion(
        asking.lookout, lambda: 0.0, lambda _, told, way: kept.append(told)
    )
    asking.companion.employ(asking.client)
    asking.go("")
    asking.companion.ask()
    first, best = (Solved(n, SOLUTION, 7, 19, optimal=n == 2) for n in (1, 2))
    asking.hear(first, best)
    assert kept == [first, best]
    asking.go("drrruRll")
    asking.companion.ask()
    asking.hear(Unsolvable(3))
    assert kept == [first, best], "of other positions nothing is"


def test_the_answer_stays_while_the_player_follows_the_way() -> None:
    asking = Asking()
    asking.go("")
    asking.companion.ask()
    asking.hear(Solved(1, SOLUTION, 7, 19, optimal=True))
    for length in range(len(SOLUTION)):
        asking.go(SOLUTION[:length])
        assert asking.knows(Answer.SOLVABLE)
    asking.go("drrr")
    assert asking.knows(Answer.SOLVABLE), "walking about leaves no way"
    assert len(asking.client.asked) == 1
    asking.go("rdrruRdllluR")
    assert asking.knows(Answer.UNKNOWN)
    asking.companion.ask()
    assert len(asking.client.asked) == 2


def test_a_journey_is_all_pushes_of_one_box() -> None:
    asking = Asking()
    asking.go("")
    asking.companion.ask()
    asking.hear(Solved(1, SOLUTION, 7, 19, optimal=True))
    asking.go("d")
    way = asking.companion.way_on
    assert way is not None
    journey = way.journey
    assert (journey.box, journey.end, journey.pushes) == (15, 18, 3)
    line = replay_lurd(Position.start(HALL), "d" + journey.steps)
    assert journey.end in line[-1].boxes


def test_nothing_is_asked_before_the_player_rests() -> None:
    asking = Asking()
    asking.go("")
    asking.companion.check()
    assert not asking.client.asked
    asking.rest()
    assert len(asking.client.asked) == 1
    asking.rest()
    assert len(asking.client.asked) == 1, "one at a time"


def test_an_answer_for_another_level_is_not_believed() -> None:
    asking = Asking()
    asking.go("")
    asking.companion.ask()
    asking.level = ROOM
    asking.go("")
    assert asking.client.stops == 1
    asking.hear(Unsolvable(1))
    assert asking.knows(Answer.UNKNOWN)


def test_a_late_answer_does_not_land_on_the_next_question() -> None:
    asking = Asking()
    asking.go("")
    asking.companion.ask()
    asking.go("rdr")
    asking.companion.ask()
    asking.hear(Unsolvable(1))
    assert asking.knows(Answer.ASKED)
    asking.hear(Unsolvable(2))
    assert asking.knows(Answer.STUCK)


def test_the_step_that_went_wrong_is_found_by_halving() -> None:
    asking = Asking(OPEN)
    game = "rRRRdrUruLL"
    wrong = 7
    """the push after which the script says that nothing leads on"""
    line = [at.as_level() for at in replay_lurd(Position.start(OPEN), game)]
    asking.go(game)
    asking.rest()
    asking.hear(Unsolvable(1))
    while not _since(asking).is_exact:
        asking.rest()
        job, level = len(asking.client.asked), asking.client.asked[-1]
        assert job < 6, "halving takes few questions"
        if line.index(level) < wrong:
            best = searched(level).best
            assert best is not None
            asking.hear(Solved(job, best.lurd, best.pushes, best.moves, optimal=True))
        else:
            asking.hear(Unsolvable(job))
    assert asking.companion.since == Since(wrong, is_exact=True)


def test_what_lies_on_a_known_way_is_not_asked_about() -> None:
    asking = Asking(OPEN)
    asking.go("")
    asking.companion.ask()
    asking.hear(Solved(1, "rRR", 2, 3, optimal=True))
    game = "rRdrUruL"
    asking.go(game)
    asking.rest()
    asking.hear(Unsolvable(2))
    assert _since(asking) == Since(8, is_exact=False)
    asking.companion.ask()
    line = [at.as_level() for at in replay_lurd(Position.start(OPEN), game)]
    asking.hear(Unsolvable(3))
    asking.companion.ask()
    assert asking.client.asked[2:] == [line[5]], "up to the second step it is known to be solvable"
    assert _since(asking) == Since(5, is_exact=True)


def _since(asking: Asking) -> Since:
    since = asking.companion.since
    assert since is not None
    return since


def test_a_false_solution_is_not_believed() -> None:
    asking = Asking()
    asking.go("")
    asking.companion.ask()
    asking.hear(Solved(1, "rrrR", 1, 4, optimal=True))
    assert asking.knows(Answer.UNDECIDED)
    assert asking.companion.cause == "the solver's answer does not solve this position"


def test_giving_up_and_failing_are_reported_and_can_be_asked_again() -> None:
    asking = Asking()
    asking.go("")
    asking.companion.ask()
    asking.hear(GaveUp(1, Cause.TIME, 3, None))
    assert asking.knows(Answer.ASKED)
    assert asking.client.requests[1][1] is Metric.PUSHES, "the best search has a try too"
    asking.hear(GaveUp(2, Cause.TIME, 3, None))
    assert asking.knows(Answer.UNDECIDED) and asking.companion.cause is Cause.TIME
    asking.companion.ask()
    assert asking.knows(Answer.ASKED)
    asking.hear(Failed(3, "the solver stopped unexpectedly"))
    assert str(asking.companion.cause) == "the solver stopped unexpectedly"


def test_without_a_solver_it_says_so() -> None:
    companion = Companion(Lookout(), lambda: 0.0)
    companion.look_at((Position.start(HALL),))
    companion.ask()
    assert companion.answer is Answer.UNDECIDED
    assert companion.since is None and Since(0, is_exact=True).step == 0
