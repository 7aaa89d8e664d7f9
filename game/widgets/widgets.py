"""Widgets of pygame_gui in the colors and the type of the game: an entry field, a file dialog."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pygame_gui
from pygame import Rect, Surface
from pygame.event import Event
from pygame_gui.core.ui_appearance_theme import UIAppearanceTheme
from pygame_gui.elements import UIButton, UITextEntryLine
from pygame_gui.windows import UIFileDialog

from game.looks.theme import Theme
from game.widgets.brush import veil
from game.widgets.finger_gui import FingerGui
from game.widgets.layout import reach
from game.widgets.text import BODY, Style, draw_text, visible
from game.widgets.widget_theme import widget_theme
from levels.language import _

MOST_ENTRIES = 2000
"""Files and folders that the dialog lists: two milliseconds. Others can still be typed."""

_log = logging.getLogger(__name__)


class _FileDialog(UIFileDialog):
    """A dialog for a file of some suffixes, or for a folder if there are none.

    None are deleted with it, and hidden ones stay hidden.
    """

    def __init__(
        self, place: Rect, gui: pygame_gui.UIManager, title: str, folder: Path,
        suffixes: Sequence[str],
    ) -> None:  # fmt: skip
        self._suffixes = tuple(suffixes)
        self._first_folder = str(folder)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it takes the room there is, if less than it likes
            super().__init__(
                place, gui, title, initial_file_path=self._first_folder,
                allow_existing_files_only=True,
            )  # fmt: skip
        self._go_into(folder)

    def _create_list_of_directories_and_files_on_current_path(self) -> None:
        """The first files and folders that there are: a folder with more takes long to list."""
        folders, files = [], []
        try:
            with os.scandir(self.current_directory_path) as found:
                for each in islice(found, MOST_ENTRIES):
                    if each.name.startswith("."):
                        continue
                    if each.is_dir():
                        folders.append(each.name)
                    elif each.name.lower().endswith(self._suffixes):
                        files.append(each.name)
        except OSError as error:
            _log.info("%s", error)  # what cannot be read is shown as empty
        self.current_file_list = [
            *((name, "#directory_list_item") for name in sorted(folders, key=str.casefold)),
            *((name, "#file_list_item") for name in sorted(files, key=str.casefold)),
        ]

    def settle(self, scale: float) -> None:
        """Give the buttons the size that buttons have in this game."""
        self._settle_head(scale)
        self.ok_button.kill()
        self.cancel_button.kill()
        height, air = (round(side * scale) for side in (36, 4))
        buttons, right = [], 0
        for words, side in ((_("Cancel"), 108), (self._ok_words, 148)):
            width = round(side * scale)
            right -= width + air
            buttons.append(
                UIButton(
                    Rect(right, -height - air, width, height), words,
                    self.ui_manager, self, anchors={
                        "left": "right", "right": "right", "top": "bottom", "bottom": "bottom",
                    },
                )
            )  # fmt: skip
        self.cancel_button, self.ok_button = buttons
        self._enable_ok()

    def _settle_head(self, scale: float) -> None:
        """The buttons beside the path, in one row above the list."""
        for button in (self.delete_button, self.refresh_button):
            button.hide()
        side, air, edge = (round(each * scale) for each in (reach(36), 4, 10))
        left = edge
        for button, tip in (
            (self.home_button, _("Your own folder")),
            (self.parent_directory_button, _("The folder above")),
        ):
            button.set_relative_position((left, edge))
            button.set_dimensions((side, side))
            button.set_tooltip(tip)
            button.rebuild()
            left += side + air
        width, height = self.get_container().get_size()
        self.file_path_text_line.set_relative_position((left + air, edge))
        self.file_path_text_line.set_dimensions((width - left - air - edge, side))
        self.file_path_text_line.rebuild()
        top = 2 * edge + side
        self.file_selection_list.set_relative_position((edge, top))
        self.file_selection_list.set_dimensions((width - 2 * edge, height - top - side - 3 * air))
        self.file_selection_list.rebuild()

    @property
    def _ok_words(self) -> str:
        return _("Add") if self._suffixes else _("Add this folder")

    def process_event(self, event: Event) -> bool:
        is_ok = event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element == self.ok_button
        if is_ok:
            if self._entered is not None:
                self._pick(self._entered)
            return True
        handled = bool(super().process_event(event))
        if self.alive():
            self._enable_ok()
        return handled

    @property
    def names(self) -> list[str]:
        """The folders and files that are listed."""
        return [each if isinstance(each, str) else each[0] for each in self.current_file_list]

    def confirm(self) -> None:
        """What Enter does: go into the folder that is entered or selected, or add the file."""
        entered = self._named
        if entered is None or str(entered) == self._first_folder:
            return
        self._first_folder = ""
        if entered.is_dir() and (self._suffixes or str(entered) != self.current_directory_path):
            self._go_into(entered)
        elif self._entered is not None:
            self._pick(entered)
        else:
            self.set_display_title(_("Not found: {file}", file=visible(entered.name)))

    @property
    def _named(self) -> Path | None:
        """What stands in the field for the path."""
        text = self.file_path_text_line.get_text()
        shown = self.current_directory_path.rstrip(os.sep) + os.sep
        if text.startswith((shown + os.sep, shown + "~")):  # a path that was typed behind it
            text = text.removeprefix(shown)
        path = Path(text).expanduser()
        return path if path.is_absolute() else None

    def _process_file_path_entry_events(self, event: Event) -> None:
        """Leave the list as it is while a path is typed: `confirm` goes there."""

    def _process_file_list_events(self, event: Event) -> None:
        """A click puts a name behind the path; two go into a folder, or add a file."""
        if getattr(event, "ui_element", None) != self.file_selection_list:
            return
        if event.type == pygame_gui.UI_SELECTION_LIST_NEW_SELECTION:
            self._type(str(Path(self.current_directory_path, event.text)))
        elif event.type == pygame_gui.UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION:
            self.confirm()

    @property
    def _entered(self) -> Path | None:
        """What can be added now."""
        path = self._named
        is_wanted = path is not None and (path.is_file() if self._suffixes else path.is_dir())
        return path if is_wanted else None

    def _enable_ok(self) -> None:
        if self._entered is None:
            self.ok_button.disable()
        else:
            self.ok_button.enable()

    def _go_into(self, folder: Path) -> None:
        """Show a folder, its path ready for a name to be typed behind it."""
        self._change_directory_path(folder)
        self._type(self.current_directory_path.rstrip(os.sep) + os.sep)

    def take_keys(self) -> None:
        """Have what is typed go to the end of the path, unless it goes into the path already."""
        line = self.file_path_text_line
        if not line.is_focused:
            self.ui_manager.set_focus_set(line)
            line.edit_position = len(line.get_text())

    def _type(self, text: str) -> None:
        """Put other text into the field for the path, to be typed on at its end."""
        self.file_path_text_line.set_text(visible(text))
        self.file_path_text_line.edit_position = len(self.file_path_text_line.get_text())

    def _pick(self, path: Path) -> None:
        about = {"text": str(path), "ui_element": self, "ui_object_id": ""}
        pygame.event.post(Event(pygame_gui.UI_FILE_DIALOG_PATH_PICKED, about))
        self.kill()


class _EntryLine(UITextEntryLine):
    """An entry field into which nothing can be pasted that it could not show."""

    def validate_text_string(self, text_to_validate: str) -> bool:
        is_valid: bool = super().validate_text_string(text_to_validate)
        return is_valid and visible(text_to_validate) == text_to_validate


class _Gui(FingerGui):
    """All widgets of a window. Reading a theme takes ten milliseconds: the last one is
    kept for all windows."""

    _kept: ClassVar[tuple[object, UIAppearanceTheme] | None] = None

    def create_new_theme(self, theme_path: Any = None) -> UIAppearanceTheme:
        kept = _Gui._kept
        if kept is None or kept[0] != theme_path:
            kept = _Gui._kept = (theme_path, super().create_new_theme(theme_path))
        return kept[1]


class Widgets:
    """The widgets of one window. They are made anew when its size changes."""

    def __init__(self, theme: Theme, size: tuple[int, int], scale: float) -> None:
        self.size = size
        self._theme = theme
        self._placeholder = ""
        self.scale = scale
        pygame.font.init()
        self._gui = _Gui(size, widget_theme(theme, scale), starting_language="en")
        self._entry: UITextEntryLine | None = None
        self._dialog: _FileDialog | None = None

    def take(self, event: Event) -> None:
        """Let the widgets have an event; of what is typed, all that can be seen."""
        if event.type == pygame.TEXTINPUT:
            event = Event(pygame.TEXTINPUT, text=visible(event.text))
        if self._dialog is not None and event.type in (pygame.TEXTINPUT, pygame.KEYDOWN):
            # A click into the list takes the focus, but the keys stay with the path.
            self._dialog.take_keys()
        self._gui.take(event)

    def draw(self, surface: Surface) -> None:
        """Draw them over what is there. The caret does not blink: nothing moves by itself."""
        entry, is_choosing = self._entry, self.is_choosing
        if entry is not None and entry.visible == is_choosing:
            (entry.hide if is_choosing else entry.show)()
        if entry is not None and is_choosing:  # it recedes with all that is behind the dialog
            self._write(surface, entry, entry.get_text())
        if is_choosing:
            veil(surface, self._theme)
        for _turn in range(2):  # what the first update finds changed, the second one draws
            self._gui.update(0.0)
        self._gui.draw_ui(surface)
        if entry is not None and not is_choosing:
            self._write(surface, entry, "")

    def _write(self, surface: Surface, entry: UITextEntryLine, text: str) -> None:
        """Draw the text of an entry field, or its placeholder if it is empty."""
        if entry.get_text() and not text:
            return  # the field draws its own
        place = (entry.rect.left + 6 * self.scale, entry.rect.centery)
        ink = self._theme.text if text else self._theme.text_3
        draw_text(surface, place, text or self._placeholder, Style(BODY * self.scale), ink)

    # --- the entry field -------------------------------------------------------------------------

    def begin_entry(self, place: Rect, text: str, placeholder: str) -> None:
        """An entry field that gets all that is typed."""
        self._placeholder = placeholder
        self._entry = _EntryLine(place, self._gui)
        self._entry.set_text(visible(text))
        self._gui.set_focus_set(self._entry)

    @property
    def text(self) -> str:
        """What has been typed."""
        return self._entry.get_text() if self._entry else ""

    def set_text(self, text: str) -> None:
        """Put other text in its place."""
        if self._entry:
            self._entry.set_text(visible(text))

    # --- the file dialog -------------------------------------------------------------------------

    @property
    def is_choosing(self) -> bool:
        """Whether the file dialog is open."""
        return self._dialog is not None and self._dialog.alive()

    @property
    def listed(self) -> list[str]:
        """The names that the file dialog lists."""
        return self._dialog.names if self._dialog is not None else []

    def begin_choice(self, title: str, folder: Path, suffixes: Sequence[str]) -> None:
        """Ask for a file of these suffixes, or for a folder if there are none."""
        width, height = (
            min(side - round(32 * self.scale), round(most * self.scale))
            for side, most in zip(self.size, (720, 560), strict=True)
        )
        place = Rect(0, 0, width, height)
        place.center = self.size[0] // 2, self.size[1] // 2
        self._dialog = _FileDialog(place, self._gui, title, folder, suffixes)
        self._dialog.settle(self.scale)
        self._dialog.take_keys()

    def end_choice(self) -> None:
        """Close the dialog, and let the entry field have the keys again."""
        if self._dialog is not None:
            self._dialog.kill()
            self._dialog = None
        if self._entry is not None:
            self._gui.set_focus_set(self._entry)

    def confirm_choice(self) -> None:
        """Go into the folder that is chosen, or take the file; nothing if there is neither."""
        if self._dialog is not None:
            self._dialog.confirm()

    @staticmethod
    def chosen_path(event: Event) -> Path | None:
        """The file or folder that an event says has been chosen."""
        if event.type == pygame_gui.UI_FILE_DIALOG_PATH_PICKED:
            return Path(event.text)
        return None
