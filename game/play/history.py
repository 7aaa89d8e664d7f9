"""What the history keys do to a game, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pygame import Rect

from game.input.actions import Action
from game.language.words import Words
from game.session.session import Session
from game.widgets.timeline import step_at
from levels.language import _, ngettext

SNAP = 6
"""Pixels from the mark of a snapshot or a fork within which the head of the timeline jumps to
it."""


def next_snapshot(session: Session) -> str | None:
    """From one snapshot to the one taken before it, and from the first to the last again."""
    snapshots = session.snapshots
    if not snapshots:
        return None
    here = snapshots.index(session.lurd) if session.lurd in snapshots else -1
    return snapshots[(here + 1) % len(snapshots)]


def snapshot_words(session: Session, chosen: str | None) -> Words:
    """What to say on the way to a snapshot."""
    snapshots = session.snapshots
    if chosen is None:
        return _("No snapshots yet."), _("{take_snapshot} takes one.")
    number = len(snapshots) - snapshots.index(chosen)
    lead = _(
        "Snapshot {number} of {count}: step {step}.",
        number=number,
        count=len(snapshots),
        step=len(chosen),
    )
    return lead, _("{next_snapshot} goes to the next one.") if len(snapshots) > 1 else ""


CHANGES: Mapping[Action, Callable[[Session], bool]] = {
    Action.UNDO: Session.undo,
    Action.REDO: Session.redo,
    Action.UNDO_ALL: lambda session: session.go_to(0),
    Action.REDO_ALL: lambda session: session.go_to(session.length),
    Action.RESTART: Session.restart,
    Action.OTHER_WAY: Session.swap,
    Action.TAKE_SNAPSHOT: Session.take_snapshot,
}


def history_words(action: Action, session: Session, has_changed: bool) -> Words | None:
    """What to say after such a change."""
    match action:
        case Action.RESTART if has_changed:
            return _("Restarted."), _("{undo} takes it back.")
        case Action.OTHER_WAY if has_changed:
            other = ngettext(
                "The other way from here: {n} move to redo.",
                "The other way from here: {n} moves to redo.",
                session.length - session.moves,
            )
            return other, _("{other_way} switches back.")
        case Action.OTHER_WAY:
            return _("No other way branches off here."), _("{ways} lists those of the whole game.")
        case Action.TAKE_SNAPSHOT if has_changed:
            return _("Snapshot taken at step {step}.", step=session.moves), _(
                "{next_snapshot} returns to it."
            )
        case Action.TAKE_SNAPSHOT:
            return _("Snapshot removed."), _("{take_snapshot} takes it again.")
    return None


def fork_words(session: Session) -> Words | None:
    """What to say where ways part; None if none that pushes a box parts there."""
    here = [fork for fork in session.forks if fork.at == session.moves and fork.pushes]
    ways = [way for fork in here for way in fork.ways if way.pushes_beyond(fork.at)]
    if not ways:
        return None
    if len(ways) > 1:
        branches = ngettext(
            "{n} other way branches off here.", "{n} other ways branch off here.", len(ways)
        )
        return branches, _("{other_way} takes one.")
    another = ngettext(
        "Another way branches off here: {n} move.",
        "Another way branches off here: {n} moves.",
        ways[0].end - session.moves,
    )
    return another, _("{other_way} takes it.")


def dragged_step(session: Session, track: Rect, x: int) -> int:
    """The step that a point of the timeline stands for; near a mark, that of the mark."""
    steps = max(1, session.length)
    for mark in (*session.snapshot_marks, *session.fork_marks):
        if abs(track.left + track.width * mark / steps - x) <= SNAP:
            return mark
    return step_at(track, session.length, x)
