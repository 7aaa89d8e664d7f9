"""What the panel of the X-ray says of each layer: every mark on the board, with its meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from game.board.picture import MarkKind, SquareMark
from game.proof.proof import Ending, Proof
from game.xray.layers import MOST_PARTS, Layer, facts_of, kind_figure, large, sum_words
from game.xray.panel import Legend
from levels.language import _, ngettext
from levels.level import Level, Square
from solver.messages import CorralKind, FoundCut, Sight


def distance_legend(sight: Sight, goal: Square) -> Legend:
    """The scale from the goal to the square that is furthest away."""
    most = max(sight.to_goals.get(goal, {}).values(), default=0)
    words = _(
        "Pushes a single box needs from each square to this goal. Blank: it cannot get there."
    )
    ring = _mark(MarkKind.HELD), _("The goal. Point at another one to see its distances.")
    return Legend(_("Push distance"), ((None, words), ring), most=most)


def _matching_legend(sight: Sight) -> Legend:
    words = _("The fewest pushes this box needs to the goal at the end of its line.")
    whole = _(
        "Every box gets a goal of its own, at the lowest total cost. No solution "
        "takes fewer pushes than this total: the matching bound."
    )
    badge = SquareMark(MarkKind.BADGE, 0, 0, 9)
    figures = tuple(sum_words(sight, most) for most in range(MOST_PARTS, 1, -1))
    return Legend(_("Matching"), ((badge, words), (None, whole)), figures=figures)


def _dead_legend(sight: Sight) -> Legend:
    words = ngettext(
        "{n} square: a box that gets here can never reach a goal.",
        "{n} squares: a box that gets here can never reach a goal.",
        len(sight.dead),
    )
    rest = _("The search never pushes a box there.")
    return Legend(_("Dead squares"), ((_mark(MarkKind.DEAD), words), (None, rest)))


def _tunnel_legend(sight: Sight) -> Legend:
    rooms, tunnels = len(sight.rooms), len(sight.tunnels)
    tunnel = ngettext(
        "{n} square of tunnels: one square wide, so the pusher cannot get past a box.",
        "{n} squares of tunnels: one square wide, so the pusher cannot get past a box.",
        tunnels,
    )
    entries: list[tuple[SquareMark | None, str]] = [(_mark(MarkKind.TUNNEL), tunnel)]
    if not tunnels:
        entries = [(None, _("No tunnels: no passage is only one square wide."))]
    if sight.entrances:
        words = ngettext(
            "{n} entrance to a tunnel.", "{n} entrances to a tunnel.", len(sight.entrances)
        )
        entries.append((_mark(MarkKind.ENTRANCE), words))
    entries += [
        (SquareMark(MarkKind.ROOM, 0, 0, number), words)
        for number, words in enumerate(_room_words(rooms))
    ]
    return Legend(_("Tunnels and rooms"), tuple(entries))


def _room_words(rooms: int) -> tuple[str, ...]:
    """Rooms have two colors in turn."""
    if rooms < 2:
        return (_("The room: everything that is not a tunnel."),) * rooms
    return (
        ngettext(
            "{n} room: everything that is not a tunnel.",
            "{n} rooms: everything that is not a tunnel.",
            rooms,
        ),
        _("Neighboring rooms have different colors."),
    )


def _reach_legend(sight: Sight) -> Legend:
    words = ngettext(
        "{n} square: the pusher can walk here without a push.",
        "{n} squares: the pusher can walk here without a push.",
        len(sight.reach),
    )
    rest = ngettext(
        "{n} push can be made now without ending on a dead square.",
        "{n} pushes can be made now without ending on a dead square.",
        sight.pushes,
    )
    return Legend(_("Pusher's reach"), ((_mark(MarkKind.STEP), words), (None, rest)))


def _corral_words(kind: CorralKind, number: int) -> str:
    match kind:
        case CorralKind.PLAIN:
            return ngettext(
                "{n} corral: fenced off by boxes: the pusher cannot get in.",
                "{n} corrals: fenced off by boxes: the pusher cannot get in.",
                number,
            )
        case CorralKind.I:
            return ngettext(
                "{n} I-corral: as above, and its boxes can only be pushed inward at first.",
                "{n} I-corrals: as above, and its boxes can only be pushed inward at first.",
                number,
            )
        case CorralKind.PI:
            return ngettext(
                "{n} PI-corral: fenced off, its boxes can only be pushed inward, and the pusher "
                "can make each of these pushes now. The search tries no others.",
                "{n} PI-corrals: fenced off, its boxes can only be pushed inward, and the pusher "
                "can make each of these pushes now. The search tries no others.",
                number,
            )


def _corral_legend(sight: Sight) -> Legend:
    kinds = Counter(corral.kind for corral in sight.corrals)
    entries: list[tuple[SquareMark | None, str]] = [
        (SquareMark(MarkKind.CORRAL, 0, 0, kind_figure(kind)), _corral_words(kind, kinds[kind]))
        for kind in CorralKind
        if kinds[kind]
    ]
    if not entries:
        return Legend(_("Corrals"), ((None, _("None: the pusher can walk to every square.")),))
    around = ngettext("The boxes around it.", "The boxes around them.", len(sight.corrals))
    entries.append((_mark(MarkKind.FENCE), around))
    return Legend(_("Corrals"), tuple(entries))


def _frozen_legend(sight: Sight) -> Legend:
    if not sight.frozen:
        return Legend(_("Frozen boxes"), ((None, _("None: no box is blocked for good.")),))
    words = ngettext(
        "{n} box that can never be pushed again. The search treats them as walls.",
        "{n} boxes that can never be pushed again. The search treats them as walls.",
        len(sight.frozen),
    )
    return Legend(_("Frozen boxes"), ((_mark(MarkKind.FROZEN), words),))


def cut_legend(sight: Sight, found: FoundCut | None) -> Legend:
    """The first cut, or the best one that a search of the position has ``found``."""
    cut = found or sight.cut
    if cut is None:
        words = _("None: no cut separates the boxes from the goals.")
        return Legend(_("Cut"), ((None, words),))
    zone = ngettext(
        "Zone of {n} square. To prove a bound, the search lets boxes vanish here.",
        "Zone of {n} squares. To prove a bound, the search lets boxes vanish here.",
        len(cut.zone),
    )
    entries: list[tuple[SquareMark | None, str]] = [(_mark(MarkKind.ZONE), zone)]
    dearest = max(sight.cut.prices.values(), default=0) if sight.cut else 0
    if dearest:
        price = _(
            "Price of a goal, on top of the pushes to it. With prices, each box may take the "
            "goal that is cheapest for it."
        )
        entries.append((SquareMark(MarkKind.PRICE, 0, 0, dearest), price))
    if isinstance(cut, FoundCut):
        return _found_legend(cut, entries)
    less = _("What all boxes pay, less the prices: the bound the search starts from.")
    entries.append((None, less))
    total = f"{cut.charged} − {cut.deducted} = {cut.charged - cut.deducted}"
    return Legend(_("Cut"), tuple(entries), figures=(total,))


def _found_legend(cut: FoundCut, entries: list[tuple[SquareMark | None, str]]) -> Legend:
    """That of a cut that was found, after the ``entries`` that all cuts have."""
    most = max(cut.tolls.values(), default=0)
    if most:
        toll = _(
            "Toll: for a box that comes in here, this many pushes count inside the zone, not "
            "outside."
        )
        entries.append((SquareMark(MarkKind.TOLL, 0, 0, most), toll))
    figures = (
        ngettext("At least {n} push", "At least {n} pushes", cut.bound),
        _("at least {bound}", bound=cut.bound),
    )
    return Legend(_("Best cut found so far"), tuple(entries), figures=figures)


def facts_legend(level: Level, sight: Sight, proof: Proof) -> Legend:
    """What can be counted, and how hard the proof of the level was if there is one."""
    rows = [*facts_of(level, sight)]
    if proof.ending is Ending.OPTIMAL:
        rows.append(
            (
                _("The level needs"),
                ngettext("{n} push, proved", "{n} pushes, proved", proof.lower_bound),
            )
        )
    if proof.is_final and proof.nodes:
        rows.append((_("Searched for the proof"), _("{nodes} positions", nodes=large(proof.nodes))))
    if proof.difficulty is not None:
        rows.append((_("Difficulty"), _("{marks} of 5", marks=proof.difficulty.marks)))
    words = _(
        "C(m, k): ways to put k boxes on m squares. The pusher has one of the squares that are "
        "left."
    )
    return Legend(_("Facts"), ((None, words),), rows=tuple(rows))


def _mark(kind: MarkKind) -> SquareMark:
    return SquareMark(kind, 0, 0)


LEGENDS: dict[Layer, Callable[[Sight], Legend]] = {
    Layer.MATCHING: _matching_legend,
    Layer.DEAD: _dead_legend,
    Layer.TUNNELS: _tunnel_legend,
    Layer.REACH: _reach_legend,
    Layer.CORRALS: _corral_legend,
    Layer.FROZEN: _frozen_legend,
}
