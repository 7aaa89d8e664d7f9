"""Draws the interface in units: flat shapes, text and icons, crisp at every scale."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.looks.theme import Color, Theme, mix, tint
from game.widgets.canvas import Canvas, put
from game.widgets.icons import icon
from game.widgets.layout import PANEL_BLUR, PANEL_DROP
from game.widgets.text import (
    CAPTION,
    SMALL,
    Align,
    Style,
    Weight,
    draw_text,
    fitted,
    measure,
    without_end,
    wrapped,
)

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height in units."""

Mark: TypeAlias = Literal["unsolved", "begun", "assisted", "solved", "optimal"]

KEY_HEIGHT = 18
TRACKING = 0.7
PANEL_RADIUS = 14
VEIL = 0.72
TIGHT = 15
"""Between the two lines of a sentence at the foot of a window."""
DOT = " · "
HOVER, PRESSED = 0.08, 0.16
"""How much of the text's color goes into a button under the mouse, and one held down."""


class Brush:
    """Draws on one part of a surface. All measures are units from the part's top left corner."""

    def __init__(self, surface: Surface, theme: Theme, scale: float, part: Rect) -> None:
        self.surface = surface
        self.theme = theme
        self.scale = scale
        self.part = part
        self.width = part.width / scale
        self.height = part.height / scale

    # --- measures ----------------------------------------------------------------------------
    def rect(self, box: Box) -> Rect:
        """A box in physical pixels."""
        left, top = (round(part * self.scale) for part in box[:2])
        right = round((box[0] + box[2]) * self.scale)
        bottom = round((box[1] + box[3]) * self.scale)
        return Rect(self.part.left + left, self.part.top + top, right - left, bottom - top)

    def style(
        self, size: float, weight: Weight = "Medium", tracking: float = 0.0, tabular: bool = False
    ) -> Style:
        return Style(size * self.scale, weight, tracking * self.scale, tabular)

    def measure(self, string: str, size: float, weight: Weight = "Medium") -> float:
        return measure(string, self.style(size, weight)) / self.scale

    def measure_caption(self, string: str) -> float:
        return measure(string.upper(), self.style(CAPTION, "Bold", TRACKING)) / self.scale

    def measure_number(self, string: str, size: float) -> float:
        return measure(string, self.style(size, "SemiBold", tabular=True)) / self.scale

    def fitted(self, string: str, size: float, weight: Weight, width: float) -> str:
        return fitted(string, self.style(size, weight), width * self.scale)

    def fitted_parts(self, string: str, width: float) -> str:
        """Small text without those last parts, between dots, for which there is no room."""
        parts = string.split(DOT)
        while len(parts) > 1 and self.measure(DOT.join(parts), SMALL) > width:
            parts.pop()
        return self.fitted(DOT.join(parts), SMALL, "Medium", width)

    def whole(self, string: str, size: float, weight: Weight, width: float) -> str:
        """The text without those last sentences for which there is no room."""
        while string and self.measure(string, size, weight) > width:
            string = without_end(string)
        return string

    def wrapped(self, string: str, size: float, weight: Weight, width: float) -> list[str]:
        return wrapped(string, self.style(size, weight), width * self.scale)

    def wrapped_caption(self, string: str, width: float) -> list[str]:
        style = self.style(CAPTION, "Bold", TRACKING)
        return wrapped(string.upper(), style, width * self.scale)

    # --- shapes ------------------------------------------------------------------------------
    def fill(self, box: Box, color: Color) -> Rect:
        rect = self.rect(box)
        self.surface.fill(color, rect)
        return rect

    def picked(self, box: Box, radius: float, fill: Color | None = None) -> None:
        """The ground of what is chosen among others: an edge shows where its fill is pale."""
        self.rounded(box, fill or self.theme.accent_fill, radius)
        self.rounded(box, self.theme.accent, radius, 1.5)

    def hairline(self, box: Box, color: Color) -> None:
        """A straight line, one unit thick but at least one pixel, on whole pixels."""
        rect = self.rect(box)
        self.surface.fill(color, (rect.left, rect.top, max(1, rect.width), max(1, rect.height)))

    def rounded(self, box: Box, color: Color, radius: float, stroke: float = 0.0) -> Rect:
        """A rounded rectangle, filled, or an outline inside it."""
        rect = self.rect(box)
        if rect.width > 0 and rect.height > 0:
            corner = min(round(radius * self.scale), rect.width // 2, rect.height // 2)
            line = max(1, round(stroke * self.scale)) if stroke else 0
            if len(color) == 4 and color[3] < 255:
                put(self.surface, _rounded(rect.size, color, corner, line), rect)
            else:
                _put_rounded(self.surface, rect, color, corner, line)
        return rect

    def circle(
        self, center: tuple[float, float], radius: float, color: Color, stroke: float = 0.0
    ) -> None:
        side = 2 * round((radius + stroke) * self.scale) + 2
        picture = _circle(side, radius * self.scale, color, stroke * self.scale)
        self.stamp(picture, center)

    def diamond(
        self, center: tuple[float, float], half: float, color: Color, stroke: float = 0.0
    ) -> None:
        side = 2 * round((half + stroke) * self.scale) + 2
        self.stamp(_diamond(side, half * self.scale, color, stroke * self.scale), center)

    def icon(
        self, name: str, center: tuple[float, float], size: float, color: Color, stroke: float = 2.0
    ) -> None:
        self.stamp(icon(name, round(size * self.scale), color, stroke), center)

    def mark(self, state: Mark, center: tuple[float, float], size: float, ground: Color) -> None:
        """How a level stands: an empty diamond, one half full, one in another, a full one, a box
        on its goal."""
        theme = self.theme
        if state == "unsolved":
            self.diamond(center, size * 0.40, theme.text_3, max(1.2, size * 0.10))
        elif state == "begun":
            self.stamp(_half_diamond(2 * round(size * self.scale / 2), theme.accent), center)
        elif state == "assisted":
            self.diamond(center, size * 0.42, theme.accent, max(1.2, size * 0.10))
            self.diamond(center, size * 0.20, theme.accent)
        elif state == "solved":
            self.diamond(center, size * 0.46, theme.accent)
            self.diamond(center, size * 0.36, theme.accent_fill)
        else:
            pixels = round(size * self.scale)
            self.stamp(_seat_mark(pixels, theme.proof, ground), center)

    def stamp(self, picture: Surface, center: tuple[float, float]) -> None:
        """Put a picture that was drawn at the size at which it is seen."""
        width, height = picture.get_size()
        left = self.part.left + round(center[0] * self.scale - width / 2)
        top = self.part.top + round(center[1] * self.scale - height / 2)
        self.surface.blit(picture, (left, top), special_flags=BLEND_PREMULTIPLIED)

    # --- words -------------------------------------------------------------------------------
    def text(
        self,
        place: tuple[float, float],
        string: str,
        size: float,
        color: Color,
        weight: Weight = "Medium",
        align: Align = "left",
    ) -> float:
        """Draw a line centered on its capitals; return its width."""
        return self._write(place, string, self.style(size, weight), color, align)

    def number(
        self,
        place: tuple[float, float],
        string: str,
        size: float,
        color: Color,
        align: Align = "left",
    ) -> float:
        """Draw figures that may change without their neighbors moving."""
        style = self.style(size, "SemiBold", tabular=True)
        return self._write(place, string, style, color, align)

    def caption(
        self,
        place: tuple[float, float],
        string: str,
        color: Color | None = None,
        align: Align = "left",
        width: float | None = None,
    ) -> float:
        """Draw a heading in capitals, cut off if it is wider than `width`."""
        style, capitals = self.style(CAPTION, "Bold", TRACKING), string.upper()
        if width is not None:
            capitals = fitted(capitals, style, width * self.scale)
        return self._write(place, capitals, style, color or self.theme.text_3, align)

    def _write(
        self, place: tuple[float, float], string: str, style: Style, color: Color, align: Align
    ) -> float:
        at = (self.part.left + place[0] * self.scale, self.part.top + place[1] * self.scale)
        return draw_text(self.surface, at, string, style, color, align).width / self.scale

    # --- small things made of the above --------------------------------------------------------
    def key_width(self, key: str) -> float:
        return max(KEY_HEIGHT, self.measure(key, CAPTION, "SemiBold") + 10)

    def key(self, place: tuple[float, float], key: str, ink: Color | None = None) -> float:
        """A key cap whose left end is at `place`; on a colored button it takes the label's ink."""
        width = self.key_width(key)
        box = (place[0], place[1] - KEY_HEIGHT / 2, width, KEY_HEIGHT)
        if ink is None:
            self.rounded(box, self.theme.field, 5)
        self.rounded(box, ink or self.theme.line, 5, 1)
        center = (place[0] + width / 2, place[1])
        self.text(center, key, CAPTION, ink or self.theme.text_2, "SemiBold", "center")
        return width

    def focus_ring(self, box: Box, radius: float) -> None:
        """Three units thick, three away; closer around small buttons, which stand closer."""
        x, y, width, height = box
        away, stroke = (6, 3) if min(width, height) > 40 else (2, 2)
        ring = (x - away, y - away, width + 2 * away, height + 2 * away)
        self.rounded(ring, self.theme.text, radius + away, stroke)

    def panel(self, box: Box, radius: float = PANEL_RADIUS) -> None:
        """A floating panel with the interface's only shadow."""
        theme = self.theme
        if not theme.is_flat:
            rect = self.rect(box)
            blur = round(PANEL_BLUR * self.scale)
            shadow = _panel_shadow(rect.size, theme.shadow, round(radius * self.scale), blur)
            drop = round(PANEL_DROP * self.scale)
            place = Rect((rect.left - 3 * blur, rect.top - 3 * blur + drop), shadow.get_size())
            _put_around(self.surface, shadow, place, rect.inflate(-2 * blur, -2 * blur))
        self.rounded(box, theme.panel, radius)
        self.rounded(box, theme.line, radius, 1)

    def card(self, box: Box) -> None:
        """A part of a page, on a ground of its own."""
        self.rounded(box, self.theme.panel, 12)
        self.rounded(box, self.theme.line, 12, 1)

    def choice(self, box: Box, *, is_chosen: bool, is_touched: bool) -> None:
        """The ground of one of several things on a panel that can be chosen."""
        theme = self.theme
        if is_chosen:
            self.rounded(box, tint(theme.panel, theme.accent, 0.16), 10)
            self.rounded(box, theme.accent, 10, 1.5)
        elif is_touched:
            self.rounded(box, theme.raised, 10)

    def thumb(self, track: Box, first: float, seen: float, total: float) -> None:
        """How much of a longer list is seen, and where that begins: a thumb on its track."""
        x, top, width, height = track
        length = max(24.0, height * seen / total)
        y = top + (height - length) * first / (total - seen)
        color = mix(self.theme.panel, self.theme.text, 0.30)
        self.rounded((x, y, width, length), color, width / 2)

    def small(self, place: tuple[float, float], string: str, color: Color | None = None) -> float:
        return self.text(place, string, SMALL, color or self.theme.text_2)

    def sentence(
        self, place: tuple[float, float], words: tuple[str, str], room: float,
        weight: Weight = "SemiBold", gap: float = 5,
    ) -> None:  # fmt: skip
        """A sentence in one line: its first part is bolder, and of the second one only whole
        sentences are left. A first part that is too long takes two lines."""
        lines = self.wrapped(words[0], SMALL, weight, room)
        if len(lines) == 2:
            for line, above in zip(lines, (-TIGHT / 2, TIGHT / 2), strict=True):
                self.text((place[0], place[1] + above), line, SMALL, self.theme.text, weight)
            return
        lead = self.fitted(words[0], SMALL, weight, room)
        used = self.text(place, lead, SMALL, self.theme.text, weight) + (gap if lead else 0)
        rest = self.whole(words[1], SMALL, "Medium", room - used)
        if not lead and not rest:
            rest = self.fitted(words[1], SMALL, "Medium", room)
        self.small((place[0] + used, place[1]), rest)


def _put_around(surface: Surface, picture: Surface, place: Rect, hidden: Rect) -> None:
    """Put a picture, but for the part of it that will be hidden: blending is expensive."""
    hidden = hidden.clip(place)
    for part in (
        Rect(place.left, place.top, place.width, hidden.top - place.top),
        Rect(place.left, hidden.top, hidden.left - place.left, hidden.height),
        Rect(hidden.right, hidden.top, place.right - hidden.right, hidden.height),
        Rect(place.left, hidden.bottom, place.width, place.bottom - hidden.bottom),
    ):
        area = part.move(-place.left, -place.top)
        surface.blit(picture, part, area, special_flags=BLEND_PREMULTIPLIED)


def veil(surface: Surface, theme: Theme) -> None:
    """Let all that is drawn recede behind what will lie over it."""
    cloth = Surface(surface.get_size())
    cloth.fill(theme.outside)
    cloth.set_alpha(round(255 * VEIL))
    surface.blit(cloth, (0, 0))


def touched(color: Color, ink: Color, hover: bool, pressed: bool) -> Color:
    """The color of a button that the mouse is over, or holds down."""
    return mix(color, ink, PRESSED if pressed else HOVER) if hover or pressed else color


def _put_rounded(surface: Surface, rect: Rect, color: Color, radius: int, stroke: int) -> None:
    """Four corners from a small picture, and plain rectangles between them.

    A panel on a large display has millions of pixels; only those of its corners are blended.
    """
    side = max(radius, stroke, 1)
    if 2 * side > min(rect.size):
        put(surface, _rounded(rect.size, color, radius, stroke), rect)
        return
    picture = _rounded((2 * side, 2 * side), color, radius, stroke)
    far_x, far_y = rect.right - side, rect.bottom - side
    for x, from_x in ((rect.left, 0), (far_x, side)):
        for y, from_y in ((rect.top, 0), (far_y, side)):
            area = Rect(from_x, from_y, side, side)
            surface.blit(picture, (x, y), area, special_flags=BLEND_PREMULTIPLIED)
    across, down = rect.width - 2 * side, rect.height - 2 * side
    thick = stroke or side
    surface.fill(color, (rect.left + side, rect.top, across, thick))
    surface.fill(color, (rect.left + side, rect.bottom - thick, across, thick))
    surface.fill(color, (rect.left, rect.top + side, thick, down))
    surface.fill(color, (rect.right - thick, rect.top + side, thick, down))
    if not stroke:
        surface.fill(color, rect.inflate(-2 * side, -2 * side))


@lru_cache(maxsize=256)
def _rounded(size: tuple[int, int], color: Color, radius: int, stroke: int) -> Surface:
    return _paint_rounded(size, color, radius, stroke)


def _paint_rounded(size: tuple[int, int], color: Color, radius: int, stroke: int) -> Surface:
    canvas = Canvas(size, 1, samples=4 if size[0] * size[1] < 200_000 else 2)
    if stroke:
        canvas.ring((0, 0, *size), color, radius, stroke)
    else:
        canvas.rect(0, 0, *size, color, radius)
    return canvas.picture()


@lru_cache(maxsize=128)
def _circle(side: int, radius: float, color: Color, stroke: float) -> Surface:
    canvas = Canvas((side, side), 1)
    canvas.circle((side / 2, side / 2), radius, color, stroke)
    return canvas.picture()


@lru_cache(maxsize=64)
def _diamond(side: int, half: float, color: Color, stroke: float) -> Surface:
    canvas = Canvas((side, side), 1)
    canvas.diamond((side / 2, side / 2), half, color, stroke)
    return canvas.picture()


@lru_cache(maxsize=32)
def _half_diamond(size: int, color: Color) -> Surface:
    canvas = Canvas((size, size), size)
    stroke = canvas.thick(0.10)
    canvas.diamond((0.5, 0.5), 0.40, color, stroke)
    canvas.polygon([(0.5, 0.9), (0.1, 0.5), (0.9, 0.5)], color)
    return canvas.picture()


@lru_cache(maxsize=32)
def _seat_mark(size: int, color: Color, ground: Color) -> Surface:
    canvas = Canvas((size, size), size)
    near, far = 0.26, 0.74
    canvas.polygon(
        [(near, 0), (far, 0), (1, near), (1, far), (far, 1), (near, 1), (0, far), (0, near)], color
    )
    canvas.diamond((0.5, 0.5), 0.29, ground)
    return canvas.picture()


@lru_cache(maxsize=8)
def _panel_shadow(size: tuple[int, int], color: Color, radius: int, blur: int) -> Surface:
    dark = (*color[:3], round((color[3] if len(color) == 4 else 255) * 0.55))
    canvas = Canvas((size[0] + 6 * blur, size[1] + 6 * blur), 1, samples=1)
    canvas.soft((3 * blur, 3 * blur, *size), dark, radius, blur)
    return canvas.picture()
