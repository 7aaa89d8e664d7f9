"""What is said when a level is solved: how good that was, and the way on."""

from __future__ import annotations

from dataclasses import dataclass

from game.browser.onward import Ahead, Completion, Onward
from game.days.days import Days
from game.days.words import streak_words
from game.input.actions import Action
from game.language.words import Words
from game.proof.solver_link import SolverLink
from game.scene.stage import Stage
from game.session.course import Course
from game.widgets.buttons import ToolButton
from game.widgets.sentence import Sentence
from levels.days import FIRST
from levels.language import _, ngettext


@dataclass(frozen=True)
class _Outlook:
    """What comes after a level, looked up once."""

    place: tuple[str, int]
    ahead: Ahead | None
    completion: Completion | None


class Endings:
    """Leads on from solved levels."""

    def __init__(
        self, stage: Stage, course: Course, link: SolverLink, onward: Onward, days: Days
    ) -> None:
        self._stage = stage
        self._course = course
        self._link = link
        self._onward = onward
        self._days = days
        self._known: _Outlook | None = None

    def note_solved(self) -> None:
        """A level has been solved: what was looked up no longer holds."""
        self._known = None
        if self._is_day:
            self._days.note_solved()

    def sentence(self) -> Sentence:
        """What is said about the current level once it is solved."""
        session, course = self._course.session, self._course
        lead, rest = self.words()
        button = None
        if self._is_day:
            rest = f"{rest} {self._streak()}".strip()
            if not session.is_assisted:
                button = self._button(_("Copy result"), Action.COPY_RESULT)
        elif course.following is not None:
            button = self._button(_("Next level"))
        else:
            ending = self._look_up()
            rest = f"{rest} {completed_words(ending.completion, course.title)}".strip()
            if ending.ahead is not None:
                near = _("Next unsolved level")
                ahead = ending.ahead
                button = self._button(
                    near
                    if ahead.is_near
                    else _("Next: {collection}", collection=ahead.collection.title)
                )
            elif ending.completion is not None:
                button = self._button(_("Generate levels"), Action.GENERATOR)
        return Sentence(lead, rest, tone="proof", action=button)

    def words(self) -> Words:
        """How good the current solution is, without the way on."""
        session, level = self._course.session, self._course.level
        par, least = self._link.par(level), self._link.least(level)
        return solved_words(session.pushes, par, least=least, is_assisted=session.is_assisted)

    @property
    def _is_day(self) -> bool:
        """Whether the current level is the level of a day."""
        return self._days.played is not None and self._days.course is self._course

    def _streak(self) -> str:
        """The streak that the current level adds to."""
        result = self._days.calendar.results.get(self._days.played or FIRST)
        is_in_time = result is not None and result.is_in_time
        return f"{streak_words(self._days.calendar.streak)}." if is_in_time else ""

    @property
    def result(self) -> str | None:
        """What can be copied of the level of a day; None if it is not one, or not solved."""
        day = self._days.played
        return self._days.result_text(day) if self._is_day and day is not None else None

    def _button(self, label: str, action: Action = Action.LEAD_ON) -> ToolButton:
        return ToolButton(action, "", label, self._stage.label(action), "primary")

    def _look_up(self) -> _Outlook:
        place = self._course.file, self._course.number
        if self._known is None or self._known.place != place:
            onward = self._onward
            self._known = _Outlook(place, onward.next_unsolved(), onward.completion())
        return self._known

    def lead_on(self) -> Words | None:
        """Go to what comes after a solved level; what to say if there is nothing."""
        course = self._course
        if self._is_day:
            self._stage.asked.append(Action.DAYS)
            return None
        while (number := course.following) is not None:
            if number in course.numbers:  # it is not if its board turns out to be damaged
                course.go_to(number)
                return None
        ahead = self._look_up().ahead
        if ahead is not None and self._onward.go(ahead):
            return None
        self._known = None
        return completed_words(self._onward.completion(), course.title), _(
            "{generator} generates more, {levels} shows all levels."
        )

    def go_to_unsolved(self, way: int) -> Words:
        """Go to the next unsolved level wherever it is; what to say about it."""
        if self._is_day:
            return _("This is the level of the day."), _("{levels} shows all other levels.")
        if not self._onward.is_known:
            return (
                _("This collection is not in your library."),
                _("Drop its file on the window to add it."),
            )
        ahead = self._onward.next_unsolved(way)
        if ahead is None:
            return _("Every level of your library is solved."), _("{generator} generates more.")
        if not self._onward.go(ahead):
            return _("That level no longer exists."), ""
        if ahead.is_near:
            return "", ""
        return _("On to “{collection}”.", collection=ahead.collection.title), ""


def solved_words(
    pushes: int, par: int | None, *, least: int = 0, is_assisted: bool = False
) -> Words:
    """What is said of a solved level: how good the solution is, and whether it is the player's."""
    compared = _("It takes at least {number}.", number=least) if 0 < least < pushes else ""
    if par is not None:
        compared = (
            _("Nobody can do better.")
            if pushes == par
            else _("{number} is proved optimal.", number=par)
        )
    if is_assisted:
        solved = ngettext("Solved with help: {n} push.", "Solved with help: {n} pushes.", pushes)
    else:
        solved = ngettext("Solved: {n} push.", "Solved: {n} pushes.", pushes)
    return solved, compared


def completed_words(completion: Completion | None, title: str) -> str:
    """What is said at the end of a collection."""
    if completion is None:
        return _("That was the last level of “{collection}”.", collection=title)
    levels, solved, helped = completion.levels, completion.solved, completion.with_help
    if solved == levels:
        return ngettext(
            "{collection}: all {n} solved.", "{collection}: all {n} solved.", levels,
            collection=completion.title,
        )  # fmt: skip
    if not helped:
        return ngettext(
            "{collection}: {solved} of {n} solved.", "{collection}: {solved} of {n} solved.",
            levels, collection=completion.title, solved=solved,
        )  # fmt: skip
    return ngettext(
        "{collection}: {solved} of {n} solved, {helped} more with help.",
        "{collection}: {solved} of {n} solved, {helped} more with help.",
        levels, collection=completion.title, solved=solved, helped=helped,
    )  # fmt: skip
