"""Makes the sounds of the game: felt, wood and glass, dry and short. Run it to make them anew.

Each is a few damped sines and some filtered noise, at most -12 dBFS, one channel of 16 bits.
"""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

RATE = 44_100
PEAK = 10 ** (-12 / 20)
PENTATONIC = (0, 2, 4, 7, 9, 12, 14, 16)
"""Semitones above the first note of a box that reaches a goal."""

FIRST_NOTE = 523.25
"""Hz: a C."""

Signal = NDArray[np.float64]


def seconds(length: float) -> Signal:
    """The times of the samples of a sound."""
    return np.arange(round(length * RATE)) / RATE


def tone(length: float, hertz: float, decay: float, bend: float = 0.0) -> Signal:
    """A damped sine; ``bend`` is how much lower it gets by its end, as a share of it."""
    t = seconds(length)
    phase = 2 * np.pi * hertz * (t - bend * t * t / (2 * length))
    return np.sin(phase) * np.exp(-t / decay)


def noise(length: float, decay: float, smooth: int, seed: int) -> Signal:
    """Damped noise without frequencies above RATE / smooth."""
    raw = np.random.default_rng(seed).standard_normal(round(length * RATE) + smooth)
    soft = np.convolve(raw, np.hanning(smooth + 2)[1:-1], mode="valid")[: round(length * RATE)]
    return soft / np.abs(soft).max() * np.exp(-seconds(length) / decay)


def mixed(*parts: tuple[float, float, Signal]) -> Signal:
    """Sounds laid over each other: when each begins, how loud, and what."""
    length = max(round(start * RATE) + len(signal) for start, _, signal in parts)
    whole = np.zeros(length)
    for start, loudness, signal in parts:
        first = round(start * RATE)
        whole[first : first + len(signal)] += loudness * signal
    return whole


def step(pitch: float = 1.0) -> Signal:
    """A felt tick: a little lower or higher, so that a walk does not rattle."""
    tick = tone(0.06, 190 * pitch, 0.014, 0.3)
    return mixed((0, 1.0, noise(0.06, 0.012, round(40 / pitch), 1)), (0, 0.5, tick))


def push() -> Signal:
    """A low slide, and a knock as the box comes to rest."""
    slide = noise(0.13, 0.2, 90, 2) * np.sin(np.pi * seconds(0.13) / 0.13)
    return mixed(
        (0, 0.7, slide),
        (0.09, 0.9, tone(0.1, 130, 0.022, 0.3)),
        (0.09, 0.4, noise(0.05, 0.008, 30, 3)),
    )


def glass(note: int, length: float, decay: float) -> Signal:
    """A note of glass: three partials that are not harmonics."""
    hertz = FIRST_NOTE * 2 ** (PENTATONIC[note] / 12)
    return mixed(
        (0, 1.0, tone(length, hertz, decay)),
        (0, 0.35, tone(length, hertz * 2.76, decay / 2)),
        (0, 0.12, tone(length, hertz * 5.4, decay / 5)),
    )


def goal(note: int) -> Signal:
    """A knock of wood, and its note."""
    return mixed(
        (0, 0.8, tone(0.08, 150, 0.02, 0.3)),
        (0, 0.35, noise(0.04, 0.007, 30, 4)),
        (0.02, 0.55, glass(note, 0.22, 0.07)),
    )


def solved() -> Signal:
    """All the notes, one shortly after the other."""
    return mixed(
        *(
            (0.06 * place, 0.5, glass(note, 0.8 - 0.06 * place, 0.2))
            for place, note in enumerate((0, 2, 3, 5, 7))
        )
    )


def blocked() -> Signal:
    """A dull thud."""
    return mixed((0, 1.0, tone(0.09, 85, 0.025, 0.35)), (0, 0.3, noise(0.05, 0.012, 160, 5)))


def undo() -> Signal:
    """The push backwards."""
    return push()[::-1][round(0.02 * RATE) :]


def stuck() -> Signal:
    """Two soft knocks."""
    knock = mixed((0, 1.0, tone(0.08, 160, 0.018, 0.3)), (0, 0.25, noise(0.04, 0.008, 120, 6)))
    return mixed((0, 1.0, knock), (0.13, 0.8, knock))


def written(signal: Signal, peak: float) -> bytes:
    """Samples of 16 bits, with soft ends, so that nothing clicks."""
    edge = round(0.002 * RATE)
    shape = np.ones(len(signal))
    shape[:edge] = np.linspace(0, 1, edge)
    shape[-4 * edge :] = np.linspace(1, 0, 4 * edge)
    signal = signal * shape
    signal = signal / np.abs(signal).max() * peak
    return np.round(signal * 32767).astype("<i2").tobytes()


def render(folder: Path) -> None:
    """Write all sounds."""
    sounds = {
        "step": (step(), PEAK * 0.5),
        "step_low": (step(0.98), PEAK * 0.5),
        "step_high": (step(1.02), PEAK * 0.5),
        "push": (push(), PEAK * 0.8),
        "solved": (solved(), PEAK),
        "blocked": (blocked(), PEAK * 0.6),
        "undo": (undo(), PEAK * 0.5),
        "stuck": (stuck(), PEAK * 0.5),
    }
    sounds |= {f"goal_{n + 1}": (goal(n), PEAK) for n in range(len(PENTATONIC))}
    for name, (signal, peak) in sounds.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(written(signal, peak))


if __name__ == "__main__":
    render(Path(__file__).parent / "sounds")
