"""The browser: every level of every collection in sight, and ready to be played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.browser.arranging import Arranging
from game.browser.arrivals import Arrivals
from game.browser.browsing import Browsing
from game.browser.entries import Order
from game.browser.file_choosing import FileChoosing
from game.browser.folder_question import FolderQuestionScene
from game.browser.following import Following
from game.browser.grid import (
    FilterChip,
    LevelCard,
    OrderChip,
    ScrollHandle,
    SearchEverywhere,
    draw_browser,
)
from game.browser.grid_scrolling import GridScrolling
from game.browser.handing_out import HANDED_OUT, hand_out
from game.browser.import_report import ImportReportScene
from game.browser.importing import Files, Job, Report
from game.browser.layout import lay_out_browser
from game.browser.side import CollectionTab, SidePanel, StopReading, longest_side_scroll, tab_scroll
from game.browser.stock import Stock
from game.browser.view import Showing, title_of
from game.browser.words import needs_list, report_words
from game.input.actions import Action
from game.input.controls import Scope
from game.input.keyboard import key_name
from game.input.touch import Grip, Pan, Point
from game.language.words import Words, lead_of
from game.proof.solver_link import SolverLink
from game.scene.base import Actions, Scene, each
from game.scene.navigation import NAVIGATION
from game.scene.overlay import Overlay
from game.scene.stage import Stage, reduces_motion
from game.session.course import Course
from game.widgets.buttons import Attention, Hit, Hits
from game.widgets.widgets import Widgets
from game.work.inquiry import LOOK_SECONDS
from levels.language import N_, _, chosen
from levels.level import Level
from levels.refusals import words_of

DOUBLE_CLICK_SECONDS = 0.4

PLACEHOLDER, SHORT_PLACEHOLDER = N_("Title, author or number"), N_("Search")
SIDE_WHEEL = 54
"""Units that the list of collections moves with each notch of the wheel."""


class BrowserScene(Overlay):
    """Where levels are found, added and chosen. Esc goes back to the game."""

    scope = Scope.BROWSER

    def __init__(
        self, stage: Stage, stock: Stock, course: Course, link: SolverLink, below: Scene, *,
        adding: Action | None = None,
    ) -> None:  # fmt: skip
        super().__init__(below)
        self._stage = stage
        self._stock = stock
        self._course = course
        self._link = link
        self.browsing = Browsing(stock.library, Path(course.file), course.number)
        self._showing = Showing(stage, stock, link.measuring, self.browsing)
        self._layout = lay_out_browser(pygame.display.get_window_size())
        self._scroll = GridScrolling(stage.clock, lambda: not reduces_motion(stage.settings))
        self._side_scroll = 0.0
        self._widgets: Widgets | None = None
        self._widgets_key: object = None
        self._adding = adding
        """the dialog that is to be opened at once"""
        self._choosing = FileChoosing(stock.dialog)
        self._clicked: tuple[LevelCard, float] | None = None
        """the card that was clicked last, and when"""
        self._arrivals = Arrivals(stock, course)
        if course.file and self.browsing.collection is None:
            # What was opened just now is not in the index yet.
            self._arrivals.expect((Path(course.file), course.number))
        self._arranging = Arranging(
            stage, stock, course, self.browsing, self._tell, self._arrivals.expect
        )
        self._following = Following(stock.proving, course.records, stage.clock)
        self._hits: Hits = {}
        """what was drawn last, for clicks with the right button"""
        self._is_leaving = False
        """whether the level that was chosen is on its way"""
        self._reveal(at_once=True)

    # --- what the player asks for --------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        return {
            **each(NAVIGATION, self._go),
            Action.BACK: self._go_back,
            Action.PLAY_CHOSEN: self._play,
            **each({Action.NEXT_UNSOLVED: 1, Action.PREVIOUS_UNSOLVED: -1}, self._choose_unsolved),
            **each(
                {Action.NEXT_COLLECTION: 1, Action.PREVIOUS_COLLECTION: -1}, self._go_to_collection
            ),
            Action.NEXT_FILTER: lambda: self._filter(self.browsing.next_filter),
            Action.NEXT_ORDER: lambda: self._sort(self.browsing.next_order),
            **each({Action.ADD_LEVELS: False, Action.ADD_FOLDER: True}, self._ask_for),
            Action.PASTE: lambda: self.resume(self._arrivals.paste()),
            Action.KEEP: self._keep,
            **self._arranging.actions(self),
            **each({action: action for action in HANDED_OUT}, self._hand_out),
        }

    def act(self, action: Action) -> Scene:
        self.browsing.arrive()
        return super().act(action)

    def _hand_out(self, action: Action) -> Scene:
        records, theme = self._course.records, self._stage.theme
        return self.resume(hand_out(self._stock, self.browsing, action, records, theme))

    def click(self, hit: Hit) -> Scene:
        self.browsing.arrive()
        match hit:
            case LevelCard():
                return self._click_card(hit)
            case CollectionTab(collection):
                self._show_tab(collection)
            case FilterChip(name):
                self._filter(name)
            case OrderChip(order):
                self._sort(order)
            case StopReading():
                self._stock.importing.stop()
            case SearchEverywhere():
                self._show_tab(None)
            case _:
                return super().click(hit)
        return self

    def drop(self, paths: tuple[Path, ...]) -> Scene:
        folders = tuple(path for path in paths if path.is_dir())
        if files := tuple(path for path in paths if path not in folders):
            self.take_in(Files(files, is_opening=True))
        return self._ask_about(folders) if folders else self

    def take_in(self, job: Job) -> Scene:
        """Add levels to the library; what becomes of them is reported when it is done."""
        self._arrivals.begin(job)
        self._notice = None
        return self

    def _go(self, way: Callable[[int, int], int]) -> None:
        self._arrivals.expect(None)
        step = way(self._layout.columns, self._layout.page_rows)
        self.browsing.choose(self.browsing.index + step)
        self._notice = None
        self._reveal()

    def _go_back(self) -> Scene:
        """Close the dialog, then clear the search, then leave."""
        widgets = self._widgets
        if self._stock.dialog.is_open:
            self._stock.dialog.close()
        elif widgets is not None and widgets.is_choosing:
            widgets.end_choice()
        elif self.browsing.text:
            self._search("")
        else:
            return self._below
        return self

    def _play(self) -> Scene:
        widgets = self._widgets
        if widgets is not None and widgets.is_choosing:
            widgets.confirm_choice()
            return self
        chosen, course = self.browsing.chosen, self._course
        if still_reading := self._arrivals.still_reading:
            self._notice = still_reading
            return self
        if chosen is None:
            if self.browsing.text and self.browsing.collection:
                self._show_tab(None)
            return self
        path, number = self.browsing.place_of(chosen)
        level = self._stock.library.level(path, number)
        if level is None:
            self._notice = (_("This level no longer exists."), "")
            return self
        if str(path) != course.file or not course.holds(number, level):
            shelf = self._stock.library.shelf(path)
            self._link.dismiss()
            course.open(self.browsing.collection_of(chosen).title, shelf, number, str(path))
        else:
            course.go_to(number)
        self._is_leaving = course.is_arriving
        return self if self._is_leaving else self._below.resume(None)

    def _choose_unsolved(self, way: int) -> None:
        if self.browsing.choose_unsolved(way):
            self._notice = None
            self._reveal()
        else:
            before = _("There is no unsolved level before this one.")
            after = _("There is no unsolved level after this one.")
            self._notice = (before if way < 0 else after, "")

    def _click_card(self, card: LevelCard) -> Scene:
        index = self.browsing.index_of(card.collection, card.number)
        if index is None:
            return self
        self._arrivals.expect(None)
        now = self._stage.clock()
        before, self._clicked = self._clicked, (card, now)
        self.browsing.choose(index)
        self._notice = None
        is_double = before is not None and before[0] == card
        if is_double and before is not None and now - before[1] < DOUBLE_CLICK_SECONDS:
            return self._play()
        return self

    def _show_tab(self, collection: int | None) -> None:
        self._arrivals.expect(None)
        collections = self.browsing.collections
        found = next((each for each in collections if each.id == collection), None)
        self.browsing.show(found)
        self._notice = (lead_of(found.path.name), found.reason) if found and found.reason else None
        self._reveal(at_once=True)

    def _go_to_collection(self, way: int) -> None:
        """Show the next collection of the list, or the one before; all levels come first."""
        tabs = [tab.collection for tab in self._side().tabs]
        shown = self.browsing.collection
        index = tabs.index(shown.id if shown else None) + way
        self._show_tab(tabs[index % len(tabs)])
        self._side_scroll = tab_scroll(self._layout, self._side(), self._side_scroll)

    def _filter(self, name: str) -> None:
        self.browsing.filter_by(name)
        self._reveal(at_once=True)

    def _sort(self, order: Order) -> None:
        self.browsing.sort(order)
        self._reveal(at_once=True)

    def _search(self, text: str) -> None:
        if text and not self._arrivals.is_opening:
            self._arrivals.expect(None)
        if self._widgets is not None and self._widgets.text != text:
            self._widgets.set_text(text)
        self.browsing.search(text)
        self._notice = None
        self._reveal(at_once=True)

    # --- in and out ------------------------------------------------------------------------------

    def _keep(self) -> Scene | Words:
        """Add the collection of the chosen level to the library, if it is only opened."""
        chosen = self.browsing.chosen
        if chosen is None or not self.browsing.is_opened:
            return _("This collection is already in your library."), ""
        self._arrivals.keep(self.browsing.place_of(chosen))
        self._notice = None
        return self

    def _ask_for(self, is_folder: bool) -> None:
        if self._widgets is not None and not self._widgets.is_choosing:
            self._choosing.begin(self._widgets, is_folder=is_folder)

    def _take_chosen(self, path: Path) -> Scene:
        self._choosing.note(path)
        job = Files((path,))
        return self._ask_about((path,)) if self._choosing.is_folder else self.take_in(job)

    def _ask_about(self, folders: tuple[Path, ...]) -> Scene:
        try:
            return FolderQuestionScene(self._stage, self, folders, self.take_in)
        except OSError as error:
            reason = words_of(error)
            return self._tell((_("The folder cannot be read: {reason}.", reason=reason), ""))

    # --- events that no table of keys knows ------------------------------------------------------

    def hear(self, event: Event) -> Scene | None:
        widgets = self._widgets
        if widgets is None:
            return None
        path = widgets.chosen_path(event)
        if path is not None:
            widgets.end_choice()
            return self._take_chosen(path)
        if widgets.is_choosing:
            return self._hear_in_dialog(event)
        match event.type:
            case pygame.MOUSEWHEEL:
                self._turn_wheel(event)
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_RIGHT:
                return self._open_menu(event.pos)
            case pygame.KEYDOWN if not self._stage.controls.find(key_name(event), self.scope):
                self._type(event)
            case pygame.TEXTINPUT:
                self._type(event)
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP | pygame.MOUSEMOTION:
                return self if self._scroll.drag(event, self._layout) else None
            case _:
                return None
        return self

    def _open_menu(self, point: tuple[int, int]) -> Scene:
        hit = next((each for each, place in self._hits.items() if place.collidepoint(point)), None)
        if isinstance(hit, CollectionTab):
            self._show_tab(hit.collection)
        return self._arranging.menu_of(hit, point, self)

    def _hear_in_dialog(self, event: Event) -> Scene | None:
        """An open dialog has the whole mouse and all keys except Esc and Enter."""
        assert self._widgets is not None
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_RETURN):
            return None
        self._widgets.take(event)
        if event.type in (pygame.QUIT, pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED):
            return None
        return self

    def _type(self, event: Event) -> None:
        assert self._widgets is not None
        self._widgets.take(event)
        if self._widgets.text != self.browsing.text:
            self._search(self._widgets.text)

    def _turn_wheel(self, event: Event) -> None:
        notches = getattr(event, "precise_y", event.y)
        if self._layout.side.collidepoint(pygame.mouse.get_pos()):
            self._scroll_side(-notches * SIDE_WHEEL)
        else:
            self._scroll.move(-notches * self._layout.row / 2)

    def _scroll_side(self, units: float) -> None:
        longest = longest_side_scroll(self._layout, self._side())
        self._side_scroll = max(0.0, min(longest, self._side_scroll + units))

    def grip(self, point: Point, hit: Hit | None) -> Grip:
        is_dialog = self._widgets is not None and self._widgets.is_choosing
        return Grip.TAKE if is_dialog or isinstance(hit, ScrollHandle) else super().grip(point, hit)

    def pan(self, pan: Pan) -> bool:
        units = -pan.dy / self._layout.scale
        if self._layout.side.collidepoint(pan.start):
            self._scroll_side(units)
        else:
            self._scroll.jump(self._scroll.goal + units)
        return True

    # --- time ------------------------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        arrivals = self._arrivals
        if self._is_leaving and not self._course.is_arriving:
            self._is_leaving = False
            return self._below.resume(None), True
        has_changed = self._scroll.update()
        if self._stock.dialog.is_open and self._widgets is not None:
            chosen = self._choosing.poll(self._widgets)
            if chosen is not None:
                return self._take_chosen(chosen), True
            has_changed |= not self._stock.dialog.is_open
        if reports := arrivals.reports():
            return self._hear_reports(reports), True
        if arrivals.has_recorded() or self._following.has_new_pars():
            self.browsing.reload()
            has_changed = True
        if arrivals.has_read():
            self._read_index()
            has_changed = True
        if self.browsing.hear():
            has_changed = True
            if self._is_revealing:
                self._reveal(at_once=True)
        has_changed |= arrivals.has_progressed()
        has_changed |= self._following.has_progressed()
        stock = self._stock
        said = stock.exporting.poll() or self._arranging.poll() or stock.proving.notice()
        if said is not None:
            self._notice, has_changed = said, True
        return self, self._stage.thumbnails.draw_some() or has_changed

    @property
    def due_at(self) -> float:
        is_writing = self._stock.exporting.is_running or self._arrivals.is_recording
        is_busy = is_writing or self.browsing.is_finding
        if is_busy:
            return self._stage.clock() + LOOK_SECONDS
        return self._following.due_at

    def _tell(self, words: Words) -> Scene:
        self._notice = words
        self._reveal(at_once=True)
        return self

    def _hear_reports(self, reports: tuple[Report, ...]) -> Scene:
        self._notice = report_words(reports)
        return ImportReportScene(self._stage, self, reports) if needs_list(reports) else self

    def _read_index(self) -> None:
        self._arranging.follow()
        self.browsing.reload()
        if self._stock.library.failure:
            self._notice = (_("The levels could not be listed."), self._stock.library.failure)
        text = self.browsing.text if self._arrivals.is_opening else ""
        notice, awaited = self._notice, self._arrivals.take_awaited()
        if awaited and self.browsing.go_to(*awaited):
            self._search(text)
        self._notice = notice

    @property
    def level(self) -> Level | None:
        chosen = self.browsing.chosen
        return self._stock.library.level(*self.browsing.place_of(chosen)) if chosen else None

    @property
    def is_shipped(self) -> bool:
        return self.browsing.is_shipped

    @property
    def is_reading(self) -> bool:
        """Whether files are still on their way into the lists."""
        return self._arrivals.is_reading

    @property
    def listed(self) -> list[str] | None:
        """What our own dialog for files lists; None if it is not open."""
        return self._widgets.listed if self._widgets and self._widgets.is_choosing else None

    @property
    def sentence(self) -> Words:
        return self._stage.spell_both(self._notice or ("", ""), self.scope)

    @property
    def is_moving(self) -> bool:
        return self._scroll.is_running or self._stage.thumbnails.is_waiting

    # --- what is seen ----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        entry = self.browsing.chosen
        if entry is None:
            return _("Levels - none selected")
        name = title_of(entry, self.browsing.collection_of(entry))
        return _("Levels - {level} chosen", level=name)

    def _reveal(self, *, at_once: bool = False) -> None:
        """Scroll so that the chosen level is in sight, even in a list that is still to come."""
        self._is_revealing = self.browsing.is_finding
        self._scroll.measure(self._layout, len(self.browsing.shown))
        self._scroll.reveal(self._layout, self.browsing.index, at_once=at_once)

    def draw(self, surface: Surface, attention: Attention) -> Hits:
        layout = lay_out_browser(
            surface.get_size(), names_collections=self.browsing.collection is None
        )
        if layout != self._layout or self._widgets is None:
            self._layout = layout
            self._reveal(at_once=True)
        self.browsing.follow_language()
        key = (self._stage.theme.name, layout.window, layout.scale, layout.search, chosen())
        if self._widgets is None or key != self._widgets_key:
            self._widgets, self._widgets_key = self._new_widgets(), key
        adding, self._adding = self._adding, None
        if adding is not None:
            self._ask_for(adding is Action.ADD_FOLDER)
        self._scroll.measure(layout, len(self.browsing.shown))
        view = self._showing.view(layout, self._scroll.place, self._side(), self.sentence)
        hits = draw_browser(surface, layout, self._stage.theme, view, attention)
        self._widgets.draw(surface)
        self._hits = {} if self._widgets.is_choosing else hits
        return self._hits

    def draw_motion(self, surface: Surface) -> list[Rect] | None:
        return []  # update reports whatever moves, and then everything is drawn

    def _new_widgets(self) -> Widgets:
        layout = self._layout
        widgets = Widgets(self._stage.theme, layout.window.size, layout.scale)
        placeholder = _(SHORT_PLACEHOLDER if layout.compact else PLACEHOLDER)
        widgets.begin_entry(layout.search, self.browsing.text, placeholder)
        return widgets

    def _side(self) -> SidePanel:
        return self._showing.side(self._side_scroll)
