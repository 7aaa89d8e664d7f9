"""Heat maps: how far something is, as a color between near and far."""

from __future__ import annotations

from game.theme import Color, Theme, mix

LIGHT_FROM = 0.45
"""The share of the way from which on light figures are easier to read than dark ones."""


def heat_color(theme: Theme, share: float) -> Color:
    """The color at a share of the way, 0 near to 1 far."""
    steps = len(theme.heat) - 1
    place = min(max(share, 0.0), 1.0) * steps
    step = min(int(place), steps - 1)
    return mix(theme.heat[step], theme.heat[step + 1], place - step)


def heat_ink(theme: Theme, share: float) -> Color:
    """What figures are written in there."""
    ground = sum(heat_color(theme, share)[:3])
    return theme.heat_text_dark if ground > 330 else theme.heat_text_light
