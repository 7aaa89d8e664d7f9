"""Sounds of the game: loaded in the background, played at once, left out if they cannot be."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from threading import Thread

import pygame

from game.language.words import Words
from game.looks.assets import asset
from levels.language import _, ngettext
from levels.position import Position

STEP, PUSH, SOLVED, BLOCKED, UNDO = "step", "push", "solved", "blocked", "undo"
STUCK = "stuck"
STEPS = (STEP, "step_low", STEP, "step_high")
"""One after another, so that a walk does not rattle."""

GOALS = tuple(f"goal_{number}" for number in range(1, 9))
"""A box comes to a goal: one note higher for each goal that is filled."""

NAMES = (*sorted(set(STEPS)), PUSH, SOLVED, BLOCKED, UNDO, STUCK, *GOALS)

RATE, BUFFER = 44_100, 256
"""Samples per second, and how many are played at a time: 6 ms, so that a step is heard at once."""

CHANNELS = 12
"""Sounds that can be heard at the same time."""

_log = logging.getLogger(__name__)


class Audio:
    """Plays sounds by their names. Without a device, or a sound that can be used, it is silent."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or asset("sounds")
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._steps = cycle(STEPS)
        self.notices: deque[Words] = deque()
        """what the person has to know, put there by the thread"""
        self._thread = Thread(target=self._run, name="audio", daemon=True)

    def start(self) -> None:
        """Open the device and load the sounds, without the game waiting for either."""
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait until everything is loaded, but no longer than this."""
        self._thread.join(seconds)

    @property
    def names(self) -> set[str]:
        """The sounds that can be heard."""
        return set(self._sounds)

    def play(self, name: str, volume: float) -> None:
        """Play a sound, at a volume from 0 to 1: as loud as it is."""
        sound = self._sounds.get(next(self._steps) if name == STEP else name)
        if sound is not None and volume > 0:
            sound.set_volume(volume)
            sound.play()

    def _run(self) -> None:
        try:
            self._load()
        except Exception as error:  # else the thread would end without a word
            _log.exception("audio")
            self.notices.append(
                (
                    _("Sound cannot be played: {error}.", error=error),
                    _("The game works without it."),
                )
            )

    def _load(self) -> None:
        try:
            pygame.mixer.init(RATE, -16, 1, BUFFER)
            pygame.mixer.set_num_channels(CHANNELS)
        except (pygame.error, NotImplementedError) as error:
            _log.info("there is no sound: %s", error)
            return
        faults = []
        for name in NAMES:
            path = self._folder / f"{name}.wav"
            try:
                self._sounds[name] = pygame.mixer.Sound(path)
            except (pygame.error, OSError) as error:
                faults.append(f"{self._folder.name}/{path.name}")
                _log.warning("%s: %s", path, error)
        if faults:
            lead = _("{file}: cannot be read as a sound.", file=faults[0])
            if len(faults) > 1:
                lead = ngettext(
                    "{file} and {n} more: cannot be read as a sound.",
                    "{file} and {n} more: cannot be read as a sound.",
                    len(faults) - 1,
                    file=faults[0],
                )
            self.notices.append((lead, _("The game works without it.")))


# --- which sound -----------------------------------------------------------------------------


def sound_of(before: Position, after: Position, *, undo: bool = False) -> str:
    """The sound of the way from one position to the next; "" if nothing has moved."""
    if before == after:
        return ""
    if undo:
        return UNDO
    if before.boxes == after.boxes:
        return STEP
    if after.is_solved:
        return SOLVED
    goals = after.level.goals
    filled = len(after.boxes & goals)
    if filled > len(before.boxes & goals) or (after.boxes - before.boxes) & goals:
        return GOALS[min(filled, len(GOALS)) - 1]
    return PUSH


def sound_of_way(positions: Sequence[Position], *, undo: bool = False) -> str:
    """The one sound of several steps: that of where they lead."""
    first, last = positions[0], positions[-1]
    return sound_of(first, last, undo=undo)
