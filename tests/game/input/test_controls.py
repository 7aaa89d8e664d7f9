"""The table of keys is complete, says one thing per key, and can be changed by the person."""

import ast
import re
from pathlib import Path

import pytest

from game.input.actions import Action
from game.input.bindings import Bindings, is_fixed, name_of
from game.input.controls import CONTROLS, Control, Scope, is_pointing, shown_keys
from game.input.gamepad_table import GAMEPAD
from game.input.key_names import key_label

USUAL = Bindings()


@pytest.mark.parametrize("action", Action)
def test_every_action_has_a_key_and_a_text(action: Action) -> None:
    rows = [control for control in CONTROLS if control.action is action]
    assert rows
    assert all(row.keys and row.text for row in rows)
    assert all(shown_keys(row) for row in rows)


@pytest.mark.parametrize("control", USUAL.rows, ids=name_of)
def test_no_key_and_no_button_means_two_things(control: Control) -> None:
    scopes = {control.scope} | ({Scope.PLAY} if control.scope is Scope.HISTORY else set())
    for key in control.keys + control.gamepad:
        for scope in scopes:
            assert USUAL.find(key, scope) == control
        rivals = USUAL.rivals(control, key)
        assert all(Scope.ANYWHERE in (control.scope, rival.scope) for rival in rivals), rivals


def test_every_row_of_the_gamepad_is_one_of_the_table() -> None:
    rows = {(row.scope, row.action) for row in CONTROLS if not is_pointing(row)}
    assert GAMEPAD.keys() <= rows
    assert sum(bool(row.gamepad) for row in USUAL.rows) == len(GAMEPAD)


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
        ("pad x", Scope.PLAY, Action.UNDO),
        ("stick left", Scope.BROWSER, Action.GO_LEFT),
        ("pad b", Scope.PLAY, Action.BACK),
        ("ctrl+,", Scope.PLAY, Action.SETTINGS),
    ],
)
def test_what_a_key_means(key: str, scope: Scope, action: Action) -> None:
    control = USUAL.find(key, scope)
    assert control is not None
    assert control.action is action


def test_other_keys_mean_nothing() -> None:
    assert USUAL.find("ctrl+a", Scope.PLAY) is None
    assert USUAL.find("left", Scope.ANYWHERE) is None


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("ctrl+z", "Ctrl+Z"), ("page down", "PgDn"), ("u", "U"), ("+", "+"), ("f11", "F11"),
        ("ctrl+,", "Ctrl+,"), ("pad a", "A"), ("pad lb", "LB"), ("pad up", "D-pad ↑"),
        ("right stick left", "RS ←"), ("pad start", "Start"),
        ("shift+ctrl+s", "Ctrl+Shift+S"), ("shift+s", "Shift+S"),
    ],
)  # fmt: skip
def test_how_a_key_is_written(key: str, label: str) -> None:
    assert key_label(key) == label


# --- what the person has changed -------------------------------------------------------------


def test_a_changed_row_means_its_new_keys_and_no_others() -> None:
    changed = Bindings({"history.undo": ("z",)}, {"history.undo": ("pad guide", "pad x")})
    for key in ("z", "pad guide", "pad x"):
        found = changed.find(key, Scope.PLAY)
        assert found is not None and found.action is Action.UNDO
    assert changed.find("u", Scope.PLAY) is None
    assert changed.find("wheel up", Scope.PLAY) is not None
    assert changed.label(Action.UNDO) == "Z"
    assert changed.label(Action.UNDO, gamepad=True) == "Guide"


def test_nobody_can_lock_themselves_out() -> None:
    fixed = [row for row in USUAL.rows if is_fixed(row)]
    none = {name_of(row): () for row in USUAL.rows}
    assert {Action.BACK, Action.SETTINGS, Action.MENU, Action.CHOOSE} <= {
        row.action for row in fixed
    }
    for row in fixed:
        for key in row.keys:
            assert Bindings(none, none).find(key, row.scope) == row


def test_rivals_are_rows_that_are_heard_at_the_same_time() -> None:
    undo = next(row for row in USUAL.rows if name_of(row) == "history.undo")

    def rivals(key: str) -> list[str]:
        return [name_of(row) for row in USUAL.rivals(undo, key)]

    assert rivals("n") == ["play.next_level"]
    assert rivals("y") == ["history.redo"]
    assert rivals("f1") == ["anywhere.help"]
    assert rivals("u") == []
    assert rivals("ctrl+e") == []
    assert rivals("pad y") == ["history.redo"]


def test_words_name_the_keys_as_they_are() -> None:
    words = "{undo} takes it back, {no_such} does not, {take_snapshot} too."
    assert USUAL.spell(words) == "U takes it back, {no_such} does not, Ctrl+S too."
    changed = Bindings({"history.undo": ("f4",), "history.take_snapshot": ()})
    assert changed.spell(words) == "F4 takes it back, {no_such} does not, the menu too."
    assert USUAL.spell("{undo}", gamepad=True) == "X"
    assert USUAL.spell("{next_unsolved}", gamepad=True) == "Ctrl+N"


def test_every_key_that_words_name_is_that_of_an_action() -> None:
    game = Path(__file__).parents[3] / "game"
    marks, filled = set(), {"n", "number"}
    for path in game.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                marks |= set(re.findall(r"\{([a-z_]+)\}", node.value))
            elif isinstance(node, ast.keyword) and node.arg:
                filled.add(node.arg)  # by the message itself
    assert "undo" in marks
    assert {mark.upper() for mark in marks - filled} <= Action.__members__.keys()


def test_no_key_clashes_before_one_is_changed() -> None:
    for control in USUAL.changeable:
        for key in control.keys + control.gamepad:
            assert not USUAL.clashes(control, key)
    changed = Bindings({"history.undo": ("tab",)})
    undo = next(row for row in changed.rows if name_of(row) == "history.undo")
    assert changed.clashes(undo, "tab")
