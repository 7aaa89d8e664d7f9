"""Proving a whole collection in the background: what is asked, kept, shown and resumed."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing
from functools import partial
from pathlib import Path

import psutil
import pytest

from game.browser.proving import Means, Proving
from game.browser.proving_strip import proving_words, short_words
from game.browser.proving_task import LATER_ROUNDS, ROUNDS, ProvingProgress, ProvingState
from game.browser.side import CollectionTab
from game.input.actions import Action
from game.proof.solver_link import SolverLink
from game.storage.proving_plan import ProvingPlan, read_plan, write_plan
from game.storage.records import Records
from levels.files import pack_words
from levels.language import choose
from levels.level import Level
from levels.position import Position
from solver.client import SolverClient
from solver.messages import Cause, Failed, GaveUp, Metric, Outcome, Solved, Unsolvable
from tests.game.browser_game import Game, browser_game
from tests.game.driven import Clock
from tests.game.scripted_client import ScriptedClient
from tests.game.waiting import wait_until

UNSOLVABLE = "######\n#@ $.#\n#$ #.#\n# ####\n######\nTitle: Stuck\n"
"""The lower box stands in a corner of which it cannot be pulled."""


class Background:
    """Proving over the library of a game, with a solver whose answers the test writes."""

    def __init__(self, game: Game, place: Path) -> None:
        self.game, self.place = game, place
        self.clients: list[ScriptedClient] = []
        self.clock = Clock()
        self.is_on_battery = False
        self.link = game.app.link
        self.begin()

    def begin(self) -> None:
        """Begin a session."""
        means = Means(self._new_client, lambda: self.is_on_battery, lambda: 512, self.clock)
        self.proving = Proving(
            self.game.app.features.library, self.link, self.game.records, self.place, means
        )

    def _new_client(self) -> ScriptedClient:
        self.clients.append(ScriptedClient())
        return self.clients[-1]

    @property
    def client(self) -> ScriptedClient:
        return self.clients[-1]

    @property
    def progress(self) -> ProvingProgress:
        assert self.proving.progress is not None
        return self.proving.progress

    def ask(self, title: str) -> str:
        listed = self.game.app.features.library.listed()
        return self.proving.ask(next(each for each in listed if each.title == title))[0]

    def asked(self, number: int) -> None:
        """Go on until so many questions have been asked of the present worker."""
        wait_until(lambda: self.clients and len(self.client.asked) == number, self.proving.poll)

    def answer(self, outcome: Outcome) -> None:
        self.client.reports.append(outcome)
        for _ in range(8):
            self.proving.poll()
            self.game.records.flush()

    def finished(self) -> None:
        wait_until(lambda: not self.proving.is_under_way, self.proving.poll)


@pytest.fixture
def game(own_home: Path) -> Generator[Game]:
    with browser_game() as playing:
        yield playing


@pytest.fixture
def background(game: Game, tmp_path: Path) -> Generator[Background]:
    background = Background(game, tmp_path / "proving.json")
    yield background
    background.proving.close()


def test_levels_are_asked_one_by_one_and_what_is_proved_is_recorded(background: Background) -> None:
    assert background.ask("Others") == "Proving “Others” in the background."
    background.asked(1)
    limits, metric, _ = background.client.requests[0]
    assert (limits.seconds, limits.memory, metric) == (ROUNDS[0], 512, Metric.PUSHES)
    level = background.client.asked[0]
    background.answer(Solved(1, "ddRdldRRR", 5, 9, optimal=True))
    # It does not solve the level, and so nothing is believed of it.
    assert background.game.records.proof_of(level).lower_bound == 0
    assert background.progress.proved == 0


def test_proofs_make_pars_and_levels_in_the_book_are_not_asked(background: Background) -> None:
    background.ask("Rooms")
    background.asked(1)
    level = background.client.asked[0]
    assert level.width == len("#@$ .#")  # the one without a space is in the book
    for number in range(1, 30):
        background.asked(number)
        pushes = number + 1
        background.answer(Solved(number, "R" * pushes, pushes, pushes, optimal=True))
    background.finished()
    assert background.proving.notice() == ("Every level of “Rooms” is proved.", "")
    assert background.progress.state is ProvingState.FINISHED
    background.game.records.flush()
    assert background.link.par(level) == 2
    entries = background.game.app.features.library.find()
    pars = [each.par for each in entries if each.title.startswith("Room of")]
    assert pars == list(range(1, 31))
    assert background.ask("Rooms").startswith("Proving")
    background.finished()  # nothing is asked again
    assert len(background.client.asked) == 29


def test_each_round_gives_the_undecided_more_time_then_later_ones_more_still(
    background: Background,
) -> None:
    background.ask("Others")
    for number, seconds in enumerate(ROUNDS, start=1):
        background.asked(number)
        assert background.client.requests[-1][0].seconds == seconds
        background.answer(GaveUp(number, Cause.TIME, number, None))
    background.finished()
    lead, rest = background.proving.notice() or ("", "")
    assert (lead, rest) == (
        "Others: 0 of 1 level proved.", "{prove} tries the other one for longer."
    )  # fmt: skip
    for seconds in LATER_ROUNDS:
        background.ask("Others")
        asked = len(background.client.asked) + 1
        background.asked(asked)
        limits, _, known = background.client.requests[-1]
        assert (limits.seconds, known.lower_bound >= len(ROUNDS)) == (seconds, True)
        background.answer(GaveUp(asked, Cause.TIME, 3, None))
        background.finished()


def test_more_time_is_not_given_to_a_level_that_ran_out_of_memory(background: Background) -> None:
    background.ask("Others")
    background.asked(1)
    background.answer(GaveUp(1, Cause.MEMORY, 4, None))
    background.finished()
    assert len(background.client.asked) == 1


def test_an_unsolvable_level_counts_as_proved_also_when_asked_again(background: Background) -> None:
    background.ask("Others")
    background.asked(1)
    background.answer(Unsolvable(1))
    background.finished()
    assert background.progress.proved == 1
    background.game.records.flush()
    background.ask("Others")
    background.finished()
    assert len(background.client.asked) == 1


def test_a_worker_that_dies_twice_over_a_level_does_not_end_the_rest(
    background: Background,
) -> None:
    background.ask("Rooms")
    background.asked(1)
    first = background.client.asked[0]
    background.answer(Failed(1, "the solver stopped unexpectedly"))
    background.asked(2)
    assert background.client.asked[1] == first
    background.answer(Failed(2, "the solver stopped unexpectedly"))
    background.asked(3)
    assert background.client.asked[2] != first


def test_a_pause_keeps_the_bound_and_resumes_with_the_same_level(background: Background) -> None:
    background.ask("Rooms")
    background.asked(1)
    assert background.proving.pause_or_resume()[0] == "Proving is paused."
    assert background.client.stops == 1
    background.answer(GaveUp(1, Cause.INTERRUPTED, 7, None))
    assert background.progress.state is ProvingState.PAUSED
    assert not background.proving.is_waiting
    assert len(background.client.asked) == 1
    background.proving.pause_or_resume()
    background.asked(2)
    assert background.client.asked[1] == background.client.asked[0]
    assert background.client.requests[1][2].lower_bound == 7


def test_a_worker_with_nothing_to_do_is_ended_and_another_one_is_started(
    background: Background,
) -> None:
    background.ask("Rooms")
    background.asked(1)
    background.proving.pause_or_resume()
    background.answer(GaveUp(1, Cause.INTERRUPTED, 0, None))
    background.clock.now += 60
    background.proving.poll()
    background.proving.pause_or_resume()
    wait_until(lambda: len(background.clients) == 2, background.proving.poll)


def test_it_rests_on_the_battery_unless_the_player_insists(background: Background) -> None:
    background.ask("Rooms")
    background.asked(1)
    background.is_on_battery = True
    background.clock.now += 60
    background.proving.poll()
    assert background.client.stops == 1
    background.answer(GaveUp(1, Cause.INTERRUPTED, 0, None))
    assert proving_words(background.progress)[0] == "On battery: Rooms"
    background.proving.pause_or_resume()
    background.asked(2)
    background.clock.now += 60
    background.proving.poll()
    assert proving_words(background.progress)[0] == "Proving Rooms"


def test_it_resumes_by_itself_when_the_computer_is_plugged_in(background: Background) -> None:
    background.is_on_battery = True
    background.clock.now += 60
    background.ask("Rooms")
    wait_until(
        lambda: background.progress.state is ProvingState.ON_BATTERY, background.proving.poll
    )
    assert not background.clients
    background.is_on_battery = False
    background.clock.now += 60
    background.asked(1)


def test_the_next_session_knows_what_was_asked_and_tried_and_waits_to_be_asked(
    background: Background,
) -> None:
    background.ask("Rooms")
    background.ask("Others")
    background.asked(1)
    background.answer(GaveUp(1, Cause.TIME, 2, None))
    background.proving.close()
    background.game.records.flush()
    tried = read_plan(background.place).tried
    assert list(tried.values()) == [ROUNDS[0]]
    background.begin()
    wait_until(lambda: background.proving.progress is not None, background.proving.poll)
    assert background.progress.state is ProvingState.PAUSED
    assert (background.progress.title, background.progress.waiting) == ("Rooms", 1)
    assert len(background.clients) == 1  # the one of the session before
    background.proving.pause_or_resume()
    wait_until(lambda: len(background.clients) == 2, background.proving.poll)
    background.asked(1)
    assert background.client.asked[0] != background.clients[0].asked[0]


def test_quick_rounds_of_all_collections_come_before_long_ones(background: Background) -> None:
    background.ask("Others")
    background.asked(1)
    assert background.ask("Rooms") == "“Rooms” will be proved too."
    assert background.progress.waiting == 1
    background.answer(GaveUp(1, Cause.TIME, 1, None))
    background.asked(2)
    assert background.progress.title == "Rooms"
    assert background.client.requests[1][0].seconds == ROUNDS[0]


def test_what_is_asked_again_can_be_stopped_at_once(background: Background) -> None:
    background.ask("Others")
    background.asked(1)
    background.answer(Unsolvable(1))
    background.finished()
    for title in ("Others", "Rooms"):
        background.ask(title)
        assert background.proving.stop()[0]
        assert not background.proving.is_under_way


def test_stopping_goes_on_with_the_next_collection(background: Background) -> None:
    background.ask("Others")
    background.ask("Rooms")
    background.asked(1)
    lead, _ = background.proving.stop()
    assert lead == "“Others” is no longer being proved."
    background.asked(2)
    assert background.progress.title == "Rooms"
    background.proving.stop()
    assert background.proving.progress is None
    assert not background.proving.is_under_way
    assert read_plan(background.place).files == ()


def test_levels_that_cannot_be_read_are_not_called_proved(
    background: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = background.game.app.features.library
    background.ask("Others")
    monkeypatch.setattr(library, "listed", partial(list, library.listed()))
    monkeypatch.setattr(library, "index", background.place.with_name("gone.db"))
    background.finished()
    lead, rest = background.proving.notice() or ("", "")
    assert lead == "“Others” could not be proved."
    assert rest.startswith("The records cannot be read: ")
    assert background.proving.progress is None


def test_an_index_that_cannot_be_read_is_reported(
    background: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    background.ask("Others")
    library = background.game.app.features.library
    monkeypatch.setattr(library, "index", background.place.with_name("gone.db"))
    background.finished()
    assert background.proving.notice() is not None
    assert background.proving.progress is None


def test_an_error_ends_one_collection_and_the_game_goes_on(
    background: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, read = background.game.app.features.library, background.game.app.features.library.level

    def level(path: Path, number: int) -> Level | None:
        if path.name == "others.xsb":
            raise ValueError("nobody has expected this")
        return read(path, number)

    monkeypatch.setattr(library, "level", level)
    background.ask("Others")
    background.ask("Rooms")
    background.asked(1)
    assert background.progress.title == "Rooms"
    assert background.proving.notice() == (
        "“Others” could not be proved.", "Everything found so far is kept."
    )  # fmt: skip


def test_a_pause_right_before_a_question_is_put_is_shown(
    background: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.browser.proving.AT_ONCE", 0.0)
    background.ask("Rooms")
    wait_until(lambda: background.progress.state is ProvingState.PROVING, background.proving.poll)
    assert background.proving.pause_or_resume()[0] == "Proving is paused."
    for _ in range(20):
        background.proving.poll()
    assert not background.clients or not background.client.asked
    assert background.progress.state is ProvingState.PAUSED
    background.proving.pause_or_resume()
    background.asked(1)
    assert proving_words(background.progress)[0] == "Proving Rooms"


def test_a_collection_that_is_gone_is_left_out(background: Background) -> None:
    write_plan(background.place, ProvingPlan((str(Path("gone.xsb").absolute()),)))
    background.begin()
    background.finished()
    assert background.proving.progress is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": 3}', '{"files": [], "tried": [1]}'])
def test_a_damaged_plan_is_an_empty_one(tmp_path: Path, text: str) -> None:
    place = tmp_path / "proving.json"
    place.write_text(text)
    assert read_plan(place) == ProvingPlan()
    write_plan(place, ProvingPlan(("a.xsb",), {"key": 5.0}))
    assert json.loads(place.read_text())["files"] == ["a.xsb"]
    assert read_plan(place) == ProvingPlan(("a.xsb",), {"key": 5.0})


def test_every_state_has_words_of_both_lengths() -> None:
    for state in ProvingState:
        progress = ProvingProgress("Rooms", state, 3, 30, 7, 0)
        lead, _ = proving_words(progress)
        assert lead.endswith("Rooms")
        assert short_words(progress)[0] == "Rooms"
    running = ProvingProgress("Rooms", ProvingState.PROVING, 3, 30, 7, 2)
    assert proving_words(running) == ("Proving Rooms", "3 of 30 · level 7 · 2 waiting")
    paused = ProvingProgress("Rooms", ProvingState.PAUSED, 3, 30)
    assert proving_words(paused) == ("Paused: Rooms", "3 of 30 proved")
    assert short_words(paused) == ("Rooms", "Paused · 3 of 30")


def test_a_strip_names_the_collection_in_the_language_of_the_moment() -> None:
    progress = ProvingProgress(pack_words("Foundry"), ProvingState.PAUSED, 3, 20)
    try:
        choose("de")
        assert proving_words(progress)[0] == "Pause: Gießerei"
        assert short_words(progress)[0] == "Gießerei"
    finally:
        choose("en")


def test_the_browser_starts_pauses_and_stops_it(game: Game) -> None:
    client = ScriptedClient()
    game.app.features.new_prover = lambda: client
    game.press("l")
    game.press("f5")
    assert game.said.startswith("Proving “Rooms” in the background.")
    game.settle(lambda: client.asked)
    assert Action.PAUSE_PROVING in game.app.hits
    game.click(Action.PAUSE_PROVING)
    client.reports.append(GaveUp(1, Cause.INTERRUPTED, 0, None))
    game.settle(lambda: "F6 resumes it" in game.said)
    game.click(Action.STOP_PROVING)
    assert "no longer" in game.said
    game.settle(lambda: Action.STOP_PROVING not in game.app.hits)
    game.click(CollectionTab(None))
    game.press("f5")
    assert game.said == "Choose a collection at the left first."


def test_a_worker_in_the_background_lets_all_others_go_first() -> None:
    with closing(SolverClient.in_background()) as client:
        client.start()
        assert client.worker_pid is not None
        process = psutil.Process(client.worker_pid)
        last = getattr(psutil, "IDLE_PRIORITY_CLASS", 19)
        wait_until(lambda: process.nice() == last)


def test_a_real_worker_proves_a_collection(own_home: Path, tmp_path: Path) -> None:
    with browser_game() as game:
        proving = Proving(
            game.app.features.library, game.app.link, game.records, tmp_path / "plan.json",
            Means(SolverClient),
        )  # fmt: skip
        with closing(proving):
            listed = game.app.features.library.listed()
            proving.ask(next(each for each in listed if each.title == "Others"))
            wait_until(lambda: not proving.is_under_way, proving.poll)
            assert proving.notice() == ("Every level of “Others” is proved.", "")
        game.records.flush()
        library = game.app.features.library
        found = next(each for each in library.find() if each.title == "Wide")
        assert found.par is not None
        level = library.level(library.folder / "others.xsb", 1)
        assert level is not None
        records: Records = game.records
        assert SolverLink(ScriptedClient(), records).known(Position.start(level)).is_final
