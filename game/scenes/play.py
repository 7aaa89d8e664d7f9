"""The play screen: the player's own game, and the solver beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.audio import BLOCKED
from game.controls import STEPS, WALKS, Action, Scope
from game.mouse import mouse_actions
from game.pathfinding import Steps, walk_on
from game.scenes.board_events import hear_board
from game.scenes.box_drag import BoardMouse
from game.scenes.hints import Hints
from game.scenes.history import CHANGES, dragged_step, history_words
from game.scenes.looking import Looking
from game.scenes.motion import Motion
from game.scenes.play_bars import bottom_bar, top_bar
from game.scenes.play_words import title_of
from game.scenes.scene import News, Scene, Services
from game.scenes.solving import Solving
from game.scenes.trade import browse, drop, trade
from game.scenes.xray import XRayScreen
from game.session import Session
from game.view.aside import Aside, draw_aside, places_of_aside
from game.view.bars import Sentence, draw_bottom_bar, draw_top_bar
from game.view.buttons import Attention, Hits
from game.view.layout import PlayLayout, lay_out
from game.view.page import Page
from game.view.picture import BoardPicture
from game.words import Words, solved_words
from levels.level import Direction, Level, Square


class PlayScene(Scene):
    """Where the player plays."""

    scope = Scope.PLAY

    def __init__(self, services: Services) -> None:
        self._services = services
        self._motion = Motion(services)
        self._mouse = BoardMouse(lambda: services.settings.journeys == "moves")
        self._looking = Looking(services)
        self._has_news = False
        """whether the mouse has changed what is to be seen"""
        self._hints = Hints(services)
        self._page: Page | None = None
        self._notice: Words | None = None
        """said until the game changes"""
        self._solving = Solving(services)
        self._xray = XRayScreen(services)

    # --- what the player asks for --------------------------------------------------------------

    def act(self, action: Action) -> Scene:
        self._mouse.point(None)
        self._motion.skip_celebration()
        if self._play(action):
            return self
        above = browse(self._services, self, action)
        if above is not None:
            return above
        said = trade(self._services, action)
        if said is not None:
            return self.resume(said)
        match action:
            case Action.PUT_DOWN:
                self._mouse.put_down()
            case Action.NEXT_LEVEL:
                self._open(self._services.course.following)
            case Action.PREVIOUS_LEVEL:
                self._open(self._services.course.preceding)
            case Action.LEAD_ON:
                return self._lead_on()
            case Action.SOLVE | Action.PLAY_BEST:
                return self._solving.act(action, self)
            case Action.BACK if not (
                self._mouse.put_down() or self._hints.put_away() or self._xray.put_away()
            ):
                self._solving.go_back()
        return self

    def _play(self, action: Action) -> bool:
        """Change the game, if it is this that the action asks for."""
        if action in STEPS:
            self._step(STEPS[action])
        elif action in WALKS:
            self._go(walk_on(self._session.position, WALKS[action]))
        elif action in CHANGES:
            self._go_through_history(action)
        elif self._looking.act(action):
            pass
        elif action is Action.HINT:
            self._go(self._hints.climb(self._session))
        elif action is Action.BACK_TO_SOLVABLE:
            self._go_back_to(self._hints.way_back)
        elif action is Action.XRAY:
            self._xray.next()
        elif action is Action.DEADLOCK_AID:
            self._notice = self._hints.change_aid()
        else:
            return False
        return True

    def click(self, name: str) -> Scene:
        match name:
            case "next":
                return self.act(Action.NEXT_LEVEL)
            case "previous":
                return self.act(Action.PREVIOUS_LEVEL)
            case "stop" | "close_panel":
                return self.act(Action.BACK)
            case "replay":
                return self._solving.replay(self) or self
            case "timeline":
                return self
            case "choose_metric" | "choose_time" | "choose_memory":
                self._solving.choose(name)
                return self
            case "close_xray":
                self._xray.put_away()
                return self
        return self if self._xray.toggle(name) else super().click(name)

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        return drop(self._services, self, paths)

    def resume(self, notice: Words | None) -> Scene:
        self._notice = notice if notice and notice[0] else None
        return self

    def drag(self, name: str, track: Rect, x: int) -> bool:
        if name != "timeline":
            return False
        self._change(lambda game: game.go_to(dragged_step(game, track, x)))
        return True

    def _step(self, direction: Direction) -> None:
        session = self._session
        self._services.stopwatch.tap(session)
        if session.is_solved:
            return
        before = session.position
        if not session.step(direction):
            self._services.play_sound(BLOCKED)
            return
        self._notice = None
        self._motion.show(before, session.position, session.facing)
        self._note_solved()

    def _go(self, steps: Steps | None) -> None:
        """Walk somewhere, or bring a box there: one unit of undo."""
        session = self._session
        if session.is_solved or not steps:
            return
        self._services.stopwatch.tap(session)
        self._notice = None
        as_one = self._services.settings.undo_unit == "journey"
        self._motion.show_journey(session.go(steps, as_one=as_one))
        self._note_solved()

    def _note_solved(self) -> None:
        if self._session.is_solved:
            self._services.course.note_solved()
            self._motion.celebrate(self._session.line)

    def _go_back_to(self, step: int | None) -> None:
        if step is not None:
            self._change(lambda game: game.go_to(step))

    def _go_through_history(self, action: Action) -> None:
        has_changed = self._change(CHANGES[action])
        said = history_words(action, self._session, has_changed)
        if said is not None:
            self._notice = said

    def _change(self, change: Callable[[Session], bool]) -> bool:
        """Change the game and show the way there."""
        session = self._session
        self._services.stopwatch.tap(session)
        before, facing = session.line, session.facing
        if not change(session):
            return False
        self._notice = None
        after = session.line
        undo = len(after) < len(before)
        way = before[len(after) - 1 :] if undo else after[len(before) - 1 :]
        if len(way) > 2 and way[0] == min(before, after, key=len)[-1]:
            self._motion.show_journey(way, undo=undo)
        else:
            looks = facing if undo else session.facing
            self._motion.show(before[-1], after[-1], looks, undo=undo)
        return True

    # --- the mouse on the board ------------------------------------------------------------------

    def hear(self, event: Event) -> Scene | None:
        if self._looking.hear(event):
            return self
        actions = mouse_actions(event, self.scope, self._services.controls)
        scene: Scene = self
        for action in actions:
            if not self._looking.act(action, pygame.mouse.get_pos()):
                scene = scene.act(action)
        if actions:
            return scene
        if not self._session.is_solved:
            self._mouse.look_at(self._session.position)
            is_news, steps = hear_board(self._mouse, event, self._square_at)
            self._has_news |= is_news
            self._go(steps)
        return None

    def _square_at(self, point: tuple[int, int]) -> Square | None:
        """The square under the mouse, if no panel lies over it."""
        layout = self._page.layout if self._page else None
        if layout is None or (layout.panel and layout.panel.collidepoint(point)):
            return None
        return self._services.board.square_at(point)

    def _open(self, number: int | None) -> None:
        """Go to another level; its game and that of this one stay as they are."""
        if number is not None:
            self._services.course.number = number
            self._notice = None

    def _lead_on(self) -> Scene:
        if self._session.is_solved:
            self._open(self._services.course.following)
            return self
        return self._solving.replay(self) or self

    # --- time passes ---------------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        is_news = self._hear_notices() | self._has_news | self._mouse.search()
        self._go(self._mouse.take_steps())
        is_news |= self._hints.update(self._session) | self._services.stopwatch.has_ticked
        self._xray.update(self._session.position, self._mouse.pointed)
        self._has_news = False
        replay = None if self._motion.is_running else self._solving.due_replay(self)
        if replay is not None:
            return replay, True
        return self, is_news

    def _hear_notices(self) -> bool:
        """Say what there is to be told, one thing at a time; whether there is anything new."""
        if self._notice is None:
            self._notice = self._services.notice()
            return self._notice is not None
        news = self._services.gamepads.notice()
        self._notice = news or self._notice
        return news is not None

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def _session(self) -> Session:
        return self._services.course.session

    @property
    def is_moving(self) -> bool:
        camera = self._services.board.camera
        is_searching = self._mouse.is_searching or self._hints.is_busy
        return self._motion.is_running or camera.is_gliding or is_searching

    @property
    def settles_at(self) -> float:
        return self._motion.settles_at

    @property
    def level(self) -> Level:
        return self._services.course.level

    @property
    def title(self) -> str:
        return title_of(self._services)

    def _layout(self, surface: Surface) -> PlayLayout:
        is_open = self._solving.proof is not None or self._xray.is_on
        return lay_out(surface.get_size(), panel_open=is_open)

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        services = self._services
        self._page = Page(surface, self._layout(surface), services.theme, services.board)
        self._page.begin(self._picture)
        return self._show_parts(self._page, attention)

    def draw_news(self, surface: Surface, attention: Attention) -> News | None:
        page = self._page
        if page is None or not page.go_on(surface, self._layout(surface), self._picture):
            return None
        hits = self._show_parts(page, attention)
        return News(page.changes, hits)

    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        layout = page.layout
        proof = self._solving.view(is_narrow=layout.drawer)
        aside = Aside(self._sentence(), proof, self._xray.view(self._session.position))
        hits = page.show(draw_top_bar, [layout.top_bar], top_bar(self._services), attention)
        tools = bottom_bar(
            self._services, is_solving=self._solving.is_running, is_hinting=self._hints.is_up,
            stuck_from=self._hints.stuck_from, is_xray=self._xray.is_on,
        )  # fmt: skip
        hits = hits | page.show(draw_bottom_bar, [layout.bottom_bar], tools, attention)
        return hits | page.show(draw_aside, places_of_aside(layout), aside, attention)

    def draw_motion(self, surface: Surface) -> list[Rect] | None:
        if self._page is None:
            return None
        return self._page.move(surface, self._layout(surface), self._picture)

    @property
    def _picture(self) -> BoardPicture:
        session = self._session
        self._mouse.look_at(session.position)
        picture = self._motion.picture(session.position, session.facing)
        marks = picture.marks + self._mouse.marks() + self._hints.marks(session.position)
        marks += self._xray.marks(session.position)
        links = self._xray.links(session.position)
        return replace(picture, marks=marks, reach=self._mouse.reach, links=links)

    @property
    def sentence_text(self) -> str:
        """What the game says, as one text."""
        sentence = self._sentence()
        return f"{sentence.lead} {sentence.rest}".strip() if sentence else ""

    def _sentence(self) -> Sentence | None:
        """What the game says, with the keys as they are now."""
        found = self._unspelled()
        return found and replace(
            found, lead=self._services.spell(found.lead), rest=self._services.spell(found.rest)
        )

    def _unspelled(self) -> Sentence | None:
        session, course = self._session, self._services.course
        if session.is_solved:
            par = self._services.link.par(course.level)
            last = course.following is None
            least = self._services.link.least(course.level)
            words = solved_words(session.pushes, par, least=least, is_last=last)
            return Sentence(*words, tone="proof")
        if self._mouse.words is not None:
            return Sentence(*self._mouse.words)
        if self._notice is not None:
            return Sentence(*self._notice)
        hint = self._hints.sentence()
        if hint is not None and (self._hints.is_up or self._solving.answer is None):
            return hint
        seen = self._xray.sentence(session.pushes)
        if seen is not None:
            return seen
        if self._solving.proof is not None:
            return self._solving.sentence()
        if session.moves == 0 and course.level.notes:
            return Sentence("", course.level.notes.splitlines()[0])
        return None
