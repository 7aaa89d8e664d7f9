"""Games of a level that a file holds beside it: solutions, and snapshots of games not yet won."""

from __future__ import annotations

from dataclasses import dataclass

from levels.level import Level
from levels.lurd import letter_offsets, no_box_to_push, step_in_the_way


@dataclass(frozen=True, slots=True)
class Saved:
    """A game that was replayed. It is a solution if it ends with every box on a goal."""

    lurd: str
    is_solution: bool
    heading: str = ""


def verify_game(level: Level, letters: str, heading: str = "") -> Saved:
    """The game with its pushes in capitals; raises IllegalStepError at a step that does not fit.

    Like `levels.lurd.replay_lurd`, but for the letters l u r d alone and without a position for
    every step: a collection may hold millions of steps.
    """
    game, _, is_solution = _played(level, letters)
    return Saved(game, is_solution, heading)


def solving_part(level: Level, letters: str) -> str | None:
    """The game, with its pushes in capitals, up to the step that solves the level; None if none
    does. Raises IllegalStepError at a step that does not fit.
    """
    game, solved_after, _ = _played(level, letters)
    return None if solved_after is None else game[:solved_after]


def _played(level: Level, letters: str) -> tuple[str, int | None, bool]:
    """The game with its pushes in capitals, the first step after which every box is on a goal,
    and whether every box is on one at the end.
    """
    walls, boxes, pusher = level.walls, set(level.boxes), level.pusher
    goals, solved_after = level.goals, None
    away = len(boxes - goals)
    offsets = letter_offsets(level.width)
    game = []
    for number, letter in enumerate(letters, start=1):
        offset = offsets[letter]
        ahead = pusher + offset
        if ahead in boxes:
            beyond = ahead + offset
            if beyond in walls or beyond in boxes:
                raise step_in_the_way(number, letter)
            boxes.remove(ahead)
            boxes.add(beyond)
            game.append(letter.upper())
            away += (ahead in goals) - (beyond in goals)
        elif ahead in walls:
            raise step_in_the_way(number, letter)
        elif letter.isupper():
            raise no_box_to_push(number, letter)
        else:
            game.append(letter)
        pusher = ahead
        if not away and solved_after is None:
            solved_after = number
    return "".join(game), solved_after, not away
