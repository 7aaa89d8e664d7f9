"""Text as players and level files bring it: whatever it holds, it is set."""

from __future__ import annotations

import os
from typing import Any

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.input.clipboard import read_clipboard, write_clipboard
from game.looks.theme import load_theme
from game.widgets.text import BODY, Style, draw_text, measure, visible, without_end, wrapped
from game.widgets.widgets import Widgets

STYLES = Style(BODY), Style(BODY, tracking=1.0), Style(BODY, tabular=True)

ODD = {
    "a mark of direction": "\u202e", "a space of no width": "\u200b", "a null character": "a\0b",
    "nothing else": "\0", "a byte that is no text": "caf\udce9", "a tab": "\t",
    "letters": "é漢\u202e", "an accent alone": "\u0301",
}  # fmt: skip


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
@pytest.mark.parametrize("style", STYLES)
def test_any_text_can_be_drawn(text: str, style: Style) -> None:
    pygame.font.init()
    surface = pygame.Surface((80, 30))
    place = draw_text(surface, (5, 15), text, style, (255, 255, 255))
    assert place.width == round(measure(text, style))


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_any_text_can_be_typed_put_in_and_taken_out_again(text: str) -> None:
    pygame.display.init()
    surface = pygame.display.set_mode((320, 200))
    widgets = Widgets(load_theme("dusk"), (320, 200), 1.0)
    widgets.begin_entry(pygame.Rect(10, 10, 200, 30), text, "Title")
    widgets.set_text("ab")
    widgets.take(pygame.Event(pygame.TEXTINPUT, text=text))
    widgets.draw(surface)
    assert widgets.text == f"ab{visible(text)}"
    for _ in range(len(widgets.text)):
        key: dict[str, Any] = {"key": pygame.K_BACKSPACE, "mod": 0, "unicode": "\b"}
        widgets.take(pygame.Event(pygame.KEYDOWN, **key))
        widgets.draw(surface)
    assert widgets.text == ""
    pygame.display.quit()


def test_a_null_character_does_not_keep_a_text_from_being_copied() -> None:
    pygame.display.init()
    pygame.display.set_mode((320, 200))
    assert write_clipboard("a\0b")
    assert read_clipboard() == "ab"
    pygame.display.quit()


def test_lines_break_only_at_plain_spaces() -> None:
    sentence = "Est-il\u00a0? Encore 12\u2009345 positions."
    assert wrapped(sentence, Style(BODY), 1) == [
        "Est-il\u00a0?",
        "Encore",
        "12\u2009345",
        "positions.",
    ]
    assert wrapped(" one\ntwo ", Style(BODY), 1000) == ["one two"]


def test_a_sentence_does_not_end_at_the_dot_that_draws_a_goal() -> None:
    assert without_end("Nothing was added. Draw $ for boxes and . for goals.") == (
        "Nothing was added."
    )
    assert without_end("Draw $ for boxes and . for goals.") == ""
