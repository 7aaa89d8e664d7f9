"""Processes that work only while no other one needs the processor."""

from __future__ import annotations

from contextlib import suppress


def give_way(process: int | None = None) -> None:
    """Let every other process go before this one, or before another; where the system refuses,
    it goes on as it is."""
    import psutil

    with suppress(psutil.Error, OSError):
        psutil.Process(process).nice(
            getattr(psutil, "IDLE_PRIORITY_CLASS", 19)
        )  # it exists on Windows only
