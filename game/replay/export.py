"""A replay as a file, made in a process of its own: a moving picture, or key positions."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from game.browser.exporting import free_place, nothing_saved
from game.language.words import Words
from game.looks.theme import Theme
from game.storage.files import shown
from game.work.errand import Errand
from levels.language import _, grouped
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position

FRAME_MS, LAST_MS = 110, 1500
LARGEST_GIF, LARGEST_STRIP = 640, 4096
"""Pixels per side."""

GIF_SQUARE, STRIP_SQUARE = 32, 40
MOST_KEY_POSITIONS = 24
COLUMNS = 4

TELL_SECONDS = 0.1
"""How often the other process reports its progress. If it reported every frame, the pipe could fill
up while the game is doing something else, and the process would wait for it."""

SILENT_SECONDS = 20.0
"""A process that has not said a word for this long is hanging. Starting takes a second, a frame a
few milliseconds, and packing the largest strip a few seconds."""


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
    """Saves one replay at a time; the game does not wait for it."""

    def __init__(self) -> None:
        self._errand: Errand[tuple[int, int] | str] | None = None
        self._place: Path | None = None
        self.notices: deque[Words] = deque(maxlen=1)
        """what became of the last file, until somebody takes it"""
        self.progress: tuple[int, int] | None = None
        """how many frames are done, and out of how many; None when nothing is being saved"""

    @property
    def process_id(self) -> int | None:
        """The process that is writing a file, if any."""
        return self._errand.process_id if self._errand else None

    def begin(self, recording: Recording, form: Form) -> Words | None:
        """Begin to save, unless that is already being done; what to say if it cannot be."""
        if self._errand is not None:
            return None
        try:
            self._place = free_place(recording.title, form.value)
            self._errand = Errand(write_file, recording, form, self._place, patience=SILENT_SECONDS)
        except OSError as error:
            self._end()
            return nothing_saved(error)
        self.progress = (0, len(recording.lurd) + 1)
        return None

    def stop(self) -> bool:
        """Give up; whether anything was being saved. Nothing is left of it."""
        was_running = self._errand is not None
        if self._errand is not None and self._place is not None:
            self._errand.stop()
            _part(self._place).unlink(missing_ok=True)
        self._end()
        return was_running

    def hear(self) -> bool:
        """Take in what the process has reported; whether there is anything new to show."""
        before, errand = self.progress, self._errand
        for told in errand.hear() if errand is not None else ():
            if isinstance(told, str):
                place = shown(self._place) if self._place else ""
                self.notices.append((told, "") if told else (_("Replay saved."), place))
            else:
                self.progress = told
        if errand is not None and errand.failure:
            self.stop()
            self.notices.append(
                (_("The file could not be created: {reason}.", reason=errand.failure), "")
            )
        elif errand is not None and errand.is_over:
            self._end()
        return self.progress != before

    def poll(self) -> Words | None:
        """What to say once it is done."""
        self.hear()
        return self.notices.popleft() if self.notices else None

    def _end(self) -> None:
        self._errand = self._place = self.progress = None


def _part(place: Path) -> Path:
    """Where a file is written until it is whole."""
    return place.with_name(f"{place.name}.part")


# --- in the other process ------------------------------------------------------------------------


class _Teller:
    """Reports now and then how many frames are done, and out of how many."""

    def __init__(self, report: Callable[[tuple[int, int]], None]) -> None:
        self._report = report
        self._due = 0.0

    def tell(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._due or done == total:
            self._due = now + TELL_SECONDS
            self._report((done, total))


def write_file(recording: Recording, form: Form, place: Path, tell: Callable[..., None]) -> None:
    """Write the file and report: (frames done, of how many), then what went wrong, or nothing."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    part = _part(place)
    try:
        positions = replay_lurd(Position.start(recording.level), recording.lurd)
        write = _write_gif if form is Form.GIF else _write_strip
        write(recording, positions, part, _Teller(tell))
        part.replace(place)
        tell("")
    except (BrokenPipeError, EOFError):
        part.unlink(missing_ok=True)  # the game has gone
    except OSError as error:
        part.unlink(missing_ok=True)
        tell(nothing_saved(error)[0])
    except MemoryError:
        part.unlink(missing_ok=True)
        tell(_("Nothing was saved: there is not enough memory."))


def _square(level: Level, wanted: int, largest: int) -> int:
    return max(4, min(wanted, largest // (max(level.width, level.height) + 1)))


def _write_gif(
    recording: Recording, positions: list[Position], part: Path, teller: _Teller
) -> None:
    """One frame per step; all share the colors of the first and the last."""
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

    If these are too many, evenly chosen ones.
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
    """How much of a file is done."""
    done, total = progress
    return _("Saving: {number}%.", number=done * 100 // max(1, total)), _(
        "Frame {number} of {total}.", number=done, total=grouped(total)
    )
