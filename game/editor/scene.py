"""The editor: a level is drawn, checked while it is drawn, tried out, and saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.board.board import BoardView
from game.board.picture import BoardPicture
from game.browser.library import Library
from game.editor.checks import Findings
from game.editor.drawing import Drawing
from game.editor.grid import SideHandle, draw_drawing, draw_editor_head, draw_sentence
from game.editor.inspection import Inspection
from game.editor.layout import EditorLayout, lay_out_editor
from game.editor.name_field import NameField
from game.editor.own_levels import save_level
from game.editor.panels import GapClosing, NameFrame, ToolChoice, draw_palette, draw_panel
from game.editor.sketch import Side, Sketch, Spot, Tool
from game.editor.tools import EXTENSIONS, PENCIL, SIZES, STEPS, TOOLS, Pencil
from game.editor.view import drawing_view, head_view, panel_view, picture_of, sentence_words
from game.input.actions import Action
from game.input.controls import Scope
from game.input.mouse import mouse_actions
from game.input.touch import Grip, Pan, Pinch, Point
from game.language.words import Words, joined
from game.proof.proof import Proof, Question
from game.proof.solver_link import SolverLink
from game.scene.base import Actions, Scene, each
from game.scene.looking import Looking
from game.scene.overlay import Overlay
from game.scene.stage import Stage
from game.storage.made_here import OWN_TITLE
from game.widgets.buttons import Attention, Hit, Hits
from levels.language import _
from levels.level import Level
from levels.position import Position

DRAWN = -1
"""The number of a drawing in a question to the solver: no level of a collection has it."""

HISTORY: dict[Action, Callable[[Drawing], bool]] = {
    Action.UNDO: Drawing.undo,
    Action.REDO: Drawing.redo,
}


class EditorScene(Overlay):
    """Where levels are made. Esc goes back to where it was opened, but first warns of a loss."""

    scope = Scope.EDITOR

    def __init__(
        self,
        stage: Stage,
        library: Library,
        link: SolverLink,
        below: Scene,
        level: Level | None,
        try_out: Callable[[Scene, Level], Scene],
    ) -> None:
        """``level``: a copy of it is drawn on; None begins with an empty room. ``try_out`` makes
        the scene in which the drawing is played."""
        super().__init__(below)
        self._stage = stage
        self._library = library
        self._link = link
        self._try_out = try_out
        sketch = Sketch.of(level) if level else Sketch.empty()
        self.drawing = Drawing(sketch)
        self.pencil = Pencil(self.drawing)
        self._board = self._new_board()
        self._looking = Looking(lambda: self._board.camera)
        self._inspection = Inspection()
        self._focus = self.pencil.cursor
        """where the keys have led last: it is kept in sight"""
        self._picture: tuple[Sketch, Findings, BoardPicture] | None = None
        self._layout: EditorLayout | None = None
        self._hits: Hits = {}
        self._asked: tuple[Sketch, int] | None = None
        """the drawing that the solver was asked about, and how many edits it had"""
        self._field: NameField | None = None
        self._side: tuple[Side, int] | None = None
        """the side that is dragged, and where the mouse was"""
        self._warned = False
        """whether it was said that leaving loses what is not saved"""

    # --- what the person asks for ----------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        return {
            **each(TOOLS, self.pencil.choose),
            **each(STEPS, self._step),
            **each(EXTENSIONS, partial(self._step, extends=True)),
            **self._looking.actions,
            **each(SIZES, self._resize),
            **each(PENCIL, lambda use: use(self.pencil)),
            **each(HISTORY, self._go_through_history),
            Action.TURN: lambda: self._change(self.drawing.sketch.rotated()),
            Action.MIRROR: lambda: self._change(self.drawing.sketch.mirrored()),
            Action.RENAME: partial(self._begin_field, "title", is_by_key=True),
            Action.SOLVE: self._solve,
            Action.TRY_OUT: self._try,
            Action.SAVE: self._save,
            Action.BACK: self._go_back,
        }

    def resume(self, notice: Words | None) -> Scene:
        self._warned = False  # what was said of it is no longer to be seen
        return super().resume(notice)

    def act(self, action: Action) -> Scene:
        self._notice = None
        if action is not Action.BACK:
            self._warned = False
        return super().act(action)

    def _step(self, way: Spot, *, extends: bool = False) -> None:
        self.pencil.step(way, extends=extends)
        self._focus = self.pencil.cursor

    def _go_through_history(self, change: Callable[[Drawing], bool]) -> None:
        change(self.drawing)
        self.pencil.keep_on_drawing()

    def _change(self, sketch: Sketch) -> None:
        self.drawing.change(sketch)
        self.pencil.keep_on_drawing()

    def click(self, hit: Hit) -> Scene:
        match hit:
            case ToolChoice(name):
                self.pencil.choose(Tool(name))
            case NameFrame(name):
                self._begin_field(name)
            case GapClosing():
                gap = self.findings.gap
                if gap is not None:
                    self.drawing.change(self.drawing.sketch.drawn(Tool.WALL, [gap]))
            case Action.SOLVE if self._is_searching:
                self._link.stop()
            case _:
                return super().click(hit)
        return self

    def _go_back(self) -> Scene:
        link = self._link
        if self.pencil.let_go():
            return self
        if self._is_searching:
            link.stop()
            return self
        if not self.drawing.is_saved and not self._warned:
            self._warned = True
            way = _("{back} again discards it, {save} saves it.")
            self._notice = (_("This level is not saved."), way)
            return self
        if link.proof is not None and link.proof.question.number == DRAWN:
            link.dismiss()
        return self._below.resume(None)

    def _resize(self, change: tuple[Side, int]) -> None:
        self._change(self.drawing.sketch.resized(*change))

    def _new_board(self) -> BoardView:
        return BoardView(self._stage.theme, self._stage.clock, keeps_view=True)

    @property
    def findings(self) -> Findings:
        """What is known of the drawing so far."""
        self._inspection.look_at(self.drawing.sketch)
        return self._inspection.findings

    @property
    def _level(self) -> Level | None:
        """The drawing as a level, if it is one: this waits until that is known."""
        self._inspection.look_at(self.drawing.sketch)
        return self._inspection.finish().level

    def update(self, now: float) -> tuple[Scene, bool]:
        return self, self._inspection.advance()

    @property
    def is_moving(self) -> bool:
        return not self._inspection.is_complete or self._board.camera.glide is not None

    def draw_motion(self, surface: Surface) -> list[Rect] | None:
        """While the drawing is only being looked at, nothing has to be drawn."""
        return None if self._board.camera.glide is not None else []

    # --- out of the drawing ----------------------------------------------------------------------

    def _save(self) -> None:
        level = self._level
        if level is None:
            self._notice = (
                _("Only a finished level can be saved."),
                _("The panel shows what is missing."),
            )
            return
        try:
            kept = save_level(self._library, level, self.drawing.kept)
        except (OSError, ValueError) as error:
            self._notice = (_("The level could not be saved."), str(error))
            return
        self.drawing.note_saved(kept)
        self._library.refresh()
        self._notice = (
            _("Saved to “{collection}”.", collection=_(OWN_TITLE)),
            _("It is level {number} there.", number=kept.number),
        )

    def _solve(self) -> None:
        level = self._level
        if level is None:
            self._notice = (_("Only a finished level can be solved."), "")
        elif not self._is_searching:
            self._asked = self.drawing.sketch, self.drawing.edits
            self._link.ask(Question(DRAWN, (Position.start(level),)))

    @property
    def _proof(self) -> Proof | None:
        """The latest answer about a drawing."""
        proof = self._link.proof
        return proof if self._asked and proof and proof.question.number == DRAWN else None

    @property
    def _is_searching(self) -> bool:
        return self._proof is not None and self._proof.is_running

    def _try(self) -> Scene:
        level = self._level
        if level is None:
            self._notice = (_("Only a finished level can be played."), "")
            return self
        return self._try_out(self, level)

    # --- the name --------------------------------------------------------------------------------

    def _begin_field(self, name: str, *, is_by_key: bool = False) -> None:
        frame = self._hits.get(NameFrame(name))
        if self._layout is None or frame is None:
            return
        text = getattr(self.drawing.sketch, name)
        self._field = NameField(
            self._stage.theme, self._layout, name, frame, text, is_by_key=is_by_key
        )

    def _hear_in_field(self, field: NameField, event: Event) -> Scene | None:
        """An entry field has all keys until Enter, Esc or a click elsewhere."""
        match field.take(event):
            case "end":
                self._field = None
            case "leave":
                self._field = None
                return None
            case "next":
                self._begin_field("author" if field.name == "title" else "title")
            case "typed":
                names = {each: getattr(self.drawing.sketch, each) for each in ("title", "author")}
                self.drawing.name(**{**names, field.name: field.text})
            case _:
                return None
        return self

    # --- the mouse -------------------------------------------------------------------------------

    def hear(self, event: Event) -> Scene | None:
        if self._field is not None:
            return self._hear_in_field(self._field, event)
        if self._looking.hear(event):
            return self
        looks = mouse_actions(event, self.scope, self._stage.controls)
        if any([self._looking.act(action, pygame.mouse.get_pos()) for action in looks]):
            return self
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 3):
                return self if self._press(event) else None
            case pygame.MOUSEMOTION:
                if self._side is not None:
                    self._drag_side(event.pos)
                    return self
                spot = self._spot_at(event.pos)
                return self if spot is not None and self.pencil.move(spot) else None
            case pygame.MOUSEBUTTONUP if event.button in (1, 3):
                self._side = None
                self.drawing.end_stroke()
                self.pencil.release()
                return None
        return None

    def _press(self, event: Event) -> bool:
        self._notice = None
        for hit, place in self._hits.items():
            if isinstance(hit, SideHandle) and place.collidepoint(event.pos):
                self._side = hit.side, self._along(hit.side, event.pos)
                self.drawing.begin_stroke()
                return True
        spot = self._spot_at(event.pos)
        if spot is None:
            return False
        is_area = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        self.pencil.press(spot, erases=event.button == 3, is_area=is_area)
        return True

    def grip(self, point: Point, hit: Hit | None) -> Grip:
        is_drawn = hit is None and self._spot_at(point) is not None
        return Grip.DRAG if is_drawn or isinstance(hit, SideHandle) else super().grip(point, hit)

    def pan(self, pan: Pan) -> bool:
        return self._looking.pan(pan)

    def pinch(self, pinch: Pinch) -> bool:
        return self._looking.pinch(pinch)

    def _along(self, side: Side, point: tuple[int, int]) -> int:
        return point[0] * side.value[0] + point[1] * side.value[1]

    def _drag_side(self, point: tuple[int, int]) -> None:
        """A square more or fewer for each square that the mouse has gone."""
        assert self._side is not None
        side, before = self._side
        by = int((self._along(side, point) - before) / self._board.place.square)
        if by:
            self._side = side, before + by * self._board.place.square
            self._resize((side, by))

    def _spot_at(self, point: tuple[int, int]) -> Spot | None:
        layout = self._layout
        if layout is None or any(
            place.collidepoint(point) for place in (layout.panel, layout.palette)
        ):
            return None
        square = self._board.square_at(point)
        if square is None:
            return None
        row, column = divmod(square, self.drawing.sketch.width)
        return column, row

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return _("{title} - Editor", title=self.drawing.sketch.title or _("Untitled"))

    @property
    def unsaved(self) -> str:
        drawn = "" if self.drawing.is_saved else _("The level you are drawing is not saved.")
        return joined(drawn, super().unsaved)

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        self._notice = (_("Save the level first."), _("Then add levels in the level browser."))
        return self

    @property
    def sentence(self) -> Words:
        """What the editor says."""
        return self._stage.spell_both(self._notice or sentence_words(self.pencil), self.scope)

    def _shown(self, sketch: Sketch, findings: Findings) -> BoardPicture:
        """The picture of the drawing: another one only if there is something else to see."""
        known = self._picture
        if known is None or known[0] is not sketch or known[1].floor is not findings.floor:
            self._picture = known = sketch, findings, picture_of(sketch, findings.floor)
        x, y = self._focus
        return replace(known[2], focus=(float(x), float(y)))

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        theme, sketch, findings = self._stage.theme, self.drawing.sketch, self.findings
        if self._board.theme is not theme:
            self._board = self._new_board()
        before, self._layout = self._layout, lay_out_editor(surface.get_size())
        layout = self._layout
        surface.fill(theme.outside)
        view = drawing_view(self.pencil, findings, self._shown(sketch, findings))
        hits = draw_drawing(surface, layout, self._board, view, attention.hover)
        head = head_view(self._stage, self.drawing, findings, _(OWN_TITLE))
        hits |= draw_editor_head(surface, layout, theme, head, attention)
        hits |= draw_palette(surface, layout, theme, self.pencil.tool.value, attention)
        proof = self._proof
        edits = abs(self.drawing.edits - self._asked[1]) if self._asked else 0
        is_current = self._asked is not None and self._asked[0] == sketch
        asked = (proof, edits) if proof else None
        is_checked = self._inspection.is_complete
        panel = panel_view(
            self._stage, sketch, findings, asked, is_current=is_current, is_checked=is_checked
        )
        hits |= draw_panel(surface, layout, theme, panel, attention)
        draw_sentence(surface, layout, theme, self.sentence)
        self._hits = hits
        if self._field is not None:
            if layout != before:
                self._begin_field(self._field.name)
            self._field.draw(surface)
        return hits
