"""Where the rooms are put together: every feature is made once, and handed to its scenes.

What the play screen can do without is imported when it is first asked for; `Preloading` has usually
done so before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.browser.library import Library
from game.browser.onward import Onward
from game.days.days import Days
from game.hints.companion import Companion
from game.hints.hints import Hints
from game.hints.lookout import Lookout
from game.input.actions import Action
from game.language.words import Words
from game.play.ending import Endings
from game.play.scene import Beside, PlayScene
from game.play.trade import Trade
from game.proof.needs import WorkerClient
from game.proof.solver_link import SolverLink
from game.proof.solving import Replay, Solving
from game.replay.export import ReplayExport
from game.scene.base import Scene
from game.scene.stage import Stage
from game.session.course import Course
from game.session.line import Way
from game.session.stopwatch import Stopwatch
from game.shell.desktop import is_on_battery
from game.storage.values import Origin
from game.xray.screen import XRayScreen
from levels.collection import Collection
from levels.days import PACK
from levels.language import N_, _, ngettext
from levels.level import Level
from solver.client import SolverClient

if TYPE_CHECKING:
    from game.browser.proving import Proving
    from game.browser.scene import BrowserScene
    from game.browser.stock import Stock
    from game.generator.making import Making
    from game.proof.reviewer import Reviewer
    from game.review.scene import Chance
    from game.statistics.level_scene import ReplayLurd


class Features:
    """What the game can do, and the scenes in which it does it."""

    def __init__(self, stage: Stage, course: Course, client: WorkerClient) -> None:
        self.stage = stage
        self.course = course
        self.link = SolverLink(client, course.records)
        self.lookout = Lookout()
        self.companion = Companion(self.lookout, stage.clock, self.link.note)
        self.library = Library()
        self.days = Days(course, self.link.dismiss)
        if course.file and self.days.played is None:
            self.library.open(Path(course.file))
        self._playing: PlayScene | None = None
        self._browsing: Scene | None = None
        """the browser over it, once there was one"""
        self.export = ReplayExport()
        self.stopwatch = Stopwatch(stage.clock)
        stage.notices += [stage.gamepads.notices, stage.audio.notices, stage.settings_file.notices]
        stage.notices += [course.records.notices] if course.records else []
        stage.notices.append(self.export.notices)
        self.proving: Proving | None = None
        """what proves collections, once the browser has been opened"""
        self.new_prover: Callable[[], WorkerClient] = SolverClient.in_background
        """makes the solver that it asks"""
        self._ends = ExitStack()
        self._ends.callback(self.library.close)
        self._ends.callback(self.export.stop)

    def close(self) -> None:
        """End what reads and writes files, and the processes that make something."""
        self._ends.close()

    @cached_property
    def stock(self) -> Stock:
        """The library with the ways into it and out of it."""
        from game.browser.proving import Means, Proving
        from game.browser.stock import Stock
        from game.storage.proving_plan import FILE_NAME

        stage = self.stage
        self.proving = Proving(
            self.library, self.link, self.course.records,
            self.library.database.with_name(FILE_NAME),
            Means(self.new_prover, is_on_battery, lambda: stage.settings.search_memory),
        )  # fmt: skip
        stage.notices.append(self.proving.notices)
        stock = Stock(self.library, self.proving)
        self._ends.callback(stock.close)
        return stock

    @cached_property
    def making(self) -> Making:
        """What is wanted of the generator, and what it has made."""
        from game.generator.generating import Generating
        from game.generator.making import Making

        generating = Generating()
        self._ends.callback(generating.stop)
        return Making(generating)

    @cached_property
    def reviewer(self) -> Reviewer:
        """What reviews games alongside everything else."""
        from game.proof.reviewer import Reviewer

        return Reviewer(self.link, self.course.records)

    def losses(self, scene: Scene) -> tuple[str, ...]:
        """What would be lost if the game ended now, over this scene."""
        kept, records = 0, self.course.records
        if "making" in vars(self):
            kept = len(self.making.unsaved)
        words = ngettext(
            "{n} generated level you kept is not saved.",
            "{n} generated levels you kept are not saved.",
            kept,
        )
        obstacle = records.obstacle() if records else None
        games = (_(obstacle.lead), _("What you played last would be lost.")) if obstacle else ()
        return tuple(filter(None, (scene.unsaved, words if kept else "", *games)))

    def opened(self, file: Path, collection: Collection) -> Words | None:
        """What to say about the file that the game starts with, if there is anything to say."""
        if not collection.faults and not self.library.opened:
            return None
        from game.browser.words import opened_words

        return opened_words(file.name, collection)

    # --- the scenes ------------------------------------------------------------------------------

    def play(self) -> PlayScene:
        """Where the game begins."""
        beside = self._beside(self.course)
        self._playing = PlayScene(self.stage, self.course, self.stopwatch, beside)
        return self._playing

    def _beside(self, course: Course) -> Beside:
        """What stands beside the board while a course is played."""
        stage, link, companion = self.stage, self.link, self.companion
        return Beside(
            link,
            Hints(stage, link, self.lookout, companion, course.note_hint),
            Solving(stage, course, link, partial(self._watch, course)),
            XRayScreen(stage, companion, link),
            Trade(stage, course, partial(self._browse, course)),
            self.export,
            Endings(stage, course, link, Onward(course, self.library, link.dismiss), self.days),
            partial(self._review, course),
        )

    def _browse(
        self, course: Course, below: Scene, *, adding: Action | None = None
    ) -> BrowserScene:
        """Where a level is chosen to continue a course with."""
        from game.browser.scene import BrowserScene

        browser = BrowserScene(self.stage, self.stock, course, self.link, below, adding=adding)
        self._browsing = browser if below is self._playing else None
        return browser

    def _review(self, course: Course, below: Scene, game: Way | None) -> Scene:
        """Where a game is reviewed: the current one if it is None."""
        from game.review.scene import ReviewScene
        from game.session.playback import Playback

        name = course.name_of(course.number)
        line, marks = course.session.line, course.session.push_marks
        played = marks[: bisect_left(marks, len(line))]
        playback = Playback(game) if game else Playback(line, push_marks=played)
        retry = partial(self._retry, course.title_of(course.number))
        return ReviewScene(self.stage, self.reviewer, below, name, playback, retry)

    def _retry(self, title: str, below: Scene, chance: Chance) -> Scene:
        """Where the player looks for a better way alone."""
        from game.play.retry import RetryScene

        level = chance.line[chance.start].as_level()
        course = Course(title, Collection(entries=(level,)), 1)
        beside = self._beside(course)
        return RetryScene(self.stage, course, self.stopwatch, beside, below, chance)

    def _watch(self, course: Course, below: Scene, replay: Replay) -> Scene:
        """Where a solution is played."""
        from game.replay.scene import ReplayScene

        return ReplayScene(self.stage, course, self.link, self.export, below, replay)

    def _try_out(self, way_back: str, workplace: Scene, level: Level) -> Scene:
        """Where a level that is being made is played."""
        from game.play.trial import TrialScene

        course = Course(level.title or _("Untitled"), Collection(entries=(level,)), 1)
        beside = self._beside(course)
        return TrialScene(self.stage, course, self.stopwatch, beside, workplace, way_back)

    def menu(self, below: Scene) -> Scene:
        """Where everything that can be opened is listed."""
        from game.menu.scene import MenuScene

        return MenuScene(self.stage, below)

    def ask_to_quit(self, below: Scene) -> Scene | None:
        """Where the player is asked whether to lose something; None if nothing would be lost."""
        losses = self.losses(below)
        if not losses:
            return None
        from game.menu.quit_question import QuitQuestionScene

        return QuitQuestionScene(self.stage, below, losses)

    def help(self, below: Scene) -> Scene:
        """Where all keys are listed."""
        from game.menu.help import HelpScene

        return HelpScene(self.stage, below)

    def settings(self, below: Scene) -> Scene:
        """Where the player chooses how the game is to be."""
        from game.settings.scene import SettingsScene

        return SettingsScene(self.stage, below)

    def edit(self, below: Scene, level: Level | None = None) -> Scene:
        """Where a copy of a level is drawn on, or a new one."""
        from game.editor.scene import EditorScene

        try_out = partial(self._try_out, N_("{back} returns to the editor."))
        return EditorScene(self.stage, self.library, self.link, below, level, try_out)

    def generate(self, below: Scene) -> Scene:
        """Where levels are made by the program."""
        from game.generator.scene import GeneratorScene

        try_out = partial(self._try_out, N_("{back} returns to the generator."))
        return GeneratorScene(self.stage, self.library, self.making, below, try_out)

    def about(self, below: Scene) -> Scene:
        """Where everything known of a level is shown, if the scene is about one."""
        level = below.level
        if level is None:
            return below
        from game.statistics.level_scene import LevelScene

        replay = self._replaying(below)
        return LevelScene(self.stage, self.course.records, self.link, below, level, replay)

    def _replaying(self, below: Scene) -> ReplayLurd | None:
        """Plays a solution of the level that a scene is about: over the game of that level."""
        from game.browser.scene import BrowserScene

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
        from game.statistics.scene import StatisticsScene

        if isinstance(below, StatisticsScene):
            return below
        return StatisticsScene(self.stage, self.course.records, self.library, below)

    def calendar(self, below: Scene) -> Scene:
        """Where the levels of the day are chosen: only if that leaves nothing behind unsaved."""
        playing = self._playing
        if playing is None or below not in (playing, self._browsing):
            return below
        from game.days.scene import CalendarScene

        if not PACK.is_file():
            return below.resume(
                (_("The levels of the day are missing."), _("Install Pushwise again."))
            )
        return CalendarScene(self.stage, self.days, below, lambda: playing.resume(None))


OPENINGS: Mapping[Action, Callable[[Features, Scene], Scene]] = {
    Action.HELP: Features.help,
    Action.SETTINGS: Features.settings,
    Action.MENU: Features.menu,
    Action.EDIT_COPY: lambda features, below: features.edit(below, below.level),
    Action.NEW_LEVEL: Features.edit,
    Action.GENERATOR: Features.generate,
    Action.LEVEL_PAGE: Features.about,
    Action.STATISTICS: Features.count,
    Action.DAYS: Features.calendar,
}
"""What can be opened over any scene, by a key or by a button that is named after the action."""
