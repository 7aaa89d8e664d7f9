"""The bottom bar of a replay: transport, speed, timeline."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Surface

from game.theme import Theme
from game.view.buttons import CALM, Attention, Hits, ToolButton
from game.view.layout import PlayLayout
from game.view.timeline import Timeline

SPEEDS = (1, 2, 4, 8)


@dataclass(frozen=True)
class ReplayBar:
    """Names in the hits: "first", "step_back", "play", "step_forward", "last", "speed_1",
    "speed_2", "speed_4", "speed_8", "timeline", and the keys of the buttons at the right.
    """

    timeline: Timeline
    playing: bool = False
    speed: int = 1
    right: tuple[ToolButton, ...] = (ToolButton("take_over", "take_over", "Take over"),)


def draw_replay_bar(
    surface: Surface, layout: PlayLayout, theme: Theme, bar: ReplayBar,
    attention: Attention = CALM,
) -> Hits:
    return {}
