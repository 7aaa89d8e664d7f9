"""A level being drawn: the sketch, how it came about, and where it is saved."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.editor.sketch import Sketch


@dataclass(frozen=True)
class Kept:
    """Where a drawing was saved last."""

    file: str
    number: int


class Drawing:
    """The present sketch and all before it, so that every change can be undone."""

    def __init__(self, sketch: Sketch) -> None:
        self._line = [sketch]
        self._index = 0
        self._stroke: int | None = None
        """the index that a stroke of the mouse began from: it is undone as one"""
        self.kept: Kept | None = None
        self._saved = sketch
        """what the file holds; as long as there is none, what was opened"""

    @property
    def sketch(self) -> Sketch:
        return self._line[self._index]

    @property
    def is_saved(self) -> bool:
        """Whether nothing would be lost by leaving."""
        return self.sketch == self._saved

    @property
    def edits(self) -> int:
        """How many changes have led here."""
        return self._index

    def change(self, sketch: Sketch) -> None:
        """Continue with another sketch."""
        if sketch == self.sketch:
            return
        keep = self._index + 1
        if self._stroke is not None:
            keep = self._stroke + 1
        self._line[keep:] = [sketch]
        self._index = keep

    def name(self, title: str, author: str) -> None:
        """What the level is called; undo leaves it alone."""
        self._line = [replace(each, title=title, author=author) for each in self._line]

    def begin_stroke(self) -> None:
        """Until it ends, all changes are one."""
        self._stroke = self._index

    def end_stroke(self) -> None:
        self._stroke = None

    @property
    def can_undo(self) -> bool:
        return self._index > 0

    def undo(self) -> bool:
        """Take back the last change; whether there was one."""
        if self.can_undo:
            self._index -= 1
            return True
        return False

    @property
    def can_redo(self) -> bool:
        return self._index < len(self._line) - 1

    def redo(self) -> bool:
        """Do again what was undone; whether there was anything."""
        if self.can_redo:
            self._index += 1
            return True
        return False

    def note_saved(self, kept: Kept) -> None:
        """The present sketch is in a file now."""
        self.kept = kept
        self._saved = self.sketch
