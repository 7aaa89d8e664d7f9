"""Widgets of pygame_gui in the colors and the type of the game: an entry field, a file dialog."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame_gui
from pygame import Rect, Surface
from pygame.event import Event
from pygame_gui.elements import UITextEntryLine
from pygame_gui.windows import UIFileDialog

from game.assets import asset
from game.theme import Color, Theme
from game.view.text import BODY

FONT = "manrope"


class Widgets:
    """The widgets of one window. They are made anew when its size changes."""

    def __init__(self, theme: Theme, size: tuple[int, int], scale: float) -> None:
        self.size = size
        self._scale = scale
        self._gui = pygame_gui.UIManager(size, starting_language="en")
        self._gui.add_font_paths(
            FONT,
            str(asset("fonts", "Manrope-Medium.ttf")),
            str(asset("fonts", "Manrope-Bold.ttf")),
        )
        self._gui.get_theme().load_theme(_widget_theme(theme, scale))
        self._entry: UITextEntryLine | None = None
        self._dialog: UIFileDialog | None = None

    def take(self, event: Event) -> None:
        """Let the widgets have an event."""
        self._gui.process_events(event)

    def draw(self, surface: Surface) -> None:
        """Draw them over what is there. The caret does not blink: nothing moves by itself."""
        self._gui.update(0.0)
        self._gui.draw_ui(surface)

    # --- the entry field -------------------------------------------------------------------------

    def begin_entry(self, place: Rect, text: str, placeholder: str) -> None:
        """An entry field that has all that is typed."""
        self._entry = UITextEntryLine(
            place, self._gui, initial_text=text, placeholder_text=placeholder
        )
        self._gui.set_focus_set(self._entry)

    @property
    def text(self) -> str:
        """What has been typed."""
        return self._entry.get_text() if self._entry else ""

    def set_text(self, text: str) -> None:
        """Put other text in its place."""
        if self._entry:
            self._entry.set_text(text)

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
        self._dialog = UIFileDialog(
            place, self._gui, "Add levels", initial_file_path=str(folder),
            allow_existing_files_only=True, allow_picking_directories=True,
        )  # fmt: skip
        # A dialog for opening files should not offer to delete them.
        self._dialog.delete_button.hide()

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


def _widget_theme(theme: Theme, scale: float) -> dict[str, Any]:
    font = {"name": FONT, "size": str(round(BODY * scale)), "antialiased": "1"}
    colors = {
        "dark_bg": theme.panel,
        "normal_bg": theme.raised,
        "hovered_bg": theme.line,
        "active_bg": theme.line,
        "selected_bg": theme.accent_fill,
        "disabled_bg": theme.panel,
        "normal_border": theme.line,
        "hovered_border": theme.text_3,
        "active_border": theme.accent,
        "selected_border": theme.accent,
        "focused_border": theme.accent,
        "disabled_border": theme.line,
        "normal_text": theme.text,
        "hovered_text": theme.text,
        "active_text": theme.text,
        "selected_text": theme.on_accent,
        "disabled_text": theme.text_3,
        "title_text": theme.text,
        "text_cursor": theme.text,
        "filled_bar": theme.accent_fill,
        "unfilled_bar": theme.line,
    }
    flat = {"shadow_width": "0", "border_width": "1", "shape": "rounded_rectangle",
            "shape_corner_radius": str(round(6 * scale))}
    field = {"dark_bg": theme.field, "normal_bg": theme.field,
             "selected_bg": theme.accent_fill, "selected_text": theme.on_accent}
    bare = {"shadow_width": "0", "border_width": "0", "padding": "0,0"}
    return {
        "defaults": {"colours": _written(colors), "font": font, "misc": flat},
        "text_entry_line": {"colours": _written(field), "misc": bare},
        "file_dialog": {"misc": {**flat, "title_bar_height": str(round(36 * scale))}},
        "#file_path_text_line": {"misc": {**flat, "padding": "6,2"}},
        "selection_list": {"misc": {**flat, "list_item_height": str(round(28 * scale))}},
    }


def _written(colors: dict[str, Color]) -> dict[str, str]:
    return {role: "#" + bytes(color).hex() for role, color in colors.items()}
