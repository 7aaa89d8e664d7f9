"""Heat maps: how far something is, as a color between near and far."""

from __future__ import annotations

from game.looks.theme import Color, Theme, contrast, mix


def heat_color(theme: Theme, share: float) -> Color:
    """The color at a share of the way, 0 near to 1 far."""
    steps = len(theme.heat) - 1
    place = min(max(share, 0.0), 1.0) * steps
    step = min(int(place), steps - 1)
    return mix(theme.heat[step], theme.heat[step + 1], place - step)


def heat_ink(theme: Theme, share: float) -> Color:
    """What figures are written in there: whichever can be read better."""
    ground = heat_color(theme, share)
    inks = theme.heat_text_dark, theme.heat_text_light
    return max(inks, key=lambda ink: contrast(ink, ground))
