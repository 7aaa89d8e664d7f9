"""What is said of a game and of the solver's answers: title and sentence of the play screen."""

from __future__ import annotations

from game.proof.proof import Proof
from game.proof.words import count, placed, proof_words
from game.scene.base import Services
from game.widgets.bars import Sentence, Tone


def title_of(services: Services) -> str:
    """For the title of the window."""
    course, session = services.course, services.course.session
    done = f"{count(session.moves, 'move')}, {count(session.pushes, 'push')}"
    state = " - solved" if session.is_solved else ""
    if services.link.is_running:
        state += " - solving"
    return f"{course.title} {course.number}: {course.title_of(course.number)} - {done}{state}"


def answer_of(services: Services) -> Proof | None:
    """What the solver knows of the position before the player."""
    proof, course = services.link.proof, services.course
    if proof and proof.answers(course.number, course.session.position):
        return proof
    return None


def proof_sentence(services: Services, proof: Proof) -> Sentence:
    """What a proof says, and of which position."""
    lead, rest = proof_words(proof)
    lead = placed(place_of(services, proof), lead)
    tone: Tone = "proof" if proof.is_final else "plain"
    if proof.solution and not proof.is_running:
        rest = f"{rest} {{lead_on}} plays it.".strip()
    return Sentence(lead, rest, tone)


def place_of(services: Services, proof: Proof) -> str:
    """Which position a proof is about, unless it is the one before the player."""
    question = proof.question
    if proof is answer_of(services):
        return ""
    step = f"step {question.moves}" if question.moves else "the start"
    if question.number == services.course.number:
        return f"From {step}"
    return f"Level {question.number}, from {step}"
