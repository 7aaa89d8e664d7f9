"""All that can be done next: for games that go on at random."""

from __future__ import annotations

from collections.abc import Iterator

from game.paths.pathfinding import Walks
from levels.level import Direction
from levels.lurd import after_letter
from levels.position import Position


def pushes_of(position: Position) -> Iterator[list[Position]]:
    """The positions on the way to each push that can be made, the push the last step."""
    level = position.level
    walks = Walks.of(position)
    for box in sorted(position.boxes):
        for direction in Direction:
            behind = 2 * box - level.neighbor(box, direction)
            walk = walks.steps_to(behind) if behind in level.floor else None
            line = [position]
            for letter in (walk or "") + direction.letter:
                after = after_letter(line[-1], letter)
                if after is None:
                    break
                line.append(after)
            if walk is not None and line[-1].boxes != position.boxes:
                yield line[1:]
