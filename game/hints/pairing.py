"""Whether each of some can have a choice of its own: boxes and goals, either way round."""

from __future__ import annotations

from collections.abc import Mapping

from levels.level import Square


def overcrowded(choices: Mapping[Square, int]) -> tuple[frozenset[Square], int] | None:
    """Those who have fewer choices together than they are, and these choices; None if each can
    have one of its own. Choices are a bit each.

    Source: Hall 1935; the choices are given out one by one, along augmenting paths.
    """
    owner: dict[int, Square] = {}
    own: dict[Square, int] = {}
    taken = 0
    for one in choices:
        asked: dict[int, Square] = {}
        free = _free_choice(one, choices, (owner, taken), asked)
        if not free:
            return frozenset({one, *(owner[choice] for choice in asked)}), sum(asked)
        taken |= free
        while free:  # each on the way gives its choice to the one who asked for it
            owner[free] = asking = asked[free]
            left = own.get(asking, 0)
            own[asking] = free
            free = left
    return None


def _free_choice(
    one: Square, choices: Mapping[Square, int], given: tuple[Mapping[int, Square], int],
    asked: dict[int, Square],
) -> int:  # fmt: skip
    """A choice that becomes free for one, or 0; ``asked`` says who asked for each choice."""
    owner, taken = given
    seen, todo = 0, [one]
    while todo:
        asking = todo.pop()
        unseen = choices[asking] & ~seen
        if free := unseen & ~taken:
            asked[free & -free] = asking
            return free & -free
        seen |= unseen
        while unseen:
            choice = unseen & -unseen
            unseen ^= choice
            asked[choice] = asking
            todo.append(owner[choice])
    return 0
