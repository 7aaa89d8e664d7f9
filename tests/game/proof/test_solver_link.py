"""Answers stay with their questions, and nothing is believed that does not replay."""

from dataclasses import replace

import pytest

from game.proof.proof import Ending, Question
from game.proof.solver_link import SolverLink
from game.storage.values import Proved
from levels.level import Direction
from levels.lurd import replay_lurd
from levels.position import Position
from levels.solution import Solution
from solver.messages import (
    BegunAnew,
    Cause,
    Failed,
    FoundCut,
    GaveUp,
    Improved,
    Limits,
    Metric,
    Progress,
    Ready,
    Report,
    Solved,
    Unsolvable,
)
from tests.game.boards import level_of
from tests.game.scripted_client import ScriptedClient, ScriptedStore

HALL = level_of("########\n#@ $  .#\n########")
START = Position.start(HALL)


def asked(position: Position = START) -> tuple[ScriptedClient, SolverLink]:
    client = ScriptedClient()
    link = SolverLink(client)
    link.ask(Question(1, (position,)))
    return client, link


def ending_after(*reports: Report) -> Ending | None:
    client, link = asked()
    client.reports.extend(reports)
    assert link.poll()
    assert link.proof is not None
    return link.proof.ending


def progress(job: int, lower_bound: int = 3) -> Progress:
    return Progress(job, "search", lower_bound, None, 1000, 0.5, 0.25)


def test_progress_is_shown() -> None:
    client, link = asked()
    client.reports = [progress(1)]
    assert link.poll()
    assert link.proof is not None and link.proof.is_running
    assert (link.proof.lower_bound, link.proof.nodes, link.proof.table_fill) == (3, 1000, 0.25)
    assert not link.poll()


def test_the_best_cut_is_kept_for_the_position_it_is_about() -> None:
    client, link = asked()
    cuts = [FoundCut(bound, frozenset({6}), {6: 1}) for bound in (2, 3)]
    for cut in cuts:
        client.reports = [replace(progress(1), cut=cut), progress(1)]
        link.poll()
        assert link.cut(START) == cut
    link.dismiss()
    after = replay_lurd(START, "r")[-1]
    assert (link.cut(START), link.cut(after)) == (cuts[1], None)
    link.ask(Question(1, (START, after)))
    assert (link.cut(START), link.cut(after)) == (cuts[1], None)


def test_a_solution_is_replayed() -> None:
    client, link = asked()
    client.reports = [Solved(1, "rRRR", 3, 4, optimal=True)]
    link.poll()
    assert link.proof is not None
    assert link.proof.ending is Ending.OPTIMAL
    assert link.proof.solution[-1].is_solved
    assert (link.proof.lower_bound, link.proof.upper_bound) == (3, 3)
    assert link.par(HALL) == 3


def test_the_bound_and_the_solution_meet_in_the_history() -> None:
    client, link = asked()
    client.reports = [progress(1, lower_bound=2), Solved(1, "rRRR", 3, 4, optimal=True)]
    link.poll()
    assert link.proof is not None
    assert link.proof.bound_history[-1] == link.proof.best_history[-1]


def test_solved_is_not_proved_optimal() -> None:
    client, link = asked()
    client.reports = [Solved(1, "rRRR", 3, 4, optimal=False)]
    link.poll()
    assert link.proof is not None and link.proof.ending is Ending.SOLVED
    assert link.par(HALL) is None


def test_false_solutions_are_not_believed() -> None:
    assert ending_after(Solved(1, "rRR", 2, 3, optimal=True)) is Ending.REFUTED
    assert ending_after(Solved(1, "uuu", 0, 3, optimal=True)) is Ending.REFUTED
    assert ending_after(Solved(1, "rRRx", 3, 4, optimal=True)) is Ending.REFUTED
    assert ending_after(Solved(1, "rRRR", 2, 4, optimal=True)) is Ending.REFUTED
    assert ending_after(GaveUp(1, Cause.TIME, 3, Solution("r"))) is Ending.REFUTED


def test_a_false_improvement_ends_the_search() -> None:
    client, link = asked()
    client.reports = [Improved(1, "rr", 1, 2), Solved(1, "rRRR", 3, 4, optimal=True)]
    link.poll()
    assert link.proof is not None and link.proof.ending is Ending.REFUTED
    assert client.stops == 1


def test_other_endings() -> None:
    assert ending_after(Unsolvable(1)) is Ending.UNSOLVABLE
    assert ending_after(Failed(1, "killed")) is Ending.FAILED
    assert ending_after(GaveUp(1, Cause.MEMORY, 3, None)) is Ending.GAVE_UP


def test_giving_up_keeps_what_was_learned() -> None:
    client, link = asked()
    client.reports = [
        progress(1, lower_bound=2), GaveUp(1, Cause.TIME, 1, Solution("rRRR"))
    ]  # fmt: skip
    link.poll()
    assert link.proof is not None
    assert (link.proof.lower_bound, link.proof.upper_bound) == (2, 3)
    assert link.proof.cause is Cause.TIME
    assert len(link.proof.solution) == 5


def test_an_answer_to_an_older_question_is_dropped() -> None:
    client, link = asked()
    moved = START.step(Direction.RIGHT)
    assert moved is not None
    link.ask(Question(1, (START, moved)))
    client.reports = [progress(1), Solved(1, "rRRR", 3, 4, optimal=True), Unsolvable(1)]
    assert not link.poll()
    assert link.proof is not None and link.proof.is_running
    client.reports = [Solved(2, "RRR", 3, 3, optimal=True)]
    link.poll()
    assert link.proof.answers(1, moved)
    assert not link.proof.answers(1, START)
    assert not link.proof.answers(2, moved)


def test_reports_after_the_outcome_change_nothing() -> None:
    client, link = asked()
    client.reports = [Unsolvable(1), progress(1), Failed(1, "late")]
    link.poll()
    assert link.proof is not None and link.proof.ending is Ending.UNSOLVABLE


def test_a_dismissed_search_is_stopped_and_unheard() -> None:
    client, link = asked()
    link.dismiss()
    assert client.stops == 1
    client.reports = [Solved(1, "rRRR", 3, 4, optimal=True)]
    assert not link.poll()
    assert link.proof is None


def test_stop_is_asked_once() -> None:
    client, link = asked()
    link.stop()
    link.stop()
    assert client.stops == 1
    assert link.proof is not None and link.proof.is_stopping


def test_what_is_proved_is_not_searched_again() -> None:
    client, link = asked()
    client.reports = [Solved(1, "rRRR", 3, 4, optimal=True)]
    link.poll()
    link.dismiss()
    proof = link.ask(Question(7, (START,)))
    assert len(client.asked) == 1
    assert proof.answers(7, START)
    assert proof.ending is Ending.OPTIMAL


def test_after_a_failure_it_can_be_asked_again() -> None:
    client, link = asked()
    client.reports = [Failed(1, "killed")]
    link.poll()
    link.ask(Question(1, (START,)))
    client.reports = [Solved(2, "rRRR", 3, 4, optimal=True)]
    link.poll()
    assert link.proof is not None and link.proof.ending is Ending.OPTIMAL


def test_the_first_search_waits_for_the_solver_to_be_ready() -> None:
    client = ScriptedClient(ready=False)
    link = SolverLink(client)
    assert link.ask(Question(1, (START,))).is_preparing
    client.reports = [Ready()]
    assert link.poll()
    assert link.proof is not None and not link.proof.is_preparing


def test_a_shipped_par_is_there_before_the_solver() -> None:
    memory = ScriptedStore()
    memory.shipped = 3
    link = SolverLink(ScriptedClient(), memory)
    assert link.par(START.level) == 3
    link.note_played(replay_lurd(START, "rRRR"))
    assert (link.par(START.level), memory.refuted) == (3, 0)


@pytest.mark.parametrize(
    ("shipped", "report"),
    [
        (2, Solved(1, "rRRR", 3, 4, optimal=True)),
        (4, Solved(1, "rRRR", 3, 4, optimal=True)),
        (4, Improved(1, "rRRR", 3, 4)),
        (3, Unsolvable(1)),
    ],
)
def test_a_shipped_par_that_a_search_refutes_is_reported_once(shipped: int, report: Report) -> None:
    memory, client = ScriptedStore(), ScriptedClient()
    memory.shipped = shipped
    link = SolverLink(client, memory)
    link.ask(Question(1, (START,)))
    client.reports = [report]
    link.poll()
    link.dismiss()
    assert memory.refuted == 1
    link.note_played(replay_lurd(START, "rRRR"))
    assert memory.refuted == 1
    assert link.par(START.level) != shipped


def test_a_shipped_par_that_the_player_beats_is_reported() -> None:
    memory = ScriptedStore()
    memory.shipped = 4
    link = SolverLink(ScriptedClient(), memory)
    link.note_played(replay_lurd(START, "rRRR"))
    assert (link.par(START.level), memory.refuted) == (None, 1)


def test_a_proof_is_remembered_by_the_next_game() -> None:
    memory = ScriptedStore()
    client = ScriptedClient()
    link = SolverLink(client, memory)
    link.ask(Question(1, (START,)))
    client.reports = [Solved(1, "rRRR", 3, 4, optimal=True)]
    link.poll()

    next_client = ScriptedClient()
    next_link = SolverLink(next_client, memory)
    assert next_link.par(HALL) == 3
    proof = next_link.ask(Question(7, (START,)))
    assert proof.ending is Ending.OPTIMAL
    assert proof.question.number == 7
    assert proof.solution[-1].is_solved


def test_a_bound_is_remembered_but_decides_nothing() -> None:
    memory = ScriptedStore()
    client = ScriptedClient()
    link = SolverLink(client, memory)
    link.ask(Question(1, (START,)))
    client.reports = [GaveUp(1, Cause.TIME, lower_bound=2, best=None)]
    link.poll()
    assert memory.proofs[HALL] == Proved(lower_bound=2)
    assert SolverLink(ScriptedClient(), memory).par(HALL) is None


def test_a_remembered_solution_that_does_not_replay_is_not_believed() -> None:
    memory = ScriptedStore()
    memory.proofs[HALL] = Proved(2, Solution("RR"))
    assert SolverLink(ScriptedClient(), memory).par(HALL) is None


def test_a_later_search_begins_with_what_was_proved_and_found() -> None:
    client, link = asked()
    client.reports = [GaveUp(1, Cause.TIME, 2, Solution("rRRR"))]
    link.poll()
    again = link.ask(Question(1, (START,)))
    assert (again.lower_bound, again.upper_bound) == (2, 3)
    _, _, known = client.requests[-1]
    assert known.lower_bound == 2
    assert known.best is not None and known.best.pushes == 3


def test_what_was_proved_is_kept_when_the_search_is_dismissed() -> None:
    client, link = asked()
    client.reports = [progress(1, lower_bound=2)]
    link.poll()
    link.dismiss()
    assert link.least(HALL) == 2
    assert link.par(HALL) is None


def counted(job: int, nodes: int, seconds: float, bound: int) -> Progress:
    return Progress(job, "search", bound, None, nodes, seconds, 0.1)


def test_positions_seconds_and_curves_go_on_when_the_search_does() -> None:
    client, link = asked()
    client.reports = [counted(1, 10, 1.0, 1), Improved(1, "rRRR", 3, 4), counted(1, 40, 4.0, 2)]
    link.poll()
    link.stop()
    client.reports = [GaveUp(1, Cause.INTERRUPTED, 2, None)]
    link.poll()
    again = link.ask(Question(1, (START,)))
    assert (again.nodes, again.seconds) == (40, 4.0)
    client.reports = [counted(2, 5, 0.5, 2), counted(2, 15, 1.5, 3)]
    link.poll()
    assert link.proof is not None
    assert (link.proof.nodes, link.proof.seconds) == (55, 5.5)
    assert link.proof.bound_history == ((1.0, 1), (4.0, 2), (5.5, 3))
    assert link.proof.best_history == ((1.0, 3),)
    assert sum(nodes for _, nodes in link.proof.thresholds) == 55


def test_a_search_that_is_resumed_is_not_counted_twice() -> None:
    client, link = asked()
    client.reports = [counted(1, 40, 4.0, 2), GaveUp(1, Cause.INTERRUPTED, 2, None)]
    link.poll()
    link.ask(Question(1, (START,)))
    resumed = replace(counted(2, 35, 3.5, 2), resumed_nodes=30, resumed_seconds=3.0)
    client.reports = [counted(2, 0, 0.0, 2), resumed]
    link.poll()
    assert link.proof is not None
    assert (link.proof.nodes, link.proof.seconds) == (45, 4.5)


def test_another_limit_changes_nothing_of_the_curves() -> None:
    client, link = asked()
    client.reports = [counted(1, 10, 1.0, 1), Improved(1, "rRRR", 3, 4), counted(1, 40, 4.0, 2)]
    link.poll()
    before = link.proof
    after = link.ask(Question(1, (START,)), limits=Limits(seconds=60))
    assert before is not None and after.limits == Limits(seconds=60)
    for name in ("nodes", "seconds", "bound_history", "best_history", "thresholds", "lurd"):
        assert getattr(after, name) == getattr(before, name), name


def test_another_worker_takes_nothing_back() -> None:
    client, link = asked()
    client.reports = [counted(1, 40, 4.0, 2), BegunAnew(1), counted(1, 41, 4.1, 2)]
    link.poll()
    assert link.proof is not None and link.proof.is_begun_anew
    assert (link.proof.nodes, link.proof.seconds) == (41, 4.1)
    assert link.proof.bound_history == ((4.0, 2),)


def test_metrics_are_proved_apart() -> None:
    client, link = asked()
    client.reports = [Solved(1, "rRRR", 3, 4, optimal=True)]
    link.poll()
    proof = link.ask(Question(1, (START,)), Metric.MOVES)
    assert proof.is_running and proof.lower_bound == 0
    client.reports = [Solved(2, "rRRR", 3, 4, optimal=True)]
    link.poll()
    assert link.proof is not None and link.proof.lower_bound == 4
    assert link.par(HALL) == 3


def test_an_optimum_worse_than_a_known_solution_is_not_believed() -> None:
    client, link = asked()
    client.reports = [GaveUp(1, Cause.TIME, 2, Solution("rRRR"))]
    link.poll()
    link.ask(Question(1, (START,)))
    client.reports = [Unsolvable(2)]
    link.poll()
    assert link.proof is not None and link.proof.ending is Ending.REFUTED


def test_a_long_solution_is_replayed_over_several_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.proof.solver_link.AT_ONCE", 0.0)
    client, link = asked()
    lurd = "rl" * 100 + "rRRR"
    client.reports = [Solved(1, lurd, 3, len(lurd), optimal=True), Improved(1, "rRRR", 3, 4)]
    assert not link.poll()
    assert link.is_waiting and link.proof is not None and link.proof.is_running
    turns = 1
    while not link.poll():
        turns += 1
    assert turns > 2
    assert link.proof.ending is Ending.OPTIMAL and len(link.proof.solution) == len(lurd) + 1
    assert not link.is_waiting


def test_a_solution_that_is_still_replayed_belongs_to_its_own_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.proof.solver_link.AT_ONCE", 0.0)
    client, link = asked()
    lurd = "rl" * 100 + "rRRR"
    client.reports = [Solved(1, lurd, 3, len(lurd), optimal=True)]
    link.poll()
    there = replay_lurd(START, "rR")[-1]
    link.ask(Question(1, (there,)))
    for _ in range(10):
        link.poll()
    assert link.proof is not None and link.proof.is_running and not link.proof.solution
    client.reports = [Solved(2, "RR", 2, 2, optimal=True)]
    link.poll()
    assert link.proof.ending is Ending.OPTIMAL


def test_what_another_search_proves_is_noted_and_remembered() -> None:
    memory = ScriptedStore()
    link = SolverLink(ScriptedClient(), memory)
    way = tuple(replay_lurd(START, "rRRR"))
    link.note(START, Solved(1, "rRRR", 3, 4, optimal=False), way)
    assert link.par(HALL) is None and link.known(START).upper_bound == 3
    link.note(START, Solved(2, "rRRR", 3, 4, optimal=True), way)
    assert link.par(HALL) == 3
    link.note(START, Failed(3, "killed"), ())
    link.note(START, GaveUp(4, Cause.TIME, 2, None), ())
    assert SolverLink(ScriptedClient(), memory).par(HALL) == 3


def test_a_false_solution_of_another_search_is_not_noted() -> None:
    link = SolverLink(ScriptedClient())
    link.note(START, Solved(1, "rRR", 2, 3, optimal=True), ())
    assert link.known(START).solution == () and link.par(HALL) is None


def test_a_stored_bound_that_a_new_solution_refutes_is_forgotten() -> None:
    memory = ScriptedStore()
    memory.proofs[HALL] = Proved(lower_bound=9)
    client = ScriptedClient()
    link = SolverLink(client, memory)
    assert link.ask(Question(1, (START,))).lower_bound == 9
    client.reports = [Improved(1, "rRRR", 3, 4), Solved(1, "rRRR", 3, 4, optimal=True)]
    link.poll()
    assert link.proof is not None and link.proof.ending is Ending.CONTRADICTED
    assert memory.forgotten == [(HALL, Metric.PUSHES)] and client.stops == 1
    assert link.par(HALL) is None and link.least(HALL) == 0
    again = link.ask(Question(1, (START,)))
    assert (again.lower_bound, again.upper_bound) == (0, 3)
    client.reports = [Solved(2, "rRRR", 3, 4, optimal=True)]
    link.poll()
    assert link.par(HALL) == 3


def test_what_the_player_refutes_by_solving_is_forgotten() -> None:
    line = replay_lurd(START, "rRRR")
    memory = ScriptedStore()
    for proved in (Proved(lower_bound=4), Proved(is_unsolvable=True)):
        memory.proofs[HALL], memory.forgotten = proved, []
        link = SolverLink(ScriptedClient(), memory)
        link.note_played(line)
        assert (HALL, Metric.PUSHES) in memory.forgotten
        assert link.least(HALL) == 0 and not link.known(START).is_final
    memory.proofs[HALL], memory.forgotten = Proved(3, Solution("rRRR")), []
    link = SolverLink(ScriptedClient(), memory)
    link.note_played(line)
    assert memory.forgotten == [] and link.par(HALL) == 3


def test_what_a_search_had_proved_when_it_broke_down_is_kept() -> None:
    client, link = asked()
    client.reports = [progress(1, lower_bound=2), Failed(1, "the solver did not respond")]
    link.poll()
    assert link.proof is not None and link.proof.ending is Ending.FAILED
    assert link.least(HALL) == 2


def test_of_solutions_with_as_many_pushes_the_one_with_fewer_moves_is_taken() -> None:
    client = ScriptedClient()
    link = SolverLink(client)
    link.ask(Question(1, (START,)), Metric.PUSHES_MOVES)
    client.reports = [GaveUp(1, Cause.TIME, 3, Solution("rlrRRR"))]
    link.poll()
    again = link.ask(Question(1, (START,)), Metric.PUSHES_MOVES)
    assert again.is_running, "that nobody has fewer moves is not proved yet"
    client.reports = [Solved(2, "rRRR", 3, 4, optimal=True)]
    link.poll()
    assert link.proof is not None and len(link.proof.solution) == 5


# --- a bound of the book ---------------------------------------------------------------------


def test_a_shipped_bound_is_shown_until_a_game_refutes_it() -> None:
    memory = ScriptedStore()
    memory.shipped_least = 2
    link = SolverLink(ScriptedClient(), memory)
    assert link.par(HALL) is None and link.least(HALL) == 2
    line = replay_lurd(START, "rRRR")
    link.note_played(line)
    assert link.least(HALL) == 2 and not memory.refuted
    wrong = ScriptedStore()
    wrong.shipped_least = 4
    link = SolverLink(ScriptedClient(), wrong)
    assert link.least(HALL) == 4
    link.note_played(line)
    assert link.least(HALL) == 0 and wrong.refuted == 1
