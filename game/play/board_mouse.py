"""The mouse on the board: what it points at, the box it has picked up, and where both may go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import pygame
from pygame.event import Event

from game.board.picture import MarkKind, Reach, SquareMark
from game.language.words import Words, pulled
from game.paths.dead_squares import DeadSquares, dead_squares
from game.paths.pathfinding import Journeys, Steps, Walks
from game.work.slices import advance
from levels.language import N_, _
from levels.level import Square
from levels.lurd import parse_lurd
from levels.position import Position
from solver.messages import Metric

AT_ONCE = 0.004
"""Seconds of a frame for finding where a box can go."""

NO_WALK, NO_WAY = N_("The pusher cannot walk there."), N_("This box cannot get there.")


@dataclass(frozen=True)
class _Trip:
    """Where the pusher or a box is to go: steps that may take longer than a frame to find."""

    work: Iterator[None]
    steps: Callable[[], Steps | None]
    square: Square
    brings_box: bool = False
    is_dropped: bool = False
    """whether a box is put down if no way leads there"""


class BoardMouse:
    """Turns clicks into steps. All it knows is about one position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.moves_first = False
        """whether a box is to go with the fewest moves, before the fewest pushes"""
        self.pointed: Square | None = None
        """the square under the mouse"""
        self._pressed: Square | None = None
        """where the button went down on the box that is held"""
        self._is_second_click = False
        self._journeys: Journeys | None = None
        self._walks: Walks | None = None
        self._errand: _Trip | None = None
        self._found: Steps | None = None
        """the steps that were found by a search of more than one frame"""
        self._refusal = ""
        """why the last click led to nothing"""
        self._marks: tuple[SquareMark, ...] = ()
        self._marks_key: object = None
        self._reach: Reach | None = None

    @property
    def held(self) -> Square | None:
        """The box that is picked up."""
        return self._journeys.box if self._journeys else None

    @property
    def is_searching(self) -> bool:
        """Whether more squares may light up by themselves."""
        journeys = self._journeys
        if self._errand is not None or self._found is not None:
            return True
        if journeys is None:
            return self._looked_for is not None
        return not (journeys.is_complete and _dead(self.position).is_complete)

    @property
    def _looked_for(self) -> Square | None:
        """Where the mouse points, if it is not yet known how to walk there."""
        walks, pointed = self._walks, self.pointed
        if walks is None or pointed is None or walks.knows(pointed):
            return None
        return pointed

    def put_down(self) -> bool:
        """Let go of the box; whether there was one."""
        was_held = self._journeys is not None or self._errand is not None
        self._journeys = self._pressed = self._errand = self._found = None
        self._refusal = ""
        return was_held

    def search(self, seconds: float = AT_ONCE) -> bool:
        """Find more of where the box can go; whether there is anything new to see."""
        if not self.is_searching:
            return False
        if self._errand is not None:
            self._found = self._go_on(seconds)
        elif self._journeys is None:
            if self._walks is not None and self._looked_for is not None:
                advance(self._walks.look_for(self._looked_for), seconds)
        elif self._journeys.advance(seconds):
            _dead(self.position).advance(seconds)
        return True

    def take_steps(self) -> Steps | None:
        """The steps that a press or a release has asked for, once they are found."""
        steps, self._found = self._found, None
        return steps

    # --- what the mouse does ---------------------------------------------------------------------

    def hear(
        self, event: Event, square_at: Callable[[tuple[int, int]], Square | None]
    ) -> tuple[bool, Steps | None]:
        """Take an event: whether there is something new to see, and the steps it asks for."""
        match event.type:
            case pygame.MOUSEMOTION:
                return self.point(square_at(event.pos)), None
            case pygame.WINDOWLEAVE:
                return self.point(None), None
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                square = square_at(event.pos)
                self.point(square)
                return (False, None) if square is None else (True, self.press(square))
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                return True, self.release(square_at(event.pos))
            case pygame.WINDOWFOCUSLOST:
                return True, self.release(None)
        return False, None

    def point(self, square: Square | None) -> bool:
        """The mouse is over a square, or beside the board; whether that is news."""
        if square == self.pointed:
            return False
        self.pointed = square
        if square is not None and self._journeys is None:
            self._known_walks()
        return True

    def press(self, square: Square) -> Steps | None:
        """The button goes down: the steps that this asks for, or None."""
        position = self.position
        self._refusal = ""
        if self._journeys is not None and square not in position.boxes:
            return self._bring_to(square)
        if square in position.boxes:
            self._is_second_click = square == self.held
            if not self._is_second_click:
                self._journeys = Journeys(position, square, moves_first=self.moves_first)
                self.search(AT_ONCE / 2)
            self._pressed = square
            return None
        walks = self._known_walks()
        return self._send(_Trip(walks.look_for(square), partial(self._walk_to, square), square))

    def release(self, square: Square | None) -> Steps | None:
        """The button goes up: after dragging a box, the steps that bring it there, or None."""
        pressed, self._pressed = self._pressed, None
        if self._journeys is None or pressed is None:
            return None
        if square == pressed:
            if self._is_second_click:
                self.put_down()
            return None
        if square is None:
            self.put_down()
            return None
        return self._bring_to(square, is_dropped=True)

    def _bring_to(self, square: Square, *, is_dropped: bool = False) -> Steps | None:
        journeys = self._journeys
        assert journeys is not None
        steps = partial(journeys.steps_to, square)
        return self._send(_Trip(journeys.lead_to(square), steps, square, True, is_dropped))

    def _send(self, errand: _Trip) -> Steps | None:
        """Find the steps at once, if there is time for that in one frame."""
        self._errand = errand
        return self._go_on(AT_ONCE)

    def _go_on(self, seconds: float) -> Steps | None:
        """Continue with an errand; its steps if it is done and there are any."""
        errand = self._errand
        if errand is None or not advance(errand.work, seconds):
            return None
        self._errand = None
        steps = errand.steps()
        if steps or (steps is None and errand.is_dropped):
            self.put_down()
        on_floor = errand.square in self.position.level.floor
        if steps is None and (errand.brings_box or on_floor):
            self._refusal = NO_WAY if errand.brings_box else NO_WALK
        return steps

    def _known_walks(self) -> Walks:
        if self._walks is None:
            self._walks = Walks.of(self.position)
        return self._walks

    def _walk_to(self, square: Square) -> Steps | None:
        """The walk to a square, as far as it is known."""
        position = self.position
        if square in position.boxes or square not in position.level.floor:
            return None
        walks = self._known_walks()
        return walks.steps_to(square) if walks.knows(square) else None

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def words(self) -> Words | None:
        """What there is to say of the box that is held, or of a click that led to nothing."""
        journeys, pointed = self._journeys, self.pointed
        if journeys is None:
            return (_(self._refusal), "") if self._refusal else None
        if pointed is not None and pointed != journeys.box and pointed in journeys.costs:
            pushes, moves = journeys.costs[pointed]
            cost = _(
                "{pushes}, {moves}.",
                pushes=pulled(pushes) if self._pulls else Metric.PUSHES.amount(pushes),
                moves=Metric.MOVES.amount(moves),
            )
            return cost, self._dead_words if self._is_dead(pointed) else ""
        if self._refusal:
            return _(self._refusal), ""
        if journeys.is_complete and len(journeys.costs) == 1:
            words = _("This box cannot be pushed now.")
            if self._pulls:
                words = _("This box cannot be pulled now.")
            return words, _("{back} puts it down.")
        return _("Where to?"), _("{back} puts the box down.")

    @property
    def _pulls(self) -> bool:
        return self.position.pulls

    @property
    def _dead_words(self) -> str:
        if self._pulls:
            return _("A dead square: no way from here to where a box started.")
        return _("A dead square: no way from here to a goal.")

    def _is_dead(self, square: Square) -> bool:
        return square in _dead(self.position).squares

    @property
    def reach(self) -> Reach | None:
        """Where the box that is held can be brought, as far as that is found."""
        journeys, position = self._journeys, self.position
        if journeys is None:
            return None
        dead = _dead(position).squares
        known = self._reach
        if known is None or known.costs is not journeys.costs or known.dead is not dead:
            self._reach = Reach(
                position.level,
                journeys.box,
                journeys.costs.found,
                journeys.costs,
                dead,
                position.pusher,
            )
        return self._reach

    def marks(self) -> tuple[SquareMark, ...]:
        """What is to be marked on the board, besides the reach of a box."""
        key = (self.held, self.pointed, self._is_reached, self._looked_for)
        if key != self._marks_key:
            self._marks = tuple(self._held_marks() if self._journeys else self._walk_marks())
            self._marks_key = key
        return self._marks

    @property
    def _is_reached(self) -> bool:
        """Whether a way is known to bring the box that is held to where the mouse points."""
        journeys = self._journeys
        return journeys is not None and self.pointed in journeys.costs

    def _held_marks(self) -> list[SquareMark]:
        journeys = self._journeys
        assert journeys is not None
        marks = [self._mark(MarkKind.HELD, journeys.box)]
        if self._is_reached and self.pointed is not None and self.pointed != journeys.box:
            marks.append(self._mark(MarkKind.GHOST, self.pointed))
        return marks

    def _walk_marks(self) -> list[SquareMark]:
        """The way that a click would walk, or a ring around a box that a click would pick up."""
        position, pointed = self.position, self.pointed
        if pointed is None or position.is_solved:
            return []
        if pointed in position.boxes:
            return [self._mark(MarkKind.HOVER, pointed)]
        steps = self._walk_to(pointed)
        if not steps:
            return []
        square, marks = position.pusher, []
        for direction in parse_lurd(steps[:-1]):
            square = position.level.neighbor(square, direction)
            marks.append(self._mark(MarkKind.STEP, square))
        return [*marks, self._mark(MarkKind.END, pointed)]

    def _mark(self, kind: MarkKind, square: Square) -> SquareMark:
        return SquareMark(kind, *self.position.level.column_and_row(square))


def _dead(position: Position) -> DeadSquares:
    """The squares from which a box reaches no goal, pushed or, in reverse play, pulled."""
    return dead_squares(position.level, pulls=position.pulls)
