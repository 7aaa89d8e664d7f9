"""The player's search: asked from the play screen, told in the panel, and played in the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from game.input.actions import Action
from game.play.words import answer_of, place_of, proof_sentence
from game.proof.choices import limits_of, metric_of, next_choice
from game.proof.panel import ProofView
from game.proof.proof import Proof, Question
from game.proof.view import proof_view
from game.proof.words import Words
from game.replay.scene import ReplayScene
from game.scene.base import Scene, Services
from game.session.line import gathering
from game.session.playback import Playback
from game.widgets.bars import Sentence
from levels.lurd import replaying
from levels.position import Position

_NOT_SOLVED = ("You have not solved this level yet.", "")


class Solving:
    """What the play screen has to do with the solver."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._replayed: Proof | None = None
        """the last proof whose solution was played, so that it does not begin by itself again"""
        self._fetched: ReplayScene | None = None

    @property
    def proof(self) -> Proof | None:
        """The one in the panel."""
        return self._services.link.proof

    @property
    def answer(self) -> Proof | None:
        """What the solver knows of the position before the player."""
        return answer_of(self._services)

    @property
    def is_running(self) -> bool:
        """Whether it searches from the position before the player."""
        return self.answer is not None and self.answer.is_running

    # --- what the player asks for --------------------------------------------------------------

    def act(self, action: Action, below: Scene) -> Scene:
        """Search, or play a solution; the scene that goes on."""
        if action is Action.PLAY_BEST:
            return self._replay_best(below)
        if self.has_answer:
            return self.replay(below) or below
        return below.resume(self.begin())

    def begin(self) -> Words | None:
        """Search from here, unless that is being done; what there is to say instead."""
        course, answer = self._services.course, self.answer
        if course.session.position.is_solved:
            return "Already solved.", ""
        if answer is None or not answer.is_running:
            self._replayed = None
            self._ask(Question(course.number, course.session.line))
        return None

    def choose(self, name: str) -> None:
        """Change what is searched for and what it may use.

        A search begins again, from what it has proved.
        """
        self._services.choose(**next_choice(self._services.settings, name))
        proof = self.proof
        if proof is not None and proof.is_running:
            self._ask(proof.question)

    def _ask(self, question: Question) -> None:
        settings = self._services.settings
        self._services.link.ask(question, metric_of(settings), limits_of(settings))

    def go_back(self) -> None:
        """Stop the search, then close the panel. The game itself is never left by Esc."""
        link = self._services.link
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
        playback = Playback(proof.solution, before=proof.question.line[:-1])
        return ReplayScene(self._services, below, proof, playback)

    def _replay_best(self, below: Scene) -> Scene:
        """The player's own best solution of the level, or one that came with it."""
        course, origin = self._services.course, "your best solution"
        best = course.records.best_of(course.level) if course.records else None
        if best is None and course.records:
            best = course.records.best_of(course.level, is_own=False)
            origin = "the solution from its file"
        if best is None:
            return below.resume(_NOT_SOLVED)
        course.fetch(self._fetching(below, best.by_pushes.lurd, origin))
        return self.take_fetched() or below

    def _fetching(self, below: Scene, lurd: str, origin: str) -> Iterator[None]:
        course = self._services.course
        start = Position.start(course.level)
        positions = yield from gathering(chain((start,), replaying(start, lurd)))
        proof = Proof(Question(course.number, positions[:1]), solution=positions)
        self._fetched = ReplayScene(self._services, below, proof, Playback(positions), origin)

    def take_fetched(self) -> Scene | None:
        """The replay that was asked for, once all of it is there."""
        fetched, self._fetched = self._fetched, None
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
        place = place_of(self._services, proof)
        return proof_view(self._services, proof, place, is_narrow=is_narrow)

    def sentence(self) -> Sentence | None:
        """What there is to say of the search."""
        return proof_sentence(self._services, self.proof) if self.proof else None
