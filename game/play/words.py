"""What is said of a game: in the title of the window, and when it is solved."""

from __future__ import annotations

from game.language.words import Words, count
from game.proof.solver_link import SolverLink
from game.session.course import Course


def title_of(course: Course, link: SolverLink) -> str:
    """For the title of the window."""
    session = course.session
    done = f"{count(session.moves, 'move')}, {count(session.pushes, 'push')}"
    state = " - solved" if session.is_solved else ""
    if link.is_running:
        state += " - solving"
    return f"{course.title} {course.number}: {course.title_of(course.number)} - {done}{state}"


def solved_words(pushes: int, par: int | None, *, least: int = 0, last_of: str = "") -> Words:
    """What is said of a solved level: how good it was, and what comes next."""
    lead = f"Solved: {count(pushes, 'push')}."
    compared = f"It takes at least {least}. " if 0 < least < pushes else ""
    if par is not None:
        compared = "Nobody can do better. " if pushes == par else f"{par} is proved optimal. "
    ending = f"That was the last level of {last_of}."
    return lead, compared + (ending if last_of else "Next level: {lead_on}.")
