"""What the panel of the X-ray says of each layer: every mark on the board, with its meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from game.board.picture import MarkKind, SquareMark
from game.language.words import count
from game.proof.proof import Ending, Proof
from game.xray.layers import MOST_PARTS, Layer, facts_of, kind_figure, large, sum_words
from game.xray.panel import Legend
from levels.level import Level, Square
from solver.messages import CorralKind, Sight


def distance_legend(sight: Sight, goal: Square) -> Legend:
    """The scale from the goal to the square that is furthest away."""
    most = max(sight.to_goals.get(goal, {}).values(), default=0)
    words = "Pushes a single box needs from each square to this goal. Blank: it cannot get there."
    ring = _mark(MarkKind.HELD), "The goal. Point at another one to see its distances."
    return Legend("Push distance", ((None, words), ring), most=most)


def _matching_legend(sight: Sight) -> Legend:
    words = "The fewest pushes this box needs to the goal at the end of its line."
    whole = (
        "Every box gets a goal of its own, at the lowest total cost. No solution takes fewer "
        "pushes than this total: the matching bound."
    )
    badge = SquareMark(MarkKind.BADGE, 0, 0, 9)
    figures = tuple(sum_words(sight, most) for most in range(MOST_PARTS, 1, -1))
    return Legend("Matching", ((badge, words), (None, whole)), figures=figures)


def _dead_legend(sight: Sight) -> Legend:
    words = f"{count(len(sight.dead), 'square')}: a box that gets here can never reach a goal."
    rest = "The search never pushes a box there."
    return Legend("Dead squares", ((_mark(MarkKind.DEAD), words), (None, rest)))


def _tunnel_legend(sight: Sight) -> Legend:
    rooms, tunnels = len(sight.rooms), len(sight.tunnels)
    tunnel = f"{count(tunnels, 'square')} of tunnels: one square wide, so the pusher cannot get "
    entries: list[tuple[SquareMark | None, str]] = [
        (_mark(MarkKind.TUNNEL), tunnel + "past a box.")
    ]
    if not tunnels:
        entries = [(None, "No tunnels: no passage is only one square wide.")]
    if sight.entrances:
        words = f"{count(len(sight.entrances), 'entrance')} to a tunnel."
        entries.append((_mark(MarkKind.ENTRANCE), words))
    entries += [
        (SquareMark(MarkKind.ROOM, 0, 0, number), words)
        for number, words in enumerate(_room_words(rooms))
    ]
    return Legend("Tunnels and rooms", tuple(entries))


def _room_words(rooms: int) -> tuple[str, ...]:
    """Rooms have two colors by turns."""
    if rooms < 2:
        return ("The room: everything that is not a tunnel.",) * rooms
    return (
        f"{rooms} rooms: everything that is not a tunnel.",
        "Neighboring rooms have different colors.",
    )


def _reach_legend(sight: Sight) -> Legend:
    words = f"{count(len(sight.reach), 'square')}: the pusher can walk here without a push."
    rest = f"{count(sight.pushes, 'push')} can be made now without ending on a dead square."
    return Legend("Pusher's reach", ((_mark(MarkKind.STEP), words), (None, rest)))


_CORRAL_WORDS = {
    CorralKind.PLAIN: "fenced off by boxes: the pusher cannot get in.",
    CorralKind.I: "as above, and its boxes can only be pushed inward at first.",
    CorralKind.PI: "and the pusher can make each of these pushes now. The search tries no others.",
}


def _corral_legend(sight: Sight) -> Legend:
    kinds = Counter(corral.kind for corral in sight.corrals)
    entries: list[tuple[SquareMark | None, str]] = []
    for kind, words in _CORRAL_WORDS.items():
        if kinds[kind]:
            lead = count(kinds[kind], kind.value)
            if kind is CorralKind.PI:
                words = f"fenced off, its boxes can only be pushed inward, {words}"
            mark = SquareMark(MarkKind.CORRAL, 0, 0, kind_figure(kind))
            entries.append((mark, f"{lead}: {words}"))
    if not entries:
        return Legend("Corrals", ((None, "None: the pusher can walk to every square."),))
    around = "it" if len(sight.corrals) == 1 else "them"
    entries.append((_mark(MarkKind.FENCE), f"The boxes around {around}."))
    return Legend("Corrals", tuple(entries))


def _frozen_legend(sight: Sight) -> Legend:
    if not sight.frozen:
        return Legend("Frozen boxes", ((None, "None: no box is blocked for good."),))
    boxes = count(len(sight.frozen), "box")
    words = f"{boxes} that can never be pushed again. The search treats them as walls."
    return Legend("Frozen boxes", ((_mark(MarkKind.FROZEN), words),))


def facts_legend(level: Level, sight: Sight, proof: Proof) -> Legend:
    """What can be counted, and how hard the proof of the level was if there is one."""
    rows = [*facts_of(level, sight)]
    if proof.ending is Ending.OPTIMAL:
        rows.append(("The level needs", f"{count(proof.lower_bound, 'push')}, proved"))
    if proof.is_final and proof.nodes:
        rows.append(("Searched for the proof", f"{large(proof.nodes)} positions"))
    if proof.difficulty is not None:
        rows.append(("Difficulty", f"{proof.difficulty.marks} of 5"))
    words = (
        "Positions: C(m, k) ways to place k boxes and the pusher on m squares, fewer if boxes keep "
        "off dead squares. A search visits a small part of them."
    )
    return Legend("Facts", ((None, words),), rows=tuple(rows))


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
