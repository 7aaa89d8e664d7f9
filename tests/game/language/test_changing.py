"""Another language is chosen over open scenes: none of them keeps a word of the one before."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from weakref import ref

import pytest

from game.browser.import_report import ImportReportScene
from game.browser.importing import Files
from game.browser.scene import BrowserScene
from game.editor.scene import EditorScene
from game.language.words import joined
from game.scene.base import Scene
from game.scene.overlay import Overlay
from game.session.course import Course
from game.settings.scene import SettingsScene
from game.shell.app import App
from game.statistics.scene import StatisticsScene
from game.storage.folders import levels_folder
from game.storage.records import Records
from levels.collection import Collection
from levels.files import PACKS, read
from levels.language import _, decimal, ngettext, pgettext, retold, said_of
from levels.level import Direction, LevelError
from levels.position import IllegalStepError
from tests.game.driven import app_of
from tests.game.language.stages import SCENES, STAGES, drawn_by, library, loss, opened, review
from tests.game.pseudo import has_plain_word, pseudo, speaking_pseudo
from tests.game.review.test_review_scene import Player
from tests.game.scripted_client import ScriptedClient
from tests.solver.test_review import ROOM

FAULTY = "#####\n#@$ #\n#####\n\nSolution:\nllll\n\n#######\n#@ $ .#\n#######\n\nSolution:\nllll\n"


def unsaved_drawing(player: Player) -> None:
    player.press("shift+ctrl+n", "space", "escape")


def unsaved_drawing_refused(player: Player) -> None:
    player.press("shift+ctrl+n", "f5")


def tried_out(player: Player) -> None:
    player.press("f4")
    scene = player.app.scene
    assert isinstance(scene, EditorScene)
    scene.drawing.name("Šőķ", "")
    player.press("f6")


def reverse_snapshots(player: Player) -> None:
    player.press("v", "ctrl+s", "shift+ctrl+s")


def game_of_a_day(player: Player) -> None:
    player.press("t", "enter")
    player.turn(5)


def copied_replay(player: Player) -> None:
    player.press("f5")
    player.answer(3)
    player.press("ctrl+c")


def nothing_chosen(player: Player) -> None:
    review(player)
    player.press("b")


def found_alone(player: Player) -> None:
    loss(player)
    player.press("enter")


def told(player: Player) -> None:
    player.press("shift+t")


def imported(player: Player) -> None:
    """One fault is told in a sentence."""
    _import(player, FAULTY.partition("\n\n")[0] + "\n\n#######\n#@ $ .#\n#######\n")
    player.settle(lambda: isinstance(player.app.scene, BrowserScene) and _browser(player)._notice)


def import_refused(player: Player) -> None:
    _import(player, FAULTY)
    player.settle(lambda: isinstance(player.app.scene, ImportReportScene))


def _import(player: Player, text: str) -> None:
    library(player)
    file = levels_folder().parent / "Šőķ.sok"
    file.write_text(text)
    _browser(player).take_in(Files((str(file),)))


def _browser(player: Player) -> BrowserScene:
    assert isinstance(player.app.scene, BrowserScene)
    return player.app.scene


def folder_question(player: Player) -> None:
    library(player)
    folder = levels_folder().parent / "Šőķ"
    folder.mkdir()
    player.app.scene = _browser(player).drop((folder,))
    player.turn(3)


def arranged(player: Player) -> None:
    library(player)
    player.press("ctrl+page down", "f8")


def counted(player: Player) -> None:
    player.press("p", "right", "right", "right", "right")
    library(player)
    player.press("shift+ctrl+i")
    scene = player.app.scene
    assert isinstance(scene, StatisticsScene)
    player.settle(lambda: scene._overview is not None)


STORIES: Mapping[str, Callable[[Player], None]] = {
    story.__name__.replace("_", " "): story
    for story in (
        unsaved_drawing, unsaved_drawing_refused, tried_out, reverse_snapshots,
        game_of_a_day, copied_replay, nothing_chosen, found_alone,
        told, imported, import_refused, folder_question, arranged, counted,
    )
}  # fmt: skip
"""What leads to scenes that say something until something else happens."""

IN_ROOM = (nothing_chosen, found_alone)
"""What happens on a level with a known loss."""


@contextmanager
def led_to(name: str) -> Iterator[App]:
    """The game in English, at one of the scenes or at the end of a story."""
    if name not in STORIES:
        with opened(name, (1280, 800)) as app:
            yield app
        return
    client, pack = ScriptedClient(), PACKS / "first-steps.xsb"
    with closing(Records()) as records:
        records.open()
        course = Course("First Steps", read(pack), 2, records, str(pack))
        if STORIES[name] in IN_ROOM:
            course = Course("Šőķőbåñ", Collection(entries=(ROOM,)), 1)
        with app_of(course, client) as app:
            STORIES[name](Player(app, client))
            yield app


# The menu has closed before the settings open.
@pytest.mark.parametrize("name", sorted({*SCENES, *STAGES, *STORIES} - {"menu"}))
def test_no_scene_keeps_a_word_of_the_language_before(name: str) -> None:
    with led_to(name) as app:
        assert drawn_by(app).untranslated()
        player = Player(app, ScriptedClient())
        scene = app.scene
        if not scene.is_topmost:
            player.press("f2")
            assert isinstance(app.scene, SettingsScene)
        with speaking_pseudo():
            if app.scene is not scene:
                player.press("escape")
            assert app.scene is scene
            for scene in _down_from(app.scene):
                app.scene = scene
                _settle(player)
                assert not has_plain_word(scene.title)
                assert not drawn_by(app).untranslated()


def _down_from(scene: Scene) -> Iterator[Scene]:
    """A scene and all those below it."""
    yield scene
    if isinstance(scene, Overlay):
        yield from _down_from(scene._below)


def _settle(player: Player) -> None:
    drawn_by(player.app)
    player.turn(3)
    scene = player.app.scene
    if isinstance(scene, BrowserScene):
        player.settle(lambda: not scene.is_reading and not scene.browsing.is_finding)


def test_a_sentence_is_said_again_with_all_that_it_was_made_of() -> None:
    error = IllegalStepError(4, Direction.LEFT, _("a wall or a box is in the way"))
    sentences: tuple[Callable[[], str], ...] = (
        lambda: _("{undo} undoes it."),
        lambda: ngettext("{n} push", "{n} pushes", 3),
        lambda: pgettext("title", "Compare"),
        lambda: decimal(4.25, 1),
        lambda: _("{cost}, proved optimal", cost=ngettext("{n} push", "{n} pushes", 1)),
        lambda: said_of("mine.xsb", _("There is no pusher")),
        lambda: joined(_("Nothing was added."), "", _("Stopped.")),
    )
    kept = [say() for say in sentences]
    fault = str(LevelError(_("There is no pusher"), file="mine.xsb", line=3))
    pasted = _("The pasted game cannot be read: step {number}, {reason}.", number=1, reason=error)
    with speaking_pseudo():
        assert [retold(text) for text in kept] == [say() for say in sentences]
        assert retold(fault) == str(LevelError(_("There is no pusher"), file="mine.xsb", line=3))
        assert not has_plain_word(retold(pasted)) and pseudo("left") in retold(pasted)
        assert retold(retold(kept[0])) == pseudo("{undo} undoes it.")
    assert [retold(text) for text in kept] == kept


def test_a_sentence_of_another_process_is_said_again() -> None:
    sent = pickle.dumps(ngettext("{n} level was added.", "{n} levels were added.", 2))
    with speaking_pseudo():
        assert retold(pickle.loads(sent)) == pseudo("{n} levels were added.").format(n=2)


def test_what_nobody_said_stays_as_it_is() -> None:
    with speaking_pseudo():
        assert retold("Foundry") == "Foundry" and retold("") == ""


def test_a_sentence_about_an_error_does_not_keep_the_error() -> None:
    class FullError(OSError):
        """One that can be watched."""

    error = FullError("No space left on device")
    said = _("The reason: {reason}.", reason=error)
    dead = ref(error)
    del error
    assert dead() is None and retold(said) == "The reason: No space left on device."
