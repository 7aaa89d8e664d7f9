"""The editor and the generator."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

from docs.screenshots.desk import desk, drawn, pack
from docs.screenshots.tour import Shown, Steps, tour
from game.editor.scene import EditorScene


@tour
def drawing() -> Steps:
    with desk(drawn("Plain", "#######\n#  .  #\n# @$  #\n#     #\n#######\nTitle: Plain")) as game:
        game.open("f4", scene="EditorScene")
        yield "editor-plain"
        game.press("n")
        game.settle()
        yield "editor-name"
        game.press("escape", "6", "shift+right", "shift+down")
        game.settle()
        yield "editor-area"
        game.press("4", "space")
        game.settle()
        yield "editor-fault"
        for name, keys, words in (
            ("no-solving", ["f5"], ""), ("no-trial", ["f6"], "Only a finished level"),
            ("not-saved", ["ctrl+s"], ""), ("unsaved", ["r", "escape"], "is not saved"),
        ):  # fmt: skip
            game.ask(*keys, says=words)
            yield f"editor-{name}"
        yield Shown("quit-question", ("ctrl+q",), ("escape",), "Quit without saving?")
        editor = game.app.scene
        assert isinstance(editor, EditorScene)
        while editor.drawing.can_undo:
            game.press("ctrl+z")
        game.press("f5")
        game.wait(lambda: game.app.link.proof is not None and game.app.link.proof.is_final)
        game.settle()
        yield "editor-proved"
        game.open("f6", scene="TrialScene")
        yield "trial"
        game.ask("l", says="You are only trying out this level.")
        yield "trial-elsewhere"
        game.open("escape", scene="EditorScene")
        game.press("m")
        game.ask("ctrl+s", says="aved")
        yield "editor-saved"


@tour
def new_level() -> Steps:
    with desk(pack("first-steps"), 1) as game:
        game.open("shift+ctrl+n", scene="EditorScene")
        yield "editor-new"


@tour
def generator_empty() -> Steps:
    with desk(pack("first-steps"), 1) as game:
        game.open("ctrl+g", scene="GeneratorScene")
        yield "generator-empty"
        game.ask("ctrl+s", says="Nothing to save.")
        yield "generator-nothing-kept"
        making = game.app.features.making
        usual = making.wish
        making.wish = replace(usual, columns=4, rows=4, boxes=9)
        game.ask("f5", says="No such level is possible")
        yield "generator-impossible"
        making.wish = usual
        making.choose("count", 60)
        game.press("f5")
        game.wait(lambda: len(making.made) > 2)
        with patch.object(making.generating, "poll", lambda: False):
            game.settle()
            assert making.generating.is_running
            yield "generator-running"
        game.press("escape")
        game.wait(lambda: not making.generating.is_running)
        game.settle()
        yield "generator-stopped"
        game.press("tab", "space")
        game.settle()
        assert making.kept
        yield "generator-kept"
        game.ask("f5", says="1 level not saved yet.")
        yield "generator-warned"
        yield Shown("quit-question-of-generator", ("ctrl+q",), ("escape",), "Quit without saving?")
        game.open("enter", scene="TrialScene")
        yield "generator-trial"
        game.open("escape", scene="GeneratorScene")
        game.ask("ctrl+s", says="1 level saved to")
        yield "generator-saved"
