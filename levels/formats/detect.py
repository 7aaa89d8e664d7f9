"""Which format a text is in, judged by what it says and never by the name of its file."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from levels.collection import Collection
from levels.formats.blocks import LINE_END
from levels.formats.rle import format_rle, is_shortened, parse_rle
from levels.formats.short import format_short, has_short, parse_short
from levels.formats.slc import format_slc, parse_slc
from levels.formats.sok import format_sok, parse_sok, without_letters
from levels.formats.thesis1 import HEADER as THESIS1_HEADER
from levels.formats.thesis1 import format_thesis1, parse_thesis1
from levels.formats.thesis3 import HEADER as THESIS3_HEADER
from levels.formats.thesis3 import LETTERS as THESIS3_LETTERS
from levels.formats.thesis3 import format_thesis3, parse_thesis3
from levels.formats.xsb import format_xsb, parse_xsb


class Format(NamedTuple):
    """A format that is read and written."""

    name: str
    suffix: str
    parse: Callable[[str, str | None], Collection]
    format: Callable[[Collection], str]


XSB = Format("XSB", ".xsb", parse_xsb, format_xsb)
SOK = Format("Sokoban file format 0.19", ".sok", parse_sok, format_sok)
RLE = Format("run-length rows", ".rle", parse_rle, format_rle)
SLC = Format("XML", ".slc", parse_slc, format_slc)
THESIS1 = Format("thesis of Horváth", ".txt", parse_thesis1, format_thesis1)
THESIS3 = Format("thesis of Klančar", ".txt", parse_thesis3, format_thesis3)
SHORT = Format("short text", ".txt", parse_short, format_short)

FORMATS = (XSB, SOK, RLE, SLC, THESIS1, THESIS3, SHORT)

_XML = re.compile(r"\s*<(\?xml|!DOCTYPE|!--|SokobanLevels)")
_SOK_LINE = re.compile(
    r"::|(solution|snapshot|saved?\s?game|game)[\s\d/().#-]*(:|$)", re.IGNORECASE
)


def detect(text: str) -> Format:
    """The format of a text; XSB, the plainest, where nothing points to another."""
    if _XML.match(text):
        return SLC
    if has_short(text):
        return SHORT
    lines = [line.rstrip() for line in LINE_END.split(text)]
    if any(map(THESIS1_HEADER.fullmatch, lines)):
        return THESIS1
    if _is_thesis3(lines):
        return THESIS3
    if any(map(_is_sok_line, lines)):
        return SOK
    return RLE if any(map(is_shortened, lines)) else XSB


def _is_thesis3(lines: list[str]) -> bool:
    """Whether a header is followed by a row with a wall, and no row of XSB stands above it."""
    filled = [line for line in lines if line]
    for header, row in pairwise(filled):
        if THESIS3_HEADER.fullmatch(header) and "X" in row and THESIS3_LETTERS.issuperset(row):
            return True
        if "#" in header:
            return False
    return False


def _is_sok_line(line: str) -> bool:
    return bool(_SOK_LINE.match(line)) or without_letters(line) != line
