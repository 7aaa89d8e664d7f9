"""The play screen: the player's own game, and the solver beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from pygame import Rect, Surface

from game.controls import STEPS, Action, Scope
from game.playback import Playback
from game.scenes.help import HelpScene
from game.scenes.proof_panel import proof_view
from game.scenes.replay import ReplayScene
from game.scenes.scene import Motion, News, Scene, Services
from game.scenes.trade import browse, drop, trade
from game.session import Session
from game.solver_link import Proof, Question
from game.view.aside import Aside, draw_aside, places_of_aside
from game.view.bars import (
    BottomBar,
    Par,
    Sentence,
    Tone,
    TopBar,
    draw_bottom_bar,
    draw_top_bar,
)
from game.view.buttons import Attention, Hits, ToolButton, ToolState
from game.view.layout import PlayLayout, lay_out
from game.view.page import Page
from game.view.picture import BoardPicture
from game.view.timeline import Timeline, step_at
from game.words import Words, count, placed, proof_words, solved_words
from levels.level import Direction


class PlayScene(Scene):
    """Where the player plays."""

    scope = Scope.PLAY

    def __init__(self, services: Services, notice: Words | None = None) -> None:
        self._services = services
        self._motion = Motion(services.clock)
        self._page: Page | None = None
        self._notice = notice
        """said until the game changes"""
        self._replayed: Proof | None = None
        """the last proof whose solution was played, so that it does not begin by itself again"""

    # --- what the player asks for --------------------------------------------------------------

    def act(self, action: Action) -> Scene:
        if action in STEPS:
            self._step(STEPS[action])
            return self
        above = browse(self._services, self, action)
        if above is not None:
            return above
        said = trade(self._services, action)
        if said is not None:
            return self.resume(said)
        match action:
            case Action.UNDO | Action.REDO | Action.RESTART:
                self._go_through_history(action)
            case Action.NEXT_LEVEL:
                self._open(self._services.course.following)
            case Action.PREVIOUS_LEVEL:
                self._open(self._services.course.preceding)
            case Action.LEAD_ON:
                return self._lead_on()
            case Action.SOLVE:
                return self._solve()
            case Action.BACK:
                self._go_back()
            case Action.HELP:
                return HelpScene(self._services, self)
        return self

    def click(self, name: str) -> Scene:
        match name:
            case "next":
                return self.act(Action.NEXT_LEVEL)
            case "previous":
                return self.act(Action.PREVIOUS_LEVEL)
            case "menu":
                return self.act(Action.LEVELS)
            case "stop" | "close_panel":
                return self.act(Action.BACK)
            case "replay":
                return self._replay() or self
            case "timeline":
                return self
        return super().click(name)

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        return drop(self._services, self, paths)

    def resume(self, notice: Words | None) -> Scene:
        self._notice = notice if notice and notice[0] else None
        return self

    def drag(self, name: str, track: Rect, x: int) -> bool:
        if name != "timeline":
            return False
        self._change(lambda game: game.go_to(step_at(track, game.length, x)))
        return True

    def _step(self, direction: Direction) -> None:
        session = self._session
        if session.is_solved:
            return
        before = session.position
        if not session.step(direction):
            return
        self._notice = None
        self._motion.show(before, session.position, session.facing)
        if session.is_solved:
            self._services.course.note_solved()

    def _go_through_history(self, action: Action) -> None:
        match action:
            case Action.UNDO:
                self._change(Session.undo, undo=True)
            case Action.REDO:
                self._change(Session.redo)
            case Action.RESTART if self._change(Session.restart):
                self._notice = ("Restarted.", "U takes it back.")

    def _change(self, change: Callable[[Session], bool], *, undo: bool = False) -> bool:
        """Change the game and show the way there."""
        session = self._session
        before, facing = session.position, session.facing
        if not change(session):
            return False
        self._notice = None
        self._motion.show(before, session.position, facing if undo else session.facing, undo=undo)
        return True

    def _open(self, number: int | None) -> None:
        """Go to another level; its game and that of this one stay as they are."""
        if number is not None:
            self._services.course.number = number
            self._notice = None

    def _go_back(self) -> None:
        """Stop the search, then close the panel. The game itself is never left by Esc."""
        link = self._services.link
        if link.is_running:
            link.stop()
        else:
            link.dismiss()

    def _lead_on(self) -> Scene:
        if self._session.is_solved:
            self._open(self._services.course.following)
            return self
        return self._replay() or self

    # --- the solver ------------------------------------------------------------------------------

    def _solve(self) -> Scene:
        session, link = self._session, self._services.link
        if session.position.is_solved:
            self._notice = ("Solved already.", "")
            return self
        if self._answer is not None:
            if self._answer.is_running:
                return self
            if self._answer.solution:
                return self._replay() or self
        self._notice = None
        self._replayed = None
        link.ask(Question(self._services.course.number, session.line))
        return self

    @property
    def _answer(self) -> Proof | None:
        """What the solver knows of the position before the player."""
        proof = self._services.link.proof
        if proof and proof.answers(self._services.course.number, self._session.position):
            return proof
        return None

    def _replay(self) -> Scene | None:
        """The solution that was found, from the position it was asked for."""
        proof = self._services.link.proof
        if proof is None or proof.is_running or not proof.solution:
            return None
        self._replayed = proof
        playback = Playback(proof.solution, before=proof.question.line[:-1])
        return ReplayScene(self._services, self, proof, playback)

    def update(self, now: float) -> tuple[Scene, bool]:
        is_news = self._hear_records()
        answer = self._answer
        if answer is not None and not answer.is_running and answer is not self._replayed:
            replay = None if self._motion.is_running else self._replay()
            if replay is not None:
                return replay, True
        return self, is_news

    def _hear_records(self) -> bool:
        """Say what the records have to say, one thing at a time; whether there is anything new."""
        records = self._services.course.records
        if records is None or self._notice is not None:
            return False
        self._notice = records.notice()
        return self._notice is not None

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def _session(self) -> Session:
        return self._services.course.session

    @property
    def is_moving(self) -> bool:
        return self._motion.is_running

    @property
    def settles_at(self) -> float:
        return self._motion.settles_at

    @property
    def title(self) -> str:
        course, session = self._services.course, self._session
        done = f"{count(session.moves, 'move')}, {count(session.pushes, 'push')}"
        state = " - solved" if session.is_solved else ""
        if self._services.link.is_running:
            state += " - solving"
        return f"{course.title} {course.number}: {course.title_of(course.number)} - {done}{state}"

    def _layout(self, surface: Surface) -> PlayLayout:
        return lay_out(surface.get_size(), panel_open=self._services.link.proof is not None)

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        services = self._services
        self._page = Page(surface, self._layout(surface), services.theme, services.board)
        self._page.begin(self._picture)
        return self._show_parts(self._page, attention)

    def draw_news(self, surface: Surface, attention: Attention) -> News | None:
        page = self._page
        if page is None or not page.go_on(surface, self._layout(surface), self._picture):
            return None
        hits = self._show_parts(page, attention)
        return News(page.changes, hits)

    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        layout, proof = page.layout, self._services.link.proof
        aside = Aside(self._sentence())
        if proof is not None:
            view = proof_view(proof, self._place_of(proof), is_narrow=layout.drawer)
            aside = Aside(self._sentence(), view)
        hits = page.show(draw_top_bar, [layout.top_bar], self._top_bar(), attention)
        hits = hits | page.show(draw_bottom_bar, [layout.bottom_bar], self._bottom_bar(), attention)
        return hits | page.show(draw_aside, places_of_aside(layout), aside, attention)

    def draw_motion(self, surface: Surface) -> list[Rect] | None:
        layout = self._layout(surface)
        if layout.compact or layout.drawer:
            return None
        return self._services.board.draw_changes(surface, self._picture)

    @property
    def _picture(self) -> BoardPicture:
        session = self._session
        return self._motion.picture(session.position, session.facing)

    def _top_bar(self) -> TopBar:
        course, session = self._services.course, self._session
        best = "–" if course.best is None else str(course.best)
        par = self._services.link.par(course.level)
        return TopBar(
            course.title_of(course.number),
            f"{course.title} · {course.number} of {course.last_number}",
            (("Moves", str(session.moves)), ("Pushes", str(session.pushes)), ("Best", best)),
            None if par is None else Par(str(par), mark=_mark(course.best, par)),
            arrows=course.preceding is not None or course.following is not None,
        )

    def _bottom_bar(self) -> BottomBar:
        session = self._session
        solving = self._answer is not None and self._answer.is_running
        return BottomBar(
            (
                ToolButton("undo", "undo", "Undo", "U", _enabled(session.can_undo)),
                ToolButton("redo", "redo", "Redo", "Y", _enabled(session.can_redo)),
                ToolButton("restart", "restart", "Restart", "R", _enabled(session.moves > 0)),
            ),
            (ToolButton("solve", "solve", "Solve", "F5", "active" if solving else "primary"),),
            Timeline(
                session.length, session.moves, session.push_marks,
                left_label=f"Step {session.moves}",
                right_label=str(session.length) if session.length else "",
            ),
        )  # fmt: skip

    @property
    def sentence_text(self) -> str:
        """What the game says, as one text."""
        sentence = self._sentence()
        return f"{sentence.lead} {sentence.rest}".strip() if sentence else ""

    def _sentence(self) -> Sentence | None:
        session, course = self._session, self._services.course
        proof = self._services.link.proof
        if session.is_solved:
            par = self._services.link.par(course.level)
            last = course.following is None
            return Sentence(*solved_words(session.pushes, par, is_last=last), tone="proof")
        if self._notice is not None:
            return Sentence(*self._notice)
        if proof is not None:
            return self._proof_sentence(proof)
        if session.moves == 0 and course.level.notes:
            return Sentence("", course.level.notes.splitlines()[0])
        return None

    def _proof_sentence(self, proof: Proof) -> Sentence:
        lead, rest = proof_words(proof)
        lead = placed(self._place_of(proof), lead)
        tone: Tone = "proof" if proof.is_final else "plain"
        if proof.solution and not proof.is_running:
            rest = f"{rest} Enter plays it.".strip()
        return Sentence(lead, rest, tone)

    def _place_of(self, proof: Proof) -> str:
        """Which position a proof is about, unless it is the one before the player."""
        question = proof.question
        if proof is self._answer:
            return ""
        step = f"step {question.moves}" if question.moves else "the start"
        if question.number == self._services.course.number:
            return f"From {step}"
        return f"Level {question.number}, from {step}"


def _enabled(yes: bool) -> ToolState:
    return "normal" if yes else "disabled"


def _mark(best: int | None, par: int) -> Literal["unsolved", "solved", "optimal"]:
    if best is None:
        return "unsolved"
    return "optimal" if best <= par else "solved"
