"""The panel of the X-ray has room for what it explains, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pygame import Surface

from game.board.picture import MarkKind
from game.looks.theme import load_theme
from game.proof.proof import Ending, Proof, Question
from game.widgets.layout import lay_out
from game.xray.layers import LAYERS, Layer, facts_of, large
from game.xray.legends import LEGENDS, cut_legend, facts_legend
from game.xray.panel import Legend, LegendTurning, XRayView, draw_xray_panel
from game.xray.screen import LAYER_ACTIONS
from levels.files import PACKS, parse, read
from levels.language import LANGUAGES, _, choose
from levels.position import Position
from solver.messages import Corral, CorralKind, Difficulty, FoundCut, SeenCut, Sight
from tests.game.pseudo import Seen

SIZES = ((1280, 720), (800, 600))

LEVEL = read(PACKS / "warehouse.xsb").levels[40]
PROOF = Proof(
    Question(1, (Position.start(LEVEL),)), ending=Ending.OPTIMAL, lower_bound=128,
    nodes=12_345_678, difficulty=Difficulty(6.0),
)  # fmt: skip
SOME = frozenset(sorted(LEVEL.floor)[:12])
SIGHT = Sight(
    dead=SOME, to_goals={}, pairings=(), bound=14, reach=SOME, frozen=frozenset(LEVEL.boxes),
    corrals=tuple(Corral(kind, SOME, LEVEL.boxes) for kind in CorralKind), pushes=8,
    tunnels=SOME, entrances=SOME, rooms=(SOME, SOME),
    cut=SeenCut(SOME, dict.fromkeys(SOME, 3), 61, 17),
)  # fmt: skip


FOUND = FoundCut(62, SOME, dict.fromkeys(SOME, 2))


def legend_of(layer: Layer) -> Legend:
    if layer is Layer.FACTS:
        return facts_legend(LEVEL, SIGHT, PROOF)
    if layer is Layer.CUT:
        return cut_legend(SIGHT, FOUND)
    return LEGENDS[layer](SIGHT)


def test_a_cut_that_was_found_takes_the_place_of_the_first() -> None:
    first, found = cut_legend(SIGHT, None), cut_legend(SIGHT, FOUND)
    assert (first.figures, found.figures) == (
        ("61 − 17 = 44",), ("At least 62 pushes", "at least 62"),
    )  # fmt: skip
    assert [mark.kind for mark, _ in found.entries if mark] == [
        MarkKind.ZONE, MarkKind.PRICE, MarkKind.TOLL,
    ]  # fmt: skip
    without_tolls = cut_legend(replace(SIGHT, cut=None), replace(FOUND, tolls={}))
    assert [mark.kind for mark, _ in without_tolls.entries if mark] == [MarkKind.ZONE]


def test_positions_are_counted_with_the_pusher_on_a_square_of_its_own() -> None:
    room = parse("######\n#@$. #\n######")
    rows = dict(facts_of(room, replace(SIGHT, dead=frozenset())))
    assert rows["Positions: C(4, 1) × 3"] == "12"
    assert [large(each) for each in (12_650, 9_960_000, 9_960_000_000_000)] == [
        "12\u2009650", "10.0\u2009M", "1.0 × 10^13",
    ]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("layer", [layer for layer in LAYERS if layer is not Layer.DISTANCE])
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_layer_is_explained_in_full(code: str, layer: Layer, size: tuple[int, int]) -> None:
    choose(code)
    try:
        legend, seen = legend_of(layer), Seen()
        chips = tuple((a, _(each.value), each is layer) for a, each in LAYER_ACTIONS.items())
        with seen.watching():
            layout = lay_out(size, panel_open=True)
            view = XRayView((legend,), chips, (("X", _("next")), ("Esc", _("off"))))
            hits = draw_xray_panel(Surface(size), layout, load_theme("dusk"), view)
    finally:
        choose("en")
    written = " ".join(line for line, *_ in seen.lines)
    assert all(words in written for _, words in legend.entries)
    assert not seen.cut + seen.outside() + seen.overlapping()
    rows = [place.top for place in hits.values() if place.top > size[1] / 2]
    assert all(rows.count(top) > 1 for top in rows)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_all_layers_are_explained_page_by_page(code: str, size: tuple[int, int]) -> None:
    choose(code)
    try:
        chips = tuple((action, _(each.value), True) for action, each in LAYER_ACTIONS.items())
        legends = tuple(legend_of(layer) for layer in LAYERS if layer is not Layer.DISTANCE)
        wanted, seen, turned = 0, Seen(), []
        while wanted not in turned:
            turned.append(wanted)
            with seen.watching():
                view = XRayView(legends, chips, wanted=wanted)
                layout = lay_out(size, panel_open=True)
                hits = draw_xray_panel(Surface(size), layout, load_theme("dusk"), view)
            wanted = next(
                hit.first for hit in hits if isinstance(hit, LegendTurning) and hit.way > 0
            )
    finally:
        choose("en")
    written = " ".join(line for line, *_ in seen.lines)
    assert wanted == 0
    assert all(words in written for legend in legends for _, words in legend.entries)
