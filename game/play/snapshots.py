"""The list of snapshots: the board shows the chosen one, and Enter goes there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from game.board.picture import BoardPicture, still
from game.input.actions import Action
from game.input.controls import Scope
from game.language.words import count
from game.play.snapshot_list import SnapshotLine, SnapshotList, SnapshotRow, draw_snapshot_list
from game.scene.base import Actions, Scene, each
from game.scene.board_scene import BoardScene
from game.scene.overlay import Overlay
from game.scene.page import Page
from game.scene.stage import Stage
from game.session.course import Course
from game.session.line import Line
from game.session.session import facing_at
from game.widgets.bars import BottomBar, Sentence, TopBar, bottom_parts, top_parts
from game.widgets.buttons import Attention, Hit, Hits, PanelClosing
from game.widgets.timeline import Timeline
from game.work.slices import advance
from levels.position import Position

AT_ONCE = 0.003
"""Seconds of a frame that go into replaying games."""


class _Seen:
    """A snapshot, and its game, which is replayed in small pieces."""

    def __init__(self, start: Position, lurd: str) -> None:
        self.lurd = lurd
        self.line: Line | None = None
        """the game, once it is replayed"""
        self._work = self._replay(start)

        pushes = count(sum(map(str.isupper, lurd)), "push")
        self.row = SnapshotRow(lurd, f"Step {len(lurd)}", pushes)

    def _replay(self, start: Position) -> Iterator[None]:
        self.line = yield from Line.resuming(start, self.lurd, ())
        position = self.line.positions[-1]
        boxes, goals = position.boxes, position.level.goals
        done = f"{len(boxes & goals)} of {len(boxes)} boxes on goals"
        self.row = replace(self.row, note=f"{self.row.note} · {done}")

    def advance(self, seconds: float) -> None:
        advance(self._work, seconds)


class SnapshotsScene(Overlay, BoardScene):
    """The snapshots of the game that is being played, the newest first."""

    scope = Scope.MENU
    _has_panel = True

    def __init__(self, stage: Stage, course: Course, below: Scene) -> None:
        Overlay.__init__(self, below)
        BoardScene.__init__(self, stage)
        self._course = course
        self._session = course.session
        start = self._session.start
        self._found = [_Seen(start, lurd) for lurd in self._session.snapshots]
        self._chosen = 0
        self._is_going = False
        """whether it goes to the chosen one as soon as that is replayed"""
        self._replay()

    # --- what the player asks for --------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        return {
            **each({Action.GO_UP: -1, Action.GO_DOWN: 1}, self._go),
            Action.CHOOSE: self._restore,
            Action.REMOVE: self._remove if self._found else None,
            Action.BACK: self._leave,
            Action.SNAPSHOTS: self._leave,
        }

    def act(self, action: Action) -> Scene:
        self._is_going = False
        return super().act(action)

    def _go(self, by: int) -> None:
        self._chosen = min(max(0, self._chosen + by), max(0, len(self._found) - 1))

    def click(self, hit: Hit) -> Scene:
        match hit:
            case PanelClosing() | Action.BACK:
                return self._below
            case SnapshotLine(lurd):
                places = [number for number, seen in enumerate(self._found) if seen.lurd == lurd]
                if places:
                    self._chosen = places[0]
                    return self._restore()
        return self

    def _restore(self) -> Scene:
        """Go to the chosen snapshot; undo returns to where the player was."""
        if not self._found:
            return self._below
        seen = self._found[self._chosen]
        if seen.line is None:
            self._is_going = True
            return self
        self._session.restore(seen.lurd, seen.line)
        return self._below.resume((f"Back at step {len(seen.lurd)}.", "{undo} takes it back."))

    def _remove(self) -> None:
        self._session.remove_snapshot(self._found.pop(self._chosen).lurd)
        self._chosen = min(self._chosen, max(0, len(self._found) - 1))

    # --- time passes ---------------------------------------------------------------------------

    def _replay(self) -> bool:
        """Replay the chosen game first, then the others; whether one has come to its end."""
        waiting = [seen for seen in self._found[self._chosen :] + self._found if seen.line is None]
        end, is_news = time.perf_counter() + AT_ONCE, False
        for seen in waiting:
            seen.advance(end - time.perf_counter())
            is_news |= seen.line is not None
            if time.perf_counter() >= end:
                break
        return is_news

    def update(self, now: float) -> tuple[Scene, bool]:
        is_news = self._replay()
        if self._is_going and self._seen is not None and self._seen.line is not None:
            return self._restore(), True
        return self, is_news

    @property
    def is_moving(self) -> bool:
        return super().is_moving or any(seen.line is None for seen in self._found)

    # --- what is seen --------------------------------------------------------------------------

    @property
    def _seen(self) -> _Seen | None:
        """The chosen snapshot."""
        return self._found[self._chosen] if self._found else None

    @property
    def title(self) -> str:
        return f"{self._below.title} - snapshots"

    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        layout = page.layout
        hits = self._show_bars(page, top_parts(layout, self._top_bar), attention)
        self._show_bars(page, bottom_parts(layout, self._bottom_bar), attention)
        return hits | page.show(draw_snapshot_list, layout.aside, self._list, attention)

    @property
    def picture(self) -> BoardPicture:
        line = self._seen.line if self._seen else None
        if line is None:
            return still(self._session.position, self._session.facing)
        return still(line.positions[-1], facing_at(line.positions, line.index))

    @property
    def _top_bar(self) -> TopBar:
        course, seen = self._course, self._seen
        metrics = seen.line.metrics if seen and seen.line else self._session.metrics
        counters = (("Moves", str(metrics.moves)), ("Pushes", str(metrics.pushes)))
        return TopBar(
            course.title_of(course.number), "Snapshots of your game", counters,
            back=True, arrows=False,
        )  # fmt: skip

    @property
    def _bottom_bar(self) -> BottomBar:
        session = self._session
        line = Timeline(
            session.length, session.moves, session.push_marks, session.snapshot_marks,
            left_label=f"Step {session.moves}", right_label=str(session.length),
        )  # fmt: skip
        return BottomBar(timeline=line)

    @property
    def _list(self) -> SnapshotList:
        rows = tuple(seen.row for seen in self._found)
        label = self._stage.label
        keys = (
            (label(Action.CHOOSE, self.scope), "go there"),
            (label(Action.REMOVE, self.scope), "remove"),
            (label(Action.BACK, self.scope), "close"),
        )
        return SnapshotList(
            rows, self._chosen, self._laid(self.sentence), keys if rows else keys[2:]
        )

    @property
    def sentence(self) -> Sentence:
        """What is said below the list."""
        if not self._found:
            words = "No snapshots yet.", "{take_snapshot} takes one while you play."
        else:
            words = "The board shows the selected snapshot.", "Your own game stays as it is."
        return Sentence(*self._stage.spell_both(words))
