"""Icons: strokes of 2 on a grid of 24, round ends, nothing filled but play and stop."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from pygame import Surface

from game.looks.theme import Color
from game.widgets.canvas import Canvas, Point

GRID, STROKE = 24, 2.0


class Line(NamedTuple):
    """A line through points of the grid; it may be closed, and filled then."""

    points: tuple[Point, ...]
    closed: bool = False
    filled: bool = False


class Arc(NamedTuple):
    """Part of a circle, in degrees from the right, clockwise."""

    center: Point
    radius: float
    start: float
    end: float


class Disk(NamedTuple):
    """A filled circle."""

    center: Point
    radius: float


Shape: TypeAlias = Line | Arc | Disk

ICONS: dict[str, tuple[Shape, ...]] = {
    "undo": (
        Line(((9, 4), (4, 9), (9, 14))),
        Line(((4, 9), (14.5, 9))),
        Arc((14.5, 14), 5, -90, 90),
        Line(((14.5, 19), (10, 19))),
    ),
    "redo": (
        Line(((15, 4), (20, 9), (15, 14))),
        Line(((20, 9), (9.5, 9))),
        Arc((9.5, 14), 5, -90, -270),
        Line(((9.5, 19), (14, 19))),
    ),
    "fork": (Line(((4, 8), (20, 8))), Line(((9, 8), (14, 16), (20, 16))), Disk((4, 8), 2.2)),
    "compare": (
        Line(((4, 5), (13, 5), (13, 14), (4, 14)), closed=True),
        Line(((16.5, 10), (20, 10), (20, 19), (11, 19), (11, 17))),
    ),
    "twig": (Line(((7, 4), (7, 8.5), (9.5, 12), (14, 12))), Disk((16, 12), 3.2)),
    "restart": (Arc((12.5, 12.5), 7.8, 200, 510), Line(((4.2, 4.6), (4.9, 9.8), (10.1, 9.2)))),
    "reverse": (
        Line(((13, 7), (21, 7), (21, 17), (13, 17)), closed=True),
        Line(((10, 12), (3, 12))),
        Line(((6.5, 8.5), (3, 12), (6.5, 15.5))),
    ),
    "elsewhere": (
        Arc((6.8, 12), 3.8, 0, 360),
        Line(((13.5, 12), (21, 12))),
        Line(((17.5, 8.5), (21, 12), (17.5, 15.5))),
    ),
    "hint": (
        Arc((12, 10), 6, 140, 400),
        Line(((7.4, 13.9), (9.2, 17), (14.8, 17), (16.6, 13.9))),
        Line(((10.2, 20.5), (13.8, 20.5))),
    ),
    "solve": (
        Line(((12, 3.5), (20.5, 12), (12, 20.5), (3.5, 12)), closed=True),
        Line(((8.6, 12.2), (11, 14.5), (15.4, 9.9))),
    ),
    "xray": (
        Arc((12, 19.5), 11.5, -137, -43),
        Arc((12, 4.5), 11.5, 43, 137),
        Arc((12, 12), 3, 0, 360),
    ),
    "sound": (
        Line(((4, 9.5), (8, 9.5), (12.5, 5.5), (12.5, 18.5), (8, 14.5), (4, 14.5)), closed=True),
        Arc((12.5, 12), 4, -45, 45),
        Arc((12.5, 12), 8, -45, 45),
    ),
    "silence": (
        Line(((4, 9.5), (8, 9.5), (12.5, 5.5), (12.5, 18.5), (8, 14.5), (4, 14.5)), closed=True),
        Line(((16, 9.5), (21, 14.5))),
        Line(((21, 9.5), (16, 14.5))),
    ),
    "keyboard": (
        Line(((3, 6.5), (21, 6.5), (21, 17.5), (3, 17.5)), closed=True),
        Line(((8, 14), (16, 14))),
        Disk((7, 10), 0.9),
        Disk((10.4, 10), 0.9),
        Disk((13.7, 10), 0.9),
        Disk((17, 10), 0.9),
    ),
    "full_screen": (
        Line(((4.5, 9), (4.5, 4.5), (9, 4.5))),
        Line(((15, 4.5), (19.5, 4.5), (19.5, 9))),
        Line(((19.5, 15), (19.5, 19.5), (15, 19.5))),
        Line(((9, 19.5), (4.5, 19.5), (4.5, 15))),
    ),
    "settings": (
        Line(((4, 7), (20, 7))),
        Line(((4, 17), (20, 17))),
        Line(((4, 12), (20, 12))),
        Disk((9, 7), 2.4),
        Disk((15, 12), 2.4),
        Disk((8, 17), 2.4),
    ),
    "picture": (
        Line(((3.5, 5), (20.5, 5), (20.5, 19), (3.5, 19)), closed=True),
        Line(((4, 16.5), (9.5, 11), (13.5, 15), (16, 12.5), (20, 16.5))),
        Disk((15.5, 9), 1.4),
    ),
    "grid": (
        Line(((4.5, 4.5), (10, 4.5), (10, 10), (4.5, 10)), closed=True),
        Line(((14, 4.5), (19.5, 4.5), (19.5, 10), (14, 10)), closed=True),
        Line(((4.5, 14), (10, 14), (10, 19.5), (4.5, 19.5)), closed=True),
        Line(((14, 14), (19.5, 14), (19.5, 19.5), (14, 19.5)), closed=True),
    ),
    "menu": (Line(((5, 7), (19, 7))), Line(((5, 12), (19, 12))), Line(((5, 17), (19, 17)))),
    "back": (Line(((20, 12), (4, 12))), Line(((10, 6), (4, 12), (10, 18)))),
    "more": (Disk((5.5, 12), 1.7), Disk((12, 12), 1.7), Disk((18.5, 12), 1.7)),
    "left": (Line(((14.5, 6), (8.5, 12), (14.5, 18))),),
    "right": (Line(((9.5, 6), (15.5, 12), (9.5, 18))),),
    "down": (Line(((6, 9.5), (12, 15.5), (18, 9.5))),),
    "up": (Line(((6, 14.5), (12, 8.5), (18, 14.5))),),
    "play": (Line(((8, 5), (19, 12), (8, 19)), closed=True, filled=True),),
    "pause": (Line(((8.5, 6), (8.5, 18))), Line(((15.5, 6), (15.5, 18)))),
    "stop": (Line(((6.5, 6.5), (17.5, 6.5), (17.5, 17.5), (6.5, 17.5)), True, True),),
    "step_back": (Line(((15.5, 6), (9.5, 12), (15.5, 18))), Line(((6, 6.5), (6, 17.5)))),
    "step_forward": (Line(((8.5, 6), (14.5, 12), (8.5, 18))), Line(((18, 6.5), (18, 17.5)))),
    "first": (Line(((12.5, 6), (6.5, 12), (12.5, 18))), Line(((18.5, 6), (12.5, 12), (18.5, 18)))),
    "last": (Line(((5.5, 6), (11.5, 12), (5.5, 18))), Line(((11.5, 6), (17.5, 12), (11.5, 18)))),
    "check": (Line(((5, 12.5), (10, 17.5), (19, 7))),),
    "close": (Line(((6.5, 6.5), (17.5, 17.5))), Line(((17.5, 6.5), (6.5, 17.5)))),
    "alert": (Arc((12, 12), 8.5, 0, 360), Line(((12, 7.8), (12, 12.6))), Disk((12, 16.2), 1.35)),
    "add": (Line(((12, 5), (12, 19))), Line(((5, 12), (19, 12)))),
    "folder": (
        Line(((3.5, 19), (3.5, 5.5), (9.5, 5.5), (12, 8.5), (20.5, 8.5), (20.5, 19)), closed=True),
    ),
    "search": (Arc((10.5, 10.5), 6, 0, 360), Line(((15, 15), (20, 20)))),
    "export": (
        Line(((12, 15), (12, 4))),
        Line(((7.5, 8), (12, 3.6), (16.5, 8))),
        Line(((5, 14), (5, 20), (19, 20), (19, 14))),
    ),
    "take_over": (Line(((5, 5), (18.5, 10.2), (12.6, 12.6), (10.2, 18.5)), closed=True),),
    "calendar": (
        Line(((4.5, 6.5), (19.5, 6.5), (19.5, 19.5), (4.5, 19.5)), closed=True),
        Line(((4.5, 11), (19.5, 11))),
        Line(((8.5, 4), (8.5, 8))),
        Line(((15.5, 4), (15.5, 8))),
        Disk((12, 15.3), 1.6),
    ),
    "clock": (Arc((12, 12), 8.5, 0, 360), Line(((12, 7), (12, 12.3), (15.4, 14.4)))),
    "help": (
        Arc((12, 9), 4, -170, 60),
        Line(((14, 12.5), (12, 14.2), (12, 15.6))),
        Disk((12, 20), 1.35),
    ),
    "turn": (
        Line(((4, 11), (4, 20), (13, 20), (13, 11)), closed=True),
        Arc((11, 12), 7, -80, 20),
        Line(((14.6, 11), (18, 15), (21, 10.6))),
    ),
    "mirror": (
        Line(((12, 3.5), (12, 20.5))),
        Line(((8.5, 7), (3.5, 17.5), (8.5, 17.5)), True),
        Line(((15.5, 7), (20.5, 17.5), (15.5, 17.5)), closed=True, filled=True),
    ),
    "select": (
        Line(((4, 8), (4, 4), (8, 4))),
        Line(((16, 4), (20, 4), (20, 8))),
        Line(((20, 16), (20, 20), (16, 20))),
        Line(((8, 20), (4, 20), (4, 16))),
    ),
    "edit": (Line(((4.5, 19.5), (5.5, 15), (15.5, 5), (19, 8.5), (9, 18.5)), closed=True),),
    "generate": (
        Line(((5, 5), (19, 5), (19, 19), (5, 19)), closed=True),
        Disk((9, 9), 1.4),
        Disk((15, 9), 1.4),
        Disk((12, 12), 1.4),
        Disk((9, 15), 1.4),
        Disk((15, 15), 1.4),
    ),
    "next": (Line(((4, 12), (20, 12))), Line(((14, 6), (20, 12), (14, 18)))),
}


@lru_cache(maxsize=256)
def icon(name: str, pixels: int, color: Color, stroke: float = STROKE) -> Surface:
    """An icon as a picture for canvas.put, that many pixels wide and high."""
    canvas = Canvas((pixels, pixels), pixels / GRID)
    line = canvas.thick(stroke, 1.4)
    for shape in ICONS[name]:
        if isinstance(shape, Arc):
            canvas.arc(shape.center, shape.radius, (shape.start, shape.end), color, line)
        elif isinstance(shape, Disk):
            canvas.circle(shape.center, shape.radius, color)
        else:
            if shape.filled:
                canvas.polygon(shape.points, color)
            canvas.path(shape.points, color, line, shape.closed)
    return canvas.picture()
