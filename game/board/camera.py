"""Which part of a board is shown, and how large: fitting, zooming, panning, following."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pygame import Rect

from game.widgets.layout import LARGEST_SQUARE
from levels.level import FloorPlan

SMALLEST_SQUARE = 12
"""Physical pixels: a level that would need smaller squares is shown in part at first."""

ZOOMED_SQUARE = 32
"""Units per square where only a part of a level is shown."""

LARGEST_ZOOM = 200
"""Physical pixels: no closer than this, or than squares are anyway."""

ZOOM_STEP = 1.25

LOOK_AHEAD = 3
"""Squares between the pusher and the edge of the part that is shown, at least."""

PAN_SQUARES = 6
"""How far a key moves what is shown."""

GLIDE_SECONDS = 0.24


class Place(NamedTuple):
    """Where a board is: pixels per square, and where its first square begins in the window."""

    square: int
    left: int
    top: int


class _Glide(NamedTuple):
    """The way from one place to another one."""

    start: Place
    end: Place
    began: float


class Camera:
    """Looks at a board through an area of the window.

    A board is shown whole if its squares are large enough, and in part otherwise. Then the part
    stays where it is until the pusher nears its edge, and glides so that the pusher is in its
    middle: a room that moved with every step would be hard to read.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.glides = True
        """whether the view glides to another part, or jumps"""
        self.place = Place(SMALLEST_SQUARE, 0, 0)
        self._clock = clock
        self._columns = self._rows = 1
        self._area = Rect(0, 0, 1, 1)
        self._scale = 1.0
        self._chosen: int | None = None
        """pixels per square, if the player has chosen"""
        self.glide: _Glide | None = None
        """the glide that is under way, if any"""
        self.seen: tuple[float, float] | None = None
        """where the pusher was when last looked at; None to bring it into view"""

    def aim(self, plan: FloorPlan, area: Rect, scale: float) -> None:
        """Look at a level through an area; if either has another size, fit the level anew."""
        size = (plan.width, plan.height)
        if size != (self._columns, self._rows):
            self._chosen = None
        if (size, area, scale) != ((self._columns, self._rows), self._area, self._scale):
            self._columns, self._rows = size
            self._area, self._scale = area.copy(), scale
            self.glide = self.seen = None

    def forget(self) -> None:
        """Another level is to be shown: fit it."""
        self._chosen = self.glide = self.seen = None

    # --- what the player asks for --------------------------------------------------------------

    def zoom(self, steps: int, point: tuple[int, int] | None = None) -> None:
        """Come closer by some steps, or go back; what is at a point of the window stays there."""
        before, point = self.place, point or self._area.center
        wished = before.square * ZOOM_STEP**steps
        square = round(wished) if abs(wished - before.square) > 1 else before.square + steps
        self.stretch(before, point, point, square / before.square)

    def stretch(
        self, before: Place, start: tuple[int, int], end: tuple[int, int], factor: float
    ) -> None:
        """Show everything ``factor`` times as large as at an earlier place; what was then at
        ``start`` in the window is now at ``end``."""
        least = min(self._fit, self._automatic)
        square = max(least, min(round(before.square * factor), self._most))
        self._chosen, self.glide = square, None
        left = end[0] - (start[0] - before.left) * square / before.square
        top = end[1] - (start[1] - before.top) * square / before.square
        self.place = self._clamped(Place(square, round(left), round(top)))

    def fit(self) -> None:
        """Show all of it, however small; if it is shown so already, show it as it was at first."""
        is_whole = self.place.square == min(self._fit, self._automatic)
        self._chosen = None if is_whole else min(self._fit, self._automatic)
        self.glide = self.seen = None

    def pan(self, dx: float, dy: float) -> None:
        """Move what is shown by this many pixels."""
        end = self.glide.end if self.glide else self.place
        self.glide = None
        self.place = self._clamped(Place(end.square, end.left + round(dx), end.top + round(dy)))

    def pan_by_squares(self, columns: int, rows: int) -> None:
        """Look farther right and down, by PAN_SQUARES squares for each column and row given."""
        end = self.glide.end if self.glide else self.place
        far = PAN_SQUARES * end.square
        self._go_to(Place(end.square, end.left - columns * far, end.top - rows * far))

    # --- where it looks ------------------------------------------------------------------------

    @property
    def shows_a_part(self) -> bool:
        """Whether there is more of the board than is shown."""
        square = self.place.square
        return square * self._columns > self._area.width or square * self._rows > self._area.height

    def look(self, pusher: tuple[float, float]) -> Place:
        """Where the board is now, with the pusher in sight if it has moved."""
        square = self._chosen or self._automatic
        if square != self.place.square or self.seen is None:
            self.place = self._centered(square, pusher)
            self.glide = None
        elif pusher != self.seen:
            self._follow(pusher)
        self.seen = pusher
        self._go_on()
        return self.place

    def _follow(self, pusher: tuple[float, float]) -> None:
        """Once the pusher comes too near to the edge, glide until it is in the middle."""
        end = self.glide.end if self.glide else self.place
        if not self._is_seen(end, pusher):
            self._go_to(self._centered(end.square, pusher))

    def _go_to(self, end: Place) -> None:
        """Glide there, unless that is too far to be followed by the eye."""
        end = self._clamped(end)
        far = max(abs(end.left - self.place.left), abs(end.top - self.place.top))
        if self.glides and end != self.place and far < max(self._area.size):
            self.glide = _Glide(self.place, end, self._clock())
        else:
            self.place, self.glide = end, None

    def _go_on(self) -> None:
        if self.glide is None:
            return
        start, end, began = self.glide
        share = min(1.0, max(0.0, (self._clock() - began) / GLIDE_SECONDS))
        way = 1 - (1 - share) ** 3
        self.place = Place(
            end.square,
            round(start.left + (end.left - start.left) * way),
            round(start.top + (end.top - start.top) * way),
        )
        if share >= 1:
            self.glide = None

    def _is_seen(self, place: Place, pusher: tuple[float, float]) -> bool:
        """Whether the pusher has air around it, on both axes that can move."""
        square, area = place.square, self._area
        lines = (
            (area.width, self._columns, place.left - area.left + round(pusher[0] * square)),
            (area.height, self._rows, place.top - area.top + round(pusher[1] * square)),
        )
        for space, count, seen in lines:
            air = max(0, min(LOOK_AHEAD * square, space // 2 - square))
            if count * square > space and not air <= seen <= space - air - square:
                return self._clamped(self._centered(square, pusher)) == place
        return True

    # --- measures ------------------------------------------------------------------------------

    @property
    def _fit(self) -> int:
        """The largest squares with which all of the board is shown."""
        area = self._area
        return max(1, min(area.width // self._columns, area.height // self._rows))

    @property
    def _automatic(self) -> int:
        """The size of squares as long as the player chooses none."""
        if self._fit >= SMALLEST_SQUARE:
            return min(self._fit, round(LARGEST_SQUARE * self._scale))
        return round(ZOOMED_SQUARE * self._scale)

    @property
    def _most(self) -> int:
        return max(LARGEST_ZOOM, self._automatic)

    def _centered(self, square: int, pusher: tuple[float, float]) -> Place:
        area, (x, y) = self._area, pusher
        return self._clamped(Place(
            square,
            area.left + round(area.width / 2 - (x + 0.5) * square),
            area.top + round(area.height / 2 - (y + 0.5) * square),
        ))  # fmt: skip

    def _clamped(self, place: Place) -> Place:
        """No farther than the edges of the board; in the middle where all of it is shown."""
        area, square = self._area, place.square
        return Place(
            square,
            area.left + _held(area.width, square * self._columns, place.left - area.left),
            area.top + _held(area.height, square * self._rows, place.top - area.top),
        )


def _held(space: int, length: int, start: int) -> int:
    if length <= space:
        return (space - length) // 2
    return max(space - length, min(0, start))
