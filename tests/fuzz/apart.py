"""Runs a trial in a process of its own, so that a crash of compiled code, or a hang, is seen.

The process is a fork: it finds everything loaded and compiled, so it costs milliseconds.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import time
import traceback
from collections.abc import Callable
from typing import NoReturn, TypeVar

Answer = TypeVar("Answer")


class CrashError(Exception):
    """A process of a trial ended in another way than with an answer."""


def apart(work: Callable[[], Answer], seconds: float) -> Answer:
    """What ``work`` answers in a process of its own.

    Raises CrashError if it raises anything, is ended by a signal, or takes longer than ``seconds``.
    """
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        _answer(work, writing)
    os.close(writing)
    try:
        content, is_whole = _read_all(reading, time.monotonic() + seconds)
    finally:
        os.close(reading)
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
    if not is_whole:
        raise CrashError(f"a hang: no answer within {seconds:.0f} s")
    if not content:
        code = os.waitstatus_to_exitcode(status)
        raise CrashError(f"it ended without an answer, with exit code {code}")
    is_answer, answer = pickle.loads(content)
    if not is_answer:
        raise CrashError(f"in its process:\n{answer}")
    found: Answer = answer
    return found


def _answer(work: Callable[[], Answer], writing: int) -> NoReturn:
    try:
        answer: tuple[bool, object] = (True, work())
    except BaseException:
        answer = (False, traceback.format_exc())
    try:
        with os.fdopen(writing, "wb") as stream:
            pickle.dump(answer, stream)
    finally:
        os._exit(0)  # nothing that the parent has registered is to run here


def _read_all(reading: int, until: float) -> tuple[bytes, bool]:
    """What a process writes until it ends; whether it ended in time."""
    content = b""
    while True:
        left = until - time.monotonic()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            return content, False
        portion = os.read(reading, 1 << 16)
        if not portion:
            return content, True
        content += portion
