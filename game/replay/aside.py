"""What is beside the board while the solver has something to report: the sentence and the panel."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pygame import Rect, Surface

from game.looks.theme import Theme
from game.proof.panel import ProofView, changed_figures, draw_proof_panel
from game.widgets.brush import PANEL_RADIUS
from game.widgets.buttons import Attention, Hits
from game.widgets.layout import PlayLayout
from game.widgets.sentence import Sentence, draw_sentence
from game.xray.panel import XRayView, draw_xray_panel


@dataclass(frozen=True)
class Aside:
    """What is drawn in the places of `PlayLayout.aside`."""

    sentence: Sentence | None = None
    proof: ProofView | None = None
    xray: XRayView | None = None
    """it lies over the proof"""


def changed_panel(
    surface: Surface, layout: PlayLayout, theme: Theme, before: Aside, after: Aside
) -> Rect | None:
    """Where the panel differs, if only what the solver has proved is new: not its shadow."""
    if layout.panel is None or before.proof is None or after.proof is None or after.xray:
        return None
    if replace(before, proof=after.proof) != after:
        return None
    corner = layout.px(PANEL_RADIUS)
    inside = layout.panel.inflate(-corner, -corner)
    return changed_figures(surface, layout, theme, before.proof, after.proof) or inside


def draw_aside(
    surface: Surface, layout: PlayLayout, theme: Theme, aside: Aside, attention: Attention
) -> Hits:
    """Draw both between the bars."""
    hits: Hits = {}
    before = surface.get_clip()
    surface.set_clip(layout.stage.clip(before))
    if aside.sentence is not None:
        hits |= draw_sentence(surface, layout, theme, aside.sentence, attention)
    if aside.xray is not None:
        hits |= draw_xray_panel(surface, layout, theme, aside.xray, attention)
    elif aside.proof is not None:
        hits |= draw_proof_panel(surface, layout, theme, aside.proof, attention)
    surface.set_clip(before)
    return hits
