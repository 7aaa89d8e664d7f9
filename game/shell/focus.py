"""The keyboard among the things that can be clicked: a ring that Tab moves, and Enter presses."""

from __future__ import annotations

from pygame import Rect

from game.input.actions import Action
from game.widgets.buttons import Hit, Hits

PRESS_KEYS = ("return", "enter")
"""The keys that press the button within the ring."""

RING = {Action.NEXT_BUTTON: 1, Action.PREVIOUS_BUTTON: -1}
"""What moves the ring, and which way."""


class Focus:
    """Which button has the ring, if any."""

    def __init__(self) -> None:
        self.hit: Hit | None = None
        self._place = Rect(0, 0, 0, 0)

    def move(self, hits: Hits, way: int) -> None:
        """To the next button in reading order (1) or the one before (-1), wrapping around."""
        buttons = buttons_in_order(hits)
        if not buttons:
            self.leave()
            return
        at = buttons.index(self.hit) if self.hit in buttons else min(0, -way)
        self.hit = buttons[(at + way) % len(buttons)]
        self._place = hits[self.hit]

    def leave(self) -> None:
        """Take the ring away."""
        self.hit = None

    def follow(self, hits: Hits) -> bool:
        """Other things may have been drawn: stay with the button, or with what stands in its place.

        Whether the ring is on another one now, or gone.
        """
        if self.hit is None:
            return False
        if self.hit in hits:
            self._place = hits[self.hit]
            return False
        middle = self._place.center
        there = (hit for hit in buttons_in_order(hits) if hits[hit].collidepoint(middle))
        self.hit = next(there, None)
        return True


def buttons_in_order(hits: Hits) -> list[Hit]:
    """The buttons from row to row, each from the left."""
    buttons = [hit for hit in hits if isinstance(hit, Action) or hit.is_button]
    rows: list[list[Hit]] = []
    for hit in sorted(buttons, key=lambda each: hits[each].centery):
        if not rows or hits[hit].centery >= hits[rows[-1][0]].bottom:
            rows.append([])
        rows[-1].append(hit)
    return [hit for row in rows for hit in sorted(row, key=lambda each: hits[each].left)]
