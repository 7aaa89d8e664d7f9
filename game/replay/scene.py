"""A solution plays itself, until the player takes over or goes back to their own game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from pygame import Rect

from game.board.animation import PUSH_MS
from game.board.picture import BoardPicture, SquareMark
from game.board.square_marks import traffic_marks, way_marks
from game.input.actions import Action
from game.input.clipboard import read_clipboard
from game.input.controls import STEPS, Scope
from game.proof.proof import Ending, Proof, Question
from game.proof.solver_link import SolverLink
from game.proof.solving import Replay
from game.replay.aside import Aside, draw_aside
from game.replay.bar import ReplayBar, SpeedButton, draw_replay_bar
from game.replay.compare_scene import CompareScene
from game.replay.export import Recording, ReplayExport
from game.replay.recording import RecordingDesk, SaveStopping
from game.replay.rivals import pair_up
from game.replay.traffic import Traffic, count_traffic, next_traffic
from game.scene.base import Actions, Scene, each
from game.scene.board_scene import Motion
from game.scene.overlay import Overlay
from game.scene.page import Page
from game.scene.stage import Stage
from game.scene.watching import WatchScene
from game.session.course import Course
from game.session.pasting import is_lurd, pasting, unchanged
from game.session.playback import Playback
from game.session.session import facing_at
from game.widgets.bars import TopBar, top_parts
from game.widgets.buttons import Attention, Hit, Hits, ToolButton
from game.widgets.sentence import Sentence
from game.widgets.timeline import TRACK, Timeline, step_at
from levels.language import N_, _, grouped
from solver.messages import Metric

_JUMPS: dict[Action, Callable[[Playback], int]] = {
    Action.STEP_BACK: lambda playback: playback.index - 1,
    Action.STEP_FORWARD: lambda playback: playback.index + 1,
    Action.PAGE_UP: lambda playback: playback.next_push(forward=False),
    Action.PAGE_DOWN: lambda playback: playback.next_push(forward=True),
    Action.GO_FIRST: lambda playback: 0,
    Action.GO_LAST: lambda playback: playback.length,
}


class ReplayScene(Overlay, WatchScene):
    """The replay screen."""

    scope = Scope.REPLAY

    def __init__(
        self, stage: Stage, course: Course, link: SolverLink, export: ReplayExport, below: Scene,
        replay: Replay,
    ) -> None:  # fmt: skip
        Overlay.__init__(self, below)
        WatchScene.__init__(self, stage)
        self._course = course
        self._link = link
        self._export = export
        self._show(replay)

    def _show(self, replay: Replay) -> None:
        """Play this solution."""
        self._proof, self.playback, self._origin = replay.proof, replay.playback, replay.origin
        self._help = replay.help
        question, lurd = replay.proof.question, replay.proof.lurd
        title = _(
            "{collection} {number} replay", collection=self._course.title, number=question.number
        )
        recording = Recording(title, question.position.as_level(), lurd, self._stage.theme)
        self._desk = RecordingDesk(self._export, recording)
        self._show_traffic(None)

    # --- what the player asks for --------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        playback = self.playback
        return {
            **self._looking.actions,
            **self._desk.actions,
            **each(_JUMPS, self._jump),
            **each({action: action for action in STEPS}, self._take_over),
            Action.TAKE_OVER: self._take_over,
            Action.PLAY_OR_PAUSE: playback.toggle,
            Action.FASTER: playback.faster,
            Action.SLOWER: partial(playback.faster, -1),
            Action.PASTE: self._paste,
            Action.XRAY: self._show_next_traffic,
            Action.COMPARE: self._compare,
            Action.BACK: self._leave,
        }

    def click(self, hit: Hit) -> Scene:
        match hit:
            case SpeedButton(speed):
                self.playback.speed = speed
            case SaveStopping():
                self._desk.stop()
            case _:
                return super().click(hit)
        return self

    def drag(self, hit: Hit, track: Rect, x: int) -> bool:
        if hit != TRACK:
            return False
        self._go_to(step_at(track, self.playback.length, x))
        return True

    def _show_traffic(self, traffic: Traffic | None) -> None:
        positions = self.playback.positions
        counts = count_traffic(positions, traffic) if traffic else {}
        self._traffic: Traffic | None = traffic
        self._traffic_marks: tuple[SquareMark, ...] = traffic_marks(positions[0].level, counts)

    def _show_next_traffic(self) -> None:
        self._show_traffic(next_traffic(self._traffic))

    def _paste(self) -> None:
        """Play a game of this level from the clipboard."""
        text = read_clipboard()
        course, number = self._course, self._proof.question.number
        if not is_lurd(text):
            self._desk.say(
                (_("There is no game (LURD) on the clipboard."), _("Nothing was changed."))
            )
            return
        course.fetch(self._pasting(number, text))

    def _pasting(self, number: int, text: str) -> Iterator[None]:
        level = self._course.session_of(number).line[0].level
        try:
            line = yield from pasting(level, text)
        except ValueError as error:
            self._desk.say(unchanged(error))
            return
        positions = tuple(line.positions)
        proof = Proof(Question(number, positions[:1]), solution=positions, lurd=line.lurd)
        self._motion = Motion(self._stage)
        help_ = self._course.help_in(number, line.lurd)
        self._show(Replay(proof, Playback(positions), N_("a pasted game"), help_))

    def _compare(self) -> Scene | None:
        """The player's best solution beside the best one known."""
        course, number = self._course, self._proof.question.number
        start = course.session_of(number).start
        found = pair_up(course.records, self._link, start.level)
        own, rival = found
        if isinstance(rival, str):
            self._desk.say((own, rival))
            return None
        self.playback.is_playing = False
        return CompareScene(self._stage, self, self._name, start, own, rival)

    def _take_over(self, step: Action | None = None) -> Scene:
        """Play on from here, with a step if one was asked for. The player's own game stays as it
        was, and undo can return to it."""
        if step is not None:
            self._stage.asked.append(step)
        course, question = self._course, self._proof.question
        course.take_over(question.number, self.playback.line, self._help)
        self._link.dismiss()
        return self._below

    def _jump(self, place: Callable[[Playback], int]) -> None:
        self._go_to(place(self.playback))

    def _go_to(self, index: int) -> None:
        before = self.playback.index
        self.playback.go_to(index)
        self._show_from(before)

    def _show_from(self, index: int) -> None:
        playback = self.playback
        before = playback.positions[index]
        backward = playback.index < index
        facing = facing_at(playback.positions, index) if backward else playback.facing
        speed = PUSH_MS / 1000 / playback.step_seconds
        self._motion.show(before, playback.position, facing, speed=max(speed, 0.8))

    def update(self, now: float) -> tuple[Scene, bool]:
        before, is_news = self.playback.index, self._desk.update()
        if not self.playback.update(now):
            return self, is_news
        if self.playback.index != before:
            self._show_from(before)
        return self, True

    # --- what is seen --------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        return super().is_moving or self.playback.is_playing

    @property
    def _name(self) -> str:
        return self._course.name_of(self._proof.question.number)

    @property
    def title(self) -> str:
        playback = self.playback
        return _(
            "{name} - replay, step {step} of {length}",
            name=self._name,
            step=playback.index,
            length=playback.length,
        )

    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        layout, aside = page.layout, Aside(self._laid(self.sentence))
        hits = self._show_bars(page, top_parts(layout, self._top_bar()), attention)
        hits = hits | page.show(draw_aside, layout.aside, aside, attention)
        return hits | page.show(draw_replay_bar, [layout.bottom_bar], self._bar(), attention)

    @property
    def picture(self) -> BoardPicture:
        playback = self.playback
        picture = self._motion.picture(playback.position, playback.facing)
        marks = self._traffic_marks
        if self._traffic is None:
            marks = way_marks(playback.position.level, playback.way_ahead)
        return replace(picture, marks=marks)

    def _bar(self) -> ReplayBar:
        playback = self.playback
        timeline = Timeline(
            playback.length, playback.index, playback.push_marks,
            left_label=_("Step {step}", step=grouped(playback.index)),
            right_label=grouped(playback.length),
        )  # fmt: skip
        tools = (
            ToolButton(Action.TAKE_OVER, "take_over", _("Take over")),
            ToolButton(Action.COMPARE, "compare", _("Compare")),
            ToolButton(Action.SAVE_MOVING, "export", _("Export")),
        )
        return ReplayBar(timeline, playback.is_playing, playback.speed, tools)

    def _top_bar(self) -> TopBar:
        playback, proof = self.playback, self._proof
        pushes = len(playback.push_marks)
        moves, pushed = Metric.MOVES.amount(playback.length), Metric.PUSHES.amount(pushes)
        total = _("{moves}, {pushes}", moves=moves, pushes=pushed)
        if proof.ending is Ending.OPTIMAL:
            total = _("{moves}, {pushes}, proved optimal", moves=moves, pushes=pushed)
        course, question = self._course, proof.question
        origin = _(self._origin)
        if question.moves:
            # Translators: {origin}: "your best solution", "a pasted game" ...
            origin = _("{origin} from step {step}", origin=origin, step=question.moves)
        return TopBar(
            _("Replay"),
            f"{course.title_of(question.number)} · {total} · {origin}",
            (
                (_("Moves"), grouped(playback.index)),
                (_("Pushes"), grouped(playback.pushes)),
                (_("To go"), grouped(pushes - playback.pushes)),
            ),
            back=True,
            arrows=False,
        )

    @property
    def sentence(self) -> Sentence:
        """What is said of the replay."""
        saving = self._desk.sentence()
        if saving is not None:
            return saving
        if self._traffic is not None:
            return Sentence(_("Traffic:"), _(self._traffic.value))
        if self.playback.is_at_end:
            words = _("{play_or_pause} plays it again. {back} returns to your own game.")
            lead = _("Solved.") if self.playback.position.is_solved else _("The end.")
            return Sentence(lead, self._stage.spell(words, self.scope))
        words = _("{play_or_pause} resumes. Your own game is untouched.")
        if self.playback.is_playing:
            words = _("{play_or_pause} pauses. Your own game is untouched.")
        both = _("{take_over} takes over from here."), words
        return Sentence(*self._stage.spell_both(both, self.scope))
