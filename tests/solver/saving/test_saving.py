"""Searches that are saved and gone on with: the same as if they had never been ended."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import numpy as np
import pytest

from levels.files import PACKS, read
from levels.formats.board import format_board
from levels.level import Level
from solver import __main__ as command_line
from solver.commands.attempt import pursue
from solver.commands.interrupt import Interrupt
from solver.commands.saves import Saves
from solver.commands.tasks import Task
from solver.messages import Cause, Limits, Metric
from solver.nodes.slices import ArraySearch, SliceEnd
from solver.preparing.problem import Problem
from solver.resources.memory import Memory
from solver.saving import saved_search
from solver.saving.files import SavingError
from solver.saving.saved_search import SavedSearch, save
from solver.search import Search, Status
from solver.searches.push_search import PushSearch
from tests.game.boards import HARD
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searches.test_dives import problem_of, tiny_search
from tests.solver.searching import BENCH_LEVELS, SMALL, check_solution

FIRST_STEPS = read(PACKS / "first-steps.xsb").levels[-6:]
PLAIN = frozenset({"cuts"})
S = TypeVar("S", bound=ArraySearch)
FOUR_ROOMS = next(level for level in BENCH_LEVELS if level.title == "Four Rooms")


def saved_to(path: Path, search: Search) -> Path:
    """The file of a search, written whole."""
    found = search.saved()
    assert found is not None
    for _ in save(path, *found):
        pass
    return path


def resumed_from(path: Path, search: Search) -> Search:
    """A search like ``search`` that goes on with the file."""
    another = Search(search.level, search.limits, search.metric, search._without)
    another.resume(SavedSearch(path))
    return another


def ended(search: Search) -> Search:
    while search.advance(1.0) is Status.RUNNING:
        pass
    return search


def with_breaks(search: Search, path: Path, seed: int) -> tuple[Search, int]:
    """The search at its end, having been saved and read again now and then; and how often."""
    random, breaks = Random(seed), 0
    while True:
        turns, nodes = random.randint(0, 2), search.nodes
        while turns >= 0:
            if search.advance(0.0) is not Status.RUNNING:
                assert not search.resume_fault
                return search, breaks
            turns -= search.nodes > nodes
            nodes = search.nodes
        search = resumed_from(saved_to(path, search), search)
        breaks += 1


def outcome(search: Search) -> tuple[object, ...]:
    return search.status, search.best, search.lower_bound, search.nodes


# --- the same nodes, the same answer ---------------------------------------------------------


@pytest.mark.parametrize("metric", [Metric.PUSHES, Metric.MOVES, Metric.PUSHES_MOVES])
def test_a_search_with_breaks_visits_the_nodes_of_one_without(
    metric: Metric, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Problem, "turn", lambda *_: 10)  # that is where it can be saved
    breaks = 0
    for seed, level in enumerate(FIRST_STEPS if metric is not Metric.PUSHES else BENCH_LEVELS[:3]):
        whole = ended(Search(level, SMALL, metric, PLAIN))
        parted, count = with_breaks(Search(level, SMALL, metric, PLAIN), tmp_path / "saved", seed)
        assert outcome(parted) == outcome(whole), drawing_of(level)
        breaks += count
    assert breaks > 20


def test_limits_end_a_search_anywhere_and_it_still_visits_the_same_nodes(tmp_path: Path) -> None:
    """A limit of nodes ends it within a turn; those that follow are turns of the whole search."""
    level = FOUR_ROOMS
    whole = ended(Search(level, SMALL, without=PLAIN))
    search = ended(Search(level, Limits(nodes=2222, memory=16), without=PLAIN))
    while search.cause is Cause.NODES:
        search = ended(resumed_from(saved_to(tmp_path / "saved", search), search))
    assert outcome(search) == outcome(whole)


def test_a_search_below_a_full_table_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.nodes.node_table._FEWEST_NODES", 20)
    full = 0
    for seed in range(600, 640):
        level = random_level(seed, 2_500)
        problem = problem_of(level)
        if problem is None:
            continue
        one, other = tiny_search(problem), tiny_search(problem)
        end = SliceEnd.RUNNING
        while end is SliceEnd.RUNNING and one.nodes < 2_000:
            end = one.advance(40)
            other = with_a_break(other, tiny_search(problem), tmp_path / "saved")
            assert other.advance(40) is end
            assert (other.nodes, other.lower_bound) == (one.nodes, one.lower_bound)
        if end is SliceEnd.SOLVED:
            assert one.solution() == other.solution(), drawing_of(level)
        full += one.is_full
    assert full >= 10


def with_a_break(search: S, another: S, path: Path) -> S:
    """``another`` search, which goes on from where ``search`` is."""
    nothing = Search(FOUR_ROOMS).saved()
    assert nothing is not None
    arrays = {f"0.{name}": array for name, array in search.saved().items()}
    for _ in save(path, nothing[0], arrays):
        pass
    saved = SavedSearch(path).arrays_of(0)
    assert saved is not None
    for _ in another.restore(saved):
        pass
    return another


def test_lines_of_attack_with_breaks_find_the_same_optimum(tmp_path: Path) -> None:
    """Not after the same nodes: those that only look for solutions begin anew."""
    search = Search(FOUR_ROOMS, SMALL)
    while search.nodes < 3_000:
        search.advance(0.0)
    before = search.nodes, search.lower_bound
    search = resumed_from(saved_to(tmp_path / "saved", search), search)
    assert (search.nodes, search.lower_bound) == before
    ended(search)
    assert search.status is Status.SOLVED and search.optimal
    check_solution(search)
    assert search.best is not None and search.best.pushes == 44
    assert search.nodes < 1.5 * ended(Search(FOUR_ROOMS, SMALL)).nodes


# --- files -----------------------------------------------------------------------------------


@pytest.fixture
def halfway(tmp_path: Path) -> Path:
    """The file of a search."""
    search = Search(FOUR_ROOMS, SMALL)
    while search.nodes < 1_500:
        search.advance(0.0)
    return saved_to(tmp_path / "halfway", search)


def test_damage_anywhere_is_noticed_or_does_no_harm(halfway: Path) -> None:
    content, random = halfway.read_bytes(), Random(1)
    begun_anew = 0
    for number in range(30):
        place = random.randrange(len(content))
        damaged = bytearray(content)
        if number % 3:
            damaged[place] ^= 1 << random.randrange(8)
        else:
            del damaged[place:]
        halfway.write_bytes(damaged)
        search = Search(FOUR_ROOMS, SMALL)
        try:
            search.resume(SavedSearch(halfway))
        except SavingError as error:
            assert str(error)
            begun_anew += 1
            continue
        before = search.nodes
        while search.nodes == before and not search.resume_fault:
            assert search.advance(0.0) is Status.RUNNING
        assert search.lower_bound <= 44
        begun_anew += bool(search.resume_fault)
    assert begun_anew > 20


def test_a_search_that_began_anew_ends_like_any_other(halfway: Path) -> None:
    content = bytearray(halfway.read_bytes())
    content[10_000] ^= 1
    halfway.write_bytes(content)
    search = Search(FOUR_ROOMS, SMALL)
    search.resume(SavedSearch(halfway))
    ended(search)
    assert search.resume_fault == "it is damaged"
    assert search.best is not None and search.best.pushes == 44 and search.optimal


def test_half_a_file_is_never_left(halfway: Path) -> None:
    content = halfway.read_bytes()
    found = Search(FOUR_ROOMS).saved()
    assert found is not None
    writing = save(halfway, found[0], {"0.numbers": np.zeros(9)})
    assert isinstance(writing, Generator)
    next(writing)
    assert len(list(halfway.parent.iterdir())) == 2
    writing.close()
    assert halfway.read_bytes() == content
    assert list(halfway.parent.iterdir()) == [halfway]


def test_too_little_memory_is_noticed(tmp_path: Path) -> None:
    problem = problem_of(FOUR_ROOMS)
    assert problem is not None
    search = PushSearch(problem.graph, problem.tables, problem.rules, Memory(1 << 20))
    search.start(problem.graph.boxes, problem.graph.pusher)
    search.advance(200)
    with pytest.raises(SavingError, match="does not fit into the memory"):
        with_a_break(search, tiny_search(problem), tmp_path / "saved")


# --- on the command line ---------------------------------------------------------------------


@pytest.fixture
def solve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[dict[str, Any], str]]:
    """A function that runs ``solve --json`` on a level; the object and what was told."""

    def run(level: Level, *arguments: str) -> tuple[dict[str, Any], str]:
        file = tmp_path / "level.xsb"
        file.write_text("\n".join(format_board(level)))
        command_line.main(["solve", "--json", str(file), *arguments])
        output = capsys.readouterr()
        return json.loads(output.out), output.err

    return run


def test_saved_and_resumed(
    solve: Callable[..., tuple[dict[str, Any], str]], tmp_path: Path
) -> None:
    file = str(tmp_path / "saved")
    whole, told = solve(FOUR_ROOMS, "--without=cuts")
    assert told == ""
    part, told = solve(FOUR_ROOMS, "--without=cuts", "--nodes=3000", f"--save={file}")
    assert (part["status"], part["nodes"]) == ("gave-up", 3000)
    assert told == f"saved; continue with --resume {file}\n"
    rest, told = solve(FOUR_ROOMS, "--without=cuts", f"--resume={file}", f"--save={file}")
    assert told == ""
    for key in ("status", "pushes", "lurd", "nodes", "lower_bound"):
        assert rest[key] == whole[key]
    assert rest["seconds"] > part["seconds"]


def test_files_that_cannot_be_resumed_are_reported(
    solve: Callable[..., tuple[dict[str, Any], str]], halfway: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(level: Level, path: Path, *arguments: str) -> str:
        found, errors = solve(level, f"--resume={path}", "--nodes=1", *arguments)
        assert found["status"] == "gave-up" and found["lower_bound"] > 0
        place, _, reason = errors.partition(": ")
        assert place == str(path) and reason.endswith("; the search starts over\n")
        return reason.partition(";")[0]

    foreign = halfway.with_name("foreign")
    assert told(FOUR_ROOMS, foreign) == "there is no such file"
    assert told(FOUR_ROOMS, halfway.parent) == "this is a folder, not a saved search"
    for content in (b"", b"PK", b"no search\n" * 99):
        foreign.write_bytes(content)
        assert told(FOUR_ROOMS, foreign) == "this is not a saved search, or it is damaged"
    np.savez(foreign.open("wb"), numbers=np.zeros(3))
    assert told(FOUR_ROOMS, foreign) == "this is not a saved search, or it is damaged"
    assert told(BENCH_LEVELS[0], halfway) == "it is the search of another level"
    assert told(FOUR_ROOMS, halfway, "--metric=moves") == "it is a search with --metric pushes"
    assert told(FOUR_ROOMS, halfway, "--without=pairs") == "it is a search with no --without"
    monkeypatch.setattr(saved_search, "source_hash", lambda: "newer")
    assert told(FOUR_ROOMS, halfway) == "it was saved by another version of the solver"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--save=missing/saved"], "cannot write a file there: there is no such folder"),
        (["--save=" + "s" * 300], "cannot write a file there: the name is too long"),
        (["--save=/dev/null"], "cannot write a file there: not a regular file"),
        (["--save=."], "cannot write a file there: this is a folder"),
        (["--save=saved", "--metric=any"], "cannot be used with --metric any"),
    ],
)
def test_saving_that_cannot_be_is_refused(
    arguments: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "level.xsb"
    file.write_text(HARD)
    assert command_line.main(["solve", str(file), *arguments]) == 2
    assert reason in capsys.readouterr().err
    file.write_text(HARD + HARD)
    assert command_line.main(["solve", str(file), "--save=saved"]) == 2
    assert "for a single level" in capsys.readouterr().err


def test_what_is_no_ordinary_file_is_neither_replaced_nor_waited_for(
    solve: Callable[..., tuple[dict[str, Any], str]], tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a regular file"):
        saved_to(pipe, Search(FOUR_ROOMS, SMALL))
    assert pipe.is_fifo()
    for path in (pipe, Path("/dev/zero")):
        _, told = solve(FOUR_ROOMS, f"--resume={path}", "--nodes=1")
        assert told == (f"{path}: it cannot be read: not a regular file; the search starts over\n")


def test_a_search_is_saved_where_a_link_leads(tmp_path: Path) -> None:
    place, link = tmp_path / "place", tmp_path / "link"
    link.symlink_to(place)
    saved_to(link, Search(FOUR_ROOMS, SMALL))
    assert link.is_symlink() and SavedSearch(place).about.nodes == 0


def test_the_longest_name_can_be_saved_to(tmp_path: Path) -> None:
    path = tmp_path / ("s" * 255)
    assert SavedSearch(saved_to(path, Search(FOUR_ROOMS, SMALL))).about.nodes == 0


class PressedAfter(Interrupt):
    """Ctrl+C after so many looks at it."""

    def __init__(self, looks: int) -> None:
        self._looks = looks

    @property
    def is_requested(self) -> bool:  # type: ignore[override]
        self._looks -= 1
        return self._looks < 0


@pytest.mark.parametrize("looks", [0, 1, 2, 5, 9])
def test_ctrl_c_at_any_moment_saves_what_was_proved(
    looks: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hard = frozenset({"symmetry"})  # without it there is more to do than nine looks take
    saved, search = tmp_path / "saved", Search(FOUR_ROOMS, SMALL, without=hard)
    task = Task("levels.xsb", 1, FOUR_ROOMS)
    found = pursue(task, search, PressedAfter(looks), lambda *_: None, Saves(saved))
    assert (found.status, found.cause) == ("gave-up", "interrupted")
    assert capsys.readouterr().err == f"saved; continue with --resume {saved}\n"
    about = SavedSearch(saved).about
    assert (about.nodes, about.lower_bound) == (found.nodes, found.lower_bound)


def test_a_search_that_goes_on_is_saved_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.commands.saves._EVERY", 0.0)
    search, saves = Search(FOUR_ROOMS, SMALL), Saves(tmp_path / "saved")
    for _ in range(3):
        search.advance(0.01)
        saves.now_and_then(search)
        assert SavedSearch(tmp_path / "saved").about.nodes == search.nodes


def test_a_full_disk_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    def full(*arguments: object) -> Iterator[None]:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        yield

    search = ended(Search(FOUR_ROOMS, Limits(nodes=1, memory=16)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(saved_search, "save", full)
        Saves(Path("saved")).end(search)
    assert capsys.readouterr().err == "saved: not saved: the disk is full\n"
