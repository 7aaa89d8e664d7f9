"""The player's search: asked for on the play screen, shown in the panel, and played at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from game.language.words import Words, placed
from game.proof.choice_fields import ChoiceField, ChoiceOption
from game.proof.choices import CHOICES, limits_of
from game.proof.choosing import Choosing
from game.proof.panel import ProofView
from game.proof.proof import Proof, Question
from game.proof.solver_link import SolverLink
from game.proof.view import proof_view
from game.proof.words import proof_words
from game.scene.base import Scene
from game.scene.stage import Stage
from game.session.course import Course
from game.session.line import Line, Way, merged, solving
from game.session.playback import Playback
from game.storage.values import Help, Origin
from game.widgets.sentence import Sentence, Tone
from levels.language import N_, _
from levels.lurd import lurd_of
from levels.position import Position
from solver.messages import Metric

_WHOSE = {
    Origin.OWN: N_("your best solution"),
    Origin.ASSISTED: N_("your best solution with help"),
    Origin.IMPORTED: N_("the solution from its file"),
    None: N_("the solver's solution"),
}

_NOT_SOLVED = N_("You have not solved this level yet.")


@dataclass(frozen=True)
class Replay:
    """A solution to be played, the proof that it belongs to, and whose it is."""

    proof: Proof
    playback: Playback
    origin: str = N_("the solver's solution")
    help: Help = ()
    """what of the whole game is the solver's, or somebody else's"""


Watch: TypeAlias = Callable[[Scene, Replay], Scene]


class Solving:
    """What the play screen has to do with the solver."""

    def __init__(self, stage: Stage, course: Course, link: SolverLink, watch: Watch) -> None:
        """``watch`` makes the scene in which a solution is played."""
        self._stage = stage
        self._course = course
        self._link = link
        self._watch = watch
        self._replayed: Proof | None = None
        """the last proof whose solution was played, so that it does not begin by itself again"""
        self.fetched: Scene | None = None
        """the replay or review that was asked for, once all of it is there, until it is taken"""
        self.choosing = Choosing(stage)

    @property
    def proof(self) -> Proof | None:
        """The one in the panel."""
        return self._link.proof

    @property
    def answer(self) -> Proof | None:
        """What the solver knows of the current position."""
        proof, course = self._link.proof, self._course
        if proof and proof.answers(course.number, course.session.position):
            return proof
        return None

    @property
    def is_running(self) -> bool:
        """Whether it is searching from the current position."""
        return self.answer is not None and self.answer.is_running

    # --- what the player asks for --------------------------------------------------------------

    def solve(self, below: Scene) -> Scene:
        """Search, or play the solution that was found; the scene that goes on."""
        if self.has_answer:
            return self.replay(below) or below
        return below.resume(self.begin())

    def begin(self) -> Words | None:
        """Search from here, unless that is already being done; what to say instead."""
        course, answer = self._course, self.answer
        if course.session.position.is_solved:
            return _("Already solved."), ""
        if answer is None or not answer.is_running:
            self._replayed = None
            self._ask(Question(course.number, course.session.line))
        return None

    def click(self, hit: ChoiceField | ChoiceOption) -> None:
        """A field opens its list, and a value of the list is chosen."""
        if isinstance(hit, ChoiceOption):
            self.choosing.close()
            self.choose(hit.setting, hit.number)
        else:
            self.choosing.open(hit.setting)

    def catch(self, key: str) -> bool:
        """Whether a key means something in the list that is open."""
        is_caught, chosen = self.choosing.catch(key)
        if chosen is not None:
            self.choose(chosen.setting, chosen.at)
        return is_caught

    def choose(self, setting: str, number: int) -> None:
        """Change what is searched for and what it may use.

        A search begins again, from what it has proved.
        """
        value = CHOICES[setting][number]
        if value == getattr(self._stage.settings, setting):
            return
        self._stage.choose(**{setting: value})
        proof = self.proof
        if proof is not None and proof.is_running:
            self._ask(proof.question)

    def _ask(self, question: Question) -> None:
        settings = self._stage.settings
        self._link.ask(question, Metric(settings.search_metric), limits_of(settings))

    def go_back(self) -> None:
        """Stop the search, then close the panel. The game itself is never left by Esc."""
        link = self._link
        if link.is_running:
            link.stop()
        else:
            link.dismiss()

    # --- the solution --------------------------------------------------------------------------

    @property
    def has_answer(self) -> bool:
        """Whether F5 plays the solution instead of searching on."""
        answer = self.answer
        return answer is not None and answer.is_final and bool(answer.solution)

    def replay(self, below: Scene) -> Scene | None:
        """The solution that was found, from the position it was asked for."""
        proof = self.proof
        if proof is None or proof.is_running or not proof.solution:
            return None
        self._replayed = proof
        question = proof.question
        playback = Playback(proof.solution, before=question.line[:-1])
        session = self._course.session_of(question.number)
        before = session.help_in(lurd_of(question.line))
        help_ = merged((*before, (question.moves, question.moves + playback.length)))
        return self._watch(below, Replay(proof, playback, help=help_))

    def replay_best(self, below: Scene) -> Scene:
        """The player's own best solution of the level, or one that came with it."""
        course, records = self._course, self._course.records
        for origin in Origin if records else ():
            best = records.best_of(course.level, (origin,)) if records else None
            if best is not None:
                return self.play(below, best.by_pushes.lurd, origin)
        return below.resume((_(_NOT_SOLVED), ""))

    def play(self, below: Scene, lurd: str, origin: Origin | None) -> Scene:
        """Play a solution of the level, at once, or soon if it is long; None: the solver's."""
        self._course.fetch(self._fetching(below, lurd, origin))
        return self.take_fetched() or below

    def _fetching(self, below: Scene, lurd: str, origin: Origin | None) -> Iterator[None]:
        course = self._course
        line = yield from Line.resuming(Position.start(course.level), lurd, ())
        positions = tuple(line.positions)
        proof = Proof(Question(course.number, positions[:1]), solution=positions, lurd=line.lurd)
        help_: Help = () if origin is Origin.OWN else ((0, len(positions) - 1),)
        replay = Replay(proof, Playback(positions), _WHOSE[origin], help_)
        self.fetched = self._watch(below, replay)

    def review_best(self, below: Scene, review: Callable[[Scene, Way], Scene]) -> Scene | None:
        """The review of the player's own best solution, at once, or soon if it is long; None if
        there is none."""
        course = self._course
        best = course.records.best_of(course.level) if course.records else None
        if best is None:
            return None
        course.fetch(self._fetching_review(best.by_pushes.lurd, partial(review, below)))
        return self.take_fetched() or below

    def _fetching_review(self, lurd: str, review: Callable[[Way], Scene]) -> Iterator[None]:
        way = yield from solving(Position.start(self._course.level), lurd)
        if way:
            self.fetched = review(way)

    def take_fetched(self) -> Scene | None:
        """Take what was asked for, if all of it is there."""
        fetched, self.fetched = self.fetched, None
        return fetched

    def due_replay(self, below: Scene) -> Scene | None:
        """The best solution plays by itself, once, if the player is still where it was asked."""
        is_new = self.answer is not self._replayed
        return self.replay(below) if self.has_answer and is_new else None

    # --- what is seen ----------------------------------------------------------------------------

    def view(self, *, is_narrow: bool) -> ProofView | None:
        """The panel, if there is one."""
        proof = self.proof
        if proof is None:
            return None
        view = proof_view(self._stage, proof, self._place_of(proof), is_narrow=is_narrow)
        return replace(view, opened=self.choosing.opened)

    def sentence(self) -> Sentence | None:
        """What to say about the search."""
        proof = self.proof
        if proof is None:
            return None
        lead, rest = proof_words(proof)
        lead = placed(self._place_of(proof), lead)
        tone: Tone = "proof" if proof.is_final else "plain"
        if proof.solution and not proof.is_running:
            offer = (
                _("{lead_on} plays it.")
                if proof.is_final
                else _("{lead_on} plays the best solution.")
            )
            rest = f"{rest} {offer}".strip()
        return Sentence(lead, rest, tone)

    def _place_of(self, proof: Proof) -> str:
        """Which position a proof is about, unless it is the current one."""
        question = proof.question
        if proof is self.answer:
            return ""
        is_here, step = question.number == self._course.number, question.moves
        if not step:
            return (
                _("From the start")
                if is_here
                else _("Level {number}, from the start", number=question.number)
            )
        if is_here:
            return _("From step {step}", step=step)
        return _("Level {number}, from step {step}", number=question.number, step=step)
