"""How far each key goes in a grid of things."""

from __future__ import annotations

from collections.abc import Callable

from game.input.actions import Action

NAVIGATION: dict[Action, Callable[[int, int], int]] = {
    Action.GO_LEFT: lambda columns, rows: -1,
    Action.GO_RIGHT: lambda columns, rows: 1,
    Action.GO_UP: lambda columns, rows: -columns,
    Action.GO_DOWN: lambda columns, rows: columns,
    Action.PAGE_UP: lambda columns, rows: -columns * rows,
    Action.PAGE_DOWN: lambda columns, rows: columns * rows,
    Action.GO_FIRST: lambda columns, rows: -1_000_000,
    Action.GO_LAST: lambda columns, rows: 1_000_000,
}
"""How many things each key moves by, given the columns of the grid and the rows in sight."""
