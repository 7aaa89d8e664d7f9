"""From the pushes of a search to a solution with its walks, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from levels.level import Direction
from levels.lurd import parse_lurd
from levels.solution import Solution
from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.solutions.replay import lurd_with_walks, replayed

Start: TypeAlias = tuple[NDArray[np.int32], int]
"""The boxes, ascending, and the pusher."""


def dressed(graph: BoardGraph, pushes: Iterable[Push]) -> Solution:
    """The solution with the shortest walks between the pushes, replayed.

    Raises WrongSolutionError if they cannot be played or do not solve the level.
    """
    return replayed(graph.level, dressed_lurd(graph, pushes))


def dressed_lurd(graph: BoardGraph, pushes: Iterable[Push]) -> str:
    """The same as LURD, yet to be replayed. Raises WrongSolutionError for a push out of reach."""
    squares = graph.squares
    return lurd_with_walks(
        graph.level, [(squares[push.square], Direction(push.direction)) for push in pushes]
    )


def undressed(graph: BoardGraph, lurd: str) -> list[Push]:
    """The pushes of a solution that was replayed, without the walks between them."""
    level = graph.level
    square = level.pusher
    pushes = []
    for letter, direction in zip(lurd, parse_lurd(lurd), strict=True):
        square = level.neighbor(square, direction)
        if letter.isupper():
            pushes.append(Push(graph.number[square], direction))
    return pushes


def positions_of(graph: BoardGraph, pushes: list[Push]) -> list[Start]:
    """Where everything is before every push."""
    boxes, pusher = set(graph.boxes.tolist()), graph.pusher
    found = []
    for push in pushes:
        found.append((np.array(sorted(boxes), dtype=np.int32), pusher))
        boxes.remove(push.square)
        boxes.add(int(graph.neighbors[push.square, push.direction]))
        pusher = push.square
    return found
