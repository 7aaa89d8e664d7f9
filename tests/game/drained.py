"""What waits to be told: tests take it as the play screen does."""

from __future__ import annotations

from collections import deque
from typing import TypeVar

Waiting = TypeVar("Waiting")


def drained(notices: deque[Waiting]) -> list[Waiting]:
    """All notices that wait, the first one first; none of them waits any more."""
    return [notices.popleft() for _ in range(len(notices))]
