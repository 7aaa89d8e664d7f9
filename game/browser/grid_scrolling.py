"""How far the grid of levels is scrolled: by keys, wheel and fingers, and by its scroll bar."""

from __future__ import annotations

from collections.abc import Callable

from pygame.event import Event

from game.browser.layout import BrowserLayout, scroll_bar
from game.scene.scroll_bar import ScrollBarGrip
from game.scene.scrolling import Scrolling


class GridScrolling(Scrolling):
    """Knows where each level is in the grid."""

    def __init__(self, clock: Callable[[], float], glides: Callable[[], bool]) -> None:
        super().__init__(clock, glides)
        self._grip = ScrollBarGrip(self)
        self._count = 0

    def measure(self, layout: BrowserLayout, count: int) -> None:
        """This many levels are in the grid."""
        self._count = count
        self.longest = layout.longest_scroll(count)

    def reveal(self, layout: BrowserLayout, number: int, *, at_once: bool) -> None:
        """Bring a level into sight."""
        _, top, _, height = layout.box(number, 0.0)
        room = layout.grid.height / layout.scale
        lowest = top + height + layout.measures.gap - room
        place = min(max(self.goal, lowest), top)
        (self.jump if at_once else self.go_to)(place)

    def drag(self, event: Event, layout: BrowserLayout) -> bool:
        """Take an event of the mouse; whether it is one of the scroll bar."""
        bar = scroll_bar(layout, self.place, self._count)
        return self._grip.drag(event, layout.grid, layout.scale, bar)
