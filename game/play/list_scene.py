"""Games beside the board, to go to one of them: the board shows where the chosen one ends."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence

from game.board.picture import BoardPicture, still
from game.input.actions import Action
from game.input.controls import Scope
from game.input.touch import Pan
from game.play.list_panel import (
    ROW_STEP,
    GameLine,
    GameList,
    GameRow,
    draw_game_list,
    rows_in_sight,
)
from game.scene.base import Actions, Scene, each
from game.scene.board_scene import BoardScene
from game.scene.overlay import Overlay
from game.scene.page import Page
from game.scene.scrolling import Rows
from game.scene.stage import Stage
from game.session.course import Course
from game.widgets.bars import BottomBar, TopBar, bottom_parts, top_parts
from game.widgets.buttons import Attention, Hit, Hits, PanelClosing
from game.widgets.sentence import Sentence
from game.work.slices import advance
from levels.language import _, grouped, ngettext
from levels.level import Direction
from levels.position import Position

AT_ONCE = 0.003
"""Seconds of a frame that go into replaying games."""


class Listed(ABC):
    """A game of the list, which is replayed in small pieces."""

    def __init__(self, moves: int) -> None:
        self.moves, self.pushes = moves, 0
        self.end: tuple[Position, Direction] | None = None
        """the last position and which way the pusher looks there, once it is replayed"""
        self._work = self._replaying()

    @property
    def row(self) -> GameRow:
        """What the list says of it, in the language that is chosen now."""
        said = (self._pushed, self._done)
        return GameRow(self._called, " · ".join(filter(None, said)))

    @property
    @abstractmethod
    def _called(self) -> str:
        """Where it ends, or how long it is."""

    @property
    @abstractmethod
    def _pushed(self) -> str:
        """How many pushes it has; "" while that is not known."""

    @property
    def _done(self) -> str:
        """How many boxes are on goals at its end; "" before it is replayed."""
        if self.end is None:
            return ""
        boxes, goals = self.end[0].boxes, self.end[0].level.goals
        return ngettext(
            "{done} of {n} box on goals", "{done} of {n} boxes on goals", len(boxes),
            done=len(boxes & goals),
        )  # fmt: skip

    @abstractmethod
    def _replay(self) -> Generator[None, None, tuple[Position, Direction]]:
        """Replay the game in small pieces; how it ends."""

    def _replaying(self) -> Iterator[None]:
        self.end = yield from self._replay()

    def advance(self, seconds: float) -> None:
        """Replay it for this long."""
        advance(self._work, seconds)


class ListScene(Overlay, BoardScene):
    """A list of games. Enter goes to the chosen one, as soon as it is replayed."""

    scope = Scope.LISTS
    _has_panel = True
    _heading: str
    _caption: str
    _title: str
    """all three marked for translation"""
    _are_ways = False

    def __init__(self, stage: Stage, course: Course, below: Scene, found: Sequence[Listed]) -> None:
        Overlay.__init__(self, below)
        BoardScene.__init__(self, stage)
        self._course = course
        self._session = course.session
        self._found = list(found)
        self._chosen = 0
        self._turned = Rows()
        self._is_going = False
        """whether it goes to the chosen one as soon as that is replayed"""

    # --- what the player asks for --------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        page = rows_in_sight(self._page.layout) if self._page is not None else 1
        steps = {
            Action.GO_UP: -1, Action.GO_DOWN: 1, Action.PAGE_UP: -page, Action.PAGE_DOWN: page,
            Action.GO_FIRST: -len(self._found), Action.GO_LAST: len(self._found),
        }  # fmt: skip
        return {**each(steps, self._go), Action.CHOOSE: self._choose, Action.BACK: self._leave}

    def act(self, action: Action) -> Scene:
        self._is_going = False
        return super().act(action)

    def _go(self, by: int) -> None:
        self._chosen = min(max(0, self._chosen + by), max(0, len(self._found) - 1))

    def click(self, hit: Hit) -> Scene:
        match hit:
            case PanelClosing() | Action.BACK:
                return self._below
            case GameLine(number) if number < len(self._found):
                self._chosen = number
                return self._choose()
        return self

    def pan(self, pan: Pan) -> bool:
        if self._page is not None:
            self._go(self._turned.turn(pan.dy, ROW_STEP * self._page.layout.scale))
        return self._page is not None

    def _choose(self) -> Scene:
        if not self._found:
            return self._below
        if self._found[self._chosen].end is None:
            self._is_going = True
            return self
        return self._go_there()

    @abstractmethod
    def _go_there(self) -> Scene:
        """Go to the chosen game, which has been replayed."""

    # --- time passes ---------------------------------------------------------------------------

    def _replay(self) -> bool:
        """Replay the chosen game first, then the others; whether one has come to its end."""
        waiting = [one for one in self._found[self._chosen :] + self._found if one.end is None]
        end, is_news = time.perf_counter() + AT_ONCE, False
        for one in waiting:
            one.advance(end - time.perf_counter())
            is_news |= one.end is not None
            if time.perf_counter() >= end:
                break
        return is_news

    def update(self, now: float) -> tuple[Scene, bool]:
        is_news = self._replay()
        if self._is_going and self._one is not None and self._one.end is not None:
            return self._go_there(), True
        return self, is_news

    @property
    def is_moving(self) -> bool:
        return super().is_moving or any(one.end is None for one in self._found)

    # --- what is seen --------------------------------------------------------------------------

    @property
    def _one(self) -> Listed | None:
        """The chosen game."""
        return self._found[self._chosen] if self._found else None

    @property
    def title(self) -> str:
        return _(self._title, title=self._below.title)

    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        layout = page.layout
        hits = self._show_bars(page, top_parts(layout, self._top_bar), attention)
        self._show_bars(page, bottom_parts(layout, self._bottom_bar), attention)
        found = self._list(rows_in_sight(layout))
        return hits | page.show(draw_game_list, layout.aside, found, attention)

    @property
    def picture(self) -> BoardPicture:
        if self._one is None or self._one.end is None:
            return still(self._session.position, self._session.facing)
        return still(*self._one.end)

    @property
    def _top_bar(self) -> TopBar:
        course, one = self._course, self._one or self._session
        counters = ((_("Moves"), grouped(one.moves)), (_("Pushes"), grouped(one.pushes)))
        return TopBar(
            course.title_of(course.number), _(self._caption), counters,
            back=True, arrows=False,
        )  # fmt: skip

    @property
    @abstractmethod
    def _bottom_bar(self) -> BottomBar:
        """The timeline."""

    def _list(self, count: int) -> GameList:
        """The part of the list that is in sight, with room for this many rows."""
        first = max(0, min(self._chosen - count // 2, len(self._found) - count))
        rows = tuple(one.row for one in self._found[first : first + count])
        sentence = self._laid(self.sentence)
        keys = tuple((self._stage.label(each, self.scope), words) for each, words in self._keys)
        return GameList(_(self._heading), rows, first, self._chosen, sentence, keys, self._are_ways)

    @property
    def _keys(self) -> tuple[tuple[Action, str], ...]:
        close = (Action.BACK, _("close"))
        return ((Action.CHOOSE, _("go there")), close) if self._found else (close,)

    @property
    @abstractmethod
    def sentence(self) -> Sentence:
        """What is said below the list."""
