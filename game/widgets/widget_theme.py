"""The look of pygame_gui's widgets: the colors and the type of the game."""

from __future__ import annotations

from typing import Any

from game.looks.assets import asset
from game.looks.theme import Color, Theme
from game.widgets.text import BODY

FONT = "manrope"

SYMBOLS = "home", "parent"
"""The buttons of the file dialog that have one."""


def widget_theme(theme: Theme, scale: float) -> dict[str, Any]:
    """The colors and type for pygame_gui."""
    font = {
        "name": FONT,
        "size": str(round(BODY * scale)),
        "regular_path": str(asset("fonts", "Manrope-Medium.ttf")),
        "bold_path": str(asset("fonts", "Manrope-Bold.ttf")),
    }
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
    usual = {"colours": _written(colors), "misc": _flat(scale)}
    blocks = {"defaults": usual, **_parts(theme, scale)}
    # pygame_gui takes no font from the defaults: each kind of widget needs its own.
    return {name: {"font": font, **block} for name, block in blocks.items()}


def _parts(theme: Theme, scale: float) -> dict[str, dict[str, Any]]:
    """What is different from the rest in some kinds of widgets."""
    flat, round_ends = _flat(scale), {"shape_corner_radius": str(round(10 * scale))}
    field = {
        "dark_bg": theme.field,
        "normal_bg": theme.field,
        "selected_bg": theme.accent_fill,
        "selected_text": theme.on_accent,
    }
    nothing: Color = (0, 0, 0, 0)
    track = {"dark_bg": nothing, "normal_bg": nothing, "disabled_bg": nothing}
    knob = {
        "normal_bg": theme.accent_fill,
        "hovered_bg": theme.accent_fill,
        "active_bg": theme.accent_fill,
        "normal_border": theme.accent,
        "hovered_border": theme.text,
        "active_border": theme.text,
    }
    bare = {"shadow_width": "0", "border_width": "0", "padding": "0,0"}
    return {
        "text_entry_line": {"colours": _written(field), "misc": bare},
        "file_dialog": {"misc": {**flat, "title_bar_height": str(round(36 * scale))}},
        "#file_path_text_line": {"misc": {**flat, "padding": "6,2"}},
        "selection_list": {"misc": {**flat, "list_item_height": str(round(28 * scale))}},
        "button": {"misc": flat},
        "#option": {"misc": {**flat, **round_ends}},
        "horizontal_slider": {
            "colours": _written(track),
            "misc": {
                **bare,
                "shape": "rounded_rectangle",
                "enable_arrow_buttons": "0",
                "sliding_button_width": str(round(20 * scale)),
            },
        },
        "horizontal_slider.#sliding_button": {
            "colours": _written(knob),
            "misc": {**flat, **round_ends},
        },
        "label": {},
        "window": {"misc": flat},
        **{f"file_dialog.#{name}_icon_button": _symbol(scale) for name in SYMBOLS},
    }


def _symbol(scale: float) -> dict[str, Any]:
    """A button with a symbol in its middle, in the type that pygame_gui has for those."""
    return {
        "font": {"name": "fira_code_symbols", "size": str(round(20 * scale))},
        "misc": {
            **_flat(scale), "text_vert_alignment": "center", "text_horiz_alignment": "center",
            "text_vert_alignment_padding": "0",
        },
    }  # fmt: skip


def _flat(scale: float) -> dict[str, str]:
    """An outline, no shadow, and corners like those of keys."""
    return {
        "shadow_width": "0", "border_width": "1", "shape": "rounded_rectangle",
        "shape_corner_radius": str(round(6 * scale)),
    }  # fmt: skip


def _written(colors: dict[str, Color]) -> dict[str, str]:
    return {role: "#" + bytes(color).hex() for role, color in colors.items()}
