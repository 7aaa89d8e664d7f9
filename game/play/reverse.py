"""Reverse play: pulling the boxes from the goals back to where they began, to plan from the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice

import pygame
from pygame import Surface
from pygame.event import Event

from game.browser.exporting import export_picture
from game.input.actions import Action
from game.input.controls import Scope
from game.language.words import Words, pulled, translated
from game.looks.theme import theme_of_reverse
from game.paths.pathfinding import Walks
from game.play.bars import history_tools, timeline_of
from game.play.playing import Playing
from game.play.snapshots import SnapshotsScene
from game.play.ways import WaysScene
from game.replay.aside import Aside, draw_aside
from game.scene.base import Actions, Scene
from game.scene.look import Look
from game.scene.overlay import Overlay
from game.scene.page import Page
from game.scene.stage import Stage
from game.session.course import Course
from game.session.stopwatch import Stopwatch
from game.widgets.bars import BottomBar, TopBar, bottom_parts, top_parts
from game.widgets.buttons import Attention, Hits, ToolButton, ToolState
from game.widgets.layout import PlayLayout
from game.widgets.sentence import Sentence
from levels.language import N_, _, ngettext
from levels.level import Level
from levels.lurd import replaying
from levels.position import Position
from levels.reverse import PullPosition, turned_round
from solver.messages import Metric

FIRST_WORDS = (
    N_("Reverse play: pull the boxes back to where they started."),
    N_("Stepping away from a box pulls it along."),
)


class ReverseScene(Overlay, Playing):
    """Reverse play of the level that is being played. The pulls stay when the player leaves it."""

    scope = Scope.REVERSE

    def __init__(self, stage: Stage, course: Course, stopwatch: Stopwatch, below: Scene) -> None:
        """``course`` is that of the game, which is played forward."""
        look = Look(theme_of_reverse(stage.theme), stage.clock)
        Overlay.__init__(self, below)
        Playing.__init__(self, replace(stage, look=look), course.reverse, stopwatch)
        self._forward, self._forward_stage = course, stage
        self._theme = stage.theme

    # --- what the player asks for --------------------------------------------------------------

    @cached_property
    def actions(self) -> Actions:
        return {
            **super().actions,
            Action.OTHER_AREA: self._begin_elsewhere,
            Action.SNAPSHOTS: lambda: SnapshotsScene(self._stage, self._course, self),
            Action.WAYS: lambda: WaysScene(self._stage, self._course, self),
            Action.SAVE_PICTURE: self._save_picture,
            Action.LEAD_ON: self._turn_round,
            Action.BACK: lambda: self._put_down() or self._leave(),
            Action.REVERSE: self._leave,
        }

    def act(self, action: Action) -> Scene:
        """An action that means nothing here is done in the game."""
        return super().act(action) if action in self.actions else self._below.act(action)

    def _leave(self) -> Scene:
        return self._below.resume(None)

    def _save_picture(self) -> Words:
        title = _("{collection} in reverse", collection=self._course.title)
        return export_picture(title, self._session.position, self._stage.theme)

    def hear(self, event: Event) -> Scene | None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            square, position = self._square_at(event.pos), self._session.position
            there = None
            if square is not None and isinstance(position, PullPosition) and not self._has_pulled:
                there = position.beginning_at(square)
            if there is not None:
                self._begin_at(there)
                return self
        return super().hear(event)

    @property
    def _has_pulled(self) -> bool:
        """Whether a box has been moved: until then the pusher may begin anywhere."""
        return any(map(str.isupper, self._session.game.lines))

    def _begin_elsewhere(self) -> Words | None:
        position = self._session.position
        if self._has_pulled or not isinstance(position, PullPosition):
            return _("The pusher has already pulled a box."), _("{restart} goes back to the start.")
        elsewhere = position.elsewhere()
        if elsewhere == position:
            return _("There is nowhere else to pull a box from."), ""
        self._begin_at(elsewhere)
        return None

    def _begin_at(self, start: PullPosition) -> None:
        """Begin with the pusher elsewhere: all it has done so far is walk."""
        self._course.begin_at(start)
        self._notice = _("The pusher starts here."), _("{other_area} tries the next place.")

    def _turn_round(self) -> Scene | None:
        """Once it is solved: make the pulls, read backward, a line of the player's own game, which
        undo leaves."""
        if not self._session.is_solved:
            return None
        self._forward.fetch(self._turning_round())
        return self._below.resume(
            (_("Reversed into a solution."), _("{undo} at its start returns to your own game."))
        )

    def _turning_round(self) -> Iterator[None]:
        course, line = self._forward, self._session.line
        start = Position.start(course.level)
        walk = Walks.of(start).steps_to(line[-1].pusher) or ""
        there = turned_round(line, course.level)
        yield from course.taking_over(
            course.number, chain((start,), replaying(start, walk), islice(there, 1, None))
        )

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def level(self) -> Level:
        return self._forward.level

    @property
    def is_shipped(self) -> bool:
        return self._course.is_shipped

    @property
    def title(self) -> str:
        metrics = self._session.metrics
        done = f"{Metric.MOVES.amount(metrics.moves)}, {pulled(metrics.pushes)}"
        return _("{collection} in reverse - {done}", collection=self._course.title, done=done)

    def _layout(self, surface: Surface) -> PlayLayout:
        if self._theme is not self._forward_stage.theme:
            self._theme = self._forward_stage.theme
            self._stage.look.show(theme_of_reverse(self._theme))
        return super()._layout(surface)

    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        layout = page.layout
        parts = top_parts(layout, self._top_bar) + bottom_parts(layout, self._bottom_bar)
        hits = self._show_bars(page, parts, attention)
        sentence = self.sentence
        aside = Aside(sentence and self._laid(sentence))
        return hits | page.show(draw_aside, layout.aside, aside, attention)

    @property
    def _top_bar(self) -> TopBar:
        position = self._session.position
        back = len(position.boxes & position.level.goals)
        pushes, pulls = _("Pushes"), _("Pulls")
        counters = [(pulls if head == pushes else head, value) for head, value in self._counters]
        return TopBar(
            _("Reverse play"),
            self._course.title,
            (*counters, (_("Boxes back"), f"{back}/{len(position.boxes)}")),
            back=True,
            arrows=False,
        )

    @property
    def _bottom_bar(self) -> BottomBar:
        stage = self._stage
        state: ToolState = "disabled" if self._has_pulled else "normal"
        other, leave = (
            stage.label(each, self.scope) for each in (Action.OTHER_AREA, Action.REVERSE)
        )
        right = (
            ToolButton(Action.OTHER_AREA, "elsewhere", _("Pusher"), other, state),
            ToolButton(Action.REVERSE, "reverse", _("Reverse"), leave, "active"),
        )
        return BottomBar(history_tools(stage, self._session), right, timeline_of(self._session))

    @property
    def sentence(self) -> Sentence | None:
        """What the game says."""
        session = self._session
        if session.is_solved:
            lead = ngettext(
                "Back at the start: {n} pull.", "Back at the start: {n} pulls.", session.pushes
            )
            label = self._stage.label(Action.LEAD_ON, self.scope)
            turn = ToolButton(Action.LEAD_ON, "", _("Make it a solution"), label, "primary")
            return Sentence(lead, tone="proof", action=turn)
        words = (self._mouse and self._mouse.words) or self._notice
        if words is None and session.moves == 0:
            words = translated(FIRST_WORDS)
        return Sentence(*self._stage.spell_both(words, self.scope)) if words else None
