"""Lines from boxes to goals, bent so that those beside each other can be told apart."""

from __future__ import annotations

from functools import lru_cache

from pygame import Rect, Surface

from game.board.picture import Link
from game.looks.theme import Color
from game.widgets.canvas import Canvas, Point, put

STROKE, HALO, DOT = 0.05, 0.09, 0.10
BEND = 0.12
"""How far a line bends away from the straight way, as a share of its length."""
MOST_BEND = 2.0
"""How far it bends at most, in squares: a long line is not to leave the room beside it."""
POINTS = 24


def draw_link(
    surface: Surface, link: Link, place: tuple[int, int, int], ink: Color, halo: Color
) -> None:
    """Draw one line; ``place``: pixels per square, left and top of the board."""
    square, left, top = place
    picture, corner = _picture(link[2] - link[0], link[3] - link[1], square, ink, halo)
    x, y = left + link[0] * square + corner[0], top + link[1] * square + corner[1]
    put(surface, picture, Rect(x, y, *picture.get_size()))


@lru_cache(maxsize=256)
def _picture(
    dx: int, dy: int, square: int, ink: Color, halo: Color
) -> tuple[Surface, tuple[int, int]]:
    """The line, and where its picture begins relative to the square it starts from, in pixels."""
    points = _curve(dx, dy)
    air = 0.2
    left, top = min(x for x, _ in points) - air, min(y for _, y in points) - air
    right, bottom = max(x for x, _ in points) + air, max(y for _, y in points) + air
    size = (round((right - left) * square), round((bottom - top) * square))
    canvas = Canvas(size, square, (round(-left * square), round(-top * square)), samples=2)
    canvas.path(points, halo, canvas.thick(HALO, 3.0))
    canvas.path(points, ink, canvas.thick(STROKE, 1.6))
    canvas.circle(points[-1], DOT, ink)
    return canvas.picture(), (round(left * square), round(top * square))


def _curve(dx: int, dy: int) -> list[Point]:
    """From the rim of the badge on the box to the middle of the goal."""
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    share = min(BEND, MOST_BEND / length)
    bend = (0.5 + dx / 2 + dy * share, 0.5 + dy / 2 - abs(dx) * share)
    end = (0.5 + dx, 0.5 + dy)
    points = []
    for number in range(POINTS + 1):
        t = number / POINTS
        near, middle, far = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append(
            (near * 0.5 + middle * bend[0] + far * end[0],
             near * 0.5 + middle * bend[1] + far * end[1])
        )  # fmt: skip
    skipped = min(POINTS - 1, round(0.3 / length * POINTS))
    return points[skipped:]
