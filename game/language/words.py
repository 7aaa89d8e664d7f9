"""What the game says: sentences in two parts, the first of which is set in a bolder weight.

Plain, short, calm, figures first; *proved* only where it is, *at least* for a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from levels.language import _, decimal, ngettext, retellable

Words: TypeAlias = tuple[str, str]


def pulled(number: int) -> str:
    """``3 pulls``: what a push is in reverse play."""
    return ngettext("{n} pull", "{n} pulls", number)


def shortened(number: int) -> str:
    """A count in at most four figures: 8213, 612 k, 9.0 M."""
    if number < 10_000:
        return str(number)
    thousands = round(number / 1000)
    if thousands < 1000:
        return f"{thousands}\u2009k"
    size, name = (10**9, "G") if number >= 999_950_000 else (10**6, "M")
    return f"{decimal(number / size, 1)}\u2009{name}"


def percent(share: float) -> str:
    """A share, 0 to 1, in percent: ``12%``."""
    return _("{number}%", number=f"{share * 100:.0f}")


@retellable
def placed(place: str, words: str) -> str:
    """``From step 12: at least 97 pushes.``; without a place just the words."""
    if not place:
        return words
    lowered = f"{words[:1].lower()}{words[1:]}"
    # Translators: From step 12: at least 97 pushes. Write {words} instead of {lowered} if what
    # follows a colon begins with a capital.
    return _("{place}: {lowered}", place=place, lowered=lowered, words=words)


def lead_of(what: str) -> str:
    """``22 November:``: what is said about it follows."""
    # Translators: what is said of it stands behind: 22 November: 3 levels solved.
    return _("{what}:", what=what)


def translated(words: Words) -> Words:
    """Both parts of what was marked to be said, or was said in another language."""
    return _(words[0]), _(words[1])


@retellable
def joined(*sentences: str) -> str:
    """Sentences one after another, without those that are empty."""
    return " ".join(filter(None, sentences))


def listed(names: Sequence[str]) -> str:
    """``Foundry and Warehouse``."""
    return _listed(*names)


@retellable
def _listed(*names: str) -> str:
    return _(" and ").join(names)


@retellable
def capitalized(words: str) -> str:
    """Words with a capital, as a sentence begins."""
    return f"{words[:1].upper()}{words[1:]}"


def clock(seconds: float) -> str:
    """Minutes and seconds, hours where there are any."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
