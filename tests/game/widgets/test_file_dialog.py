"""The game's own file dialog, for systems that have none."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.looks.theme import load_theme
from game.widgets.widgets import Widgets


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 1.0), ((1920, 1080), 1.5)])
def test_its_buttons_are_as_large_as_others_and_beside_the_path(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    pygame.display.init()
    pygame.display.set_mode(size)
    widgets = Widgets(load_theme("dusk"), size, scale)
    widgets.begin_choice("Add a level file", tmp_path, (".xsb",))
    dialog = widgets._dialog
    assert dialog is not None
    buttons = [each.rect for each in (dialog.home_button, dialog.parent_directory_button)]
    assert {each.size for each in buttons} == {(round(36 * scale), round(36 * scale))}
    row = [*buttons, dialog.file_path_text_line.rect]
    assert all(left.right <= right.left for left, right in pairwise(row))
    below = dialog.file_selection_list.rect
    assert row[-1].bottom <= below.top < below.bottom <= dialog.ok_button.rect.top
    assert not dialog.delete_button.visible
    pygame.display.quit()
