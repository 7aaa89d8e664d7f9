"""The mouse on the board: what it points at, the box it has picked up, and where both may go."""

from __future__ import annotations

from game.pathfinding import Journeys, Steps, Walks, dead_squares
from game.view.picture import MarkKind, Reach, SquareMark
from game.words import Words, count
from levels.level import Square
from levels.position import Position

AT_ONCE = 0.004
"""Seconds of a frame for finding where a box can go."""

AT_MOST = 0.5
"""Seconds that a drop waits for a way on a huge board."""


class BoardMouse:
    """Clicks become steps. All it knows is of one position; another one makes it forget."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self._pointed: Square | None = None
        self._pressed: Square | None = None
        """where the button went down on the box that is held"""
        self._is_second_click = False
        self._journeys: Journeys | None = None
        self._walks: Walks | None = None
        self._is_refused = False
        """whether the last click asked for what cannot be"""
        self._marks: tuple[SquareMark, ...] = ()
        self._marks_key: object = None
        self._reach: Reach | None = None

    @property
    def held(self) -> Square | None:
        """The box that is picked up."""
        return self._journeys.box if self._journeys else None

    @property
    def pointed(self) -> Square | None:
        """The square under the mouse."""
        return self._pointed

    @property
    def is_searching(self) -> bool:
        """Whether more squares may light up by themselves."""
        journeys, position = self._journeys, self.position
        if journeys is None or position is None:
            return False
        return not (journeys.is_complete and dead_squares(position.level).is_complete)

    def look_at(self, position: Position) -> None:
        """Whatever was known of another position is forgotten."""
        if position != self.position:
            self.position = position
            self._walks = None
            self._pointed = None
            self.put_down()

    def put_down(self) -> bool:
        """Let go of the box; whether there was one."""
        was_held = self._journeys is not None
        self._journeys = self._pressed = None
        self._is_refused = False
        return was_held

    def search(self, seconds: float = AT_ONCE) -> bool:
        """Find more of where the box can go; whether there is anything new to see."""
        if not self.is_searching or self._journeys is None or self.position is None:
            return False
        if self._journeys.advance(seconds):
            dead_squares(self.position.level).advance(seconds)
        return True

    # --- what the mouse does ---------------------------------------------------------------------

    def point(self, square: Square | None) -> bool:
        """The mouse is over a square, or beside the board; whether that is news."""
        if square == self._pointed:
            return False
        self._pointed = square
        return True

    def press(self, square: Square) -> Steps | None:
        """The button goes down: the steps that this asks for, or None."""
        position = self.position
        if position is None:
            return None
        self._is_refused = False
        if self._journeys is not None and square not in position.boxes:
            return self._bring_to(square)
        if square in position.boxes:
            self._is_second_click = square == self.held
            if not self._is_second_click:
                self._journeys = Journeys(position, square)
                self.search()
            self._pressed = square
            return None
        steps = self._walk_to(square)
        self._is_refused = steps is None and square in position.level.floor
        return steps

    def release(self, square: Square | None) -> Steps | None:
        """The button goes up: after dragging a box, the steps that bring it there, or None."""
        pressed, self._pressed = self._pressed, None
        if self._journeys is None or pressed is None:
            return None
        if square == pressed:
            if self._is_second_click:
                self.put_down()
            return None
        steps = self._bring_to(square) if square is not None else None
        if steps is None:
            is_refused = self._is_refused
            self.put_down()
            self._is_refused = is_refused
        return steps

    def _bring_to(self, square: Square) -> Steps | None:
        journeys = self._journeys
        assert journeys is not None
        waited = 0.0
        while square not in journeys.costs and waited < AT_MOST and not journeys.is_complete:
            journeys.advance(AT_ONCE)
            waited += AT_ONCE
        steps = journeys.steps_to(square)
        self._is_refused = steps is None
        if steps:
            self.put_down()
        return steps

    def _walk_to(self, square: Square) -> Steps | None:
        position = self.position
        if position is None or square in position.boxes or square not in position.level.floor:
            return None
        if self._walks is None:
            self._walks = Walks(position.level, position.boxes, position.pusher)
        return self._walks.steps_to(square)

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def words(self) -> Words | None:
        """What there is to say of the box that is held, or of a click that led to nothing."""
        journeys, pointed = self._journeys, self._pointed
        if journeys is None:
            return ("The pusher cannot walk there.", "") if self._is_refused else None
        if pointed in journeys.costs and pointed != journeys.box:
            pushes, moves = journeys.costs[pointed]
            cost = f"{count(pushes, 'push')}, {count(moves, 'move')}."
            return cost, "A dead square: no way to a goal." if self._is_dead(pointed) else ""
        if self._is_refused:
            return "This box cannot be brought there.", ""
        if journeys.is_complete and len(journeys.costs) == 1:
            return "This box cannot be pushed now.", "{back} puts it down."
        return "Where to?", "{back} puts the box down."

    def _is_dead(self, square: Square) -> bool:
        return self.position is not None and square in dead_squares(self.position.level).squares

    @property
    def reach(self) -> Reach | None:
        """Where the box that is held can be brought, as far as that is found."""
        journeys, position = self._journeys, self.position
        if journeys is None or position is None:
            return None
        dead = dead_squares(position.level).squares
        known = self._reach
        if known is None or known.costs is not journeys.costs or known.dead is not dead:
            self._reach = Reach(
                position.level, journeys.box, journeys.found, journeys.costs, dead, position.pusher
            )
        return self._reach

    def marks(self) -> tuple[SquareMark, ...]:
        """What is to be marked on the board, beside the reach of a box."""
        if self.position is None:
            return ()
        key = (self.position, self.held, self._pointed, self._is_reached)
        if key != self._marks_key:
            self._marks = tuple(self._held_marks() if self._journeys else self._walk_marks())
            self._marks_key = key
        return self._marks

    @property
    def _is_reached(self) -> bool:
        """Whether a way is known to bring the box that is held to where the mouse points."""
        journeys = self._journeys
        return journeys is not None and self._pointed in journeys.costs

    def _held_marks(self) -> list[SquareMark]:
        journeys = self._journeys
        assert journeys is not None
        marks = [self._mark(MarkKind.HELD, journeys.box)]
        if self._is_reached and self._pointed is not None and self._pointed != journeys.box:
            marks.append(self._mark(MarkKind.GHOST, self._pointed))
        return marks

    def _walk_marks(self) -> list[SquareMark]:
        """The way that a click would walk, or a ring round a box that a click would pick up."""
        position, pointed = self.position, self._pointed
        if position is None or pointed is None or position.is_solved:
            return []
        if pointed in position.boxes:
            return [self._mark(MarkKind.HOVER, pointed)]
        steps = self._walk_to(pointed)
        if not steps:
            return []
        square, marks = position.pusher, []
        for direction in steps[:-1]:
            square = position.level.neighbor(square, direction)
            marks.append(self._mark(MarkKind.STEP, square))
        return [*marks, self._mark(MarkKind.END, pointed)]

    def _mark(self, kind: MarkKind, square: Square) -> SquareMark:
        assert self.position is not None
        return SquareMark(kind, *self.position.level.column_and_row(square))
