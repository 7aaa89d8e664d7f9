"""The proof panel: what the solver has proved so far, and how hard it works."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Surface

from game.theme import Theme
from game.view.buttons import CALM, Attention, Hits
from game.view.layout import PlayLayout


@dataclass(frozen=True)
class ProofView:
    """What the panel shows. Names in the hits: "close_panel", and the stop button's key.

    `phase` is one plain sentence ("Trying every way to solve it in 129 pushes"); `result` takes
    its place when the search is over ("97 pushes, proved optimal"), and `proved` says that it is
    a proof. `busy` ("Preparing the solver, first time only") is shown while nothing can be told
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
    bound_history: tuple[tuple[float, int], ...] = ()
    best_history: tuple[tuple[float, int], ...] = ()
    thresholds: tuple[tuple[int, int], ...] = ()
    button: str = "Stop, keep what was learned"
    button_key: str = "stop"
    button_hint: str = "Esc"


def draw_proof_panel(
    surface: Surface, layout: PlayLayout, theme: Theme, proof: ProofView,
    attention: Attention = CALM,
) -> Hits:
    """Draw the panel into layout.panel; nothing if the layout has none."""
    return {}
