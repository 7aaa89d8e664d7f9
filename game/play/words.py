"""What is said of a solved game, and at the end of a collection."""

from __future__ import annotations

from game.browser.onward import Completion
from game.language.words import Words, count


def solved_words(
    pushes: int, par: int | None, *, least: int = 0, is_assisted: bool = False
) -> Words:
    """What is said of a solved level: how good the solution is, and whether it is one's own."""
    compared = f"It takes at least {least}." if 0 < least < pushes else ""
    if par is not None:
        compared = "Nobody can do better." if pushes == par else f"{par} is proved optimal."
    solved = "Solved with help" if is_assisted else "Solved"
    return f"{solved}: {count(pushes, 'push')}.", compared


def completed_words(completion: Completion | None, title: str) -> str:
    """What is said at the end of a collection."""
    if completion is None:
        return f"That was the last level of {title}."
    levels = completion.levels
    solved = f"all {levels}" if completion.solved == levels else f"{completion.solved} of {levels}"
    more = f", {completion.with_help} more with help" if completion.with_help else ""
    return f"{completion.title}: {solved} solved{more}."
