"""Where the rooms are put together: every feature is made once, and handed to its scenes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from game.browser.exporting import Exporting
from game.browser.importing import Importing
from game.browser.library import Library
from game.browser.onward import Onward
from game.browser.scene import BrowserScene
from game.browser.shelving import Shelving
from game.browser.stock import Stock
from game.browser.system_dialog import SystemDialog
from game.editor.scene import EditorScene
from game.generator.generating import Generating
from game.generator.making import Making
from game.generator.scene import GeneratorScene
from game.hints.companion import Companion
from game.hints.hints import Hints
from game.hints.lookout import Lookout
from game.input.actions import Action
from game.menu.help import HelpScene
from game.menu.scene import MenuScene
from game.play.ending import Endings
from game.play.scene import Beside, PlayScene
from game.play.trade import Trade
from game.play.trial import TrialScene
from game.proof.needs import WorkerClient
from game.proof.solver_link import SolverLink
from game.proof.solving import Replay, Solving
from game.replay.export import ReplayExport
from game.replay.scene import ReplayScene
from game.scene.base import Scene
from game.scene.stage import Stage
from game.session.course import Course
from game.session.stopwatch import Stopwatch
from game.settings.scene import SettingsScene
from game.statistics.level_scene import LevelScene, ReplayLurd
from game.statistics.scene import StatisticsScene
from game.storage.values import Origin
from game.xray.screen import XRayScreen
from levels.collection import Collection
from levels.level import Level


class Features:
    """What the game can do, and the scenes in which it does it."""

    def __init__(self, stage: Stage, course: Course, client: WorkerClient) -> None:
        self.stage = stage
        self.course = course
        self.link = SolverLink(client, course.records)
        self.lookout = Lookout()
        self.companion = Companion(self.lookout, stage.clock, self.link.note)
        library = Library()
        if course.file:
            library.open(Path(course.file))
        shelving = Shelving(library)
        self.stock = Stock(library, Importing(library), Exporting(), SystemDialog(), shelving)
        self.export = ReplayExport()
        self.making = Making(Generating())
        self.stopwatch = Stopwatch(stage.clock)
        stage.notices += [stage.gamepads.notices, stage.audio.notices, stage.settings_file.notices]
        stage.notices += [course.records.notices] if course.records else []
        stage.notices.append(self.export.notices)

    def close(self) -> None:
        """End what reads and writes files, and the processes that make something."""
        self.export.stop()
        self.making.generating.stop()
        self.stock.importing.close()
        self.stock.dialog.close()
        self.stock.shelving.close()
        self.stock.library.close()

    # --- the scenes ------------------------------------------------------------------------------

    def play(self) -> PlayScene:
        """Where the game begins."""
        return PlayScene(self.stage, self.course, self.stopwatch, self._beside(self.course))

    def _beside(self, course: Course) -> Beside:
        """What stands beside the board while a course is played."""
        stage, link, companion = self.stage, self.link, self.companion
        watch = partial(self._watch, course)
        browse = partial(BrowserScene, stage, self.stock, course, link)
        return Beside(
            link,
            Hints(stage, link, self.lookout, companion, course.note_hint),
            Solving(stage, course, link, watch),
            XRayScreen(stage, companion, link),
            Trade(stage, course, browse),
            self.export,
            Endings(stage, course, link, Onward(course, self.stock.library, link.dismiss)),
        )

    def _watch(self, course: Course, below: Scene, replay: Replay) -> ReplayScene:
        """Where a solution is played."""
        return ReplayScene(self.stage, course, self.link, self.export, below, replay)

    def _try_out(self, what: str, workplace: Scene, level: Level) -> TrialScene:
        """Where a level is played that is being made."""
        course = Course(level.title or "Untitled", Collection(entries=(level,)), 1)
        beside = self._beside(course)
        return TrialScene(self.stage, course, self.stopwatch, beside, workplace, what)

    def edit(self, below: Scene, level: Level | None = None) -> EditorScene:
        """Where a copy of a level is drawn on, or a new one."""
        try_out = partial(self._try_out, "editor")
        return EditorScene(self.stage, self.stock.library, self.link, below, level, try_out)

    def generate(self, below: Scene) -> GeneratorScene:
        """Where levels are made by the program."""
        try_out = partial(self._try_out, "generator")
        return GeneratorScene(self.stage, self.stock.library, self.making, below, try_out)

    def about(self, below: Scene) -> Scene:
        """Where everything is shown that is known of a level, if it is about one."""
        level = below.level
        if level is None:
            return below
        replay = self._replaying(below)
        return LevelScene(self.stage, self.course.records, self.link, below, level, replay)

    def _replaying(self, below: Scene) -> ReplayLurd | None:
        """Plays a solution of the level that a scene is about: over the game of that level."""
        if isinstance(below, PlayScene):
            return below.watch
        if isinstance(below, BrowserScene):
            return partial(self._open_and_watch, below)
        return None

    def _open_and_watch(self, browser: BrowserScene, lurd: str, origin: Origin | None) -> Scene:
        scene = browser.act(Action.PLAY_CHOSEN)
        if self.course.is_arriving:
            self.course.arrive()
            scene, _ = browser.update(self.stage.clock())
        return scene.watch(lurd, origin) if isinstance(scene, PlayScene) else scene

    def count(self, below: Scene) -> Scene:
        """Where everything that was played is counted."""
        if isinstance(below, StatisticsScene):
            return below
        return StatisticsScene(self.stage, self.course.records, self.stock.library, below)


OPENINGS: Mapping[Action, Callable[[Features, Scene], Scene]] = {
    Action.HELP: lambda features, below: HelpScene(features.stage, below),
    Action.SETTINGS: lambda features, below: SettingsScene(features.stage, below),
    Action.MENU: lambda features, below: MenuScene(features.stage, below),
    Action.EDIT_COPY: lambda features, below: features.edit(below, below.level),
    Action.NEW_LEVEL: lambda features, below: features.edit(below),
    Action.GENERATOR: lambda features, below: features.generate(below),
    Action.LEVEL_PAGE: lambda features, below: features.about(below),
    Action.STATISTICS: lambda features, below: features.count(below),
}
"""What can be opened over any scene, by a key or by a button that is called like the action."""


def is_topmost(scene: Scene) -> bool:
    """Whether nothing is opened over a scene: keys, settings and menu never lie over each other."""
    return isinstance(scene, HelpScene | SettingsScene | MenuScene)
