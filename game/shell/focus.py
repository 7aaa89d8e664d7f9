"""The keyboard among the things that can be clicked: a ring that Tab moves, and Enter presses."""

from __future__ import annotations

from pygame import Rect

from game.input.actions import Action
from game.widgets.buttons import Hits

PRESS_KEYS = ("return", "enter")
"""The keys that press the button within the ring."""

RING = {Action.NEXT_BUTTON: 1, Action.PREVIOUS_BUTTON: -1}
"""What moves the ring, and which way."""

PASSED_OVER = ("timeline", "scroll_bar", "search")
"""What is clicked but is no button: other keys go along the first two, and all typing searches."""


class Focus:
    """Which button has the ring, if any."""

    def __init__(self) -> None:
        self.name: str | None = None
        self._place = Rect(0, 0, 0, 0)

    def move(self, hits: Hits, way: int) -> None:
        """To the next button in the order of reading (1) or the one before (-1), and round."""
        names = buttons_in_order(hits)
        if not names:
            self.leave()
            return
        at = names.index(self.name) if self.name in names else min(0, -way)
        self.name = names[(at + way) % len(names)]
        self._place = hits[self.name]

    def leave(self) -> None:
        """Take the ring away."""
        self.name = None

    def follow(self, hits: Hits) -> bool:
        """Other things may have been drawn: stay with the button, or with what stands in its place.

        Whether the ring is on another one now, or gone.
        """
        if self.name is None:
            return False
        if self.name in hits:
            self._place = hits[self.name]
            return False
        middle = self._place.center
        names = (name for name in buttons_in_order(hits) if hits[name].collidepoint(middle))
        self.name = next(names, None)
        return True


def buttons_in_order(hits: Hits) -> list[str]:
    """The buttons from row to row, each from the left.

    Members of lists, such as ``card:7``, are none: arrows and keys of their own choose those.
    """
    names = [name for name in hits if ":" not in name and name not in PASSED_OVER]
    rows: list[list[str]] = []
    for name in sorted(names, key=lambda each: hits[each].centery):
        if not rows or hits[name].centery >= hits[rows[-1][0]].bottom:
            rows.append([])
        rows[-1].append(name)
    return [name for row in rows for name in sorted(row, key=lambda each: hits[each].left)]
