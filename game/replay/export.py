"""A replay as a file, made in a process of its own: a moving picture, or key positions."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from multiprocessing.connection import Connection
from pathlib import Path

from game.browser.exporting import free_place
from game.language.words import Words, count
from game.looks.theme import Theme
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position

FRAME_MS, LAST_MS = 110, 1500
LARGEST_GIF, LARGEST_STRIP = 640, 4096
"""Pixels a side."""

GIF_SQUARE, STRIP_SQUARE = 32, 40
MOST_KEY_POSITIONS = 24
COLUMNS = 4

TELL_SECONDS = 0.1
"""How often the other process tells how far it is. Were it to tell of every frame, the pipe could
fill up while the game is at something else, and the process would wait for it."""

SILENT_SECONDS = 20.0
"""A process that has not said a word for so long hangs. Starting takes a second, a frame some
milliseconds, and packing the largest strip a few seconds."""


class Form(Enum):
    """What a replay can be saved as, by the end of the file's name."""

    GIF = ".gif"
    STRIP = ".png"


@dataclass(frozen=True)
class Recording:
    """What is to be saved."""

    title: str
    level: Level
    """where the solution begins"""
    lurd: str
    theme: Theme


class ReplayExport:
    """Saves one replay at a time, as far as the game is concerned in no time."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None
        self._place: Path | None = None
        self._heard_at = 0.0
        self._said: Words | None = None
        """what there is to say, until somebody has asked for it"""
        self.progress: tuple[int, int] | None = None
        """how many frames of how many are done; None when nothing is being saved"""

    def begin(self, recording: Recording, form: Form) -> Words | None:
        """Begin to save, unless that is being done; what there is to say if it cannot be."""
        if self._process is not None:
            return None
        try:
            self._place = free_place(recording.title, form.value)
            context = multiprocessing.get_context("spawn")
            self._connection, far_end = context.Pipe(duplex=False)
            self._process = context.Process(
                target=write_file, args=(recording, form, self._place, far_end), daemon=True
            )
            self._process.start()
            far_end.close()
        except OSError as error:
            self._end()
            return f"Nothing was saved: {error.strerror or error}.", ""
        self.progress = (0, len(recording.lurd) + 1)
        self._heard_at = time.monotonic()
        return None

    def stop(self) -> bool:
        """Give up; whether anything was being saved. Nothing is left of it."""
        was_running = self._process is not None
        if self._process is not None and self._place is not None:
            self._process.kill()
            self._process.join(1.0)
            _part(self._place).unlink(missing_ok=True)
        self._end()
        return was_running

    def hear(self) -> bool:
        """Take in what the process has told; whether there is anything new to show."""
        before = self.progress
        try:
            self._take_in()
        except (EOFError, OSError):
            self._fail("its process ended")
        if self._process is not None and time.monotonic() > self._heard_at + SILENT_SECONDS:
            self._fail("its process did not answer")
        return self.progress != before

    def _take_in(self) -> None:
        while self._connection is not None and self._connection.poll():
            told = self._connection.recv()
            self._heard_at = time.monotonic()
            if isinstance(told, str):
                self._said = (told, "") if told else ("Saved.", f"Saved to {self._place}")
                self._end()
            else:
                self.progress = told

    def _fail(self, reason: str) -> None:
        self.stop()
        self._said = f"The file could not be created: {reason}.", ""

    def poll(self) -> Words | None:
        """What there is to say once it is done."""
        self.hear()
        said, self._said = self._said, None
        return said

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = self._place = self.progress = None


def _part(place: Path) -> Path:
    """Where a file is written until it is whole."""
    return place.with_name(f"{place.name}.part")


# --- in the other process ------------------------------------------------------------------------


class _Teller:
    """Tells how many frames of how many are done, now and then."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._due = 0.0

    def tell(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._due or done == total:
            self._due = now + TELL_SECONDS
            self._connection.send((done, total))


def write_file(recording: Recording, form: Form, place: Path, connection: Connection) -> None:
    """Write the file and report: (frames done, of how many), then what went wrong, or nothing."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    part = _part(place)
    try:
        positions = replay_lurd(Position.start(recording.level), recording.lurd)
        write = _write_gif if form is Form.GIF else _write_strip
        write(recording, positions, part, _Teller(connection))
        part.replace(place)
        connection.send("")
    except (BrokenPipeError, EOFError):
        part.unlink(missing_ok=True)  # the game has gone
    except OSError as error:
        part.unlink(missing_ok=True)
        connection.send(f"Nothing was saved: {error.strerror or error}.")
    except MemoryError:
        part.unlink(missing_ok=True)
        connection.send("Nothing was saved: there is not enough memory.")


def _square(level: Level, wanted: int, largest: int) -> int:
    return max(4, min(wanted, largest // (max(level.width, level.height) + 1)))


def _write_gif(
    recording: Recording, positions: list[Position], part: Path, teller: _Teller
) -> None:
    """A frame a step; all share the colors of the first and the last."""
    from PIL import Image

    from game.replay.frames import Frames

    frames = Frames(recording.theme, _square(recording.level, GIF_SQUARE, LARGEST_GIF))
    first = Image.frombytes("RGB", *frames.pixels(positions, 0))
    last = Image.frombytes("RGB", *frames.pixels(positions, len(positions) - 1))
    both = Image.new("RGB", (first.width, 2 * first.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    palette = both.quantize(128, dither=Image.Dither.NONE)

    def pictures() -> Iterator[Image.Image]:
        for number in range(1, len(positions)):
            frame = Image.frombytes("RGB", *frames.pixels(positions, number))
            yield frame.quantize(palette=palette, dither=Image.Dither.NONE)
            teller.tell(number + 1, len(positions))

    durations = [FRAME_MS] * (len(positions) - 1) + [LAST_MS]
    start = first.quantize(palette=palette, dither=Image.Dither.NONE)
    with part.open("wb") as file:
        start.save(
            file, "GIF", save_all=True, append_images=pictures(), duration=durations, loop=0
        )  # fmt: skip


def key_positions(positions: list[Position]) -> list[int]:
    """The numbers of the first and the last position, and of those at which another box is taken.

    Where these are many, evenly chosen ones.
    """
    keys = [0]
    moved, last = None, 0
    for number in range(1, len(positions)):
        left = positions[number - 1].boxes - positions[number].boxes
        if not left:
            continue
        if moved is not None and moved not in left:
            keys.append(last)
        (moved,) = positions[number].boxes - positions[number - 1].boxes
        last = number
    keys.append(len(positions) - 1)
    keys = sorted(set(keys))
    if len(keys) > MOST_KEY_POSITIONS:
        step = (len(keys) - 1) / (MOST_KEY_POSITIONS - 1)
        keys = sorted({keys[round(step * index)] for index in range(MOST_KEY_POSITIONS)})
    return keys


def _write_strip(
    recording: Recording, positions: list[Position], part: Path, teller: _Teller
) -> None:
    """Key positions in reading order."""
    from PIL import Image

    from game.replay.frames import Frames

    keys = key_positions(positions)
    columns = min(COLUMNS, len(keys))
    frames = Frames(
        recording.theme, _square(recording.level, STRIP_SQUARE, LARGEST_STRIP // columns)
    )
    strip = None
    for index, number in enumerate(keys):
        frame = Image.frombytes("RGB", *frames.pixels(positions, number))
        if strip is None:
            rows = -(-len(keys) // columns)
            size = (frame.width * columns, frame.height * rows)
            strip = Image.new("RGB", size, recording.theme.outside[:3])
        strip.paste(frame, (index % columns * frame.width, index // columns * frame.height))
        teller.tell(index + 1, len(keys))
    assert strip is not None
    with part.open("wb") as file:
        strip.save(file, "PNG")


def progress_words(progress: tuple[int, int]) -> Words:
    """How far a file is."""
    done, total = progress
    return f"Saving: {done * 100 // max(1, total)} %.", f"{done} of {count(total, 'picture')}."
