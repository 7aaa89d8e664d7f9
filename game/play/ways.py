"""The list of ways that were left: the board shows where the chosen one ends, and Enter goes
there."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from game.input.actions import Action
from game.play.bars import timeline_of
from game.play.list_scene import Listed, ListScene
from game.scene.base import Actions, Scene
from game.scene.stage import Stage
from game.session.course import Course
from game.session.session import Session
from game.storage.tree import Branch, Fork
from game.widgets.bars import BottomBar
from game.widgets.sentence import Sentence
from levels.language import N_, _, grouped, ngettext
from levels.level import Direction
from levels.lurd import pushes_in
from levels.position import Position


class _LeftWay(Listed):
    """A way that was left."""

    def __init__(self, session: Session, fork: Fork, branch: Branch) -> None:
        self.fork, self.branch, self._session = fork, branch, session
        self._pushes_beyond: int | None = None
        """its pushes after it has parted, once it is replayed"""
        super().__init__(branch.end)

    @property
    def _called(self) -> str:
        return ngettext(
            "From step {step}: {n} move", "From step {step}: {n} moves",
            self.branch.end - self.fork.at, step=grouped(self.fork.at),
        )  # fmt: skip

    @property
    def _pushed(self) -> str:
        beyond = self._pushes_beyond
        return "" if beyond is None else ngettext("{n} push", "{n} pushes", beyond)

    def _replay(self) -> Generator[None, None, tuple[Position, Direction]]:
        end = yield from self._session.end_of(self.fork, self.branch)
        lurd = self._session.way_of(self.branch)
        self.pushes = pushes_in(lurd)
        self._pushes_beyond = pushes_in(lurd[self.fork.at :])
        return end


class WaysScene(ListScene):
    """All ways of the game that part from the current line and push a box, in the order in which
    they part."""

    _heading = N_("Other ways")
    _caption = N_("Other ways of your game")
    _title = N_("{title} - other ways")
    _are_ways = True

    def __init__(self, stage: Stage, course: Course, below: Scene) -> None:
        session = course.session
        self._ways = [
            _LeftWay(session, fork, branch)
            for fork in session.forks
            for branch in sorted(fork.ways, key=lambda way: -way.left)
            if branch.pushes_beyond(fork.at)
        ]
        super().__init__(stage, course, below, self._ways)
        near = [abs(each.fork.at - session.moves) for each in self._ways]
        self._chosen = near.index(min(near)) if near else 0
        self._replay()

    @property
    def actions(self) -> Actions:
        return {**super().actions, Action.WAYS: self._leave}

    def _go_there(self) -> Scene:
        way = self._ways[self._chosen]
        self._course.fetch(self._session.following(way.fork, way.branch))
        step = grouped(way.branch.end)
        return self._below.resume(
            (_("Back at step {step} of this way.", step=step), _("{ways} lists the others."))
        )

    @property
    def _bottom_bar(self) -> BottomBar:
        line = timeline_of(self._session)
        at = self._ways[self._chosen].fork.at if self._ways else None
        return BottomBar(timeline=replace(line, chosen_fork=at))

    @property
    def sentence(self) -> Sentence:
        """What is said below the list."""
        words = (
            _("The board shows the end of the selected way."),
            _("The way you are on stays, too."),
        )
        if not self._ways:
            words = _("No other ways yet."), _("Undo and play on: the way you leave is kept here.")
        return Sentence(*words)
