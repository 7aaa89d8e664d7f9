"""The editor: the drawing on its grid, the tools, and what is said of the level."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from game.theme import Theme, mix
from game.view.board import BoardView
from game.view.brush import Brush
from game.view.buttons import Hits
from game.view.editor_layout import EditorLayout
from game.view.picture import BoardPicture
from game.view.text import BODY, CAPTION, SMALL

Spots = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class DrawingView:
    """What is seen of the drawing itself."""

    picture: BoardPicture
    floor: Spots
    cursor: tuple[int, int] | None
    faulty: Spots = frozenset()
    gap: tuple[int, int] | None = None
    area: Spots = frozenset()
    """squares that will be drawn on, or are selected"""


# --- the drawing ---------------------------------------------------------------------------------


def draw_drawing(
    surface: Surface, layout: EditorLayout, board: BoardView, view: DrawingView, hover: str | None
) -> Hits:
    """Draw the board, its grid and numbers, rings, and the handles at its sides."""
    theme = board.theme
    board.draw(surface, layout.board, view.picture, layout.stage, layout.scale)
    brush = Brush(surface, theme, layout.scale, layout.window)
    _draw_grid(brush, board, view)
    for spot in view.area:
        _draw_veil(brush, _rect(board, view, spot))
    for spot in view.faulty - {view.gap}:
        _ring(brush, _rect(board, view, spot), theme.danger)
    if view.gap is not None:
        _draw_gap(brush, _rect(board, view, view.gap))
    if view.cursor is not None:
        _ring(brush, _rect(board, view, view.cursor), theme.accent, 2)
    return _draw_handles(brush, _grid_rect(board, view), hover)


def _rect(board: BoardView, view: DrawingView, spot: tuple[int, int]) -> Rect:
    size, left, top = board.place
    return Rect(left + spot[0] * size, top + spot[1] * size, size, size)


def _grid_rect(board: BoardView, view: DrawingView) -> Rect:
    level = view.picture.level
    size, left, top = board.place
    return Rect(left, top, level.width * size, level.height * size)


def _draw_grid(brush: Brush, board: BoardView, view: DrawingView) -> None:
    """Fine lines where nothing is drawn, and the numbers of columns and rows."""
    theme, level, size = brush.theme, view.picture.level, board.place.square
    grid = _grid_rect(board, view)
    line = mix(theme.outside, theme.line, 0.55)
    covered = view.floor | {level.column_and_row(square) for square in level.walls}
    for x in range(level.width):
        for y in range(level.height):
            spot = _rect(board, view, (x, y))
            if (x, y) not in covered:
                brush.surface.fill(line, (spot.left, spot.top, size, 1))
                brush.surface.fill(line, (spot.left, spot.top, 1, size))
    brush.surface.fill(line, (grid.left, grid.bottom, grid.width + 1, 1))
    brush.surface.fill(line, (grid.right, grid.top, 1, grid.height + 1))
    every = max(1, round(22 * brush.scale / size + 0.49))
    for x in range(0, level.width, every):
        is_here = view.cursor is not None and view.cursor[0] == x
        place = ((grid.left + (x + 0.5) * size) / brush.scale, grid.top / brush.scale - 13)
        brush.text(place, str(x + 1), CAPTION, theme.accent if is_here else theme.text_2,
                   align="center")
    for y in range(0, level.height, every):
        is_here = view.cursor is not None and view.cursor[1] == y
        place = (grid.left / brush.scale - 10, (grid.top + (y + 0.5) * size) / brush.scale)
        brush.text(place, str(y + 1), CAPTION, theme.accent if is_here else theme.text_2,
                   align="right")


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


def _draw_handles(brush: Brush, grid: Rect, hover: str | None) -> Hits:
    """Bars in the middle of each side: dragged, they resize the drawing."""
    x, y, width, height = _units(brush, grid)
    places = {
        "side:TOP": (x + width / 2 - 24, y - 28, 48, 6),
        "side:BOTTOM": (x + width / 2 - 24, y + height + 9, 48, 6),
        "side:LEFT": (x - 34, y + height / 2 - 24, 6, 48),
        "side:RIGHT": (x + width + 9, y + height / 2 - 24, 6, 48),
    }
    hits: Hits = {}
    for name, box in places.items():
        color = brush.theme.accent if hover == name else brush.theme.text_3
        brush.rounded(box, color, 3)
        hits[name] = brush.rect((box[0] - 6, box[1] - 6, box[2] + 12, box[3] + 12))
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
