"""Whoever plays by finger reads of no keys: sentences name what can be tapped instead."""

from __future__ import annotations

import re

import pygame
import pytest

from game.input.actions import Action
from game.play.lessons import BY_FINGER
from game.play.scene import PlayScene
from game.session.course import Course
from game.widgets.brush import Brush
from levels.files import PACKS, parse, read
from tests.game.driven import Driven, app_of, app_with
from tests.game.hands import Fingers
from tests.game.language.stages import SCENES, STAGES, drawn_by, opened
from tests.game.sentences import sentence_of

KEYS = re.compile(
    r"\b(F\d+|Esc|Enter|Space|Ctrl|Shift|Home|End|Tab|PgUp|PgDn|Del|Backspace|[Cc]lick)\b"
    r"|[Aa]rrow key"
)
CORRIDOR = parse("########\n#@ $ . #\n########")
OF_KEYS = ("keys", "key settings")
"""The scenes that are about them."""


@pytest.mark.parametrize("name", [each for each in (*SCENES, *STAGES) if each not in OF_KEYS])
def test_no_scene_speaks_of_keys_to_fingers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    caps: list[str] = []

    def cap(brush: Brush, place: tuple[float, float], key: str, ink: object = None) -> float:
        caps.append(key)
        return 0.0

    with opened(name, (1280, 800)) as app:
        app._use_fingers(is_so=True)
        pygame.event.post(pygame.Event(pygame.USEREVENT))
        app.turn()
        monkeypatch.setattr(Brush, "key", cap)
        lines = [line for line, _place, _part in drawn_by(app).lines]
    assert lines and caps == []
    assert [line for line in lines if KEYS.search(line)] == []


@pytest.mark.parametrize("number", range(1, 13))
def test_no_lesson_speaks_of_keys_to_fingers(number: int) -> None:
    pack = PACKS / "first-steps.xsb"
    with app_of(Course("First Steps", read(pack), number, None, str(pack))) as app:
        app._use_fingers(is_so=True)
        assert isinstance(app.scene, PlayScene)
        said = sentence_of(app.scene)
    assert said and not KEYS.search(said)
    assert not re.search(r"[←↑→↓{}]|\b[B-WYZ]\b", said)


def test_every_lesson_for_fingers_stands_for_a_note() -> None:
    assert BY_FINGER.keys() < {level.notes for level in read(PACKS / "first-steps.xsb").levels}


def test_a_finger_turns_a_reverse_game_round() -> None:
    with app_with(CORRIDOR) as app:
        hands = Driven()
        hands.app = app
        hands.press("v", "ctrl+right", "right", "left", "left")
        hands.turn(3)
        Fingers(app).tap((640, 5))
        hands.turn()
        Fingers(app).tap(app.hits[Action.LEAD_ON].center)
        assert isinstance(app.scene, PlayScene)
        assert sentence_of(app.scene).startswith("Reversed into a solution.")
