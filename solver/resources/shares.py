"""How memory is shared: what each part of a search may take, all in one place. Sizes are bytes."""

from __future__ import annotations

from typing import NamedTuple

import psutil

MEBI = 1 << 20

# What single tables take at most, however much there is.
MOST_FOR_PAIRS = 64 * MEBI
MOST_FOR_BOX_SETS = 96 * MEBI
MOST_FOR_SETTLED = 16 * MEBI
MOST_FOR_WALLS = 8 * MEBI
MOST_FOR_VERDICTS = MEBI
"""of corrals"""
MOST_FOR_PLANS = 96 * MEBI
MOST_FOR_LOCKS = 2 * MEBI
MOST_FOR_REALIZATION = 256 * MEBI
MOST_FOR_QUESTION = MEBI // 2
"""for the nodes of a search for what a relaxed level still costs: cleared again and again"""
MOST_FOR_IMPROVER = 32 * MEBI
MOST_FOR_SHORTENING = 64 * MEBI
"""for a window of a solution that is made shorter with no other search beside it"""
MOST_FOR_VICINITY = 256 * MEBI
"""likewise"""

MOST_LEFT_BEHIND = 16 * MEBI
"""How much a process may grow before time is spent on returning what was freed."""

_BESIDE = 128 * MEBI
"""For all that is not positions: distances, tables of two and three boxes, lists. With less than
twice this much, half of it."""
_LEAST_QUICK = 8 * MEBI
"""With less for the quick search, all memory is better used by the proof."""

_LEAST_BESIDE_MOVES, _MOST_BESIDE_MOVES = 2 * MEBI, 64 * MEBI
"""Where walks count, for each line that looks for a first solution: a small part is enough, and a
proof takes longer when its table is full."""


def of_search(most_mebi: int | None, before: int) -> int:
    """For the whole search: what its limit says, or else what it had ``before``, or else a quarter
    of the machine; at most what is free."""
    machine = psutil.virtual_memory()
    wanted = before or machine.total // 4 if most_mebi is None else most_mebi * MEBI
    return int(min(wanted, machine.available))


def of_positions(allowed: int) -> int:
    """For the tables of positions of all lines together."""
    return allowed - min(allowed // 2, _BESIDE)


def of_distances(allowed: int) -> int:
    """For the distances of lone boxes, without which nothing can be searched."""
    return allowed // 2


def of_any_table(allowed: int) -> int:
    """For any one table other than those of positions."""
    return allowed // 8


def of_settled(spare: int) -> int:
    """For the distances among settled boxes, where any one table has ``spare`` bytes."""
    return spare // 8


def of_dives(memory: int) -> int:
    """What a table of nodes leaves for the time when it is full."""
    return memory // 4


def of_perimeter(memory: int) -> int:
    """For the search by moves that works backward from the solved positions."""
    return memory // 3


def of_sectors(memory: int) -> int:
    """For the tables of sectors, in that search or beside it."""
    return memory // 8


def of_plans(memory: int) -> int:
    """For the packing plans of a try of a quick search."""
    return min(MOST_FOR_PLANS, memory // 4)


def of_parking(memory: int) -> int:
    """For the search for a parking plan, before a quick search."""
    return memory // 8


def of_try(memory: int, tries: int) -> int:
    """For each of this many tries of a quick search that take turns."""
    return memory // tries


def of_slots(memory: int) -> int:
    """For the hash slots of a quick search; the rest is for its positions."""
    return memory // 4


def of_kept_ways(share: int) -> int:
    """For the pushes that the search of a relaxed level keeps."""
    return share // 2


def of_first_line(memory: int, *, is_alone: bool) -> int:
    """For the line that begins; others may join it unless it ``is_alone``."""
    return memory if is_alone else memory // 2


def of_further_lines(memory: int) -> int:
    """For all lines that join the first one."""
    return memory // 2


def of_each_cut(memory: int, cuts: int) -> int:
    """For a cut; the two lines that look for a solution without one get as much."""
    return memory // (cuts + 2)


def of_filling(share: int) -> int:
    """For the search of what filling the zone of a cut costs, before the cut is searched."""
    return share // 4


def of_relaxed_costs(share: int) -> int:
    """For what the line that bounds positions by a cut knows of the relaxed level, and of the
    filling of its zone each; the rest is for its positions."""
    return share // 8


def of_repetition(share: int) -> int:
    """For a short search of a cut that is repeated while the first one keeps its memory."""
    return share // 4


class LineShares(NamedTuple):
    """What the lines that join the first one get. 0: that line is left out."""

    quick: int
    elsewhere: int
    ending: int
    vicinity: int
    kicks: int
    meeting: int
    proof: int


def of_lines(memory: int, *, any_will_do: bool) -> LineShares:
    """How the lines that join the first one share ``memory``; ``any_will_do``: any solution."""
    if any_will_do:
        meeting = memory // 8
        return LineShares(memory // 2 - meeting, 0, 0, 0, 0, meeting, memory - memory // 2)
    quick, part = memory // 4, memory // 16
    if quick < _LEAST_QUICK:
        return LineShares(0, 0, 0, 0, 0, 0, memory)
    proof = memory - quick - 3 * part
    return LineShares(quick // 2, quick // 2, part, part, part, meeting=0, proof=proof)


class MoveShares(NamedTuple):
    """What the lines get where walks count. 0: that line is left out."""

    proof: int
    quick: int
    meeting: int


def of_move_lines(memory: int) -> MoveShares:
    """How they share ``memory``: one part in eight, at most, is for a first solution."""
    each = min(memory // 16, _MOST_BESIDE_MOVES)
    if each < _LEAST_BESIDE_MOVES:
        return MoveShares(memory, 0, 0)
    return MoveShares(memory - 2 * each, each, each)


class ShorteningShares(NamedTuple):
    """What the searches get that make a solution shorter with no other search beside them."""

    improver: int
    vicinity: int


def of_shortening(memory: int) -> ShorteningShares:
    """How they share ``memory``."""
    improver = min(MOST_FOR_SHORTENING, memory // 4)
    return ShorteningShares(improver, min(MOST_FOR_VICINITY, memory - improver))
