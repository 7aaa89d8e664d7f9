"""Where a game lost pushes or moves: a few proofs tell, found by halving backward from its end.

Play the game as it was up to a push, and from there in the best way: no push makes the whole of
that cost less, and where it costs the same at two pushes, no push between them has lost anything.
The end of a game is proved first, because it is easiest. Every search gets little time until
nothing easier is left, and then more. A `Review` only says which position is to be weighed next and
takes in what was found; who searches, and where, is for its caller.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from levels.language import _
from levels.lurd import lurd_of, replaying
from levels.position import Position
from levels.solution import Solution
from solver.messages import NOTHING_KNOWN, UNLIMITED, Known, Limits, Metric

NEVER = 1 << 60
"""The cost of a game that cannot be solved any more, or of which no solution is known."""

MOST_IN_VAIN = 3
"""Once this many positions could not be decided, no more are tried beside them until searches get
more time: where one is out of reach, the others usually are."""

FIRST_SECONDS = (0.5, 4.0)
"""What each search may take in the first rounds, before it gets all the time there is. A position
out of reach would otherwise hold up what is easily found out."""

_NEAR_END = 64
"""How many pushes before the end a game is looked at first: that is proved at once."""

_AT_ONCE = 64
"""Steps between two rests: less than a millisecond, or two in a game of 20,000 steps."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """A position that is to be weighed: the fewest pushes, or moves, that it still takes."""

    push: int
    """after which it stands; 0 is the start"""
    position: Position
    metric: Metric
    """ANY: it is enough to know whether it can be solved"""
    known: Known = NOTHING_KNOWN
    limits: Limits = UNLIMITED
    """of this search"""


@dataclass(frozen=True, slots=True)
class Weight:
    """What is known of a position: what it takes at least, and a solution of it."""

    at_least: int = 0
    solution: Solution | None = None
    at_most: int | None = None
    """what some solution takes, although it is not at hand"""
    is_unsolvable: bool = False
    is_out_of_reach: bool = False
    """A longer search would be of no use: there is no memory for it, or it breaks down."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What was lost after one push of a game and up to another one."""

    after: int
    upto: int
    at_least: int
    at_most: int

    @property
    def is_exact(self) -> bool:
        """Whether it is known both how much was lost and by which push."""
        return self.at_least == self.at_most and self.upto == self.after + 1

    @property
    def is_fatal(self) -> bool:
        """Whether the level could be solved before, and cannot be any more."""
        return self.at_least == NEVER


@dataclass(frozen=True, slots=True)
class Downfall:
    """Where a game went beyond help: it could be solved after push ``after`` (None: unknown), and
    cannot be any more after push ``upto``."""

    after: int | None
    upto: int

    @property
    def is_exact(self) -> bool:
        """Whether it is known which push it was, or that the level could never be solved."""
        return self.upto == (0 if self.after is None else self.after + 1)


@dataclass(frozen=True, slots=True)
class ReviewState:
    """All that a review has found out, as `Review` keeps it: enough to resume it later."""

    least: Sequence[int]
    most: Sequence[int]
    ways: Sequence[int]
    found: Mapping[int, str]
    unseen: frozenset[int] = frozenset()
    tried: Mapping[int, int] = field(default_factory=dict)
    tried_at_all: Mapping[int, int] = field(default_factory=dict)
    round: int = 0

    @property
    def is_sound(self) -> bool:
        """Whether one bound agrees with the other, and there is a way wherever one is needed."""
        for bounds in (self.least, self.most):
            if any(later < earlier for earlier, later in pairwise(bounds)):
                return False
        return all(
            least <= most and (most == NEVER or way in self.found or way in self.unseen)
            for least, most, way in zip(self.least, self.most, self.ways, strict=True)
        )


class Review:
    """A game being weighed. Pushes are counted from 1, and number 0 is the start."""

    def __init__(
        self, line: Sequence[Position], metric: Metric = Metric.PUSHES, limits: Limits = UNLIMITED
    ) -> None:
        """``line``: positions one step apart, from a start up to where the level is first solved;
        ``metric``: PUSHES or MOVES; ``limits``: of each search. `reading` does the same in small
        pieces."""
        for _step in self._read(line, metric, limits):
            pass

    @classmethod
    def reading(
        cls, line: Sequence[Position], metric: Metric = Metric.PUSHES, limits: Limits = UNLIMITED
    ) -> Generator[None, None, Review]:
        """Begin a review in small pieces."""
        review = cls.__new__(cls)
        yield from review._read(line, metric, limits)
        return review

    def _read(
        self, line: Sequence[Position], metric: Metric, limits: Limits
    ) -> Generator[None, None, None]:
        self.metric = metric
        self._rounds = _rounds_within(limits)
        self._round = 0
        self.steps = [0]
        """the number of the step that each push is"""
        self.positions = [line[0]]
        """after each push"""
        letters: list[str] = []
        for step in range(1, len(line)):
            if self.positions[-1].is_solved:
                break
            before, after = line[step - 1], line[step]
            letters.append(lurd_of((before, after)))
            if after.boxes is not before.boxes and after.boxes != before.boxes:
                self.steps.append(step)
                self.positions.append(after)
            if not step % _AT_ONCE:
                yield
        self.lurd = "".join(letters)
        self._costs = self.steps if metric is Metric.MOVES else range(len(self.steps))
        self._least = list(self._costs)
        """the least that the whole game costs if it goes on in the best way after each push"""
        self._most = [NEVER] * len(self._least)
        self._ways = [0] * len(self._least)
        """the push up to which the game is followed in the best way known after each push"""
        self._found: dict[int, str] = {}
        """solutions that begin after a push"""
        self._unseen: set[int] = set()
        """pushes after which the best way known is not at hand, but only what it costs"""
        self._tried: dict[int, int] = {}
        """pushes that were asked about, and the last round in which they were"""
        self._tried_at_all: dict[int, int] = {}
        """the same where it was asked only whether the position after them can be solved"""
        self._weighed: list[int] | None = None
        self.answers = 0
        """how often something was taken in: while this stays the same, so does what is known"""
        self._parity = self._parity_of_costs()
        if self.is_solved:
            self._lower(self.pushes, self._costs[-1], "")

    def _parity_of_costs(self) -> int | None:
        """Whether every way costs an even or an odd number: a push moves a box from a black square
        to a white one or back, and all boxes end on the goals."""
        start = self.positions[0]
        level = start.level
        if self.metric is Metric.MOVES or len(start.boxes) != len(level.goals):
            return None
        return sum(map(sum, map(level.column_and_row, (*start.boxes, *level.goals)))) % 2

    # --- what is known -------------------------------------------------------------------------

    @property
    def pushes(self) -> int:
        return len(self.steps) - 1

    @property
    def is_solved(self) -> bool:
        """Whether the game solves its level."""
        return self.positions[-1].is_solved

    @property
    def end(self) -> int:
        """The last push after which the level is known to be solvable; -1 if none is."""
        return bisect_left(self._most, NEVER) - 1

    @property
    def downfall(self) -> Downfall | None:
        """Where the game went beyond help, if it is known that it did."""
        lost = bisect_left(self._least, NEVER)
        if lost > self.pushes:
            return None
        return Downfall(self.end if self.end >= 0 else None, lost)

    @property
    def fatal(self) -> Loss | None:
        """The push that made the level unsolvable, once it is known which one it was."""
        downfall = self.downfall
        if downfall is None or downfall.after is None or not downfall.is_exact:
            return None
        return Loss(downfall.after, downfall.upto, NEVER, NEVER)

    @property
    def weighed(self) -> Sequence[int]:
        """The pushes after which the position is weighed, or was tried, in the order of the game.
        What was played before the first of them has yet to be looked at."""
        if self._weighed is None:
            bounds = zip(range(self.end + 1), self._least, self._most, strict=False)
            tried = self._tried
            self._weighed = [push for push, a, b in bounds if a == b or push in tried]
        return self._weighed

    @property
    def is_complete(self) -> bool:
        """Whether the whole game has been looked at, and nothing is left to ask."""
        return self.question is None

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What was lost where, in the order of the game: exactly, or as narrowly as is known."""
        points = self.weighed
        ends = (points[0], points[-1]) if points else ()
        sure = [push for push in points if self.is_exact(push) or push in ends]
        return tuple(
            self._loss(after, upto)
            for after, upto in pairwise(sure)
            if self._most[upto] != self._least[after]
        )

    @property
    def total(self) -> Loss:
        """What the whole game has lost, up to where it could still be solved."""
        return self._loss(0, max(0, self.end))

    def _loss(self, after: int, upto: int) -> Loss:
        least = max(0, self._least[upto] - self._most[after])
        return Loss(after, upto, least, self._most[upto] - self._least[after])

    def at_least(self, push: int) -> int:
        """The least that the position after a push still takes."""
        return self._least[push] - self._costs[push]

    def way_on(self, push: int) -> Solution | None:
        """The best way known to go on after a push, if any is at hand."""
        if self._most[push] == NEVER:
            return None
        along = self._ways[push]
        if along in self._unseen:
            return None
        return Solution(self.lurd[self.steps[push] : self.steps[along]] + self._found[along])

    def is_exact(self, push: int) -> bool:
        """Whether it is proved what the position after a push still takes."""
        return self._least[push] == self._most[push]

    # --- what is to be found out -----------------------------------------------------------------

    @property
    def question(self) -> Weighing | None:
        """The position that tells most now; None once all is known, or out of reach."""
        push = self._next_in_downfall()
        if push is not None:
            return Weighing(push, self.positions[push], Metric.ANY, limits=self._limits)
        push = self._next_to_weigh()
        if push is None:
            return None
        known = Known(self.at_least(push), self.way_on(push))
        return Weighing(push, self.positions[push], self.metric, known, self._limits)

    @property
    def _limits(self) -> Limits:
        return self._rounds[self._round]

    def _is_tried(self, push: int) -> bool:
        """Whether a position has had its search in this round."""
        return self._tried.get(push, -1) >= self._round

    def _next_in_downfall(self) -> int | None:
        """The middle of the pushes of which one, unknown which, put the level past help."""
        downfall, tried = self.downfall, self._tried_at_all
        if downfall is None:
            return None
        doubtful = range(self.end + 1, downfall.upto)
        untried = [push for push in doubtful if tried.get(push, -1) < self._round]
        if not untried or len(doubtful) - len(untried) >= MOST_IN_VAIN:
            return None
        return untried[len(untried) // 2]

    def _next_to_weigh(self) -> int | None:
        last = self.pushes if self.downfall is None else self.end
        if last > self.end and not self._is_tried(last):
            return last
        if self.end < 0:
            return 0 if last >= 0 and not self._is_tried(0) else None
        points = self.weighed
        if not points or points[-1] != self.end:
            return self.end
        doubtful = [pair for pair in pairwise(points) if self._is_doubtful(*pair)]
        for after, upto in reversed(doubtful):
            if self.is_exact(after):
                return self._between(after, upto)
        return self._harder(points, doubtful)

    def _harder(self, points: Sequence[int], doubtful: Sequence[tuple[int, int]]) -> int | None:
        """Where to go on once all is known between what is proved: first to what was tried for a
        shorter time, from the end of the game, and to what lies beside it."""
        unsure = [push for push in points if not self.is_exact(push)]
        if unsure and not self._is_tried(unsure[-1]):
            return unsure[-1]
        if points[0] > 0:
            return self._earlier_than(points[0])
        in_vain = sum(self._is_tried(push) for push in unsure)
        if doubtful and in_vain < MOST_IN_VAIN:
            return self._between(*doubtful[-1])
        is_open = 0 in unsure or self._is_first_push_bad
        return 0 if is_open and not self._is_tried(0) else None

    @property
    def _is_first_push_bad(self) -> bool:
        """Whether it is proved that the first push has lost something, but no better way is at
        hand."""
        is_known = 0 in self._unseen and self.end > 0 and self.is_exact(1)
        return is_known and self._most[1] > self._least[0]

    def _earlier_than(self, push: int) -> int:
        """Where to go on before a push: three steps reach the start if nothing was lost."""
        is_near = push <= self.end // 3 or not self.is_exact(push)
        return 0 if is_near else self._between(0, push)

    def _between(self, after: int, upto: int) -> int:
        """The middle, but in a long game no more than three times as far from its end."""
        return max((after + upto) // 2, upto - max(_NEAR_END, 2 * (self.end - upto)))

    def _is_doubtful(self, after: int, upto: int) -> bool:
        """Whether something was lost between two pushes, and halving them may tell where."""
        is_told = upto == after + 1 or self._most[upto] == self._least[after]
        return not is_told and self.is_exact(upto)

    # --- what was found out ----------------------------------------------------------------------

    def learn(self, weighing: Weighing, weight: Weight) -> Generator[None, None, None]:
        """Take in, in small pieces, the answer to a question: it is not asked again, unless more
        time may help.

        Raises IllegalStepError or ValueError for a solution that is not one.
        """
        tried = self._tried_at_all if weighing.metric is Metric.ANY else self._tried
        last = len(self._rounds) - 1
        tried[weighing.push] = last if weight.is_out_of_reach else self._round
        self._weighed = None
        try:
            yield from self.recall(weighing.push, weight)
        finally:
            while self._round < last and self.question is None:
                self._round += 1

    @property
    def findings(self) -> ReviewState:
        """What has been found out up to now."""
        ways = {way for way, most in zip(self._ways, self._most, strict=True) if most < NEVER}
        return ReviewState(
            tuple(self._least), tuple(self._most), tuple(self._ways),
            {push: lurd for push, lurd in self._found.items() if push in ways},
            frozenset(self._unseen & ways), dict(self._tried), dict(self._tried_at_all),
            self._round,
        )  # fmt: skip

    def resume(self, findings: ReviewState) -> None:
        """Resume where an earlier review of the same game was. Raises ValueError if it was of
        another one."""
        lengths = {len(findings.least), len(findings.most), len(findings.ways)}
        if lengths != {len(self._least)} or not findings.is_sound:
            raise ValueError("this review is of another game")
        self._least, self._most = list(findings.least), list(findings.most)
        self._ways, self._found = list(findings.ways), dict(findings.found)
        self._unseen = set(findings.unseen)
        self._tried, self._tried_at_all = dict(findings.tried), dict(findings.tried_at_all)
        self._round = min(findings.round, len(self._rounds) - 1)
        self._weighed = None
        self.answers += 1

    def recall(self, push: int, weight: Weight) -> Generator[None, None, None]:
        """Take in, in small pieces, what is known from elsewhere of the position after a push."""
        if weight.solution is not None:
            yield from self._follow(push, weight.solution)
        if weight.at_most is not None:
            self._lower(push, self._costs[push] + weight.at_most)
        self._raise(push, NEVER if weight.is_unsolvable else self._costs[push] + weight.at_least)
        self.answers += 1

    def _follow(self, push: int, solution: Solution) -> Generator[None, None, None]:
        """Learn from a solution about all positions that it shares with the game, not just its
        first."""
        start = at = self.positions[push]
        places = {(start.boxes, start.pusher): 0}
        for number, at in enumerate(replaying(start, solution.lurd), start=1):
            places.setdefault((at.boxes, at.pusher), number)
            if not number % _AT_ONCE:
                yield
        if not at.is_solved:
            raise ValueError(_("this way does not solve the level"))
        for later in range(self.pushes, push - 1, -1):
            at = self.positions[later]
            number = places.get((at.boxes, at.pusher), -1)
            if number >= 0:
                rest = Solution(solution.lurd[number:])
                self._lower(later, self._costs[later] + self.metric.cost(rest)[0], rest.lurd)
            if not later % _AT_ONCE:
                yield

    def _lower(self, push: int, cost: int, lurd: str | None = None) -> None:
        """Note a way after a push with which the whole game costs this much; ``lurd``: that way, if
        it is at hand."""
        if not self._is_news(push, cost, lurd):
            return
        self._weighed = None
        self._unseen.discard(push)
        if lurd is None:
            self._unseen.add(push)
        else:
            self._found[push] = lurd
        for earlier in range(push, -1, -1):
            if not self._is_news(earlier, cost, lurd):
                break
            self._most[earlier], self._ways[earlier] = cost, push

    def _is_news(self, push: int, cost: int, lurd: str | None) -> bool:
        """Whether a way costs less than what is known after a push, or as much as one that is not
        at hand."""
        if cost == self._most[push] and lurd is not None:
            return self._ways[push] in self._unseen
        return cost < self._most[push]

    def _raise(self, push: int, cost: int) -> None:
        """Note that after a push the whole game is proved to cost at least this much."""
        self._weighed = None
        if cost < NEVER and self._parity is not None:
            cost += (cost - self._parity) % 2
        for later in range(push, len(self._least)):
            if self._least[later] >= cost:
                break
            self._least[later] = cost


def _rounds_within(limits: Limits) -> tuple[Limits, ...]:
    """The limits of each search, round by round."""
    most = NEVER if limits.seconds is None else limits.seconds
    first = (replace(limits, seconds=each) for each in FIRST_SECONDS if each < most)
    return (*first, limits)
