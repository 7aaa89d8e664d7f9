"""The symmetries of a room, and how a way found among mirror images is unfolded."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph

Place: TypeAlias = tuple[frozenset[int], int]
"""the boxes and the normalized pusher"""


class Images(NamedTuple):
    """What kernels need to find the smallest image of a position with an exact pusher."""

    square: NDArray[np.int32]
    """[images, n + 1] where each symmetry takes a square, the first one to itself; nothing is
    mirrored if there is none"""
    leads: NDArray[np.uint8]
    """[images] 1 for those that lead to the smallest image of the boxes last looked at"""
    key: NDArray[np.uint64]
    """[words] working memory"""


def make_images(graph: BoardGraph, words: int, *, are_used: bool) -> Images:
    """The symmetries of a room, for keys of ``words`` words without a pusher."""
    square = np.zeros((0, len(graph) + 1), dtype=np.int32)
    if are_used and len(mirror := graph.symmetries):
        square = np.vstack([np.arange(len(graph) + 1, dtype=np.int32), mirror])
    return Images(square, np.zeros(len(square), np.uint8), np.zeros(words, np.uint64))


class Unfolding:
    """Follows a way among mirror images and says what it is in the level itself."""

    def __init__(self, graph: BoardGraph, mirror: NDArray[np.int32]) -> None:
        """``mirror``: as `BoardGraph.symmetries` has it, or only the rows of it that were used."""
        self._graph = graph
        itself = np.arange(len(graph) + 1, dtype=np.int32)
        self._mirror = np.concatenate([itself[None], mirror])
        self._frame = itself
        """where the squares of the image are in the level"""

    def pushes(
        self, box: int, direction: int, count: int, places: tuple[Place, Place]
    ) -> list[tuple[int, int]]:
        """(square, direction) of ``count`` pushes in a line, which lead from the first of the two
        ``places`` to the second or to a mirror image of it."""
        found = self.line(box, direction, count)
        ahead, pusher = box, box
        for _ in range(count):
            ahead, pusher = int(self._graph.neighbors[ahead, direction]), ahead
        before, after = places
        moved = before[0] - {box} | {ahead}
        for symmetry, mirror in enumerate(self._mirror):
            image = frozenset(mirror[list(moved)].tolist())
            if (image, self._graph.normalized(list(image), int(mirror[pusher]))) == after:
                self.follow(symmetry)
                return found
        raise AssertionError("no symmetry leads from one position to the next")

    def line(self, box: int, direction: int, count: int) -> list[tuple[int, int]]:
        """(square, direction) of ``count`` pushes in a line, as they are in the level."""
        found = []
        for _ in range(count):
            ahead = int(self._graph.neighbors[box, direction])
            here, there = int(self._frame[box]), int(self._frame[ahead])
            found.append((here, self._graph.neighbors[here].tolist().index(there)))
            box = ahead
        return found

    def origin(self, symmetry: int, square: int) -> int:
        """The square that a symmetry, 0 for none, takes to ``square``."""
        return int(np.argsort(self._mirror[symmetry])[square])

    def follow(self, symmetry: int) -> None:
        """From here on, the image is that to which a symmetry leads from the last one."""
        self._frame = self._frame[np.argsort(self._mirror[symmetry])]
