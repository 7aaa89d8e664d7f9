"""A board on the screen: the picture of a position, and which square is where."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from pygame import Rect, Surface

from game.board.camera import SMALLEST_SQUARE, Camera
from game.board.links import draw_link
from game.board.marks import DEPTHS, MarkSprites
from game.board.picture import BoardPicture, BoxPicture, MarkKind, SquareMark
from game.board.room import RoomDrawing, RoomPicture
from game.board.sprites import Sprites
from game.board.wall_tiles import WallTiles
from game.looks.theme import Theme
from game.widgets.canvas import put
from levels.level import FloorPlan, Square

MOST_PARTS = 48
"""More changes than this are drawn as one."""

MANY_REACHED = 1000
"""Squares: a reach this large is drawn as a whole when another one takes its place."""

KEPT_SIZES = 4
"""For how many sizes of a square sprites are kept, so as to go back and forth between them."""


class _Piece(NamedTuple):
    """Something to be put on the board: the deeper, the earlier."""

    depth: float
    left: int
    top: int
    picture: Surface


class _Looks(NamedTuple):
    """All pictures at one size of a square."""

    sprites: Sprites
    marks: MarkSprites
    tiles: WallTiles


class BoardView:
    """Draws boards in one theme and knows which square is where.

    Sprites and the room are drawn once for each size of a square and kept. What has changed
    since the last picture is found by comparing the two, and only those parts are drawn again;
    how many pieces a board has makes no difference. A new theme is a new BoardView.
    """

    def __init__(
        self, theme: Theme, clock: Callable[[], float] = time.perf_counter, *,
        keeps_view: bool = False,
    ) -> None:  # fmt: skip
        """``keeps_view``: another room of the same size is seen from where the last one was."""
        self.theme = theme
        self._keeps_view = keeps_view
        self.camera = Camera(clock)
        self.place = self.camera.place
        self._stage = Rect(0, 0, 0, 0)
        self._kept: dict[int, _Looks] = {}
        self._looks = self._looks_at(SMALLEST_SQUARE)
        self._room: RoomDrawing | None = None
        self._room_picture: RoomPicture | None = None
        self._earlier_picture: RoomPicture | None = None
        """the one for the previous stage, such as that of the game while a list stands beside it"""
        self._shown: BoardPicture | None = None
        self._reached = 0
        """how many squares of the reach are shown"""
        self._marks: dict[Square, list[SquareMark]] = {}

    def draw(
        self,
        surface: Surface,
        area: Rect,
        picture: BoardPicture,
        stage: Rect | None = None,
        scale: float = 1.0,
    ) -> None:
        """Draw the whole board, seen through `area`, on a fresh background that fills `stage`.

        With a PlayLayout: draw(surface, layout.board, picture, layout.stage, layout.scale).
        """
        if self._shown is None or not self._is_same_room(self._shown.plan, picture.plan):
            if not self._keeps_view:
                self.camera.forget()
            self._room = self._room_picture = self._earlier_picture = None
        self.camera.aim(picture.plan, area, scale)
        self._stage = (stage or area).clip(surface.get_rect())
        self._draw_all(surface, picture)

    def _is_same_room(self, one: FloorPlan, other: FloorPlan) -> bool:
        """A drawing may have different floor between the same walls, once that is known."""
        return _same_room(one, other) and (not self._keeps_view or one.floor == other.floor)

    def _draw_all(self, surface: Surface, picture: BoardPicture) -> None:
        place = self.camera.look(picture.focus or picture.pusher)
        if self._room is None or place.square != self._looks.tiles.square:
            self._looks, earlier = self._looks_at(place.square), self._earlier_picture
            is_known = earlier is not None and earlier.room.tiles is self._looks.tiles
            self._room = (
                earlier.room if earlier is not None and is_known
                else RoomDrawing(picture.plan, self.theme, self._looks.tiles)
            )  # fmt: skip
        self.place = place
        if self._room_picture is None or not self._room_picture.shows(self._room, self._stage):
            earlier, self._earlier_picture = self._earlier_picture, self._room_picture
            if earlier is None or not earlier.shows(self._room, self._stage):
                earlier = RoomPicture(self._room, self._stage, place, surface)
            self._room_picture = earlier
        self._room_picture.go_to(place)
        self._show(picture)
        self.repaint(surface, self._stage)

    def draw_changes(self, surface: Surface, picture: BoardPicture) -> list[Rect] | None:
        """Redraw only what differs from the last picture, and say where.

        Whatever else lies over these rectangles (a sentence in a compact window) has
        to be drawn again. Draws nothing and returns None if there is no picture of this room yet:
        then everything has to be drawn.
        """
        before, room = self._shown, self._room_picture
        if before is None or room is None or not _same_room(before.plan, picture.plan):
            return None
        camera, seen = self.camera, picture.focus or picture.pusher
        if picture == before and (camera.place, camera.seen, camera.glide) == (
            self.place,
            seen,
            None,
        ):
            return []
        place = camera.look(seen)
        if place.square != self.place.square:
            self._draw_all(surface, picture)
            return [self._stage]
        if place != self.place:
            room.go_to(place)
            self.place = place
            self._show(picture)
            changed = [self._stage]
        else:
            changed = self._changes(before, picture)
            self._show(picture)
        for rect in changed:
            self.repaint(surface, rect)
        return changed

    def repaint(self, surface: Surface, part: Rect) -> None:
        """Draw a part of the window again as it was drawn last."""
        part = part.clip(self._stage)
        if self._room_picture is None or self._shown is None or not part:
            return
        away = (-self._stage.left, -self._stage.top)
        surface.blit(self._room_picture.surface, part, part.move(away))
        before = surface.get_clip()
        surface.set_clip(part.clip(before))
        for piece in sorted(self._pieces(self._shown, part), key=lambda piece: piece[:2]):
            put(surface, piece.picture, (piece.left, piece.top))
        for link in self._shown.links:
            draw_link(surface, link, self.place, self.theme.text, self.theme.outside)
        for mark in self._shown.marks if self._shown.links else ():
            if mark.kind is MarkKind.BADGE:
                for piece in self._marked([mark]):
                    put(surface, piece.picture, (piece.left, piece.top))
        surface.set_clip(before)

    def shows(self, plan: FloorPlan) -> bool:
        """Whether the board that was drawn last is of that plan, so that squares mean something."""
        return self._shown is not None and self._shown.plan == plan

    def square_at(self, point: tuple[int, int]) -> Square | None:
        """The square under a point of the window, None off the board."""
        if self._shown is None or not self._stage.collidepoint(point):
            return None
        plan = self._shown.plan
        column = (point[0] - self.place.left) // self.place.square
        row = (point[1] - self.place.top) // self.place.square
        if 0 <= column < plan.width and 0 <= row < plan.height:
            return row * plan.width + column
        return None

    def square_rect(self, square: Square) -> Rect:
        """Where a square lies in the window."""
        width = self._shown.plan.width if self._shown else 1
        row, column = divmod(square, width)
        size, left, top = self.place
        return Rect(left + column * size, top + row * size, size, size)

    def _looks_at(self, square: int) -> _Looks:
        """The pictures at a size of a square; those used last are kept."""
        looks = self._kept.pop(square, None)
        if looks is None:
            theme = self.theme
            looks = _Looks(
                Sprites(theme, square), MarkSprites(theme, square), WallTiles(theme, square)
            )
        self._kept[square] = looks
        while len(self._kept) > KEPT_SIZES:
            del self._kept[next(iter(self._kept))]
        return looks

    # --- what has changed ----------------------------------------------------------------------

    def _show(self, picture: BoardPicture) -> None:
        """From now on, this is the picture that is seen."""
        if self._shown is None or picture.marks != self._shown.marks:
            self._marks = {}
            for mark in picture.marks:
                square = mark.row * picture.plan.width + mark.column
                self._marks.setdefault(square, []).append(mark)
        self._shown = picture
        self._reached = len(picture.reach.found) if picture.reach else 0

    def _changes(self, before: BoardPicture, after: BoardPicture) -> list[Rect]:
        """Where in the window two pictures of a room differ."""
        if before.links != after.links:
            return [self._stage]
        reaches = [reach.found for reach in (before.reach, after.reach) if reach is not None]
        if before.reach is not after.reach and max(map(len, reaches)) > MANY_REACHED:
            return [self._stage]
        changed = [self._rect(x, y) for x, y in self._changed_places(before, after)]
        changed = [rect for rect in (rect.clip(self._stage) for rect in changed) if rect]
        if len(changed) > MOST_PARTS:
            return [changed[0].unionall(changed[1:])]
        return _merged(changed)

    def _changed_places(
        self, before: BoardPicture, after: BoardPicture
    ) -> Iterator[tuple[float, float]]:
        """The places in squares, including those of what is gone."""
        width = after.plan.width
        squares: set[Square] = set()
        if before.resting is not after.resting:
            squares |= before.resting ^ after.resting
        if before.reach is not after.reach:
            squares.update(before.reach.found[: self._reached] if before.reach else ())
            squares.update(after.reach.found if after.reach else ())
        elif after.reach is not None:
            squares.update(islice(after.reach.found, self._reached, None))
        if self._pusher_key(before) != self._pusher_key(after):
            for picture in (before, after):
                yield self._leaning(picture)
                yield round(picture.pusher[0]), round(picture.pusher[1])
        if before.boxes != after.boxes:
            yield from ((box.x, box.y) for box in (*before.boxes, *after.boxes))
        if before.marks != after.marks:
            for mark in set(before.marks) ^ set(after.marks):
                yield mark.column, mark.row
        yield from ((square % width, square // width) for square in squares)

    def _pusher_key(self, picture: BoardPicture) -> object:
        return self._pusher_sprite(picture), self._corner(*self._leaning(picture))

    def _rect(self, x: float, y: float) -> Rect:
        """What a piece at a place may cover."""
        side = self.place.square + 2 * self._looks.sprites.pad
        return Rect(self._corner(x, y), (side, side))

    # --- what is seen --------------------------------------------------------------------------

    def _pieces(self, picture: BoardPicture, part: Rect) -> Iterator[_Piece]:
        """All that lies in a part of the window."""
        plan, sprites, pusher = picture.plan, self._looks.sprites, picture.pusher
        reach, goals, resting = picture.reach, plan.goals, picture.resting
        left, right, rows = self._span(plan, part)
        for row in rows:
            span = range(row * plan.width + left, row * plan.width + right)
            for goal in goals.intersection(span) - resting:
                x = goal - row * plan.width
                stood_on = abs(x - pusher[0]) < 0.5 and abs(row - pusher[1]) < 0.5
                yield self._piece(x, row, -1, sprites.goal(stood_on))
            for box in resting.intersection(span):
                seat = float(box in goals)
                yield self._piece(box - row * plan.width, row, row, sprites.box(seat))
            for square in span if self._marks else ():
                yield from self._marked(self._marks.get(square, ()))
            if reach is not None:
                for square in reach.costs.keys() & span:
                    yield from self._marked(reach.marks_on(square))
        yield from self._moving(picture)

    def _moving(self, picture: BoardPicture) -> Iterator[_Piece]:
        """The pusher, and boxes on their way."""
        sprites = self._looks.sprites
        for box in picture.boxes:
            yield self._box(box, sprites)
        x, y = self._leaning(picture)
        sprite = self._pusher_sprite(picture)
        yield self._piece(x, y, picture.pusher[1] + 0.01, sprite)

    def _pusher_sprite(self, picture: BoardPicture) -> Surface:
        column, row = (round(part) for part in picture.pusher)
        on_goal = row * picture.plan.width + column in picture.plan.goals
        return self._looks.sprites.pusher(picture.facing, picture.stride, on_goal=on_goal)

    def _box(self, box: BoxPicture, sprites: Sprites) -> _Piece:
        return self._piece(box.x, box.y, box.y, sprites.box(box.seat))

    def _marked(self, marks: Iterable[SquareMark]) -> Iterator[_Piece]:
        for mark in marks:
            sprite = self._looks.marks.picture(mark)
            if sprite is not None:
                yield self._piece(mark.column, mark.row, DEPTHS[mark.kind], sprite)

    def _span(self, plan: FloorPlan, part: Rect) -> tuple[int, int, range]:
        """The squares whose pieces may reach into a part: first and last column, and the rows."""
        square, left, top = self.place
        reach = part.inflate(2 * self._looks.sprites.pad, 2 * self._looks.sprites.pad)
        first = max(0, (reach.left - left) // square)
        last = min(plan.width, (reach.right - 1 - left) // square + 1)
        rows = range(
            max(0, (reach.top - top) // square),
            min(plan.height, (reach.bottom - 1 - top) // square + 1),
        )
        return first, max(first, last), rows

    def _piece(self, x: float, y: float, depth: float, picture: Surface) -> _Piece:
        return _Piece(depth, *self._corner(x, y), picture)

    def _corner(self, x: float, y: float) -> tuple[int, int]:
        """Where the picture of a piece begins."""
        square, left, top = self.place
        pad = self._looks.sprites.pad
        return left + round(x * square) - pad, top + round(y * square) - pad

    @staticmethod
    def _leaning(picture: BoardPicture) -> tuple[float, float]:
        (x, y), facing, lean = picture.pusher, picture.facing, picture.lean
        return x + facing.dx * lean, y + facing.dy * lean


def _same_room(one: FloorPlan, other: FloorPlan) -> bool:
    return one is other or (
        one.width == other.width and one.walls == other.walls and one.goals == other.goals
    )


def _merged(rects: list[Rect]) -> list[Rect]:
    """The same area in rectangles that do not overlap."""
    merged: list[Rect] = []
    for rect in rects:
        hit = rect.collidelist(merged)
        while hit >= 0:
            rect = rect.union(merged.pop(hit))
            hit = rect.collidelist(merged)
        merged.append(rect)
    return merged
