"""Waiting for events: it ends as soon as there is one, which is still there afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Timer

import pygame
import pytest

from game.shell.desktop import look_for_event, wait_for_event

LONG = 20_000

WAYS = (look_for_event, wait_for_event)


@pytest.fixture(autouse=True)
def display() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    pygame.event.clear()
    yield
    pygame.display.quit()


def posted() -> list[int]:
    return [each.code for each in pygame.event.get(pygame.USEREVENT)]


@pytest.mark.parametrize("wait", WAYS)
def test_an_event_that_is_there_ends_the_wait_and_stays(wait: Callable[[int], object]) -> None:
    began = time.monotonic()
    for code in (1, 2):
        pygame.event.post(pygame.Event(pygame.USEREVENT, code=code))
    wait(LONG)
    assert time.monotonic() - began < LONG / 2000
    assert posted() == [1, 2]


@pytest.mark.parametrize("wait", WAYS)
def test_an_event_from_another_thread_ends_the_wait(wait: Callable[[int], object]) -> None:
    began = time.monotonic()
    event = pygame.Event(pygame.USEREVENT, code=3)
    timer = Timer(0.1, lambda: pygame.event.post(event))
    timer.start()
    wait(LONG)
    timer.join()
    assert time.monotonic() - began < LONG / 2000
    assert posted() == [3]


@pytest.mark.parametrize("wait", WAYS)
def test_the_wait_is_over_in_time_though_nothing_happens(wait: Callable[[int], object]) -> None:
    began = time.monotonic()
    wait(50)
    assert 0.03 <= time.monotonic() - began < LONG / 2000
    assert posted() == []
