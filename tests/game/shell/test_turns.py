"""How much of the program a turn of the loop walks through."""

from __future__ import annotations

from tests.game.driven import app_with
from tests.game.files_touched import LEVEL, idle_turn, key_press

MOST_WHEN_IDLE = 12
MOST_FOR_A_KEY = 56


def test_a_turn_in_which_nothing_happens_touches_few_files() -> None:
    with app_with(LEVEL) as app:
        touched = idle_turn(app)
        assert len(touched) <= MOST_WHEN_IDLE, "\n".join(touched)


def test_a_key_leads_to_its_picture_by_few_files() -> None:
    with app_with(LEVEL) as app:
        key_press(app, "right")
        touched = key_press(app, "right")
        assert "levels/position.py" in touched and "game/board/board.py" in touched
        assert len(touched) <= MOST_FOR_A_KEY, "\n".join(touched)
