"""The history of a game as a line: the part played, a tick for each push, a round head."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect


@dataclass(frozen=True)
class Timeline:
    """`at` of `total` steps are played. `pushes` and `snapshots` are step numbers from 1."""

    total: int
    at: int
    pushes: tuple[int, ...] = ()
    snapshots: tuple[int, ...] = ()
    left_label: str = ""
    right_label: str = ""


def step_at(track: Rect, total: int, x: int) -> int:
    """The step that a point of the track stands for; `track` is the rectangle drawn earlier."""
    if track.width <= 0:
        return 0
    return max(0, min(total, round((x - track.left) * total / track.width)))
