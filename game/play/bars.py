"""What the bars of the play screen show of a game."""

from __future__ import annotations

from typing import Literal

from game.input.actions import Action
from game.proof.panel import clock
from game.proof.words import grouped
from game.scene.base import Services
from game.widgets.bars import AT_LEAST, BottomBar, Par, TopBar
from game.widgets.buttons import ToolButton, ToolState
from game.widgets.timeline import Timeline

METRIC_LABELS = {
    "moves": "Moves",
    "pushes": "Pushes",
    "box_lines": "Box lines",
    "box_changes": "Box changes",
    "pushing_sessions": "Sessions",
    "player_lines": "Player lines",
    "time": "Time",
}
"""How each metric is headed where it is counted."""


def top_bar(services: Services) -> TopBar:
    """The level and its counters."""
    course = services.course
    best = "–" if course.best is None else grouped(course.best)
    return TopBar(
        course.title_of(course.number),
        f"{course.title} · {course.number} of {course.last_number}",
        (*metric_counters(services), ("Best", best)),
        _par(services),
        arrows=course.preceding is not None or course.following is not None,
    )


def metric_counters(services: Services) -> tuple[tuple[str, str], ...]:
    """The metrics that the person has chosen to see."""
    session = services.course.session
    values: dict[str, str] = {
        name: grouped(getattr(session.metrics, name)) for name in METRIC_LABELS if name != "time"
    }
    values["time"] = clock(services.stopwatch.reading(session))
    return tuple((METRIC_LABELS[name], values[name]) for name in services.settings.metrics)


def bottom_bar(
    services: Services,
    *,
    is_solving: bool,
    is_hinting: bool = False,
    is_xray: bool = False,
    stuck_from: int | None = None,
) -> BottomBar:
    """The tools, and the history between them."""
    key = services.label
    state: ToolState = "active" if is_solving else "primary"
    xray: ToolState = "active" if is_xray else "normal"
    hint: ToolState = "active" if is_hinting else "normal"
    return BottomBar(
        history_tools(services),
        (
            ToolButton("hint", "hint", "Hint", key(Action.HINT), hint),
            ToolButton("xray", "xray", "X-ray", key(Action.XRAY), xray),
            ToolButton("solve", "solve", "Solve", key(Action.SOLVE), state),
        ),
        timeline_of(services, stuck_from),
    )


def history_tools(services: Services) -> tuple[ToolButton, ...]:
    """The buttons that go back and forth in a game."""
    session = services.course.session
    undo, redo, restart = map(services.label, (Action.UNDO, Action.REDO, Action.RESTART))
    return (
        ToolButton("undo", "undo", "Undo", undo, _enabled(session.can_undo)),
        ToolButton("redo", "redo", "Redo", redo, _enabled(session.can_redo)),
        ToolButton("restart", "restart", "Restart", restart, _enabled(session.moves > 0)),
    )


def timeline_of(services: Services, stuck_from: int | None = None) -> Timeline:
    """The line of play."""
    session = services.course.session
    return Timeline(
        session.length, session.moves, session.push_marks, session.snapshot_marks,
        left_label=f"Step {grouped(session.moves)}",
        right_label=grouped(session.length) if session.length else "",
        stuck_from=stuck_from,
    )  # fmt: skip


def _par(services: Services) -> Par | None:
    """The fewest pushes that the level takes, or what is proved of them so far."""
    level, link = services.course.level, services.link
    par, least = link.par(level), link.least(level)
    if par is not None:
        return Par(grouped(par), mark=_mark(services.course.best, par))
    return Par(grouped(least), AT_LEAST) if least else None


def _enabled(yes: bool) -> ToolState:
    return "normal" if yes else "disabled"


def _mark(best: int | None, par: int) -> Literal["unsolved", "solved", "optimal"]:
    if best is None:
        return "unsolved"
    return "optimal" if best <= par else "solved"
