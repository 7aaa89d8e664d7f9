"""Beside the drawing: the tools at the left, what is said about the level at the right."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pygame import Surface

from game.board.difficulty import draw_difficulty
from game.board.sprites import Sprites
from game.editor.layout import EditorLayout
from game.editor.sketch import Tool
from game.input.actions import Action
from game.looks.theme import Theme
from game.widgets.brush import Box, Brush, Mark
from game.widgets.buttons import Attention, Clickable, Hits, ToolButton, Worded, draw_button
from game.widgets.canvas import put
from game.widgets.layout import SCALING, reach
from game.widgets.text import BODY, SMALL, TITLE
from levels.language import N_, _
from levels.level import Direction

EDGE = 20


@dataclass(frozen=True)
class ToolChoice(Clickable):
    """Takes a tool into the hand."""

    is_button = False
    tool: str

    @property
    def action(self) -> Action:
        return Action[f"TOOL_{self.tool.upper()}"]


@dataclass(frozen=True)
class NameFrame(Clickable):
    """The frame around the title or the author."""

    is_button = False
    name: str


@dataclass(frozen=True)
class GapClosing(Clickable):
    """Puts a wall into the gap."""


@dataclass(frozen=True)
class CheckView:
    """A row of the list of what has to be so. `action` names a button that mends it."""

    text: str
    is_fine: bool
    detail: str = ""
    action: str = ""
    """what the button is called that mends it; empty if there is none"""


@dataclass(frozen=True)
class LevelPanel:
    """What the panel says."""

    title: str
    author: str
    checks: tuple[CheckView, ...]
    answer: str
    answer_mark: Mark | None
    answer_notes: tuple[str, ...]
    marks: int | None
    word: str
    size: str
    solve: ToolButton
    is_checked: bool = True
    """whether the checks are of the drawing as it is now"""


def draw_palette(
    surface: Surface, layout: EditorLayout, theme: Theme, chosen: str, attention: Attention
) -> Hits:
    """The pieces themselves, each with its key."""
    brush = Brush(surface, theme, layout.scale, layout.palette)
    brush.panel((0, 0, brush.width, brush.height))
    names = tuple(tool.value for tool in Tool)
    with_words = not layout.compact
    edge = 8.0 if with_words else 4.0
    step = (brush.height - 2 * edge) / len(names)
    side = min(46.0, step - 42) if with_words else min(34.0, step - 14)
    has_keys = with_words or (step > side + 34 and not SCALING.by_finger)
    hits: Hits = {}
    for index, name in enumerate(names):
        box = (edge, edge + index * step + 2, brush.width - 2 * edge, step - 4)
        is_on = name == chosen
        hit = ToolChoice(name)
        brush.choice(box, is_chosen=is_on, is_touched=attention.hover == hit)
        below = 0 if with_words or not has_keys else 18
        top = box[1] + (8 if with_words else (box[3] - side - below) / 2)
        _draw_piece(brush, name, ((brush.width - side) / 2, top, side, side))
        if has_keys:
            words = _(name) if with_words else ""
            key = "" if SCALING.by_finger else str(index + 1)
            _draw_name(brush, words, key, box[1] + box[3] - 14, is_on)
        place = brush.rect(box)
        hits[hit] = Worded(place) if with_words else place
    return hits


def _draw_name(brush: Brush, name: str, key: str, middle: float, is_on: bool) -> None:
    theme = brush.theme
    ink = theme.accent if is_on else theme.text_2
    label, digit = brush.measure(name, SMALL, "SemiBold"), brush.measure(key, 11, "Bold")
    gap = 6 if name and key else 0
    left = (brush.width - label - digit - gap) / 2
    brush.text((left, middle), name, SMALL, ink, "SemiBold")
    brush.text(
        (left + label + gap, middle), key, 11, theme.accent if is_on else theme.text_3, "Bold"
    )


def _draw_piece(brush: Brush, name: str, box: Box) -> None:
    theme, rect = brush.theme, brush.rect(box)
    x, y, side, _ = box
    if name == "Select":
        brush.icon("select", (x + side / 2, y + side / 2), side * 0.75, theme.text_2)
        return
    if name == "Wall":
        brush.rounded(box, theme.wall_front, 8)
        brush.rounded((x, y, side, side * 0.83), theme.wall_lit, 8)
        brush.rounded((x, y + 1.5, side, side * 0.83 - 1.5), theme.wall_top, 8)
        return
    brush.rounded(box, theme.floor_a, 7)
    brush.rounded(box, theme.line, 7, 1)
    if name == "Floor":
        return
    sprites = _sprites(theme, rect.width)
    picture = {
        "Goal": sprites.goal, "Box": sprites.box, "Pusher": lambda: sprites.pusher(Direction.DOWN)
    }[name]()  # fmt: skip
    put(brush.surface, picture, (rect.left - sprites.pad, rect.top - sprites.pad))


@lru_cache(maxsize=4)
def _sprites(theme: Theme, side: int) -> Sprites:
    return Sprites(theme, side)


# --- the panel at the right ----------------------------------------------------------------------


def draw_panel(
    surface: Surface, layout: EditorLayout, theme: Theme, panel: LevelPanel, attention: Attention
) -> Hits:
    """Title and author, what has to be so, and whether the level can be solved."""
    brush = Brush(surface, theme, layout.scale, layout.panel)
    brush.panel((0, 0, brush.width, brush.height))
    hits: Hits = {}
    y = 8.0
    if layout.has_names:
        brush.text((EDGE, 30), _("Level"), TITLE, theme.text, "Bold")
        y = _draw_fields(brush, panel, attention, hits)
        _line(brush, y)
    y = _draw_checks(brush, y + 20, panel, attention, hits)
    foot = brush.height - EDGE + 4 - 44
    _line(brush, y)
    _draw_answer(brush, y + 22, foot, panel)
    box = (EDGE, foot, brush.width - 2 * EDGE, 44)
    hits[Action.SOLVE] = draw_button(brush, box, panel.solve, attention)
    return hits


def _line(brush: Brush, y: float) -> None:
    brush.hairline((EDGE, y, brush.width - 2 * EDGE, 1), brush.theme.line)


NAMES = {"title": N_("Title"), "author": N_("Author")}
"""What can be written about a level."""


def _draw_fields(brush: Brush, panel: LevelPanel, attention: Attention, hits: Hits) -> float:
    theme, y = brush.theme, 62.0
    for name, text in (("title", panel.title), ("author", panel.author)):
        brush.caption((EDGE, y), _(NAMES[name]))
        box = (EDGE, y + 12, brush.width - 2 * EDGE, 36)
        brush.rounded(box, theme.field, 8)
        is_hovered = attention.hover == NameFrame(name)
        brush.rounded(box, theme.text_3 if is_hovered else theme.line, 8, 1)
        shown = brush.fitted(text, BODY, "Medium", box[2] - 24)
        brush.text((EDGE + 12, y + 30), shown, BODY, theme.text)
        hits[NameFrame(name)] = brush.rect(box)
        y += 68
    return y


def _draw_checks(
    brush: Brush, y: float, panel: LevelPanel, attention: Attention, hits: Hits
) -> float:
    theme = brush.theme
    is_fine = all(check.is_fine for check in panel.checks)
    heading = _("Valid") if is_fine else _("Valid so far")
    brush.caption((EDGE, y), heading if panel.is_checked else _("Checking"))
    y += 28
    for check in panel.checks:
        middle = (EDGE + 10, y)
        room = beside = brush.width - 2 * EDGE - 30
        if check.is_fine:
            brush.icon("check", middle, 18, theme.proof)
        else:
            brush.icon("alert", middle, 18, theme.danger)
            if check.action:
                box = (brush.width - EDGE - 92, y + 1 - reach(32) / 2, 92, reach(32))
                button = ToolButton(GapClosing(), "", check.action)
                hits[GapClosing()] = draw_button(brush, box, button, attention)
                room -= 96
        first, *more = brush.wrapped(check.text, BODY, "Medium", room)
        brush.text((EDGE + 30, y), first, BODY, theme.text)
        for line in more:
            y += 20
            brush.text((EDGE + 30, y), line, BODY, theme.text)
        if check.detail and not check.is_fine:
            for line in brush.wrapped(check.detail, SMALL, "Medium", beside):
                y += 21
                brush.text((EDGE + 30, y), line, SMALL, theme.danger)
        y += 30
    return y


def _draw_answer(brush: Brush, y: float, foot: float, panel: LevelPanel) -> None:
    theme = brush.theme
    if y + 38 > foot:
        return
    brush.caption((EDGE, y), _("Can it be solved?"))
    y += 28
    indent = EDGE
    if panel.answer_mark is not None:
        brush.mark(panel.answer_mark, (EDGE + 10, y), 20, theme.panel)
        indent += 30
    room = brush.width - indent - EDGE
    brush.text(
        (indent, y),
        brush.fitted(panel.answer, BODY, "SemiBold", room),
        BODY,
        theme.text,
        "SemiBold",
    )
    for note in panel.answer_notes:
        for line in brush.wrapped(note, SMALL, "Medium", room):
            y += 20
            if y < foot - 12:
                brush.text((indent, y), line, SMALL, theme.text_2)
    y += 34
    if y + 38 > foot:
        return
    brush.caption((EDGE, y), _("Difficulty"))
    end = float(EDGE)
    if panel.marks is not None:
        end += draw_difficulty(brush, (EDGE, y + 20), panel.marks) + 12
    ink = theme.text_2 if panel.marks is None else theme.text
    end += brush.text((end, y + 20), panel.word, SMALL, ink)
    left = max(brush.width / 2 + 6, end + 20)
    brush.caption((left, y), _("Size"))
    brush.text((left, y + 20), panel.size, SMALL, theme.text)
