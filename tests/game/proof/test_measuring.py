"""The difficulty of levels is measured while the solver has nothing else to do."""

from __future__ import annotations

from game.proof.measuring import Measuring
from game.proof.proof import Question
from game.proof.solver_link import SolverLink
from game.storage.values import Proved
from levels.position import Position
from levels.solution import Solution
from solver.messages import Cause, Difficulty, GaveUp, Solved, Unsolvable
from tests.game.boards import level_of
from tests.game.scripted_client import ScriptedClient, ScriptedStore

HALL = level_of("########\n#@ $  .#\n########")
ROOM = level_of("######\n#@$. #\n######")
HARD = Difficulty(9.5)


def test_one_level_after_the_other_is_measured_and_kept() -> None:
    client, store = ScriptedClient(), ScriptedStore()
    link = SolverLink(client, store)
    link.measuring.want({"hall": lambda: HALL, "room": lambda: ROOM})
    link.poll()
    link.poll()
    assert client.asked == [HALL]
    client.reports = [Solved(1, "rRRR", 3, 4, optimal=True, difficulty=HARD)]
    assert link.poll()
    assert link.measuring.found == {"hall": HARD}
    assert store.proofs == {HALL: Proved(3, Solution("rRRR"), difficulty=HARD)}
    assert client.asked == [HALL, ROOM]


def test_whoever_asks_the_solver_comes_first_and_the_level_comes_again() -> None:
    client, store = ScriptedClient(), ScriptedStore()
    link = SolverLink(client, store)
    link.measuring.want({"hall": lambda: HALL})
    link.poll()
    link.ask(Question(1, (Position.start(ROOM),)))
    link.poll()
    assert client.asked == [HALL, ROOM]
    client.reports = [Solved(2, "R", 1, 1, optimal=True, difficulty=Difficulty(1.0))]
    link.poll()
    assert client.asked == [HALL, ROOM, HALL]
    assert list(store.proofs) == [ROOM]


def test_a_level_that_takes_too_long_is_not_asked_about_again() -> None:
    client, store = ScriptedClient(), ScriptedStore()
    measuring = Measuring(client, store)
    measuring.want({"hall": lambda: HALL})
    measuring.go_on()
    assert not measuring.hear(GaveUp(1, Cause.NODES, lower_bound=2, best=None))
    measuring.want({"hall": lambda: HALL})
    measuring.go_on()
    assert client.asked == [HALL]
    assert store.proofs == {HALL: Proved(lower_bound=2)}


def test_a_solution_that_is_none_is_not_kept() -> None:
    client, store = ScriptedClient(), ScriptedStore()
    measuring = Measuring(client, store)
    measuring.want({"hall": lambda: HALL})
    measuring.go_on()
    assert not measuring.hear(Solved(1, "rRR", 2, 3, optimal=True, difficulty=HARD))
    assert store.proofs == {} and measuring.found == {}


def test_a_level_without_a_solution_has_no_marks() -> None:
    client, store = ScriptedClient(), ScriptedStore()
    measuring = Measuring(client, store)
    measuring.want({"gone": lambda: None, "hall": lambda: HALL})
    measuring.go_on()
    measuring.go_on()
    assert not measuring.hear(Unsolvable(1))
    assert store.proofs == {HALL: Proved(is_unsolvable=True)}


def test_levels_out_of_sight_are_not_begun() -> None:
    client = ScriptedClient()
    measuring = Measuring(client, ScriptedStore())
    measuring.want({"hall": lambda: HALL, "room": lambda: ROOM})
    measuring.go_on()
    measuring.want({})
    assert measuring.hear(Solved(1, "rRRR", 3, 4, optimal=True, difficulty=HARD))
    measuring.go_on()
    assert client.asked == [HALL]


def test_nothing_is_asked_while_the_solver_warms_up() -> None:
    client = ScriptedClient(ready=False)
    measuring = Measuring(client, ScriptedStore())
    measuring.want({"hall": lambda: HALL})
    measuring.go_on()
    assert client.asked == []
