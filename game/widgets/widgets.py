"""Widgets of pygame_gui in the colors and the type of the game: an entry field, a file dialog."""

from __future__ import annotations

from pathlib import Path

import pygame
import pygame_gui
from pygame import Rect, Surface
from pygame.event import Event
from pygame_gui.elements import UIButton, UITextEntryLine
from pygame_gui.windows import UIFileDialog

from game.looks.theme import Theme
from game.widgets.text import BODY, Style, draw_text, visible
from game.widgets.widget_theme import widget_theme


class _FileDialog(UIFileDialog):
    """A dialog for opening files: none are deleted with it, and hidden ones stay hidden."""

    def update_current_file_list(self, should_try_again: bool = True) -> None:
        super().update_current_file_list(should_try_again)
        self.current_file_list = [
            each for each in self.current_file_list
            if not (each if isinstance(each, str) else each[0]).startswith(".")
        ]  # fmt: skip

    def settle(self, scale: float) -> None:
        """Give the buttons the size that buttons have in this game."""
        self.delete_button.hide()
        self.ok_button.kill()
        self.cancel_button.kill()
        width, height, air = (round(side * scale) for side in (108, 36, 4))
        buttons = [
            UIButton(
                Rect(-place * (width + air), -height - air, width, height), words,
                self.ui_manager, self, anchors={
                    "left": "right", "right": "right", "top": "bottom", "bottom": "bottom",
                },
            )
            for place, words in ((1, "Cancel"), (2, "Add"))
        ]  # fmt: skip
        self.cancel_button, self.ok_button = buttons


class _EntryLine(UITextEntryLine):
    """An entry field into which nothing can be pasted that it could not show."""

    def validate_text_string(self, text_to_validate: str) -> bool:
        is_valid: bool = super().validate_text_string(text_to_validate)
        return is_valid and visible(text_to_validate) == text_to_validate


class Widgets:
    """The widgets of one window. They are made anew when its size changes."""

    def __init__(self, theme: Theme, size: tuple[int, int], scale: float) -> None:
        self.size = size
        self._theme = theme
        self._placeholder = ""
        self._scale = scale
        pygame.font.init()
        self._gui = pygame_gui.UIManager(size, widget_theme(theme, scale), starting_language="en")
        self._entry: UITextEntryLine | None = None
        self._dialog: _FileDialog | None = None

    def take(self, event: Event) -> None:
        """Let the widgets have an event; of what is typed, all that can be seen."""
        if event.type == pygame.TEXTINPUT:
            event = Event(pygame.TEXTINPUT, text=visible(event.text))
        self._gui.process_events(event)

    def draw(self, surface: Surface) -> None:
        """Draw them over what is there. The caret does not blink: nothing moves by itself."""
        for _ in range(2):  # what the first update finds changed, the second one draws
            self._gui.update(0.0)
        self._gui.draw_ui(surface)
        entry = self._entry
        if entry is not None and not entry.get_text() and not self.is_choosing:
            place = (entry.rect.left + 6 * self._scale, entry.rect.centery)
            style = Style(BODY * self._scale)
            draw_text(surface, place, self._placeholder, style, self._theme.text_3)

    # --- the entry field -------------------------------------------------------------------------

    def begin_entry(self, place: Rect, text: str, placeholder: str) -> None:
        """An entry field that has all that is typed."""
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

    def begin_choice(self, folder: Path) -> None:
        """Ask for a file, or a folder of files."""
        width, height = (
            min(side - round(32 * self._scale), round(most * self._scale))
            for side, most in zip(self.size, (720, 560), strict=True)
        )
        place = Rect(0, 0, width, height)
        place.center = self.size[0] // 2, self.size[1] // 2
        self._dialog = _FileDialog(
            place, self._gui, "Add levels", initial_file_path=str(folder),
            allow_existing_files_only=True, allow_picking_directories=True,
        )  # fmt: skip
        self._dialog.settle(self._scale)

    def end_choice(self) -> None:
        """Close the dialog, and let the entry field have the keys again."""
        if self._dialog is not None:
            self._dialog.kill()
            self._dialog = None
        if self._entry is not None:
            self._gui.set_focus_set(self._entry)

    def confirm_choice(self) -> None:
        """Press OK, if that can be pressed."""
        dialog = self._dialog
        if dialog is not None and dialog.ok_button.is_enabled:
            about = {"ui_element": dialog.ok_button, "ui_object_id": ""}
            dialog.process_event(Event(pygame_gui.UI_BUTTON_PRESSED, about))

    @staticmethod
    def chosen_path(event: Event) -> Path | None:
        """The file or folder that an event says has been chosen."""
        if event.type == pygame_gui.UI_FILE_DIALOG_PATH_PICKED:
            return Path(event.text)
        return None
