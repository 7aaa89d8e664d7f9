"""The panel of the X-ray: a legend of what is shown, and a button for each layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pygame import Rect, Surface

from game.board.heat import heat_color
from game.board.marks import MarkSprites
from game.board.picture import SquareMark
from game.input.actions import Action
from game.looks.theme import Theme, tint
from game.widgets.brush import Box, Brush
from game.widgets.buttons import CALM, Attention, Clickable, Hits, draw_bare_icon, draw_panel_head
from game.widgets.buttons import PANEL_EDGE as EDGE
from game.widgets.layout import PlayLayout, reach
from game.widgets.text import SMALL
from levels.language import _

CHIP_HEIGHT, CHIP_GAP, CHIP_AIR = 30, 6, 18
LINE, ROW = 18, 20
SWATCH, ENTRY_GAP, INDENT = 36, 10, 12
LOW, NUMBER_GAP = 400, 5
"""The height below which chips are numbers, so that there is room for a legend; their gap."""
INTRODUCED = 520
"""The height from which on a sentence introduces what the panel shows."""

TURNING = 36
"""The side of the arrows to other legends."""

SECTION = 36
"""Units from the last line of a legend to the caption of the next."""


@dataclass(frozen=True)
class Legend:
    """What one layer shows: a caption, a scale or a figure, rows, and what each mark means."""

    caption: str
    entries: tuple[tuple[SquareMark | None, str], ...] = ()
    """marks as they are on the board, with their words; None: words alone"""
    figures: tuple[str, ...] = ()
    """one figure in full, and shorter where there is no room"""
    most: int | None = None
    """the pushes at the end of the scale of distances, if there is one"""
    rows: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class XRayClosing(Clickable):
    """The cross of this panel, which may lie over another one."""

    @property
    def tip(self) -> str:
        return _("Close the X-ray")

    action = Action.BACK


@dataclass(frozen=True)
class LegendTurning(Clickable):
    """To other legends, where not all have room at once."""

    way: int
    """1: to those that follow; -1: back"""
    first: int
    """of those that are shown then"""

    @property
    def tip(self) -> str:
        return _("Other layers")


@dataclass(frozen=True)
class XRayView:
    """The legends of the layers that are shown, and a chip for each layer there is."""

    legends: tuple[Legend, ...]
    chips: tuple[tuple[Action, str, bool], ...]
    """what switches the layer, label, and whether it is on"""
    keys: tuple[tuple[str, str], ...] = ()
    """what they do to the layers: (("X", "next"),)"""
    is_waiting: bool = False
    wanted: int = 0
    """the legend that is to be seen, if not all have room"""


def draw_xray_panel(
    surface: Surface, layout: PlayLayout, theme: Theme, view: XRayView, attention: Attention = CALM
) -> Hits:
    """Draw the panel into layout.panel; nothing if the layout has none."""
    if layout.panel is None:
        return {}
    brush = Brush(surface, theme, layout.scale, layout.panel)
    hits = draw_panel_head(brush, _("X-ray"), XRayClosing(), attention)
    shown = sum(is_on for _, _, is_on in view.chips)
    words = _("The solver is looking.") if view.is_waiting else _("What the solver sees right now")
    is_low, has_words = brush.height < LOW, view.is_waiting or brush.height >= INTRODUCED
    if has_words:
        brush.small((EDGE, 57), words)
    foot = (_draw_numbers if is_low else _draw_chips)(brush, view, attention, hits)
    y = 88.0 if has_words else 62.0
    pages = _pages(brush, view.legends, foot - y)
    if len(pages) > 1:
        _draw_turning(brush, pages, view.wanted, attention, hits)
    elif shown > 1:
        layers = _("{shown} of {chips} layers", shown=shown, chips=len(view.chips))
        brush.text((brush.width - EDGE - 32, 30), layers, SMALL, theme.text_2, align="right")
    for number in _page_of(pages, view.wanted):
        y = _draw_legend(brush, y, view.legends[number], foot) + SECTION
    return hits


def _pages(brush: Brush, legends: Sequence[Legend], room: float) -> list[range]:
    """Which legends are shown at once: as many as there is room for, one by one."""
    pages, used = [range(0)], 0.0
    for number, legend in enumerate(legends):
        height = _legend_height(brush, legend)
        if used and used + height > room:
            pages.append(range(number, number))
            used = 0.0
        pages[-1] = range(pages[-1].start, number + 1)
        used += height + SECTION
    return pages


def _page_of(pages: Sequence[range], wanted: int) -> range:
    return next((page for page in pages if wanted in page), pages[0])


def _draw_turning(
    brush: Brush, pages: Sequence[range], wanted: int, attention: Attention, hits: Hits
) -> None:
    """Beside the title: which of the pages is shown, and what turns to those beside it."""
    here = pages.index(_page_of(pages, wanted))
    x = brush.width - EDGE - 8 - TURNING
    for way, icon in ((1, "right"), (-1, "left")):
        hit = LegendTurning(way, pages[(here + way) % len(pages)].start)
        hits[hit] = draw_bare_icon(brush, hit, icon, (x, 30), attention, TURNING)
        if way > 0:
            x -= TURNING / 2
            number = f"{here + 1} / {len(pages)}"
            x -= brush.text((x, 30), number, SMALL, brush.theme.text_2, align="right")
            x -= TURNING / 2


def _legend_height(brush: Brush, legend: Legend) -> float:
    """From its caption to its last line."""
    height = (22 + ROW - LINE if legend.rows else 27) + ROW * len(legend.rows)
    height += (48 if legend.most is not None else 0) + (42 if legend.figures else 0)
    for mark, words in legend.entries:
        lines = LINE * len(_lines(brush, mark, words))
        height += max(lines, SWATCH if mark is not None else 0) + ENTRY_GAP
    return height - LINE - ENTRY_GAP


def _draw_legend(brush: Brush, y: float, legend: Legend, foot: float) -> float:
    """One layer, as far as there is room above ``foot``; returns the height of its last line."""
    theme, room = brush.theme, brush.width - 2 * EDGE
    brush.caption((EDGE, y), legend.caption)
    step = ROW
    if y + _legend_height(brush, legend) > foot:
        step = LINE  # so that there is room for what explains the rows
    y += 22 if legend.rows else 27
    for label, value in legend.rows:
        if y > foot:
            return y - LINE - ENTRY_GAP
        end = brush.width - EDGE
        end -= brush.text((end, y), value, SMALL, theme.text, "SemiBold", "right") + ENTRY_GAP
        left = EDGE + (INDENT if label[:1].islower() else 0)  # part of what the row above counts
        brush.small((left, y), brush.fitted(label, SMALL, "Medium", end - left))
        y += step
    if legend.rows:
        y += ROW - LINE
    if legend.most is not None:
        _draw_heat(brush, y, legend.most)
        y += 48
    if legend.figures:
        brush.rounded((EDGE, y - 12, room, 34), theme.field, 8)
        widths = ((brush.measure(each, SMALL, "SemiBold"), each) for each in legend.figures)
        short = next((each for width, each in widths if width <= room - 16), legend.figures[-1])
        brush.text((brush.width / 2, y + 5), short, SMALL, theme.proof, "SemiBold", "center")
        y += 42
    for mark, words in legend.entries:
        y = _draw_entry(brush, y, mark, words, foot)
    return y - LINE - ENTRY_GAP


def _entry_left(mark: SquareMark | None) -> float:
    """Where the words of an entry begin."""
    return EDGE if mark is None else EDGE + SWATCH + 12


def _lines(brush: Brush, mark: SquareMark | None, words: str) -> list[str]:
    return brush.wrapped(words, SMALL, "Medium", brush.width - EDGE - _entry_left(mark))


def _draw_entry(brush: Brush, y: float, mark: SquareMark | None, words: str, foot: float) -> float:
    """A mark and what it means, if there is room for it; returns the height of the next."""
    left, lines = _entry_left(mark), _lines(brush, mark, words)
    if y + max(LINE * len(lines), SWATCH if mark is not None else 0) - LINE > foot:
        return y
    if mark is not None:
        _draw_swatch(brush, (EDGE, y - 9), mark)
    last = y + SWATCH - LINE if mark is not None else y
    if mark is not None and len(lines) == 1:
        y += (SWATCH - LINE) / 2
    for line in lines:
        brush.small((left, y), line)
        y += LINE
    return max(y, last + LINE) + ENTRY_GAP


def _draw_heat(brush: Brush, y: float, most: int) -> None:
    width = brush.width - 2 * EDGE
    parts = 32
    for part in range(parts):
        box = (EDGE + width * part / parts, y - 8, width / parts + 0.5, 16)
        brush.fill(box, heat_color(brush.theme, part / (parts - 1)))
    brush.small((EDGE, y + 20), "0")
    brush.text((brush.width / 2, y + 20), _("pushes"), SMALL, brush.theme.text_2, align="center")
    brush.text((brush.width - EDGE, y + 20), str(most), SMALL, brush.theme.text_2, align="right")


def _draw_swatch(brush: Brush, place: tuple[float, float], mark: SquareMark) -> None:
    """A square of the board with a mark, drawn as it is there."""
    brush.rounded((*place, SWATCH, SWATCH), brush.theme.floor_a, 5)
    square = round((SWATCH - 4) * brush.scale)
    picture = _sprites(brush.theme, square).picture(mark)
    if picture is not None:
        brush.stamp(picture, (place[0] + SWATCH / 2, place[1] + SWATCH / 2))


@lru_cache(maxsize=4)
def _sprites(theme: Theme, square: int) -> MarkSprites:
    return MarkSprites(theme, square, always_writes=True)


def _draw_chips(brush: Brush, view: XRayView, attention: Attention, hits: Hits) -> float:
    """One button per layer, at the foot; returns the height where they begin."""
    room = brush.width - 2 * EDGE
    widths = [brush.measure(label, SMALL, "SemiBold") + CHIP_AIR for _, label, _ in view.chips]
    in_row = _chips_in_row(widths, room)
    high = reach(CHIP_HEIGHT)
    step = high + 6
    top = brush.height - EDGE + 6 - -(-len(widths) // in_row) * step
    brush.hairline((EDGE, top - 38, room, 1), brush.theme.line)
    end = EDGE + brush.caption((EDGE, top - 19), _("Layers"))
    _draw_keys(brush, view.keys, (end, top - 19))
    x = float(EDGE)
    for index, (chip, width) in enumerate(zip(view.chips, widths, strict=True)):
        row, column = divmod(index, in_row)
        x = EDGE if column == 0 else x
        hits[chip[0]] = _draw_chip(brush, (x, top + row * step, width, high), chip, attention)
        x += width + CHIP_GAP
    return top - 50


def _chips_in_row(widths: Sequence[float], room: float) -> int:
    """How many stand in each row but the last, which has as many where possible."""
    for rows in range(1, len(widths)):
        in_row = -(-len(widths) // rows)
        starts = range(0, len(widths), in_row)
        longest = max(sum(widths[start : start + in_row]) for start in starts)
        if longest + (in_row - 1) * CHIP_GAP <= room:
            return in_row
    return 1


def _draw_numbers(brush: Brush, view: XRayView, attention: Attention, hits: Hits) -> float:
    """The same in one row: tips name the layers, and legends those that are on."""
    room, high = brush.width - 2 * EDGE + NUMBER_GAP, reach(CHIP_HEIGHT)
    in_row = min(len(view.chips), int(room / (reach(1) + NUMBER_GAP)))
    in_row = -(-len(view.chips) // -(-len(view.chips) // in_row))  # as many in each row
    width, rows = room / in_row - NUMBER_GAP, -(-len(view.chips) // in_row)
    top = brush.height - EDGE + 6 - rows * (high + NUMBER_GAP) + NUMBER_GAP
    for index, (action, _label, is_on) in enumerate(view.chips):
        row, column = divmod(index, in_row)
        place = (EDGE + column * (width + NUMBER_GAP), top + row * (high + NUMBER_GAP))
        box = (*place, width, high)
        hits[action] = _draw_chip(brush, box, (action, str(index + 1), is_on), attention)
    return top - 14


def _draw_chip(
    brush: Brush, box: Box, chip: tuple[Action, str, bool], attention: Attention
) -> Rect:
    """The button of a layer: what switches it, its label, and whether it is on."""
    theme, (action, label, is_on) = brush.theme, chip
    is_touched = action in (attention.hover, attention.pressed)
    fill = tint(theme.bar, theme.accent, 0.16) if is_on else theme.panel
    middle = box[3] / 2
    brush.rounded(box, theme.raised if is_touched and not is_on else fill, middle)
    brush.rounded(box, theme.accent if is_on else theme.line, middle, 1.5 if is_on else 1)
    if action is attention.focus:
        brush.focus_ring(box, middle)
    ink = theme.accent if is_on else theme.text_2
    center = (box[0] + box[2] / 2, box[1] + middle)
    brush.text(center, label, SMALL, ink, "SemiBold", "center")
    return brush.rect(box)


def _draw_keys(brush: Brush, keys: tuple[tuple[str, str], ...], place: tuple[float, float]) -> None:
    """What keys do to the layers, from the right: as many as there is room for beside `place`."""
    x, (end, y) = brush.width - EDGE, place
    for key, words in reversed(keys):
        if x - brush.measure(words, SMALL) - brush.key_width(key) - 6 < end + 10:
            return
        x -= brush.measure(words, SMALL)
        brush.small((x, y), words)
        x -= brush.key_width(key) + 6
        brush.key((x, y), key)
        x -= 14
