"""The list of snapshots: the board shows the chosen one, and Enter goes there."""

from __future__ import annotations

from collections.abc import Generator

from game.input.actions import Action
from game.play.bars import timeline_of
from game.play.list_scene import Listed, ListScene
from game.scene.base import Actions, Scene
from game.scene.stage import Stage
from game.session.course import Course
from game.session.line import Line
from game.session.session import facing_at
from game.widgets.bars import BottomBar
from game.widgets.sentence import Sentence
from levels.language import N_, _, grouped, ngettext
from levels.level import Direction
from levels.lurd import pushes_in
from levels.position import Position


class _Seen(Listed):
    """A snapshot."""

    def __init__(self, start: Position, lurd: str) -> None:
        self.lurd, self._start = lurd, start
        self.line: Line | None = None
        """the game, once it is replayed"""
        super().__init__(len(lurd))
        self.pushes = pushes_in(lurd)

    @property
    def _called(self) -> str:
        return _("Step {step}", step=grouped(self.moves))

    @property
    def _pushed(self) -> str:
        return ngettext("{n} push", "{n} pushes", self.pushes)

    def _replay(self) -> Generator[None, None, tuple[Position, Direction]]:
        line = self.line = yield from Line.resuming(self._start, self.lurd, ())
        return line.positions[-1], facing_at(line.positions, line.index)


class SnapshotsScene(ListScene):
    """The snapshots of the game that is being played, the newest first."""

    _heading = N_("Snapshots")
    _caption = N_("Snapshots of your game")
    _title = N_("{title} - snapshots")

    def __init__(self, stage: Stage, course: Course, below: Scene) -> None:
        session = course.session
        self._seen = [_Seen(session.start, lurd) for lurd in session.snapshots]
        super().__init__(stage, course, below, self._seen)
        self._replay()

    @property
    def actions(self) -> Actions:
        return {
            **super().actions,
            Action.REMOVE: self._remove if self._found else None,
            Action.SNAPSHOTS: self._leave,
        }

    def _go_there(self) -> Scene:
        """Go to the chosen snapshot; undo returns to where the player was."""
        seen = self._seen[self._chosen]
        self._session.restore(seen.lurd, seen.line)
        return self._below.resume(
            (_("Back at step {step}.", step=grouped(len(seen.lurd))), _("{undo} takes it back."))
        )

    def _remove(self) -> None:
        self._found.pop(self._chosen)
        self._session.remove_snapshot(self._seen.pop(self._chosen).lurd)
        self._chosen = min(self._chosen, max(0, len(self._found) - 1))

    @property
    def _bottom_bar(self) -> BottomBar:
        return BottomBar(timeline=timeline_of(self._session))

    @property
    def _keys(self) -> tuple[tuple[Action, str], ...]:
        keys = super()._keys
        return (keys[0], (Action.REMOVE, _("remove")), *keys[1:]) if self._found else keys

    @property
    def sentence(self) -> Sentence:
        """What is said below the list."""
        if not self._found:
            words = _("No snapshots yet."), _("{take_snapshot} takes one while you play.")
        else:
            words = _("The board shows the selected snapshot."), _("Your own game stays as it is.")
        return Sentence(*self._stage.spell_both(words))
