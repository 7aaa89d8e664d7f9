"""The one sentence between board and bar: what the game says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pygame import Surface

from game.looks.theme import Color, Theme
from game.widgets.brush import Brush
from game.widgets.buttons import CALM, Attention, Hits, ToolButton, button_width, draw_button
from game.widgets.layout import ONE_LINE, PlayLayout, reach
from game.widgets.text import BODY, without_end
from levels.language import _

Tone: TypeAlias = Literal["plain", "danger", "proof"]

RUNGS_WIDTH = 200
"""What the rungs of a ladder take at the left of the sentence, with their number in words."""
RUNG_STEP = 18
LINE = 22
"""From one line of a sentence to the next."""
SHARE_WIDTH = 160


@dataclass(frozen=True)
class Sentence:
    """What the game says: the lead in a bolder weight, the rest, and one thing to do about it."""

    lead: str
    rest: str = ""
    tone: Tone = "plain"
    action: ToolButton | None = None
    rung: tuple[int, int] | None = None
    """which rung of a ladder this is, and of how many"""
    share: float | None = None
    """how much of something is done, 0 to 1: a bar before the words"""
    is_over_board: bool = False
    """whether the board lies under the words, because there is no room for all of it"""


def draw_sentence(
    surface: Surface,
    layout: PlayLayout,
    theme: Theme,
    sentence: Sentence,
    attention: Attention = CALM,
) -> Hits:
    """Draw the sentence over the board's background: call it after every full BoardView.draw."""
    brush = Brush(surface, theme, layout.scale, layout.sentence)
    if not sentence.lead and not sentence.rest:
        return {}
    action = button_width(brush, sentence.action) - 16 if sentence.action else 0
    icon = 28 if sentence.tone == "danger" else 0
    beside = icon + (action + 20 if action else 0)
    if layout.compact and not _is_short(brush, sentence, beside):
        return _draw_two_lines(brush, sentence, action, attention)
    bar = SHARE_WIDTH + 16 if sentence.share is not None else 0
    if brush.measure(sentence.lead, BODY, "SemiBold") > brush.width - 48 - beside - bar:
        bar = 0  # the words say how much is done as well
    rest_width = beside + bar
    lead, rest = _sentence_words(brush, sentence, brush.width - 48 - rest_width)
    width = rest_width + _words_width(brush, lead, rest)
    is_beside = (brush.width - width) / 2 >= RUNGS_WIDTH and not layout.compact
    rungs = sentence.rung[1] * RUNG_STEP + 8 if sentence.rung and not is_beside else 0
    if rungs:  # there is no room at the left: they go before the words
        lead, rest = _sentence_words(brush, sentence, brush.width - 48 - rest_width - rungs)
        width = rungs + rest_width + _words_width(brush, lead, rest)
    x, height = (brush.width - width) / 2, reach(ONE_LINE) if layout.compact else brush.height
    y = brush.height - height / 2
    if layout.compact:
        brush.rounded((x - 14, brush.height - height, width + 28, height), theme.bar, 10)
    elif sentence.is_over_board:
        brush.rounded((x - 14, 3, width + 28, height - 6), theme.bar, 10)
        if sentence.rung and not rungs:
            brush.rounded((20, 3, RUNGS_WIDTH - 36, height - 6), theme.bar, 10)
    ink = _ink(theme, sentence)
    if icon:
        brush.icon("alert", (x + 10, y), 20, ink)
    if sentence.rung:
        _draw_rungs(brush, (x if rungs else 32, y), sentence.rung, in_words=not rungs)
    x += icon + rungs
    if sentence.share is not None and bar:
        brush.rounded((x, y - 4, SHARE_WIDTH, 8), theme.line, 4)
        brush.rounded((x, y - 4, max(8, SHARE_WIDTH * sentence.share), 8), theme.accent, 4)
    x += bar
    x += brush.text((x, y), lead, BODY, ink, "SemiBold")
    x += brush.text((x, y), rest, BODY, theme.text_2)
    return _draw_action(brush, (x + 20, y), action, sentence.action, attention)


def _draw_action(
    brush: Brush, place: tuple[float, float], width: float, action: ToolButton | None,
    attention: Attention,
) -> Hits:  # fmt: skip
    """What can be done about it, from a place on, if anything can."""
    if action is None:
        return {}
    high = reach(ONE_LINE)
    box = (place[0], place[1] - high / 2, width, high)
    return {action.hit: draw_button(brush, box, action, attention)}


def _is_short(brush: Brush, sentence: Sentence, beside: float) -> bool:
    """Whether a sentence has room in one line of a small window."""
    rungs = sentence.rung[1] * RUNG_STEP + 8 if sentence.rung else 0
    rest = _spaced((sentence.lead, ""), sentence.rest)
    return _words_width(brush, sentence.lead, rest) <= brush.width - 48 - beside - rungs


def _draw_two_lines(brush: Brush, sentence: Sentence, action: float, attention: Attention) -> Hits:
    """A sentence that is too long for one, and what can be done about it."""
    before = 28 if sentence.tone == "danger" else 0
    before += sentence.rung[1] * RUNG_STEP + 8 if sentence.rung else 0
    after = action + 20 if action else 0
    lines = _in_two_lines(brush, sentence, brush.width - 48 - before - after)
    width = before + max(_words_width(brush, *line) for line in lines) + after
    x, y = (brush.width - width) / 2, brush.height / 2
    brush.rounded((x - 14, 0, width + 28, brush.height), brush.theme.bar, 10)
    ink = _ink(brush.theme, sentence)
    if sentence.tone == "danger":
        brush.icon("alert", (x + 10, y), 20, ink)
    if sentence.rung:
        _draw_rungs(brush, (x, y), sentence.rung, in_words=False)
    for (lead, rest), above in zip(lines, (-LINE / 2, LINE / 2), strict=False):
        end = x + before + brush.text((x + before, y + above), lead, BODY, ink, "SemiBold")
        brush.text((end, y + above), rest, BODY, brush.theme.text_2)
    return _draw_action(brush, (x + width - action, y), action, sentence.action, attention)


def _in_two_lines(brush: Brush, sentence: Sentence, room: float) -> list[tuple[str, str]]:
    """Its first part above its second one if both have room, else lines of much the same length;
    the last sentences that have no room there are left out."""
    lead, rest = [(word, "") for word in _words(sentence.lead)], sentence.rest
    while True:
        words = [*lead, *(("", word) for word in _words(rest))]

        def width(place: int, words: list[tuple[str, str]] = words) -> float:
            return max(_words_width(brush, *line) for line in _parted(words, place))

        places = [len(words), len(lead), *sorted(range(1, len(words)), key=width)]
        """where the second line may begin, the best place first"""
        if found := [place for place in places if width(place) <= room]:
            return _parted(words, found[0])
        if not rest:
            first, *more = brush.wrapped(sentence.lead, BODY, "SemiBold", room)
            return [(first, ""), (brush.fitted(" ".join(more), BODY, "SemiBold", room), "")]
        rest = without_end(rest)


def _parted(words: list[tuple[str, str]], place: int) -> list[tuple[str, str]]:
    """Two lines of words, the second of which begins at a place."""
    lines = [("", ""), ("", "")]
    for number, (lead, plain) in enumerate(words):
        line = lines[number >= place]
        lines[number >= place] = _joined(line[0], lead), _spaced(line, plain)
    return lines


def _words(part: str) -> list[str]:
    """The words between which a line may break; a no-break space is part of a word."""
    return [word for word in part.split(" ") if word]


def _joined(one: str, other: str) -> str:
    return f"{one} {other}".strip()


def _spaced(line: tuple[str, str], word: str) -> str:
    """The second part of a line with one more word, set apart from whatever stands before it."""
    return line[1] + (f" {word}" if any(line) and word else word)


def _ink(theme: Theme, sentence: Sentence) -> Color:
    return {"plain": theme.text, "danger": theme.danger, "proof": theme.proof}[sentence.tone]


def _words_width(brush: Brush, lead: str, rest: str) -> float:
    return brush.measure(lead, BODY, "SemiBold") + brush.measure(rest, BODY, "Medium")


def _draw_rungs(
    brush: Brush, place: tuple[float, float], ladder: tuple[int, int], *, in_words: bool
) -> None:
    """How far up a ladder this is: one dot per rung, from ``place`` on."""
    theme, (x, y), (rung, rungs) = brush.theme, place, ladder
    for index in range(rungs):
        center = (x + 10 + RUNG_STEP * index, y)
        if index < rung:
            brush.circle(center, 5, theme.proof)
        else:
            brush.circle(center, 5, theme.text_3, 1.5)
        if index == rung - 1:
            brush.circle(center, 8, theme.proof, 1.5)
    if in_words:
        brush.small(
            (x + 10 + RUNG_STEP * rungs, y), _("Hint {rung} of {rungs}", rung=rung, rungs=rungs)
        )


def _sentence_words(brush: Brush, sentence: Sentence, room: float) -> tuple[str, str]:
    """The two parts with the space between them. Where there is no room for all of the second, its
    last sentences are left out; then the first part is cut.
    """
    lead = brush.fitted(sentence.lead, BODY, "SemiBold", room)
    rest = sentence.rest
    while rest:
        words = f" {rest}" if lead else rest
        if _words_width(brush, lead, words) <= room:
            return lead, words
        rest = without_end(rest)
    return lead, ""
