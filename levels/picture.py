"""A position as a drawing in SVG, for notebooks and web pages."""

from __future__ import annotations

from collections.abc import Iterable, Set

_LARGEST = 36
"""Pixels of a square."""
_WIDEST = 720
"""Pixels of a picture; a larger level has smaller squares."""

_WALL, _FLOOR, _GOAL = "#545f78", "#2c323e", "#45cdb0"
_BOX, _BOX_RIM = "#d9963a", "#8f5a1e"
_SEAT, _SEAT_RIM = "#27967f", "#176455"
_PUSHER, _FACE = "#5e8df5", "#f8efe0"


def draw_svg(
    size: tuple[int, int], walls: Set[int], floor: Set[int], goals: Set[int], boxes: Set[int],
    pusher: int,
) -> str:  # fmt: skip
    """A board of ``size`` columns and rows; squares are numbers in reading order."""
    columns, rows = size
    seated = boxes & goals
    shapes = [
        _squares(columns, walls, _WALL),
        _squares(columns, floor | goals | boxes, _FLOOR),
        _shapes(columns, goals - boxes, "m0.5 0.24l0.26 0.26l-0.26 0.26l-0.26 -0.26z", _GOAL),
        _boxes(columns, boxes - seated, _BOX, _BOX_RIM),
        _boxes(columns, seated, _SEAT, _SEAT_RIM),
        _pusher(columns, pusher),
    ]
    side = min(_LARGEST, _WIDEST / max(size))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{round(columns * side)}" '
        f'height="{round(rows * side)}" viewBox="0 0 {columns} {rows}">{"".join(shapes)}</svg>'
    )


def _squares(columns: int, squares: Iterable[int], color: str) -> str:
    # A little larger than a square, so that no hairline is left between two.
    return _shapes(columns, squares, "m-0.01 -0.01h1.02v1.02h-1.02z", color)


def _shapes(columns: int, squares: Iterable[int], outline: str, color: str) -> str:
    """An outline drawn on each of the squares."""
    places = ((square % columns, square // columns) for square in sorted(squares))
    path = "".join(f"M{x} {y}{outline}" for x, y in places)
    return f'<path d="{path}" fill="{color}"/>' if path else ""


def _boxes(columns: int, boxes: Iterable[int], color: str, rim: str) -> str:
    return "".join(
        f'<rect x="{box % columns + 0.1:g}" y="{box // columns + 0.1:g}" width="0.8" height="0.8" '
        f'rx="0.12" fill="{color}" stroke="{rim}" stroke-width="0.07"/>'
        for box in sorted(boxes)
    )


def _pusher(columns: int, pusher: int) -> str:
    y, x = divmod(pusher, columns)
    return (
        f'<circle cx="{x + 0.5:g}" cy="{y + 0.5:g}" r="0.36" fill="{_PUSHER}"/>'
        f'<circle cx="{x + 0.5:g}" cy="{y + 0.55:g}" r="0.18" fill="{_FACE}"/>'
    )
