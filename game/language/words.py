"""What the game says: sentences in two parts, the first of which is set in a bolder weight.

Plain, short, calm, figures first; *proved* only where it is, *at least* for a bound.
"""

from __future__ import annotations

from typing import TypeAlias

Words: TypeAlias = tuple[str, str]


def grouped(number: int) -> str:
    """``9213``, ``12 345``: thin spaces in what has more than four figures."""
    return f"{number:,}".replace(",", "\u2009") if abs(number) >= 10_000 else str(number)


def count(number: int, noun: str) -> str:
    """``1 push``, ``97 pushes``: a number with its noun."""
    if number == 1:
        return f"1 {noun}"
    return f"{grouped(number)} {noun}{'es' if noun.endswith(('sh', 'x')) else 's'}"


def shortened(number: int) -> str:
    """A count in at most four figures: 8 213, 612 k, 9.0 M."""
    if number < 10_000:
        return f"{number:,}".replace(",", "\u2009")
    for size, name in ((10**9, "G"), (10**6, "M")):
        if number >= size:
            return f"{number / size:.1f}\u2009{name}"
    return f"{number // 1000}\u2009k"


def placed(place: str, words: str) -> str:
    """``From step 12: at least 97 pushes.``; without a place just the words."""
    return f"{place}: {words[:1].lower()}{words[1:]}" if place else words


def clock(seconds: float) -> str:
    """Minutes and seconds, hours where there are any."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
