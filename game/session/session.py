"""One level being played: its positions, where in them the player is, and what that counts."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator, Sequence

from game.session.line import AT_ONCE, Line, merged
from game.storage.tree import Branch, Fork, Tree
from game.storage.values import Game, Help, Snapshot, check_steps, clipped
from game.work.slices import finish
from levels.language import _
from levels.level import Direction, Level
from levels.lurd import after_letter, replay_lurd, replaying
from levels.metrics import Metrics
from levels.position import Position, facing_after

_log = logging.getLogger(__name__)

OVERWRITTEN = "Overwritten"
"""The heading under which earlier versions saved, as a snapshot, a way that was left."""

LEFT_LONG_AGO = "Overwritten earlier"
"""The same, once the player had gone to another line."""

MOST_REPLAYED = 4
"""How many lines that were left are kept with all their positions; of others, only the steps."""


class Session:
    """The game of one level.

    Undo is an index that goes back. A restart loses nothing: it begins a new line of play and the
    lines before stay as they were, so that undo at the start of a line returns to the one before,
    even when the player has gone on after the restart. Every way that was left stays in a tree:
    redo goes along the way taken last, `swap` takes another one where ways part, and `following`
    leads to the end of any. Undo of the one step that left a way brings it back.
    """

    def __init__(self, level: Level, start: Position | None = None) -> None:
        """``start``: where the game begins if it does not begin as its level does."""
        self.level = level
        self.start = start or Position.start(level)
        self._tree = Tree()
        self._lines = [self._planted(Line([self.start]))]
        self._number = 0
        self._snapshots: tuple[Snapshot, ...] = ()
        self._replayed: dict[Branch, Line] = {}
        """the lines that were left last, the latest at the end"""
        self._passed: set[Branch] = set()
        """the branches that `swap` has passed since anything else was played"""
        self.seconds = 0.0
        """how long it has been played"""

    @classmethod
    def resumed(cls, level: Level, game: Game) -> Session:
        """The game of a level as it was left; raises ValueError if it is of another level."""
        return finish(cls.resuming(level, game))

    @classmethod
    def resuming(cls, level: Level, game: Game) -> Generator[None, None, Session]:
        """The same in small pieces: replaying thousands of steps takes longer than a frame."""
        session = cls(level)
        check_steps(game)
        units = game.units or ((),) * len(game.lines)
        session._lines = []
        session._tree.read(game.ways)
        helped = game.help or ((),) * len(game.lines)
        for lurd, step, each, help_ in zip(game.lines, game.steps, units, helped, strict=True):
            line = yield from Line.resuming(session.start, lurd, each, help_)
            line.index = step
            session._lines.append(session._planted(line))
        session._number = game.line
        session._snapshots = tuple(each for each in game.snapshots if not session._is_way(each))
        session.seconds = game.seconds
        return session

    @property
    def game(self) -> Game:
        """Everything that is to be recorded, so that the game can be resumed."""
        lines = tuple(line.lurd for line in self._lines)
        steps = tuple(line.index for line in self._lines)
        units = tuple(line.units for line in self._lines)
        units = units if any(units) else ()
        helped = tuple(line.help for line in self._lines)
        helped = helped if any(helped) else ()
        whole = {line.way for line in self._lines if line.length == line.way.end}
        # Where the lines are all ways there are, only the tree knows which was left last.
        has_more = len(whole) < self._tree.size or self._tree.latest is not None
        has_order = self._tree.size > 1 and any(way.left for way in self._tree)
        ways = self._tree.written if has_more or has_order else ()
        return Game(lines, self._number, steps, self._snapshots, self.seconds, units, helped, ways)

    def _planted(self, line: Line) -> Line:
        """The line, once the tree holds it."""
        line.way = self._tree.insert(line.lurd)
        return line

    def _is_way(self, snapshot: Snapshot) -> bool:
        """Whether earlier versions saved a way like this: then the tree holds it from now on."""
        is_latest = snapshot.heading == OVERWRITTEN
        if is_latest or snapshot.heading == LEFT_LONG_AGO:
            way = self._tree.insert(snapshot.lurd)
            self._tree.note(way, (), snapshot.help)
            self._tree.leave(way, is_latest=is_latest)
            return True
        return False

    # --- what stands where -------------------------------------------------------------------

    @property
    def _line(self) -> Line:
        return self._lines[self._number]

    @property
    def position(self) -> Position:
        return self._line.positions[self._line.index]

    @property
    def line(self) -> tuple[Position, ...]:
        """The positions from the start to the present one."""
        return tuple(self._line.positions[: self._line.index + 1])

    @property
    def facing(self) -> Direction:
        """Where the pusher looks: the way it last stepped."""
        return facing_at(self._line.positions, self._line.index)

    @property
    def is_solved(self) -> bool:
        """Whether the player has solved it: a level that starts solved is still to be played."""
        return self.position.is_solved and self.moves > 0

    @property
    def is_assisted(self) -> bool:
        """Whether the solver has played a part of the game so far, since the last restart."""
        return self._line.is_assisted

    @property
    def help(self) -> Help:
        """The stretches of this line that the solver played, including those to be redone."""
        return self._line.help

    def help_in(self, lurd: str) -> Help:
        """The stretches of a game that are known to be the solver's: those of this line where the
        game goes along it, and whole ones of other lines."""
        if self._line.lurd.startswith(lurd):
            return clipped(self._line.help, len(lurd))
        known = [(line.lurd, line.help) for line in self._lines]
        known += [(each.lurd, each.help) for each in self._snapshots]
        known += [(self._tree.lurd(way), way.help) for way in self._tree if way.help]
        return merged(
            (start, end)
            for line, stretches in known
            for start, end in stretches
            if lurd.startswith(line[:end])
        )

    # --- what it counts ----------------------------------------------------------------------

    @property
    def moves(self) -> int:
        return self._line.index

    @property
    def pushes(self) -> int:
        return self.metrics.pushes

    @property
    def metrics(self) -> Metrics:
        """What the game so far counts, since the last restart."""
        return self._line.metrics

    @property
    def length(self) -> int:
        """The steps of this line, including those that can be redone."""
        return self._line.length

    @property
    def push_marks(self) -> tuple[int, ...]:
        return self._line.push_marks

    @property
    def lurd(self) -> str:
        """The game so far, since the last restart."""
        return self._line.lurd[: self.moves]

    # --- what the player does: each says whether anything changed ------------------------------

    def step(self, direction: Direction) -> bool:
        return self._go_on_to(self.position.step(direction))

    def _go_on_to(self, following: Position | None) -> bool:
        if following is None:
            return False
        if self._line.comes_next(following):
            self._line.index += 1
            return True
        self._put_by()
        line = self._line
        line.go_on_to(following)
        line.way = self._tree.grow(line.way, line.index - 1, line.lurd[-1])
        return True

    def go(self, lurd: str, *, as_one: bool = True, is_help: bool = False) -> tuple[Position, ...]:
        """A walk or a journey: steps that undo takes back at once, unless ``as_one`` is false.

        ``is_help``: whether the solver has chosen it. Returns the positions on the way.
        """
        start = self.moves
        for letter in lurd:
            if not self._go_on_to(after_letter(self.position, letter)) or self.is_solved:
                break
        if as_one:
            self._line.join(start)
        if is_help:
            self._line.note_help(start)
        return self.line[start:]

    @property
    def can_undo(self) -> bool:
        return self._line.index > 0 or self._number > 0

    def undo(self) -> bool:
        """Take back a step or a journey; at the start of a line, the restart that began it."""
        if not self.can_undo:
            return False
        line = self._line
        if line.index > 0:
            was_last, undone = line.index == self.length, self.lurd
            line.index = line.before
            if was_last:
                self._bring_back(undone)
        else:
            self._change_line(-1)
        return True

    @property
    def can_redo(self) -> bool:
        return self._line.index < self.length or self._number < len(self._lines) - 1

    def redo(self) -> bool:
        """Do again what undo took back last."""
        if not self.can_redo:
            return False
        if self._line.index < self.length:
            self._line.index = self._line.after
        else:
            self._change_line(1)
        return True

    def restart(self) -> bool:
        """Back to the start; undo returns to where the player was."""
        if self._line.index == 0:
            return False
        self.begin(Line([self.start]))
        return True

    def go_to(self, index: int) -> bool:
        """Jump to a step of this line."""
        before = self._line.index
        self._line.index = min(max(index, 0), self.length)
        return self._line.index != before

    def begin(self, line: Line) -> None:
        """Play on from the end of another game of this level; undo returns to the player's own."""
        self._put_last()
        self._lines.append(self._planted(line))
        self._change_line(1)

    @property
    def is_replaying(self) -> bool:
        """Whether `advance` has anything to do."""
        return self._line.is_replaying

    def advance(self, seconds: float) -> None:
        """Go on replaying what can be redone: a way that was brought back may be long."""
        self._line.advance(seconds)

    def _change_line(self, by: int) -> None:
        self._leave()
        self._number += by
        self._tree.forget_latest()

    # --- ways that were left -----------------------------------------------------------------

    @property
    def forks(self) -> tuple[Fork, ...]:
        """Where other ways part from this line, or go on beyond its end."""
        return self._tree.forks(self._line.way, self.length)

    @property
    def fork_marks(self) -> tuple[int, ...]:
        """The steps of this line at which other ways part that push a box."""
        return tuple(dict.fromkeys(fork.at for fork in self.forks if fork.pushes))

    def swap(self) -> bool:
        """Let redo follow another way that parts here: the one left last, and when that is
        repeated, each in turn."""
        here = [fork for fork in self.forks if fork.at == self.moves]
        if not here:
            return False
        fresh = [fork for fork in here if fork.branch not in self._passed]
        if not fresh:
            self._passed.clear()
        fork = max(fresh or here, key=lambda fork: fork.latest.left)
        self._passed |= {fork.branch, self._tree.ahead(self._line.way, self.moves)}
        self._switch(fork.latest)
        return True

    def way_of(self, branch: Branch) -> str:
        """The whole way to the end of a branch."""
        return self._tree.lurd(branch)

    def end_of(
        self, fork: Fork, branch: Branch
    ) -> Generator[None, None, tuple[Position, Direction]]:
        """Where a way that parts from this line at a fork ends, and which way the pusher looks
        there, found in small pieces. What of it cannot be played is left out."""
        yield from self._line.reaching(fork.at)
        position = self._line.positions[fork.at]
        facing = facing_at(self._line.positions, fork.at)
        try:
            ahead = replaying(position, self._tree.lurd(branch)[fork.at :])
            for number, after in enumerate(ahead, start=1):
                position, facing = after, facing_after(position, after)
                if not number % AT_ONCE:
                    yield
        except ValueError as error:
            _log.warning("a recorded way: %s", error)
        return position, facing

    def following(self, fork: Fork, branch: Branch) -> Iterator[None]:
        """Go to the end of a way that parts from this line at a fork, in small pieces: the line
        stays as it is until all of them are done."""
        yield from self._line.reaching(fork.at)
        line = self._line_along(branch, fork.at)
        yield from line.reaching(branch.end)
        self._line.index = fork.at
        self._switch(branch, line)
        line.index = line.length

    def _switch(self, branch: Branch, line: Line | None = None) -> None:
        """Make another way the current one; this one is left."""
        self._tree.forget(branch)
        line = line or self._line_along(branch, self.moves)
        line.index = self.moves
        self._replace_by(line)

    def _line_along(self, branch: Branch, at: int) -> Line:
        """The line of a way that this one shares ``at`` steps with."""
        line = self._replayed.pop(branch, None)
        if line is None or line.length != branch.end:
            line = self._line.branch(self._tree.lurd(branch), at)
            line.way = branch
        for each in self._lines:
            self._note(each)
        line.mark(self._tree.units(branch), branch.help)
        return line

    def _bring_back(self, undone: str) -> None:
        """Undo of the step, or journey, that left a way brings that way back as well."""
        latest, done = self._tree.latest, self.moves
        if latest is None:
            return
        lurd = self._tree.lurd(latest)
        if lurd[:done] == undone[:done] and lurd[done : done + 1] not in ("", undone[done]):
            self._switch(latest)

    def _put_by(self) -> None:
        """Play goes on along another way than the one that could be redone."""
        self._put_last()
        self._passed.clear()
        if self.moves < self.length:
            line = self._line.branch(self.lurd)
            line.way = self._line.way
            self._replace_by(line, is_latest=True)

    def _leave(self, *, is_latest: bool = False) -> None:
        """Play leaves this line: the tree knows all about it."""
        self._note(self._line)
        self._tree.leave(self._line.way, is_latest=is_latest)

    def _replace_by(self, line: Line, *, is_latest: bool = False) -> None:
        """Another line takes the place of this one, whose steps the tree keeps."""
        self._leave(is_latest=is_latest)
        line, self._lines[self._number] = self._line, line
        self._replayed[line.way] = line
        if len(self._replayed) > MOST_REPLAYED:
            del self._replayed[next(iter(self._replayed))]

    def _note(self, line: Line) -> None:
        """Let the tree know of a whole way what its line knows of it."""
        if line.length == line.way.end:
            self._tree.note(line.way, line.units, line.help)

    def _put_last(self) -> None:
        """Play goes on from this line: those that redo would lead to are now before it."""
        later = [line for line in self._lines[self._number + 1 :] if line.lurd]
        self._lines[self._number :] = [*later, self._line]
        self._number += len(later)

    # --- snapshots -----------------------------------------------------------------------------

    @property
    def snapshots(self) -> tuple[str, ...]:
        """The games that lead to the snapshots, the newest first."""
        return tuple(each.lurd for each in reversed(self._snapshots))

    @property
    def snapshot_marks(self) -> tuple[int, ...]:
        """The steps of this line at which snapshots were taken."""
        return tuple(len(lurd) for lurd in self.snapshots if self._line.lurd.startswith(lurd))

    def take_snapshot(self) -> bool:
        """Take a snapshot of the present position, or remove it; whether there is one now."""
        others = tuple(each for each in self._snapshots if each.lurd != self.lurd)
        is_new = others == self._snapshots
        help_ = clipped(self._line.help, self.moves)
        taken = (Snapshot(_("Step {moves}", moves=self.moves), self.lurd, help_),) if is_new else ()
        self._snapshots = others + taken
        return is_new

    def remove_snapshot(self, lurd: str) -> None:
        """Forget a snapshot; the way that leads there stays."""
        self._snapshots = tuple(each for each in self._snapshots if each.lurd != lurd)

    def leads_to(self, lurd: str) -> bool:
        """Whether this line goes to the end of a game."""
        return self._line.lurd.startswith(lurd)

    def restore(self, lurd: str, line: Line | None = None) -> bool:
        """Go to a snapshot: along this line, or else on a line of its own, which undo leaves.

        ``line``: the game that leads there, where it has been replayed already.
        """
        if lurd == self.lurd:
            return False
        if self.leads_to(lurd):
            return self.go_to(len(lurd))
        line = line or Line(replay_lurd(self.start, lurd))
        line.help = next((e.help for e in self._snapshots if e.lurd == lurd), ())
        if self._number and self.moves == self.length and self.lurd in self.snapshots:
            # From one snapshot to the next: undo returns to the game that was left for the first.
            self._replace_by(self._planted(line))
        else:
            self.begin(line)
        return True


def facing_at(positions: Sequence[Position], index: int) -> Direction:
    """Where the pusher looks at a position of a line: the way of the step that led there."""
    if index == 0:
        return Direction.DOWN
    return facing_after(positions[index - 1], positions[index])
