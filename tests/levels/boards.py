"""Levels for tests: from drawings, and at random."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent

from hypothesis import strategies as st

from levels.collection import Collection
from levels.formats.board import Row, parse_board
from levels.level import Direction, Level
from levels.lurd import lurd_of
from levels.position import Position
from levels.saved import Saved


def level_of(drawing: str) -> Level:
    """The level drawn in XSB; the drawing may be indented and start on a line of its own."""
    rows = dedent(drawing).strip("\n").splitlines()
    return parse_board([Row(number, text) for number, text in enumerate(rows, start=1)])


def start_of(drawing: str) -> Position:
    return Position.start(level_of(drawing))


@st.composite
def levels(draw: st.DrawFn, largest_side: int = 8) -> Level:
    """Levels in a closed rectangle, with walls, boxes and goals anywhere in it."""
    width = draw(st.integers(4, largest_side))
    height = draw(st.integers(3, largest_side))
    inside = [x + y * width for y in range(1, height - 1) for x in range(1, width - 1)]
    squares = draw(st.permutations(inside))
    box_count = draw(st.integers(1, max(1, len(inside) // 3)))
    goals = draw(st.permutations(squares[1:]))[:box_count]
    boxes = squares[1 : box_count + 1]
    level = Level(
        width=width,
        height=height,
        walls=frozenset(range(width * height)) - frozenset(inside),
        goals=frozenset(goals),
        boxes=frozenset(boxes),
        pusher=squares[0],
    )
    return _with_inner_walls(draw, level)


def _with_inner_walls(draw: st.DrawFn, level: Level) -> Level:
    """The level with walls on some squares, as far as all else stays in one room."""
    taken = level.boxes | level.goals | {level.pusher}
    for square in draw(st.lists(st.sampled_from(sorted(level.floor)), max_size=8)):
        if square in taken:
            continue
        walled = replace(level, walls=level.walls | {square})
        if taken <= walled.floor:
            level = walled
    return level


def games() -> st.SearchStrategy[list[Position]]:
    """The positions of a game on a random level; steps that a wall or box forbids are left out."""
    return levels().flatmap(games_of)


@st.composite
def games_of(draw: st.DrawFn, level: Level) -> list[Position]:
    """The positions of a game on a level."""
    positions = [Position.start(level)]
    for direction in draw(st.lists(st.sampled_from(Direction), max_size=60)):
        following = positions[-1].step(direction)
        if following is not None:
            positions.append(following)
    return positions


# --- collections -----------------------------------------------------------------------------

LINES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]) | st.just(" "))
TITLES = LINES.map(lambda line: " ".join(line.split())) | st.sampled_from(
    ["Dull", "#####", "; x", "Title: x", "Solution: uu", "3#", "B*b", "8", ":: x", "<L>&"]
)
_NOTE_LINES = st.lists(
    LINES.map(str.rstrip)
    | st.sampled_from(["#@$.#", "Title: x", ";", "5", "Comment:", "rrr", "Game: Hexoban", "::"])
)
NOTES = _NOTE_LINES.map(lambda lines: "\n".join(lines).strip("\n"))


@st.composite
def saved_games(draw: st.DrawFn, level: Level) -> tuple[Saved, ...]:
    """Games on a level as a file could hold them."""
    played = [game for game in draw(st.lists(games_of(level), max_size=2)) if game[1:]]
    return tuple(Saved(lurd_of(game), game[-1].is_solved, draw(TITLES)) for game in played)


@st.composite
def collections(draw: st.DrawFn) -> Collection:
    """Collections of random levels with titles, notes and games."""
    entries = [
        replace(level, title=draw(TITLES), author=draw(TITLES), notes=draw(NOTES))
        for level in draw(st.lists(levels(largest_side=5), max_size=3))
    ]
    saved = [draw(saved_games(level)) for level in entries]
    while saved and not saved[-1]:
        saved.pop()
    return Collection(draw(TITLES), draw(TITLES), draw(NOTES), tuple(entries), tuple(saved))
