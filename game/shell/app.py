"""The window and the loop: events, then what is due, then drawing, if anything has changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from types import FrameType

import pygame
from pygame import Rect
from pygame.event import Event

from game.input.actions import Action
from game.input.gamepad import Gamepads, Press
from game.input.keyboard import Held, key_name, key_place
from game.input.touch import FINGERS, Gesture, Grip, Pan, Pinch, Point, Touch
from game.looks.audio import Audio
from game.looks.theme import Theme
from game.proof.needs import WorkerClient
from game.scene.base import Scene
from game.scene.look import Look
from game.scene.stage import Stage
from game.session.course import Course
from game.shell.desktop import wait_for_event
from game.shell.features import OPENINGS, Features
from game.shell.focus import PRESS_KEYS, RING, Focus
from game.shell.garbage import Garbage
from game.shell.pointer import Pointer
from game.shell.preloading import Preloading, later_modules
from game.shell.tips import Tips
from game.shell.window import Window
from game.storage.settings_file import SettingsFile
from game.widgets.buttons import Attention, Hit, Hits
from game.widgets.layout import SCALING
from game.work.errand import UNDER_WAY, has_news
from levels.language import _

FRAMES_A_SECOND = 120
"""While something moves. A frame draws only what changed, and takes less than a millisecond; at
twice the rate of most screens, one that comes late is still in time for the next picture."""

IDLE_SECONDS = 0.25
"""How long the loop sleeps while nothing moves; an event wakes it at once."""

LOOK_SECONDS = 1.0
"""How long the game leaves alone what cannot say that it has news: the threads that write records
and settings."""

QUIET_SECONDS = 0.5
"""How long nothing must happen before what may be opened later is imported."""

PRESSES = frozenset({pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL})
"""What the player does with keys and mouse, except moving the mouse."""

KEYS = (pygame.KEYDOWN, pygame.KEYUP)

SWIPE_SECONDS = 0.25
"""How much longer than a key a swipe is held before it repeats: a slow one is still one step."""

SEARCH_SECONDS = 1 / 30
"""How long the loop sleeps at most while the solver may report at any moment."""


class App:
    """Runs the scenes in a window, with the solver at their side."""

    def __init__(
        self,
        surface: pygame.Surface,
        theme: Theme,
        course: Course,
        client: WorkerClient,
        settings_file: SettingsFile | None = None,
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._settings_file = settings_file or SettingsFile()
        self._window = Window(surface, self._settings_file)
        self._client = client
        self._course = course
        self._clock = clock
        look = Look(theme, clock)
        self.stage = Stage(look, clock, self._settings_file, Gamepads(), Audio())
        self.features = Features(self.stage, course, client)
        self.link, self.companion = self.features.link, self.features.companion
        self._library = self.features.library
        self._game = self.features.play()
        self.scene: Scene = self._game
        self.is_running = True
        self._quit_question: Scene | None = None
        """the last one that was asked"""
        self._frame_due = 0.0
        self._held = Held()
        self._dropped: list[Path] = []
        self._pointer = Pointer()
        self._focus = Focus()
        self._touch = Touch(self._grip)
        self.tips = Tips(self.stage)
        self._is_stale = True
        """whether something that is to be seen has changed"""
        self._is_blank = True
        """whether the window shows nothing yet that could be kept"""
        self._is_moving = self._was_moving = False
        self._is_awake = True
        """whether there is something to do in the next turn, whatever happens"""
        self._due = 0.0
        """when there is something to do, even if nothing has happened"""
        self._title = ""
        self.garbage = Garbage()
        self._tidied = self._busy = 0.0
        """when garbage was last looked at, and when anything last happened"""

    def run(self) -> None:
        """Play until the player has had enough, then end the worker."""
        self._client.start()
        self.stage.gamepads.start()
        self.stage.audio.start()
        self._library.refresh()
        self.garbage.begin()
        self._draw_all()
        self._window.appear()
        Preloading(later_modules(), self._is_quiet, self.garbage.settle).start()
        try:
            while self.is_running:
                self.turn()
        finally:
            self._window.remember()
            self.close()
            self._client.close()
            self.companion.close()

    def close(self) -> None:
        """End what reads and writes files."""
        self._settings_file.close()
        self.features.close()

    def end_on_signal(self, number: int, frame: FrameType | None) -> None:
        """End soon and in order: what a signal asks for."""
        self.is_running = False

    @property
    def hits(self) -> Hits:
        """What can be clicked now, and where."""
        return self._pointer.hits

    @property
    def _attention(self) -> Attention:
        """What the person is at, with the mouse and with the keyboard."""
        return replace(self._pointer.attention, focus=self._focus.hit)

    def _is_quiet(self) -> bool:
        """Whether the player is at the board, and nothing has moved or happened for a while."""
        is_resting = self._clock() >= self._busy + QUIET_SECONDS
        return is_resting and not self._is_moving and self.scene is self._game

    # --- the loop ------------------------------------------------------------------------------

    def turn(self) -> None:
        """Once around: wait if there is nothing to do, take in events, draw what has changed."""
        events = [event for event in self._events() if event.type != pygame.NOEVENT]
        for event in events:
            self._handle(event)
        self._repeat_held_key()
        if self._clock() >= self._touch.due:
            self._feel(self._touch.rest())
        self._hear_solvers()
        is_due, news = self._clock() >= self._due, bool(UNDER_WAY) and has_news()
        if is_due or news:
            self._hear_errands()
        if events or is_due or news or self._is_awake or self._is_stale:
            self._go_round()
        now = self._clock()
        if events or self._was_moving:
            self._busy = now
        if now >= self._tidied + LOOK_SECONDS:
            self._tidied = now
            self.garbage.collect(now - self._busy)

    def _go_round(self) -> None:
        """Do what is due, and draw what has changed; note when there will be more to do."""
        self._drop()
        self._is_stale |= self._course.advance()
        while self.stage.asked and not self._course.is_arriving:
            self._act(self.stage.asked.pop(0))
        scene, has_changed = self.scene.update(self._clock())
        self._go_to(scene)
        self._is_stale |= has_changed
        self._course.keep()
        if self.is_running:
            self._draw()
        self._is_moving = self.scene.is_moving
        is_busy = self._course.is_busy or bool(self.stage.asked)
        self._is_awake = self._is_moving or self._was_moving or is_busy
        due = min(self.scene.due_at, self.tips.due_at)
        self._due = min(due, self._clock() + LOOK_SECONDS)

    def _hear_errands(self) -> None:
        """Take in what is wanted in any scene: the index of the library, a replay being saved."""
        self._library.poll(self._course.rescues)
        self._is_stale |= self.features.export.hear()

    def _hear_solvers(self) -> None:
        """Take in what both workers report; the second is started when the first is warm."""
        if self._client.is_ready:
            self.companion.start()
        if self.link.poll():
            self._is_stale = True
            if self.link.proof is not None:
                self.companion.learn(self.link.proof)
        self._is_stale |= self.companion.poll()
        if self.features.proving is not None:
            self.features.proving.poll()

    def _events(self) -> list[Event]:
        """What has happened, as soon as there is something to do."""
        if self._is_moving or self._was_moving:
            self._await_frame()
            return pygame.event.get()
        if self._is_stale or self._is_awake:
            return pygame.event.get()
        proving = self.features.proving
        is_proving = proving is not None and proving.is_waiting
        is_waiting = self.link.is_waiting or self.companion.is_waiting or is_proving
        seconds = SEARCH_SECONDS if is_waiting else IDLE_SECONDS
        due = min(self._due, self._held.due, self._touch.due)
        seconds = min(seconds, due - self._clock())
        wait_for_event(max(1, round(seconds * 1000)))
        return pygame.event.get()

    def _await_frame(self) -> None:
        """Sleep until the next frame is due; one that comes late does not hurry those after it."""
        now = time.perf_counter()
        if now < self._frame_due:
            time.sleep(self._frame_due - now)
        self._frame_due = max(now, self._frame_due) + 1 / FRAMES_A_SECOND

    def _draw(self) -> None:
        surface = self._window.surface
        lifted = self.tips.lift(surface) if self.tips.is_awake else []
        places, covered = self._draw_scene(), []
        if self.tips.is_awake:
            covered = self.tips.put(surface, self.scene.scope, self._attention, self._pointer.hits)
        if places is None:
            pygame.display.flip()
        elif places or lifted != covered:
            pygame.display.update(places + lifted + covered)

    def _draw_scene(self) -> list[Rect] | None:
        """Draw what has changed: where, or None if that is all of the window."""
        moving, was_moving = self.scene.is_moving, self._was_moving
        self._was_moving = moving
        if self._is_stale:
            hits, places = self._pointer.hits, self._draw_news()
            self._show_title()
            self._is_stale = hits != self._pointer.hits and self._follow_hits()
            return places
        if moving or was_moving:
            places = self.scene.draw_motion(self._window.surface)
            if places is None:
                self._draw_all()
            return places
        return []

    def _follow_hits(self) -> bool:
        """Other things can be clicked now: whether mouse or ring is on another one of them."""
        has_moved = self._focus.hit is not None and self._focus.follow(self._pointer.hits)
        return self._pointer.find_hover() or has_moved

    def _draw_news(self) -> list[Rect] | None:
        surface, attention = self._window.surface, self._attention
        news = None if self._is_blank else self.scene.draw_news(surface, attention)
        if news is None:
            self._draw_all()
            return None
        self._pointer.hits = news.hits
        return news.places

    def _draw_all(self) -> None:
        self._pointer.hits = self.scene.draw(self._window.surface, self._attention)
        self._is_blank = False

    def _show_title(self) -> None:
        title = f"{self.scene.title} - Pushwise"
        if title != self._title:
            self._title = title
            pygame.display.set_caption(title)

    def _go_to(self, scene: Scene) -> None:
        if scene is not self.scene:
            self.scene = scene
            self._held.let_go()
            self._focus.leave()
            self._pointer.leave()
            self.tips.leave()
            self._is_stale = self._is_blank = True

    # --- events --------------------------------------------------------------------------------

    def _handle(self, event: Event) -> None:
        if event.type in FINGERS:
            size, point = self._window.surface.get_size(), SCALING.display
            self._feel(self._touch.hear(event, size, point, self._clock()))
            self._use_fingers(is_so=SCALING.by_finger or not self._touch.is_down)
        elif not event.dict.get("touch"):  # else SDL has made it up from a finger
            has_moved = event.type == pygame.MOUSEMOTION and any(event.dict.get("rel", ()))
            if event.type in PRESSES or has_moved:
                self._use_fingers(is_so=False)
            self._hear(event)

    def _hear(self, event: Event) -> None:
        if event.type in PRESSES:
            self._arrive()
            if self.tips.is_awake and not event.dict.get("touch"):
                self.tips.leave()
        elif event.type == pygame.MOUSEMOTION:
            self.tips.rest()
        is_key = event.type in KEYS
        if not is_key:
            self._hear_gamepad(event)
        heard = self.scene.hear(event)
        if heard is not None:
            self._is_stale = True
            self._go_to(heard)
        elif is_key:
            self._hear_key(event)
        else:
            self._hear_mouse(event)
            self._hear_window(event)

    def _hear_window(self, event: Event) -> None:
        match event.type:
            case pygame.DROPFILE:
                self._dropped.append(Path(event.file))
            case pygame.QUIT:
                self._act(Action.QUIT)
            case pygame.WINDOWFOCUSLOST:
                self._held.let_go()
                self._touch.let_go()
            case pygame.WINDOWMOVED | pygame.WINDOWMAXIMIZED:
                self._window.follow()
            case pygame.WINDOWSIZECHANGED | pygame.WINDOWEXPOSED | pygame.VIDEORESIZE:
                self._window.refresh()
                self._is_stale = self._is_blank = True
            case pygame.WINDOWDISPLAYCHANGED:
                self._window.look_at_display()
                self._is_stale = self._is_blank = True

    def _hear_gamepad(self, event: Event) -> None:
        for press in self.stage.gamepads.take(event):
            self.tips.leave()
            self._use(gamepad=True)
            if press.is_down:
                self._press(press.button, press.button)
            else:
                self._held.release(press.button)

    def _hear_key(self, event: Event) -> None:
        if event.type == pygame.KEYDOWN:
            self._use(gamepad=False)
            self._press(key_name(event), key_place(event))
        elif event.type == pygame.KEYUP:
            self._held.release(key_place(event))

    def _drop(self) -> None:
        """Hand on what was dropped: each file comes as an event of its own."""
        if self._dropped:
            paths, self._dropped = tuple(self._dropped), []
            self._is_stale = True
            self._go_to(self.scene.drop(paths))

    def _press(self, name: str, source: int | str, *, wait: float = 0.0) -> None:
        """A key or a button of a gamepad has gone down; ``wait``: how much later it repeats."""
        self._held.let_go()
        caught = self.scene.catch(name)
        if caught is not None:
            self._is_stale = True
            self._go_to(caught)
            return
        if self._focus.hit is not None and name in PRESS_KEYS:
            self._is_stale = True
            self._click(self._focus.hit)
            return
        control = self.stage.controls.find(name, self.scene.scope)
        if control is None:
            return
        if self._focus.hit is not None and control.action not in RING:
            self._focus.leave()
        self._act(control.action)
        self._held.press(source, control, self._clock() + wait, self.stage.settings)

    def _use(self, *, gamepad: bool) -> None:
        """Name keys or buttons in what is shown, whichever the player has used last."""
        if gamepad:
            self._use_fingers(is_so=False)
        if self.stage.gamepads.is_used != gamepad:
            self.stage.gamepads.is_used = gamepad
            self._is_stale = True

    def _repeat_held_key(self) -> None:
        now = self._clock()
        if now < self._held.due:
            return
        action = self._held.repeat(now, self.scene.settles_at, self.stage.settings)
        if action is not None:
            self._act(action)

    def _arrive(self) -> None:
        """Whatever the player asks for now is asked of the level to come."""
        if self._course.is_arriving:
            self._course.arrive()
            self._go_to(self.scene.update(self._clock())[0])
            self._is_stale = True

    def _act(self, action: Action) -> None:
        self._arrive()
        self._is_stale = True
        if action in self._actions:
            self._actions[action]()
        elif action in OPENINGS and not self.scene.is_topmost:
            self._go_to(OPENINGS[action](self.features, self.scene))
        else:
            self._go_to(self.scene.act(action))

    @cached_property
    def _actions(self) -> Mapping[Action, Callable[[], None]]:
        """What is done in the same way over every scene."""
        return {
            **{action: partial(self._move_ring, way) for action, way in RING.items()},
            Action.MUTE: self._mute,
            Action.FULL_SCREEN: self._toggle_full_screen,
            Action.QUIT: self._quit,
        }

    def _move_ring(self, way: int) -> None:
        self._focus.move(self._pointer.hits, way)
        self.tips.rest()

    def _toggle_full_screen(self) -> None:
        self._is_blank = True
        self._window.toggle_full_screen()

    def _mute(self) -> None:
        is_muted = not self.stage.settings.is_muted
        self.stage.choose(is_muted=is_muted)
        self.scene.resume((_("Sound is off.") if is_muted else _("Sound is on."), ""))

    def _quit(self) -> None:
        """End, unless something would be lost and the player has not been asked yet."""
        is_asked = self.scene is self._quit_question
        self._quit_question = None if is_asked else self.features.ask_to_quit(self.scene)
        self.is_running = self._quit_question is not None
        self._go_to(self._quit_question or self.scene)

    # --- fingers -------------------------------------------------------------------------------

    def _feel(self, gestures: list[Gesture]) -> None:
        """Do what fingers ask for."""
        for gesture in gestures:
            match gesture:
                case Pan():
                    self._is_stale |= self.scene.pan(gesture)
                case Pinch():
                    self._is_stale |= self.scene.pinch(gesture)
                case Press(button, True):
                    self._press(button, button, wait=SWIPE_SECONDS)
                case Press(button, False):
                    self._held.release(button)
                case Event():
                    self._hear(gesture)

    def _grip(self, point: Point) -> Grip:
        return self.scene.grip(point, self._pointer.hit_at(point))

    def _use_fingers(self, *, is_so: bool) -> None:
        """Give what can be pressed the room that a finger needs, or a mouse."""
        if SCALING.by_finger != is_so:
            SCALING.by_finger = is_so
            self._is_stale = self._is_blank = True

    # --- the mouse -----------------------------------------------------------------------------

    def _hear_mouse(self, event: Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._use(gamepad=False)
            self._focus.leave()
        is_news, clicked = self._pointer.hear(event, self.scene.drag)
        self._is_stale |= is_news
        if clicked is not None:
            self._click(clicked)

    def _click(self, hit: Hit) -> None:
        if isinstance(hit, Action) and hit in OPENINGS:
            self._act(hit)
        else:
            self._go_to(self.scene.click(hit))
