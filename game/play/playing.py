"""A board that is played on: keys, mouse and history, whatever the rules of its positions are."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

import pygame
from pygame import Rect
from pygame.event import Event

from game.board.picture import BoardPicture
from game.input.actions import Action
from game.input.controls import STEPS, WALKS
from game.input.touch import Grip, Point
from game.language.words import Words, translated
from game.looks.audio import BLOCKED
from game.paths.pathfinding import Steps, walk_on
from game.play.bars import metric_counters
from game.play.board_mouse import BoardMouse
from game.play.history import (
    CHANGES,
    dragged_step,
    fork_words,
    history_words,
    next_snapshot,
    snapshot_words,
)
from game.scene.base import Actions, Scene, each
from game.scene.stage import Stage
from game.scene.watching import WatchScene
from game.session.course import Course
from game.session.session import Session
from game.session.stopwatch import Stopwatch
from game.widgets.bars import Counters
from game.widgets.buttons import Hit
from game.widgets.timeline import TRACK
from levels.level import Direction, Square

MOUSE_EVENTS = (
    pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.WINDOWLEAVE,
    pygame.WINDOWFOCUSLOST,
)  # fmt: skip
KEY_EVENTS = (pygame.KEYDOWN, pygame.KEYUP)
"""What only the tables of keys hear."""


class Playing(WatchScene):
    """A game played by steps, walks and journeys, and by going back and forth in its history."""

    def __init__(self, stage: Stage, course: Course, stopwatch: Stopwatch) -> None:
        super().__init__(stage)
        self._course = course
        self._stopwatch = stopwatch
        self._mouse: BoardMouse | None = None
        """what the mouse does on the board, once it does anything at the present position"""
        self._has_news = False
        """whether the mouse has changed what is to be seen"""
        self._latest: tuple[Words, float] | None = None
        """what is said until the game changes, and since when"""
        self._is_at_fork = False
        """whether that is about the ways that part here"""

    @property
    def _session(self) -> Session:
        return self._course.session

    @property
    def _notice(self) -> Words | None:
        """Said until the game changes."""
        return translated(self._latest[0]) if self._latest else None

    @_notice.setter
    def _notice(self, words: Words | None) -> None:
        self._latest = (words, self._stage.clock()) if words else None
        self._is_at_fork = False

    # --- what the player asks for --------------------------------------------------------------

    @cached_property
    def actions(self) -> Actions:
        return {
            **each(STEPS, self._step),
            **each(WALKS, self._walk),
            **each({action: action for action in CHANGES}, self._go_through_history),
            Action.NEXT_SNAPSHOT: self._go_to_next_snapshot,
            Action.PUT_DOWN: self._put_down,
            **self._looking.actions,
        }

    def act(self, action: Action) -> Scene:
        if self._mouse is not None:
            self._mouse.point(None)
        self._motion.skip_celebration()
        return super().act(action)

    def resume(self, notice: Words | None) -> Scene:
        self._notice = notice if notice and notice[0] else None
        return self

    def drag(self, hit: Hit, track: Rect, x: int) -> bool:
        if hit != TRACK:
            return False
        self._change(lambda game: game.go_to(dragged_step(game, track, x)))
        words = fork_words(self._session)
        if words is not None:
            self._notice = words
            self._is_at_fork = True
        return True

    def _step(self, direction: Direction) -> None:
        session = self._session
        self._stopwatch.tap(session)
        if session.is_solved:
            return
        before = session.position
        if not session.step(direction):
            self._stage.play_sound(BLOCKED)
            return
        self._notice = None
        self._motion.show(before, session.position, session.facing)
        self._look_for_end()

    def _walk(self, direction: Direction) -> None:
        self._go(walk_on(self._session.position, direction))

    def _go(self, steps: Steps | None, *, is_help: bool = False) -> None:
        """Walk somewhere, or bring a box there: one unit of undo."""
        session = self._session
        if session.is_solved or not steps:
            return
        self._stopwatch.tap(session)
        self._notice = None
        as_one = self._stage.settings.undo_unit == "journey"
        self._motion.show_journey(session.go(steps, as_one=as_one, is_help=is_help))
        self._look_for_end()

    def _look_for_end(self) -> None:
        if self._session.is_solved:
            self._note_solved()
            self._motion.celebrate(self._session.line)

    def _note_solved(self) -> None:
        """The last step has come to the end of the game."""

    def _go_through_history(self, action: Action) -> Words | None:
        has_changed = self._change(CHANGES[action])
        if has_changed and action is Action.RESTART:
            self._course.note_restart()
        return history_words(action, self._session, has_changed)

    def _go_to_next_snapshot(self) -> Words:
        course, session = self._course, self._session
        lurd = next_snapshot(session)
        said = snapshot_words(session, lurd)
        if lurd is not None and lurd != session.lurd:
            # One that is far away comes later, and then without animation.
            self._change(lambda _: course.restore(lurd))
        return said

    def _change(self, change: Callable[[Session], bool]) -> bool:
        """Change the game and show the way there."""
        session = self._session
        self._stopwatch.tap(session)
        before, facing = session.line, session.facing
        if not change(session):
            return False
        self._notice = None
        after = session.line
        undo = len(after) < len(before)
        way = before[len(after) - 1 :] if undo else after[len(before) - 1 :]
        if len(way) > 2 and way[0] == min(before, after, key=len)[-1]:
            self._motion.show_journey(way, undo=undo)
        else:
            looks = facing if undo else session.facing
            self._motion.show(before[-1], after[-1], looks, undo=undo)
        return True

    # --- the mouse on the board ------------------------------------------------------------------

    def hear(self, event: Event) -> Scene | None:
        if event.type in KEY_EVENTS:
            return None
        scene = super().hear(event)
        if scene is not None:
            return scene
        if event.type in MOUSE_EVENTS and not self._session.is_solved:
            is_news, steps = self._use_mouse().hear(event, self._square_at)
            self._has_news |= is_news
            self._go(steps)
        return None

    def grip(self, point: Point, hit: Hit | None) -> Grip:
        square = None if hit is not None else self._square_at(point)
        position = self._session.position
        if square in position.boxes and not self._session.is_solved:
            return Grip.TAKE
        return Grip.SWIPE if square == position.pusher else super().grip(point, hit)

    def _use_mouse(self) -> BoardMouse:
        self._forget_mouse()
        if self._mouse is None:
            self._mouse = BoardMouse(self._session.position)
        self._mouse.moves_first = self._stage.settings.journeys == "moves"
        return self._mouse

    def _forget_mouse(self) -> None:
        """What it was about to do at another position no longer holds."""
        if self._mouse is not None and self._mouse.position != self._session.position:
            self._mouse = None

    def _put_down(self) -> bool:
        """Let go of the box that the mouse holds; whether there was one."""
        return self._mouse is not None and self._mouse.put_down()

    def _square_at(self, point: tuple[int, int]) -> Square | None:
        """The square under the mouse, if no panel lies over it."""
        layout = self._page.layout if self._page else None
        if layout is None or (layout.panel and layout.panel.collidepoint(point)):
            return None
        board = self._stage.board
        # Until this scene is drawn the window shows the board of the one before.
        return board.square_at(point) if board.shows(self._session.position.level) else None

    # --- time passes ---------------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        is_news, self._has_news = self._has_news, False
        if self._mouse is not None:
            is_news |= self._mouse.search()
            self._go(self._mouse.take_steps())
        return self, is_news | self._stopwatch.has_ticked

    @property
    def due_at(self) -> float:
        shows_time = "time" in self._stage.settings.metrics
        return self._stopwatch.ticks_at if shows_time else math.inf

    @property
    def _counters(self) -> Counters:
        return metric_counters(self._session, self._stopwatch, self._stage.settings.metrics)

    @property
    def is_moving(self) -> bool:
        is_searching = self._mouse is not None and self._mouse.is_searching
        return is_searching or super().is_moving

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def picture(self) -> BoardPicture:
        session = self._session
        self._forget_mouse()
        picture, mouse = self._motion.picture(session.position, session.facing), self._mouse
        if mouse is None:
            return picture
        return replace(picture, marks=picture.marks + mouse.marks(), reach=mouse.reach)
