"""The play screen: the player's own game, and the solver beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pygame import Surface

from game.board.picture import BoardPicture
from game.hints.hints import Hints
from game.input.actions import Action
from game.input.controls import Scope
from game.play.bars import bottom_bar, top_bar
from game.play.playing import Playing
from game.play.trade import browse, drop, paste_game, trade
from game.play.words import title_of
from game.proof.solving import Solving
from game.proof.words import solved_words
from game.replay.aside import Aside, draw_aside, places_of_aside
from game.replay.recording import saving_sentence, stop_saving
from game.scene.base import Scene, Services
from game.scene.page import Page
from game.widgets.bars import Sentence, draw_bottom_bar, draw_top_bar
from game.widgets.buttons import Attention, Hits
from game.widgets.layout import PlayLayout, lay_out
from game.xray.screen import XRayScreen
from levels.level import Level


class PlayScene(Playing):
    """Where the player plays."""

    scope = Scope.PLAY

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._hints = Hints(services)
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
            case Action.PASTE:
                paste_game(self._services, self.resume)
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
        if super()._play(action):
            return True
        if action in (Action.HINT, Action.XRAY) or action.name.startswith("LAYER_"):
            self._notice = None
        if action in (Action.HINT, Action.BACK_TO_SOLVABLE):
            self._hints.look_at(self._session)
        if action is Action.HINT:
            self._go(self._hints.climb(self._session))
        elif action is Action.BACK_TO_SOLVABLE:
            self._go_back_to(self._hints.way_back)
        elif action is Action.XRAY:
            self._xray.next()
        elif action.name.startswith("LAYER_"):
            self._xray.toggle(action.name.lower())
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
            case "choose_metric" | "choose_time" | "choose_memory":
                self._solving.choose(name)
                return self
            case "stop_saving":
                return self.resume(stop_saving(self._services.replay_export))
            case "close_xray":
                self._xray.put_away()
                return self
        return self if self._xray.toggle(name) else super().click(name)

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        return drop(self._services, self, paths)

    def _note_solved(self) -> None:
        self._services.course.note_solved()
        self._services.link.note_played(self._session.line)

    def _go_back_to(self, step: int | None) -> None:
        if step is not None:
            self._change(lambda game: game.go_to(step))

    def _open(self, number: int | None) -> None:
        """Go to another level; its game and that of this one stay as they are."""
        if number is not None:
            self._services.course.go_to(number)
            self._notice = None

    def _lead_on(self) -> Scene:
        if self._session.is_solved:
            self._open(self._services.course.following)
            return self
        return self._solving.replay(self) or self

    # --- time passes ---------------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        _, is_news = super().update(now)
        is_news |= self._hear_notices() | self._hints.update(self._session)
        self._xray.update(self._session.position, self._mouse.pointed)
        replay = None if self._motion.is_running else self._solving.due_replay(self)
        replay = self._solving.take_fetched() or replay
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
    def is_moving(self) -> bool:
        return super().is_moving or self._hints.is_busy

    @property
    def level(self) -> Level:
        return self._services.course.level

    @property
    def title(self) -> str:
        return title_of(self._services)

    def _layout(self, surface: Surface) -> PlayLayout:
        is_open = self._solving.proof is not None or self._xray.is_on
        return lay_out(surface.get_size(), panel_open=is_open)

    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        layout = page.layout
        proof = self._solving.view(is_narrow=layout.is_panel_narrow)
        sentence = self._sentence()
        sight = self._xray.view(self._session.position)
        aside = Aside(sentence and self._laid(sentence), proof, sight)
        hits = page.show(draw_top_bar, [layout.top_bar], top_bar(self._services), attention)
        tools = bottom_bar(
            self._services, is_solving=self._solving.is_running, is_hinting=self._hints.is_up,
            stuck_from=self._hints.stuck_from, is_xray=self._xray.is_on,
        )  # fmt: skip
        hits = hits | page.show(draw_bottom_bar, [layout.bottom_bar], tools, attention)
        return hits | page.show(draw_aside, places_of_aside(layout), aside, attention)

    @property
    def _picture(self) -> BoardPicture:
        picture, position = super()._picture, self._session.position
        marks = picture.marks + self._hints.marks(position) + self._xray.marks(position)
        return replace(picture, marks=marks, links=self._xray.links(position))

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
            least = self._services.link.least(course.level)
            last_of = "" if course.following else course.title
            words = solved_words(session.pushes, par, least=least, last_of=last_of)
            return Sentence(*words, tone="proof")
        if self._mouse.words is not None:
            return Sentence(*self._mouse.words)
        if self._notice is not None:
            return Sentence(*self._notice)
        hint = self._hints.sentence()
        is_wanted = self._hints.is_up or self._hints.way_back is not None
        if hint is not None and (is_wanted or self._solving.answer is None):
            return hint
        saving = saving_sentence(self._services.replay_export)
        if saving is not None:
            return saving
        seen = self._xray.sentence(session.pushes)
        if seen is not None:
            return seen
        if self._solving.proof is not None:
            return self._solving.sentence()
        if session.moves == 0 and course.level.notes:
            return Sentence("", course.level.notes.splitlines()[0])
        return None
