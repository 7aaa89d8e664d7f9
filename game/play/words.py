"""What is said of a game: in the title of the window, and when it is solved."""

from __future__ import annotations

from game.browser.onward import Completion
from game.language.words import Words, count
from game.proof.solver_link import SolverLink
from game.session.course import Course


def title_of(course: Course, link: SolverLink) -> str:
    """For the title of the window."""
    session = course.session
    done = f"{count(session.moves, 'move')}, {count(session.pushes, 'push')}"
    solved = " - solved with help" if session.is_assisted else " - solved"
    state = solved if session.is_solved else ""
    if link.is_running:
        state += " - solving"
    return f"{course.title} {course.number}: {course.title_of(course.number)} - {done}{state}"


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
    if completion.is_complete:
        return f"{completion.title}: all {completion.levels} solved."
    return f"{completion.title}: {completion.solved} of {completion.levels} solved."
