"""The panel of the X-ray: a legend of what is shown, and a button for each layer."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Surface

from game.theme import Theme, mix, with_alpha
from game.view.brush import Brush
from game.view.buttons import CALM, Attention, Hits, draw_bare_icon
from game.view.heat import heat_color
from game.view.layout import PlayLayout
from game.view.text import SMALL, TITLE

EDGE = 20
CHIP_HEIGHT, CHIP_GAP = 30, 8
LINE = 18


@dataclass(frozen=True)
class Legend:
    """What one layer shows: a caption, a swatch of `kind` beside the words, a figure or rows."""

    kind: str
    caption: str
    text: str = ""
    figure: str = ""
    rows: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class XRayView:
    """Names in the hits: "close_xray", and the keys of the chips."""

    legends: tuple[Legend, ...]
    chips: tuple[tuple[str, str, bool], ...]
    """key, label, and whether it is on"""
    is_waiting: bool = False


def draw_xray_panel(
    surface: Surface, layout: PlayLayout, theme: Theme, view: XRayView, attention: Attention = CALM
) -> Hits:
    """Draw the panel into layout.panel; nothing if the layout has none."""
    if layout.panel is None:
        return {}
    brush = Brush(surface, theme, layout.scale, layout.panel)
    brush.panel((0, 0, brush.width, brush.height))
    brush.text((EDGE, 30), "X-ray", TITLE, theme.text, "Bold")
    close = (brush.width - EDGE - 8, 30)
    hits = {"close_xray": draw_bare_icon(brush, "close_xray", "close", close, attention, 36)}
    shown = sum(is_on for _, _, is_on in view.chips)
    words = f"What the solver sees right now: {shown} of {len(view.chips)}"
    brush.small((EDGE, 57), "The solver is looking." if view.is_waiting else words)
    foot = _draw_chips(brush, view, attention, hits)
    y = 88.0
    for legend in view.legends:
        if y + 40 > foot:
            break
        y = _draw_legend(brush, y, legend) + 22
    return hits


def _draw_legend(brush: Brush, y: float, legend: Legend) -> float:
    """One layer; returns the height of its last line."""
    theme, room = brush.theme, brush.width - 2 * EDGE
    brush.caption((EDGE, y), legend.caption)
    y += 22
    for label, value in legend.rows:
        brush.small((EDGE, y), label)
        brush.number((brush.width - EDGE, y), value, SMALL, theme.text, "right")
        y += 21
    if legend.rows:
        return y - 21
    if legend.kind == "heat":
        _draw_heat(brush, y, legend.figure)
        y += 42
    elif legend.figure:
        brush.rounded((EDGE, y - 12, room, 34), theme.field, 8)
        short = brush.fitted(legend.figure, SMALL, "SemiBold", room - 16)
        brush.text((brush.width / 2, y + 5), short, SMALL, theme.proof, "SemiBold", "center")
        y += 42
    left = EDGE
    if legend.kind not in ("heat", "facts"):
        _draw_swatch(brush, (EDGE, y - 9), legend.kind)
        left += 40
    for line in brush.wrapped(legend.text, SMALL, "Medium", brush.width - EDGE - left):
        brush.small((left, y), line)
        y += LINE
    return y - LINE


def _draw_heat(brush: Brush, y: float, most: str) -> None:
    width = brush.width - 2 * EDGE
    parts = 32
    for part in range(parts):
        box = (EDGE + width * part / parts, y - 8, width / parts + 0.5, 16)
        brush.fill(box, heat_color(brush.theme, part / (parts - 1)))
    brush.small((EDGE, y + 20), "0")
    brush.text((brush.width / 2, y + 20), "pushes", SMALL, brush.theme.text_2, align="center")
    brush.text((brush.width - EDGE, y + 20), most, SMALL, brush.theme.text_2, align="right")


def _draw_swatch(brush: Brush, place: tuple[float, float], kind: str) -> None:
    """What the layer looks like on the board, 28 units wide."""
    theme = brush.theme
    box = (*place, 28.0, 28.0)
    center = (place[0] + 14, place[1] + 14)
    brush.rounded(box, theme.floor_a, 5)
    match kind:
        case "badge":
            brush.circle(center, 10, theme.field)
            brush.circle(center, 10, theme.text, 1.5)
            brush.text(center, "9", SMALL, theme.text, "SemiBold", "center")
        case "dead":
            for shift in (6, 12, 18, 24):
                brush.hairline((place[0] + shift - 1, place[1] + 5, 2, 18), theme.danger)
        case "tunnel":
            brush.rounded(box, with_alpha(theme.info, 0.45), 5)
        case "reach":
            brush.circle(center, 3, theme.info)
        case "corral":
            brush.rounded(box, with_alpha(theme.proof, 0.35), 5)
            brush.text(center, "PI", SMALL, theme.text, "SemiBold", "center")
        case "frozen":
            brush.rounded((box[0] + 3, box[1] + 3, 22, 22), theme.info, 6, 2.5)


def _draw_chips(brush: Brush, view: XRayView, attention: Attention, hits: Hits) -> float:
    """A button a layer, at the foot; returns the height where they begin."""
    theme, room = brush.theme, brush.width - 2 * EDGE
    rows: list[list[tuple[str, str, bool, float]]] = [[]]
    used = 0.0
    for key, label, is_on in view.chips:
        width = brush.measure(label, SMALL, "SemiBold") + 24
        if rows[-1] and used + width > room:
            rows.append([])
            used = 0.0
        rows[-1].append((key, label, is_on, width))
        used += width + CHIP_GAP
    step = CHIP_HEIGHT + 6
    top = brush.height - EDGE - 30 - len(rows) * step
    brush.hairline((EDGE, top - 36, room, 1), theme.line)
    brush.caption((EDGE, top - 18), "Layers")
    for index, row in enumerate(rows):
        x = float(EDGE)
        for key, label, is_on, width in row:
            box = (x, top + index * step, width, CHIP_HEIGHT)
            is_touched = key in (attention.hover, attention.pressed)
            fill = mix(theme.bar, theme.accent, 0.16) if is_on else theme.panel
            brush.rounded(box, theme.raised if is_touched and not is_on else fill, 15)
            brush.rounded(box, theme.accent if is_on else theme.line, 15, 1.5 if is_on else 1)
            ink = theme.accent if is_on else theme.text_2
            brush.text((x + width / 2, box[1] + 15), label, SMALL, ink, "SemiBold", "center")
            hits[key] = brush.rect(box)
            x += width + CHIP_GAP
    x, y = float(EDGE), brush.height - EDGE - 8
    for key, words in (("X", "next"), ("Esc", "off")):
        x += brush.key((x, y), key) + 8
        x += brush.small((x, y), words) + 20
    return top - 40
