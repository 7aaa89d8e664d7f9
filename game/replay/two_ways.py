"""Two ways from the same position, in step push by push: where they part and meet again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from levels.position import Position
from solver.messages import Metric

_AT_ONCE = 512
"""Steps or pushes between two rests: less than a millisecond."""


@dataclass(frozen=True)
class Moment:
    """One moment of both: how many steps and how many pushes each has made."""

    own: int
    other: int
    own_pushes: int
    other_pushes: int


@dataclass(frozen=True)
class Stretch:
    """Where the boxes stand differently, from the moment at which the ways part to the one at which
    they meet again, or end."""

    start: int
    end: int
    own_pushes: int
    other_pushes: int
    own_moves: int
    other_moves: int
    meets: bool
    """whether the boxes stand alike at its end: a game that is not over may end apart"""

    def cost(self, metric: Metric) -> int:
        """How much more the player's way takes than the other one; negative if it takes less."""
        if metric is Metric.MOVES:
            return self.own_moves - self.other_moves
        return self.own_pushes - self.other_pushes


@dataclass(frozen=True)
class TwoWays:
    """Both ways, moment by moment: one push of each, or of one while the other one waits."""

    own: Sequence[Position]
    other: Sequence[Position]
    moments: tuple[Moment, ...]
    stretches: tuple[Stretch, ...]

    def stretch_at(self, at: int) -> Stretch | None:
        """The stretch that begins at a moment, or contains it, or ends with it."""
        inside = [each for each in self.stretches if each.start <= at <= each.end]
        return inside[-1] if inside else None


def comparing(
    own: Sequence[Position], other: Sequence[Position], metric: Metric = Metric.PUSHES
) -> Generator[None, None, TwoWays]:
    """Compare two ways from the same position, in small pieces.

    They are together wherever the boxes stand alike, and, when moves count, the pusher too; where
    the player's own way comes back to such a position, the other one has waited. As many of these
    meetings are kept as fit the order of both ways: the longest subsequence that never decreases,
    by patience sorting.
    """
    own_steps = yield from _pushing(own)
    other_steps = yield from _pushing(other)
    mine = [_key(own[step], metric) for step in own_steps]
    theirs = [_key(other[step], metric) for step in other_steps]
    meetings = yield from _meetings(mine, theirs)
    pairs, stretches = [(0, 0)], []
    for before, after in pairwise(meetings):
        start = len(pairs) - 1
        apart = after[0] - before[0], after[1] - before[1]
        pairs += [
            (before[0] + min(push, apart[0]), before[1] + min(push, apart[1]))
            for push in range(1, max(apart) + 1)
        ]
        moves = (
            own_steps[after[0]] - own_steps[before[0]],
            other_steps[after[1]] - other_steps[before[1]],
        )
        is_longer = metric is Metric.MOVES and moves[0] != moves[1]
        meets = mine[after[0]] == theirs[after[1]]
        if apart != (1, 1) or is_longer or not meets:
            stretches.append(Stretch(start, len(pairs) - 1, *apart, *moves, meets))
    moments = tuple(
        Moment(own_steps[push], other_steps[place], push, place) for push, place in pairs
    )
    return TwoWays(own, other, moments, tuple(stretches))


def _key(position: Position, metric: Metric) -> object:
    """What is the same where two ways are together."""
    return (position.boxes, position.pusher) if metric is Metric.MOVES else position.boxes


def _pushing(line: Sequence[Position]) -> Generator[None, None, list[int]]:
    """The start, and the steps that push."""
    found = [0]
    for number, (before, after) in enumerate(pairwise(line), start=1):
        if before.boxes is not after.boxes and before.boxes != after.boxes:
            found.append(number)
        if not number % _AT_ONCE:
            yield
    return found


def _meetings(
    mine: Sequence[object], theirs: Sequence[object]
) -> Generator[None, None, list[tuple[int, int]]]:
    """The pushes of both after which they are together; always with their starts and ends."""
    places = {key: push for push, key in enumerate(theirs)}
    end = len(mine) - 1, len(theirs) - 1
    tails: list[int] = []
    chains: list[tuple[int, int, int]] = []
    """each meeting, by the pushes of both, and the number of the one before it in its chain"""
    ends: list[int] = []
    for push, key in enumerate(mine):
        place = places.get(key)
        if 0 < push < end[0] and place is not None:
            length = bisect_right(tails, place)
            chains.append((push, place, ends[length - 1] if length else -1))
            tails[length : length + 1] = [place]
            ends[length : length + 1] = [len(chains) - 1]
        if not push % _AT_ONCE:
            yield
    met = [end] if end != (0, 0) else []
    number = ends[-1] if ends else -1
    while number >= 0:
        push, place, number = chains[number]
        met.append((push, place))
    return [(0, 0), *reversed(met)]
