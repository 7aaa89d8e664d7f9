"""Run-length text: ``3#`` is ``###``, and groups such as ``2(3(#-)#)`` may be nested.

Counts are written by strangers, so the work is bounded: by the length asked for and by the depth.
"""

from __future__ import annotations

import re
from itertools import groupby

from levels.language import _

DEEPEST_GROUP = 20
_PIECE = re.compile(r"\d+|[()]|[^\d()]+")


class RunsError(ValueError):
    """Text whose counts or groups mean nothing. The message is the reason."""


class _OpenGroup:
    """What stands in an open group so far, and how often it is to be repeated."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pieces: list[str] = []
        self.length = 0

    def add(self, piece: str, count: int, longest: int) -> None:
        enough = min(count, longest // max(1, len(piece)) + 1)
        self.pieces.append(piece * enough)
        self.length += len(piece) * enough


def expand_runs(text: str, longest: int) -> str:
    """The text with its runs spelled out, cut off one character after the longest allowed."""
    groups = [_OpenGroup(1)]
    digits = ""
    for piece in _PIECE.findall(text):
        if piece.isdigit():
            digits = piece
            continue
        if digits and piece == ")":
            raise RunsError(_("a count with nothing after it"))
        count, digits = _count(digits, longest), ""
        if piece == "(":
            groups.append(_OpenGroup(count))
            _check_depth(groups)
        elif piece == ")":
            _close(groups, longest)
        else:
            groups[-1].add(piece[0], count, longest)
            groups[-1].add(piece[1:], 1, len(piece))
        if groups[-1].length > longest:
            return "".join(piece for group in groups for piece in group.pieces)[: longest + 1]
    if digits or len(groups) > 1:
        raise RunsError(
            _("a count with nothing after it") if digits else _("a '(' is never closed")
        )
    return "".join(groups[0].pieces)


def _check_depth(groups: list[_OpenGroup]) -> None:
    if len(groups) > DEEPEST_GROUP:
        raise RunsError(_("groups are nested more than {most} deep", most=DEEPEST_GROUP))


def _close(groups: list[_OpenGroup], longest: int) -> None:
    """Add the innermost group to the one around it."""
    if len(groups) == 1:
        raise RunsError(_("a ')' without a '('"))
    group = groups.pop()
    groups[-1].add("".join(group.pieces), group.count, longest)


def _count(digits: str, longest: int) -> int:
    if digits.startswith("0"):
        raise RunsError(_("a count starts with 1 to 9"))
    # Python refuses to read thousands of digits as a number.
    return 1 if not digits else int(digits) if len(digits) < 10 else longest + 1


def shorten_runs(text: str) -> str:
    """The text with a count for each character that is repeated three times or more."""
    runs = ((character, len(list(run))) for character, run in groupby(text))
    return "".join(
        f"{length}{character}" if length >= 3 else character * length for character, length in runs
    )
