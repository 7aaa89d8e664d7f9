"""One level being played: its positions, where in them the player is, and what that counts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from game.storage.values import Game, Snapshot, check_steps
from levels.level import Direction, Level
from levels.lurd import lurd_of, replay_lurd
from levels.position import Position


class Line:
    """One line of play: the positions from the start on, and the index of the present one."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self.positions = list(positions)
        self.index = len(self.positions) - 1
        self.lurd = lurd_of(self.positions)
        """the whole line, what can be redone included"""
        self._pushes = [0]
        """how many pushes lead to each position"""
        for before, after in pairwise(self.positions):
            self._pushes.append(self._pushes[-1] + _is_push(before, after))

    @property
    def pushes(self) -> int:
        return self._pushes[self.index]

    @property
    def push_marks(self) -> tuple[int, ...]:
        """The numbers of the steps that push, those still to redo included."""
        return tuple(
            number
            for number, (earlier, later) in enumerate(pairwise(self._pushes), start=1)
            if later > earlier
        )

    def comes_next(self, position: Position) -> bool:
        """Whether redo leads to ``position``."""
        return self.positions[self.index + 1 : self.index + 2] == [position]

    def go_on_to(self, position: Position) -> None:
        """Make ``position`` the next one; what could be redone is dropped."""
        following = self.index + 1
        del self.positions[following:], self._pushes[following:]
        pushed = _is_push(self.positions[-1], position)
        self.lurd = self.lurd[: self.index] + lurd_of((self.positions[-1], position))
        self.positions.append(position)
        self._pushes.append(self._pushes[-1] + pushed)
        self.index = following


class Session:
    """The game of one level.

    Undo is an index that goes back. A restart loses nothing: it begins a new line of play and the
    lines before stay as they were, so that undo at the start of a line returns to the one before,
    even when the player has gone on after the restart.
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        self._lines = [Line([Position.start(level)])]
        self._number = 0
        self._snapshots: tuple[Snapshot, ...] = ()

    @classmethod
    def resumed(cls, level: Level, game: Game) -> Session:
        """The game of a level as it was left; raises ValueError if it is none of this level."""
        session = cls(level)
        session._lines = [Line(replay_lurd(Position.start(level), line)) for line in game.lines]
        check_steps(game)
        for line, step in zip(session._lines, game.steps, strict=True):
            line.index = step
        session._number = game.line
        session._snapshots = game.snapshots
        return session

    @property
    def game(self) -> Game:
        """Everything that is to be recorded, so that the game can be resumed."""
        lines = tuple(line.lurd for line in self._lines)
        steps = tuple(line.index for line in self._lines)
        return Game(lines, self._number, steps, self._snapshots)

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

    # --- what it counts ----------------------------------------------------------------------

    @property
    def moves(self) -> int:
        return self._line.index

    @property
    def pushes(self) -> int:
        return self._line.pushes

    @property
    def length(self) -> int:
        """The steps of this line, those that can be redone included."""
        return len(self._line.positions) - 1

    @property
    def push_marks(self) -> tuple[int, ...]:
        return self._line.push_marks

    @property
    def lurd(self) -> str:
        """The game so far, since the last restart."""
        return self._line.lurd[: self.moves]

    # --- what the player does: each says whether anything changed ------------------------------

    def step(self, direction: Direction) -> bool:
        following = self.position.step(direction)
        if following is None:
            return False
        if self._line.comes_next(following):
            return self.redo()
        del self._lines[self._number + 1 :]
        self._line.go_on_to(following)
        return True

    @property
    def can_undo(self) -> bool:
        return self._line.index > 0 or self._number > 0

    def undo(self) -> bool:
        """Take back a step; at the start of a line, the restart that began it."""
        if not self.can_undo:
            return False
        if self._line.index > 0:
            self._line.index -= 1
        else:
            self._number -= 1
        return True

    @property
    def can_redo(self) -> bool:
        return self._line.index < self.length or self._number < len(self._lines) - 1

    def redo(self) -> bool:
        """Do again what undo took back last."""
        if not self.can_redo:
            return False
        if self._line.index < self.length:
            self._line.index += 1
        else:
            self._number += 1
        return True

    def restart(self) -> bool:
        """Back to the start; undo returns to where the player was."""
        if self._line.index == 0:
            return False
        self._begin([Position.start(self.level)])
        return True

    def go_to(self, index: int) -> bool:
        """Jump to a step of this line."""
        before = self._line.index
        self._line.index = min(max(index, 0), self.length)
        return self._line.index != before

    def take_over(self, line: Sequence[Position]) -> None:
        """Play on from the end of another line of this level; undo can return to the own one."""
        self._begin(line)

    def _begin(self, positions: Sequence[Position]) -> None:
        del self._lines[self._number + 1 :]
        self._lines.append(Line(positions))
        self._number += 1


def facing_at(positions: Sequence[Position], index: int) -> Direction:
    """Where the pusher looks at a position of a line: the way of the step that led there."""
    if index == 0:
        return Direction.DOWN
    before, after = positions[index - 1], positions[index]
    for direction in Direction:
        if before.level.neighbor(before.pusher, direction) == after.pusher:
            return direction
    raise ValueError("the positions of a line are one step apart")


def _is_push(before: Position, after: Position) -> bool:
    return after.boxes != before.boxes
