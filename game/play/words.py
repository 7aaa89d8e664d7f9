"""What is said of a game: the title of the play screen."""

from __future__ import annotations

from game.proof.solver_link import SolverLink
from game.proof.words import count
from game.session.course import Course


def title_of(course: Course, link: SolverLink) -> str:
    """For the title of the window."""
    session = course.session
    done = f"{count(session.moves, 'move')}, {count(session.pushes, 'push')}"
    state = " - solved" if session.is_solved else ""
    if link.is_running:
        state += " - solving"
    return f"{course.title} {course.number}: {course.title_of(course.number)} - {done}{state}"
