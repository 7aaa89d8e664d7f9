"""What the editor shows of a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial

from game.board.picture import BoardPicture
from game.editor.checks import Findings
from game.editor.drawing import Drawing
from game.editor.grid import DrawingView
from game.editor.panels import CheckView, LevelPanel
from game.editor.sketch import Sketch, Spot, Tool
from game.editor.tools import Pencil
from game.input.actions import Action
from game.input.controls import Scope
from game.proof.proof import Ending, Proof
from game.proof.words import reason_words
from game.scene.stage import Stage
from game.widgets.brush import Mark
from game.widgets.buttons import ENABLED, ToolButton
from game.widgets.head import Head
from game.widgets.layout import SCALING
from levels.language import N_, _, ngettext, retold
from levels.level import Direction, FloorPlan, Square

# Translators: how difficult a level is, in five steps.
WORDS = (N_("gentle"), N_("easy"), N_("tricky"), N_("hard"), N_("fierce"))
"""What one to five marks are called."""

_FAR = (-64.0, -64.0)
"""Where a pusher that is not there is drawn: out of sight."""


@dataclass(frozen=True)
class SketchPlan(FloorPlan):
    """The walls and goals of a sketch; its floor is what would be inside without its gaps."""

    inside: frozenset[Square]

    @property
    def floor(self) -> frozenset[Square]:
        """The squares inside."""
        return self.inside


def drawing_view(pencil: Pencil, findings: Findings, picture: BoardPicture) -> DrawingView:
    """The drawing with all that is marked on it."""
    return DrawingView(
        picture=picture,
        cursor=pencil.cursor,
        faulty=findings.faulty,
        gap=findings.gap,
        area=pencil.area,
    )


def picture_of(sketch: Sketch, floor: frozenset[Square]) -> BoardPicture:
    """A drawing as a board shows it, with what is its floor."""
    width = sketch.width
    walls, goals = _squares(sketch.walls, width), _squares(sketch.goals, width)
    plan = SketchPlan(width, sketch.height, walls, goals, floor - walls)
    pusher = (float(sketch.pusher[0]), float(sketch.pusher[1])) if sketch.pusher else _FAR
    return BoardPicture(plan, _squares(sketch.boxes, width), pusher, Direction.DOWN)


@lru_cache(maxsize=4)
def _squares(spots: frozenset[Spot], width: int) -> frozenset[Square]:
    """Usually those of the picture before: a stroke changes one kind of piece."""
    return frozenset(y * width + x for x, y in spots)


def head_view(stage: Stage, drawing: Drawing, findings: Findings, collection: str) -> Head:
    """The bar at the top."""
    label = partial(stage.label, scope=Scope.EDITOR)
    # Translators: the state of a level that is drawn.
    state = _("saved") if drawing.is_saved and drawing.kept else _("not saved yet")
    if drawing.kept and not drawing.is_saved:
        state = _("unsaved changes")
    icons = (
        (Action.MIRROR, True), (Action.TURN, True), (Action.REDO, drawing.can_redo),
        (Action.UNDO, drawing.can_undo),
    )  # fmt: skip
    can_try = ENABLED[findings.level is not None]
    return Head(
        drawing.sketch.title or _("Untitled"),
        f"{collection} · {state}",
        (
            ToolButton(Action.SAVE, "", _("Save"), label(Action.SAVE), "primary"),
            ToolButton(Action.TRY_OUT, "play", _("Play"), label(Action.TRY_OUT), can_try),
        ),
        tuple(
            ToolButton(action, action.name.lower(), "", "", ENABLED[is_on])
            for action, is_on in icons
        ),
    )


def panel_view(
    stage: Stage, sketch: Sketch, findings: Findings, asked: tuple[Proof, int] | None,
    *, is_current: bool, is_checked: bool,
) -> LevelPanel:  # fmt: skip
    """The panel: ``asked`` is the latest answer of the solver, and how many edits ago it was."""
    spell = partial(stage.spell, scope=Scope.EDITOR)
    label = partial(stage.label, scope=Scope.EDITOR)
    proof = asked[0] if asked else None
    is_running = proof is not None and proof.is_running
    answer, mark, notes = _answer(asked, findings, is_current=is_current)
    difficulty = proof.difficulty if proof else None
    can_ask = ENABLED[findings.level is not None]
    solve = ToolButton(Action.SOLVE, "solve", _("Ask the solver"), label(Action.SOLVE), can_ask)
    if is_running:
        solve = ToolButton(Action.SOLVE, "stop", _("Stop"), label(Action.BACK))
    return LevelPanel(
        title=sketch.title,
        author=sketch.author,
        checks=tuple(
            CheckView(
                retold(check.text), check.is_fine, spell(retold(check.detail)),
                _("Close gap") if findings.gap in check.spots else "",
            )
            for check in findings.checks
        ),
        answer=answer,
        answer_mark=mark,
        answer_notes=tuple(map(spell, notes)),
        marks=difficulty.marks if difficulty else None,
        word=_(WORDS[difficulty.marks - 1]) if difficulty else _("not measured yet"),
        size=" × ".join(map(str, sketch.extent)),
        solve=solve,
        is_checked=is_checked,
    )  # fmt: skip


def _answer(
    asked: tuple[Proof, int] | None, findings: Findings, *, is_current: bool
) -> tuple[str, Mark | None, tuple[str, ...]]:
    if asked is None:
        what = _("{solve} asks the solver.") if findings.level else _("Finish the level first.")
        return _("Not checked yet"), None, (what,)
    proof, edits = asked
    when: tuple[str, ...] = (_("Proved for this level."),)
    if not is_current:
        when = (
            ngettext("Proved {n} edit ago.", "Proved {n} edits ago.", edits),
            _("{solve} checks again."),
        )
        if findings.level is None:
            when = (when[0], _("Finish the level to check again."))
    match proof.ending:
        case None if proof.is_preparing:
            return _("Preparing the solver"), None, (_("You can keep drawing."),)
        case None:
            bound = ngettext("At least {n} push", "At least {n} pushes", proof.lower_bound)
            return (
                bound,
                None,
                (
                    ngettext("{n} position searched.", "{n} positions searched.", proof.nodes),
                    _("You can keep drawing."),
                ),
            )
        case Ending.OPTIMAL:
            return (
                ngettext("Yes: par {n} push", "Yes: par {n} pushes", proof.lower_bound),
                "optimal",
                when,
            )
        case Ending.SOLVED:
            return _("Yes"), "solved", when
        case Ending.UNSOLVABLE:
            return _("No: it cannot be solved"), None, when
        case Ending.GAVE_UP:
            bound = ngettext(
                "At least {n} push, if solvable.",
                "At least {n} pushes, if solvable.",
                proof.lower_bound,
            )
            return _("Undecided"), None, (bound, *when[1:])
        case _:
            return _("The search failed"), None, (reason_words(proof.reason),)


def sentence_words(pencil: Pencil) -> tuple[str, str]:
    """What is under the cursor and what the tool does there."""
    x, y = pencil.cursor
    lead = _("{found} at {x}, {y}.", found=_found(pencil.sketch, (x, y)), x=x + 1, y=y + 1)
    if pencil.tool is Tool.SELECT:
        if SCALING.by_finger:
            return lead, _("Drag to select an area, then drag it elsewhere.")
        return lead, _("Drag to select an area, then drag it elsewhere. {erase} clears it.")
    if SCALING.by_finger:
        return lead, _("Drag to draw, hold to erase.")
    return lead, _("Drag to draw, hold Shift to fill an area, right-click to erase.")


def _found(sketch: Sketch, spot: tuple[int, int]) -> str:
    if spot in sketch.walls:
        return _("Wall")
    piece = 2 * (spot == sketch.pusher) + (spot in sketch.boxes)
    names = (
        (_("Floor"), _("Box"), _("Pusher"), _("Box on pusher")),
        (_("Goal"), _("Box on goal"), _("Pusher on goal"), _("Box on pusher on goal")),
    )
    return names[spot in sketch.goals][piece]
