"""From events of gamepads to the names of buttons that the table of controls uses.

SDL knows hundreds of gamepads and says which button is where the ``a`` of most of them is. One
that it does not know is read by the numbers of its buttons, in the order that most of them have.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import pygame
from pygame._sdl2 import controller
from pygame.event import Event

from game.language.words import Words
from levels.language import _

BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: "pad a",
    pygame.CONTROLLER_BUTTON_B: "pad b",
    pygame.CONTROLLER_BUTTON_X: "pad x",
    pygame.CONTROLLER_BUTTON_Y: "pad y",
    pygame.CONTROLLER_BUTTON_BACK: "pad back",
    pygame.CONTROLLER_BUTTON_GUIDE: "pad guide",
    pygame.CONTROLLER_BUTTON_START: "pad start",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "pad left stick",
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: "pad right stick",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "pad lb",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "pad rb",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "pad up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "pad down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "pad left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "pad right",
}

NUMBERED = (
    'pad a', 'pad b', 'pad x', 'pad y', 'pad lb', 'pad rb', 'pad back', 'pad start',
    'pad left stick', 'pad right stick',
)  # fmt: skip
"""What the buttons of a gamepad that SDL does not know are called."""

STICKS = {
    pygame.CONTROLLER_AXIS_LEFTX: ("stick", 0),
    pygame.CONTROLLER_AXIS_LEFTY: ("stick", 1),
    pygame.CONTROLLER_AXIS_RIGHTX: ("right stick", 0),
    pygame.CONTROLLER_AXIS_RIGHTY: ("right stick", 1),
}
TRIGGERS = {
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: "pad lt",
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "pad rt",
}

PRESSED, RELEASED = 0.6, 0.4
"""How far a stick or a trigger has to go, and to come back: one that trembles is pressed once."""

FULL = 32767


class Press(NamedTuple):
    """A button that has gone down, or up."""

    button: str
    is_down: bool


class Gamepads:
    """All gamepads that are plugged in: together they are one."""

    def __init__(self) -> None:
        self._open: dict[int, controller.Controller | pygame.joystick.JoystickType] = {}
        """those in use, by the number that SDL gives each"""
        self._leaning: dict[tuple[int, str], list[float]] = {}
        """how far each stick is from its middle, right and down"""
        self._down: dict[tuple[int, str], str] = {}
        """what each stick and trigger holds down now"""
        self.notices: deque[Words] = deque(maxlen=1)
        """what to say about the gamepad that came or went last"""
        self.is_used = False
        """whether what the player pressed last was a button of a gamepad"""

    def start(self) -> None:
        """Begin to listen; what is plugged in already comes as an event as well."""
        pygame.joystick.init()
        controller.init()

    def take(self, event: Event) -> tuple[Press, ...]:
        """What an event presses and releases; nothing if no gamepad sent it."""
        match event.type:
            case pygame.CONTROLLERDEVICEADDED | pygame.JOYDEVICEADDED:
                self._plug_in(event.device_index, event.type)
            case pygame.CONTROLLERDEVICEREMOVED | pygame.JOYDEVICEREMOVED:
                return tuple(self._unplug(event.instance_id))
            case pygame.CONTROLLERBUTTONDOWN | pygame.CONTROLLERBUTTONUP:
                is_down = event.type == pygame.CONTROLLERBUTTONDOWN
                name = BUTTONS.get(event.button)
                return (Press(name, is_down),) if name else ()
            case pygame.CONTROLLERAXISMOTION:
                return tuple(self._move(event.instance_id, event.axis, event.value / FULL))
            case pygame.JOYBUTTONDOWN | pygame.JOYBUTTONUP if self._is_unknown(event):
                is_down = event.type == pygame.JOYBUTTONDOWN
                numbered = event.button < len(NUMBERED)
                return (Press(NUMBERED[event.button], is_down),) if numbered else ()
            case pygame.JOYAXISMOTION if self._is_unknown(event) and event.axis < 2:
                return tuple(self._move(event.instance_id, event.axis, event.value))
            case pygame.JOYHATMOTION if self._is_unknown(event):
                return tuple(self._turn_hat(event.instance_id, event.value))
        return ()

    # --- plugging in -----------------------------------------------------------------------------

    def _plug_in(self, index: int, kind: int) -> None:
        """Open what SDL knows to be a gamepad as one, and anything else as a plain joystick."""
        is_known = controller.is_controller(index)
        if is_known != (kind == pygame.CONTROLLERDEVICEADDED):
            return
        try:
            pad = controller.Controller(index) if is_known else pygame.joystick.Joystick(index)
        except pygame.error as error:
            still = _("Keyboard and mouse still work.")
            self.notices.append((_("The gamepad cannot be used: {error}.", error=error), still))
            return
        number = pad.id if isinstance(pad, controller.Controller) else pad.get_instance_id()
        self._open[number] = pad
        name = pad.name if isinstance(pad, controller.Controller) else pad.get_name()
        self.notices.append((_("Gamepad: {name}.", name=name), _("{menu} opens the menu.")))

    def _unplug(self, number: int) -> Iterator[Press]:
        """What it held down is let go of."""
        if self._open.pop(number, None) is None:
            return
        self.notices.append((_("Gamepad disconnected."), _("Keyboard and mouse still work.")))
        for held in [each for each in self._down if each[0] == number]:
            yield Press(self._down.pop(held), False)
        self._leaning = {key: value for key, value in self._leaning.items() if key[0] != number}

    def _is_unknown(self, event: Event) -> bool:
        return isinstance(self._open.get(event.instance_id), pygame.joystick.JoystickType)

    # --- sticks ----------------------------------------------------------------------------------

    def _move(self, number: int, axis: int, value: float) -> Iterator[Press]:
        if axis in TRIGGERS:
            name = TRIGGERS[axis]
            yield from self._hold((number, name), name if self._is_far(number, name, value) else "")
        elif axis in STICKS:
            stick, side = STICKS[axis]
            place = self._leaning.setdefault((number, stick), [0.0, 0.0])
            place[side] = value
            far = max(map(abs, place))
            direction = self._direction(stick, place) if self._is_far(number, stick, far) else ""
            yield from self._hold((number, stick), direction)

    def _is_far(self, number: int, what: str, value: float) -> bool:
        return value > (RELEASED if (number, what) in self._down else PRESSED)

    @staticmethod
    def _direction(stick: str, place: list[float]) -> str:
        right, down = place
        if abs(right) >= abs(down):
            return f"{stick} {'right' if right > 0 else 'left'}"
        return f"{stick} {'down' if down > 0 else 'up'}"

    def _turn_hat(self, number: int, value: tuple[int, int]) -> Iterator[Press]:
        right, up = value
        names = {(0, 1): "pad up", (0, -1): "pad down", (-1, 0): "pad left", (1, 0): "pad right"}
        yield from self._hold((number, "hat"), names.get((right, up), ""))

    def _hold(self, what: tuple[int, str], name: str) -> Iterator[Press]:
        """Let go of what a stick held before, and press what it holds now."""
        before = self._down.pop(what, "")
        if name:
            self._down[what] = name
        if before == name:
            return
        if before:
            yield Press(before, False)
        if name:
            yield Press(name, True)
