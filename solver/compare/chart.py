"""The bar chart of a comparison: nodes on a logarithmic scale, a bar for each row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby
from math import ceil, log10
from operator import attrgetter
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from levels.language import N_, _, figures, said_of
from solver.compare.comparison import LIMIT_REACHED, MethodResult
from solver.messages import Metric

_SOLVER = Path(str(files("solver")))
_FONTS = [_SOLVER / "fonts", _SOLVER.parent / "assets" / "fonts"]
"""Where the fonts are: in the installed package, or beside it in a checkout."""
_SCALE = 2
"""pixels drawn for each pixel of the measures below; the picture stays sharp on any screen"""
_WIDTH, _MARGIN = 960, 32
_BARS_FROM, _BARS_TO = 300, 790
_ROW, _BAR, _HEADING, _AXIS, _TOP = 24, 14, 44, 40, 80

_PAPER, _LINE = "#FBF8F2", "#E2DACB"
_TEXT, _TEXT_2, _TEXT_3 = "#23262D", "#545A66", "#6B7079"
_PROVED, _FOUND, _OPEN = "#0F8A72", "#E9A93F", "#A9B3C7"
_LEGEND = (
    (_PROVED, N_("fewest pushes, proved")),
    (_FOUND, N_("some solution")),
    (_OPEN, N_("limit reached")),
)


def save_chart(rows: list[MethodResult], title: str, subtitle: str, file: str) -> None:
    """Raises OSError if the file cannot be written, ValueError if its name is no picture's."""
    _Chart(rows).drawn(title, subtitle).save(file)


@dataclass(frozen=True)
class _Pen:
    """Draws in unscaled measures."""

    draw: ImageDraw.ImageDraw

    def text(
        self, at: tuple[float, float], text: str, look: tuple[str, int, str], anchor: str
    ) -> None:
        """``look``: weight of the type, size, color."""
        weight, size, color = look
        place = (at[0] * _SCALE, at[1] * _SCALE)
        self.draw.text(place, text, color, font=_font(weight, size), anchor=anchor)

    def box(self, left: float, top: float, right: float, bottom: float, color: str) -> None:
        corners = [side * _SCALE for side in (left, top, right, bottom)]
        self.draw.rounded_rectangle(corners, radius=3 * _SCALE, fill=color)

    def line(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.draw.line([at * _SCALE for at in (*start, *end)], _LINE, width=_SCALE)


class _Chart:
    def __init__(self, rows: list[MethodResult]) -> None:
        self._rows = rows
        self._decades = max(1, ceil(log10(max((row.nodes for row in rows), default=1) + 1)))

    def drawn(self, title: str, subtitle: str) -> Image.Image:
        headings = len({row.heading for row in self._rows})
        height = _TOP + headings * _HEADING + len(self._rows) * _ROW + _AXIS + _MARGIN
        image = Image.new("RGB", (_WIDTH * _SCALE, height * _SCALE), _PAPER)
        pen = _Pen(ImageDraw.Draw(image))
        pen.text((_MARGIN, _MARGIN + 6), title, ("Bold", 20, _TEXT), "lm")
        pen.text((_MARGIN, _MARGIN + 32), subtitle, ("Medium", 13, _TEXT_2), "lm")
        bottom = height - _MARGIN - _AXIS
        self._draw_axis(pen, bottom)
        for top, entry in self._placed():
            if isinstance(entry, str):
                pen.text((_MARGIN, top + 28), entry, ("Bold", 13, _TEXT), "lm")
            else:
                self._draw_row(pen, top + _ROW / 2, entry)
        _draw_legend(pen, height - _MARGIN)
        return image

    def _placed(self) -> Iterator[tuple[int, MethodResult | str]]:
        """Headings and rows with their upper edges."""
        top = _TOP
        for heading, rows in groupby(self._rows, key=attrgetter("heading")):
            yield top, heading
            top += _HEADING
            for row in rows:
                yield top, row
                top += _ROW

    def _x(self, nodes: float) -> float:
        share = log10(max(1, nodes)) / self._decades
        return _BARS_FROM + share * (_BARS_TO - _BARS_FROM)

    def _draw_axis(self, pen: _Pen, bottom: int) -> None:
        for decade in range(self._decades + 1):
            x = self._x(10**decade)
            pen.line((x, _TOP + _HEADING - 8), (x, bottom))
            pen.text((x, bottom + 14), f"{10**decade:,}", ("Medium", 11, _TEXT_3), "mm")

    def _draw_row(self, pen: _Pen, middle: float, row: MethodResult) -> None:
        pen.text((_BARS_FROM - 12, middle), row.name, ("Medium", 13, _TEXT_2), "rm")
        end = max(self._x(row.nodes), _BARS_FROM + 6)
        color = _OPEN if row.cause else _PROVED if row.is_proved else _FOUND
        pen.box(_BARS_FROM, middle - _BAR / 2, end, middle + _BAR / 2, color)
        said = _said(row)
        width = _font("SemiBold", 13).getlength(said) / _SCALE
        pen.box(end + 4, middle - 9, end + 12 + width, middle + 9, _PAPER)
        pen.text((end + 8, middle), said, ("SemiBold", 13, _TEXT), "lm")


def _said(row: MethodResult) -> str:
    """What stands at the end of a bar."""
    if row.cause:
        return said_of(figures(row.nodes), _(LIMIT_REACHED[row.cause]))
    if not row.is_proved:
        return said_of(figures(row.nodes), Metric.PUSHES.amount(row.pushes or 0))
    return figures(row.nodes)


def _draw_legend(pen: _Pen, middle: float) -> None:
    x: float = _BARS_FROM
    for color, message in _LEGEND:
        words = _(message)
        pen.box(x, middle - 6, x + 12, middle + 6, color)
        pen.text((x + 20, middle), words, ("Medium", 13, _TEXT_2), "lm")
        x += 40 + _font("Medium", 13).getlength(words) / _SCALE
    pen.text((_MARGIN, middle), _("Nodes expanded, logarithmic"), ("Medium", 13, _TEXT_2), "lm")


def _font(weight: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    for folder in _FONTS:
        with suppress(OSError):
            return ImageFont.truetype(folder / f"Manrope-{weight}.ttf", size * _SCALE)
    return ImageFont.load_default(size * _SCALE)
