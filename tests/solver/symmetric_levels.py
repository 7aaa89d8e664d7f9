"""Levels in rooms that are their own mirror images, made from random ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from levels.level import Level, Square
from tests.solver.random_levels import random_level


def mirrored(level: Level) -> Level:
    """A level with walls and goals that are those of ``level`` and their mirror images."""
    width = level.width

    def other(square: Square) -> Square:
        row, column = divmod(square, width)
        return row * width + width - 1 - column

    return _joined(level, other)


def turned(level: Level) -> Level:
    """A level with walls and goals that are those of ``level`` and the same turned by half."""
    last = level.width * level.height - 1
    return _joined(level, lambda square: last - square)


def symmetric_levels(seeds: range) -> list[Level]:
    """Levels in symmetric rooms; some of them have spare goals, some are hopeless. Every third has
    two mirrors."""
    found = []
    for seed in seeds:
        level = mirrored(random_level(seed, positions=1_000))
        if seed % 3 == 0:
            level = turned(level)
        if 0 < len(level.boxes) <= 4 and not level.boxes <= level.goals:
            found.append(level)
    return found


def _joined(level: Level, other: Callable[[Square], Square]) -> Level:
    """A level with the walls and goals of ``level`` and also where ``other`` takes them."""
    walls = frozenset(level.walls | {other(square) for square in level.walls})
    goals = frozenset(level.goals | {other(square) for square in level.goals}) - walls
    taken = walls | {level.pusher}
    walls = walls - {level.pusher, other(level.pusher)}
    return replace(level, walls=walls, goals=goals, boxes=level.boxes - taken)
