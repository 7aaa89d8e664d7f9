"""Looks at a drawing while it changes: what was found last holds until the next look is done."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from game.editor.checks import Findings, looking_at
from game.editor.sketch import Sketch
from game.work.slices import advance

AT_ONCE = 0.003
"""Seconds of a frame."""

NOTHING = Findings((), frozenset(), None, None)


class Inspection:
    """What is known of a drawing; small ones are looked at at once, huge ones in slices."""

    def __init__(self) -> None:
        self.findings = NOTHING
        """of the present drawing if `is_complete`, else as far as they still hold"""
        self.is_complete = False
        self._sketch: Sketch | None = None
        self._work: Generator[None, None, None] | None = None

    def look_at(self, sketch: Sketch) -> None:
        """The drawing has become this one."""
        before = self._sketch
        if sketch is before:
            return
        self._sketch, self.is_complete = sketch, False
        is_same_size = before and (before.width, before.height) == (sketch.width, sketch.height)
        self.findings = replace(self.findings, level=None) if is_same_size else NOTHING
        self._work = self._look(sketch)
        self.advance()

    def _look(self, sketch: Sketch) -> Generator[None, None, None]:
        self.findings = yield from looking_at(sketch)
        self.is_complete = True

    def advance(self, seconds: float | None = None) -> bool:
        """Look for this long; whether anything new was found."""
        if self._work is None or self.is_complete:
            return False
        advance(self._work, AT_ONCE if seconds is None else seconds)
        return self.is_complete

    def finish(self) -> Findings:
        """All that can be found, whatever time it takes."""
        self.advance(1e9)
        return self.findings
