"""Positions at each push depth: the kernels against plain sets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from levels.files import read, shipped_packs
from levels.formats.xsb import parse_xsb
from levels.level import Level
from solver.searches.perft import perft
from tests import naive
from tests.solver.random_levels import drawing_of, kernel_examples, levels, random_level

FIRST_STEPS = read(shipped_packs()[0]).levels


@settings(kernel_examples, max_examples=100)
@given(levels())
def test_random_levels(level: Level) -> None:
    assert perft(level, 5) == naive.perft(level, 5), drawing_of(level)


def test_random_levels_to_their_end() -> None:
    for seed in range(100):
        level = random_level(seed, positions=500)
        assert perft(level, 60) == naive.perft(level, 60), drawing_of(level)


@pytest.mark.parametrize("level", FIRST_STEPS, ids=lambda level: level.title)
def test_shipped_levels(level: Level) -> None:
    assert perft(level, 6) == naive.perft(level, 6)


def test_a_known_count() -> None:
    level = parse_xsb("####\n#  ###\n#$ * #\n# .@ #\n######\n", None).levels
    assert [perft(one, 2) for one in level] == [naive.perft(one, 2) for one in level]
