"""The marks for the difficulty of a level: five dots, one filled for each mark."""

from __future__ import annotations

from game.widgets.brush import Brush

MARKS = 5
RADIUS, PITCH = 2.5, 10.0


def draw_difficulty(
    brush: Brush, place: tuple[float, float], marks: int, *, align_right: bool = False
) -> float:
    """Draw the dots from their left end on, or up to their right end; return their width."""
    width = (MARKS - 1) * PITCH + 2 * RADIUS
    left = place[0] - width if align_right else place[0]
    for index in range(MARKS):
        center = (left + RADIUS + index * PITCH, place[1])
        if index < marks:
            brush.circle(center, RADIUS + 0.25, brush.theme.text_2)
        else:
            brush.circle(center, RADIUS - 0.25, brush.theme.text_3, 1)
    return width
