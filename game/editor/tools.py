"""What mouse and keys do on a drawing: strokes, areas, a selection that can be moved."""

from __future__ import annotations

from collections.abc import Callable

from game.editor.drawing import Drawing
from game.editor.sketch import Side, Sketch, Spot, Tool, area_between, line_between
from game.input.actions import Action

TOOLS = {
    Action.TOOL_WALL: Tool.WALL, Action.TOOL_FLOOR: Tool.FLOOR, Action.TOOL_GOAL: Tool.GOAL,
    Action.TOOL_BOX: Tool.BOX, Action.TOOL_PUSHER: Tool.PUSHER, Action.TOOL_SELECT: Tool.SELECT,
}  # fmt: skip

STEPS: dict[Action, Spot] = {
    Action.GO_LEFT: (-1, 0), Action.GO_UP: (0, -1), Action.GO_RIGHT: (1, 0),
    Action.GO_DOWN: (0, 1),
}  # fmt: skip

EXTENSIONS: dict[Action, Spot] = {
    Action.EXTEND_LEFT: (-1, 0), Action.EXTEND_UP: (0, -1), Action.EXTEND_RIGHT: (1, 0),
    Action.EXTEND_DOWN: (0, 1),
}  # fmt: skip

SIZES = {
    Action.WIDEN_LEFT: (Side.LEFT, 1), Action.WIDEN_TOP: (Side.TOP, 1),
    Action.WIDEN_RIGHT: (Side.RIGHT, 1), Action.WIDEN_BOTTOM: (Side.BOTTOM, 1),
    Action.NARROW_LEFT: (Side.LEFT, -1), Action.NARROW_TOP: (Side.TOP, -1),
    Action.NARROW_RIGHT: (Side.RIGHT, -1), Action.NARROW_BOTTOM: (Side.BOTTOM, -1),
}  # fmt: skip

NOTHING: frozenset[Spot] = frozenset()


class Pencil:
    """A tool in hand, over a drawing."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self.tool = Tool.WALL
        self.cursor: Spot = (drawing.sketch.width // 2, drawing.sketch.height // 2)
        self.selection = NOTHING
        self._anchor: Spot | None = None
        """the other corner of an area"""
        self._last: Spot | None = None
        """where the stroke under way was last"""
        self._erases = False
        self._grip: Spot | None = None
        """where the selection is held"""

    @property
    def sketch(self) -> Sketch:
        return self._drawing.sketch

    @property
    def area(self) -> frozenset[Spot]:
        """The squares that will be drawn on, or are selected."""
        if self._grip is not None:
            return frozenset(
                (x + self.cursor[0] - self._grip[0], y + self.cursor[1] - self._grip[1])
                for x, y in self.selection
            )
        if self._anchor is not None:
            return area_between(self._anchor, self.cursor)
        return self.selection

    def choose(self, tool: Tool) -> None:
        """Take another tool."""
        self.tool = tool
        self._anchor = None
        self.selection = NOTHING

    # --- the mouse -------------------------------------------------------------------------------

    def press(self, spot: Spot, *, erases: bool, is_area: bool) -> None:
        """A button goes down on a square."""
        self.cursor = spot
        if self.tool is Tool.SELECT and not erases:
            self._grip = spot if spot in self.selection else None
            if self._grip is None:
                self._anchor = spot
            return
        self._drawing.begin_stroke()
        self._erases = erases or self.sketch.erases(self.tool, spot)
        if is_area:
            self._anchor = spot
            return
        self._last = spot
        self._put([spot])

    def move(self, spot: Spot) -> bool:
        """The mouse is on another square; whether that changes anything."""
        if spot == self.cursor:
            return False
        if self._last is not None:
            self._put(line_between(self._last, spot))
            self._last = spot
        self.cursor = spot
        return True

    def release(self) -> None:
        """The button goes up."""
        if self._grip is not None:
            by = (self.cursor[0] - self._grip[0], self.cursor[1] - self._grip[1])
            moved = frozenset((x + by[0], y + by[1]) for x, y in self.selection)
            self._drawing.change(self.sketch.moved(self.selection, by))
            self.selection = frozenset(filter(self.sketch.holds, moved))
        elif self._anchor is not None:
            area = area_between(self._anchor, self.cursor)
            if self.tool is Tool.SELECT:
                self.selection = frozenset(filter(self.sketch.holds, area))
            else:
                self._put(sorted(area))
        self._anchor = self._last = self._grip = None
        self._drawing.end_stroke()

    def _put(self, spots: list[Spot]) -> None:
        if self.tool is Tool.PUSHER:
            spots = spots[-1:]
        if self._erases:
            tool = Tool.FLOOR if self.tool is Tool.PUSHER else self.tool
            self._drawing.change(self.sketch.erased(tool, spots))
        else:
            self._drawing.change(self.sketch.drawn(self.tool, spots))

    # --- keys ------------------------------------------------------------------------------------

    def step(self, by: Spot, *, extends: bool = False) -> None:
        """The cursor goes to the next square, and with shift an area grows after it."""
        if extends and self._anchor is None:
            self._anchor = self.cursor
        elif not extends and self._anchor is not None:
            self._finish_selection()
        x, y = self.cursor[0] + by[0], self.cursor[1] + by[1]
        sketch = self.sketch
        self.cursor = min(max(x, 0), sketch.width - 1), min(max(y, 0), sketch.height - 1)

    def _finish_selection(self) -> None:
        if self._anchor is not None and self.tool is Tool.SELECT:
            self.selection = area_between(self._anchor, self.cursor)
        self._anchor = None

    def use(self) -> None:
        """Draw on the square of the cursor, or on the whole area; take and drop a selection."""
        if self.tool is Tool.SELECT:
            if self._grip is not None:
                self.release()
            else:
                self._finish_selection()
                self._grip = self.cursor if self.cursor in self.selection else None
            return
        spots = sorted(area_between(self._anchor or self.cursor, self.cursor))
        self._erases = self.sketch.erases(self.tool, self._anchor or self.cursor)
        self._put(spots)
        self._anchor = None

    def erase(self) -> None:
        """Clear the square of the cursor, the area, or what is selected."""
        spots = self.area or frozenset({self.cursor})
        self._drawing.change(self.sketch.drawn(Tool.FLOOR, spots))
        self._anchor = None
        self.selection = NOTHING

    def let_go(self) -> bool:
        """Drop what was begun; whether there was anything."""
        was_busy = bool(self.area)
        self._anchor = self._last = self._grip = None
        self.selection = NOTHING
        self._drawing.end_stroke()
        return was_busy

    def keep_on_drawing(self) -> None:
        """The drawing may be smaller now."""
        self.step((0, 0))
        self.selection = frozenset(filter(self.sketch.holds, self.selection))


PENCIL: dict[Action, Callable[[Pencil], None]] = {
    Action.USE_TOOL: Pencil.use,
    Action.ERASE: Pencil.erase,
}
"""What keys do with the tool in hand."""
