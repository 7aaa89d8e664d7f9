"""What the browser shows of a collection that is proved or reviewed: a strip below the list."""

from __future__ import annotations

from game.browser.proving_task import Chore, ProvingProgress, ProvingState
from game.input.actions import Action
from game.language.words import Words
from game.looks.theme import mix
from game.widgets.brush import Box, Brush
from game.widgets.buttons import Attention, Hits, ToolButton, draw_icon_button
from game.widgets.layout import reach
from game.widgets.text import BODY, CAPTION, SMALL
from levels.language import N_, _, ngettext, retold

HEIGHT, COMPACT_HEIGHT = 42, 34

_LEADS = {
    ProvingState.LISTING: N_("Proving {title}"),
    ProvingState.PROVING: N_("Proving {title}"),
    ProvingState.PAUSED: N_("Paused: {title}"),
    ProvingState.ON_BATTERY: N_("On battery: {title}"),
    ProvingState.FINISHED: N_("Finished: {title}"),
}
_SHORT = {
    ProvingState.PAUSED: N_("Paused"),
    ProvingState.ON_BATTERY: N_("On battery"),
    ProvingState.FINISHED: N_("Finished"),
}


def proving_words(progress: ProvingProgress) -> Words:
    """What is done with which collection, and how far it is."""
    lead = _(_LEADS[progress.state], title=progress.title)
    if progress.chore is Chore.REVIEW and progress.state in (
        ProvingState.LISTING, ProvingState.PROVING
    ):  # fmt: skip
        lead = _("Reviewing {title}", title=progress.title)
    proved, levels = progress.proved, progress.levels
    if progress.state is ProvingState.LISTING:
        return lead, ""
    if not progress.waiting:
        done = _("{proved} of {levels} proved", proved=proved, levels=levels)
        if progress.chore is Chore.REVIEW:
            done = _("{proved} of {levels} reviewed", proved=proved, levels=levels)
        return lead, " · ".join((done, *_level(progress)))
    waiting = ngettext("{n} waiting", "{n} waiting", progress.waiting)
    return lead, " · ".join((_done(progress), *_level(progress), waiting))


def short_words(progress: ProvingProgress) -> Words:
    """What is done, where there is little room to say it."""
    title = retold(progress.title)
    if progress.state is ProvingState.LISTING:
        return title, ""
    state = (_(_SHORT[progress.state]),) if progress.state in _SHORT else ()
    return title, " · ".join((*state, _done(progress), *_level(progress)))


def _done(progress: ProvingProgress) -> str:
    return _("{proved} of {levels}", proved=progress.proved, levels=progress.levels)


def _level(progress: ProvingProgress) -> tuple[str, ...]:
    """Which level is tried now, if one is."""
    return (_("level {number}", number=progress.number),) if progress.number else ()


def strip_height(*, is_compact: bool) -> float:
    """The height of the whole strip."""
    row = _measures(is_compact)[1]
    return row + (COMPACT_HEIGHT if is_compact else HEIGHT)


def _measures(is_compact: bool) -> tuple[float, float]:
    """The sides of a button, and the height of the row that it is in."""
    side, row = (28, 30) if is_compact else (32, 36)
    return reach(side), reach(row)


def draw_proving(
    brush: Brush, box: Box, progress: ProvingProgress, attention: Attention, *, is_compact: bool
) -> Hits:
    """The words, a bar of what is proved, and the buttons that pause and stop it."""
    theme, (x, y, width, _) = brush.theme, box
    side, row = _measures(is_compact)
    brush.hairline((x, y, width, 1), theme.line)
    buttons = [ToolButton(Action.STOP_PROVING, "close", "")]
    if progress.state is not ProvingState.FINISHED:
        icon = "play" if progress.state in _SHORT else "pause"
        buttons.append(ToolButton(Action.PAUSE_PROVING, icon, ""))
    hits: Hits = {}
    right = x + width
    for button in buttons:
        right -= side + (4 if hits else 0)
        corner = (right, y + 4 + (row - side) / 2, side, side)
        hits[button.hit] = draw_icon_button(brush, corner, button, attention, 16)
    lead, rest = (short_words if is_compact else proving_words)(progress)
    size = SMALL if is_compact else BODY
    if brush.measure(lead, size, "SemiBold") > right - x - 6:
        size = SMALL
    lead = brush.fitted(lead, size, "SemiBold", right - x - 6)
    brush.text((x, y + 4 + row / 2), lead, size, theme.text, "SemiBold")
    size = CAPTION if is_compact else SMALL
    rest = brush.fitted(rest, size, "Medium", width)
    brush.text((x, y + row + 14), rest, size, theme.text_2)
    foot = y + row + (26 if is_compact else 29)
    brush.rounded((x, foot, width, 4), mix(theme.bar, theme.text, 0.18), 2)
    if progress.proved:
        share = progress.proved / progress.levels
        brush.rounded((x, foot, max(4, share * width), 4), theme.proof, 2)
    return hits
