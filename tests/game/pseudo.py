"""A language that nobody speaks: every message is accented and 40% longer, so that words that are
not translated, and text that leaves its box, can be seen."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import pygame
import pytest
from pygame import Rect, Surface

from game.widgets import brush as brushes
from game.widgets.text import Align, Style, draw_text, fitted
from levels import language
from tests.catalogues import update

_ACCENTED = str.maketrans("aceilnorstuyzACEILNORSTUYZ", "åčéîļñőřšțűýžÅČÉÎĻÑŐŘŠȚŰÝŽ")
_KEPT = re.compile(r"(\{\w*\}|%\(\w+\)[sr]|%[sr])")
LONGER = 0.4

_NAMES = re.compile("|".join(("Pushwise", "Okabe", *language.LANGUAGES.values())))
"""What is called the same in every language."""


def pseudo(message: str) -> str:
    """A message in that language; values stay where they are."""
    parts = _KEPT.split(message)
    parts[::2] = [part.translate(_ACCENTED) for part in parts[::2]]
    letters = sum(len(part) for part in parts[::2])
    longer = "".join(parts)
    return longer.rstrip(".…") + "ű" * round(letters * LONGER) + longer[len(longer.rstrip(".…")) :]


@lru_cache
def messages() -> frozenset[str]:
    """All that the program can say, without contexts."""
    template = update.read(update.TEMPLATE, "en")
    ids = [each.id for each in template]
    return frozenset(one for each in ids for one in ([each] if isinstance(each, str) else each))


class Pseudo(gettext.NullTranslations):
    """The catalogue of it. What is no message of the program stays as it is."""

    def gettext(self, message: str) -> str:
        plain = message.rpartition("\x04")[2]
        return pseudo(plain) if plain in messages() else plain

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if "separator" in context else self.gettext(message)


@contextmanager
def speaking_pseudo() -> Iterator[None]:
    """Say everything in that language."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language._Chosen, "code", "pseudo")
        patch.setattr(language._Chosen, "catalogue", Pseudo())
        yield


class Seen:
    """What was drawn: each line, its place, and the part of the window that it belongs to; and what
    was cut off."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, Rect, Rect]] = []
        self.cut: list[str] = []
        self._scrolled: set[tuple[str, tuple[int, ...]]] = set()
        """what stands in a part of the window that can be scrolled"""
        self._part = Rect(0, 0, 0, 0)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Note all that is drawn meanwhile."""

        def drawn(
            surface: Surface, place: tuple[float, float], string: str, style: Style,
            color: pygame.typing.ColorLike, align: Align = "left",
        ) -> Rect:  # fmt: skip
            rect = draw_text(surface, place, string, style, color, align)  # type: ignore[arg-type]
            clip = surface.get_clip()
            if string.strip() and clip.colliderect(rect):
                self.lines.append((string, rect, clip.clip(self._part)))
                if clip != surface.get_rect():
                    self._scrolled.add((string, tuple(rect)))
            return rect

        def write(brush: brushes.Brush, *arguments: object) -> float:
            self._part = brush.part
            return original(brush, *arguments)  # type: ignore[arg-type]

        def cut(string: str, style: Style, width: float) -> str:
            short = fitted(string, style, width)
            if short != string:
                self.cut.append(string)
            return short

        original = brushes.Brush._write
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(brushes, "draw_text", drawn)
            patch.setattr(brushes, "fitted", cut)
            patch.setattr(brushes.Brush, "_write", write)
            yield

    def untranslated(self) -> list[str]:
        """The lines that are not in that language."""
        return [line for line, _, _ in self.lines if has_plain_word(line)]

    def outside(self) -> list[str]:
        """The lines that leave their part of the window: at a side, or at top and foot where it
        cannot be scrolled."""
        return [
            f"{line!r} at {rect} leaves {part}"
            for line, rect, part in self.lines
            if rect.left < part.left - 2
            or rect.right > part.right + 2
            or (
                (line, tuple(rect)) not in self._scrolled
                and (rect.top < part.top or rect.bottom > part.bottom)
            )
        ]

    def overlapping(self) -> list[str]:
        """The pairs of lines that lie over each other."""
        parts = {(line, tuple(rect)): rect.clip(part) for line, rect, part in self.lines}
        lines = list(parts.items())
        return [
            f"{one[0]!r} over {other[0]!r}"
            for number, (one, rect) in enumerate(lines)
            for other, beside in lines[:number]
            if rect.inflate(-4, -4).colliderect(beside.inflate(-4, -4))
        ]


def has_plain_word(line: str) -> bool:
    """Whether a line has a word in plain letters, of those that could have accents."""
    words = re.findall(r"[^\W\d_]{4,}", _NAMES.sub("", line))
    return any(word.isascii() and re.search("[aceilnorstuyz]", word.casefold()) for word in words)
