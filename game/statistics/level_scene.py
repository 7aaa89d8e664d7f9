"""The page of a level: how it was played, and its best solutions, to replay and to copy."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import pygame
from pygame.event import Event

from game.board.thumbnails import PictureWish
from game.input.actions import Action
from game.input.clipboard import write_clipboard
from game.input.controls import Scope
from game.input.touch import Pan
from game.language.dates import short_day
from game.language.words import Words, translated
from game.proof.solver_link import SolverLink
from game.scene.base import Actions, Scene, each
from game.scene.scrolling import Rows
from game.scene.stage import Stage
from game.statistics.level_view import (
    ROW,
    LevelPageView,
    SolutionLine,
    SolutionRow,
    picture_size,
    show_level_page,
)
from game.statistics.parts import PartedScene, Parts
from game.statistics.view import Figure
from game.statistics.words import COUNTING, NO_SOLUTION, NOT_KEPT, spent, tries, unread, whose
from game.storage.records import Records
from game.storage.statistics import KeptSolution, LevelStatistics, get_level_statistics
from game.storage.values import Origin
from game.widgets.buttons import Attention, Hit, Hits, ToolButton, ToolState
from game.widgets.head import Head
from game.work.inquiry import LOOK_SECONDS, Inquiry
from levels.files import pack_words
from levels.language import _, grouped, ngettext, retold
from levels.level import Level
from solver.messages import Metric

ReplayLurd: TypeAlias = Callable[[str, Origin | None], Scene]
"""Plays a solution, given whose it is; None: the solver's."""


class LevelScene(PartedScene):
    """What is known of a level; Esc goes back."""

    scope = Scope.STATISTICS
    left_share = 0.4

    def __init__(
        self, stage: Stage, records: Records | None, link: SolverLink, below: Scene, level: Level,
        replay: ReplayLurd | None,
    ) -> None:  # fmt: skip
        """``replay``: plays a solution; None where none can be played."""
        super().__init__(stage, below)
        self._level, self._is_shipped = level, below.is_shipped
        self._par, self._least = link.par(level), link.least(level)
        self._replay = replay
        self._chosen = 0
        self._turned = Rows()
        self._inquiry: Inquiry[LevelStatistics] | None = None
        self._found: LevelStatistics | None = None
        if records is not None:
            query = partial(get_level_statistics, level=level)
            self._inquiry = Inquiry(partial(records.ask, query))

    @property
    def level(self) -> Level:
        return self._level

    @property
    def is_shipped(self) -> bool:
        return self._is_shipped

    # --- what the player asks for ----------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        last = len(self._solutions) - 1
        back, on = self._chosen - 1, self._chosen + 1
        rows = {
            Action.GO_UP: back, Action.GO_LEFT: back, Action.GO_DOWN: on, Action.GO_RIGHT: on,
            Action.GO_FIRST: 0, Action.PAGE_UP: 0, Action.GO_LAST: last, Action.PAGE_DOWN: last,
        }  # fmt: skip
        return {
            **each(rows, self._choose),
            Action.COPY: self._copy if self._solutions else None,
            Action.PLAY_CHOSEN: self._play if self._solutions and self._replay else None,
            Action.BACK: self._leave,
        }

    def _play(self) -> Scene:
        assert self._replay is not None
        kept = self._solutions[self._chosen]
        return self._replay(kept.solution.lurd, kept.origin)

    def click(self, hit: Hit) -> Scene:
        if isinstance(hit, SolutionLine):
            self._choose(hit.number)
            return self
        return super().click(hit)

    def hear(self, event: Event) -> Scene | None:
        if event.type != pygame.MOUSEWHEEL:
            return None
        self._choose(self._chosen - event.y)
        return self

    def pan(self, pan: Pan) -> bool:
        self._choose(self._chosen + self._turned.turn(pan.dy, ROW * self._layout.scale))
        return True

    @property
    def _solutions(self) -> tuple[KeptSolution, ...]:
        return self._found.solutions if self._found else ()

    def _choose(self, number: int) -> None:
        self._chosen = max(0, min(len(self._solutions) - 1, number))
        self._notice = None

    def _copy(self) -> Words:
        if write_clipboard(self._solutions[self._chosen].solution.lurd):
            return _("Solution copied"), _("as LURD.")
        return _("Could not copy to the clipboard."), ""

    # --- time ------------------------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        has_news = self._stage.thumbnails.draw_some()
        if self._found is None and self._inquiry is not None and self._inquiry.is_over:
            self._found = self._inquiry.answer
            has_news |= self._found is not None
        return self, has_news or super().is_moving

    @property
    def due_at(self) -> float:
        waits = self._inquiry is not None and not self._inquiry.is_over
        return self._stage.clock() + LOOK_SECONDS if waits else math.inf

    @property
    def is_moving(self) -> bool:
        return super().is_moving or self._stage.thumbnails.is_waiting

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return _("About {name}", name=self._name)

    @property
    def _name(self) -> str:
        return self._title or _("this level")

    @property
    def _title(self) -> str:
        title = self._level.title
        return pack_words(title) if self.is_shipped else retold(title)

    @property
    def empty(self) -> Words | None:
        """What stands where the solutions would be, if there are none."""
        if self._inquiry is None:
            return translated(NOT_KEPT)
        if self._found is None:
            error = self._inquiry.error if self._inquiry.is_over else None
            return unread(error) if error else translated(COUNTING)
        return None if self._found.solutions else translated(NO_SOLUTION)

    @property
    def sentence(self) -> Words:
        """What the page says."""
        if self._notice is not None or not self._solutions:
            return self._notice or ("", "")
        copy = _("{copy} copies it.")
        words = (_("{play_chosen} replays the solution."), copy) if self._replay else (copy, "")
        return self._stage.spell_both(words, self.scope)

    def _show_parts(self, parts: Parts, attention: Attention) -> Hits:
        return show_level_page(parts, self._view(), attention)

    def _view(self) -> LevelPageView:
        level, layout, stage = self._level, self._layout, self._stage
        key = ("page", level)
        stage.thumbnails.forget_wishes()
        wish = PictureWish(key, picture_size(layout), lambda: level, 2 * layout.scale)
        boxes = ngettext("{n} box", "{n} boxes", len(level.boxes))
        facts = f"{level.width} × {level.height} · {boxes}"
        if level.author:
            facts = _("{facts} · by {author}", facts=facts, author=level.author)
        return LevelPageView(
            head=Head(self._title or _("This level"), facts, self._buttons()),
            picture=stage.thumbnails.get(wish),
            figures=self._figures(),
            rows=[self._row(each) for each in self._solutions],
            chosen=self._chosen,
            empty=self.empty,
            sentence=self.sentence,
        )

    def _buttons(self) -> tuple[ToolButton, ...]:
        stage = self._stage
        copying: ToolState = "normal" if self.can(Action.COPY) else "disabled"
        playing: ToolState = "primary" if self.can(Action.PLAY_CHOSEN) else "disabled"
        actions = Action.STATISTICS, Action.COPY, Action.PLAY_CHOSEN
        count_all, copy, play = (stage.label(each, self.scope) for each in actions)
        return (
            ToolButton(Action.STATISTICS, "", _("Statistics"), count_all),
            ToolButton(Action.COPY, "export", _("Copy"), copy, copying),
            ToolButton(Action.PLAY_CHOSEN, "play", _("Replay"), play, playing),
        )

    def _figures(self) -> tuple[Figure, ...]:
        par = Figure(_("Par"), _("unknown"), _("not proved yet"))
        if self._par is not None:
            par = Figure(_("Par"), Metric.PUSHES.amount(self._par), _("proved"))
        elif self._least:
            par = Figure(_("Par"), _("{number} or more", number=self._least), _("pushes"))
        found = self._found
        if found is None:
            return (par,)
        done, first = found.attempts, found.first_solved
        own = [each.solution for each in found.solutions if each.origin is Origin.OWN]
        best = min((each.pushes for each in own), default=None)
        since = _("first: {date}", date=short_day(first)) if first else _("not solved yet")
        begun = tries(done, was_played=found.seconds > 0)
        return (
            Figure(_("Your best"), "–" if best is None else Metric.PUSHES.amount(best), since),
            par,
            Figure(_("Time played"), spent(found.seconds), _solved(done.solves)),
            Figure(
                _("Tries"), grouped(begun), ngettext("{n} restart", "{n} restarts", done.restarts)
            ),
            Figure(
                _("Hints"),
                grouped(done.hints),
                _("none used") if not done.hints else _("steps shown"),
            ),
        )

    def _row(self, kept: KeptSolution) -> SolutionRow:
        solution, every = kept.solution, [each.solution for each in self._solutions]
        has_fewest = (
            solution.pushes == min(each.pushes for each in every),
            solution.moves == min(each.moves for each in every),
        )
        praise = {
            (True, True): _("fewest pushes and moves"), (True, False): _("fewest pushes"),
            (False, True): _("fewest moves"),
        }.get(has_fewest, "")  # fmt: skip
        return SolutionRow(
            Metric.PUSHES.amount(solution.pushes),
            Metric.MOVES.amount(solution.moves),
            whose(kept.origin),
            short_day(kept.day) if kept.day else "",
            praise,
            is_par=solution.pushes == self._par,
        )


def _solved(times: int) -> str:
    """``never solved``, ``solved once``, ``solved 3 times``"""
    if not times:
        return _("never solved")
    return ngettext("solved once", "solved {n} times", times)
