"""Themes: one color per role, read from a file and checked before it is believed."""

from __future__ import annotations

import json
import re
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from game.looks.assets import asset
from levels.language import NP_, _
from levels.refusals import words_of

Color: TypeAlias = tuple[int, int, int] | tuple[int, int, int, int]
"""Red, green, blue and, where a role is translucent, alpha; each 0 to 255."""

THEMES = {
    "dusk": NP_("theme", "Dusk"), "paper": NP_("theme", "Paper"), "okabe": "Okabe",
    "signal": NP_("theme", "Signal"), "characters": NP_("theme", "Characters"),
}  # fmt: skip
"""The themes that ship, and what they are called: dark, light, safe for the color-blind (by the
name of who chose its colors), high contrast, set in type."""

THEME_NAMES = tuple(THEMES)
USUAL_THEME = THEME_NAMES[0]

HEAT_STEPS = 5

READABLE = 4.5
"""The least contrast of words with their ground."""

SATURATION = 0.45
"""How blue the room of reverse play is, from 0 to 1."""


class ThemeError(ValueError):
    """A theme that cannot be used: which file, which role, and what is wrong with it."""


@dataclass(frozen=True)
class Theme:
    """All colors of the game by role. An outline that may be None is one a theme can go without."""

    name: str
    characters: bool
    """whether boards are set in type, as XSB writes them, instead of drawn"""
    # board
    outside: Color
    floor_a: Color
    floor_b: Color
    wall_top: Color
    wall_lit: Color
    wall_front: Color
    wall_edge: Color | None
    shadow: Color
    goal: Color
    goal_fill: Color
    box_top: Color
    box_rim: Color
    box_front: Color
    box_line: Color
    box_mark: Color
    box_edge: Color | None
    seat_top: Color
    seat_rim: Color
    seat_front: Color
    seat_line: Color
    seat_mark: Color
    seat_edge: Color | None
    pusher_body: Color
    pusher_shade: Color
    pusher_head: Color
    pusher_eye: Color
    pusher_edge: Color | None
    # interface
    bar: Color
    panel: Color
    raised: Color
    line: Color
    field: Color
    text: Color
    text_2: Color
    text_3: Color
    accent: Color
    accent_fill: Color
    on_accent: Color
    proof: Color
    danger: Color
    info: Color
    # heat maps, near to far, and what is written on them
    heat: tuple[Color, ...]
    heat_text_dark: Color
    heat_text_light: Color

    @cached_property
    def is_flat(self) -> bool:
        """Whether pieces are outlined instead of lit: no shadows, no front faces."""
        return self.wall_edge is not None


def load_theme(name: str) -> Theme:
    """The theme of that name among the assets."""
    return read_theme(asset("themes", f"{name.lower()}.json"))


def usable_theme(name: str) -> tuple[Theme, tuple[str, str] | None]:
    """That theme, or the usual one and what is wrong with the other, in two parts."""
    try:
        return load_theme(name), None
    except ThemeError as error:
        return load_theme(USUAL_THEME), (
            f"{error}.",
            _("{theme} is shown instead.", theme=_(THEMES[USUAL_THEME])),
        )


def read_theme(path: Path) -> Theme:
    """The theme in a file. Raises ThemeError that says which role is wrong, and how."""
    try:
        roles = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ThemeError(
            _("{path}: cannot be read: {reason}", path=path, reason=words_of(error))
        ) from error
    except ValueError as error:
        raise ThemeError(_("{path}: is not JSON: {error}", path=path, error=error)) from error
    if not isinstance(roles, dict):
        raise ThemeError(_("{path}: must be one object of roles and colors", path=path))
    expected = {field.name: str(field.type) for field in fields(Theme)}
    _check_names(path, set(roles), set(expected))
    return Theme(**{role: _value(path, role, kind, roles[role]) for role, kind in expected.items()})


def _check_names(path: Path, found: set[str], expected: set[str]) -> None:
    if missing := sorted(expected - found):
        raise ThemeError(_("{path}: role missing: {roles}", path=path, roles=", ".join(missing)))
    if unknown := sorted(found - expected):
        raise ThemeError(_("{path}: unknown role: {roles}", path=path, roles=", ".join(unknown)))


def _value(path: Path, role: str, kind: str, value: Any) -> Any:
    """What a role holds, checked against its type in Theme."""
    if kind == "str":
        if not isinstance(value, str) or not value:
            raise ThemeError(
                _(
                    "{path}: {role}: a name was expected, not {value}",
                    path=path,
                    role=role,
                    value=json.dumps(value),
                )
            )
        return value
    if kind == "bool":
        if not isinstance(value, bool):
            raise ThemeError(
                _(
                    "{path}: {role}: true or false was expected, not {value}",
                    path=path,
                    role=role,
                    value=json.dumps(value),
                )
            )
        return value
    if kind.startswith("tuple"):
        if not isinstance(value, list) or len(value) != HEAT_STEPS:
            raise ThemeError(
                _(
                    "{path}: {role}: a list of {number} colors was expected",
                    path=path,
                    role=role,
                    number=HEAT_STEPS,
                )
            )
        return tuple(_color(path, role, each) for each in value)
    if value is None and kind.endswith("None"):
        return None
    return _color(path, role, value)


def _color(path: Path, role: str, value: Any) -> Color:
    if not isinstance(value, str) or not re.fullmatch(r"#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})", value):
        raise ThemeError(
            _(
                "{path}: {role}: a color such as #2A303C or #2A303C80 was expected, not {value}",
                path=path,
                role=role,
                value=json.dumps(value),
            )
        )
    red, green, blue, *alpha = bytes.fromhex(value[1:])
    return (red, green, blue, alpha[0]) if alpha else (red, green, blue)


@lru_cache(maxsize=1024)
def mix(one: Color, other: Color, share: float) -> Color:
    """One color with a share of the other in it; opaque."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one[:3], other, strict=False))
    return red, green, blue


@lru_cache(maxsize=256)
def tint(ground: Color, ink: Color, share: float) -> Color:
    """A ground with a share of an ink in it: less where the ink could not be read on it."""
    tinted = mix(ground, ink, share)
    while share > 0.02 and contrast(ink, tinted) < READABLE:
        share -= 0.01
        tinted = mix(ground, ink, share)
    return tinted


def with_alpha(color: Color, alpha: float) -> Color:
    """The color, made translucent: alpha from 0 to 1, times the alpha that it has already."""
    own = color[3] if len(color) == 4 else 255
    return color[0], color[1], color[2], round(own * alpha)


def theme_of_reverse(theme: Theme) -> Theme:
    """The theme in which reverse play is drawn: the same room in the blue of the pusher.

    Every color keeps its luminance, so whatever stands out still stands out.
    """
    roles = ("outside", "floor_a", "floor_b", "wall_top", "wall_lit", "wall_front")
    tinted = {role: _tinted(getattr(theme, role), theme.info) for role in roles}
    return replace(theme, name=f"{theme.name} reversed", **tinted)  # type: ignore[arg-type]


def luminance(color: Color) -> float:
    """Relative luminance from 0 to 1, as WCAG 2.1 defines it."""
    parts = [part / 255 for part in color[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """How well two colors can be told apart, from 1 to 21, as WCAG 2.1 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _tinted(color: Color, ink: Color) -> Color:
    """A color in the hue of another one, as light as it was."""
    hue, _, _ = rgb_to_hls(*(part / 255 for part in ink[:3]))
    wanted = luminance(color)
    shades = (hls_to_rgb(hue, step / 255, SATURATION) for step in range(256))
    colors = [(round(255 * r), round(255 * g), round(255 * b)) for r, g, b in shades]
    return min(colors, key=lambda shade: abs(luminance(shade) - wanted))
