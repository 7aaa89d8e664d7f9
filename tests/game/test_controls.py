"""The table of keys is complete and says one thing per key."""

from collections import Counter

import pytest

from game.controls import CONTROLS, Action, Scope, control_for, key_label, shown_keys


@pytest.mark.parametrize("action", Action)
def test_every_action_has_a_key_and_a_text(action: Action) -> None:
    rows = [control for control in CONTROLS if control.action is action]
    assert rows
    assert all(row.keys and row.text for row in rows)
    assert all(shown_keys(row) for row in rows)


@pytest.mark.parametrize("scope", [Scope.PLAY, Scope.REPLAY])
def test_no_key_means_two_things(scope: Scope) -> None:
    scopes = {scope, Scope.ANYWHERE} | ({Scope.HISTORY} if scope is Scope.PLAY else set())
    rows = [row for row in CONTROLS if row.scope in scopes]
    keys = Counter(key for row in rows for key in row.keys)
    assert not [key for key, times in keys.items() if times > 1]


@pytest.mark.parametrize(
    ("key", "scope", "action"),
    [
        ("up", Scope.PLAY, Action.UP),
        ("a", Scope.PLAY, Action.LEFT),
        ("ctrl+z", Scope.PLAY, Action.UNDO),
        ("backspace", Scope.PLAY, Action.UNDO),
        ("ctrl+y", Scope.PLAY, Action.REDO),
        ("page down", Scope.PLAY, Action.NEXT_LEVEL),
        ("left", Scope.REPLAY, Action.STEP_BACK),
        ("a", Scope.REPLAY, Action.LEFT),
        ("space", Scope.REPLAY, Action.PLAY_OR_PAUSE),
        ("f1", Scope.REPLAY, Action.HELP),
        ("ctrl+q", Scope.PLAY, Action.QUIT),
        ("ctrl+s", Scope.PLAY, Action.TAKE_SNAPSHOT),
        ("ctrl+left", Scope.PLAY, Action.WALK_LEFT),
        ("wheel up", Scope.PLAY, Action.UNDO),
        ("wheel up", Scope.REPLAY, Action.STEP_BACK),
        ("right click", Scope.PLAY, Action.PUT_DOWN),
    ],
)
def test_what_a_key_means(key: str, scope: Scope, action: Action) -> None:
    control = control_for(key, scope)
    assert control is not None
    assert control.action is action


def test_other_keys_mean_nothing() -> None:
    assert control_for("ctrl+a", Scope.PLAY) is None
    assert control_for("left", Scope.ANYWHERE) is None


@pytest.mark.parametrize(
    ("key", "label"),
    [("ctrl+z", "Ctrl+Z"), ("page down", "PgDn"), ("u", "U"), ("+", "+"), ("f11", "F11")],
)
def test_how_a_key_is_written(key: str, label: str) -> None:
    assert key_label(key) == label
