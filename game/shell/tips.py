"""When a tooltip is shown: once the mouse or the ring has rested on something for a while."""

from __future__ import annotations

import math

from pygame import Rect, Surface

from game.input.actions import Action
from game.input.controls import Scope
from game.scene.stage import Stage
from game.widgets.brush import Brush
from game.widgets.buttons import Attention, Hit, Hits, Worded
from game.widgets.layout import lay_out
from game.widgets.tooltip import Tip, draw_tip, tip_place, tip_size

REST_SECONDS = 0.5
"""How long the mouse rests on something before that is named."""


def tip_of(stage: Stage, scope: Scope, hit: Hit, place: Rect) -> Tip | None:
    """What to say about something that was drawn there: an action is called what the table of
    keys calls it. None if its name and its key stand on it, or if it has none."""
    if isinstance(place, Worded):
        return None
    action = hit if isinstance(hit, Action) else hit.action
    row = stage.controls.row(action, scope) if action else None
    words = "" if isinstance(hit, Action) else hit.tip
    words = words or (row.words if row else "")
    return Tip(words, stage.label(action, scope) if action else "") if words else None


class Tips:
    """The tooltip in the window, and what is under it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.due_at = math.inf
        """when one is to be shown"""
        self._named: tuple[Hit, Rect] | None = None
        self._tip: Tip | None = None
        self._place = Rect(0, 0, 0, 0)
        self._under: tuple[Surface, Surface] | None = None
        """what it was drawn on, and what that looked like"""
        self.is_awake = False
        """whether there is one, or soon will be, or was until now"""

    @property
    def words(self) -> str:
        """What it says; empty while there is none."""
        return self._tip.words if self._tip else ""

    def rest(self) -> None:
        """The mouse or the ring has moved, and may rest now."""
        self.leave()
        self.is_awake = True
        self.due_at = self._stage.clock() + REST_SECONDS

    def leave(self) -> None:
        """Take it away: the person goes on, and knows what this is."""
        self.due_at, self._tip, self._named = math.inf, None, None

    def lift(self, surface: Surface) -> list[Rect]:
        """Uncover what is under it; where, if anything was."""
        if self._under is None:
            return []
        (on, kept), self._under = self._under, None
        if on is not surface:
            return []
        surface.blit(kept, self._place)
        return [self._place.copy()]

    def put(self, surface: Surface, scope: Scope, attention: Attention, hits: Hits) -> list[Rect]:
        """Show one if it is due, or the present one over what has been drawn since; where."""
        hit = attention.focus or (None if attention.pressed else attention.hover)
        place = hits.get(hit) if hit is not None else None
        if self._named is not None and self._named != (hit, place):
            self.leave()  # something else was drawn there
        if self._stage.clock() >= self.due_at:
            self.due_at = math.inf
            if hit is not None and place is not None:
                self._tip = tip_of(self._stage, scope, hit, place)
                self._named = (hit, place) if self._tip else None
        if self._tip is None or place is None:
            self.is_awake = self.due_at < math.inf
            return []
        return self._draw(surface, self._tip, place)

    def _draw(self, surface: Surface, tip: Tip, place: Rect) -> list[Rect]:
        scale, window = lay_out(surface.get_size()).scale, surface.get_rect()
        size = tip_size(Brush(surface, self._stage.theme, scale, window), tip)
        found = tip_place(window, place, size, scale)
        if found is None:
            self.leave()
            return []
        self._place = found
        self._under = surface, surface.subsurface(found).copy()
        draw_tip(surface, self._stage.theme, scale, found, tip)
        return [found.copy()]
