"""The play screen: the player's own game, and the solver beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

import pygame
from pygame import Rect
from pygame.event import Event

from game.board.picture import BoardPicture
from game.hints.hints import Hints
from game.input.actions import Action
from game.input.clipboard import write_clipboard
from game.input.controls import Scope
from game.language.words import Words
from game.play.bars import bottom_bar, top_bar
from game.play.ending import Endings
from game.play.lessons import lesson
from game.play.playing import Playing
from game.play.reverse import ReverseScene
from game.play.snapshots import SnapshotsScene
from game.play.trade import NOT_COPIED, Trade
from game.play.ways import WaysScene
from game.proof.choice_fields import ChoiceField, ChoiceOption
from game.proof.panel import SolutionReplay
from game.proof.solver_link import SolverLink
from game.proof.solving import Solving
from game.replay.aside import Aside, changed_panel, draw_aside
from game.replay.export import ReplayExport
from game.replay.recording import SaveStopping, saving_sentence, stop_saving
from game.scene.base import Actions, Scene, each
from game.scene.page import Page
from game.scene.stage import Stage
from game.session.course import Course
from game.session.line import Way
from game.session.stopwatch import Stopwatch
from game.storage.values import Origin
from game.widgets.bars import TopBar, bottom_parts, top_parts
from game.widgets.buttons import Attention, Hit, Hits, PanelClosing, ToolButton
from game.widgets.sentence import Sentence
from game.xray.layers import Layer
from game.xray.panel import LegendTurning, XRayClosing
from game.xray.screen import LAYER_ACTIONS, XRayScreen
from levels.language import _
from levels.level import Level
from solver.messages import Metric

NOTICE_SECONDS = 4.0
"""How long a notice takes the place of the words about a solved level."""


@dataclass(frozen=True)
class Beside:
    """What the player has at hand beside the board."""

    link: SolverLink
    hints: Hints
    solving: Solving
    xray: XRayScreen
    trade: Trade
    export: ReplayExport
    endings: Endings
    review: Callable[[Scene, Way | None], Scene]
    """makes the scene that reviews a game of the level: the current one if it is None"""


class PlayScene(Playing):
    """Where the player plays."""

    scope = Scope.PLAY
    _is_retry = False
    """whether the player is looking for a better way from somewhere in a game"""

    def __init__(self, stage: Stage, course: Course, stopwatch: Stopwatch, beside: Beside) -> None:
        super().__init__(stage, course, stopwatch)
        self._link, self._trade, self._endings = beside.link, beside.trade, beside.endings
        self._hints, self._solving, self._xray = beside.hints, beside.solving, beside.xray
        self._export = beside.export
        self._review = beside.review
        self._listed: list[Rect] = []
        """where the values of the list open in the panel are"""

    # --- what the player asks for --------------------------------------------------------------

    @cached_property
    def actions(self) -> Actions:
        stage, course, stopwatch = self._stage, self._course, self._stopwatch
        solving, endings = self._solving, self._endings
        return {
            **super().actions,
            Action.NEXT_LEVEL: lambda: self._open(course.following, _("{next_level} skips it.")),
            Action.PREVIOUS_LEVEL: lambda: self._open(
                course.preceding, _("{previous_level} skips it.")
            ),
            Action.NEXT_UNSOLVED: partial(endings.go_to_unsolved, 1),
            Action.PREVIOUS_UNSOLVED: partial(endings.go_to_unsolved, -1),
            Action.LEAD_ON: self._lead_on,
            Action.REVERSE: lambda: ReverseScene(stage, course, stopwatch, self),
            Action.SNAPSHOTS: lambda: SnapshotsScene(stage, course, self),
            Action.WAYS: lambda: WaysScene(stage, course, self),
            **self._trade.actions(self),
            Action.SOLVE: partial(solving.solve, self),
            Action.PLAY_BEST: partial(solving.replay_best, self),
            Action.REVIEW: self._look_back,
            Action.COPY_RESULT: self._copy_result,
            Action.HINT: self._climb,
            Action.BACK_TO_SOLVABLE: self._go_back_to_solvable,
            Action.DEADLOCK_AID: self._hints.change_aid,
            Action.XRAY: self._go_to_next_layer,
            **each(LAYER_ACTIONS, self._toggle_layer),
            Action.BACK: self._go_back,
        }

    def _look_back(self) -> Scene | Words:
        """Review the game that was played so far, or the best solution where there is none."""
        if self._session.pushes:
            return self._review(self, None)
        best = self._solving.review_best(self, self._review)
        return best or (_("No box has been pushed yet."), _("There is nothing to review."))

    def _copy_result(self) -> Words:
        """Copy how the level of the day was solved."""
        text = self._endings.result
        if text is None:
            return _("There is no result of the day to copy."), _("{days} shows all days.")
        if not write_clipboard(text):
            return _(NOT_COPIED), ""
        return _("Copied."), text

    def _climb(self) -> Words | None:
        """One rung further up the ladder of hints."""
        if self._session.is_solved:
            return _("This level is solved."), _("{undo} takes you back into the game.")
        self._notice = None
        self._hints.look_at(self._session)
        self._go(self._hints.climb(self._session), is_help=True)
        return None

    def _go_back_to_solvable(self) -> Words | None:
        self._hints.look_at(self._session)
        step = self._hints.way_back
        if step is None:
            return self._hints.no_way_back
        self._change(lambda game: game.go_to(step))
        return None

    def _go_to_next_layer(self) -> None:
        self._notice = None
        self._xray.next()

    def _toggle_layer(self, layer: Layer) -> None:
        self._notice = None
        self._xray.toggle(layer)

    def _go_back(self) -> None:
        """Put away one thing after another. The game itself is never left by Esc."""
        if not (self._put_down() or self._hints.put_away() or self._xray.put_away()):
            self._solving.go_back()

    def watch(self, lurd: str, origin: Origin | None) -> Scene:
        """Play a solution of this level; an ``origin`` of None is the solver."""
        return self._solving.play(self, lurd, origin)

    def click(self, hit: Hit) -> Scene:
        match hit:
            case PanelClosing():
                return self.act(Action.BACK)
            case SolutionReplay():
                return self._solving.replay(self) or self
            case ChoiceField() | ChoiceOption():
                self._solving.click(hit)
                return self
            case SaveStopping():
                return self.resume(stop_saving(self._export))
            case XRayClosing():
                self._xray.put_away()
                return self
            case LegendTurning():
                self._xray.turn(hit)
                return self
        return super().click(hit)

    def catch(self, key: str) -> Scene | None:
        return self if self._listed and self._solving.catch(key) else None

    def hear(self, event: Event) -> Scene | None:
        if event.type == pygame.MOUSEBUTTONDOWN and self._listed:
            if not any(place.collidepoint(event.pos) for place in self._listed):
                self._solving.choosing.close()
                return self
            return None
        return super().hear(event)

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        return self._trade.drop(self, paths)

    def _note_solved(self) -> None:
        self._course.note_solved()
        self._endings.note_solved()
        self._link.note_played(self._session.line)

    def _open(self, number: int | None, way_on: str) -> None:
        """Go to another level; its game and that of this one stay as they are. ``way_on``: what to
        say if it cannot be read."""
        if number is None:
            return
        if number in self._course.numbers:
            self._course.go_to(number)
            self._notice = None
        else:
            self._notice = _("Level {number} is damaged.", number=number), way_on

    def _lead_on(self) -> Scene:
        if self._session.is_solved:
            return self.resume(self._endings.lead_on())
        return self._solving.replay(self) or self

    # --- time passes ---------------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        _, is_news = super().update(now)
        is_news |= self._hear_notices() | self._forget_notice(now)
        self._hints.is_teaching = self._is_lesson
        is_news |= self._hints.update(self._session)
        if self._xray.layers:
            pointed = self._mouse.pointed if self._mouse else None
            self._xray.update(self._session.position, pointed)
        replay = self._solving.take_fetched() if self._solving.fetched else None
        if replay is None and self._link.proof is not None and not self._motion.is_running:
            replay = self._solving.due_replay(self)
        if replay is not None:
            return replay, True
        return self, is_news

    @property
    def due_at(self) -> float:
        due = min(super().due_at, self._hints.due_at)
        if self._latest is not None and self._session.is_solved:
            due = min(due, self._latest[1] + NOTICE_SECONDS)
        return due

    def _hear_notices(self) -> bool:
        """Show what there is to report, one thing at a time; whether there is anything new."""
        if self._notice is None:
            self._notice = self._stage.notice()
            return self._notice is not None
        gamepad = self._stage.gamepads.notices
        if gamepad:
            self._notice = gamepad.popleft()
            return True
        return False

    def _forget_notice(self, now: float) -> bool:
        """There is more to say of a solved level than the last notice; whether that is news."""
        if not self._session.is_solved or self._latest is None:
            return False
        if now - self._latest[1] < NOTICE_SECONDS:
            return False
        self._notice = None
        return True

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        return super().is_moving or self._hints.is_busy

    @property
    def level(self) -> Level:
        return self._course.level

    @property
    def is_shipped(self) -> bool:
        return self._course.is_shipped

    @property
    def title(self) -> str:
        course, session = self._course, self._session
        name = course.name_of(course.number)
        done = f"{Metric.MOVES.amount(session.moves)}, {Metric.PUSHES.amount(session.pushes)}"
        parts = [name, done]
        if session.is_solved:
            parts.append(_("solved with help") if session.is_assisted else _("solved"))
        if self._link.is_running:
            parts.append(_("solving"))
        return " - ".join(parts)

    @property
    def _top_bar(self) -> TopBar:
        return top_bar(self._course, self._link, self._counters)

    @property
    def _has_panel(self) -> bool:
        return self._link.proof is not None or bool(self._xray.layers)

    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        layout = page.layout
        proof = self._solving.view(is_narrow=layout.is_panel_narrow) if self._link.proof else None
        sentence = self.sentence
        sight = self._xray.view(self._session.position) if self._xray.layers else None
        aside = Aside(sentence and self._laid(sentence), proof, sight)
        tools = bottom_bar(
            self._stage, self._session, self._tools_in_use,
            is_retry=self._is_retry, stuck_from=self._hints.stuck_from,
        )  # fmt: skip
        parts = top_parts(layout, self._top_bar) + bottom_parts(layout, tools)
        hits = self._show_bars(page, parts, attention)
        hits |= page.show(draw_aside, layout.aside, aside, attention, changed_panel)
        self._listed = [place for hit, place in hits.items() if isinstance(hit, ChoiceOption)]
        return hits

    @property
    def _tools_in_use(self) -> set[Action]:
        """Those of the bar."""
        is_solving = self._link.proof is not None and self._solving.is_running
        tools = {
            Action.SOLVE: is_solving, Action.HINT: self._hints.is_up,
            Action.XRAY: bool(self._xray.layers),
        }  # fmt: skip
        return {action for action, is_on in tools.items() if is_on}

    @property
    def picture(self) -> BoardPicture:
        picture, position = super().picture, self._session.position
        picture = replace(picture, marks=picture.marks + self._hints.marks(position))
        if not self._xray.layers:
            return picture
        marks = picture.marks + self._xray.marks(position)
        return replace(picture, marks=marks, links=self._xray.links(position))

    @property
    def sentence(self) -> Sentence | None:
        """What the game says, with the keys as they are now."""
        found = self._unspelled()
        if found is None:
            return self._notes()
        lead, rest = self._stage.spell_both((found.lead, found.rest))
        return replace(found, lead=lead, rest=rest)

    @property
    def _offer(self) -> ToolButton | None:
        """The button beside what is said of the ways that part here."""
        if not self._is_at_fork:
            return None
        return ToolButton(Action.WAYS, "fork", _("Other ways"), self._stage.label(Action.WAYS))

    def _saving(self) -> Sentence | None:
        """How far the saving of a replay is, while one is being saved."""
        return saving_sentence(self._export) if self._export.progress else None

    def _unspelled(self) -> Sentence | None:
        session = self._session
        said = self._mouse.words if self._mouse else None
        if said is not None:
            return Sentence(*said)
        if self._notice is not None:
            return Sentence(*self._notice, action=self._offer)
        if session.is_solved:
            return self._saving() or self._ending()
        hint = self._hints.sentence()
        is_wanted = self._hints.is_up or self._hints.way_back is not None
        if hint is not None and (is_wanted or self._solving.answer is None):
            return hint
        saving = self._saving()
        if saving is not None:
            return saving
        seen = self._xray.sentence(session.pushes) if self._xray.layers else None
        if seen is not None:
            return seen
        if self._link.proof is not None:
            return self._solving.sentence()
        return None

    def _ending(self) -> Sentence:
        """What is said of the solved level, and the way on."""
        return self._endings.sentence()

    @property
    def _is_lesson(self) -> bool:
        """Whether the notes of the level teach the game: they name keys as they are bound."""
        return bool(self._course.level.notes) and self.is_shipped

    def _notes(self) -> Sentence | None:
        """A lesson stands as long as there is nothing else to say. What others have written about a
        level is shown before the first step, as it is."""
        notes = self._course.level.notes.partition("\n")[0]
        if self._is_lesson:
            return Sentence("", self._stage.spell(lesson(notes)))
        return Sentence("", notes) if notes and self._session.moves == 0 else None
