"""The proof panel: what the solver has proved so far, and how hard it works."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

from pygame import Rect, Surface

from game.language.words import clock, percent, shortened
from game.looks.theme import Theme, mix
from game.proof.chart import draw_chart
from game.proof.choice_fields import OpenList, choices_height, draw_choices
from game.proof.choices import DropDown
from game.proof.proof import History
from game.widgets.brush import Brush
from game.widgets.buttons import (
    CALM,
    Attention,
    Clickable,
    Hits,
    PanelClosing,
    ToolButton,
    draw_button,
    draw_panel_head,
    keyed_alike,
)
from game.widgets.buttons import PANEL_EDGE as EDGE
from game.widgets.layout import PlayLayout
from game.widgets.text import BODY, DISPLAY, SMALL, Align, Weight
from levels.language import _

BUTTON_HEIGHT, BUTTON_GAP = 44, 8
CHART_HEIGHT = 148
PHASE_TOP, BOUNDS_HEIGHT = 57, 76
ROW, FIGURES_ROW, FIGURES_AIR = 20, 44, 48
LEAST_FIGURE = 44.0
CAPTION_LINE, NOTE_LINE = 14, 22
SIDES: tuple[Align, Align] = ("left", "right")
LEAST_FOR_CHOICES = 340
UNKNOWN = "–"

Figures: TypeAlias = tuple[tuple[str, str], ...]
"""Their names and values."""


@dataclass(frozen=True)
class SolutionReplay(Clickable):
    """Plays the solution that was found."""


@dataclass(frozen=True)
class ProofView:
    """What the panel shows.

    `phase` is one plain sentence ("Trying every way to solve it in 129 pushes"); `result` takes
    its place when the search is over ("97 pushes, proved optimal"), and `proved` says that it is
    a proof. `busy` ("Preparing the solver.") is shown while there is nothing to report
    yet. The histories are (seconds, pushes) for the chart; thresholds are (threshold,
    positions searched), the last one still growing.
    """

    phase: str = ""
    lower_bound: int | None = None
    best: int | None = None
    nodes: int = 0
    rate: int = 0
    table_fill: float = 0.0
    seconds: float = 0.0
    result: str | None = None
    proved: bool = False
    busy: str | None = None
    bound_history: History = ()
    best_history: History = ()
    thresholds: tuple[tuple[int, int], ...] = ()
    note: str = ""
    """what to say instead of figures"""
    buttons: tuple[ToolButton, ...] = ()
    choices: tuple[DropDown, ...] = ()
    opened: OpenList | None = None
    """the list of values that is open"""

    @property
    def is_unsolvable(self) -> bool:
        """Whether it is proved that there is no solution."""
        return self.proved and self.best is None


def draw_proof_panel(
    surface: Surface,
    layout: PlayLayout,
    theme: Theme,
    proof: ProofView,
    attention: Attention = CALM,
) -> Hits:
    """Draw the panel into layout.panel; nothing if the layout has none.

    What does not fit into a low window is left out, the chart first.
    """
    if layout.panel is None:
        return {}
    brush = Brush(surface, theme, layout.scale, layout.panel)
    hits = draw_panel_head(brush, _("Proof"), PanelClosing(), attention)
    foot = _foot(brush, proof)
    y = _draw_phase(brush, proof)
    if proof.is_unsolvable:
        y = _draw_note(brush, y, proof.note)
    else:
        y = _draw_bounds(brush, y + 24, proof)
    columns = _columns(brush, proof)
    figures = 52 + (len(columns) - 1) * FIGURES_ROW
    if proof.bound_history and foot - y >= CHART_HEIGHT + figures + 40:
        chart = (EDGE, y + 22, brush.width - 2 * EDGE, CHART_HEIGHT)
        draw_chart(brush, chart, proof.bound_history, proof.best_history, proof.seconds)
        y += CHART_HEIGHT + 22
    rows = min(len(proof.thresholds), int((foot - y - figures - FIGURES_AIR) // ROW), 4)
    if rows > 0:
        y = _draw_thresholds(brush, y + 24, proof, rows)
    if proof.note and not proof.is_unsolvable:
        _draw_note(brush, y + 8, proof.note, foot)
    elif (proof.nodes or not proof.result) and foot - y >= figures + 12:
        _draw_figures(brush, y + 36, columns)
    hits |= _draw_buttons(brush, proof.buttons, attention)
    if proof.choices and brush.height >= LEAST_FOR_CHOICES:  # last: a list lies over all the rest
        hits |= draw_choices(brush, foot, proof.choices, proof.opened, attention)
    return hits


def changed_figures(
    surface: Surface, layout: PlayLayout, theme: Theme, before: ProofView, after: ProofView
) -> Rect | None:
    """The part of the panel below the bounds, if two views differ in nothing else."""
    if layout.panel is None or before.is_unsolvable:
        return None
    counted = replace(
        before, nodes=after.nodes, rate=after.rate, table_fill=after.table_fill,
        seconds=after.seconds, thresholds=after.thresholds,
    )  # fmt: skip
    if counted != after:
        return None
    brush = Brush(surface, theme, layout.scale, layout.panel)
    top = _phase_foot(brush, after) + 24 + BOUNDS_HEIGHT + 8
    return brush.rect((EDGE / 2, top, brush.width - EDGE, _foot(brush, after) - 1 - top))


def _foot(brush: Brush, proof: ProofView) -> float:
    """Where the choices and the buttons begin."""
    foot = brush.height - EDGE + 4 - BUTTON_HEIGHT
    if proof.choices and brush.height >= LEAST_FOR_CHOICES:
        foot -= choices_height(brush, proof.choices)
    return foot


def _draw_buttons(brush: Brush, buttons: tuple[ToolButton, ...], attention: Attention) -> Hits:
    """Side by side at the foot, without their keys where there is no room for them."""
    hits: Hits = {}
    x, y = float(EDGE), brush.height - EDGE + 4 - BUTTON_HEIGHT
    width = (brush.width - 2 * EDGE + BUTTON_GAP) / max(1, len(buttons)) - BUTTON_GAP
    for button in keyed_alike(brush, buttons, width):
        hits[button.hit] = draw_button(brush, (x, y, width, BUTTON_HEIGHT), button, attention)
        x += width + BUTTON_GAP
    return hits


def _draw_note(brush: Brush, y: float, note: str, foot: float = math.inf) -> float:
    """Lines below ``y``, all of them or none; returns the height of the last one."""
    lines = brush.wrapped(note, SMALL, "Medium", brush.width - 2 * EDGE)
    if y + NOTE_LINE * len(lines) + SMALL > foot:
        return y
    for line in lines:
        y += NOTE_LINE
        brush.small((EDGE, y), line)
    return y


def _phase(brush: Brush, proof: ProofView) -> tuple[list[str], int, Weight, float]:
    """The lines of the sentence under the title, their size, weight and left end."""
    words = proof.result or proof.busy or proof.phase
    size = BODY if proof.result else SMALL
    weight: Weight = "SemiBold" if proof.result else "Medium"
    left = EDGE + 26.0 if proof.proved else float(EDGE)
    return brush.wrapped(words, size, weight, brush.width - EDGE - left), size, weight, left


def _phase_foot(brush: Brush, proof: ProofView) -> float:
    """The height of its last line."""
    lines, size, _, _ = _phase(brush, proof)
    return PHASE_TOP + max(0, len(lines) - 1) * size * 1.5


def _draw_phase(brush: Brush, proof: ProofView) -> float:
    """The sentence under the title; returns the height of its last line."""
    theme = brush.theme
    ink = theme.text if proof.result else theme.text_2
    if proof.result and proof.proved:
        ink = theme.proof
    if proof.is_unsolvable:
        brush.icon("check", (EDGE + 8, PHASE_TOP), 18, theme.proof, 2.6)
    elif proof.proved:
        brush.mark("optimal", (EDGE + 8, PHASE_TOP), 16, theme.panel)
    lines, size, weight, left = _phase(brush, proof)
    for index, line in enumerate(lines):
        brush.text((left, PHASE_TOP + index * size * 1.5), line, size, ink, weight)
    return _phase_foot(brush, proof)


def _draw_bounds(brush: Brush, y: float, proof: ProofView) -> float:
    """The two numbers that close in on each other; returns the foot of the bar under them."""
    theme = brush.theme
    left, right = EDGE, brush.width - EDGE
    best_found, room = _("Best found"), right - left - 12
    most = min(brush.measure_caption(best_found), 0.45 * room)
    names = [
        brush.wrapped_caption(_("Nobody can do better"), room - most),
        brush.wrapped_caption(best_found, most),
    ]
    y += CAPTION_LINE * (max(map(len, names)) - 1)
    for x, align, lines in zip((left, right), SIDES, names, strict=True):
        for index, line in enumerate(reversed(lines)):
            brush.caption((x, y + 12 - CAPTION_LINE * index), line, align=align)
    bound = UNKNOWN if proof.lower_bound is None else str(proof.lower_bound)
    best = UNKNOWN if proof.best is None else str(proof.best)
    quiet = theme.text_3
    brush.text(
        (left, y + 40), bound, DISPLAY, quiet if proof.lower_bound is None else theme.proof, "Bold"
    )
    ink = quiet if proof.best is None else theme.proof if _met(proof) else theme.accent
    brush.text((right, y + 40), best, DISPLAY, ink, "Bold", "right")
    if proof.lower_bound is not None and proof.best is not None:
        gap = (
            _("they meet")
            if proof.lower_bound == proof.best
            else (_("gap {number}", number=proof.best - proof.lower_bound))
        )
        brush.text(((left + right) / 2, y + 40), gap, SMALL, theme.text_2, "SemiBold", "center")
    _draw_gap(brush, y + 72, proof)
    return y + BOUNDS_HEIGHT


def _draw_gap(brush: Brush, y: float, proof: ProofView) -> None:
    """What is proved from the left, what is found from the right; open between them."""
    theme = brush.theme
    left, width = EDGE, brush.width - 2 * EDGE
    brush.rounded((left, y - 4, width, 8), theme.raised, 4)
    if theme.is_flat:
        brush.rounded((left, y - 4, width, 8), theme.line, 4, 1)
    if proof.lower_bound is None:
        return
    values = [pushes for _, pushes in proof.bound_history + proof.best_history]
    low = min([proof.lower_bound, *values]) - 4
    high = max([proof.best or proof.lower_bound + 8, *values]) + 4

    def at(pushes: int) -> float:
        return left + width * (pushes - low) / (high - low)

    bound = at(proof.lower_bound)
    brush.rounded((left, y - 4, bound - left, 8), theme.proof, 4)
    brush.rounded((bound - 1.5, y - 9, 3, 18), theme.proof, 1.5)
    if proof.best is not None:
        best = at(proof.best)
        color = theme.proof if _met(proof) else theme.accent
        brush.rounded((best, y - 4, left + width - best, 8), color, 4)
        brush.rounded((best - 1.5, y - 9, 3, 18), color, 1.5)


def _met(proof: ProofView) -> bool:
    """Whether the best solution is proved to be the best there is."""
    return proof.proved and proof.best is not None and proof.best == proof.lower_bound


def _draw_thresholds(brush: Brush, y: float, proof: ProofView, rows: int) -> float:
    """How many positions each threshold took; the last one is still growing."""
    theme = brush.theme
    brush.caption((EDGE, y), _("Positions per bound"))
    shown = proof.thresholds[-rows:]
    most = max(1, *(count for _, count in proof.thresholds))
    room = brush.width - 2 * EDGE - 40 - 96
    for index, (threshold, count) in enumerate(shown):
        live = index == len(shown) - 1 and not proof.result
        middle = y + ROW * (index + 1)
        brush.number((EDGE, middle), str(threshold), SMALL, theme.text_2)
        brush.rounded((EDGE + 40, middle - 5, room, 10), theme.raised, 3)
        bar = theme.proof if live else mix(theme.panel, theme.proof, 0.5)
        brush.rounded((EDGE + 40, middle - 5, max(2, room * count / most), 10), bar, 3)
        words = _("{count}  so far", count=shortened(count)) if live else shortened(count)
        ink = theme.text if live else theme.text_2
        brush.text((brush.width - EDGE, middle), words, SMALL, ink, "SemiBold", "right")
    return y + ROW * rows


def _columns(brush: Brush, proof: ProofView) -> list[Figures]:
    """The figures with their names, a short one if need be, in two rows where these have no room
    in one."""
    figures = (
        (_("Positions"), shortened(proof.nodes)),
        (_("Per second"), shortened(proof.rate) if proof.rate else UNKNOWN),
        (_("Table"), percent(proof.table_fill)),
        (_("Time"), clock(proof.seconds)),
    )
    for row in (figures, (figures[0], (_("Per s"), figures[1][1]), *figures[2:])):
        wanted = sum(max(LEAST_FIGURE, brush.measure_caption(label)) for label, _ in row)
        if wanted + 8 * (len(row) - 1) <= brush.width - 2 * EDGE:
            return [row]
    return [figures[:2], figures[2:]]


def _draw_figures(brush: Brush, y: float, rows: list[Figures]) -> None:
    room = brush.width - 2 * EDGE
    for row in rows:
        widths = [max(LEAST_FIGURE, brush.measure_caption(label)) for label, _ in row]
        if len(rows) > 1:  # one below the other
            widths = [room / len(row) - 8] * len(row)
        gap = (room - sum(widths)) / (len(row) - 1)
        x = float(EDGE)
        for (label, value), width in zip(row, widths, strict=True):
            brush.caption((x, y), label, width=width + 1)
            brush.number((x, y + 20), value, BODY, brush.theme.text)
            x += width + gap
        y += FIGURES_ROW
