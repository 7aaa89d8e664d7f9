"""The editor: the drawing on its grid, the tools, and what is said about the level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pygame import Rect, Surface

from game.board.board import BoardView
from game.board.picture import BoardPicture
from game.editor.layout import EditorLayout
from game.editor.panels import NameFrame
from game.editor.sketch import Side
from game.input.actions import Action
from game.looks.theme import Theme, mix
from game.widgets.brush import Brush
from game.widgets.buttons import Attention, Clickable, Hit, Hits
from game.widgets.head import Head, draw_head
from game.widgets.layout import reach
from game.widgets.text import BODY, CAPTION, SMALL
from levels.language import _

Spots = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class SideHandle(Clickable):
    """Moves a side of the drawing when it is dragged."""

    is_button = False

    @property
    def tip(self) -> str:
        return _("Drag to add or remove squares at this side")

    side: Side


@dataclass(frozen=True)
class DrawingView:
    """What is seen of the drawing itself."""

    picture: BoardPicture
    cursor: tuple[int, int] | None
    faulty: Spots = frozenset()
    gap: tuple[int, int] | None = None
    area: Spots = frozenset()
    """squares that will be drawn on, or are selected"""


def draw_editor_head(
    surface: Surface, layout: EditorLayout, theme: Theme, head: Head, attention: Attention
) -> Hits:
    """Draw the bar at the top; if the panel has no room for names, its title can be clicked."""
    bar = Brush(surface, theme, layout.scale, layout.top_bar)
    hits = draw_head(bar, head, attention, compact=layout.compact)
    if not layout.has_names:
        left = hits[Action.BACK].right + layout.px(4)
        right = min(place.left for hit, place in hits.items() if hit is not Action.BACK)
        frame = Rect(left, layout.top_bar.top, right - left, layout.top_bar.height)
        hits[NameFrame("title")] = frame.inflate(0, -layout.px(4))
    return hits


# --- the drawing ---------------------------------------------------------------------------------


def draw_drawing(
    surface: Surface, layout: EditorLayout, board: BoardView, view: DrawingView, hover: Hit | None
) -> Hits:
    """Draw the board, its grid and numbers, rings, and the handles at its sides."""
    theme, stage = board.theme, _stage(layout, board)
    board.draw(surface, layout.board, view.picture, stage, layout.scale)
    if _stage(layout, board) != stage:
        stage = _stage(layout, board)
        surface.fill(theme.outside, layout.stage)
        board.draw(surface, layout.board, view.picture, stage, layout.scale)
    brush = Brush(surface, theme, layout.scale, layout.window)
    shown = _grid_rect(board, view).clip(stage)
    columns, rows = _seen(board, view, shown)
    surface.set_clip(shown.inflate(4, 4))
    _draw_grid(brush, board, view, (columns, rows))

    def seen(spots: Iterable[tuple[int, int]]) -> list[Rect]:
        return [_rect(board, view, (x, y)) for x, y in spots if x in columns and y in rows]

    for place in seen(view.area):
        _draw_veil(brush, place)
    for place in seen(view.faulty - {view.gap}):
        _ring(brush, place, theme.danger)
    for place in seen([view.gap] if view.gap else []):
        _draw_gap(brush, place)
    for place in seen([view.cursor] if view.cursor else []):
        _ring(brush, place, theme.accent, 2)
    surface.set_clip(None)
    _draw_numbers(brush, board, view, (columns, rows, shown))
    return _draw_handles(brush, shown, hover)


def _stage(layout: EditorLayout, board: BoardView) -> Rect:
    """Where the drawing may be: everywhere, unless only a part of it is shown."""
    return layout.board if board.camera.shows_a_part else layout.stage


def _rect(board: BoardView, view: DrawingView, spot: tuple[int, int]) -> Rect:
    size, left, top = board.place
    return Rect(left + spot[0] * size, top + spot[1] * size, size, size)


def _grid_rect(board: BoardView, view: DrawingView) -> Rect:
    plan = view.picture.plan
    size, left, top = board.place
    return Rect(left, top, plan.width * size, plan.height * size)


def _draw_grid(
    brush: Brush, board: BoardView, view: DrawingView, seen: tuple[range, range]
) -> None:
    """Fine lines where nothing is drawn."""
    theme, plan, size = brush.theme, view.picture.plan, board.place.square
    grid = _grid_rect(board, view)
    line = mix(theme.outside, theme.line, 0.55)
    columns, rows = seen
    for row in rows:
        for column in columns:
            square = row * plan.width + column
            if square not in plan.floor and square not in plan.walls:
                spot = _rect(board, view, (column, row))
                brush.surface.fill(line, (spot.left, spot.top, size, 1))
                brush.surface.fill(line, (spot.left, spot.top, 1, size))
    brush.surface.fill(line, (grid.left, grid.bottom, grid.width + 1, 1))
    brush.surface.fill(line, (grid.right, grid.top, 1, grid.height + 1))


def _draw_numbers(
    brush: Brush, board: BoardView, view: DrawingView, seen: tuple[range, range, Rect]
) -> None:
    """Those of the columns above what is shown, those of the rows to its left."""
    theme, (size, left, top), (columns, rows, shown) = brush.theme, board.place, seen
    every = max(1, round(22 * brush.scale / size + 0.49))
    for x in (each for each in columns if each % every == 0):
        middle = left + (x + 0.5) * size
        if not shown.left <= middle < shown.right:
            continue
        is_here = view.cursor is not None and view.cursor[0] == x
        place = (middle / brush.scale, shown.top / brush.scale - 13)
        brush.text(
            place, str(x + 1), CAPTION, theme.accent if is_here else theme.text_2, align="center"
        )
    for y in (each for each in rows if each % every == 0):
        middle = top + (y + 0.5) * size
        if not shown.top <= middle < shown.bottom:
            continue
        is_here = view.cursor is not None and view.cursor[1] == y
        place = (shown.left / brush.scale - 10, middle / brush.scale)
        brush.text(
            place, str(y + 1), CAPTION, theme.accent if is_here else theme.text_2, align="right"
        )


def _seen(board: BoardView, view: DrawingView, part: Rect) -> tuple[range, range]:
    """The columns and rows that lie in a part of the window."""
    plan, (size, left, top) = view.picture.plan, board.place
    columns = range(
        max(0, (part.left - left) // size), min(plan.width, (part.right - left) // size + 1)
    )
    rows = range(
        max(0, (part.top - top) // size), min(plan.height, (part.bottom - top) // size + 1)
    )
    return columns, rows


def _units(brush: Brush, rect: Rect) -> tuple[float, float, float, float]:
    scale = brush.scale
    return rect.left / scale, rect.top / scale, rect.width / scale, rect.height / scale


def _ring(brush: Brush, rect: Rect, color: tuple[int, ...], stroke: float = 3.0) -> None:
    box = _units(brush, rect)
    red, green, blue = color[:3]
    brush.rounded(box, (red, green, blue), 0.2 * box[2], stroke)


def _draw_veil(brush: Brush, rect: Rect) -> None:
    red, green, blue = brush.theme.accent_fill[:3]
    brush.rounded(_units(brush, rect), (red, green, blue, 70), 0)


def _draw_gap(brush: Brush, rect: Rect) -> None:
    """The square that should be wall."""
    _ring(brush, rect, brush.theme.danger, 3)
    x, y, width, height = _units(brush, rect)
    side = max(10.0, min(24.0, width * 0.45))
    brush.icon("alert", (x + width / 2, y + height / 2), side, brush.theme.danger)


def _draw_handles(brush: Brush, grid: Rect, hover: Hit | None) -> Hits:
    """Bars in the middle of each side: dragged, they resize the drawing."""
    x, y, width, height = _units(brush, grid)
    places = {
        Side.TOP: (x + width / 2 - 24, y - 28, 48, 6),
        Side.BOTTOM: (x + width / 2 - 24, y + height + 9, 48, 6),
        Side.LEFT: (x - 34, y + height / 2 - 24, 6, 48),
        Side.RIGHT: (x + width + 9, y + height / 2 - 24, 6, 48),
    }
    hits: Hits = {}
    for side, box in places.items():
        color = brush.theme.accent if hover == SideHandle(side) else brush.theme.text_3
        brush.rounded(box, color, 3)
        air = (reach(18) - 6) / 2
        hits[SideHandle(side)] = brush.rect(
            (box[0] - air, box[1] - air, box[2] + 2 * air, box[3] + 2 * air)
        )
    return hits


def draw_sentence(
    surface: Surface, layout: EditorLayout, theme: Theme, words: tuple[str, str]
) -> None:
    """What the cursor is at, and what can be done."""
    brush = Brush(surface, theme, layout.scale, layout.sentence)
    lead, rest = words
    size = SMALL if layout.compact else BODY
    width = brush.measure(lead, size, "Bold") + 8 + brush.measure(rest, size)
    if width > brush.width - 16:
        rest = ""
        lead = brush.fitted(lead, size, "Bold", brush.width - 16)
        width = brush.measure(lead, size, "Bold")
    left = (brush.width - width) / 2
    used = brush.text((left, brush.height / 2), lead, size, theme.text, "Bold")
    brush.text((left + used + 8, brush.height / 2), rest, size, theme.text_2)
