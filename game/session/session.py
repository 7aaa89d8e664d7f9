"""One level being played: its positions, where in them the player is, and what that counts."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from game.session.line import Line, merged
from game.storage.values import Game, Help, Snapshot, check_steps, clipped
from game.work.slices import finish
from levels.language import N_, _
from levels.level import Direction, Level
from levels.lurd import after_letter, replay_lurd
from levels.metrics import Metrics
from levels.position import Position, facing_after

OVERWRITTEN = N_("Overwritten")
"""The heading under which a line is put by when play goes on another way."""

LEFT_LONG_AGO = N_("Overwritten earlier")
"""The same, once the player has gone to another line: undo alone does not bring it back."""

PUT_BY = (OVERWRITTEN, LEFT_LONG_AGO)

MOST_OVERWRITTEN = 20


class Session:
    """The game of one level.

    Undo is an index that goes back. A restart loses nothing: it begins a new line of play and the
    lines before stay as they were, so that undo at the start of a line returns to the one before,
    even when the player has gone on after the restart. Steps that could be redone when play goes
    on another way are put by: undo of the first step of the new way brings them back, and so does
    `swap` wherever the two ways part.
    """

    def __init__(self, level: Level, start: Position | None = None) -> None:
        """``start``: where a game begins that does not begin as its level does."""
        self.level = level
        self.start = start or Position.start(level)
        self._lines = [Line([self.start])]
        self._number = 0
        self._snapshots: tuple[Snapshot, ...] = ()
        self._overwritten: dict[str, Line] = {}
        """lines that were put by since the game began or was resumed, by their LURD"""
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
        helped = game.help or ((),) * len(game.lines)
        for lurd, step, each, help_ in zip(game.lines, game.steps, units, helped, strict=True):
            line = yield from Line.resuming(session.start, lurd, each, help_)
            line.index = step
            session._lines.append(line)
        session._number = game.line
        session._snapshots = game.snapshots
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
        return Game(lines, self._number, steps, self._snapshots, self.seconds, units, helped)

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
        """The stretches of this line that the solver played, those to be redone included."""
        return self._line.help

    def help_in(self, lurd: str) -> Help:
        """The stretches of a game that are known to be the solver's: those of this line where the
        game goes along it, and whole ones of other lines."""
        if self._line.lurd.startswith(lurd):
            return clipped(self._line.help, len(lurd))
        known = [(line.lurd, line.help) for line in self._lines]
        known += [(each.lurd, each.help) for each in self._snapshots]
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
        """The steps of this line, those that can be redone included."""
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
        self._line.go_on_to(following)
        return True

    def go(self, lurd: str, *, as_one: bool = True, is_help: bool = False) -> tuple[Position, ...]:
        """A walk or a journey: steps that undo takes back at once, unless it is not to be so.

        ``is_help``: whether the solver has chosen it. The positions on the way.
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
            was_last, done = line.index == self.length, self.lurd
            line.index = line.before
            if was_last:
                self._bring_back(done)
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
        """Play on from the end of another game of this level; undo can return to the own one."""
        self._put_last()
        self._lines.append(line)
        self._change_line(1)

    @property
    def is_replaying(self) -> bool:
        """Whether `advance` has anything to do."""
        return self._line.is_replaying

    def advance(self, seconds: float) -> None:
        """Go on replaying what can be redone: a way that was brought back may be long."""
        self._line.advance(seconds)

    def _change_line(self, by: int) -> None:
        self._number += by
        self._snapshots = tuple(
            replace(each, heading=LEFT_LONG_AGO) if each.heading == OVERWRITTEN else each
            for each in self._snapshots
        )

    # --- ways that were left -----------------------------------------------------------------

    @property
    def other_ways(self) -> tuple[str, ...]:
        """The lines put by that part from this one here, or go on beyond its end."""
        done, whole = self.lurd, self._line.lurd
        return tuple(
            each.lurd
            for each in self._snapshots
            if each.heading in PUT_BY
            and each.lurd.startswith(done)
            and not whole.startswith(each.lurd)
            and each.lurd[: len(done) + 1] != whole[: len(done) + 1]
        )

    def swap(self) -> bool:
        """Go on, when redone, along the way that was overwritten here last, and put this one by."""
        ways = self.other_ways
        if not ways:
            return False
        self._swap_for(ways[-1])
        return True

    def _swap_for(self, lurd: str) -> None:
        way = Snapshot(OVERWRITTEN, self._line.lurd, self._line.help)
        found = [e for e in self._snapshots if e.lurd == lurd and e.heading in PUT_BY]
        others = [each for each in self._snapshots if each not in found]
        # To the front, so that swapping again and again leads through all ways.
        self._snapshots = (way, *others) if self.moves < self.length else tuple(others)
        index, line = self.moves, self._overwritten.pop(lurd, None)
        line = line or self._line.branch(lurd, found[-1].help)
        self._overwritten[way.lurd] = self._line
        self._lines[self._number] = line
        line.index = index

    def _bring_back(self, undone: str) -> None:
        """Undo of the step, or journey, that overwrote a line undoes that as well."""
        latest = next((e for e in reversed(self._snapshots) if e.heading == OVERWRITTEN), None)
        done = self.lurd
        if (
            latest is not None
            and latest.lurd.startswith(done)
            and latest.lurd[: len(done) + 1] not in (done, undone[: len(done) + 1])
        ):
            self._swap_for(latest.lurd)

    def _put_by(self) -> None:
        """Keep what could be redone, before play goes on another way."""
        self._put_last()
        if self.moves < self.length:
            whole = Snapshot(OVERWRITTEN, self._line.lurd, self._line.help)
            kept = [each for each in self._snapshots if each != whole]
            overwritten = [each for each in kept if each.heading in PUT_BY]
            dropped = overwritten[: max(0, len(overwritten) + 1 - MOST_OVERWRITTEN)]
            self._snapshots = (*(each for each in kept if each not in dropped), whole)
            for each in dropped:
                self._overwritten.pop(each.lurd, None)
            self._overwritten[whole.lurd] = self._line
            self._lines[self._number] = self._line.branch(self.lurd)

    def _put_last(self) -> None:
        """Play goes on from this line: those that redo would lead to are now before it."""
        later = [line for line in self._lines[self._number + 1 :] if line.lurd]
        self._lines[self._number :] = [*later, self._line]
        self._number += len(later)

    # --- snapshots -----------------------------------------------------------------------------

    @property
    def snapshots(self) -> tuple[str, ...]:
        """The games that lead to the positions put by, the newest first."""
        return tuple(e.lurd for e in reversed(self._snapshots) if e.heading not in PUT_BY)

    @property
    def snapshot_marks(self) -> tuple[int, ...]:
        """The steps of this line at which snapshots were taken."""
        return tuple(len(lurd) for lurd in self.snapshots if self._line.lurd.startswith(lurd))

    def take_snapshot(self) -> bool:
        """Put the present position by, or remove the snapshot of it; whether there is one now."""
        others = tuple(
            each for each in self._snapshots
            if each.heading in PUT_BY or each.lurd != self.lurd
        )  # fmt: skip
        is_new = others == self._snapshots
        help_ = clipped(self._line.help, self.moves)
        taken = (Snapshot(_("Step {moves}", moves=self.moves), self.lurd, help_),) if is_new else ()
        self._snapshots = others + taken
        return is_new

    def remove_snapshot(self, lurd: str) -> None:
        """Forget a snapshot; what was overwritten stays."""
        self._snapshots = tuple(
            each for each in self._snapshots if each.heading in PUT_BY or each.lurd != lurd
        )

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
            self._lines[self._number] = line
        else:
            self.begin(line)
        return True


def facing_at(positions: Sequence[Position], index: int) -> Direction:
    """Where the pusher looks at a position of a line: the way of the step that led there."""
    if index == 0:
        return Direction.DOWN
    return facing_after(positions[index - 1], positions[index])
