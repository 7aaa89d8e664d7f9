"""What the editor shows of a drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from game.board.picture import BoardPicture
from game.editor.checks import Findings
from game.editor.drawing import Drawing
from game.editor.grid import DrawingView
from game.editor.panels import CheckView, LevelPanel
from game.editor.sketch import Sketch, Spot, Tool
from game.editor.tools import Pencil
from game.input.actions import Action
from game.language.words import count
from game.proof.proof import Ending, Proof
from game.widgets.brush import Mark
from game.widgets.buttons import ENABLED, ToolButton
from game.widgets.head import Head
from levels.level import Direction, FloorPlan, Square

WORDS = ("gentle", "easy", "tricky", "hard", "fierce")
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
    """Mostly those of the picture before: a stroke changes one kind of piece."""
    return frozenset(y * width + x for x, y in spots)


def head_view(
    drawing: Drawing, findings: Findings, collection: str, spell: Callable[[str], str]
) -> Head:
    """The bar at the top; ``spell`` puts keys into words."""
    state = "saved" if drawing.is_saved and drawing.kept else "not saved yet"
    if drawing.kept and not drawing.is_saved:
        state = "unsaved changes"
    icons = (
        (Action.MIRROR, True), (Action.TURN, True), (Action.REDO, drawing.can_redo),
        (Action.UNDO, drawing.can_undo),
    )  # fmt: skip
    can_try = ENABLED[findings.level is not None]
    return Head(
        drawing.sketch.title or "Untitled",
        f"{collection} · {state}",
        (
            ToolButton(Action.SAVE, "", "Save", spell("{save}"), "primary"),
            ToolButton(Action.TRY_OUT, "play", "Play", spell("{try_out}"), can_try),
        ),
        tuple(
            ToolButton(action, action.name.lower(), "", "", ENABLED[is_on])
            for action, is_on in icons
        ),
    )


def panel_view(
    sketch: Sketch, findings: Findings, asked: tuple[Proof, int] | None,
    spell: Callable[[str], str], *, is_current: bool, is_checked: bool,
) -> LevelPanel:  # fmt: skip
    """The panel: ``asked`` is the latest answer of the solver, and how many edits ago it was."""
    proof = asked[0] if asked else None
    is_running = proof is not None and proof.is_running
    answer, mark, notes = _answer(asked, findings, is_current=is_current)
    difficulty = proof.difficulty if proof else None
    can_ask = ENABLED[findings.level is not None]
    solve = ToolButton(Action.SOLVE, "solve", "Ask the solver", spell("{solve}"), can_ask)
    if is_running:
        solve = ToolButton(Action.SOLVE, "stop", "Stop", spell("{back}"))
    level = findings.level
    size = f"{level.width} × {level.height}" if level else f"{sketch.width} × {sketch.height}"
    return LevelPanel(
        title=sketch.title,
        author=sketch.author,
        checks=tuple(
            CheckView(
                check.text, check.is_fine, spell(check.detail),
                "Close gap" if findings.gap in check.spots else "",
            )
            for check in findings.checks
        ),
        answer=answer,
        answer_mark=mark,
        answer_notes=tuple(map(spell, notes)),
        marks=difficulty.marks if difficulty else None,
        word=WORDS[difficulty.marks - 1] if difficulty else "not measured yet",
        size=size,
        solve=solve,
        is_checked=is_checked,
    )  # fmt: skip


def _answer(
    asked: tuple[Proof, int] | None, findings: Findings, *, is_current: bool
) -> tuple[str, Mark | None, tuple[str, ...]]:
    if asked is None:
        what = "{solve} asks the solver." if findings.level else "Finish the level first."
        return "Not checked yet", None, (what,)
    proof, edits = asked
    when: tuple[str, ...] = ("Proved for this level.",)
    if not is_current:
        when = (f"Proved {count(edits, 'edit')} ago.", "{solve} checks again.")
        if findings.level is None:
            when = (when[0], "Finish the level to check again.")
    match proof.ending:
        case None if proof.is_preparing:
            return "Preparing the solver", None, ("You can keep drawing.",)
        case None:
            bound = f"At least {count(proof.lower_bound, 'push')}"
            return (
                bound,
                None,
                (f"{count(proof.nodes, 'position')} searched.", "You can keep drawing."),
            )
        case Ending.OPTIMAL:
            return f"Yes: par {count(proof.lower_bound, 'push')}", "optimal", when
        case Ending.SOLVED:
            return "Yes", "solved", when
        case Ending.UNSOLVABLE:
            return "No: it cannot be solved", None, when
        case Ending.GAVE_UP:
            bound = f"At least {count(proof.lower_bound, 'push')}, if solvable."
            return "Undecided", None, (bound, *when[1:])
        case _:
            return "The search failed", None, (proof.reason,)


def sentence_words(pencil: Pencil) -> tuple[str, str]:
    """What is under the cursor and what the tool does there."""
    x, y = pencil.cursor
    lead = f"{_found(pencil.sketch, (x, y))} at {x + 1}, {y + 1}."
    if pencil.tool is Tool.SELECT:
        return lead, "Drag to select an area, then drag it elsewhere. {erase} clears it."
    return lead, "Drag to draw, hold Shift to fill an area, right-click to erase."


def _found(sketch: Sketch, spot: tuple[int, int]) -> str:
    if spot in sketch.walls:
        return "Wall"
    names = [
        name
        for name, is_there in (
            ("box", spot in sketch.boxes),
            ("pusher", spot == sketch.pusher),
            ("goal", spot in sketch.goals),
        )
        if is_there
    ]
    return " on ".join(names).capitalize() if names else "Floor"
