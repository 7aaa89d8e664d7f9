"""A lone box: from which squares it can be brought to goals, wherever the pusher is at first."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from game.paths.ground import AT_ONCE, NONE, Blocks, floor_of, offsets_of
from levels.level import Level, Square


def sources(
    level: Level, blocks: Blocks, goals: Iterable[Square], *, pulls: bool = False
) -> Generator[None, None, bytearray]:
    """1 for each square from which a lone box reaches one of these goals, found in small pieces.

    The box is pulled away from each goal, or pushed away in reverse play (``pulls``): either way
    the moves that lead to a goal are undone. `Blocks` of the floor, which must be complete, say
    between which sides of the box the pusher can walk.
    """
    floor, of = floor_of(level), blocks.of
    offsets = [offset for _, offset in offsets_of(level)]
    found = bytearray(level.width * level.height)
    # A place is the square of the box * 4 + the way to the pusher beside it.
    seen = bytearray(4 * len(found))
    todo: list[int] = []
    count = 0

    def look_at(place: int) -> None:
        if not seen[place] and of[place] != NONE:
            todo.append(place)
            for side in range(place & ~3, (place & ~3) + 4):
                if of[side] == of[place]:
                    seen[side] = 1

    for goal in goals:
        for place in range(goal << 2, (goal << 2) + 4):
            look_at(place)
        count += 1
        if not count % AT_ONCE:
            yield
    while todo:
        place = todo.pop()
        box, home = place >> 2, of[place]
        found[box] = 1
        count += 1
        if not count % AT_ONCE:
            yield
        for way, offset in enumerate(offsets):
            beside = way ^ 2 if pulls else way
            end = box if pulls else box + 2 * offset
            if of[box << 2 | beside] == home and floor[box + offset] and floor[end]:
                look_at(box + offset << 2 | beside)
    return found
