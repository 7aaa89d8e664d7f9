"""Comparing what is drawn with expected pictures."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
from pygame import BLEND_RGB_SUB, Surface

HERE = Path(__file__).parent
EXPECTED = HERE / "expected"
FAILED = HERE.parents[1] / "failed-pictures"
WRITE = "PUSHWISE_WRITE_PICTURES"

TOLERANCE = 12
"""Steps of 255 by which a pixel may differ: other machines round other ways."""

STRAYS = 0.002
"""The share of pixels that may differ by more."""


def assert_looks_like(surface: Surface, name: str) -> None:
    """Compare with expected/NAME.png; a failed picture is kept beside the tests.

    With PUSHWISE_WRITE_PICTURES=1 in the environment the expected picture is written instead.
    """
    expected = EXPECTED / f"{name}.png"
    if os.environ.get(WRITE):
        EXPECTED.mkdir(exist_ok=True)
        pygame.image.save(surface, expected)
        return
    assert expected.exists(), f"{expected} is missing: run once with {WRITE}=1, and look at it"
    wanted = pygame.image.load(expected)
    if wanted.get_size() != surface.get_size() or strays(surface, wanted) > STRAYS:
        FAILED.mkdir(exist_ok=True)
        pygame.image.save(surface, FAILED / f"{name}.png")
        raise AssertionError(
            f"{name} is not as expected: compare {FAILED / name}.png with "
            f"{expected}; if it is better, run with {WRITE}=1"
        )


def strays(one: Surface, other: Surface) -> float:
    """The share of pixels in which two pictures differ noticeably."""
    unlike = pygame.Mask(one.get_size())
    for first, second in ((one, other), (other, one)):
        rest = first.convert(24)
        rest.blit(second.convert(24), (0, 0), special_flags=BLEND_RGB_SUB)
        calm = pygame.mask.from_threshold(
            rest, (0, 0, 0), (TOLERANCE + 1, TOLERANCE + 1, TOLERANCE + 1, 255)
        )
        calm.invert()
        unlike.draw(calm, (0, 0))
    return unlike.count() / (one.get_width() * one.get_height())


def gray(surface: Surface) -> Surface:
    """The picture as somebody sees it who sees no colors."""
    return pygame.transform.grayscale(surface)
