"""The page of a level: how it was played, and its best solutions, to replay and to copy."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import pygame
from pygame import Surface
from pygame.event import Event

from game.board.thumbnails import Wish
from game.input.actions import Action
from game.input.clipboard import write_clipboard
from game.input.controls import Scope
from game.language.words import Words, count, grouped
from game.proof.solver_link import SolverLink
from game.scene.base import Scene
from game.scene.overlay import Overlay
from game.scene.stage import Stage
from game.statistics.level_view import (
    LevelPageView,
    SolutionLine,
    SolutionRow,
    draw_level_page,
    picture_size,
)
from game.statistics.view import Figure, lay_out_statistics
from game.statistics.words import (
    COUNTING,
    NO_SOLUTION,
    NOT_KEPT,
    short_day,
    spent,
    tries,
    unread,
    whose,
)
from game.storage.records import Records
from game.storage.statistics import (
    KeptSolution,
    LevelStatistics,
    get_level_statistics,
)
from game.storage.values import Origin
from game.widgets.buttons import Attention, Hit, Hits, ToolButton, ToolState
from game.widgets.head import Head
from game.work.inquiry import LOOK_SECONDS, Inquiry
from levels.level import Level

PICTURE_SHARE = 0.4
"""How much of the width the picture has."""

ReplayLurd: TypeAlias = Callable[[str, Origin | None], Scene]
"""Plays a solution, given whose it is; None: the solver's."""


class LevelScene(Overlay):
    """What is known of a level; Esc goes back."""

    scope = Scope.STATISTICS

    def __init__(
        self, stage: Stage, records: Records | None, link: SolverLink, below: Scene, level: Level,
        replay: ReplayLurd | None,
    ) -> None:  # fmt: skip
        """``replay``: plays a solution; None where none can be played."""
        super().__init__(below)
        self._stage = stage
        self._level = level
        self._par, self._least = link.par(level), link.least(level)
        self._replay = replay
        self._layout = lay_out_statistics(
            pygame.display.get_window_size(), left_share=PICTURE_SHARE
        )
        self._chosen = 0
        self._notice: Words | None = None
        self._inquiry: Inquiry[LevelStatistics] | None = None
        self._found: LevelStatistics | None = None
        if records is not None:
            query = partial(get_level_statistics, level=level)
            self._inquiry = Inquiry(partial(records.ask, query))

    @property
    def level(self) -> Level:
        return self._level

    # --- what the player asks for ----------------------------------------------------------------

    def act(self, action: Action) -> Scene:
        match action:
            case Action.BACK:
                return self._below
            case Action.GO_UP | Action.GO_LEFT:
                self._choose(self._chosen - 1)
            case Action.GO_DOWN | Action.GO_RIGHT:
                self._choose(self._chosen + 1)
            case Action.GO_FIRST | Action.PAGE_UP:
                self._choose(0)
            case Action.GO_LAST | Action.PAGE_DOWN:
                self._choose(len(self._solutions) - 1)
            case Action.COPY:
                self._copy()
            case Action.PLAY_CHOSEN if self._replay and self._solutions:
                kept = self._solutions[self._chosen]
                return self._replay(kept.solution.lurd, kept.origin)
        return self

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

    @property
    def _solutions(self) -> tuple[KeptSolution, ...]:
        return self._found.solutions if self._found else ()

    def _choose(self, number: int) -> None:
        self._chosen = max(0, min(len(self._solutions) - 1, number))
        self._notice = None

    def _copy(self) -> None:
        if not self._solutions:
            return
        lurd = self._solutions[self._chosen].solution.lurd
        is_done = write_clipboard(lurd)
        self._notice = (
            ("Solution copied", "as LURD.") if is_done else ("Could not copy to the clipboard.", "")
        )

    # --- time ------------------------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        has_news = self._stage.thumbnails.draw_some()
        if self._found is None and self._inquiry is not None and self._inquiry.is_over:
            self._found = self._inquiry.answer
            has_news |= self._found is not None
        return self, has_news

    @property
    def due_at(self) -> float:
        waits = self._inquiry is not None and not self._inquiry.is_over
        return self._stage.clock() + LOOK_SECONDS if waits else math.inf

    @property
    def is_moving(self) -> bool:
        return self._stage.thumbnails.is_waiting

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return f"About {self._name}"

    @property
    def _name(self) -> str:
        return self._level.title or "this level"

    @property
    def sentence_text(self) -> str:
        """What the page says, as one text."""
        return " ".join(filter(None, self._empty or self._sentence))

    def resume(self, notice: Words | None) -> Scene:
        self._notice = notice
        return self

    @property
    def _empty(self) -> Words | None:
        if self._inquiry is None:
            return NOT_KEPT
        if self._found is None:
            error = self._inquiry.error if self._inquiry.is_over else None
            return unread(error) if error else COUNTING
        return None if self._found.solutions else NO_SOLUTION

    @property
    def _sentence(self) -> Words:
        if self._notice is not None or not self._solutions:
            return self._notice or ("", "")
        copy = "{copy} copies it."
        words = ("{play_chosen} replays the solution.", copy) if self._replay else (copy, "")
        return self._stage.spell(words[0], self.scope), self._stage.spell(words[1], self.scope)

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        self._layout = lay_out_statistics(surface.get_size(), left_share=PICTURE_SHARE)
        return draw_level_page(surface, self._layout, self._stage.theme, self._view(), attention)

    def _view(self) -> LevelPageView:
        level, layout, stage = self._level, self._layout, self._stage
        key = ("page", level)
        stage.thumbnails.forget_wishes()
        wish = Wish(key, picture_size(layout), lambda: level, layout.scale)
        boxes = "1 box" if len(level.boxes) == 1 else f"{len(level.boxes)} boxes"
        name = self._name[:1].upper() + self._name[1:]
        author = f" · by {level.author}" if level.author else ""
        return LevelPageView(
            head=Head(name, f"{level.width} × {level.height} · {boxes}{author}", self._buttons()),
            picture=stage.thumbnails.get(wish),
            figures=self._figures(),
            rows=[self._row(each) for each in self._solutions],
            chosen=self._chosen,
            empty=self._empty,
            sentence=self._sentence,
        )

    def _buttons(self) -> tuple[ToolButton, ...]:
        stage, has_any = self._stage, bool(self._solutions)
        copying: ToolState = "normal" if has_any else "disabled"
        playing: ToolState = "primary" if has_any and self._replay else "disabled"
        copy, play = (stage.label(each, self.scope) for each in (Action.COPY, Action.PLAY_CHOSEN))
        return (
            ToolButton(Action.STATISTICS, "", "Statistics"),
            ToolButton(Action.COPY, "export", "Copy", copy, copying),
            ToolButton(Action.PLAY_CHOSEN, "play", "Replay", play, playing),
        )

    def _figures(self) -> tuple[Figure, ...]:
        par = Figure("Par", "unknown", "not solved by the solver yet")
        if self._par is not None:
            par = Figure("Par", count(self._par, "push"), "proved")
        elif self._least:
            par = Figure("Par", f"{self._least} or more", "pushes")
        found = self._found
        if found is None:
            return (par,)
        done, first = found.attempts, found.first_solved
        own = [each.solution for each in found.solutions if each.origin is Origin.OWN]
        best = min((each.pushes for each in own), default=None)
        since = f"first: {short_day(first)}" if first else "not solved yet"
        begun = tries(done, was_played=found.seconds > 0)
        return (
            Figure("Your best", "–" if best is None else count(best, "push"), since),
            par,
            Figure("Time played", spent(found.seconds), f"solved {_times(done.solves)}"),
            Figure("Tries", grouped(begun), f"{count(done.restarts, 'restart')}"),
            Figure("Hints", grouped(done.hints), "none used" if not done.hints else "steps shown"),
        )

    def _row(self, kept: KeptSolution) -> SolutionRow:
        solution, every = kept.solution, [each.solution for each in self._solutions]
        best = {
            "pushes": solution.pushes == min(each.pushes for each in every),
            "moves": solution.moves == min(each.moves for each in every),
        }
        praise = " and ".join(name for name, is_best in best.items() if is_best)
        return SolutionRow(
            count(solution.pushes, "push"),
            count(solution.moves, "move"),
            whose(kept.origin),
            short_day(kept.day) if kept.day else "",
            f"fewest {praise}" if praise else "",
            is_par=solution.pushes == self._par,
        )


def _times(number: int) -> str:
    """``never``, ``once``, ``3 times``"""
    return {0: "never", 1: "once"}.get(number) or f"{grouped(number)} times"
