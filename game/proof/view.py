"""What the proof panel shows of a proof."""

from __future__ import annotations

from game.input.actions import Action
from game.language.words import placed
from game.proof.choices import choices_of
from game.proof.panel import ProofView, SolutionReplay
from game.proof.proof import Ending, Proof
from game.proof.words import PREPARING, cost_words, phase_words, proof_words
from game.scene.stage import Stage
from game.widgets.buttons import PanelClosing, ToolButton
from levels.language import _


def proof_view(
    stage: Stage, proof: Proof, place: str = "", *, is_narrow: bool = False
) -> ProofView:
    """The panel of a proof; ``place`` says which position it is about, if not the one seen."""
    running = proof.is_running
    phase = phase_words(proof)
    return ProofView(
        phase=placed(place, phase),
        lower_bound=proof.lower_bound or None,
        best=proof.upper_bound,
        nodes=proof.nodes,
        rate=round(proof.nodes / proof.seconds) if proof.seconds else 0,
        table_fill=proof.table_fill,
        seconds=proof.seconds,
        result=None if running else _result(proof, place),
        proved=proof.ending in (Ending.OPTIMAL, Ending.UNSOLVABLE),
        note=_note(proof),
        busy=" ".join(map(_, PREPARING)) if proof.is_preparing and running else None,
        bound_history=proof.bound_history,
        best_history=proof.best_history,
        thresholds=proof.thresholds,
        buttons=_buttons(stage, proof, place, is_narrow=is_narrow),
        choices=choices_of(stage.settings),
    )


def _buttons(stage: Stage, proof: Proof, place: str, *, is_narrow: bool) -> tuple[ToolButton, ...]:
    """What can be done now: stop, or keep searching and play what was found, or close."""
    back = stage.label(Action.BACK)
    if proof.is_running:
        label = _("Stop") if is_narrow else _("Stop and keep what is known")
        return (ToolButton(Action.BACK, "stop", label, back),)
    buttons = []
    if proof.ending in (Ending.GAVE_UP, Ending.FAILED, Ending.CONTRADICTED) and not place:
        buttons.append(ToolButton(Action.SOLVE, "", _("Keep searching"), stage.label(Action.SOLVE)))
    if proof.solution:
        buttons.append(
            ToolButton(SolutionReplay(), "", _("Play solution"), stage.label(Action.LEAD_ON))
        )
    return tuple(buttons) or (ToolButton(PanelClosing(), "", _("Close"), back),)


def _note(proof: Proof) -> str:
    """What to say where figures would tell nothing."""
    if proof.ending is Ending.UNSOLVABLE:
        return proof_words(proof)[1]
    is_recalled = proof.ending is Ending.OPTIMAL and not proof.nodes
    return _("Already known: no search was needed.") if is_recalled else ""


def _result(proof: Proof, place: str) -> str:
    if proof.ending is Ending.OPTIMAL:
        lead = _("{cost}, proved optimal", cost=cost_words(proof.lower_bound, proof.metric))
    else:
        lead = proof_words(proof)[0].rstrip(".")
    return placed(place, lead)
