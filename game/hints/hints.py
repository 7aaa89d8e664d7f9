"""Help for the current position: a hint rung by rung, and a word when it is stuck."""

from __future__ import annotations

from collections.abc import Callable

from game.board.picture import SquareMark
from game.board.square_marks import journey_marks, next_box_mark, stuck_marks, walk_marks
from game.hints.companion import Answer, Companion
from game.hints.lookout import Lookout, Stuck
from game.hints.pulse import Pulse
from game.hints.ways import Journey, NextStep
from game.hints.words import (
    AIDS,
    journey_words,
    quality_words,
    solvable_words,
    stuck_words,
    undecided_words,
)
from game.input.actions import Action
from game.language.words import Words, translated
from game.looks.audio import STUCK
from game.paths.pathfinding import Steps
from game.proof.solver_link import SolverLink
from game.proof.words import BEGUN_ANEW, PREPARING
from game.scene.stage import Stage
from game.session.session import Session
from game.widgets.buttons import ToolButton
from game.widgets.sentence import Sentence
from levels.language import N_, _, ngettext
from levels.level import Square
from levels.position import Position

RUNGS = 4
"""Solvable or not, which box, where to, and there it goes."""

_LOOKING = N_("Looking for a solution.")


class Hints:
    """The hint ladder, and the aid against deadlocks. Another position takes the ladder away."""

    def __init__(
        self, stage: Stage, link: SolverLink, lookout: Lookout, companion: Companion,
        note_shown: Callable[[], None],
    ) -> None:  # fmt: skip
        """``note_shown`` is called once for each rung that the player gets to see."""
        self._stage = stage
        self._link = link
        self._lookout = lookout
        self._companion = companion
        self._note_shown = note_shown
        self._shown: tuple[Position | None, int] = None, 0
        """the position and the rung that was seen last"""
        self._asked: Position | None = None
        self._rung = 0
        self._way: NextStep | None = None
        """the way that the ladder climbs: a better one, found later, does not change it"""
        self._played: Journey | None = None
        """the journey of the last rung, as long as the player stays where it led to"""
        self.is_teaching = False
        """whether the current level is a lesson"""
        self._pulse = Pulse(stage.clock, lambda: stage.settings)
        self._met: Position | None = None
        """the start of the current game, once it is known what was proved about it"""

    def update(self, session: Session) -> bool:
        """Look at the game as it is now; whether there is anything new to see."""
        lookout, companion = self._lookout, self._companion
        was_stuck, met_before = self._stuck is not None, self._met
        is_new = self.look_at(session)
        # A step is to be seen first; what it has led to is looked at between the next pictures.
        is_news = not is_new and lookout.advance()
        if not was_stuck and self._met is met_before and self._stuck is not None:
            self._stage.play_sound(STUCK)
        may_check = self._aid != "off" and not self._link.is_running
        if not session.is_solved and (may_check or self._rung):
            companion.check()
        if self._rung == 1:
            self._way = companion.way_on
            self._count_rung()
        ringed = self._ringed(session.position)
        if ringed != self._pulse.ringed:
            self._pulse.ring(ringed)
        return is_news

    def look_at(self, session: Session) -> bool:
        """Turn to the game as it is now, even if it has changed since the last turn of the loop;
        whether it has come to another position."""
        line, companion = session.line, self._companion
        is_new = self._lookout.look_at(line)
        companion.look_at(line)
        if line[0] is not self._met:
            self._met = line[0]
            companion.learn(self._link.known(line[0]))
        if self._asked is not None and self._asked != session.position:
            self._asked, self._rung, self._way = None, 0, None
        if self._played is not None and self._played.after != session.position:
            self._played = None
        return is_new

    @property
    def is_busy(self) -> bool:
        """Whether it has something left to look at in this process, or to show."""
        return self._lookout.is_looking or self._pulse.is_running

    @property
    def due_at(self) -> float:
        """When there is something to find out, if nothing happens until then."""
        return self._companion.rested_at

    # --- what the player asks for --------------------------------------------------------------

    def climb(self, session: Session) -> Steps | None:
        """One rung further: at the top, the steps that play the journey."""
        if session.is_solved:
            return None
        self._asked = session.position
        companion = self._companion
        companion.ask()
        if self._way is None:
            self._way = companion.way_on
            self._rung = 1
        elif self._rung < RUNGS:
            self._rung += 1
        self._count_rung()
        if self._way is None or self._rung < RUNGS:
            return None
        journey = self._way.journey
        self.put_away()
        self._played = journey
        return journey.steps

    def _count_rung(self) -> None:
        """A rung is seen once there is a way on to show; the same one again is no other hint."""
        rung = self._asked, self._rung
        if self._way is not None and rung != self._shown:
            self._shown = rung
            self._note_shown()

    def change_aid(self) -> Words:
        """Say less or more about stuck boxes: off, warn, show."""
        aids = tuple(AIDS)
        following = aids[(aids.index(self._stage.settings.deadlock_aid) + 1) % len(aids)]
        self._stage.choose(deadlock_aid=following)
        lead, rest = AIDS[following]
        return _(lead), _(rest)

    @property
    def _aid(self) -> str:
        """How much is said about stuck boxes: in a lesson everything, unless it is switched off."""
        aid = self._stage.settings.deadlock_aid
        return "show" if self.is_teaching and aid == "warn" else aid

    def put_away(self) -> bool:
        """Take the ladder away; whether there was one."""
        was_up = self._rung > 0 or self._played is not None
        self._asked, self._rung, self._way, self._played = None, 0, None, None
        return was_up

    @property
    def is_up(self) -> bool:
        """Whether a hint is shown."""
        return self._rung > 0

    @property
    def way_back(self) -> int | None:
        """The step to go back to from a stuck position that the player knows to be stuck."""
        stuck = self._stuck
        return stuck.way_back if stuck else None

    @property
    def no_way_back(self) -> Words:
        """Why there is nothing to go back to, without a word about what the player does not want
        to know."""
        if self._stuck is not None:
            return _("Unsolvable from the start."), _("There is no step to go back to.")
        if self._aid == "off":
            return translated(AIDS["off"])
        return _("This position is not known to be stuck."), _("Nothing was taken back.")

    @property
    def _stuck(self) -> Stuck | None:
        """What is stuck, if the player wants to know."""
        return self._lookout.found if self._aid != "off" or self._rung else None

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def stuck_from(self) -> int | None:
        """The step since which the game has been stuck, for the timeline."""
        stuck = self._stuck
        return stuck.step if stuck else None

    def marks(self, position: Position) -> tuple[SquareMark, ...]:
        """What is marked on the board."""
        if self._stuck is not None:
            ringed, cut_off = self._ringed(position), self._stuck.deadlock.cut_off
            return stuck_marks(position.level, ringed, self._pulse.strength, cut_off)
        if self._way is None or self._asked != position or self._rung < 2:
            return ()
        if self._rung == 2:
            return next_box_mark(position.level, self._way.journey.box)
        journey = self._way.journey
        walk = walk_marks(position.level, position.pusher, journey.walk)
        return walk + journey_marks(position.level, journey.path)

    def _ringed(self, position: Position) -> frozenset[Square]:
        """The stuck boxes that are shown."""
        stuck = self._stuck
        if stuck is None or (self._aid != "show" and not self._rung):
            return frozenset()
        boxes = stuck.deadlock.boxes
        return boxes if boxes <= position.boxes else frozenset()

    def sentence(self) -> Sentence | None:
        """What is said about the position; None if there is nothing to say."""
        stuck = self._stuck
        if stuck is not None:
            return self._stuck_sentence(stuck)
        if self._rung:
            return self._rung_sentence()
        return self._played_sentence(self._played) if self._played else None

    def _stuck_sentence(self, stuck: Stuck) -> Sentence:
        back = stuck.way_back
        action = None
        key = self._stage.label(Action.BACK_TO_SOLVABLE)
        if back is not None:
            action = ToolButton(
                Action.BACK_TO_SOLVABLE, "", _("Back to step {back}", back=back), key
            )
        since = self._companion.since
        assert since is not None
        is_told_why = self._aid == "show" or self._rung > 0
        words = stuck_words(since, stuck.deadlock if is_told_why else None)
        return Sentence(*words, "danger", action)

    def _played_sentence(self, journey: Journey) -> Sentence:
        """The last rung: it has been done."""
        action = ToolButton(Action.HINT, "", _("Next hint"), self._stage.label(Action.HINT))
        is_one = self._stage.settings.undo_unit == "journey"
        rest = _("{undo} takes it back.") if is_one else ""
        lead = ngettext("Moved there in {n} push.", "Moved there in {n} pushes.", journey.pushes)
        return Sentence(lead, rest, "plain", action, rung=(RUNGS, RUNGS))

    def _rung_sentence(self) -> Sentence:
        companion, way = self._companion, self._way
        if way is None:
            match companion.answer:
                case Answer.UNDECIDED:
                    return Sentence(*undecided_words(companion.cause))
                case _ if not companion.is_ready:
                    return Sentence(*translated(PREPARING))
                case _ if companion.is_begun_anew:
                    return Sentence(_(_LOOKING), _(BEGUN_ANEW))
                case _:
                    return Sentence(_(_LOOKING), _("You can keep playing."))
        assert self._asked is not None
        match self._rung:
            case 1:
                lead, rest = solvable_words(way)
                if companion.is_begun_anew:
                    rest = f"{rest} {_(BEGUN_ANEW)}"
                following = _("Which box?")
            case 2:
                lead, rest, following = _("Next: this box."), quality_words(way), _("Where to?")
            case _:
                on_goal = way.journey.end in self._asked.level.goals
                lead, rest = journey_words(way, on_goal=on_goal)
                following = _("Show me")
        action = ToolButton(Action.HINT, "", following, self._stage.label(Action.HINT))
        return Sentence(lead, rest, "plain", action, rung=(self._rung, RUNGS))
