"""Workers that follow a script: plain functions for real processes, with no search inside."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import NoReturn

from levels.level import Level
from solver.messages import (
    Cause,
    Examine,
    Examined,
    GaveUp,
    Improved,
    Progress,
    Quit,
    Ready,
    Request,
    Sight,
    Solve,
    Solved,
    Stop,
    Unsolvable,
)
from solver.worker import serve


def answering(connection: Connection) -> None:
    """Solves anything in one push."""
    connection.send(Ready())
    while True:
        request = _next(connection)
        connection.send(_progress(request.job))
        connection.send(Solved(request.job, "R", pushes=1, moves=1, optimal=True))


def searching(connection: Connection) -> None:
    """Searches until it is told to stop, one way or the other."""
    connection.send(Ready())
    job = None
    while True:
        request = _next(connection)
        if job is not None:
            connection.send(GaveUp(job, Cause.INTERRUPTED, lower_bound=3, best=None))
        job = request.job if isinstance(request, Solve) else None
        if job is not None:
            connection.send(_progress(job))


def chatting(connection: Connection) -> None:
    """Searches until it is told to stop, and tells of it all the time."""
    connection.send(Ready())
    job = None
    while True:
        while job is not None and not connection.poll(0.01):
            connection.send(_progress(job))
        request = _next(connection)
        if job is not None:
            connection.send(GaveUp(job, Cause.INTERRUPTED, lower_bound=3, best=None))
        job = request.job if isinstance(request, Solve) else None


def improving(connection: Connection) -> None:
    """Finds a solution and never proves it; one that is known to begin with it believes."""
    connection.send(Ready())
    while isinstance(request := _next(connection), Solve):
        if request.known.best is None:
            connection.send(_progress(request.job))
            connection.send(Improved(request.job, "R", pushes=1, moves=1))
        else:
            bound = request.known.lower_bound
            connection.send(Solved(request.job, "R", pushes=1, moves=bound, optimal=True))


def deaf(connection: Connection) -> None:
    """Gets ready and never reads a request."""
    connection.send(Ready())
    time.sleep(600)


def deaf_in_search(connection: Connection) -> None:
    """Begins a search and reads nothing from then on."""
    connection.send(Ready())
    connection.send(_progress(_next(connection).job))
    time.sleep(600)


def spinning(connection: Connection) -> None:
    """Begins a search and never comes back from the first look at it."""
    connection.send(Ready())
    connection.send(_progress(_next(connection).job))
    while True:
        pass


def preparing(connection: Connection) -> None:
    """Announces that what comes next takes a minute, and is deaf meanwhile."""
    connection.send(Ready())
    connection.send(replace(_progress(_next(connection).job), patience=60.0))
    time.sleep(600)


def never_ready(connection: Connection) -> None:
    """Warms up for ever."""
    time.sleep(600)


def dying_at_once(connection: Connection) -> None:
    """Does not even warm up."""
    os._exit(1)


def dying_when_ready(connection: Connection) -> None:
    """Warms up and is gone."""
    connection.send(Ready())
    os._exit(1)


def dying_in_search(connection: Connection) -> None:
    """Dies of a level with the title "deadly", solves others."""
    connection.send(Ready())
    while isinstance(request := _next(connection), Solve):
        connection.send(_progress(request.job))
        if request.level.title == "deadly":
            os._exit(1)
        connection.send(Solved(request.job, "R", pushes=1, moves=1, optimal=True))


def dying_of_a_look(connection: Connection) -> None:
    """Dies when it is to examine anything, solves everything."""
    connection.send(Ready())
    while isinstance(request := _next(connection), Solve):
        connection.send(Solved(request.job, "R", pushes=1, moves=1, optimal=True))
    os._exit(1)


def dying_at_work(connection: Connection) -> None:
    """Dies of whatever it is asked."""
    connection.send(Ready())
    _next(connection)
    os._exit(1)


def slow(connection: Connection) -> None:
    """Takes its time, never stops a search, and reads the solution of a level in its title; a
    level without one is unsolvable."""
    connection.send(Ready())
    while True:
        request = _next(connection)
        time.sleep(0.04)
        if isinstance(request, Examine):
            connection.send(Examined(request.job, _sight(request.level)))
        elif isinstance(request, Solve):
            connection.send(replace(_progress(request.job), lower_bound=1))
            time.sleep(0.04)
            lurd = request.level.title
            pushes = sum(map(str.isupper, lurd))
            solved = Solved(request.job, lurd, pushes, len(lurd), optimal=True)
            connection.send(solved if lurd else Unsolvable(request.job))


def out_of_memory(connection: Connection) -> None:
    """Has not enough memory for anything."""
    from solver import sight  # loads the kernels, for which the others need not wait

    sight.see = _hungry  # type: ignore[assignment]
    serve(connection, lambda: _hungry)


def _hungry(*_: object) -> NoReturn:
    raise MemoryError


def _sight(level: Level) -> Sight:
    """What tells levels apart: their goals, and how many squares they have."""
    pushes = len(level.floor)
    return Sight(level.goals, {}, (), 0, frozenset({level.pusher}), (), frozenset(), pushes)


def gossiping(connection: Connection) -> None:
    """Goes on about the first job after the second has come, and then answers both."""
    connection.send(Ready())
    first = _next(connection).job
    connection.send(_progress(first))
    second = _next(connection).job
    connection.send(_progress(first))
    connection.send(GaveUp(first, Cause.INTERRUPTED, lower_bound=3, best=None))
    connection.send(_progress(second))
    connection.send(Solved(second, "R", pushes=1, moves=1, optimal=True))
    _next(connection)


def _next(connection: Connection) -> Solve | Stop | Examine:
    """The next request; Quit and the game's death end the process."""
    try:
        request: Request = connection.recv()
    except EOFError:
        raise SystemExit from None
    if isinstance(request, Quit):
        raise SystemExit
    return request


def _progress(job: int) -> Progress:
    return Progress(job, "searching", 3, None, 100, 0.1, 0.0)
