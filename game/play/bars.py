"""What the bars of the play screen show of a game."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Literal

from game.input.actions import Action
from game.language.words import clock
from game.proof.solver_link import SolverLink
from game.scene.stage import Stage
from game.session.course import Course
from game.session.session import Session
from game.session.stopwatch import Stopwatch
from game.settings.choices import COUNTER_LABELS
from game.widgets.bars import AT_LEAST, BottomBar, Counters, Par, TopBar
from game.widgets.buttons import ENABLED, ToolButton, ToolState
from game.widgets.timeline import Timeline
from levels.language import _, grouped


def top_bar(course: Course, link: SolverLink, counters: Counters) -> TopBar:
    """The level and its counters."""
    best = "–" if course.best is None else grouped(course.best)
    return TopBar(
        course.title_of(course.number),
        _place_words(course),
        (*counters, (_("Best"), best)),
        _par(course, link),
        arrows=course.preceding is not None or course.following is not None,
    )


def _place_words(course: Course) -> str:
    """The collection, and where in it the level is if there are others; nothing if its only level
    has the same name."""
    if course.last_number == 1:
        return course.title if course.title != course.title_of(course.number) else ""
    return _(
        "{title} · {number} of {last}",
        title=course.title,
        number=course.number,
        last=course.last_number,
    )


def metric_counters(session: Session, stopwatch: Stopwatch, metrics: Iterable[str]) -> Counters:
    """The metrics that the person has chosen to see."""
    counted = session.metrics

    def value(name: str) -> str:
        if name == "time":
            return clock(stopwatch.reading(session))
        return grouped(getattr(counted, name))

    return tuple((_(COUNTER_LABELS[name]), value(name)) for name in metrics)


def bottom_bar(
    stage: Stage,
    session: Session,
    in_use: Set[Action],
    *,
    is_retry: bool = False,
    stuck_from: int | None = None,
) -> BottomBar:
    """The tools, and the history between them. In a retry the player is to find the way alone:
    the solver does not offer itself, and there is nothing to review."""
    key = stage.label

    def state(tool: Action, otherwise: ToolState = "normal") -> ToolState:
        return "active" if tool in in_use else otherwise

    is_offered = not session.is_solved and not is_retry
    solve = state(Action.SOLVE, "primary" if is_offered else "normal")
    hint = state(Action.HINT, ENABLED[not session.is_solved])
    first = ToolButton(Action.HINT, "hint", _("Hint"), key(Action.HINT), hint)
    if session.is_solved and not is_retry:
        first = ToolButton(Action.REVIEW, "search", _("Review"), key(Action.REVIEW), "primary")
    return BottomBar(
        history_tools(stage, session),
        (
            first,
            ToolButton(Action.XRAY, "xray", _("X-ray"), key(Action.XRAY), state(Action.XRAY)),
            ToolButton(Action.SOLVE, "solve", _("Solve"), key(Action.SOLVE), solve),
        ),
        timeline_of(session, stuck_from),
    )


def history_tools(stage: Stage, session: Session) -> tuple[ToolButton, ...]:
    """The buttons that go back and forth in a game."""
    undo, redo, restart = map(stage.label, (Action.UNDO, Action.REDO, Action.RESTART))
    return (
        ToolButton(Action.UNDO, "undo", _("Undo"), undo, ENABLED[session.can_undo]),
        ToolButton(Action.REDO, "redo", _("Redo"), redo, ENABLED[session.can_redo]),
        ToolButton(Action.RESTART, "restart", _("Restart"), restart, ENABLED[session.moves > 0]),
    )


def timeline_of(session: Session, stuck_from: int | None = None) -> Timeline:
    """The line of play."""
    return Timeline(
        session.length, session.moves, session.push_marks, session.snapshot_marks,
        left_label=_("Step {step}", step=grouped(session.moves)),
        right_label=grouped(session.length) if session.length else "",
        stuck_from=stuck_from, help=session.help, forks=session.fork_marks,
    )  # fmt: skip


def _par(course: Course, link: SolverLink) -> Par | None:
    """The fewest pushes that the level takes, or what is proved of them so far."""
    par, least = link.par(course.level), link.least(course.level)
    if par is not None:
        is_from_book = link.is_par_from_book(course.level)
        return Par(grouped(par), mark=_mark(course.best, par), is_from_book=is_from_book)
    return Par(grouped(least), AT_LEAST) if least else None


def _mark(best: int | None, par: int) -> Literal["unsolved", "solved", "optimal"]:
    if best is None:
        return "unsolved"
    return "optimal" if best <= par else "solved"
