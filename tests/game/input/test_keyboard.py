"""Keys are named the same on every keyboard: by what is printed, else by where they are."""

import math
import os

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.input.actions import Action
from game.input.bindings import Bindings, is_fixed
from game.input.controls import CONTROLS, Control, Scope, is_pointing
from game.input.keyboard import Held, key_name, key_place
from game.storage.settings import Settings

HELD = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT}
NUMBER_PAD = {"[+]": pygame.K_KP_PLUS, "[-]": pygame.K_KP_MINUS, "[0]": pygame.K_KP0}
RUSSIAN = {"w": "ц", "a": "ф", "s": "ы", "d": "в", "u": "г", "z": "я"}
GREEK = {"w": "ς", "a": "α", "s": "σ", "d": "δ", "u": "θ", "z": "ζ"}
FRENCH_DIGITS = "&é\"'(-è_çà"


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()


def pressed(key: int, place: int = 0, mod: int = 0, typed: str = "") -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, scancode=place, mod=mod, unicode=typed)


def place_of(letter: str) -> int:
    return pygame.KSCAN_A + ord(letter) - ord("a")


def event_of(name: str) -> pygame.Event:
    parts = [name] if len(name) == 1 else name.split("+") if name not in NUMBER_PAD else [name]
    plain = parts[-1]
    key = NUMBER_PAD.get(plain) or pygame.key.key_code(plain)
    mod = sum(HELD[part] for part in parts[:-1])
    return pressed(key, mod=mod, typed=plain if plain in ("+", "-") else "")


@pytest.mark.parametrize("row", [row for row in CONTROLS if not is_pointing(row)], ids=str)
def test_every_key_of_the_table_is_heard_as_what_it_means(row: Control) -> None:
    for key in row.keys:
        if "click" in key:
            continue
        found = Bindings().find(key_name(event_of(key)), row.scope)
        assert found is not None and found.action is row.action


@pytest.mark.parametrize("layout", [RUSSIAN, GREEK], ids=["Russian", "Greek"])
def test_without_latin_letters_keys_go_by_place(layout: dict[str, str]) -> None:
    for latin, letter in layout.items():
        event = pressed(ord(letter), place_of(latin), typed=letter)
        assert key_name(event) == latin
    undo = pressed(ord(layout["z"]), place_of("z"), pygame.KMOD_RCTRL)
    assert key_name(undo) == "ctrl+z"


def test_with_latin_letters_keys_go_by_what_is_printed() -> None:
    assert key_name(pressed(pygame.K_z, place_of("y"), typed="z")) == "z"
    assert key_name(pressed(pygame.K_z, place_of("w"), typed="z")) == "z"


def test_digits_go_by_place_and_signs_by_what_is_typed() -> None:
    for index, typed in enumerate(FRENCH_DIGITS):
        event = pressed(ord(typed), pygame.KSCAN_1 + index, typed=typed)
        assert key_name(event) == ("-" if typed == "-" else "1234567890"[index])


def test_letters_of_other_alphabets_can_be_chosen_as_keys() -> None:
    assert key_name(pressed(ord("ö"), pygame.KSCAN_SEMICOLON, typed="ö")) == "ö"


def test_shift_makes_another_key_only_where_it_means_something() -> None:
    usual = Bindings()
    stuck = usual.find(key_name(pressed(pygame.K_u, mod=pygame.KMOD_LSHIFT, typed="U")), Scope.PLAY)
    step = usual.find(key_name(pressed(pygame.K_w, mod=pygame.KMOD_RSHIFT, typed="W")), Scope.PLAY)
    assert stuck is not None and stuck.action is Action.BACK_TO_SOLVABLE
    assert step is not None and step.action is Action.UP
    assert usual.find("shift+ctrl+z", Scope.PLAY) is None


def test_a_held_key_is_let_go_even_if_the_layout_changes_meanwhile() -> None:
    held, row = Held(), Bindings().row(Action.UP, Scope.PLAY)
    assert row is not None and not is_fixed(row)
    held.press(key_place(pressed(pygame.K_w, place_of("w"))), row, 0.0, Settings())
    held.release(key_place(pressed(ord("ц"), place_of("w"))))
    assert held.due == math.inf
