"""All kernels compiled, or loaded from the cache, before the first search.

They come in parts. A part is compiled by searching with every kernel in it. Its mark in the cache
names what was compiled then, and later starts load that. At the first start a second process
compiles some parts beside this one: what it has compiled, this one finds in the cache. A program
that ships with machine code for any processor begins with that; the second process then compiles
all parts for this one, and the next start finds them.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from enum import StrEnum
from itertools import islice
from pathlib import Path

from levels.formats.board import Row, parse_board
from levels.level import Direction, Level
from levels.whole_file import whole
from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.board.tables import Tables
from solver.bounds.best_partitions import MOST_KEPT
from solver.bounds.box_sets import ExitSets, GoalSets
from solver.kernels.code_cache import CACHE, COMPILES_ALL, IS_SHIPPED, OWN, note_all_compiled
from solver.kernels.jit import IS_COMPILED, KERNELS
from solver.kernels.retrace import is_same_area
from solver.lines.further import lines_for_hard_levels
from solver.lines.line import LineOfAttack, PlainLine, Standing
from solver.lines.meeting import MeetingLine
from solver.lines.moves import MoveLine
from solver.lines.quick import QuickLine
from solver.messages import Metric
from solver.preparing.problem import Problem, prepare
from solver.processes.giving_way import give_way
from solver.prunings import rules_for
from solver.quick.improver import Improver
from solver.relaxation.cut import relax
from solver.relaxation.zones import find_zones
from solver.resources.memory import Memory
from solver.saving.kept_tables import built_anew
from solver.searches.move_search import MoveSearch, make_move_tables
from solver.sight import see

_MEMORY = 16 << 20  # bytes
_NODES = 4_000
"""Of each line: enough for every table to have grown."""
_TURNS = 100
_LOOK_SECONDS = 0.05

_BOARD = """
##############
#   #        #
# $   $ $ $  #
# $ ##$#  #  #
#@$ #  # $####
# $ ....  #
#   ....# #
#####.##  #
    #     #
    #######
"""

_SMALL_BOARD = """
########
#   #..#
# $$  .#
#@$ #  #
########
"""
"""Here every set of three boxes is looked at in no time."""

_WALLED_OFF = """
#######
#  $ .#
#@ $ .#
#######
"""
"""Here a part of the room is beyond the boxes: a corral."""

_HALL = """
########
#      #
# @$  .#
#      #
########
"""
"""Here the box is pushed back and forth on its way to the goal, to be shown a shorter one."""
_START, _TO_AND_FRO = 8, 7


class KernelPart(StrEnum):
    """Kernels that are compiled together. The value names the file that says so."""

    PROOF = "proof"
    IMPROVER = "improver"
    QUICK = "quick"
    SIGHT = "sight"
    SETS = "sets"
    """of three boxes: what searches look at only when they have many more nodes than here"""
    MOVES = "moves"


_FOR_ANY = (KernelPart.PROOF, KernelPart.IMPROVER, KernelPart.SETS, KernelPart.QUICK)
_NEEDED = {
    Metric.ANY: _FOR_ANY,
    Metric.PUSHES: (*_FOR_ANY, KernelPart.SIGHT),
    Metric.MOVES: (*_FOR_ANY, KernelPart.MOVES),
    Metric.PUSHES_MOVES: (*_FOR_ANY, KernelPart.MOVES),
}
_BESIDE = (KernelPart.QUICK, KernelPart.MOVES)
"""What the second process compiles, in this order. The first takes that one as long as all the
others take this one, and they share next to nothing: what both need is compiled twice."""

_warm: set[KernelPart] = set()
"""What is compiled and loaded in this process."""
_in_cache: set[tuple[Path | None, KernelPart]] = set()
"""Of which cache it is known what it has: each search asks, and what is there stays for weeks."""
_beside: list[subprocess.Popen[bytes]] = []
"""Other processes that compile. They end when this one drops them."""
_turns: list[sqlite3.Connection] = []
"""The lock of the one that lets another compile, as long as it lives."""


def warm_up(metric: Metric = Metric.PUSHES) -> None:
    """Compile every kernel that ``metric`` needs, or load it from the cache; a second time this
    does nothing."""
    if not IS_COMPILED:
        return
    beside = None
    is_first = KernelPart.PROOF in _NEEDED[metric] and must_compile(metric)
    if is_first and CACHE is not None and (os.cpu_count() or 1) > 1:
        beside = _start_beside()
    for part in _NEEDED[metric]:
        if part in _warm:
            continue
        if beside is not None and part in _BESIDE:
            _wait_for(part, beside)
        run(part)


def compile_for_this_processor() -> None:
    """If all kernels here are those that ship, let another process compile them for this processor
    while this one lives: the next start finds them, or as many as were done. Of several programs,
    only one does so."""
    if IS_COMPILED and IS_SHIPPED and not _beside and _is_first_to_compile():
        beside = _start_beside(**{COMPILES_ALL: "1"})
        if beside is not None:
            give_way(beside.pid)


def _is_first_to_compile() -> bool:
    """Whether no other live process has everything compiled already; False where nothing can be
    kept."""
    if OWN is None:
        return False
    # Databases can be locked on every system, and are unlocked however a process ends.
    try:
        turn = sqlite3.connect(OWN / "turn", timeout=0, isolation_level=None)
        _turns.append(turn)
        turn.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        return False
    return True


def must_compile(metric: Metric) -> bool:
    """Whether warming up for ``metric`` takes longer than loading it."""
    return IS_COMPILED and any(
        part not in _warm and not _is_in_cache(part) for part in _NEEDED[metric]
    )


def run(part: KernelPart) -> None:
    """Load every kernel of a part, or compile it and note that it is in the cache from now on."""
    if not _load(part):
        with built_anew():  # by kernels
            _search(part)
        _write_mark(part)
    _warm.add(part)


def _load(part: KernelPart) -> bool:
    """Load what was compiled for a part; returns whether it is known what that was."""
    mark = mark_of(part)
    if mark is None:
        return False
    try:
        names = mark.read_text().split()
    except (OSError, ValueError):  # there is none yet, or none of ours
        return False
    if not names or not KERNELS.keys() >= set(names):
        return False
    for name in names:
        KERNELS[name].load()
    return True


def _write_mark(part: KernelPart) -> None:
    """Note what is loaded now: the kernels of this part, and of those before it."""
    mark = mark_of(part)
    if mark is None or IS_SHIPPED:
        return
    with suppress(OSError), whole(mark) as beside:
        beside.write_text("\n".join(name for name, each in KERNELS.items() if each.is_loaded))


def _search(part: KernelPart) -> None:
    if part is KernelPart.SETS:
        return _build_sets()
    if part is KernelPart.SIGHT:
        see(_level(_WALLED_OFF))
        return None
    if part is KernelPart.IMPROVER:
        return _improve()
    problem = _problem(_BOARD)
    for line in _lines(part, problem):
        standing = Standing(nodes_left=_NODES)
        for _ in islice(line.run(standing), _TURNS):
            if standing.is_decided or standing.nodes >= _NODES:
                break
    if part is KernelPart.MOVES:
        _build_sectors()
        _move_search(_HALL).solution()
    return None


def _improve() -> None:
    there = [Push(_START + step, Direction.RIGHT) for step in range(3)]
    again = [there[1], Push(_START + 2, Direction.LEFT)]
    pushes = [there[0], *again * _TO_AND_FRO, *there[1:]]
    problem = _problem(_HALL)
    for _ in Improver(problem, pushes, Metric.PUSHES, _MEMORY).run():
        pass
    # Here no window ends before the solution does, so nothing is asked about what follows it.
    graph = problem.graph
    is_same_area(graph.neighbors, graph.boxes, graph.pusher, graph.pusher)


def _build_sets() -> None:
    problem = _problem(_SMALL_BOARD)
    graph, tables, rules = problem.graph, problem.tables, problem.rules
    zone = next(find_zones(graph, problem.distances))
    relaxation = relax(graph, problem.distances, zone)
    assert relaxation is not None
    relaxed = Tables(relaxation.board, relaxation.costs, tables.pairs)
    for sets in (GoalSets(graph, tables, rules), ExitSets(graph, relaxed, rules)):
        for _ in sets.build():
            pass


def _build_sectors() -> None:
    """Searches for fewest moves have them only when they have many more nodes than here."""
    search = _move_search(_BOARD)
    for _ in range(MOST_KEPT + 1):  # one has to go
        for _ in search.add_sectors():
            pass


def _move_search(board: str) -> MoveSearch:
    """One that has expanded a few nodes, which is enough to solve the smaller boards."""
    problem = _problem(board)
    *_, tables = make_move_tables(problem)
    assert tables is not None
    search = MoveSearch(problem.graph, tables, problem.rules, _MEMORY, pushes_first=False)
    search.start(problem.graph.boxes, problem.graph.pusher)
    search.advance(_NODES)
    return search


def _problem(board: str) -> Problem:
    *_, problem = prepare(
        BoardGraph.of(_level(board)), rules_for(Metric.PUSHES) | rules_for(Metric.MOVES)
    )
    assert problem is not None
    return problem


def _level(board: str) -> Level:
    lines = enumerate(board.strip("\n").split("\n"), start=1)
    return parse_board([Row(number, text) for number, text in lines])


def _lines(part: KernelPart, problem: Problem) -> list[LineOfAttack]:
    memory = Memory(_MEMORY)
    if part is KernelPart.QUICK:
        return [QuickLine(problem, Metric.ANY, memory), MeetingLine(problem, _MEMORY)]
    if part is KernelPart.MOVES:
        return [MoveLine(problem, Metric.MOVES, _MEMORY)]
    return [PlainLine(problem, memory), *lines_for_hard_levels(problem, memory)]


def _is_in_cache(part: KernelPart) -> bool:
    if (CACHE, part) in _in_cache:
        return True
    mark = mark_of(part)
    if mark is None or not mark.exists():
        return False
    _in_cache.add((CACHE, part))
    return True


def mark_of(part: KernelPart) -> Path | None:
    """The file that says which kernels of a part are in the cache; None if there is no cache."""
    return CACHE and CACHE / part


def _start_beside(**settings: str) -> subprocess.Popen[bytes] | None:
    """Let another process fill the cache too; None if it cannot be had. It ends with this one,
    which holds the other end of its input."""
    command = [sys.executable, "-m", "solver.second_process"]
    try:
        process = subprocess.Popen(
            command, cwd=Path(__file__).parents[1], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **settings},
        )  # fmt: skip
    except OSError:
        return None
    _beside.append(process)
    return process


def _wait_for(part: KernelPart, process: subprocess.Popen[bytes]) -> None:
    """Wait until the part is in the cache, or the process that was to see to it has ended."""
    while not _is_in_cache(part) and process.poll() is None:
        time.sleep(_LOOK_SECONDS)


def compile_beside() -> None:
    """What the second process does."""
    if COMPILES_ALL not in os.environ:
        for each in _BESIDE:
            run(each)
        return
    for each in KernelPart:
        run(each)
    note_all_compiled()
