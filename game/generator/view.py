"""What the generator shows of a wish and of what was made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.board.thumbnails import PictureWish
from game.editor.view import WORDS
from game.generator.cards import FoundCard, GeneratorView, WishRow
from game.generator.layout import GeneratorLayout
from game.generator.making import ROWS, SEED, Making
from game.input.actions import Action
from game.input.controls import Scope
from game.language.words import Words
from game.scene.stage import Stage
from game.settings.choices import Amount
from game.widgets.buttons import ENABLED, ToolButton, ToolState
from game.widgets.head import Head
from game.widgets.layout import SCALING
from levels.language import N_, _, grouped, ngettext
from solver.messages import MOST_TRIES_IN_VAIN

KEEP_BY_FINGER = N_("Tap the corner of a level to keep it.")


def control_weights() -> list[list[int]]:
    """How wide the buttons in each row of the wish are, relative to each other; none: a slider."""
    return [
        [] if isinstance(row, Amount) else [max(3, len(each.words)) for each in row.options]
        for row in ROWS
    ]


@dataclass(frozen=True)
class Cursor:
    """Where the person is."""

    row: int | None
    """of the wish; None: among the levels"""
    chosen: int
    """the number of a level"""
    scroll: float


def generator_view(
    stage: Stage, making: Making, layout: GeneratorLayout, place: Cursor, sentence: Words
) -> GeneratorView:
    """Everything that is shown; asks for the thumbnails that are in sight."""
    row = place.row
    stage.thumbnails.forget_wishes()
    seen = layout.seen(place.scroll, len(making.made))
    chosen = place.chosen if row is None else -1
    return GeneratorView(
        head=_head(stage, making),
        rows=_rows(making, row),
        button=_button(stage, layout, making),
        progress=_progress(making),
        cards=[
            (index, _card(stage, making, layout, index, is_chosen=index == chosen))
            for index in seen
        ],
        empty=_empty(stage, making),
        sentence=sentence,
        scroll=place.scroll,
        longest=layout.longest_scroll(len(making.made)),
    )


def _head(stage: Stage, making: Making) -> Head:
    has_levels = ENABLED[bool(making.made)]
    can_save: ToolState = "primary" if making.unsaved else "disabled"
    save, edit = (stage.label(each, Scope.GENERATOR) for each in (Action.SAVE, Action.EDIT_COPY))
    return Head(
        _("Generator"),
        _subtitle(making),
        (
            ToolButton(Action.SAVE, "", _("Save"), save, can_save),
            ToolButton(Action.TRY_OUT, "play", _("Play"), "", has_levels),
            ToolButton(Action.EDIT_COPY, "edit", _("Edit"), edit, has_levels),
        ),
    )


def _button(stage: Stage, layout: GeneratorLayout, making: Making) -> ToolButton:
    if making.generating.is_running:
        return ToolButton(
            Action.GENERATE, "stop", _("Stop"), stage.label(Action.BACK, Scope.GENERATOR)
        )
    key = stage.label(Action.GENERATE, Scope.GENERATOR)
    state: ToolState = "normal" if making.unsaved else "primary"
    return ToolButton(Action.GENERATE, "", _("Generate"), key, state)


def _rows(making: Making, row: int | None) -> tuple[WishRow, ...]:
    views = []
    for number, each in enumerate(ROWS):
        value, share = str(getattr(making.wish, each.name)), None
        if isinstance(each, Amount):
            share = each.share(making.wish)
        elif number != SEED:
            value = _(WORDS[making.wish.difficulty - 1])
        views.append(WishRow(_(each.label), value, share, number == row))
    return tuple(views)


def _progress(making: Making) -> tuple[str, float] | None:
    generating = making.generating
    if generating.wish is None:
        return None
    share = len(making.made) / generating.wish.count
    if generating.is_running and not generating.is_warm:
        return _("Preparing"), share
    return ngettext(
        "{made} of {count} · {n} room tried",
        "{made} of {count} · {n} rooms tried",
        generating.rooms,
        made=len(making.made),
        count=generating.wish.count,
    ), share


def _subtitle(making: Making) -> str:
    wish = making.generating.wish
    if wish is None:
        return _("New levels, each proved solvable")
    return ngettext(
        "{made} of {count} found · {columns} × {rows} · {n} box · {difficulty} · seed {seed}",
        "{made} of {count} found · {columns} × {rows} · {n} boxes · {difficulty} · seed {seed}",
        wish.boxes,
        made=len(making.made),
        count=wish.count,
        columns=wish.columns,
        rows=wish.rows,
        difficulty=_(WORDS[wish.difficulty - 1]),
        seed=wish.seed,
    )


def _empty(stage: Stage, making: Making) -> Words:
    generating = making.generating
    if generating.is_running:
        return _("Searching for levels."), _("Each level appears here as soon as it is proved.")
    if 0 < generating.rooms < MOST_TRIES_IN_VAIN:
        return _("Stopped before anything was found."), ""
    if generating.wish is not None:
        return _("Nothing was found."), _("Try more room, fewer boxes or another difficulty.")
    hint = _("Set the options, then press {generate}. The same seed always makes the same levels.")
    return _("No levels yet."), stage.spell(hint, Scope.GENERATOR)


def sentence_words(making: Making, layout: GeneratorLayout, row: int | None) -> Words:
    """What is said when nothing has just happened: in a small window, how far the making is."""
    generating, wish = making.generating, making.generating.wish
    progress = _progress(making)
    if layout.compact and generating.is_running and progress is not None:
        return f"{progress[0]}.", ""
    if generating.failure:
        return _("The generator stopped: {failure}.", failure=_(generating.failure)), _(
            "{generate} starts over."
        )
    if row is None and not SCALING.by_finger:
        return _("{play_chosen} plays it, {keep} keeps it."), _("{save} saves all that you keep.")
    rest = ""
    if making.made:
        rest = _(KEEP_BY_FINGER) if SCALING.by_finger else _("{next_section} goes to the levels.")
    if wish is None or generating.is_running:
        lead = "" if SCALING.by_finger else _("Arrow keys choose and change options.")
        return lead, rest
    made = len(making.made)
    if made == wish.count:
        return ngettext("{n} level found.", "{n} levels found.", made), rest
    rooms = ngettext("{n} room", "{n} rooms", generating.rooms)
    # Translators: {rooms} is a number of rooms.
    found = ngettext(
        "{n} level found in {rooms}.", "{n} levels found in {rooms}.", made, rooms=rooms
    )
    return found, rest


def _card(
    stage: Stage, making: Making, layout: GeneratorLayout, number: int, *, is_chosen: bool
) -> FoundCard:
    made = making.made[number]
    key = ("made", making.generating.wish, number)
    wish = PictureWish(key, layout.picture_size, partial(making.level, number), layout.scale)
    return FoundCard(
        number=number,
        pushes=ngettext("{n} push", "{n} pushes", made.pushes),
        figure=grouped(made.pushes),
        marks=made.difficulty.marks,
        picture=stage.thumbnails.get(wish),
        is_kept=number in making.kept,
        is_saved=number in making.saved,
        is_chosen=is_chosen,
    )
