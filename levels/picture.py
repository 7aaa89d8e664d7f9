"""A position as a drawing in SVG, for notebooks and web pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from levels.level import Level, Square

_LARGEST = 36
"""Pixels of a square."""
_WIDEST = 720
"""Pixels of a picture; a larger level has smaller squares."""

_WALL, _FLOOR, _GOAL = "#545f78", "#2c323e", "#45cdb0"
_BOX, _BOX_RIM = "#d9963a", "#8f5a1e"
_SEAT, _SEAT_RIM = "#27967f", "#176455"
_PUSHER, _FACE = "#5e8df5", "#f8efe0"


def draw_svg(level: Level, boxes: frozenset[Square], pusher: Square) -> str:
    """The board of a level with its pieces where they are given."""
    seated = boxes & level.goals
    shapes = [
        _squares(level, level.walls, _WALL),
        _squares(level, level.floor | level.goals | boxes, _FLOOR),
        _shapes(level, level.goals - boxes, "m0.5 0.24l0.26 0.26l-0.26 0.26l-0.26 -0.26z", _GOAL),
        _boxes(level, boxes - seated, _BOX, _BOX_RIM),
        _boxes(level, seated, _SEAT, _SEAT_RIM),
        _pusher(level, pusher),
    ]
    side = min(_LARGEST, _WIDEST / max(level.width, level.height))
    width, height = round(level.width * side), round(level.height * side)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {level.width} {level.height}">{"".join(shapes)}</svg>'
    )


def _squares(level: Level, squares: Iterable[Square], color: str) -> str:
    # A little larger than a square, so that no hairline is left between two.
    return _shapes(level, squares, "m-0.01 -0.01h1.02v1.02h-1.02z", color)


def _shapes(level: Level, squares: Iterable[Square], outline: str, color: str) -> str:
    """An outline drawn on each of the squares."""
    places = map(level.column_and_row, sorted(squares))
    path = "".join(f"M{x} {y}{outline}" for x, y in places)
    return f'<path d="{path}" fill="{color}"/>' if path else ""


def _boxes(level: Level, boxes: Iterable[Square], color: str, rim: str) -> str:
    return "".join(
        f'<rect x="{x + 0.1:g}" y="{y + 0.1:g}" width="0.8" height="0.8" rx="0.12" '
        f'fill="{color}" stroke="{rim}" stroke-width="0.07"/>'
        for x, y in map(level.column_and_row, sorted(boxes))
    )


def _pusher(level: Level, pusher: Square) -> str:
    x, y = level.column_and_row(pusher)
    return (
        f'<circle cx="{x + 0.5:g}" cy="{y + 0.5:g}" r="0.36" fill="{_PUSHER}"/>'
        f'<circle cx="{x + 0.5:g}" cy="{y + 0.55:g}" r="0.18" fill="{_FACE}"/>'
    )
