"""Type: Manrope in six sizes, centered on its capitals.

Text is set at four times its size and scaled down, so that widths keep their proportions at
every scale. Manrope has no tabular figures: numbers that change are set digit by digit.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import pygame
from pygame import SRCALPHA, Rect, Surface

from game.looks.assets import asset
from game.looks.theme import Color

CAPTION, SMALL, BODY, TITLE, NUMBER, DISPLAY = 11, 13, 15, 20, 22, 34
"""All sizes there are, in units."""

CAP_HEIGHT = 0.72
TABULAR = 0.93
"""The width of a tabular digit, as a share of the widest one."""

SAMPLES = 4
ELLIPSIS = "…"

Weight: TypeAlias = Literal["Medium", "SemiBold", "Bold"]
Align: TypeAlias = Literal["left", "center", "right"]


class Style(NamedTuple):
    """How text is set: its size in physical pixels, and tracking as well."""

    size: float
    weight: Weight = "Medium"
    tracking: float = 0.0
    tabular: bool = False


@lru_cache(maxsize=4096)
def measure(string: str, style: Style) -> float:
    """The width in physical pixels."""
    string = _aired(_settable(string))
    face = font(round(style.size * SAMPLES), style.weight)
    if not style.tracking and not style.tabular:
        return face.size(string)[0] / SAMPLES
    advances = _advances(string, style, face)
    return (sum(advances) - (style.tracking * SAMPLES if advances else 0)) / SAMPLES


def fitted(string: str, style: Style, width: float) -> str:
    """The text, with its end cut off if it is wider than that."""
    if measure(string, style) <= width:
        return string
    while string and measure(string.rstrip() + ELLIPSIS, style) > width:
        string = string[:-1]
    return string.rstrip() + ELLIPSIS if string else ""


def without_end(string: str) -> str:
    """The text without its last sentence. A dot by itself ends none: it draws a goal."""
    found = re.match(r"(.*\S\.) ", string, re.DOTALL)
    return found[1] if found else ""


def wrapped(string: str, style: Style, width: float) -> list[str]:
    """The text in lines no wider than that, unless a word is; no-break and thin spaces hold."""
    lines: list[str] = []
    for word in filter(None, re.split("[ \n]+", string)):
        if lines and measure(f"{lines[-1]} {word}", style) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def draw_text(
    surface: Surface,
    place: tuple[float, float],
    string: str,
    style: Style,
    color: Color,
    align: Align = "left",
) -> Rect:
    """Draw a line; the middle of its capitals is at the height of `place`."""
    string = _settable(string)
    width = measure(string, style)
    left = place[0] - {"left": 0.0, "center": width / 2, "right": width}[align]
    baseline = round(place[1] + CAP_HEIGHT * style.size / 2)
    if string:
        picture, ascent = _set(string, style, color[:3])
        surface.blit(picture, (round(left), baseline - ascent))
    height = round(style.size)
    return Rect(round(left), round(place[1] - height / 2), round(width), height)


def visible(string: str) -> str:
    """The text without characters that show nothing by themselves, such as marks of direction: SDL
    refuses to set a line of nothing else."""
    return "".join(each for each in _settable(string) if measure(each, Style(BODY)) > 0)


def _aired(string: str) -> str:
    """A dot that separates words stands farther from them than words do from each other."""
    return string.replace(" · ", "  ·  ")


def _settable(string: str) -> str:
    """The text without null characters, and with a mark for bytes of a file's name that are no
    text: SDL cannot set either."""
    return string.replace("\0", "").encode(errors="replace").decode()


def _advances(string: str, style: Style, face: pygame.font.Font) -> list[float]:
    """How far each character takes the pen, in samples."""
    digit = TABULAR * max(face.size(figure)[0] for figure in "0123456789")
    return [
        (digit if style.tabular and each.isdigit() else face.size(each)[0])
        + style.tracking * SAMPLES
        for each in string
    ]


@lru_cache(maxsize=1024)
def _set(string: str, style: Style, color: tuple[int, int, int]) -> tuple[Surface, int]:
    """A line as a picture, and where its baseline is: on a whole pixel, so that it is sharp."""
    string = _aired(string)
    face = font(round(style.size * SAMPLES), style.weight)
    if not style.tracking and not style.tabular:
        return _rendered(string, style, color, 0)
    whole, ascent = None, 0
    pen = 0.0
    for each, advance in zip(string, _advances(string, style, face), strict=True):
        is_figure = style.tabular and each.isdigit()
        inset = (advance - face.size(each)[0]) / 2 if is_figure else 0
        left, phase = divmod(round(pen + inset), SAMPLES)
        picture, ascent = _rendered(each, style, color, phase)
        if whole is None:
            whole = Surface((int(measure(string, style)) + 3, picture.get_height()), SRCALPHA)
            whole.fill((*color, 0))
        whole.blit(picture, (left, 0))
        pen += advance
    assert whole is not None
    return whole, ascent


@lru_cache(maxsize=1024)
def _rendered(
    string: str, style: Style, color: tuple[int, int, int], phase: int
) -> tuple[Surface, int]:
    """The same without tracking; ``phase``: how many samples right of a whole pixel it begins."""
    face = font(round(style.size * SAMPLES), style.weight)
    drop = -face.get_ascent() % SAMPLES
    ascent = (face.get_ascent() + drop) // SAMPLES
    width = -(-(face.size(string)[0] + phase) // SAMPLES) + 1
    size = (width, ascent + -(-face.get_height() // SAMPLES))
    layer = Surface((size[0] * SAMPLES, size[1] * SAMPLES), SRCALPHA)
    layer.fill((*color, 0))
    if face.size(string)[0]:  # SDL refuses to set what shows nothing
        layer.blit(face.render(string, True, color), (phase, drop))
    return pygame.transform.smoothscale(layer, size), ascent


# --- the shipped fonts ---------------------------------------------------------------------------

_fonts: dict[tuple[int, str], pygame.font.Font] = {}


def font(pixels: int, weight: str = "Medium") -> pygame.font.Font:
    """Manrope at that many pixels, loaded once. Weights: Medium, SemiBold, Bold.

    And "Mono": DejaVu Sans Mono, for boards that are set in type.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    key = (pixels, weight)
    found = _fonts.get(key)
    if found is None or not _is_alive(found):
        found = _fonts[key] = pygame.font.Font(asset("fonts", _file_of(weight)), pixels)
    return found


def _file_of(weight: str) -> str:
    return "DejaVuSansMono-Bold.ttf" if weight == "Mono" else f"Manrope-{weight}.ttf"


def _is_alive(found: pygame.font.Font) -> bool:
    """Fonts die with the font module, and it may have been started anew since."""
    try:
        found.get_height()
    except pygame.error:
        return False
    return True
